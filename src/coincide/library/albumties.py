"""Albums of a library's server that were synced: each is an occasion, as events in folders are."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from coincide.errors import CoincideError
from coincide.library.events import ShownPhotos, shown_photos, ties_between
from coincide.library.photos import Clock
from coincide.library.scan.serverplace import ServerPlace, asset_of_path
from coincide.library.scan.store import LibraryStore
from coincide.library.solve import Tie
from coincide.project.project import Project
from coincide.project.read.remotealbum import albums_folder, mirror_of, server_of
from coincide.servers.mirrorstate import MirrorState


def synced_albums(place: ServerPlace) -> Iterator[tuple[Path, MirrorState]]:
    """Yield the folders of a server's albums that were brought to this machine, by path."""
    for folder in sorted(albums_folder().glob("*/*")):
        try:
            mirror = mirror_of([folder])
            if mirror is not None and server_of(mirror) == place.base:
                yield folder, mirror
        except CoincideError:  # damaged: the commands for albums name it
            continue


def ties_of_albums(
    place: ServerPlace, store: LibraryStore, clocks: Sequence[Clock]
) -> tuple[Tie, ...]:
    """Return what the latest solutions of a server's albums say of clocks."""
    albums = list(synced_albums(place))
    if not albums:
        return ()
    shown = {asset_of_path(path)[1]: of for path, of in shown_photos(clocks, store).items()}
    ties = list[Tie]()
    for folder, mirror in albums:
        rows: ShownPhotos = {
            folder.resolve().joinpath(*file.parts): shown[one.id]
            for file, one in mirror.by_file.items()
            if one.id in shown
        }
        try:
            solution = Project.at(folder).latest()
        except CoincideError:
            continue
        if solution is not None:
            galleries = solution.event.galleries
            ties += ties_between(f"album {mirror.address}", galleries, solution.offsets, rows)
    return tuple(ties)
