"""The gate before *certain*: what no evidence may make certain, because it cannot be so."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from coincide.ingest.witnesses import n_witnesses, witnesses
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
from coincide.model.possible import is_possible
from coincide.model.times import DAY_S, HOUR_S
from coincide.project.reference import AGREE_S, Reference, is_settled
from coincide.project.steps import OpenStep, open_steps
from coincide.project.zonetags import zone_conflicts
from coincide.solver.clocks import ClockBelief
from coincide.solver.clocks.zones import tagged_zone_s

# from so many photos on, times that are all the same are no clock's
_FEW = 3
# a clock that sets itself is wrong where it is off by more
_OFF_S = 60.0
# whoever sets a phone by hand sets it no further off
_BY_HAND_S = 2 * HOUR_S
# whose interval reaches further is as loosely known as right can be called at all
_LOOSE_S = 240.0
# who is further off is on another zone's time, and has not just missed summer time
_ZONE_S = 1.5 * HOUR_S
# zones lie quarters of an hour apart
_ZONES_APART_S = HOUR_S / 4


@dataclass(frozen=True, slots=True)
class Support:
    """How many devices are certain to show the reference's time, and which phones do not.

    The reference counts, and a device counts once. ``rivals``: phones that show another time,
    or another zone by their tags.
    """

    phones: int
    clocks: int
    rivals: tuple[str, ...] = ()
    # what each rival is ahead of the reference by, where only their zone tags tell it
    by_tags_s: Mapping[str, float] = field(default_factory=dict)
    # whether a rival on another zone's time writes its zone, where the reference writes none
    informed: bool = False
    # whether a rival is on another zone's time, and no phone of the reference's time writes its own
    blind: bool = False

    @property
    def enough(self) -> bool:
        """Whether nobody needs to be asked whose time it is.

        More phones than one must show it, and more than do not: cameras are set by their owners'
        phones. Who knows the zone is not outvoted, nor do those who do not know it outvote
        anybody: a whole group may be on home time, phones without a network too.
        """
        knows = not self.informed and not self.blind and not self.by_tags_s
        return knows and self.phones > max(1, len(self.rivals))


@dataclass(frozen=True, slots=True)
class Gated:
    """Offsets of which none is certain that cannot be so, and whose clock that leaves open."""

    offsets: Offsets
    disputes: tuple[Dispute, ...] = ()


@dataclass(frozen=True, slots=True)
class _Doubt:
    """Why a place is not certain; ``rival``: whose clock may be right, not the reference's."""

    finding: Finding
    rival: str = ""


def gated(
    event: Event,
    offsets: Offsets,
    reference: Reference,
    beliefs: Mapping[str, ClockBelief],
    told: Collection[str] = (),
) -> Gated:
    """Return offsets of which none is certain that cannot be so, each with the reason.

    ``told``: galleries of whose clock's course a person's word is final.
    """
    support = _support(event, offsets, beliefs)
    steps = open_steps(event, offsets, beliefs, told)
    settled = is_settled(event, offsets, reference)
    placements, rivals = [], list[str]()
    for gallery, placement in zip(event.galleries, offsets.placements, strict=True):
        doubts = (
            *_doubts(gallery, placement, offsets, reference, beliefs, support),
            *_of_steps(gallery.name, offsets.anchor, steps),
        )
        doubted = placement.doubted(*(doubt.finding for doubt in doubts))
        placements.append(doubted)
        if placement.certain:
            rivals += [doubt.rival for doubt in doubts if doubt.rival]
        # of cameras alone the pictures tell all but whose time it is
        if not settled and doubted.certain and gallery.name != offsets.anchor:
            rivals.append(gallery.name)
    disputes = (
        _dispute(rival, event, offsets, beliefs, support) for rival in dict.fromkeys(rivals)
    )
    return Gated(
        replace(offsets, placements=tuple(placements), settled=settled),
        _one_each([dispute for dispute in disputes if dispute is not None]),
    )


def _dispute(
    rival: str,
    event: Event,
    offsets: Offsets,
    beliefs: Mapping[str, ClockBelief],
    support: Support,
) -> Dispute | None:
    """Return what a clock and the reference's differ by, if that is anything."""
    there_s, belief = offsets[rival].offset_s, beliefs.get(rival)
    if there_s is None or belief is None:
        return None
    off_s = support.by_tags_s.get(rival, _expected_s(belief, offsets, beliefs) - there_s)
    if abs(off_s) <= _OFF_S:
        return None
    moves = _n_moved(event, offsets, offsets.anchor, 0.0), _n_moved(event, offsets, rival, off_s)
    return Dispute(offsets.anchor, rival, off_s, moves)


