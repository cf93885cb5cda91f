"""What was already corrected, so that no photo is corrected twice.

A plan that was applied is remembered in the project folder; its journal, beside it, says how far
it came. A photo found with the time that such a plan gave it is taken for what its camera made:
with the time the camera recorded, under the key it had. So a second sync finds what the first
found and embeds nothing anew; and galleries keep their places, so that one that comes late joins
them. A plan by hand says nothing of places: what it wrote stands as if a camera had made it so.
"""

import hashlib
import logging
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from coincide.errors import PlanError, WriteError
from coincide.media.file import MediaFile, TakenTime, taken_inside
from coincide.media.filenames import time_from_name
from coincide.media.record import FileRecord
from coincide.model import Photo, Place, TimeSource, file_of
from coincide.storage.projectstore import ProjectStore
from coincide.writing.apply.carry import DoneChange, done_changes, journal_path, open_plan
from coincide.writing.plan.model import FileChange, Plan
from coincide.writing.plan.targets import Given

logger = logging.getLogger(__name__)

# a corrected photo is known by its time to the second, the other files of its shot to a few
SAME_S, SHOT_S = 1.0, 5.0


@dataclass(frozen=True, slots=True)
class Applied:
    """How one file was corrected: what it was, what it is, and by what its gallery moved.

    ``key`` is the sha256 of the file as its camera made it; ``now`` of what it is since, None
    where only its sidecar was written. ``jumped_s`` is what its clock was set anew by since the
    gallery's first photo. ``added``: it had no time inside before.
    """

    key: str
    now: str | None
    recorded_s: float | None
    zone_s: int | None
    corrected_s: float
    gallery_s: float
    jumped_s: float = 0.0
    added: bool = False

    @property
    def made_s(self) -> float | None:
        """What the camera recorded, as if its clock had not been set anew in between."""
        return None if self.recorded_s is None else self.recorded_s + self.jumped_s

    def wrote_inside(self, file: MediaFile) -> bool:
        """Tell whether a photo's file is as it was left, by its bytes or else by its time."""
        time_s = file.record.recorded_time_s
        if self.now is None or file.key in (self.key, self.now):
            return file.key == self.now
        return time_s is not None and abs(time_s - self.corrected_s) < SHOT_S

    def wrote_beside(self, taken: TakenTime) -> bool:
        """Tell whether a sidecar is as it was left."""
        return self.now is None and abs(taken.time_s - self.corrected_s) < SAME_S

    def before_s(self, time_s: float) -> float | None:
        """Return what a file recorded that now says ``time_s``.

        Files of one shot lie seconds apart and stay so. A video's header may be in UTC, and so
        far from local time: it is the photo's own, and recorded what is remembered.
        """
        if self.made_s is None:
            return None
        apart_s = time_s - self.corrected_s
        return self.made_s + (apart_s if SAME_S <= abs(apart_s) < SHOT_S else 0.0)


@dataclass(frozen=True)
class AppliedPlans:
    """All plans of an event that are in force: by photo, by gallery, and their anchor.

    ``given`` is what they wrote, by the file it was written into; ``true_time`` tells whether
    they brought the event to true time; ``moved`` are the galleries that they changed files of;
    ``solutions`` are the keys of what they were made from.
    """

    files: Mapping[Place, Sequence[Applied]] = field(default_factory=dict)
    given: Mapping[Path, Sequence[Given]] = field(default_factory=dict)
    held_s: Mapping[str, float] = field(default_factory=dict)
    anchor: str | None = None
    true_time: bool = False
    moved: frozenset[str] = frozenset()
    solutions: frozenset[str] = frozenset()

    @cached_property
    def digest(self) -> str:
        """What tells one state of an event's files from another, whoever looks at them."""
        told = [
            *(f"{path.name} {item}" for path in sorted(self.files) for item in self.files[path]),
            *(f"{name} {self.held_s[name]}" for name in sorted(self.held_s)),
            f"{self.anchor} {self.true_time}",
        ]
        return hashlib.sha256("\n".join(told).encode(errors="replace")).hexdigest()[:32]

    @property
    def galleries(self) -> frozenset[str]:
        """The galleries that were corrected, or found right."""
        return self.moved | frozenset(self.held_s)

    def standing_s(self, photo: Photo) -> float | None:
        """Return what a photo says that was read as its camera made it; None if it says that."""
        for applied in self.files.get(photo.path, ()):
            if applied.made_s is not None and applied.gallery_s == photo.applied_s:
                return applied.corrected_s + photo.recorded_time_s - applied.made_s
        return None

    def recorded_s(self) -> dict[Path, float]:
        """Return what cameras recorded whose clock was set anew, where a sidecar alone tells."""
        return {
            file_of(path): applied.recorded_s
            for path, known in self.files.items()
            for applied in known
            if applied.now is None and applied.jumped_s and applied.recorded_s is not None
        }

    def as_made(self, file: MediaFile) -> MediaFile:
        """Return a file as its camera made it, if it is as a plan left it."""
        known = self.files.get(file.path, ())
        inside = _first(applied for applied in known if applied.wrote_inside(file))
        if inside is not None:
            file = replace(file, key=inside.key, record=_record_as_made(file.record, inside))
        taken = file.taken
        if taken is None:
            return file
        if taken.time_from != "sidecar":
            return file if inside is None else _taken_as_made(file, taken, inside)
        beside = _first(applied for applied in known if applied.wrote_beside(taken))
        return file if beside is None else _taken_as_made(file, taken, beside)


def _first(known: Iterable[Applied]) -> Applied | None:
    return next(iter(known), None)


