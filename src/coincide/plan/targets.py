"""One file's change, in its sidecar or in itself; or why it is left alone."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from coincide.plan.filetags import capture_time_s, retimed
from coincide.plan.model import FileChange, Fingerprint, Moment, Place, Program, TagChange
from coincide.plan.paths import place_of
from coincide.plan.programs import sidecar_for
from coincide.plan.sidecartags import sidecar_changes
from coincide.plan.videotags import video_changes
from coincide.plan.wanted import Wanted
from coincide.plan.xmp import MAX_SIDECAR_BYTES, parse_sidecar

# tags of a file by ExifTool's names; ValueError for a file that cannot be changed
TagReader = Callable[[Path], Mapping[str, str]]
# files of one shot say the same time up to what their writing takes
SHOT_S = 5.0


class LeftAloneError(Exception):
    """A file that the plan leaves alone; the message says why."""


@dataclass
class Files:
    """The event's folders, and how to look into its files.

    ``keys``: sha256 of files whose photo is known by another, because they were corrected.
    """

    roots: Sequence[Path]
    read_tags: TagReader
    keys: Mapping[Path, str] = field(default_factory=dict)
    _listed: dict[Path, frozenset[str]] = field(default_factory=dict)

    def beside(self, path: Path) -> frozenset[str]:
        """Return the names in a file's folder; each folder is listed once."""
        folder = path.parent
        if folder not in self._listed:
            self._listed[folder] = frozenset(entry.name for entry in folder.iterdir())
        return self._listed[folder]


def changes_in_sidecar(want: Wanted, files: Files, program: Program | None) -> FileChange | None:
    """Return the change of a photo's sidecar; None where it already says so."""
    photo = _place(want.path, files)
    sidecar = sidecar_for(want.path, program, files.beside(want.path))
    if sidecar.path is None:
        raise LeftAloneError(sidecar.why_not)
    path = _as_named(sidecar.path, files)
    writes = _place(path, files)
    data = _read_sidecar(path) if path.name in files.beside(path) else None
    try:
        values = {} if data is None else parse_sidecar(data).values
    except ValueError as error:
        raise LeftAloneError(f"{path.name} cannot be changed: {error}") from error
    recorded_s = want.written.time_s if want.photo is None else want.photo.recorded_time_s
    if data is None and want.photo is not None and recorded_s == want.written.time_s:
        return None
    tags = sidecar_changes(values, recorded_s, want.written)
    was = None if data is None else _fingerprint(path, hashlib.sha256(data).hexdigest())
    return _change(want, files, photo, writes, was, tags)


def _as_named(path: Path, files: Files) -> Path:
    """Return a sidecar's path as it is written there: on cards it is often .XMP."""
    names = [name for name in files.beside(path) if name.lower() == path.name.lower()]
    return path if path.name in names or not names else path.with_name(min(names))


def _read_sidecar(path: Path) -> bytes:
    try:
        if path.stat().st_size > MAX_SIDECAR_BYTES:
            raise LeftAloneError(f"{path.name} is too large for a sidecar")
        return path.read_bytes()
    except OSError as error:
        raise LeftAloneError(f"{path.name} cannot be read: {error.strerror or error}") from error


def changes_in_file(want: Wanted, files: Files) -> FileChange | None:
    """Return the change of the times inside a photo's file; None where it already says so."""
    place = _place(want.path, files)
    try:
        tags = files.read_tags(want.path)
    except (ValueError, OSError) as error:
        raise LeftAloneError(f"its times cannot be changed in the file: {error}") from error
    if any(tag.startswith(("QuickTime:", "Keys:")) for tag in tags):
        changes = _video(want, tags)
    else:
        changes = _still(want, tags)
    change = _change(want, files, place, place, None, changes)
    return None if change is None else replace(change, was=change.state)


def _still(want: Wanted, tags: Mapping[str, str]) -> list[TagChange]:
    now_s = capture_time_s(tags)
    if now_s is None or want.photo is None:
        return retimed(tags, 0.0, want.written) if now_s is None else []
    shift_s = _shift_s(want, now_s)
    return retimed(tags, shift_s, want.written) if shift_s else []


def _video(want: Wanted, tags: Mapping[str, str]) -> list[TagChange]:
    if want.photo is None:
        raise LeftAloneError("a video without a time of its own")
    return video_changes(tags, want.photo.recorded_time_s, want.photo.zone_s, want.written)


def _shift_s(want: Wanted, now_s: float) -> float:
    """Return what to add to what a file says now; 0 if it already says what it should."""
    if want.photo is None:
        return 0.0
    recorded_s, new_s = want.photo.recorded_time_s, want.written.time_s
    if abs(now_s - recorded_s) > SHOT_S or abs(now_s - new_s) < abs(now_s - recorded_s):
        if abs(now_s - new_s) <= SHOT_S:
            return 0.0
        raise LeftAloneError("its time is neither what the camera showed nor the corrected one")
    return new_s - recorded_s


def _place(path: Path, files: Files) -> Place:
    place = place_of(path, files.roots)
    if place is None:
        raise LeftAloneError(
            "it is reached through a link, or its name is unusual: not written through"
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
    state = _fingerprint(want.path, files.keys.get(want.path, want.key))
    return FileChange(photo, state, writes, was, tuple(tags), _moment(want), want.gallery, want.why)


def unchanged(want: Wanted, files: Files) -> FileChange:
    """Return a photo's file with nothing changed in it."""
    place = _place(want.path, files)
    state = _fingerprint(want.path, files.keys.get(want.path, want.key))
    return FileChange(place, state, place, state, (), _moment(want), want.gallery, want.why)


def _moment(want: Wanted) -> Moment:
    photo = want.photo
    recorded_s, zone_s = (None, None) if photo is None else (photo.recorded_time_s, photo.zone_s)
    return Moment(recorded_s, zone_s, want.written.time_s, want.shift_s)


def _fingerprint(path: Path, sha256: str) -> Fingerprint:
    try:
        status = path.stat(follow_symlinks=False)
    except OSError as error:
        raise LeftAloneError(f"it cannot be read: {error.strerror or error}") from error
    return Fingerprint(status.st_size, status.st_mtime_ns, sha256)
