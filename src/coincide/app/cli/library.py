"""``coincide library``: whole libraries, the history of every clock."""

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from coincide.app.cli.group import Listed
from coincide.app.cli.options import on_disk
from coincide.app.cli.progress import Bars
from coincide.app.cli.tables import console, counted, shown

if TYPE_CHECKING:
    from coincide.library.photos import Clock
    from coincide.library.scan.folders import Root

library_app = typer.Typer(
    cls=Listed,
    no_args_is_help=True,
    help="Whole libraries of many years: when each camera's clock was off, and by how much.",
)
Folders = Annotated[
    list[Path],
    typer.Argument(
        metavar="FOLDER",
        parser=on_disk,
        help="A folder of photos of many years, with a sub-folder for each person where there are"
        " several; or a folder for each person.",
        show_default=False,
    ),
]
StoreOption = Annotated[
    Path | None,
    typer.Option(
        "--store",
        help="Where to keep what was read. Default: .coincide-library inside FOLDER; of several"
        " folders in the current folder, .coincide-library- and a name.",
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
    folders: Folders,
    again: Annotated[
        bool,
        typer.Option(
            "--again",
            help="List every folder, also those that did not change: finds files that a program"
            " changed in place.",
        ),
    ] = False,
    store: StoreOption = None,
) -> None:
    """Read the tags of all photos, and of what is new the next time; no file is changed.

    Only the beginning of each file is read. Killed or stopped, the next scan goes on from there.

    Example: coincide library scan /nas/photos
    """
    from coincide.library.clocks import load_clocks
    from coincide.library.scan.folders import roots_of
    from coincide.library.scan.reading import scan_library
    from coincide.library.scan.store import LibraryStore

    roots = roots_of(folders)
    with LibraryStore(store_folder(roots, store)) as opened:
        with Bars() as bars:
            found = scan_library(
                opened, roots, again=again, progress=lambda done, of: bars("scan", done, of)
            )
        clocks = list(load_clocks(opened))
        out = console()
        files = f"{counted(found.n_read, 'file')} read, {found.n_kept:,} unchanged in"
        out.print(Text(f"{files} folders that changed, {found.n_gone:,} gone."), soft_wrap=True)
        out.print(_table(clocks))


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