def _n_moved(event: Event, offsets: Offsets, right: str, later_s: float) -> int:
    """Return how many photos move if a clock is right, and so much later than the reference's."""
    return sum(
        len(gallery.photos)
        for gallery, placement in zip(event.galleries, offsets.placements, strict=True)
        if gallery.name != right
        and placement.certain
        and abs((placement.offset_s or 0.0) + later_s) > _OFF_S
    )


def _one_each(disputes: Sequence[Dispute]) -> tuple[Dispute, ...]:
    """Return one dispute for each time that rivals show, the one that most photos share first.

    Several clocks may show one time, and to ask about each of them would be the same question.
    """
    kept: list[Dispute] = []
    for dispute in disputes:
        if not any(abs(dispute.off_s - other.off_s) < AGREE_S for other in kept):
            kept.append(dispute)
    return tuple(sorted(kept, key=lambda dispute: dispute.moves[1]))


def _doubts(
    gallery: Gallery,
    placement: Placement,
    offsets: Offsets,
    reference: Reference,
    beliefs: Mapping[str, ClockBelief],
    support: Support,
) -> Iterator[_Doubt]:
    estimate = placement.estimate
    if estimate is None or estimate.basis.source == "pinned":
        return
    absurd_s = _absurd_s(gallery, placement)
    if absurd_s is not None:
        yield _Doubt(Finding(FindingKind.IMPOSSIBLE_DATE, seconds=absurd_s))
    if is_no_clock(gallery):
        yield _Doubt(Finding(FindingKind.ONE_SECOND))
    if estimate.reach_s > _LOOSE_S and gallery.name != offsets.anchor:
        yield _Doubt(Finding(FindingKind.WIDE, seconds=estimate.reach_s))
    believed = beliefs.get(gallery.name)
    if believed is not None and gallery.name != offsets.anchor:
        away_s = estimate.offset_s - _expected_s(believed, offsets, beliefs)
        yield from _of_clock(believed, estimate, away_s, offsets.anchor, reference, support)


def _of_clock(
    believed: ClockBelief,
    estimate: Estimate,
    away_s: float,
    anchor: str,
    reference: Reference,
    support: Support,
) -> Iterator[_Doubt]:
    """Doubt what a clock would be off by, and by whom."""
    if abs(away_s) <= _OFF_S:
        # who shows the reference's time is as right as that is
        if support.rivals and not support.enough and reference.kind == "phone":
            yield _disagreeing(anchor, support.rivals[0])
        return
    if believed.keeps_itself and not believed.assumed:
        yield _Doubt(Finding(FindingKind.OWN_CLOCK, text=believed.reason))
    elif believed.keeps_itself and _has_no_cause(estimate, away_s):
        yield _Doubt(Finding(FindingKind.NO_CAUSE))
    elif reference.kind == "phone":
        yield from _whose(believed, estimate, away_s, anchor, support)


def _of_steps(name: str, anchor: str, steps: Sequence[OpenStep]) -> Iterator[_Doubt]:
    """Doubt a place that depends on whose clock was set anew."""
    for step in steps:
        if name in step.doubted:
            suspects = (step.gallery, *step.others)
            rival = next((one for one in suspects if one != anchor), "")
            found = Finding(FindingKind.OPEN_STEP, galleries=suspects)
            yield _Doubt(found, rival if anchor in suspects else "")


def _whose(
    believed: ClockBelief, estimate: Estimate, away_s: float, anchor: str, support: Support
) -> Iterator[_Doubt]:
    """Doubt that a clock is wrong where it may as well be the phone that says so."""
    own = believed.gallery
    if believed.keeps_itself and not support.enough:
        yield _Doubt(Finding(FindingKind.NO_SURER, galleries=(anchor,)), own)
    elif support.rivals and not support.enough:
        yield _disagreeing(anchor, support.rivals[0])
    elif support.clocks < 2 and abs(away_s) < _BY_HAND_S and not _is_whole(estimate, away_s):
        yield _Doubt(Finding(FindingKind.LONE_PHONE, galleries=(anchor,)), own)


def _disagreeing(anchor: str, rival: str) -> _Doubt:
    return _Doubt(Finding(FindingKind.PHONES_DISAGREE, galleries=(anchor, rival)), rival)


