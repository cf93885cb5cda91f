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
        typer.Option("--out", help="The page to write: one file, which needs no network."),
    ] = Path("clock.html"),
    show: Annotated[
        bool, typer.Option("--open", help="Open it in your browser when it is there.")
    ] = False,
    serve: Annotated[
        bool,
        typer.Option(
            "--serve",
            help="Write nothing: serve the page to this network until Ctrl+C, so that phones can"
            " show it too. Nothing else can be reached.",
        ),
    ] = False,
    port: Annotated[
        int,
        typer.Option(help="The port to serve at; 0: any that is free.", min=0, max=65535),
    ] = 0,
) -> None:
    """Make a clock to photograph: codes of the time, which coincide sync reads in the photos.

    Show it on any screen, at any time of the event, and take one photo of it with every camera.
    Each of these cameras' clocks is then known to the second. To read the codes sync needs
    coincide[clock]. Examples: coincide clock --open · coincide clock --serve
    """
    from coincide.app.clock.page import clock_page
    from coincide.storage.outputs import write_output

    if port and not serve:
        raise UsageError("--port is for --serve.")
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
