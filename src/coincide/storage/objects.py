"""Objects in storage, by URL: listed, read and written whole; a request that fails is repeated.

fsspec knows the kinds of storage (``s3://``, ``file://``, ``memory://`` …) and takes credentials
and endpoints from where they usually are. What it repeats itself is switched off where it can
be: one place decides how often, and counts.
"""

import errno
import random
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from coincide.errors import UsageError
from coincide.model.places import Place, Url, place_of
from coincide.storage.disk import Disk
from coincide.storage.form import ListedObject, R, Storage, T
from coincide.storage.ownfiles import MOST_BYTES

INSTALL = 'pip install "coincide[s3]"'
# requests until one is given up; the waits between them add up to about half a minute
ATTEMPTS = 8
FIRST_WAIT_S, LONGEST_WAIT_S = 0.1, 10.0
# a request that says nothing for so long is taken for lost
SILENT_S = 60
# requests of one listing or index under way at a time: they wait for the network, not for us
PARALLEL = 16

# this machine's own disks
_LOCAL = ("file", "local")
# what another attempt does not change
_FINAL = (
    *(FileNotFoundError, PermissionError, FileExistsError),
    *(IsADirectoryError, NotADirectoryError),
)
# this machine's own disk has no room left: no fault of the object's
_FULL = (errno.ENOSPC, errno.EDQUOT)


def open_storage(place: Place, *, root: Place | None = None) -> Storage:
    """Return the storage that a place lies in.

    ``root`` is a folder of ours that it lies below: on this machine no folder in it may be a link.
    """
    if isinstance(place, Url):
        return Objects(place, root=root if isinstance(root, Url) else None)
    return Disk(root if isinstance(root, Path) else None)


@dataclass(frozen=True, slots=True)
class Traffic:
    """Requests that were made, how many of them again, and the bytes they moved."""

    requests: int = 0
    retries: int = 0
    bytes_read: int = 0
    bytes_written: int = 0

    def __add__(self, other: "Traffic") -> "Traffic":
        return Traffic(
            self.requests + other.requests,
            self.retries + other.retries,
            self.bytes_read + other.bytes_read,
            self.bytes_written + other.bytes_written,
        )


