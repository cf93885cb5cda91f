"""Join the chapters of one recording: cameras begin a new file when one is 4 GB or some minutes.

GoPro says so in the names: GH010042, GH020042 are chapters 1 and 2 of recording 42, as GOPR0042
and GP010042 were before. Newer ones write one time into all of them, that of the first. Others
(AVCHD of Sony, Canon, Panasonic) only number on: 00012.MTS, 00013.MTS; there one must end just
where the next begins, by a meaning of their headers that both may have.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from coincide.ingest.devices import model_key
from coincide.model import Photo, Place

# headers hold whole seconds, and each of two is rounded by itself
_SEAM_S = 1.5
# a file shorter than that was ended by somebody, whose next may follow at once: no camera
# fills a file in less
_LEAST_S = 60.0
_GOPRO = re.compile(r"G(?P<kind>[HXLS])(?P<chapter>\d\d)(?P<file>\d{4})", re.IGNORECASE)
_GOPRO_FIRST = re.compile(r"GOPR(?P<file>\d{4})", re.IGNORECASE)
_GOPRO_NEXT = re.compile(r"GP(?P<chapter>\d\d)(?P<file>\d{4})", re.IGNORECASE)
_NUMBERED = re.compile(r"(?P<stem>.*?)(?P<number>\d{4,5})")


@dataclass(frozen=True, slots=True)
class RecordingFile:
    """One file of a recording, and when it begins, counted from the recording's start."""

    path: Place
    within_s: float


@dataclass(frozen=True, slots=True)
class Recording:
    """What was recorded without a break, as two files or more, in order."""

    chapters: tuple[RecordingFile, ...]


@dataclass(frozen=True, slots=True)
class _Named:
    """A clip by its name: which series it is of and its number there; ``said``: by GoPro."""

    photo: Photo
    series: tuple[object, ...]
    number: int
    said: bool


def join_chapters(photos: Sequence[Photo]) -> list[Recording]:
    """Return the recordings of several files among some photos, by the path of the first file.

    Photos that are no clips, and clips that stand for themselves, are in none.
    """
    series: dict[tuple[object, ...], list[_Named]] = {}
    for photo in photos:
        named = _named(photo)
        if named is not None:
            series.setdefault(named.series, []).append(named)
    runs = (run for members in series.values() for run in _runs(members))
    found = [_recording(run) for run in runs if len(run) > 1]
    return sorted(found, key=lambda recording: recording.chapters[0].path)


def in_turn(photos: Sequence[Photo]) -> tuple[tuple[Photo, ...], tuple[str, ...]]:
    """Return the photos of one clock with each chapter at its own beginning, and what was done.

    Where all chapters bear the time of the first, the others begin where those before them end.
    """
    by_path = {photo.path: photo for photo in photos}
    begins_s: dict[Place, float] = {}
    for recording in join_chapters(photos):
        first, *later = recording.chapters
        start = by_path[first.path]
        for chapter in later:
            if _is_one_time(start, by_path[chapter.path]):
                begins_s[chapter.path] = start.camera_time_s + chapter.within_s
    if not begins_s:
        return tuple(photos), ()
    moved = [
        replace(photo, camera_time_s=begins_s[photo.path]) if photo.path in begins_s else photo
        for photo in photos
    ]
    moved.sort(key=lambda photo: (photo.camera_time_s, photo.key))
    clips = "1 clip bears" if len(begins_s) == 1 else f"{len(begins_s)} clips bear"
    note = f"{clips} the time at which the recording began: placed where the previous part ends"
    return tuple(moved), (note,)


def _named(photo: Photo) -> _Named | None:
    if photo.clip is None or photo.clip.duration_s is None:
        return None
    stem, where = photo.path.stem, (photo.path.parent, model_key(photo.device), photo.device.serial)
    if match := _GOPRO.fullmatch(stem):
        series = ("gopro", match["kind"].upper(), match["file"], *where)
        return _Named(photo, series, int(match["chapter"]), said=True)
    if match := _GOPRO_FIRST.fullmatch(stem):
        return _Named(photo, ("gopro", "P", match["file"], *where), 0, said=True)
    if match := _GOPRO_NEXT.fullmatch(stem):
        series = ("gopro", "P", match["file"], *where)
        return _Named(photo, series, int(match["chapter"]), said=True)
    if match := _NUMBERED.fullmatch(stem):
        series = ("numbered", match["stem"].upper(), photo.path.suffix.lower(), *where)
        return _Named(photo, series, int(match["number"]), said=False)
    return None


def _runs(members: Sequence[_Named]) -> Iterator[list[_Named]]:
    """Yield clips that follow each other without a break, those that stand alone as well."""
    ordered = sorted(members, key=lambda member: (member.number, member.photo.path))
    run = ordered[:1]
    for before, after in pairwise(ordered):
        if not _follows(before, after, run[0]):
            yield run
            run = []
        run.append(after)
    yield run


def _follows(before: _Named, after: _Named, first: _Named) -> bool:
    """Tell whether a clip goes on where another ends; ``first`` begins the recording."""
    if after.number != before.number + 1:
        return False
    if before.said and _is_one_time(first.photo, after.photo):
        return True
    length_s = _length_s(before.photo)
    is_full = before.said or length_s >= _LEAST_S
    return is_full and any(
        abs(after_s - before_s - length_s) <= _SEAM_S
        for before_s, after_s in _starts_s(before.photo, after.photo)
    )


def _is_one_time(first: Photo, later: Photo) -> bool:
    """Tell whether both headers hold one time, as newer GoPros write it for the series."""
    return any(
        abs(one_s - other_s) <= _SEAM_S
        for one_s, other_s in _starts_s(first, later, kinds=("start",))
    )


def _starts_s(
    one: Photo, other: Photo, *, kinds: Sequence[str] = ("start", "end")
) -> Iterator[tuple[float, float]]:
    """Yield when two clips began, by each meaning that the headers of both may have."""
    if one.clip is None or other.clip is None:
        return
    others = {(read.kind, read.clock): read.start_s for read in other.clip.readings}
    for read in one.clip.readings:
        if read.kind in kinds and (read.kind, read.clock) in others:
            yield read.start_s, others[read.kind, read.clock]


def _length_s(photo: Photo) -> float:
    return 0.0 if photo.clip is None else photo.clip.duration_s or 0.0


def _recording(run: Sequence[_Named]) -> Recording:
    chapters, within_s = [], 0.0
    for named in run:
        chapters.append(RecordingFile(named.photo.path, within_s))
        within_s += _length_s(named.photo)
    return Recording(tuple(chapters))