def _has_no_cause(estimate: Estimate, away_s: float) -> bool:
    """Tell whether a phone would be off by more than a hand sets it, and by no zone."""
    by_zone = _is_whole(estimate, away_s, _ZONES_APART_S)
    return _BY_HAND_S < abs(away_s) < DAY_S and not by_zone


def _is_whole(estimate: Estimate, away_s: float, step_s: float = HOUR_S) -> bool:
    """Tell whether a clock may be whole hours off, as cameras are and phones are not."""
    whole_s = round(away_s / step_s) * step_s
    low_s, high_s = estimate.low_s - estimate.offset_s, estimate.high_s - estimate.offset_s
    return whole_s != 0.0 and low_s - _OFF_S <= whole_s - away_s <= high_s + _OFF_S


def _absurd_s(gallery: Gallery, placement: Placement) -> float | None:
    """Return a time that a photo would be taken to and cannot have been taken at."""
    shift_s, steps = placement.offset_s or 0.0, {one.row: one.step_s for one in placement.jumps}
    for row, photo in enumerate(gallery.photos):
        shift_s += steps.get(row, 0.0)
        there_s = photo.camera_time_s + shift_s
        if not is_possible(there_s):
            return there_s
    return None


def is_no_clock(gallery: Gallery) -> bool:
    """Tell whether times are all of one second, as a program writes them that has none."""
    times_s = [photo.camera_time_s for photo in gallery.photos]
    return len(times_s) >= _FEW and times_s[-1] - times_s[0] < 1.0


def _expected_s(belief: ClockBelief, offsets: Offsets, beliefs: Mapping[str, ClockBelief]) -> float:
    """Return what takes a clock to event time if it is as it is believed to be."""
    anchor = beliefs.get(offsets.anchor)
    if offsets.event_time == "true" or anchor is None:
        return belief.offset_s
    return belief.offset_s - anchor.offset_s + (offsets[offsets.anchor].offset_s or 0.0)


def _support(event: Event, offsets: Offsets, beliefs: Mapping[str, ClockBelief]) -> Support:
    """Return how many devices are certain to be as they should, and which phones are not."""
    zoned = {
        one.name for one in event.galleries if any(photo.zone_s is not None for photo in one.photos)
    }
    agreeing, rivals = list[str](), list[str]()
    informed = whole = False
    for one in offsets.placements:
        belief, found = beliefs.get(one.gallery), one.estimate
        if belief is None or found is None or one.assumed is not None:
            continue
        if one.gallery != offsets.anchor and not one.certain:
            continue
        off_s = found.offset_s - _expected_s(belief, offsets, beliefs)
        if abs(off_s) < AGREE_S:
            agreeing.append(one.gallery)
        elif belief.keeps_itself:
            rivals.append(one.gallery)
            # who is off by minutes is no surer of these for knowing its zone
            elsewhere = _is_whole(found, off_s, _ZONES_APART_S)
            whole = whole or _is_whole(found, off_s) or (elsewhere and abs(off_s) > _ZONE_S)
            knows = one.gallery in zoned and elsewhere
            informed = informed or (knows and offsets.anchor not in zoned)
    by_tags_s = _zone_rivals(event, offsets, beliefs)
    phones = [name for name in agreeing if beliefs[name].keeps_itself and name not in by_tags_s]
    witness_of = witnesses(event.galleries)
    return Support(
        n_witnesses(phones, witness_of),
        n_witnesses(agreeing, witness_of),
        (*rivals, *(name for name in by_tags_s if name not in rivals)),
        by_tags_s,
        informed=informed,
        blind=whole and not any(name in zoned for name in phones),
    )


def _zone_rivals(
    event: Event, offsets: Offsets, beliefs: Mapping[str, ClockBelief]
) -> dict[str, float]:
    """Return phones on another zone than the reference by their tags, and what they are ahead by.

    Where a phone is confirmed by GPS, its zone is the place's, and nobody needs to be asked.
    """
    phones = [
        gallery
        for gallery in event.galleries
        if (belief := beliefs.get(gallery.name)) is not None and belief.keeps_itself
    ]
    if any(not beliefs[phone.name].assumed for phone in phones):
        return {}
    zones_s = {phone.name: tagged_zone_s(phone) for phone in phones}
    disputed = frozenset[str]().union(*zone_conflicts(phones))
    by_instant = {name: beliefs[name].offset_s for name in disputed}
    own_s = beliefs[offsets.anchor].offset_s if offsets.anchor in beliefs else 0.0
    return {
        name: own_s - there_s
        for name, there_s in sorted(by_instant.items())
        if zones_s[name] is not None and there_s != own_s
    }
