"""One file of each format that can be made here, and a plan that moves it by an hour."""

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath

from coincide.media.exiftool import ExifTool
from coincide.model.times import WallTime, parse_exif_time
from coincide.writing.apply.filereader import read_file_times
from coincide.writing.apply.infile import FileMaker
from coincide.writing.apply.state import FileState, state_of
from coincide.writing.apply.step import Step
from coincide.writing.plan.filetags import capture_time_s, retimed
from coincide.writing.plan.model import FileChange, Fingerprint, Moment, Place, TagChange
from coincide.writing.plan.videotags import video_changes
from tests.media_files import write_apple_mov, write_dng, write_heic, write_mp4
from tests.photo_files import exif_bytes, image_bytes

TIME, SHIFT_S = "2024:05:04 14:00:00", 3600.0


def _plain(format_: str) -> Callable[[Path], object]:
    def write(path: Path) -> None:
        exif = exif_bytes(TIME, digitised=TIME, zone="+02:00", subseconds="25")
        path.write_bytes(image_bytes(format_, exif))

    return write


MADE: Mapping[str, Callable[[Path], object]] = {
    "a.jpg": _plain("JPEG"),
    "a.png": _plain("PNG"),
    "a.tif": _plain("TIFF"),
    "a.webp": _plain("WEBP"),
    "a.avif": _plain("AVIF"),
    "a.heic": write_heic,
    "a.dng": write_dng,
    "a.mp4": write_mp4,
    "a.mov": write_apple_mov,
}


def planned_changes(path: Path) -> list[TagChange]:
    """Return the changes that move a file by an hour, with the zone it then is in."""
    tags = read_file_times(path)
    if any(tag.startswith("QuickTime:") for tag in tags):
        time_s = parse_exif_time(tags.get("QuickTime:CreateDate", ""))
        if time_s is None:
            raise ValueError("it has no time")
        return video_changes(tags, time_s, None, WallTime(time_s + SHIFT_S, None))
    now_s = capture_time_s(tags)
    if now_s is None:
        return retimed(tags, 0.0, WallTime(0.0, 7200))
    return retimed(tags, SHIFT_S, WallTime(now_s + SHIFT_S, 10800))


def made_and_checked(tool: ExifTool, path: Path, part: Path) -> list[str]:
    """Write a file an hour later to ``part``; return what its reading back differs in."""
    state = state_of(path)
    assert state is not None
    place = Place(0, PurePosixPath(path.name))
    changes = tuple(planned_changes(path))
    was = fingerprint(state)
    change = FileChange(place, was, place, was, changes, Moment(0.0, None, 0.0, 0.0), "g", "w")
    maker, step = FileMaker(tool, {0: change}, {0: path}), Step(0, path.parent, path, state)
    maker.make(step, part)
    return maker.check(step, part)


def sha256_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def fingerprint(state: FileState) -> Fingerprint:
    return Fingerprint(state.size, state.mtime_ns, state.sha256)
