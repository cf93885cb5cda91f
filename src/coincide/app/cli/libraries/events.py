"""``coincide library events`` and ``open``: what a library has of events, each as a project."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from coincide.app.cli.libraries.options import Folders, HomeZone, StoreOption, store_folder
from coincide.app.cli.output.tables import command_line, console, counted, print_prose, shown
from coincide.errors import UsageError

if TYPE_CHECKING:
    from coincide.library.suggestions import LibraryEvent

_HEADINGS = ("", "event", "from", "to", "photos", "people", "state")


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(events)
    app.command("open")(open_event)


def events(folders: Folders, zone: HomeZone = None, store: StoreOption = None) -> None:
    """Show the events of a library: occasions that were found, and events that were synced.

    Each is opened as a project by its number: coincide library open FOLDER
    --event NUMBER.

    Example: coincide library events /nas/photos
    """
    from coincide.library.openlibrary import open_library
    from coincide.library.suggestions import events_of

    out = console()
    with open_library(folders, store_folder, store, home=zone) as library:
        found = events_of(library)
    if not found:
        print_prose(out, "No event is known yet: coincide library find FOLDER looks for some.")
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in _HEADINGS:
        table.add_column(heading, justify="right" if heading == "photos" else "left")
    for number, event in enumerate(found, start=1):
        table.add_row(*map(shown, _cells(number, event)))
    out.print(table)
    print_prose(out, "To open one, by its number: coincide library open FOLDER --event NUMBER")


def _cells(number: int, event: "LibraryEvent") -> tuple[str, ...]:
    from coincide.model.times import to_text

    first, last = (to_text(moment_s)[:16] for moment_s in (event.first_s, event.last_s))
    people = ", ".join(f"{person} {count:,}" for person, count in event.people)
    return str(number), event.name, first, last, f"{event.n_photos:,}", people, event.kind


def open_event(
    folders: Folders,
    number: Annotated[
        int, typer.Option("--event", help="Its number in coincide library events.", min=1)
    ],
    port: Annotated[
        int, typer.Option(help="The port of this machine; 0: any that is free.", min=0, max=65535)
    ] = 0,
    no_review: Annotated[
        bool,
        typer.Option(
            "--no-review", help="Only write its event file and print it, for other commands."
        ),
    ] = False,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Only print the address, open nothing.")
    ] = False,
    zone: HomeZone = None,
    store: StoreOption = None,
) -> None:
    """Open an event of a library as a project: review it, make its album or a report.

    No photo is copied: an event file names them where they lie. It is kept beside what was read of
    the library, and the project beside it, or where COINCIDE_PROJECTS says.

    Example: coincide library open /nas/photos --event 12
    """
    from coincide.app.cli.review import review
    from coincide.library.eventfiles import open_source
    from coincide.library.openlibrary import open_library
    from coincide.library.suggestions import events_of

    out = console()
    with open_library(folders, store_folder, store, home=zone) as library:
        found = events_of(library)
        if number > len(found):
            raise UsageError(f"--event {number}: there are {counted(len(found), 'event')}.")
        event = found[number - 1]
        source, left = open_source(library, event)
    for path in left:
        print_prose(out, f"Left out, since its name is no text: {path.name}")
    out.print(Text(shown(f"{event.name}: {source}")), soft_wrap=True)
    if no_review:
        for words in (("sync",), ("album",), ("report",)):
            made = {"album": ["--out", "album/"], "report": ["--out", "report.html"]}
            command = ("coincide", *words, source, *made.get(words[0], []))
            out.print(Text(command_line(command)), soft_wrap=True)
        return
    review([source], port=port, root=[Path.home()], no_browser=no_browser)
