"""``coincide library``: whole libraries, the history of every clock."""

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from coincide.app.cli.options import Named, named
from coincide.app.cli.output.group import ListingGroup
from coincide.app.cli.output.progress import Bars
from coincide.app.cli.output.tables import console, counted, shown
from coincide.app.cli.plan import For, Into, To
from coincide.errors import UsageError

if TYPE_CHECKING:
    from coincide.library.decide import Decision
    from coincide.library.openlibrary import Library
    from coincide.library.photos import Clock
    from coincide.library.scan.folders import Root

library_app = typer.Typer(
    cls=ListingGroup,
    no_args_is_help=True,
    help="Whole libraries of many years: when each camera's clock was off, and by how much.",
)
Places = Annotated[
    list[Named],
    typer.Argument(
        metavar="FOLDER",
        parser=named,
        help="A folder of photos of many years, with a sub-folder for each person where there are"
        " several; or a folder for each person; or a photo server, as immich://photos.example.org.",
        show_default=False,
    ),
]
StoreOption = Annotated[
    Path | None,
    typer.Option(
        "--store",
        help="Where to keep what was read. Default: .coincide-library inside FOLDER; of several"
        " folders in the current folder, .coincide-library- and a name; of a server with the data"
        " that programs keep for you.",
        show_default=False,
    ),
]


HomeZone = Annotated[
    str | None,
    typer.Option(
        "--zone",
        help="The zone of home, e.g. Europe/Berlin. Default: the one that most phones' photos"
        " were taken in.",
        show_default=False,
    ),
]


def store_folder(roots: "tuple[Root, ...]", store: Path | None) -> Path:
    """Return where the records of a library lie."""
    from coincide.library.scan.store import STORE_NAME

    if store is not None:
        return store.expanduser()
    if len(roots) == 1:
        return roots[0].folder / STORE_NAME
    which = "\n".join(str(root.folder) for root in roots)
    return Path.cwd() / f"{STORE_NAME}-{hashlib.sha256(which.encode()).hexdigest()[:8]}"


@library_app.command()
def scan(
    places: Places,
    again: Annotated[
        bool,
        typer.Option(
            "--again",
            help="List every folder, also those that did not change: finds files that a program"
            " changed in place, and photos that were removed from a server for good.",
        ),
    ] = False,
    store: StoreOption = None,
) -> None:
    """Read the tags of all photos, and of what is new the next time; no file is changed.

    Only the beginning of each file is read; of a photo server what it tells of the photos whose
    owners' keys are at hand, and no file. Killed or stopped, the next scan goes on from there.

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
    first, last = (to_text(float(one))[:10] for one in (photos.time_s.min(), photos.time_s.max()))
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
    """Show when each clock was off, by how much, and what that rests on, of what was scanned.

    A stretch is a time over which a clock was not set. "wrong" may be written by coincide library
    plan; "open" is not sure enough, or rests on too little. Phones are never written.

    Example: coincide library clocks /nas/photos
    """
    from coincide.app.cli.output.histories import print_histories
    from coincide.library.openlibrary import open_library

    with open_library(places, store_folder, store, home=zone) as library:
        print_histories(console(), library, every=every)


@library_app.command()
def plan(
    places: Places,
    stretch: Annotated[
        list[int] | None,
        typer.Option(
            "--stretch",
            metavar="NUMBER",
            help="Only this stretch, by its number in coincide library clocks; repeatable."
            " Default: all that are wrong.",
            show_default=False,
        ),
    ] = None,
    to: To = "sidecar",
    program: For = None,
    into: Into = None,
    zone: HomeZone = None,
    store: StoreOption = None,
) -> None:
    """Make a plan for each stretch that is wrong; then coincide apply writes it.

    Photos on a server get their times by their owners' keys, when the plan is applied.

    A stretch is corrected where two occasions speak for it, or one and its own GPS times or the
    sun, or an answer of yours; sessions at its borders wait. A photo whose time was corrected
    since the scan is left. coincide undo takes each plan back as one.

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
    wrong = [number for number, one in enumerate(decisions, start=1) if one.state == "wrong"]
    for number in numbers:
        if not 1 <= number <= len(decisions):
            raise UsageError(f"--stretch {number}: there are {len(decisions)} stretches.")
        if number not in wrong:
            one = decisions[number - 1]
            raise UsageError(f"--stretch {number} is not written: {one.why or 'it is right'}.")
    if not wrong:
        raise UsageError("No stretch is known to be wrong: see coincide library clocks.")
    return [decisions[number - 1] for number in numbers or wrong]


@library_app.command()
def view(
    places: Places,
    zone: HomeZone = None,
    port: Annotated[
        int, typer.Option(help="The port of this machine; 0: any that is free.", min=0, max=65535)
    ] = 0,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Only print the address, open nothing.")
    ] = False,
    store: StoreOption = None,
) -> None:
    """See all clocks over the years in your browser: a lane for each, its stretches, their photos.

    There a stretch is looked at, planned, applied, taken back or rejected. Everything stays on this
    machine. Of folders only. Example: coincide library view /nas/photos
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
    most: Annotated[int, typer.Option("--most", help="Questions that are shown.", min=1)] = 3,
    zone: HomeZone = None,
    store: StoreOption = None,
) -> None:
    """Show the photos whose time is most worth knowing: those that decide most others.

    Each comes with the command that answers it. What a camera shows is often wrong, so look at the
    photo, and answer only what you know: by a message of that day, a diary, another's phone.

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
            help="When it was taken, local time: 2021-04-04 14:00:00.",
            show_default=False,
        ),
    ] = None,
    within: Annotated[
        float, typer.Option("--within", help="Minutes that this may be off by.", min=0.02)
    ] = 5.0,
    undo: Annotated[bool, typer.Option("--undo", help="Take the last answer back.")] = False,
    store: StoreOption = None,
) -> None:
    """Say when one photo was taken, which decides its whole stretch.

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
