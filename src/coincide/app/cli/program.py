"""``coincide app``: the review app as a program that is started by a click."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from coincide.app.cli.review import need_web, open_in_browser
from coincide.errors import EventError


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
    from coincide.app.review.program import find_running, folders_of, noted, roots_for
    from coincide.app.review.server import bind, serve

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
