"""From a path to a record: bytes, hash, header, tags; unchanged files come from the cache."""

import hashlib
import stat
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from coincide.ingest import metadata
from coincide.ingest.exposure import scene_ev_of
from coincide.ingest.headers import Header, read_header
from coincide.ingest.kinds import HEAD_BYTES, RAW_REASON, kind_of, named_as_media
from coincide.ingest.record import FileRecord, MetadataCache

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
) -> dict[Path, FileRecord]:
    """Return the record of each path, in their order."""
    records: dict[Path, FileRecord] = {}
    with ThreadPoolExecutor(_THREADS, thread_name_prefix="ingest") as pool:
        for start in range(0, len(paths), _CHUNK):
            chunk = paths[start : start + _CHUNK]
            for path, record in zip(chunk, _read_chunk(chunk, cache, pool), strict=True):
                records[path] = record
                if progress is not None:
                    progress(len(records), len(paths))
    return records


def _read_chunk(
    paths: Sequence[Path], cache: MetadataCache | None, pool: ThreadPoolExecutor
) -> Iterator[FileRecord]:
    """Yield records in order; only this thread touches the cache, which may be bound to it."""
    states = [_state(path) for path in paths]
    known = [
        cache.get(path, *state) if cache is not None and state is not None else None
        for path, state in zip(paths, states, strict=True)
    ]
    futures = [
        pool.submit(read_file, path) if record is None else None
        for path, record in zip(paths, known, strict=True)
    ]
    for path, state, record, future in zip(paths, states, known, futures, strict=True):
        if record is not None:
            yield record
        elif future is not None:
            fresh = future.result()
            # what has no key was not read to its end: it is cheap, or it may be mended
            if cache is not None and state is not None and fresh.key is not None:
                cache.put(path, *state, fresh)
            yield fresh


def _state(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns


def read_file(path: Path) -> FileRecord:
    """Return everything one file says; a bad file is a record with a reason, never an error."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            return _left_out(path, "not a regular file")
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
            kind = kind_of(path, head)
            if kind.format is None:
                return FileRecord(reason=kind.reason, other=kind.reason is None)
            if status.st_size > MAX_FILE_BYTES:
                return FileRecord(reason=f"too large: {status.st_size / 1e9:.1f} GB")
            data = head + file.read()
    except OSError as error:
        return _left_out(path, _why_unreadable(path, error))
    return read_photo(kind.format, data)


def read_photo(format_: str, data: bytes) -> FileRecord:
    """Return the record of a photo's bytes."""
    key = hashlib.sha256(data).hexdigest()
    try:
        header = read_header(format_, data)
    except ValueError as error:
        return FileRecord(key=key, reason=str(error))
    if min(header.width_px, header.height_px) < MIN_SIDE_PX:
        size = f"{header.width_px} × {header.height_px} px"
        return FileRecord(key=key, reason=f"too small to recognise ({size})")
    try:
        tags = metadata.read_tags(data)
    except ValueError as error:
        return FileRecord(key=key, reason=f"its metadata cannot be read: {error}")
    if "Exif.Image.DNGVersion" in tags:
        return FileRecord(key=key, reason=RAW_REASON)
    return _record(key, header, tags)


def _record(key: str, header: Header, tags: metadata.Tags) -> FileRecord:
    capture = metadata.capture_of(tags)
    latitude_deg, longitude_deg = metadata.position_of(tags) or (None, None)
    return FileRecord(
        key=key,
        reason=capture.reason,
        recorded_time_s=capture.time_s,
        zone_s=capture.zone_s,
        gps_time_s=metadata.gps_time_of(tags),
        latitude_deg=latitude_deg,
        longitude_deg=longitude_deg,
        make=metadata.name_of(tags, "Exif.Image.Make"),
        model=metadata.name_of(tags, "Exif.Image.Model"),
        serial=metadata.serial_of(tags),
        software=metadata.name_of(tags, "Exif.Image.Software"),
        orientation=header.orientation or metadata.orientation_of(tags),
        width_px=header.width_px,
        height_px=header.height_px,
        scene_ev=scene_ev_of(tags),
    )


def _left_out(path: Path, reason: str) -> FileRecord:
    """Return a record without contents; it is listed if its name promises a photo."""
    return FileRecord(reason=reason) if named_as_media(path) else FileRecord(other=True)


def _why_unreadable(path: Path, error: OSError) -> str:
    if isinstance(error, FileNotFoundError) and path.is_symlink():
        return "a link to a file that is not there"
    return f"cannot be read: {(error.strerror or str(error)).lower()}"
