"""Where a library is, folders or a server, and the records that are kept of it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from coincide.errors import StoreError
from coincide.library.scan.folders import Root, roots_of
from coincide.library.scan.serverplace import ServerPlace, server_among
from coincide.library.scan.serverscan import scan_server
from coincide.library.scan.store import LibraryStore
from coincide.library.scan.tags import Scanned, scan_library
from coincide.model import Place, file_of
from coincide.model.progress import Progress

# says where the records of folders lie, if a person did not
StorePlace = Callable[[tuple[Root, ...], Path | None], Path]


@dataclass(frozen=True)
class ScannedPlace:
    """Where a library is, with the records that are kept of it."""

    store: LibraryStore
    roots: tuple[Root, ...]
    server: ServerPlace | None = None

    def scan(self, *, again: bool = False, progress: Progress = lambda _n, _of: None) -> Scanned:
        """Record what is new; of a server by the keys that are at hand."""
        if self.server is None:
            return scan_library(self.store, self.roots, again=again, progress=progress)
        photos = self.server.open()
        return scan_server(self.store, self.server, photos, again=again, progress=progress)


@contextmanager
def scanned_place(
    places: Sequence[Place], place: StorePlace, store: Path | None = None, *, known: bool = False
) -> Iterator[ScannedPlace]:
    """Open the records of folders or a server; ``place`` says where those of folders lie.

    ``known``: raise StoreError where nothing was scanned yet.
    """
    server = server_among(places)
    roots = () if server else roots_of([file_of(one) for one in places])
    folder = (store or server.store) if server else place(roots, store)
    if known and not folder.is_dir():
        raise StoreError(f"Nothing was scanned yet: {folder} is not there. First: library scan.")
    with LibraryStore(folder) as opened:
        yield ScannedPlace(opened, roots, server)
