"""The time that an album shows, inside its copies: ready for any other program.

Photos themselves are never touched. A copy that holds nothing but its picture gets a small block
of tags; one that is as its photo is gets its own tags changed by ExifTool, and what that wrote is
believed only when others read the times back, and find all else as it was.
"""

import os
import shutil
import struct
import time
from pathlib import Path

from coincide.errors import ExifToolError
from coincide.media.exiftool import ExifTool, file_argument
from coincide.media.formats import HEAD_BYTES, format_of, media_of
from coincide.media.imagedata import image_digest
from coincide.model.times import WallTime, to_datetime, to_exif_text, to_text, zone_text
from coincide.writing.apply.filereader import read_file_times
from coincide.writing.apply.infile import changed_tags
from coincide.writing.plan.exiftool_args import write_arguments
from coincide.writing.plan.filetags import Tags, capture_time_s, retimed
from coincide.writing.plan.model import TagChange
from coincide.writing.plan.videotags import HEADER_S
from coincide.writing.plan.vocabulary import APPLE_TIME, QUICKTIME_TIMES

# seconds for one file; a long video is written whole
_TIMEOUT_S = 600.0
_ORIENTATION, _EXIF_IFD, _VERSION = 0x0112, 0x8769, 0x9000
_TAKEN, _DIGITISED, _ZONES = 0x9003, 0x9004, (0x9011, 0x9012)
_ASCII, _SHORT, _LONG, _UNDEFINED = 2, 3, 4, 7
_ENTRY = struct.Struct(">HHI4s")
# where the first directory begins: behind the head of a TIFF
_HEAD = b"MM\0*\0\0\0\x08"


# Of pictures that hold nothing else


def exif_segment(turn: int, taken: WallTime | None) -> bytes:
    """Return the segment of a JPEG that says how to turn it and when it was taken; else nothing."""
    if turn == 1 and taken is None:
        return b""
    content = b"Exif\0\0" + _directories(turn, taken)
    return b"\xff\xe1" + (2 + len(content)).to_bytes(2, "big") + content


def _directories(turn: int, taken: WallTime | None) -> bytes:
    outer = [] if turn == 1 else [(_ORIENTATION, _SHORT, 1, struct.pack(">HH", turn, 0))]
    if taken is None:
        return _HEAD + _directory(outer, len(_HEAD))
    # the inner directory follows the outer one, which has one entry more than by now
    inner_at = len(_HEAD) + 2 + _ENTRY.size * (len(outer) + 1) + 4
    outer.append((_EXIF_IFD, _LONG, 1, struct.pack(">I", inner_at)))
    text = to_exif_text(taken.time_s).encode() + b"\0"
    inner = [
        (_VERSION, _UNDEFINED, 4, b"0232"),
        *((tag, _ASCII, len(text), text) for tag in (_TAKEN, _DIGITISED)),
    ]
    if taken.zone_s is not None:
        zone = zone_text(taken.zone_s).encode() + b"\0"
        inner += [(tag, _ASCII, len(zone), zone) for tag in _ZONES]
    return _HEAD + _directory(outer, len(_HEAD)) + _directory(inner, inner_at)


def _directory(entries: list[tuple[int, int, int, bytes]], at: int) -> bytes:
    """Return a directory of tags that begins at a place; what is long lies behind it."""
    behind_at = at + 2 + _ENTRY.size * len(entries) + 4
    listed, behind = b"", b""
    for tag, kind, count, value in entries:
        if len(value) <= 4:
            stored = value.ljust(4, b"\0")
        else:
            stored = struct.pack(">I", behind_at + len(behind))
            behind += value + b"\0" * (len(value) % 2)
        listed += _ENTRY.pack(tag, kind, count, stored)
    return struct.pack(">H", len(entries)) + listed + b"\0\0\0\0" + behind


def container_time(taken: WallTime | None) -> str:
    """Return a time as the head of a film tells it, in UTC; as shown where no zone is known.

    >>> container_time(WallTime(1714831200.0, 7200))
    '2024-05-04T12:00:00Z'
    """
    if taken is None:
        return ""
    return to_text(taken.time_s - (taken.zone_s or 0)).replace(" ", "T") + "Z"


# Of copies that are as their photos are


def set_time(tool: ExifTool, photo: Path, copy: Path, taken: WallTime) -> str:
    """Let a copy of a photo say when it was taken; return why it cannot, else nothing.

    Then it is as the photo is.
    """
    try:
        changes = _changes(photo, taken)
        if not changes:
            return ""
        arguments = [*write_arguments(changes), "-overwrite_original", file_argument(copy)]
        reply = tool.run(arguments, timeout_s=_TIMEOUT_S)
        wrong = _wrong(tool, changes, photo, copy)
        if not wrong:
            return ""
        why = (reply.err.strip().splitlines() or wrong)[0]
    except (ValueError, OSError, ExifToolError) as error:
        why = str(error)
    shutil.copyfile(photo, copy)
    return why


def _changes(photo: Path, taken: WallTime) -> list[TagChange]:
    tags = read_file_times(photo)
    with photo.open("rb") as file:
        format_ = format_of(photo, file.read(HEAD_BYTES))
    if format_ is not None and media_of(format_) == "video":
        return _of_video(tags, taken)
    now_s = capture_time_s(tags)
    return retimed(tags, 0.0 if now_s is None else taken.time_s - now_s // 1, taken)


def _of_video(tags: Tags, taken: WallTime) -> list[TagChange]:
    utc_s = taken.time_s - (taken.zone_s or 0)
    if not HEADER_S[0] < utc_s < HEADER_S[1]:
        raise ValueError("its header holds times from 1904 to 2040 only")
    new = dict.fromkeys(QUICKTIME_TIMES, to_exif_text(utc_s))
    if APPLE_TIME in tags:
        new[APPLE_TIME] = to_exif_text(taken.time_s) + taken.zone
    changes = [TagChange(tag, tags.get(tag), text) for tag, text in new.items()]
    return [change for change in changes if change.old != change.new]


def _wrong(tool: ExifTool, changes: list[TagChange], photo: Path, copy: Path) -> list[str]:
    """Return what differs from what was to be written, and what else has changed."""
    found = read_file_times(copy)
    missing = [
        f"{change.tag} was not written" for change in changes if found.get(change.tag) != change.new
    ]
    other = [] if missing else changed_tags(tool, changes, photo, copy)
    if not missing and image_digest(photo) != image_digest(copy):
        other.append("the picture itself is not as it was")
    return [*missing, *other]


def date_file(path: Path, taken: WallTime) -> None:
    """Give a file the date of its picture, by which some programs sort those without tags."""
    if taken.zone_s is None:
        instant_s = time.mktime(to_datetime(taken.time_s // 1).timetuple())
    else:
        instant_s = taken.time_s - taken.zone_s
    os.utime(path, (instant_s, instant_s))
