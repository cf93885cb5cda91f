"""A few photos of a plan, before and after: what a person can check at a glance."""

from itertools import chain, zip_longest

from coincide.model.times import WallTime
from coincide.storage.documents import Closed
from coincide.writing.plan.model import FileChange, Plan

N_EXAMPLES = 3
NO_TIME = "no time"


class Example(Closed, frozen=True):
    """One photo of a plan, and what it says before and after."""

    photo: str  # its path below the event's folder
    gallery: str
    before: str
    after: str


def examples_of(plan: Plan, n: int = N_EXAMPLES) -> tuple[Example, ...]:
    """Return a few photos before and after: of each gallery one, of those moved furthest first."""
    by_gallery: dict[str, list[FileChange]] = {}
    for change in sorted(plan.files, key=lambda file: file.moment.corrected_s):
        by_gallery.setdefault(change.gallery, []).append(change)
    furthest = sorted(by_gallery.values(), key=lambda one: -abs(one[0].moment.shift_s))
    in_turn = chain.from_iterable(zip_longest(*furthest))
    return tuple(_example(change) for change in in_turn if change is not None)[:n]


def _example(change: FileChange) -> Example:
    moment = change.moment
    before = NO_TIME if moment.recorded_s is None else WallTime(moment.recorded_s).clock
    path = change.photo.path.as_posix()
    return Example(path, change.gallery, before, WallTime(moment.corrected_s).clock)
