"""``coincide clock``: a clock to photograph with every camera."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from coincide.app.cli.output.tables import shown
from coincide.app.cli.review import open_in_browser
from coincide.errors import UsageError

NEEDS_WEB = 'coincide clock --serve needs coincide[web]: pip install "coincide[web]"'


def clock(
    out: Annotated[
        Path,
        typer.Option("--out", help="The page to write: a single file that needs no network."),
    ] = Path("clock.html"),
    show: Annotated[
        bool, typer.Option("--open", help="Open the page in your browser once it is written.")
    ] = False,
    serve: Annotated[
        bool,
        typer.Option(
            "--serve",
            help="Write nothing, but serve the page to this network until Ctrl+C, so that phones"
            " can show it too. Nothing else is served.",
        ),
    ] = False,
    port: Annotated[
        int,
        typer.Option(help="The port to serve at; 0: any free port.", min=0, max=65535),
    ] = 0,
) -> None:
    """Make a clock to photograph: it shows the time as codes that coincide sync reads in photos.

    Show it on any screen, at any time during the event, and take a photo of it with every camera.
    The clock of each of these cameras is then known to the second. To read the codes, sync needs
    coincide[clock]. Examples: coincide clock --open · coincide clock --serve
    """
    from coincide.app.clock.page import clock_page
    from coincide.storage.outputs import write_output

    if port and not serve:
        raise UsageError("--port needs --serve.")
    page = clock_page()
    if serve:
        _serve(page, port, show=show)
        return
    write_output(out, page.encode())
    typer.echo(f"wrote {shown(out)}: show it on a screen, and photograph it with every camera")
    if show:
        open_in_browser(out.absolute().as_uri())


def _serve(page: str, port: int, *, show: bool) -> None:
    try:
        from coincide.app.clock.serve import serve_clock
    except ImportError as error:
        raise UsageError(NEEDS_WEB) from error

    def tell(addresses: Sequence[str]) -> None:
        typer.echo(f"The clock is at {addresses[0]}\nStop with Ctrl+C.")
        if show:
            # here the browser may keep the screen on, as it may not for another machine's pages
            open_in_browser(addresses[-1])

    serve_clock(page, port, tell)
