"""``coincide library``: whole libraries, the history of every clock."""

from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from coincide.app.cli.libraries.options import (
    Folders,
    HomeZone,
    Places,
    StoreOption,
    store_folder,
)
from coincide.app.cli.output.group import ListingGroup
from coincide.app.cli.output.progress import Bars
from coincide.app.cli.output.tables import console, counted, shown
from coincide.app.cli.plan import For, Into, To
from coincide.errors import UsageError

if TYPE_CHECKING:
    from coincide.library.decide import Decision
    from coincide.library.openlibrary import Library
    from coincide.library.photos import Clock

library_app = typer.Typer(
    cls=ListingGroup,
    no_args_is_help=True,
    help="Find out for a library of many years when each camera's clock was off, and by how much.",
)


@library_app.command()
def scan(
    places: Places,
    again: Annotated[
        bool,
        typer.Option(
            "--again",
            help="List all folders, even unchanged ones, to find files that a program changed in"
            " place, and photos that were deleted from a server for good.",
        ),
    ] = False,
    store: StoreOption = None,
) -> None:
    """Read the tags of all photos; later scans read only what is new. No file is changed.

    Only the beginning of each file is read; from a photo server only the metadata of photos whose
    owners' keys are available. If interrupted, run it again to continue.

    Example: coincide library scan /nas/photos; coincide library scan immich://photos.example.org
    """
    from coincide.library.clocks import load_clocks
    from coincide.library.scan.scannedplace import scanned_place

    with scanned_place(places, store_folder, store) as place:
        with Bars() as bars:
            found = place.scan(again=again, progress=lambda done, of: bars("scan", done, of))
        out = console()
        files = f"{counted(found.n_read, 'photo')} read, {found.n_kept:,} known"
        out.print(Text(f"{files}, {found.n_gone:,} gone."), soft_wrap=True)
        out.print(_table(list(load_clocks(place.store))))


def _table(clocks: "list[Clock]") -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("clock", "photos", "sessions", "from", "to", "GPS time", "zone"):
        table.add_column(heading, justify="right" if heading[0] in "psG" else "left")
    for clock in sorted(clocks, key=lambda one: -len(one.photos)):
        table.add_row(*map(shown, _cells(clock)))
    return table


def _cells(clock: "Clock") -> tuple[str, ...]:
    import numpy as np

    from coincide.model.times import to_text

    photos = clock.photos
    first, last = (to_text(float(at_s))[:10] for at_s in (photos.time_s.min(), photos.time_s.max()))
    shares = (1 - float(np.isnan(column).mean()) for column in (photos.gps_s, photos.zone_s))
    with_gps, with_zone = (f"{share:.0%}" if share else "–" for share in shares)
    counts = f"{len(photos):,}", f"{clock.n_sessions:,}"
    return clock.name, *counts, first, last, with_gps, with_zone


@library_app.command()
def clocks(
    places: Places,
    zone: HomeZone = None,
    every: Annotated[
        bool, typer.Option("--all", help="Also list stretches whose clock was right.")
    ] = False,
    store: StoreOption = None,
) -> None:
    """Show when each scanned clock was off, by how much, and on which evidence.

    A stretch is a period in which a clock was not set. "wrong" stretches can be corrected with
    coincide library plan; "open" means too uncertain, or too little evidence. Photos of phones are
    never changed.

    Example: coincide library clocks /nas/photos
    """
    from coincide.app.cli.output.histories import print_histories
    from coincide.library.openlibrary import open_library

    with open_library(places, store_folder, store, home=zone) as library:
        print_histories(console(), library, every=every)


@library_app.command()
def find(
    folders: Folders,
    zone: HomeZone = None,
    store: StoreOption = None,
) -> None:
    """Find occasions that several people photographed, for cameras whose time is not sure.

    Sessions of different clocks that may have been at once are compared by what a few photos show,
    and by what their owners photograph on other days; those that stand out are placed by the
    solver of single events. Only what is new is searched, and a search that was stopped goes on.

    Example: coincide library find /nas/photos
    """
    from coincide.app.cli.output.occasions import print_occasions
    from coincide.library.occasions.search import find_occasions
    from coincide.library.occasions.shelf import load_occasions
    from coincide.library.openlibrary import open_library

    with open_library(folders, store_folder, store, home=zone) as library:
        with Bars() as bars:
            counts = find_occasions(library.store, library.solved, progress=bars)
        clocks = library.clocks
        print_occasions(console(), load_occasions(library.store, clocks), clocks, counts)


@library_app.command()
def plan(
    places: Places,
    stretch: Annotated[
        list[int] | None,
        typer.Option(
            "--stretch",
            metavar="NUMBER",
            help="Only this stretch, by its number in coincide library clocks; repeatable."
            " Default: all wrong stretches.",
            show_default=False,
        ),
    ] = None,
    to: To = "sidecar",
    program: For = None,
    into: Into = None,
    zone: HomeZone = None,
    store: StoreOption = None,
) -> None:
    """Make a plan for each wrong stretch; coincide apply then writes it.

    Photos on a server get their times with their owners' keys when the plan is applied.

    A stretch is corrected if two occasions support it, or one together with its own GPS times or
    daylight, or an answer of yours; sessions at its borders are left for later. Photos whose time
    was corrected since the scan are left alone. coincide undo takes back a plan as a whole.

    Example: coincide library plan /nas/photos --stretch 4
    """
    from coincide.app.cli.albums import plan_on_server
    from coincide.app.cli.plan import deliver, plan_options
    from coincide.library.openlibrary import open_library
    from coincide.library.plans import plan_path, plan_stretch
    from coincide.writing.plan import Caution

    options = plan_options(to, program, None, into, Caution(slight=True))
    with open_library(places, store_folder, store, home=zone) as library:
        if library.server is not None:
            plan_on_server(library, library.server, _asked(library, stretch or []), options)
            return
        for decision in _asked(library, stretch or []):
            with Bars() as bars:
                made = plan_stretch(library, decision, options, progress=bars)
            out = None if to in ("script", "table") else plan_path(library, decision)
            deliver(made, to, out, library.plans)