class Objects:
    """Access to one kind of storage, which counts what it does. Safe to share between threads.

    Whatever stays wrong is an OSError.
    """

    def __init__(self, like: Url, *, root: Url | None = None) -> None:
        """Open the storage that the URL ``like`` lies in; ``root`` as for ``open_storage``."""
        self._scheme = like.scheme
        self._files = _file_system(self._scheme)
        local = self._scheme in _LOCAL
        self._own = Disk(Path(self._place(root))) if local and root is not None else None
        self._transient, self._refused = _errors(self._scheme)
        self._traffic = Traffic()
        self._lock = threading.Lock()

    @property
    def traffic(self) -> Traffic:
        """What was moved so far."""
        return self._traffic

    def list(self, folder: Place) -> list[ListedObject]:
        """Return all objects below a folder, by path; none where there is no such folder."""
        place = self._place(folder)
        if self._own is not None:
            self._count(Traffic(requests=1))
            return sorted(map(self._as_url, self._own.list(Path(place))), key=lambda one: one.path)

        def find() -> list[ListedObject]:
            self._files.invalidate_cache()
            found = self._files.find(place, detail=True)
            return [self._listed(info) for info in found.values() if info["type"] == "file"]

        return sorted(self._request(find), key=lambda one: one.path)

    def read(self, path: Place, *, end: int | None = None, most: int = MOST_BYTES) -> bytes:
        """Return an object's bytes, or those before ``end``."""
        place = self._place(path)
        if self._own is not None:
            own = self._own.read(Path(place), end=end, most=most)
            self._count(Traffic(requests=1, bytes_read=len(own)))
            return own
        # s3fs takes an end alone for nothing
        bounds = {} if end is None else {"start": 0, "end": end}
        data: bytes = self._request(lambda: self._files.cat_file(place, **bounds))
        self._count(Traffic(bytes_read=len(data)))
        return data

    def fetch(self, listed: ListedObject, to: Path) -> None:
        """Copy an object to a file of this machine, whole or not at all."""
        place = self._place(listed.path)

        def get() -> None:
            self._files.get_file(place, str(to))
            if to.stat().st_size != listed.size:
                raise OSError(f"{to.stat().st_size} of {listed.size} bytes arrived")

        self._request(get)
        self._count(Traffic(bytes_read=listed.size))

    def write(self, path: Place, data: bytes) -> None:
        """Write an object: under its name it is whole or not there."""
        place = self._place(path)
        if self._own is not None:
            self._own.write(Path(place), data)
            self._count(Traffic(requests=1, bytes_written=len(data)))
            return
        self._request(lambda: self._put(place, data))
        self._count(Traffic(bytes_written=len(data)))

    def delete(self, path: Place) -> None:
        """Delete an object, if it is there."""
        place = self._place(path)

        if self._own is not None:
            self._own.delete(Path(place))
            return

        def remove() -> None:
            if self._files.exists(place):
                self._files.rm_file(place)

        self._request(remove)

    def delete_folder(self, folder: Place) -> None:
        """Delete all objects below a folder."""
        place = self._place(folder)

        if self._own is not None:
            self._own.delete_folder(Path(place))
            return

        def remove() -> None:
            if self._files.exists(place):
                self._files.rm(place, recursive=True)

        self._request(remove)

    def exists(self, path: Place) -> bool:
        """Tell whether there is anything of that name, be it an object or a folder of some."""
        place = self._place(path)
        return self._request(lambda: bool(self._files.exists(place)))

    def is_file(self, path: Place) -> bool:
        """Tell whether there is an object of that name."""
        place = self._place(path)
        return self._request(lambda: bool(self._files.isfile(place)))

    @contextmanager
    def at_hand(self, path: Place) -> Iterator[Path]:
        """Yield a copy on this machine's disks, which is gone afterwards."""
        with tempfile.TemporaryDirectory(prefix="coincide-") as scratch:
            here = Path(scratch) / path.name
            here.write_bytes(self.read(path))
            yield here

    def each(self, work: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
        """Yield the results of some requests in order, several under way at a time."""
        with ThreadPoolExecutor(PARALLEL, thread_name_prefix="objects") as pool:
            yield from pool.map(work, items)

    def _place(self, path: Place) -> str:
        place: str = self._files._strip_protocol(str(path))
        return place

    def _listed(self, info: dict[str, Any]) -> ListedObject:
        path = place_of(self._files.unstrip_protocol(info["name"]))
        stamps = (info.get(name) for name in ("ETag", "mtime", "created", "LastModified"))
        version = next((str(stamp) for stamp in stamps if stamp is not None), "")
        return ListedObject(path, int(info["size"]), version.strip('"'))

    def _as_url(self, listed: ListedObject) -> ListedObject:
        return replace(listed, path=place_of(self._files.unstrip_protocol(str(listed.path))))

    def _put(self, place: str, data: bytes) -> None:
        if self._scheme not in _LOCAL:
            self._files.pipe_file(place, data)
            return
        # a disk shows a file while it is being written; object storage does not
        Disk().write(Path(place), data)

    def _request(self, ask: Callable[[], R]) -> R:
        for attempt in range(ATTEMPTS):
            try:
                self._count(Traffic(requests=1, retries=int(attempt > 0)))
                return ask()
            except _FINAL:
                raise
            except self._transient as error:
                if getattr(error, "errno", None) in _FULL:
                    raise
                if attempt == ATTEMPTS - 1:
                    message = f"{error or type(error).__name__}, {ATTEMPTS} times"
                    raise OSError(message) from error
            except self._refused as error:
                raise PermissionError(str(error)) from error
            # spread, or all who failed together come back together
            longest_s = min(FIRST_WAIT_S * 2.0**attempt, LONGEST_WAIT_S)
            time.sleep(longest_s * random.uniform(0.5, 1.0))
        raise AssertionError("the last attempt returns or raises")

    def _count(self, more: Traffic) -> None:
        with self._lock:
            self._traffic += more


def is_full(error: OSError) -> bool:
    """Tell whether a disk of this machine has no room left."""
    return error.errno in _FULL


def _file_system(scheme: str) -> Any:
    try:
        import fsspec
    except ImportError as error:
        raise UsageError(f"{scheme}:// URLs need fsspec: {INSTALL}") from error
    try:
        files = fsspec.filesystem(scheme, **_settings(scheme))
    except ImportError as error:
        raise UsageError(f"{scheme}:// URLs need another package: {INSTALL}") from error
    except ValueError as error:
        raise UsageError(f"{scheme}:// URLs are not supported: {error}.") from error
    files.retries = 1
    return files


def _settings(scheme: str) -> dict[str, Any]:
    if scheme != "s3":
        return {}
    return {
        "use_listings_cache": False,
        "config_kwargs": {
            "retries": {"total_max_attempts": 1, "mode": "standard"},
            "connect_timeout": SILENT_S,
            "read_timeout": SILENT_S,
            "max_pool_connections": 4 * PARALLEL,
        },
    }


Kinds = tuple[type[Exception], ...]


def _errors(scheme: str) -> tuple[Kinds, Kinds]:
    """Return what another attempt may mend, as answers of 5xx, and what it does not."""
    if scheme != "s3":
        return (OSError, TimeoutError), ()
    import aiohttp
    from botocore import exceptions, parsers

    transient = (
        *(OSError, TimeoutError, aiohttp.ClientError, parsers.ResponseParserError),
        *(exceptions.HTTPClientError, exceptions.ConnectionError),
    )
    return transient, (exceptions.BotoCoreError,)  # above all: no credentials
