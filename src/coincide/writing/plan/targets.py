"""One file's change, in its sidecar or in itself; or why it is left alone."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from msgspec import UNSET
from msgspec.structs import replace

from coincide.media.descriptions import said_inside
from coincide.model.times import WallTime
from coincide.writing.choices import Program
from coincide.writing.plan.filetags import capture_time_s, retimed, says_one_of, sidecar_changes
from coincide.writing.plan.model import FileChange, Fingerprint, Moment, Place, TagChange
from coincide.writing.plan.newtimes import Wanted
from coincide.writing.plan.paths import place_of
from coincide.writing.plan.programs import as_read_by, sidecar_for
from coincide.writing.plan.videotags import video_changes
from coincide.writing.plan.xmp import MAX_SIDECAR_BYTES, Sidecar, parse_sidecar

# tags of a file by ExifTool's names; ValueError for a file that cannot be changed
TagReader = Callable[[Path], Mapping[str, str]]
# files of one shot say the same time up to what their writing takes, which a RAW does last
SHOT_S, PAIR_S = 5.0, 2.0


class LeftAloneError(Exception):
    """A file that the plan leaves alone; the message says why."""


@dataclass(frozen=True, slots=True)
class Given:
    """What an earlier plan wrote into a file: its tags, and the time that they tell."""

    corrected_s: float
    tags: Mapping[str, str | None]

    def stands_in(self, tags: Mapping[str, str]) -> bool:
        """Tell whether a file with these tags still says so."""
        return all(tags.get(tag) == value for tag, value in self.tags.items())


@dataclass(frozen=True, slots=True)
class _Listed:
    """The names in a folder, and of those that differ by case alone the first."""

    names: frozenset[str]
    by_lower: Mapping[str, str]

    @staticmethod
    def of(folder: Path) -> "_Listed":
        names = sorted((entry.name for entry in folder.iterdir()), reverse=True)
        return _Listed(frozenset(names), {name.lower(): name for name in names})


@dataclass
class Files:
    """The event's folders, and how to look into its files.

    ``given``: what earlier plans wrote, by file, photos as well as sidecars. ``recorded_s``:
    what is inside photos whose camera's clock was set anew, as earlier plans found.
    """

    roots: Sequence[Path]
    read_tags: TagReader
    given: Mapping[Path, Sequence[Given]] = field(default_factory=dict)
    recorded_s: Mapping[Path, float] = field(default_factory=dict)
    _listed: dict[Path, "_Listed"] = field(default_factory=dict)

    def beside(self, path: Path) -> frozenset[str]:
        """Return the names in a file's folder; each folder is listed once."""
        return self._folder_of(path).names

    def as_named(self, path: Path) -> Path:
        """Return a path as it is written in its folder: on cards .xmp is often .XMP."""
        folder = self._folder_of(path)
        alike = folder.by_lower.get(path.name.lower())
        return path if path.name in folder.names or alike is None else path.with_name(alike)

    def _folder_of(self, path: Path) -> "_Listed":
        folder = path.parent
        if folder not in self._listed:
            self._listed[folder] = _Listed.of(folder)
        return self._listed[folder]

    def given_s(self, path: Path, tags: Mapping[str, str]) -> float | None:
        """Return the time that an earlier plan gave a file, if it still says that."""
        found = (item for item in self.given.get(path, ()) if item.stands_in(tags))
        return next((item.corrected_s for item in found), None)


def changes_in_sidecar(want: Wanted, files: Files, program: Program | None) -> FileChange | None:
    """Return the change of a photo's sidecar; None where it already says so."""
    photo = _place(want.path, files)
    sidecar = sidecar_for(want.path, program, files.beside(want.path))
    if sidecar.path is None:
        raise LeftAloneError(sidecar.why_not)
    path = files.as_named(sidecar.path)
    writes = _place(path, files)
    data = _read_sidecar(path) if path.name in files.beside(path) else None
    if data is None and _needs_no_sidecar(want, files):
        return None
    try:
        values = {} if data is None else parse_sidecar(data).values
        given_s = None if data is None else files.given_s(path, values)
        given = [] if given_s is None else [WallTime(given_s, None)]
        written = as_read_by(program, want.written)
        tags = sidecar_changes(values, [*_recorded(want), *given], written)
    except ValueError as error:
        raise LeftAloneError(f"{path.name} cannot be changed: {error}") from error
    was = None if data is None else _fingerprint(path, hashlib.sha256(data).hexdigest())
    change = _change(want, files, photo, writes, was, tags)
    if change is None or data is not None:
        return change
    return replace(change, carries=said_inside(want.path).names or UNSET)


def _recorded(want: Wanted) -> list[WallTime]:
    return [] if want.recorded is None else [want.recorded]


def _needs_no_sidecar(want: Wanted, files: Files) -> bool:
    """Tell whether a photo says the right time by itself: as made, or as an earlier plan left."""
    in_file = {given.corrected_s for given in files.given.get(want.path, ())}
    recorded = {time.time_s for time in _recorded(want)}
    return want.written.time_s in recorded | in_file


