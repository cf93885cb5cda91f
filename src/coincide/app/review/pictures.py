"""What pages are shown of photos: sheets of small squares, and single photos, as plain JPEG.

Nothing but pixels leaves here: no tags, no comments, no profile of the original. Squares are
kept in the project folder by the photo's key, so that no order of galleries makes them anew.
"""

import hashlib
import io
import logging
import os
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from pathlib import Path

from PIL import Image, ImageOps

from coincide.errors import StoreError
from coincide.features.images import to_rgb
from coincide.media.isolated import isolated
from coincide.media.pictures import DECODE_ERRORS, open_picture
from coincide.model import Event, Photo
from coincide.storage.databases import check_files, connect, make_tables
from coincide.storage.faults import trouble
from coincide.storage.ownfiles import open_descriptor

logger = logging.getLogger(__name__)

TILE_PX, COLUMNS = 64, 16
PER_SHEET = COLUMNS * COLUMNS
# sides of the squares that sheets are sent with: a third of the bytes where all are shown small
SHEET_SIZES = (TILE_PX // 2, TILE_PX)
FILE = "pictures.sqlite"
# the sizes a page may ask for: the longer side in pixels
PHOTO_SIZES = (256, 1280)
TILE_QUALITY, SHEET_QUALITY, PHOTO_QUALITY = 88, 80, 85
# photos that are asked for at a time
DECODERS = 3
BLANK = (128, 128, 128)
_TABLES = {"tiles": "key TEXT PRIMARY KEY, jpeg BLOB"}


class Pictures:
    """Pictures of one event's photos; close it when done. Safe to share between threads."""

    def __init__(self, project: Path) -> None:
        self.files = RealPaths()
        self._project = project
        try:
            self._kept = _opened(_place(project))
        except (OSError, sqlite3.Error) as error:
            raise StoreError(
                f"Cannot store pictures in {project / FILE}: {trouble(error, project)}."
                " Make room on its disk, or delete it if it is damaged, and try again."
            ) from error
        self._pool = ThreadPoolExecutor(DECODERS, thread_name_prefix="pictures")
        self._lock = threading.Lock()
        self._sheet = lru_cache(16)(self._make_sheet)

    def note(self, event: Event) -> None:
        """Note where the photos of an event lie: what lies elsewhere later is not shown."""
        self.files.note(photo.path for photo in event.photos if isinstance(photo.path, Path))

    def close(self) -> None:
        """Let go of the file; what was made is kept."""
        self._pool.shutdown(cancel_futures=True)
        with self._lock:
            self._kept.close()

    def sheet(self, photos: Sequence[Photo], size_px: int = TILE_PX) -> bytes:
        """Return one sheet of up to PER_SHEET photos, row by row, as JPEG."""
        return self._sheet(tuple((photo.key, photo.file) for photo in photos), size_px)

    def photo(self, photo: Photo, size_px: int) -> bytes | None:
        """Return a photo upright, its longer side at most so long; None if it cannot be decoded."""
        return self._pool.submit(self._unswapped, photo_jpeg, photo.file, size_px).result()

    def _unswapped(self, make: Callable[..., bytes | None], path: Path, *how: int) -> bytes | None:
        """Return a picture of a file; None where the file was swapped for another."""
        made = make(path, *how) if self.files.is_same(path) else None
        return made if self.files.is_same(path) else None

    def _make_sheet(self, photos: tuple[tuple[str, Path], ...], size_px: int) -> bytes:
        tiles = self._load([key for key, _ in photos])
        missing = [(key, path) for key, path in photos if key not in tiles]
        for (key, _), jpeg in zip(
            missing,
            self._pool.map(partial(self._unswapped, _tile), [path for _, path in missing]),
            strict=True,
        ):
            if jpeg is not None:
                tiles[key] = jpeg
                self._execute("INSERT OR REPLACE INTO tiles VALUES (?, ?)", key, jpeg)
        return _sheet_jpeg([tiles.get(key) for key, _ in photos], size_px)

    def _load(self, keys: Sequence[str]) -> dict[str, bytes]:
        """Return the squares that are kept of some photos; what is no square is made again."""
        marks = ",".join("?" * len(keys))
        rows = self._execute(f"SELECT key, jpeg FROM tiles WHERE key IN ({marks})", *keys)
        found = {str(key): jpeg for key, jpeg in rows if isinstance(jpeg, bytes)}
        squares = _are_squares([*found.values()]) if found else []
        return {key: found[key] for key, is_square in zip(found, squares, strict=True) if is_square}

    def _execute(self, statement: str, *values: object) -> list[tuple[object, object]]:
        with self._lock:
            try:
                return self._kept.execute(statement, values).fetchall()
            except sqlite3.Error as error:
                told = trouble(error, self._project)
                raise StoreError(f"Cannot use {FILE} in the project folder: {told}.") from error


def _opened(where: Path | str) -> sqlite3.Connection:
    if isinstance(where, Path):
        check_files(where)
    database = connect(where)
    try:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=OFF")  # squares can be made again
        make_tables(database, _TABLES)
    except sqlite3.Error:
        database.close()
        raise
    return database


def _place(project: Path) -> Path | str:
    """Return where squares are kept; in memory where nobody may write into the folder."""
    try:
        with tempfile.TemporaryFile(dir=project):
            return project / FILE
    except OSError as error:
        logger.info("Pictures are not cached, because %s cannot be written to (%s)", project, error)
        return ":memory:"


def sheet_digest(photos: Sequence[Photo]) -> str:
    """Return what tells one sheet from another."""
    return hashlib.sha256("\n".join(photo.key for photo in photos).encode()).hexdigest()[:24]


def photo_jpeg(path: Path, size_px: int, quality: int = PHOTO_QUALITY) -> bytes | None:
    """Return a photo upright as JPEG, the longer side at most so long; None if it is broken."""
    try:
        return _photo_jpeg(path, size_px, quality)
    except DECODE_ERRORS:
        return None


@isolated
def _photo_jpeg(path: Path, size_px: int, quality: int) -> bytes:
    image = to_rgb(open_picture(path, lambda one: one.draft("RGB", (size_px, size_px))))
    image.thumbnail((size_px, size_px), Image.Resampling.BICUBIC, reducing_gap=2.0)
    return _jpeg(image, quality)


def _tile(path: Path) -> bytes | None:
    """Return the middle of a photo as a small square; None if it is broken."""
    try:
        return _tile_jpeg(path)
    except DECODE_ERRORS:
        return None


@isolated
def _tile_jpeg(path: Path) -> bytes:
    image = to_rgb(open_picture(path, lambda one: one.draft("RGB", (TILE_PX, TILE_PX))))
    square = ImageOps.fit(image, (TILE_PX, TILE_PX), Image.Resampling.BICUBIC)
    return _jpeg(square, TILE_QUALITY)


@isolated
def _are_squares(tiles: Sequence[bytes]) -> list[bool]:
    """Tell which of some JPEGs are squares of a sheet; others somebody may have put there."""
    return [_is_square(tile) for tile in tiles]


def _is_square(data: bytes) -> bool:
    try:
        with Image.open(io.BytesIO(data), formats=("JPEG",)) as tile:
            tile.load()
            return tile.size == (TILE_PX, TILE_PX)
    except DECODE_ERRORS:
        return False


@isolated
def _sheet_jpeg(tiles: Sequence[bytes | None], size_px: int) -> bytes:
    """Return squares as one picture, row by row; a photo without one stays blank."""
    side_px = COLUMNS * TILE_PX  # also where fewer photos are on it
    sheet = Image.new("RGB", (side_px, side_px), BLANK)
    for number, jpeg in enumerate(tiles):
        try:
            with Image.open(io.BytesIO(jpeg or b""), formats=("JPEG",)) as tile:
                row, column = divmod(number, COLUMNS)
                if tile.size == (TILE_PX, TILE_PX):
                    sheet.paste(tile, (column * TILE_PX, row * TILE_PX))
        except DECODE_ERRORS:
            continue
    return _jpeg(sheet.reduce(TILE_PX // size_px), SHEET_QUALITY)


def _jpeg(image: Image.Image, quality: int) -> bytes:
    image.info = {}  # comments and profiles would be written along
    data = io.BytesIO()
    image.save(data, "JPEG", quality=quality, optimize=True, exif=b"")
    return data.getvalue()


# Where the files of an event really lie, noted when it is opened.
#
# Links to photos are followed when an event is read. A file that becomes a link, or leads
# elsewhere, while the app runs is no longer the one that was read, and is not shown.


class RealPaths:
    """The real path of each file; safe to share between threads."""

    def __init__(self) -> None:
        self._real: dict[Path, Path] = {}

    def note(self, files: Iterable[Path]) -> None:
        """Note where files lie now, unless that is noted already."""
        folders: dict[Path, Path] = {}
        for file in files:
            if file in self._real:
                continue
            if file.parent not in folders:
                folders[file.parent] = Path(os.path.realpath(file.parent))
            real = folders[file.parent] / file.name
            self._real[file] = Path(os.path.realpath(file)) if real.is_symlink() else real

    def is_same(self, file: Path) -> bool:
        """Tell whether a file lies where it lay; of one that was never noted, nothing is known."""
        real = self._real.get(file)
        return real is None or real == Path(os.path.realpath(file))

    def open(self, file: Path) -> int | None:
        """Return a descriptor of a regular file that lies where it was noted; None of any other."""
        if file not in self._real or not self.is_same(file):
            return None
        try:
            return open_descriptor(self._real[file])
        except OSError:
            return None
