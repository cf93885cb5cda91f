"""Arguments and options that several commands share, and how they are read."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

# an argument that may be a URL: Typer takes no unions, and shows it as a path; it is read by
# parser=named, or Typer would make a path of a URL
if TYPE_CHECKING:
    from coincide.model import Place

    Named = Place
else:
    Named = Path


def named(text: str) -> "Place":
    """Return the path or the URL that an argument names."""
    from coincide.model import place_of

    return place_of(text)


def on_disk(text: str) -> Path:
    """Return the path that an argument names where files are written or shown; refuse a URL.

    An album is the folder that it was brought to.
    """
    from coincide.model import file_of
    from coincide.project.read.remotealbum import here_of

    return file_of(here_of(named(text)))


EventsOnDisk = Annotated[
    list[Path],
    typer.Argument(
        metavar="EVENT", parser=on_disk, help="As for coincide sync.", show_default=False
    ),
]
ProjectOption = Annotated[
    Path | None,
    typer.Option("--project", parser=on_disk, help="As for coincide sync.", show_default=False),
]
SyncFirst = Annotated[
    bool,
    typer.Option("--sync", help="Sync first if the latest result is out of date."),
]
