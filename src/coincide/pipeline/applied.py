"""What was already corrected, so that no photo is corrected twice.

A plan that was applied is remembered in the project folder; its journal, beside it, says how far
it came. A photo found with the time that such a plan gave it is taken for what its camera made:
with the time the camera recorded, under the key it had. So a second sync finds what the first
found and embeds nothing anew; and galleries keep their places, so that one that comes late joins
them.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from coincide.apply.carry import done_changes, open_plan
from coincide.errors import PlanError
from coincide.ingest.media import MediaFile, Taken
from coincide.plan.model import FileChange, Plan
from coincide.store import Store

logger = logging.getLogger(__name__)

# a corrected file is known by its time to the second
SAME_S = 1.0
Done = tuple[Path, FileChange, str | None]


@dataclass(frozen=True, slots=True)
class Applied:
    """How one file was corrected: what it was, what it is, and by what its gallery moved.

    ``key`` is the sha256 of the file as its camera made it, ``now`` of what it is since.
    ``recorded_s`` is as if the camera's clock had not been set anew in between.
    """

    key: str
    now: str
    recorded_s: float | None
    zone_s: int | None
    corrected_s: float
    gallery_s: float


@dataclass(frozen=True)
class AppliedPlans:
    """All plans of an event that are in force: by file, by gallery, and their anchor."""

    files: Mapping[Path, Applied] = field(default_factory=dict)
    held_s: Mapping[str, float] = field(default_factory=dict)
    anchor: str | None = None

    def as_made(self, file: MediaFile) -> MediaFile:
        """Return a file as its camera made it, if it is as a plan left it."""
        applied = self.files.get(file.path)
        if applied is None or file.taken is None:
            return file
        if abs(file.taken.time_s - applied.corrected_s) >= SAME_S:
            return replace(file, key=applied.key) if file.key == applied.now else file
        taken = None
        if applied.recorded_s is not None:
            taken = Taken(applied.recorded_s, applied.zone_s, "exif")
        record = file.record
        inside_s = record.recorded_time_s
        if inside_s is not None and abs(inside_s - applied.corrected_s) < SAME_S:
            record = replace(record, recorded_time_s=applied.recorded_s, zone_s=applied.zone_s)
        return replace(
            file, key=applied.key, record=record, taken=taken, applied_s=applied.gallery_s
        )


def load_applied(store: Store) -> AppliedPlans:
    """Return what the plans that were applied to an event have changed, and not taken back."""
    files: dict[Path, Applied] = {}
    held_s: dict[str, float] = {}
    anchor = None
    for path in store.load_plan_paths():
        found = _read(path)
        if found is None:
            continue
        plan, done = found
        first_s = _first_shifts_s(done)
        for photo, change, after in done:
            files[photo] = _applied(change, after, files.get(photo), first_s[change.gallery])
        held_s |= {one.name: one.shift_s for one in plan.galleries if one.state == "right"}
        anchor = plan.anchor or anchor
    return AppliedPlans(files, held_s, anchor)


def _read(path: Path) -> tuple[Plan, Sequence[Done]] | None:
    """Return a plan and what of it is in force; None if nothing is, or nobody can tell."""
    if not path.exists():
        logger.warning("The plan %s was applied and is gone: it cannot be undone any more", path)
        return None
    try:
        opened = open_plan(path)
        done = list(done_changes(opened)) if opened.plan.to != "copies" else []
    except PlanError as error:
        logger.warning("A plan that was applied cannot be read: %s", error)
        return None
    return (opened.plan, done) if done else None


def _first_shifts_s(done: Sequence[Done]) -> dict[str, float]:
    """Return by what the first photo of each gallery was moved; later ones may differ by a jump."""
    ordered = sorted(_dated(done), key=lambda one: one[0], reverse=True)
    return {change.gallery: 0.0 for _, change, _ in done} | {
        change.gallery: change.moment.shift_s for _, change in ordered
    }


def _dated(done: Sequence[Done]) -> Iterator[tuple[float, FileChange]]:
    for _, change, _ in done:
        if change.moment.recorded_s is not None:
            yield change.moment.recorded_s, change


def _applied(
    change: FileChange, after: str | None, earlier: Applied | None, gallery_s: float
) -> Applied:
    """Return what holds after a change; of two in turn, the first knew what the camera made."""
    moment, key = change.moment, change.state.sha256
    recorded_s, zone_s = moment.recorded_s, moment.zone_s
    if recorded_s is not None:
        recorded_s += moment.shift_s - gallery_s  # as if the clock had not been set anew
    if earlier is not None and earlier.now == key:
        key = earlier.key
    return Applied(
        key, after or change.state.sha256, recorded_s, zone_s, moment.corrected_s, gallery_s
    )
