"""Read the times inside a file that could be changed there, by ExifTool's names.

With exiv2 and our own reader of videos: ExifTool, which writes them, has no part in it.
"""

import struct
from collections.abc import Iterable
from pathlib import Path

from coincide.media.formats import BOX_VIDEO_FORMATS, HEAD_BYTES, format_of, media_of
from coincide.media.tagreader import read_named
from coincide.media.video.boxes import Box, BoxFile
from coincide.media.video.header import read_video_tags
from coincide.media.video.tags import canon_tags
from coincide.model.times import from_clock, parse_exif_time, to_exif_text
from coincide.writing.plan.vocabulary import APPLE_TIME, EXIV2_NAMES

# what ExifTool writes and we can check afterwards
WRITABLE = frozenset(
    (
        *("JPEG", "PNG", "TIFF", "WEBP", "AVIF", "HEIF"),
        *("DNG", "CR2", "CR3", "NEF", "ARW", "RAF", "RW2", "ORF", "PEF"),
        *BOX_VIDEO_FORMATS,
    )
)
# where a time can be added to a file without any, and read back
ADDABLE = frozenset(("JPEG", "PNG", "TIFF", "WEBP"))
# characters; a time with its zone and nine digits behind the point has 35
MAX_TIME_CHARACTERS = 64


def read_file_times(path: Path) -> dict[str, str]:
    """Return a file's times; raise ValueError for a format that is not changed in the file."""
    with path.open("rb") as file:
        format_ = format_of(path, file.read(HEAD_BYTES))
    if format_ not in WRITABLE:
        raise ValueError(f"{format_ or 'this format'} cannot be written; use --to sidecar")
    if media_of(format_) == "video":
        return video_times(path)
    found = read_named(_tagged_part(path, format_), EXIV2_NAMES.values())
    names = {name: tag for tag, name in EXIV2_NAMES.items()}
    times = {names[name]: text.strip() for name, text in found.items()}
    if any(len(text) > MAX_TIME_CHARACTERS for text in times.values()):
        raise ValueError("its times are too long to be valid; use --to sidecar")
    if not times and format_ not in ADDABLE:
        raise ValueError("it has no times inside to change; use --to sidecar")
    return times


def _tagged_part(path: Path, format_: str) -> Path | bytes:
    """Return what exiv2 is to read: of a CR3 the tags alone, because it refuses some whole ones."""
    if format_ != "CR3":
        return path
    with path.open("rb") as file:
        return canon_tags(BoxFile(file)) or path


_START_S = from_clock(1904, 1, 1, 0, 0, 0)
# years have four digits
_END_S = from_clock(9999, 12, 31, 0, 0, 0)
_APPLE_KEY = "com.apple.quicktime.creationdate"


def video_times(path: Path) -> dict[str, str]:
    """Return the times in a video's headers; raise ValueError where its tracks disagree."""
    with path.open("rb") as file:
        boxes = BoxFile(file)
        movie = boxes.find(b"moov")
        if movie is None:
            raise ValueError("it has no movie header")
        tracks = [box for box in boxes.inside(movie) if box.kind == b"trak"]
        found = {
            "QuickTime:CreateDate": [boxes.find(b"mvhd", within=movie)],
            "QuickTime:TrackCreateDate": [boxes.find(b"tkhd", within=track) for track in tracks],
            "QuickTime:MediaCreateDate": [
                boxes.find(b"mdia", b"mdhd", within=track) for track in tracks
            ],
        }
        times = {tag: _one_time(boxes, headers) for tag, headers in found.items()}
        file.seek(0)
        apple = read_video_tags(file).texts.get(_APPLE_KEY)
    texts = {tag: text for tag, text in times.items() if text is not None}
    return texts | ({} if apple is None else {APPLE_TIME: _as_exiftool(apple)})


def _one_time(boxes: BoxFile, headers: Iterable[Box | None]) -> str | None:
    """Return the one creation time of some headers; None where they have none."""
    times = {_created(boxes.payload(header)) for header in headers if header is not None}
    if len(times) > 1:
        raise ValueError("the tracks of this video were created at different times")
    return next(iter(times), None)


def _created(payload: bytes) -> str | None:
    layout = ">4xQ" if payload[:1] == b"\1" else ">4xI"
    if len(payload) < struct.calcsize(layout):
        return None
    (created,) = struct.unpack_from(layout, payload)
    if created + _START_S >= _END_S:
        raise ValueError("its creation time is outside the range that can be written")
    # 0 is unknown; ExifTool writes it as no time at all
    return to_exif_text(created + _START_S) if created else None


def _as_exiftool(text: str) -> str:
    """Write Apple's time as ExifTool does.

    >>> _as_exiftool("2024-05-04T14:00:00+0200")
    '2024:05:04 14:00:00+02:00'
    """
    time_s = parse_exif_time(text)
    if time_s is None:
        return text
    zone = text[19:].removesuffix("Z")
    if len(zone) == 5 and zone[0] in "+-":
        zone = f"{zone[:3]}:{zone[3:]}"
    return to_exif_text(time_s) + zone
