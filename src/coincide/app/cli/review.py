"""``coincide review`` and ``coincide report``: see an event in a browser, or send it."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from coincide.app.cli.options import EventsOnDisk, ProjectOption, SyncFirst, on_disk
from coincide.app.cli.output.progress import Bars
from coincide.errors import EventError, UsageError

NEEDS_WEB = 'The review app needs coincide[web]: pip install "coincide[web]"'


def review(
    sources: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="EVENT",
            parser=on_disk,
            help="As for coincide sync. Without it, a welcome page lets you choose folders, an"
            " album of a photo server, or the demo.",
            show_default=False,
        ),
    ] = None,
    port: Annotated[
        int, typer.Option(help="The port of this machine; 0: any that is free.", min=0, max=65535)
    ] = 0,
    root: Annotated[
        list[Path] | None,
        typer.Option(
            help="A folder below which folders may be chosen in the browser; repeatable."
            " Default: your home folder.",
            show_default=False,
        ),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Only print the address, open nothing.")
    ] = False,
    listen: Annotated[
        str,
        typer.Option(
            envvar="COINCIDE_LISTEN",
            help="The address to listen on. 0.0.0.0: whoever is in this network and has the token.",
        ),
    ] = "127.0.0.1",
    host_name: Annotated[
        list[str] | None,
        typer.Option(
            envvar="COINCIDE_HOST_NAMES",
            help="A name that others reach it by, as behind a proxy; repeatable. Addresses in"
            " digits need none.",
            show_default=False,
        ),
    ] = None,
    token_file: Annotated[
        Path | None,
        typer.Option(
            envvar="COINCIDE_TOKEN_FILE",
            help="Log in with the token in this file; written where it is not there."
            " Default: a new one for each run.",
            show_default=False,
        ),
    ] = None,
    project: ProjectOption = None,
) -> None:
    """See the timeline, judge the evidence, mend it and write it, in your browser.

    Everything stays on this machine. Examples: coincide review wedding/ · coincide review
    """
    need_web()
    from coincide.app.review.http.access import kept_token, known_names
    from coincide.app.review.http.server import bind, serve

    roots = root or [Path.home()]
    for folder in roots:
        if not folder.expanduser().is_dir():
            raise UsageError(f"--root {folder} is not a folder.")
    events = [source.expanduser() for source in sources or []]
    for event in events:
        if not event.exists():
            raise EventError(f"{event} does not exist: check the path.")
    token = None if token_file is None else kept_token(token_file)
    running = bind(roots, port, listen=listen, names=known_names(host_name or []), token=token)
    where = running.address if token is None else running.address.split("?")[0]
    typer.echo(f"Review at {where}")
    if token is not None:
        typer.echo(f"Log in with the token in {token_file}")
    if running.access.in_network:
        typer.echo("In the network it is not encrypted: put a proxy with TLS before it.")
    typer.echo("Stop with Ctrl+C.")
    with suppress(KeyboardInterrupt):  # which is how it is closed
        serve(running, events, project=project, browser=not no_browser)


def report(
    sources: EventsOnDisk,
    out: Annotated[Path, typer.Option("--out", help="The HTML file to write.")],
    with_details: Annotated[
        bool,
        typer.Option(
            "--with-details",
            help="Keep what the report leaves out: folders, positions and serial numbers.",
        ),
    ] = False,
    sync: SyncFirst = False,
    show: Annotated[
        bool, typer.Option("--open", help="Open it in your browser when it is written.")
    ] = False,
    project: ProjectOption = None,
) -> None:
    """Write the timeline, the galleries and their evidence as one HTML file to send to a friend.

    It needs no network and no Coincide. Example: coincide report wedding/ --out wedding.html
    """
    need_web()
    from coincide.app.cli.output.progress import tell_old
    from coincide.app.review.report import write_report
    from coincide.project import Project

    opened = Project.at(*sources, project=project)
    with Bars() as bars:
        if sync:
            opened.sync(progress=bars)
        written = write_report(opened, out, details=with_details, progress=bars)
    tell_old(written.look)
    typer.echo(f"wrote {out} ({written.n_bytes / 1e6:.1f} MB)")
    if show:
        open_in_browser(out.absolute().as_uri())


def open_in_browser(address: str) -> None:
    """Open a page in the browser; where none can be started, say what to do instead."""
    import webbrowser

    if not webbrowser.open(address):
        typer.echo(f"No browser could be started here. Open it yourself: {address}")


def need_web() -> None:
    """Refuse where the packages of the app are not installed."""
    from importlib.util import find_spec

    if find_spec("fastapi") is None or find_spec("uvicorn") is None:
        raise UsageError(NEEDS_WEB)


def app(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="PHOTOS",
            help="Folders or photos of an event, as dropped on the program. Without: a welcome"
            " page.",
            show_default=False,
        ),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Only print the address, open nothing.")
    ] = False,
) -> None:
    """Open the app in your browser, as a click on its icon does; a second start opens the same.

    Its pages have a button that ends it. Examples: coincide app · coincide app wedding/
    """
    need_web()
    from coincide.app.review.http.program import find_running, folders_of, noted, roots_for
    from coincide.app.review.http.server import bind, serve

    for path in paths or []:
        if not path.exists():
            raise EventError(f"{path} does not exist: check the path.")
    folders = folders_of(paths or [])
    running = find_running()
    if running is not None:
        problem = running.open(folders) if folders else None
        if problem is not None:
            raise EventError(problem)
        typer.echo(f"Coincide runs already, at {running.address}")
        if not no_browser:
            open_in_browser(running.address)
        return
    started = bind(roots_for(folders), can_end=True)
    typer.echo(f"Coincide runs at {started.address}\nEnd it there, or with Ctrl+C.")
    with suppress(KeyboardInterrupt), noted(started.access):
        serve(started, folders, browser=not no_browser)
