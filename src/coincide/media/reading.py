"""From a path to a record: bytes, hash, header, tags; unchanged files come from the cache."""

import hashlib
import stat
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BufferedReader
from pathlib import Path

from coincide.media import metadata
from coincide.media.bytool import read_by_tool
from coincide.media.exiftool import ExifTool, find_exiftool
from coincide.media.formats import BOX_VIDEO_FORMATS, HEAD_BYTES, media_of
from coincide.media.headers import read_header
from coincide.media.kinds import is_lasting, kind_of, named_as_media
from coincide.media.pictures.raw import has_rawpy
from coincide.media.pictures.video import has_av
from coincide.media.raw import WITHOUT_EXIV2, read_raw, with_preview
from coincide.media.record import FileRecord, MetadataCache, Tool
from coincide.media.tagged import tagged_record
from coincide.media.video.header import read_video, with_frames
from coincide.model import Place

# bytes; beyond every photo, below what would fill the memory of a small computer
MAX_FILE_BYTES = 1 << 30
# shorter side in pixels: an icon, or a pixel that tracks mail; no scene is recognised in it
MIN_SIDE_PX = 32
# reading waits for the disk and hashing frees the interpreter; more would only take memory
_THREADS = 4
# files in the hands of the threads at one time, which bounds the memory
_CHUNK = 64

Progress = Callable[[int, int], None]


def read_files(
    paths: Sequence[Path],
    *,
    cache: MetadataCache | None = None,
    progress: Progress | None = None,
) -> dict[Place, FileRecord]:
    """Return the record of each path, in their order."""
    records: dict[Place, FileRecord] = {}
    with ExifTool() as tool, ThreadPoolExecutor(_THREADS, thread_name_prefix="ingest") as pool:
        for start in range(0, len(paths), _CHUNK):
            chunk = paths[start : start + _CHUNK]
            read = _read_chunk(chunk, cache, pool, tool)
            for path, record in zip(chunk, read, strict=True):
                records[path] = record
                if progress is not None:
                    progress(len(records), len(paths))
    return records


def _read_chunk(
    paths: Sequence[Path], cache: MetadataCache | None, pool: ThreadPoolExecutor, tool: ExifTool
) -> Iterator[FileRecord]:
    """Yield records in order; only this thread touches the cache, which may be bound to it."""
    states = [_state(path) for path in paths]
    known = [
        _known(cache, path, state) if cache is not None and state is not None else None
        for path, state in zip(paths, states, strict=True)
    ]
    read = [
        pool.submit(read_file, path, tool) if record is None else record
        for path, record in zip(paths, known, strict=True)
    ]
    for path, state, record in zip(paths, states, read, strict=True):
        if isinstance(record, FileRecord):
            yield record
        else:
            fresh = record.result()
            # what has no key was not read to its end: it may be mended
            settled = fresh.key is not None or is_lasting(fresh.reason)
            if cache is not None and state is not None and settled:
                cache.put(path, *state, fresh)
            yield fresh


def _known(cache: MetadataCache, path: Path, state: tuple[int, int]) -> FileRecord | None:
    """Return the record of a file that was read before, unless more can be read of it now."""
    record = cache.get(path, *state)
    return None if record is None or any(map(_is_there, record.lacks)) else record


def _is_there(tool: Tool) -> bool:
    if tool == "exiftool":
        return find_exiftool() is not None
    return has_rawpy() if tool == "rawpy" else has_av()


def _state(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns


def read_file(path: Path, tool: ExifTool | None = None) -> FileRecord:
    """Return everything one file says; a bad file is a record with a reason, never an error.

    ``tool`` is asked about the few formats that only ExifTool reads; left out, one is started
    where it is needed.
    """
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            return _left_out(path, "not a regular file")
        with path.open("rb") as file:
            kind = kind_of(path, file.read(HEAD_BYTES))
            if kind.format is None:
                return FileRecord(reason=kind.reason, other=kind.reason is None)
            file.seek(0)
            if media_of(kind.format) == "video":
                return _read_video(path, file, kind.format, tool)
            if status.st_size > MAX_FILE_BYTES:
                return FileRecord(reason=f"too large: {status.st_size / 1e9:.1f} GB")
            return _read_picture(path, file.read(), kind.format, tool)
    except OSError as error:
        return _left_out(path, _why_unreadable(path, error))


def _read_picture(path: Path, data: bytes, format_: str, tool: ExifTool | None) -> FileRecord:
    if media_of(format_) == "photo":
        return read_photo(format_, data)
    key = hashlib.sha256(data).hexdigest()
    if format_ in WITHOUT_EXIV2:
        return with_preview(_ask_tool(path, format_, key, tool), data)
    return read_raw(format_, key, data)


def _read_video(
    path: Path, file: BufferedReader, format_: str, tool: ExifTool | None
) -> FileRecord:
    if format_ in BOX_VIDEO_FORMATS:
        return read_video(path, file, format_)
    key = hashlib.file_digest(file, "sha256").hexdigest()
    record = _ask_tool(path, format_, key, tool)
    is_whole = record.width_px is not None or record.duration_s is not None
    return with_frames(record) if record.reason is None or is_whole or record.lacks else record


def _ask_tool(path: Path, format_: str, key: str, tool: ExifTool | None) -> FileRecord:
    if tool is not None:
        return read_by_tool(path, format_, key, tool)
    with ExifTool() as own:
        return read_by_tool(path, format_, key, own)


def read_photo(format_: str, data: bytes) -> FileRecord:
    """Return the record of a photo's bytes."""
    key = hashlib.sha256(data).hexdigest()
    unread: str | None = None
    try:
        tags = metadata.read_tags(data)
    except ValueError as error:
        tags, unread = {}, f"its metadata cannot be read: {error}"
    if "Exif.Image.DNGVersion" in tags:  # whatever its name
        return read_raw("DNG", key, data)
    try:
        header = read_header(format_, data)
    except ValueError as error:
        return FileRecord(key=key, format=format_, reason=str(error))
    if min(header.width_px, header.height_px) < MIN_SIDE_PX:
        size = f"{header.width_px} × {header.height_px} px"
        reason = f"too small to recognise ({size})"
        return FileRecord(key=key, format=format_, reason=reason)
    record = tagged_record(tags)
    return replace(
        record,
        key=key,
        format=format_,
        reason=unread or record.reason,
        orientation=header.orientation or record.orientation,
        width_px=header.width_px,
        height_px=header.height_px,
        viewable=True,
    )


def _left_out(path: Path, reason: str) -> FileRecord:
    """Return a record without contents; it is listed if its name promises a photo."""
    return FileRecord(reason=reason) if named_as_media(path) else FileRecord(other=True)


def _why_unreadable(path: Path, error: OSError) -> str:
    if isinstance(error, FileNotFoundError) and path.is_symlink():
        return "a link to a file that is not there"
    return f"cannot be read: {(error.strerror or str(error)).lower()}"
