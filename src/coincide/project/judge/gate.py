"""What keeps a solved event from being certain, or from being written: facts, and whose clock."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from coincide.model import (
    Dispute,
    Estimate,
    Event,
    Finding,
    FindingKind,
    Gallery,
    Offsets,
    Placement,
)
from coincide.model.offsets import AGREE_S
from coincide.model.possible import is_possible
from coincide.model.times import DAY_S, HOUR_S
from coincide.model.verdicts import may_harm
from coincide.project.judge.reference import Reference
from coincide.project.judge.steps import OpenStep, open_steps
from coincide.project.judge.truetime import EventTime
from coincide.solver.clocks import ClockBelief
from coincide.solver.clocks.truetime import PlacedClock

# from so many photos on, times of day that are all the same are no clock's
_FEW = 3
# a clock is right that is off by less
_OFF_S = 60.0
# and no clock is wrong that is off by less than so many standard deviations of what measured it
_FAR_SDS = 3.0
# whose interval reaches further is as loosely known as right can be called at all
_LOOSE_S = 240.0
# whoever sets a phone by hand sets it no further off
_BY_HAND_S = 2 * HOUR_S
# zones lie quarters of an hour apart
_ZONES_APART_S = HOUR_S / 4


@dataclass(frozen=True, slots=True)
class Gated:
    """Offsets with all that keeps them from being certain, and whose clock that leaves open."""

    offsets: Offsets
    disputes: tuple[Dispute, ...] = ()


def gated(
    event: Event,
    offsets: Offsets,
    reference: Reference,
    beliefs: Mapping[str, ClockBelief],
    time: EventTime,
    told: Collection[str] = (),
) -> Gated:
    """Return offsets with what speaks against each being certain, and against writing it.

    ``told``: galleries of whose clock's course a person's word is final.
    """
    steps = open_steps(event, offsets, beliefs, told)
    worse = 0.0 if reference.is_final else time.harm
    doubted = []
    for gallery, placement in zip(event.galleries, offsets.placements, strict=True):
        facts = _facts(gallery, placement, offsets, time, beliefs.get(gallery.name))
        found = placement.doubted(*facts, *_of_steps(gallery.name, steps))
        said = placement.estimate is not None and placement.estimate.basis.said
        right = time.right(gallery.name) if gallery.name in time.clocks else None
        found = replace(found, right=right, worse=0.0 if said else worse)
        doubted.append(_with_set_right(found, len(gallery.photos)))
    rivals = _rivals(time)
    doubted = [_with_whose(item, offsets.anchor, rivals) for item in doubted]
    if not may_harm(worse) and not any(item.whose_clock for item in doubted):
        # then nothing is open but which of some clocks was set anew, if that
        suspects = frozenset[str]().union(*map(_suspects, steps))
        rivals = [rival for rival in rivals if {rival.gallery, offsets.anchor} <= suspects]
    judged = replace(offsets, placements=tuple(doubted))
    return Gated(judged, tuple(_dispute(clock, event, judged, time) for clock in rivals))


def _facts(
    gallery: Gallery,
    placement: Placement,
    offsets: Offsets,
    time: EventTime,
    belief: ClockBelief | None,
) -> Iterator[Finding]:
    """Yield why a place cannot be certain, whatever the evidence."""
    estimate = placement.estimate
    if estimate is None or estimate.basis.source == "pinned":
        return
    absurd_s = _absurd_s(gallery, placement)
    if absurd_s is not None:
        yield Finding(FindingKind.IMPOSSIBLE_DATE, seconds=absurd_s)
    if is_no_clock(gallery):
        yield Finding(FindingKind.ONE_SECOND)
    # the anchor's, too, where true time is known by a clock that is known only roughly
    if estimate.reach_s > _LOOSE_S:
        yield Finding(FindingKind.WIDE, seconds=estimate.reach_s)
    if gallery.name == offsets.anchor:
        return
    off_s = time.off_s(gallery.name)
    if off_s is None or belief is None or not belief.vouches:
        return
    if abs(off_s) <= max(_OFF_S, _FAR_SDS * belief.sd_s):
        return
    if not belief.assumed:
        yield Finding(FindingKind.OWN_CLOCK, text=belief.reason)
    elif _has_no_cause(estimate, off_s):
        yield Finding(FindingKind.NO_CAUSE)


def _has_no_cause(estimate: Estimate, off_s: float) -> bool:
    """Tell whether a phone would be off by more than a hand sets it, and by no zone."""
    from_zone_s = round(off_s / _ZONES_APART_S) * _ZONES_APART_S - off_s
    low_s, high_s = estimate.low_s - estimate.offset_s, estimate.high_s - estimate.offset_s
    by_zone = low_s - _OFF_S <= from_zone_s <= high_s + _OFF_S
    return _BY_HAND_S < abs(off_s) < DAY_S and not by_zone


def _absurd_s(gallery: Gallery, placement: Placement) -> float | None:
    """Return a time that a photo would be taken to and cannot have been taken at."""
    shift_s, steps = placement.offset_s or 0.0, {jump.row: jump.step_s for jump in placement.jumps}
    for row, photo in enumerate(gallery.photos):
        shift_s += steps.get(row, 0.0)
        there_s = photo.camera_time_s + shift_s
        if not is_possible(there_s):
            return there_s
    return None


def is_no_clock(gallery: Gallery) -> bool:
    """Tell whether times are all of one second of a day, as a program writes that has none."""
    times_s = np.array([photo.camera_time_s for photo in gallery.photos])
    first_s = times_s[0] if len(times_s) else 0.0
    from_first_s = (times_s - first_s + DAY_S / 2) % DAY_S - DAY_S / 2
    return len(times_s) >= _FEW and bool((np.abs(from_first_s) < 1.0).all())


def _with_set_right(placement: Placement, n_photos: int) -> Placement:
    """Return a placement that says if its last photos wait, since its clock may be right by then.

    What makes photos wait is all that may harm them together, so the solver alone cannot tell.
    """
    if not placement.ends_right or not placement.open_spans:
        return placement
    first, end = placement.open_spans[-1]
    if first == 0 or end < n_photos:
        return placement
    return placement.with_findings(Finding(FindingKind.MAYBE_SET_RIGHT, count=first))


def _suspects(step: OpenStep) -> tuple[str, ...]:
    return (step.gallery, *step.others)


def _of_steps(name: str, steps: Sequence[OpenStep]) -> Iterator[Finding]:
    """Yield that a place depends on whose clock was set anew."""
    for step in steps:
        if name in step.doubted:
            yield Finding(FindingKind.OPEN_STEP, galleries=_suspects(step))


def _rivals(time: EventTime) -> list[PlacedClock]:
    """Return the clocks that show another time than the reference, the likeliest right first.

    Several may show one time, and to ask about each of them would be the same question; nor is a
    clock asked about that is hardly right, unless all are.
    """
    rivals = list[PlacedClock]()
    for clock in sorted(time.apart(_OFF_S), key=lambda clock: -time.posterior.right(clock)):
        if all(abs(clock.off_s - other.off_s) >= AGREE_S for other in rivals):
            rivals.append(clock)
    return [clock for clock in rivals if may_harm(time.posterior.right(clock))] or rivals[:1]


def _with_whose(placement: Placement, anchor: str, rivals: Sequence[PlacedClock]) -> Placement:
    """Return a placement that is not written before it is known whose clock is right.

    That is where nothing else makes writing it too likely to harm.
    """
    harm = placement.harm
    if not placement.certain or placement.gallery == anchor or harm is None or not may_harm(harm):
        return placement
    other = [clock.gallery for clock in rivals[:1] if clock.gallery != placement.gallery]
    return placement.with_findings(Finding(FindingKind.WHOSE_CLOCK, galleries=(anchor, *other)))


def _dispute(rival: PlacedClock, event: Event, offsets: Offsets, time: EventTime) -> Dispute:
    """Return what a rival's clock and the reference's differ by, and what hangs on it."""
    moves = (
        _n_moved(event, offsets, offsets.anchor, 0.0),
        _n_moved(event, offsets, rival.gallery, -rival.off_s),
    )
    right = time.right(offsets.anchor), time.right(rival.gallery)
    return Dispute(offsets.anchor, rival.gallery, -rival.off_s, moves, right)


def _n_moved(event: Event, offsets: Offsets, right: str, later_s: float) -> int:
    """Return how many photos move if a clock is right, and so much later than the reference's."""
    return sum(
        len(gallery.photos)
        for gallery, placement in zip(event.galleries, offsets.placements, strict=True)
        if gallery.name != right
        and placement.certain
        and abs((placement.offset_s or 0.0) + later_s) > _OFF_S
    )