def _record_as_made(record: FileRecord, applied: Applied) -> FileRecord:
    if record.recorded_time_s is None:
        return record
    made_s = applied.before_s(record.recorded_time_s)
    moved_s = 0.0 if made_s is None else made_s - record.recorded_time_s
    made = replace(
        record,
        recorded_time_s=made_s,
        readings=tuple(
            replace(reading, start_s=reading.start_s + moved_s) for reading in record.readings
        ),
    )
    if record.clock == "utc" and applied.zone_s == 0:
        return made  # it says itself how sure that is
    return replace(made, zone_s=applied.zone_s, clock="local")


def _taken_as_made(file: MediaFile, taken: TakenTime, applied: Applied) -> MediaFile:
    made_s = applied.before_s(taken.time_s)
    made = None
    if made_s is not None:
        sure = True if file.record.clock == "local" else taken.sure
        made = TakenTime(made_s, applied.zone_s, _source(file, applied), sure)
    return replace(file, taken=made, applied_s=applied.gallery_s)


def _source(file: MediaFile, applied: Applied) -> TimeSource:
    """Return who told a file's time before it was corrected."""
    inside, recorded_s = taken_inside(file.record), applied.recorded_s or 0.0
    if inside is not None and not applied.added:
        by_itself = applied.now is not None or abs(inside.time_s - recorded_s) < SHOT_S
        return inside.time_from if by_itself else "sidecar"
    named = time_from_name(file.path.name)
    if named is not None and abs(named.time_s - recorded_s) < SHOT_S:
        return "name"
    told_s = file.taken_utc_s
    return "takeout" if told_s is not None and told_s == recorded_s else "sidecar"


def plans_stamp(paths: Iterable[Path]) -> tuple[str, ...]:
    """Return how plans and their journals stand, without reading them."""
    return stamps(path for plan in paths for path in (plan, journal_path(plan)))


def stamps(paths: Iterable[Path]) -> tuple[str, ...]:
    """Return size and time of change of the files that are there."""
    return tuple(
        f"{path}\0{status.st_size}\0{status.st_mtime_ns}"
        for path in paths
        if (status := _status(path)) is not None
    )


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None


def load_applied(store: ProjectStore) -> AppliedPlans:
    """Return what the plans that were applied to an event have changed, and not taken back."""
    return read_applied(store.load_plan_paths())


def read_applied(paths: Sequence[Path], *, but_of: str | None = None) -> AppliedPlans:
    """Return what plans have changed, and not taken back; leaving out those of one solution."""
    read = (_read(path, but_of) for path in paths)
    found = [plan_and_done for plan_and_done in read if plan_and_done is not None]
    before = {
        item.after: item.change.state.sha256 for _, done in found for item in done if item.in_file
    }
    files: dict[Place, list[Applied]] = {}
    given: dict[Path, list[Given]] = {}
    held_s: dict[str, float] = {}
    anchor, true_time = None, False
    moved: set[str] = set()
    for plan, done in found:
        first_s = _first_shifts_s(done)
        for change in done:
            gallery_s = first_s[change.change.gallery]
            files.setdefault(change.photo, []).append(_applied(change, before, gallery_s))
            given.setdefault(change.target, []).append(_given(change.change))
            moved.add(change.change.gallery)
        held_s |= {gallery.name: 0.0 for gallery in plan.galleries if gallery.state == "right"}
        if plan.anchor is not None:
            anchor, true_time = plan.anchor, plan.event_time == "true"
    solutions = frozenset(plan.solution for plan, _ in found if isinstance(plan.solution, str))
    return AppliedPlans(files, given, held_s, anchor, true_time, frozenset(moved), solutions)


def _read(path: Path, but_of: str | None = None) -> tuple[Plan, Sequence[DoneChange]] | None:
    """Return a plan and what of it is in force; None if nothing is, or nobody can tell."""
    if not path.exists():
        logger.warning(
            "The plan %s was applied and no longer exists: without it and its journal, it cannot"
            " be undone",
            path,
        )
        return None
    try:
        opened = open_plan(path)
        if opened.plan.to == "copies" or opened.plan.anchor is None:
            return None
        if but_of is not None and opened.plan.solution == but_of:
            return None
        done = list(done_changes(opened))
    except (PlanError, WriteError) as error:
        logger.warning("An applied plan cannot be read: %s", error)
        return None
    return (opened.plan, done) if done else None


def _first_shifts_s(done: Sequence[DoneChange]) -> dict[str, float]:
    """Return by what the first photo of each gallery was moved; later ones may differ by a jump."""
    ordered = sorted(_dated(done), key=lambda one: one[0], reverse=True)
    return {item.change.gallery: 0.0 for item in done} | {
        change.gallery: change.moment.shift_s for _, change in ordered
    }


def _dated(done: Sequence[DoneChange]) -> Iterator[tuple[float, FileChange]]:
    for change in done:
        if change.change.moment.recorded_s is not None:
            yield change.change.moment.recorded_s, change.change


def _applied(done: DoneChange, before: Mapping[str, str], gallery_s: float) -> Applied:
    moment = done.change.moment
    return Applied(
        key=_first_key(done.change.state.sha256, before),
        now=done.after if done.in_file else None,
        recorded_s=moment.recorded_s,
        zone_s=moment.zone_s,
        corrected_s=moment.corrected_s,
        gallery_s=gallery_s,
        jumped_s=0.0 if moment.recorded_s is None else moment.shift_s - gallery_s,
        added=done.in_file and all(tag.old is None for tag in done.change.changes),
    )


def _first_key(key: str, before: Mapping[str, str]) -> str:
    """Return the key a file had before all plans, of which one may have followed another."""
    seen = {key}
    while key in before and before[key] not in seen:
        key = before[key]
        seen.add(key)
    return key


def _given(change: FileChange) -> Given:
    return Given(change.moment.corrected_s, {tag.tag: tag.new for tag in change.changes})
