"""Read tags of a file with exiv2, by exiv2's names: the one place that opens files with it.

``opened`` is for tasks of a worker process; ``read_named`` and ``all_tags`` are such tasks.
"""

import mmap
import threading
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import exiv2

from coincide.media.isolated import isolated
from coincide.media.tagbounds import check_tags

# exiv2's XMP toolkit keeps global state, so one thread at a time
_EXIV2 = threading.Lock()
# what exiv2's own language raises in it for damaged files, beside its errors
_BROKEN = (OverflowError, LookupError, ValueError, RuntimeError, MemoryError)


@contextmanager
def opened(source: Path | bytes | mmap.mmap, looked_at: bytes | None = None) -> Iterator[Any]:
    """Open a file, or a file's bytes, with exiv2; raise ValueError for what it cannot read.

    ``looked_at``: the part that is checked before, where checking all would read a large file to
    its end; the limits of the worker then bound what the rest may cost.
    """
    _check(source if looked_at is None else looked_at)
    with _EXIV2:
        _settle()
        try:
            image = exiv2.ImageFactory.open(str(source) if isinstance(source, Path) else source)
            image.readMetadata()
            yield image
        except (exiv2.Exiv2Error, *_BROKEN) as error:
            raise ValueError(str(error.args[-1] if error.args else error)) from error


def read_named(source: Path | bytes, names: Iterable[str]) -> dict[str, str]:
    """Return those tags of a file that it has, as exiv2 writes them."""
    return _read_named(source, tuple(names))


@isolated
def _read_named(source: Path | bytes, names: Sequence[str]) -> dict[str, str]:
    with opened(source) as image:
        data = {"Exif": image.exifData(), "Xmp": image.xmpData()}
        found = {name: find(data[name.split(".", 1)[0]], name) for name in names}
        return {name: text_of(tag) for name, tag in found.items() if tag is not None}


@isolated
def all_tags(source: Path | bytes) -> list[tuple[str, str]]:
    """Return all EXIF, XMP and IPTC tags of a file, in order, for comparing two files."""
    with opened(source) as image:
        data = (image.exifData(), image.xmpData(), image.iptcData())
        return [(datum.key(), text_of(datum)) for part in data for datum in part]


def find(data: Any, name: str) -> Any | None:
    """Return a tag in exiv2's EXIF or XMP data, None where it is not there."""
    datum = data.findKey(_key(name))
    return None if datum == data.end() else datum


def text_of(tag: Any) -> str:
    """Return a tag's value as text that can be written and printed, whatever its bytes are."""
    raw: bytes = tag.toString().encode("utf-8", "surrogateescape")
    return raw.decode("utf-8", "backslashreplace")


def _check(source: Path | bytes | mmap.mmap) -> None:
    """Raise ValueError for a file on which exiv2 would spend minutes or gigabytes."""
    if not isinstance(source, Path):
        check_tags(source)
        return
    try:
        with (
            source.open("rb") as file,
            mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data,
        ):
            check_tags(data)
    except OSError as error:
        raise ValueError(f"cannot be read: {error.strerror or error}") from error


@cache
def _settle() -> None:
    """Silence exiv2, which would print to the user's terminal, and let it read HEIC."""
    exiv2.LogMsg.setLevel(exiv2.LogMsg.Level.mute)
    with warnings.catch_warnings():
        # needed for HEIC and AVIF before exiv2 0.18, deprecated since
        warnings.simplefilter("ignore", DeprecationWarning)
        exiv2.enableBMFF()


@cache
def _key(name: str) -> Any:
    return exiv2.ExifKey(name) if name.startswith("Exif.") else exiv2.XmpKey(name)
