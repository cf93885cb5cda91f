"""The tags of many files at once, without their pictures: what a library's scan reads.

Neither is a file hashed nor are its pixels looked at, so a photo costs the disk its first pages.
"""

import mmap
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

from coincide.engine.local import Threads
from coincide.media.formats import HEAD_BYTES, media_of
from coincide.media.isolated import DecodeLimitError, isolated, progress
from coincide.media.kinds import kind_of
from coincide.media.metadata import read_tags, shots_of, was_edited
from coincide.media.raw import WITHOUT_EXIV2
from coincide.media.record import FileRecord
from coincide.media.tagbounds import end_of_tags
from coincide.media.tagrecord import tagged_record

# files in one message to a worker: the message costs as much as reading a few of them
_BATCH = 64
# batches under way at one time: reading waits for the disk
_THREADS = 2
# bytes that are checked of a RAW before exiv2 reads it: its tags lie at its beginning
_LOOKED_AT = 4 << 20
_END_OF_JPEG = b"\xff\xd9"


@dataclass(frozen=True, slots=True)
class Head:
    """What the tags of one file say.

    ``record`` has no key and no size in pixels; its ``reason`` says why there is no time. ``shots``
    is the body's count of its pictures. ``edited``: a program changed the capture time.
    """

    record: FileRecord
    shots: int | None = None
    edited: bool = False


def read_heads(paths: Sequence[Path]) -> Iterator[Head]:
    """Yield the head of each file, in order; a bad file is one with a reason."""
    with Threads(_THREADS, thread_name_prefix="heads") as pool:
        waiting: list[Future[list[Head]]] = []
        for start in range(0, len(paths), _BATCH):
            waiting.append(pool.submit(_read_batch, paths[start : start + _BATCH]))
            if len(waiting) > _THREADS:
                yield from waiting.pop(0).result()
        for future in waiting:
            yield from future.result()


def _read_batch(paths: Sequence[Path]) -> list[Head]:
    """Return the heads of a few files; where they break a limit together, one by one."""
    try:
        return heads_of(tuple(paths))
    except DecodeLimitError as error:
        if len(paths) == 1:
            return [Head(FileRecord(reason=str(error)))]
        return [head for path in paths for head in _read_batch([path])]


@isolated
def heads_of(paths: Sequence[Path]) -> list[Head]:
    """Return the heads of files, read in a worker process."""
    heads = list[Head]()
    for path in paths:
        heads.append(_head_of(path))
        progress()
    return heads


@isolated
def tags_in(data: bytes) -> dict[str, str]:
    """Return the tags in the first bytes of a file, read in a worker process; none of odd bytes."""
    try:
        return read_tags(data)
    except ValueError:
        return {}


def _head_of(path: Path) -> Head:
    try:
        with path.open("rb") as file:
            kind = kind_of(path, file.read(HEAD_BYTES))
            if kind.format is None:
                return Head(FileRecord(reason=kind.reason, other=kind.reason is None))
            if media_of(kind.format) == "video" or kind.format in WITHOUT_EXIV2:
                return Head(FileRecord(format=kind.format, reason="a scan reads photos only"))
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                return _tagged(kind.format, data)
    except (OSError, ValueError) as error:
        return Head(FileRecord(reason=f"its metadata cannot be read: {error}"))


def _tagged(format_: str, data: mmap.mmap) -> Head:
    if format_ == "JPEG":
        tags = read_tags(data[: end_of_tags(data)] + _END_OF_JPEG)
    else:
        looked_at = data[:_LOOKED_AT] if media_of(format_) == "raw" else None
        tags = read_tags(data, looked_at)
    return Head(tagged_record(tags), shots_of(tags), was_edited(tags))
