"""From a path to a record: bytes, hash, header, tags; unchanged files come from the cache."""

import hashlib
import io
import mmap
import stat
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from coincide.engine.local import Threads
from coincide.media import metadata
from coincide.media.bytool import read_by_tool
from coincide.media.contenthash import file_key
from coincide.media.exiftool import ExifTool, find_exiftool
from coincide.media.formats import BOX_VIDEO_FORMATS, HEAD_BYTES, media_of
from coincide.media.headers import Data, read_header
from coincide.media.isolated import DecodeLimitError, isolated, need_memory
from coincide.media.kinds import is_lasting, kind_of, named_as_media
from coincide.media.pictures.raw import has_rawpy
from coincide.media.pictures.video import has_av
from coincide.media.raw import WITHOUT_EXIV2, read_raw, with_preview_of
from coincide.media.record import FileRecord, MetadataCache, Tool
from coincide.media.tagrecord import tagged_record
from coincide.media.video.header import read_video, with_frames
from coincide.model import Place
from coincide.model.possible import is_possible
from coincide.model.progress import Progress
from coincide.model.times import DAY_S

# bytes; beyond every photo, below what would fill the memory of a small computer
MAX_FILE_BYTES = 1 << 30
# shorter side in pixels: an icon, or a pixel that tracks mail; no scene is recognised in it
MIN_SIDE_PX = 32
# formats whose decoders have the whole file in memory to look at its header
_READ_WHOLE = frozenset(("WEBP", "AVIF", "HEIF"))
# clocks show the time of any zone, and computers' clocks are minutes off
_BEFORE_S = DAY_S
# reading waits for the disk and hashing frees the interpreter; more would only take memory
_THREADS = 4
# files in the hands of the threads at one time, which bounds the memory
_CHUNK = 64


def read_files(
    paths: Sequence[Path],
    *,
    cache: MetadataCache | None = None,
    progress: Progress | None = None,
) -> dict[Place, FileRecord]:
    """Return the record of each path, in their order."""
    records: dict[Place, FileRecord] = {}
    with ExifTool() as tool, Threads(_THREADS, thread_name_prefix="ingest") as pool:
        for start in range(0, len(paths), _CHUNK):
            chunk = paths[start : start + _CHUNK]
            read = _read_chunk(chunk, cache, pool, tool)
            for path, record in zip(chunk, read, strict=True):
                records[path] = record
                if progress is not None:
                    progress(len(records), len(paths))
    return records


def _read_chunk(
    paths: Sequence[Path], cache: MetadataCache | None, pool: Threads, tool: ExifTool
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
        if media_of(kind.format) != "video" and status.st_size > MAX_FILE_BYTES:
            return FileRecord(reason=f"too large: {status.st_size / 1e9:.1f} GB")
        return with_written(_read_media(path, kind.format, tool), status.st_mtime)
    except OSError as error:
        return _left_out(path, _why_unreadable(path, error))


def with_written(record: FileRecord, written_s: float) -> FileRecord:
    """Return a record that says so where a file was written before it says that it was taken.

    Copies reset that time to a later one, which says nothing. One from before there were digital
    cameras is of a program or an archive that writes none.
    """
    taken_s = record.recorded_time_s
    if taken_s is None or not is_possible(written_s):
        return record
    later_s = taken_s - (record.zone_s or 0) - written_s
    return replace(record, written_s=written_s) if later_s > _BEFORE_S else record


def _read_media(path: Path, format_: str, tool: ExifTool | None) -> FileRecord:
    try:
        if format_ in BOX_VIDEO_FORMATS:
            return read_boxed_video(path, format_)
        if media_of(format_) == "video":
            return _read_stream(path, format_, tool)
        if format_ in WITHOUT_EXIV2:
            return with_preview_of(_ask_tool(path, format_, _key_of(path), tool), path)
        return read_picture(path, format_)
    except DecodeLimitError as error:
        # with its key it is remembered: what broke a limit once is not tried again
        return FileRecord(key=_key_or_none(path), format=format_, reason=str(error))
    except ValueError as error:  # it has no key
        return FileRecord(reason=str(error))


def _key_or_none(path: Path) -> str | None:
    try:
        return _key_of(path)
    except ValueError:
        return None


def _read_stream(path: Path, format_: str, tool: ExifTool | None) -> FileRecord:
    """Return the record of a video that is no boxes in boxes."""
    record = _ask_tool(path, format_, _key_of(path), tool)
    is_whole = record.width_px is not None or record.duration_s is not None
    return with_frames(record) if record.reason is None or is_whole or record.lacks else record


def _ask_tool(path: Path, format_: str, key: str, tool: ExifTool | None) -> FileRecord:
    if tool is not None:
        return read_by_tool(path, format_, key, tool)
    with ExifTool() as own:
        return read_by_tool(path, format_, key, own)


@isolated
def _key_of(path: Path) -> str:
    with path.open("rb") as file:
        return file_key(file)


@isolated
def read_boxed_video(path: Path, format_: str) -> FileRecord:
    """Return the record of a video of boxes."""
    with path.open("rb") as file:
        return read_video(path, file, format_)


@isolated
def read_picture(path: Path, format_: str) -> FileRecord:
    """Return the record of a photo or RAW photo that exiv2 can read."""
    with path.open("rb") as file:
        key, data = file_key(file), _mapped(file)
        file.seek(0)
        if media_of(format_) == "photo":
            return read_photo(format_, data, file, key)
        return read_raw(format_, key, data, file)


def _mapped(file: BinaryIO) -> Data:
    """Return the bytes of an open file, which are read when they are looked at."""
    try:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):  # not on every file system
        need_memory(2 * file.seek(0, 2))
        file.seek(0)
        return file.read()


def read_photo(
    format_: str, data: Data, file: BinaryIO | None = None, key: str | None = None
) -> FileRecord:
    """Return the record of a photo's bytes, also given as an open file where they are many.

    Tags are looked for only in what has a header: exiv2 goes on where decoders refuse.
    """
    key = key or hashlib.sha256(data).hexdigest()
    opened_file: BinaryIO = io.BytesIO(data) if file is None else file
    if format_ in _READ_WHOLE:
        need_memory(3 * len(data))
    broken = header = None
    try:
        header = read_header(format_, data, opened_file)
    except ValueError as error:
        broken = FileRecord(key=key, format=format_, reason=str(error))
    tags, unread = ({}, None) if broken and format_ != "TIFF" else _read_tags(data)
    if "Exif.Image.DNGVersion" in tags:  # whatever its name
        opened_file.seek(0)
        return read_raw("DNG", key, data, opened_file)
    if broken or header is None:
        return broken or FileRecord(key=key, format=format_)
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


def _read_tags(data: Data) -> tuple[dict[str, str], str | None]:
    """Return a photo's tags, or none and why they cannot be read."""
    try:
        return metadata.read_tags(data), None
    except ValueError as error:
        return {}, f"its metadata cannot be read: {error}"


def _left_out(path: Path, reason: str) -> FileRecord:
    """Return a record without contents; it is listed if its name promises a photo."""
    return FileRecord(reason=reason) if named_as_media(path) else FileRecord(other=True)


def _why_unreadable(path: Path, error: OSError) -> str:
    if isinstance(error, FileNotFoundError) and path.is_symlink():
        return "a link to a file that does not exist"
    return f"cannot be read: {(error.strerror or str(error)).lower()}"