def outdated_sidecar(want: Wanted, files: Files) -> Path | None:
    """Return a sidecar that still says a photo's old time, which programs believe first."""
    photo = want.path
    for path in (photo.with_name(f"{photo.name}.xmp"), photo.with_suffix(".xmp")):
        path = files.as_named(path)  # noqa: PLW2901 - the name as it is written there
        sidecar = _parsed(path) if path.name in files.beside(path) else None
        if sidecar is None or says_one_of(sidecar.values, [want.written]):
            continue
        if says_one_of(sidecar.values, _recorded(want)):
            return path
    return None


def _parsed(path: Path) -> Sidecar | None:
    try:
        return parse_sidecar(_read_sidecar(path))
    except (ValueError, LeftAloneError):
        return None


def _read_sidecar(path: Path) -> bytes:
    try:
        if not path.is_file():  # a pipe would make us wait for its other end
            raise LeftAloneError(f"{path.name} is not a regular file")
        if path.stat().st_size > MAX_SIDECAR_BYTES:
            raise LeftAloneError(f"{path.name} is too large for a sidecar")
        return path.read_bytes()
    except OSError as error:
        raise LeftAloneError(f"{path.name} cannot be read: {error.strerror or error}") from error


def changes_in_file(want: Wanted, files: Files) -> FileChange | None:
    """Return the change of the times inside a photo's file; None where it already says so."""
    place = _place(want.path, files)
    if any(character in str(want.path) for character in "\r\n"):
        raise LeftAloneError("its path has a line break, which ExifTool does not accept: rename it")
    try:
        tags = files.read_tags(want.path)
    except (ValueError, OSError) as error:
        raise LeftAloneError(f"its times cannot be changed in the file: {error}") from error
    if any(tag.startswith(("QuickTime:", "Keys:")) for tag in tags):
        changes = _video(want, tags, files)
    else:
        changes = _still(want, tags, files)
    change = _change(want, files, place, place, None, changes)
    return None if change is None else replace(change, was=change.state)


def _still(want: Wanted, tags: Mapping[str, str], files: Files) -> list[TagChange]:
    now_s, given_s = capture_time_s(tags), files.given_s(want.path, tags)
    if now_s is None:
        return retimed(tags, 0.0, want.written)
    shift_s = _shift_s(want, now_s, files) if given_s is None else want.written.time_s - given_s
    return retimed(tags, shift_s, want.written) if shift_s else []


def _video(want: Wanted, tags: Mapping[str, str], files: Files) -> list[TagChange]:
    if want.photo is None:
        raise LeftAloneError("a video without a time of its own")
    given_s, written = files.given_s(want.path, tags), want.written
    try:
        if given_s is not None:
            return video_changes(tags, given_s, None, written)
        recorded_s, zone_s = want.photo.recorded_time_s, want.photo.zone_s
        shift_s = want.shift_s + want.clip_s
        return video_changes(tags, recorded_s, zone_s, written, clock_shift_s=shift_s)
    except ValueError as error:
        raise LeftAloneError(str(error)) from error


def _shift_s(want: Wanted, now_s: float, files: Files) -> float:
    """Return what to add to what a file says now; 0 if it already says what it should."""
    if want.recorded is None:
        return 0.0
    new_s = want.written.time_s
    recorded_s = files.recorded_s.get(want.path, want.recorded.time_s)
    nearest_s = min(recorded_s, new_s, key=lambda time_s: abs(now_s - time_s))
    if abs(now_s - recorded_s) <= PAIR_S:
        nearest_s = recorded_s
    if abs(now_s - nearest_s) > SHOT_S:
        raise LeftAloneError("its time is neither what the camera showed nor the corrected one")
    return new_s - nearest_s


def _place(path: Path, files: Files) -> Place:
    place = place_of(path, files.roots)
    if place is None:
        raise LeftAloneError(
            "it is reached through a link, or its name is unusual, so it is not written"
        )
    return place


def _change(
    want: Wanted,
    files: Files,
    photo: Place,
    writes: Place,
    was: Fingerprint | None,
    tags: Sequence[TagChange],
) -> FileChange | None:
    if not tags:
        return None
    state = _state(want, files)
    return FileChange(photo, state, writes, was, tuple(tags), _moment(want), want.gallery, want.why)


def unchanged(want: Wanted, files: Files) -> FileChange:
    """Return a photo's file with nothing changed in it."""
    place = _place(want.path, files)
    state = _state(want, files)
    return FileChange(place, state, place, state, (), _moment(want), want.gallery, want.why)


def _state(want: Wanted, files: Files) -> Fingerprint:
    """Return what a photo's file is now; one that was rewritten is known by what it was before."""
    if want.path not in files.given:
        return _fingerprint(want.path, want.key)
    try:
        with want.path.open("rb") as file:
            return _fingerprint(want.path, hashlib.file_digest(file, "sha256").hexdigest())
    except OSError as error:
        raise LeftAloneError(f"it cannot be read: {error.strerror or error}") from error


def _moment(want: Wanted) -> Moment:
    was = want.recorded
    recorded_s, zone_s = (None, None) if was is None else (was.time_s, was.zone_s)
    return Moment(recorded_s, zone_s, want.written.time_s, want.shift_s)


def _fingerprint(path: Path, sha256: str) -> Fingerprint:
    try:
        status = path.stat(follow_symlinks=False)
    except OSError as error:
        raise LeftAloneError(f"it cannot be read: {error.strerror or error}") from error
    return Fingerprint(status.st_size, status.st_mtime_ns, sha256)
