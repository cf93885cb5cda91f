"""What came of one trial, gallery by gallery: the only place where answer and truth meet."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, get_args

from coincide.model import Estimate, Offsets, Placement
from coincide.model.offsets import RIGHT_WITHIN_S
from coincide_bench.event import BenchEvent, OffsetsKind, TruthKind
from coincide_bench.figures.jumps import ClockOutcome, judge_clocks

Subset = Literal["all", "recoverable"]
SUBSETS: tuple[Subset, ...] = get_args(Subset)


@dataclass(frozen=True, slots=True)
class GalleryOutcome:
    """One gallery's answer against the truth; the anchor has none.

    ``error_s`` is absolute, None for an unplaced gallery and for a stranger, which has no
    true offset. ``covered``: whether the 90 % interval holds the truth, None where the
    method states no interval. ``probability``: as the verdict counts it, None where the method
    states none. ``right`` leaves room for the truth's own tolerance. ``certain``: whether the
    method stands by its answer.
    """

    gallery: str
    placed: bool
    error_s: float | None
    probability: float | None
    covered: bool | None
    right: bool
    recoverable: bool
    stranger: bool
    certain: bool = False

    @property
    def wrong(self) -> bool:
        """Placed, and off by more than 300 s or not of this event at all."""
        return self.placed and not self.right


@dataclass(frozen=True)
class Outcome:
    """One method on one trial. ``seconds`` by stage."""

    suite: str
    event: str
    cluster: str
    seed: int
    offsets_kind: OffsetsKind
    truth_kind: TruthKind
    method: str
    span_s: float
    tolerance_s: float
    galleries: tuple[GalleryOutcome, ...]
    seconds: Mapping[str, float]
    clocks: tuple[ClockOutcome, ...] = ()

    def of(self, subset: Subset) -> tuple[GalleryOutcome, ...]:
        """Return the galleries that count: all, or those that could be recovered."""
        if subset == "all":
            return self.galleries
        return tuple(gallery for gallery in self.galleries if gallery.recoverable)

    def clocks_of(self, subset: Subset) -> tuple[ClockOutcome, ...]:
        """Return the clocks that count, likewise."""
        return tuple(clock for clock in self.clocks if subset == "all" or clock.recoverable)


def judge(
    event: BenchEvent,
    offsets: Offsets,
    seconds: Mapping[str, float],
    *,
    method: str | None = None,
) -> Outcome:
    """Hold a method's answer against the truth, both relative to the event's anchor.

    That is its clock as it was in truth for most of its photos.

    ``method`` is the name in the results; by default the one the answer bears.
    """
    name = method or offsets.method
    placements = {placement.gallery: placement for placement in offsets.placements}
    missing = [gallery for gallery in event.table.names if gallery not in placements]
    if missing:
        raise ValueError(f"{name} gave no placement for {', '.join(missing)} of {event.name}")
    anchor_s = _anchor_s(event, offsets)
    return Outcome(
        suite=event.suite,
        event=event.name,
        cluster=event.cluster,
        seed=event.seed,
        offsets_kind=event.offsets_kind,
        truth_kind=event.truth_kind,
        method=name,
        span_s=event.span_s if event.truth else 0.0,
        tolerance_s=event.tolerance_s,
        galleries=tuple(
            _judge_gallery(event, placements.get(gallery) or Placement(gallery, None), anchor_s)
            # a gallery without photos counts, too, and cannot be placed
            for gallery in (*event.table.names, *sorted({*event.truth} - {*event.table.names}))
            if gallery != event.anchor
        ),
        seconds=dict(seconds),
        clocks=judge_clocks(event, offsets),
    )


def _anchor_s(event: BenchEvent, offsets: Offsets) -> float:
    """Return what is said to bring the anchor's clock to event time, less what truly would."""
    placement = offsets[event.anchor]
    planted = sorted(
        (jump.photo, jump.step_s) for jump in event.jumps if jump.gallery == event.anchor
    )
    rows = event.table.rows(event.table.names.index(event.anchor))
    ends = [0, *(photo for photo, _ in planted), rows.stop - rows.start]
    longest = max(pairwise(ends), key=lambda one: one[1] - one[0])
    middle = sum(longest) // 2
    said_s = sum(jump.step_s for jump in placement.jumps if jump.row <= middle)
    true_s = sum(step_s for photo, step_s in planted if photo <= middle)
    return (placement.offset_s or 0.0) + said_s - true_s


def _judge_gallery(event: BenchEvent, placement: Placement, anchor_s: float) -> GalleryOutcome:
    gallery, estimate, verdict = placement.gallery, placement.estimate, placement.verdict
    true_s = event.truth[gallery] - event.truth[event.anchor] if gallery in event.truth else None
    error_s = None
    if estimate is not None:
        if not math.isfinite(estimate.offset_s):
            raise ValueError(f"the offset of {gallery} of {event.name} is {estimate.offset_s}")
        if true_s is not None:
            error_s = abs(estimate.offset_s - anchor_s - true_s)
    return GalleryOutcome(
        gallery=gallery,
        placed=estimate is not None,
        error_s=error_s,
        probability=None if verdict.probability is None else verdict.sureness,
        covered=_covered(estimate, anchor_s, true_s, event.tolerance_s),
        right=error_s is not None and error_s <= RIGHT_WITHIN_S + event.tolerance_s,
        recoverable=gallery in event.recoverable,
        stranger=true_s is None,
        certain=verdict.state == "certain",
    )


def _covered(
    estimate: Estimate | None, anchor_s: float, true_s: float | None, tolerance_s: float
) -> bool | None:
    """Whether the interval holds the truth; a bare value without confidence is no interval."""
    if estimate is None or true_s is None:
        return None
    if estimate.probability is None and estimate.low_s == estimate.high_s:
        return None
    sought_s = true_s + anchor_s
    return estimate.low_s - tolerance_s <= sought_s <= estimate.high_s + tolerance_s