def _asked(library: "Library", numbers: list[int]) -> "list[Decision]":
    """Return the stretches to be written; raise UsageError for one that is not to be."""
    decisions = library.decisions
    wrong = [
        number for number, decision in enumerate(decisions, start=1) if decision.state == "wrong"
    ]
    for number in numbers:
        if not 1 <= number <= len(decisions):
            raise UsageError(f"--stretch {number}: there are {len(decisions)} stretches.")
        if number not in wrong:
            one = decisions[number - 1]
            raise UsageError(f"--stretch {number} is not written: {one.why or 'it is right'}.")
    if not wrong:
        raise UsageError("No stretch is known to be wrong; see coincide library clocks.")
    return [decisions[number - 1] for number in numbers or wrong]


@library_app.command()
def view(
    places: Places,
    zone: HomeZone = None,
    port: Annotated[
        int, typer.Option(help="The port to listen on; 0: any free port.", min=0, max=65535)
    ] = 0,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the address without opening a browser.")
    ] = False,
    store: StoreOption = None,
) -> None:
    """Show all clocks over the years in your browser: a lane for each, with stretches and photos.

    There you can inspect a stretch, plan it, apply it, undo it or reject it. Everything stays on
    this machine. For folders only. Example: coincide library view /nas/photos
    """
    from contextlib import suppress

    from coincide.app.cli.review import need_web
    from coincide.library.scan.folders import roots_of
    from coincide.library.scan.serverplace import server_among
    from coincide.model import file_of

    if server_among(places) is not None:
        raise UsageError(
            "The page shows libraries in folders: coincide library clocks lists a server's."
        )
    need_web()
    from coincide.app.review.clocks.openlibrary import LibraryPlace
    from coincide.app.review.http.server import bind, serve

    folders = [file_of(place) for place in places]
    roots = roots_of(folders)
    where = LibraryPlace(tuple(folders), store_folder, store, zone)
    running = bind([root.folder for root in roots], port)
    running.session.open_library(where)
    typer.echo(f"Clocks at {running.address}")
    typer.echo("Stop with Ctrl+C.")
    with suppress(KeyboardInterrupt):  # which is how it is closed
        serve(running, [], browser=not no_browser)


@library_app.command()
def ask(
    places: Places,
    most: Annotated[int, typer.Option("--most", help="How many questions to show.", min=1)] = 3,
    zone: HomeZone = None,
    store: StoreOption = None,
) -> None:
    """Show the photos whose times would decide most other photos.

    Each comes with the command that answers it. Camera times are often wrong, so look at the
    photo, and answer only what you know from a message of that day, a diary, or somebody's phone.

    Example: coincide library ask /nas/photos
    """
    from coincide.app.cli.output.histories import print_questions
    from coincide.library.openlibrary import open_library

    with open_library(places, store_folder, store, home=zone) as library:
        print_questions(console(), library, places, most)


@library_app.command()
def answer(
    places: Places,
    photo: Annotated[
        str | None,
        typer.Option(
            "--photo",
            help="A photo whose time you know; on a server its page there, or its id.",
            show_default=False,
        ),
    ] = None,
    taken: Annotated[
        str | None,
        typer.Option(
            "--taken",
            metavar="TIME",
            help="When it was taken, in local time: 2021-04-04 14:00:00.",
            show_default=False,
        ),
    ] = None,
    within: Annotated[
        float, typer.Option("--within", help="The uncertainty in minutes.", min=0.02)
    ] = 5.0,
    undo: Annotated[bool, typer.Option("--undo", help="Take the last answer back.")] = False,
    store: StoreOption = None,
) -> None:
    """Say when a photo was taken; this decides its whole stretch.

    Example: coincide library answer /nas/photos --photo Anna/P1.jpg --taken "2021-04-04 14:00:00"
    """
    from coincide.library.openlibrary import open_library
    from coincide.library.statements import Said, statement_in_words
    from coincide.model.times import DAY_S, MINUTE_S, parse_shown_s

    with open_library(places, store_folder, store) as library:
        if undo:
            gone = library.take_back("answers")
            words = "Nothing was said." if gone is None else f"Forgot: {statement_in_words(gone)}."
            console().print(Text(shown(words)), soft_wrap=True)
            return
        true_s = parse_shown_s(taken or "")
        if photo is None or true_s is None or true_s < DAY_S:
            raise UsageError('Give --photo and --taken, as in --taken "2021-04-04 14:00:00".')
        library.add_answer(Said(library.path_named(photo), true_s, within * MINUTE_S))
        console().print(Text("Kept. See coincide library clocks."))
