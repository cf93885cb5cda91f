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
        int, typer.Option(help="The port to listen on; 0: any free port.", min=0, max=65535)
    ] = 0,
    root: Annotated[
        list[Path] | None,
        typer.Option(
            help="A folder whose sub-folders may be chosen in the browser; repeatable. Default:"
            " your home folder.",
            show_default=False,
        ),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the address without opening a browser.")
    ] = False,
    listen: Annotated[
        str,
        typer.Option(
            envvar="COINCIDE_LISTEN",
            help="The address to listen on. 0.0.0.0 admits everybody in this network who has the"
            " token.",
        ),
    ] = "127.0.0.1",
    host_name: Annotated[
        list[str] | None,
        typer.Option(
            envvar="COINCIDE_HOST_NAMES",
            help="A host name under which others reach it, for instance behind a proxy;"
            " repeatable. Not needed for IP addresses.",
            show_default=False,
        ),
    ] = None,
    token_file: Annotated[
        Path | None,
        typer.Option(
            envvar="COINCIDE_TOKEN_FILE",
            help="Log in with the token in this file, which is created if it does not exist."
            " Default: a new token for each run.",
            show_default=False,
        ),
    ] = None,
    project: ProjectOption = None,
) -> None:
    """Review the timeline and its evidence in your browser, correct them, and write the result.

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
        typer.echo("The connection is not encrypted: put a proxy with TLS in front of it.")
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
            help="Include what the report leaves out by default: folders, positions and serial"
            " numbers.",
        ),
    ] = False,
    sync: SyncFirst = False,
    show: Annotated[
        bool, typer.Option("--open", help="Open the report in your browser once it is written.")
    ] = False,
    project: ProjectOption = None,
) -> None:
    """Write the timeline, the galleries and their evidence to a single HTML file that you can send.

    It can be read without Coincide and without a network. Example: coincide report wedding/ --out
    wedding.html
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
        typer.echo(f"No browser could be started here. Open this address yourself: {address}")


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
            help="Folders or photos of an event, as if dropped on the program. Default: a welcome"
            " page.",
            show_default=False,
        ),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the address without opening a browser.")
    ] = False,
) -> None:
    """Open the app in your browser, like a click on its icon. Started twice, it opens the same app.

    To quit it, use the button on any of its pages. Examples: coincide app · coincide app wedding/
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
        typer.echo(f"Coincide is already running at {running.address}")
        if not no_browser:
            open_in_browser(running.address)
        return
    started = bind(roots_for(folders), can_end=True)
    typer.echo(f"Coincide is running at {started.address}\nQuit it there, or with Ctrl+C.")
    with suppress(KeyboardInterrupt), noted(started.access):
        serve(started, folders, browser=not no_browser)
