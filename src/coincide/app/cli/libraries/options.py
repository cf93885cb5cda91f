"""What the commands of libraries have in common: photos, home zone, and where the store lies."""

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from coincide.app.cli.options import Named, named, on_disk

if TYPE_CHECKING:
    from coincide.library.scan.folders import Root

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
# of commands that need the photos themselves
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
        help="Where to store what was read. Default: .coincide-library inside FOLDER; for several"
        " folders, .coincide-library-NAME in the current folder; for a server, your user data"
        " folder.",
        show_default=False,
    ),
]


HomeZone = Annotated[
    str | None,
    typer.Option(
        "--zone",
        help="The time zone at home, e.g. Europe/Berlin. Default: the zone in which most photos of"
        " phones were taken.",
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
