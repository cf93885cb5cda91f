"""Galleries on one clock, and how likely any of them, or any block of them, is elsewhere."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from coincide.model import Floats
from coincide.model.times import HOUR_S
from coincide.solver.evidence import Crowd, make_crowd
from coincide.solver.evidence.gather import AllEvidence
from coincide.solver.joint.knowledge import PriorKnowledge, Told
from coincide.solver.joint.pairs import CELL_S, Candidates, added
from coincide.solver.options import JointOptions
from coincide.solver.units import normal_density

# offsets elsewhere that a block is asked about, the likeliest first
_ALTERNATIVES = 24
# members that speak for a large block: those with most to say about the rest
_REPRESENTATIVES = 8
# what a member has to say is told by so many of its partners, those it has most to say to
_LOUDEST_PARTNERS = 3
# n members of a block say n^(1 − this) times as much as one: 0 if each had news of its own
_SAME_NEWS = 0.65


@dataclass(frozen=True)
class Board:
    """The galleries of one cluster with their offsets, which it alone may move.

    ``candidates`` by ordered pair; ``partners`` of each gallery, those it has most to say to
    first. ``outliers`` have partners, but are nobody's. ``anchor``: whose clock offsets are told
    against; ``root``: against whose they were found, and whole hours are told. ``told_true_s``:
    what takes its clock to true time, where that is told by more than the clocks on it.
    """

    evidence: AllEvidence
    options: JointOptions
    members: tuple[int, ...]
    outliers: tuple[int, ...]
    anchor: int
    root: int
    candidates: Mapping[tuple[int, int], Candidates]
    partners: Mapping[int, tuple[int, ...]]
    knowledge: PriorKnowledge
    offset_s: Floats
    fixed: frozenset[int] = frozenset()
    told_true_s: float | None = None

    def crowd_of(self, gallery: int, without: frozenset[int]) -> Crowd:
        """Return the photos of a gallery's partners as they are placed now."""
        others = [
            partner
            for partner in self.partners[gallery]
            if partner not in without and partner != gallery
        ]
        return make_crowd(self.evidence.table, self.evidence.weights, others, self.offset_s)

    def told_against(self, anchor: int, main_s: float = 0.0) -> "Board":
        """Return the same galleries on another's clock, as it went ``main_s`` after it began."""
        offset_s = self.offset_s - self.offset_s[anchor] - main_s
        return replace(self, anchor=anchor, offset_s=offset_s)

    def right_s(self, gallery: int) -> float | None:
        """Return a gallery's offset if its clock and the anchor's are as believed, if they are."""
        belief, of_anchor = (self.knowledge.belief(number) for number in (gallery, self.anchor))
        if belief is None or of_anchor is None:
            return None
        return belief.offset_s - of_anchor.offset_s

    def span(self, galleries: Sequence[int]) -> tuple[float, float]:
        """Return the first and last time of some galleries as they are placed now."""
        table = self.evidence.table
        first = table.camera_time_s[table.starts[list(galleries)]]
        last = table.camera_time_s[table.starts[np.array(galleries) + 1] - 1]
        offset_s = self.offset_s[list(galleries)]
        return float((first + offset_s).min()), float((last + offset_s).max())

    def odds(self, block: Sequence[int], shifts_s: Floats) -> Floats:
        """Return the log-odds of shifting a block against all others, (m,)."""
        return self.asking(block)(shifts_s)

    def asking(self, block: Sequence[int]) -> Callable[[Floats], Floats]:
        """Return what tells the log-odds of shifts, ready to be asked more than once."""
        rest = [number for number in self.members if number not in block]
        alone = len(block) == 1 and len(rest) == 1
        photos = self._asking_both(block[0], rest[0]) if alone else self.asking_photos(block)
        other = self.asking_other(block)
        return lambda shifts_s: self.options.temper * photos(shifts_s) + other(shifts_s)

    def asking_photos(self, block: Sequence[int]) -> Callable[[Floats], Floats]:
        """Return what tells how the photos see a block shifted against all others, untempered."""
        inside = frozenset(block)
        representatives = self.representatives(block)
        asked = [
            (
                self.offset_s[representative],
                self.evidence.asking(representative, self.crowd_of(representative, inside)),
            )
            for representative in representatives
        ]
        # they were at the same places at the same times: much of what each says is the same
        share = len(representatives) ** -_SAME_NEWS
        return lambda shifts_s: (
            share * np.sum([ask(shifts_s + offset_s) for offset_s, ask in asked], axis=0)
        )

    def _asking_both(self, one: int, other: int) -> Callable[[Floats], Floats]:
        """Return how the photos of two galleries alone see the shift of one against the other.

        Each asks the other; the fewer moments a gallery has, the likelier the other has seen
        them, and the more its word counts.
        """
        forth, back = self.asking_photos((one,)), self.asking_photos((other,))
        share = self.moments(other) / (self.moments(one) + self.moments(other))
        return lambda shifts_s: share * forth(shifts_s) + (1 - share) * back(-shifts_s)

    def moments(self, gallery: int) -> float:
        """Return how many moments a gallery shows, bursts counted once."""
        return self.evidence.moments(gallery)

    def other_odds(self, block: Sequence[int], shifts_s: Floats) -> Floats:
        """Return what is likely of a block's shift whatever the photos show."""
        return self.asking_other(block)(shifts_s)

    def asking_other(self, block: Sequence[int]) -> Callable[[Floats], Floats]:
        """Return what tells that of shifts, ready to be asked more than once."""
        inside = frozenset(block)
        others = [number for number in self.members if number not in inside]
        if not others:
            return lambda shifts_s: np.zeros(len(shifts_s))
        spans = self.span(block), self.span(others)
        # a clock does not confirm itself by other galleries of its device
        told = self._told(self.knowledge.of_other_devices(others, block))

        def ask(shifts_s: Floats) -> Floats:
            total = np.zeros(len(shifts_s))
            total += self._knowledge_odds(block, others, told, shifts_s)
            if "overlap" in self.options.priors:
                total += shifted_overlap(*spans, shifts_s, self.options)
            if "hours" in self.options.priors:
                total += self._hours_odds(block, inside, shifts_s)
            return total

        return ask

    def _knowledge_odds(
        self, block: Sequence[int], others: Sequence[int], told: Told | None, shifts_s: Floats
    ) -> Floats:
        """Return what a person and the clocks say of shifting a block; ``told``: by the others."""
        total = np.zeros(len(shifts_s))
        for gallery in block:
            for other in others:
                if self.knowledge.has_answer(other, gallery):
                    apart_s = self.offset_s[gallery] - self.offset_s[other]
                    total += self.knowledge.answer_odds(other, gallery, apart_s + shifts_s)
        total += self.heard_odds(block, shifts_s)
        if told is not None:
            for gallery in block:
                total += self.knowledge.odds_by(gallery, self.offset_s[gallery] + shifts_s, told)
        return total

    def heard_odds(self, block: Sequence[int], shifts_s: Floats) -> Floats:
        """Return what sound says of shifting a block, in nats."""
        heard, inside = self.knowledge.heard, frozenset(block)
        if heard is None:
            return np.zeros(len(shifts_s))
        others = [number for number in self.members if number not in inside]
        return heard.odds(block, others, self.offset_s, shifts_s)

    def true_s(self, galleries: Sequence[int]) -> float | None:
        """Return what to add to event time to get true time, by the clocks of some galleries."""
        told = self._told(galleries)
        return None if told is None else told.true_s

    def _told(self, galleries: Sequence[int]) -> Told | None:
        if self.told_true_s is not None:
            return Told(self.told_true_s)
        known = self.knowledge.believed_among(galleries)
        return self.knowledge.told(known, self.offset_s[known]) if len(known) else None

    def _hours_odds(self, block: Sequence[int], inside: frozenset[int], shifts_s: Floats) -> Floats:
        """Whole hours are told against the root's clock, by whichever side it is on."""
        if self.root in inside:
            others, sign = [number for number in self.members if number not in inside], -1.0
        else:
            others, sign = list(block), 1.0
        others = others[:_REPRESENTATIVES]
        total = np.zeros(len(shifts_s))
        for member in others:
            relative_s = self.offset_s[member] - self.offset_s[self.root] + sign * shifts_s
            total += round_hours_odds(relative_s)
        return total / max(len(others), 1)

    def representatives(self, block: Sequence[int]) -> Sequence[int]:
        """Return the members of a block that have most to say about the rest."""
        inside = frozenset(block)
        if len(block) <= _REPRESENTATIVES:
            return block
        loudness = [self._loudness(member, inside) for member in block]
        best = np.argsort(-np.array(loudness), kind="stable")[:_REPRESENTATIVES]
        return [block[i] for i in best]

    def alternatives_s(self, block: Sequence[int]) -> Floats:
        """Return the shifts of a block that its pairs with the rest propose, likeliest first."""
        inside = frozenset(block)
        parts = []
        for gallery in self.representatives(block):
            for other in self.partners[gallery]:
                if other in inside or (other, gallery) not in self.candidates:
                    continue
                apart_s = self.offset_s[gallery] - self.offset_s[other]
                candidates = self.candidates[other, gallery]
                parts.append(candidates.spread.shifted(-round(apart_s / CELL_S)))
        heard_s = self.heard_shifts_s(block)
        if not parts:
            return heard_s
        shifts = added(parts)
        best = np.argsort(-shifts.odds, kind="stable")[:_ALTERNATIVES]
        return np.concatenate([shifts.offset_s[best], heard_s])

    def heard_shifts_s(self, block: Sequence[int]) -> Floats:
        """Return the shifts of a block that sound proposes: sharper than any cell."""
        if self.knowledge.heard is None:
            return np.zeros(0)
        others = [number for number in self.members if number not in block]
        return self.knowledge.heard.shifts_s(block, others, self.offset_s)

    def _loudness(self, gallery: int, inside: frozenset[int]) -> float:
        """Return how much a gallery has to say to the partners it has most to say to."""
        others = [other for other in self.partners[gallery] if other not in inside]
        loudest = sorted(self._loudest(gallery, other) for other in others)
        return sum(loudest[-_LOUDEST_PARTNERS:])

    def _loudest(self, one: int, other: int) -> float:
        candidates = self.candidates.get((other, one))
        return 0.0 if candidates is None else float(candidates.odds.max())


def choose_partners(
    candidates: Mapping[tuple[int, int], Candidates],
    members: Sequence[int],
    outliers: frozenset[int],
    max_partners: int,
) -> dict[int, tuple[int, ...]]:
    """Return for each gallery the members it has most to say to, loudest first."""
    inliers = frozenset(members)
    loud: dict[int, list[tuple[float, int]]] = {member: [] for member in (*members, *outliers)}
    for (a, b), of_pair in candidates.items():
        if a in inliers and b in loud:
            loud[b].append((-float(of_pair.odds.max()), a))
    return {
        gallery: tuple(a for _, a in sorted(others)[:max_partners])
        for gallery, others in loud.items()
    }


# middles may be anywhere, only less and less likely: a heavy tail
_OVERLAP_TAIL = 3.0
# however long galleries are, their middles may lie a minute further apart
_MORE_SD_S = 60.0
# photos of a moment do not tell how long the event was: that two galleries are that short must
# never be enough to be certain of 300 s. The longer they are, the less this leaves open
_MOMENT_SD_S = 300.0
# how often a clock is whole hours off: it is in the wrong zone
_WHOLE_HOURS_SHARE = 0.05
# how often it is half an hour off: few zones are
_HALF_HOURS_SHARE = 0.01
# whole and half hours are meant to the minute or so
_ROUND_SD_S = 45.0


def shifted_overlap(
    span: tuple[float, float],
    others: tuple[float, float],
    shifts_s: Floats,
    options: JointOptions,
) -> Floats:
    """Return the log-odds of shifting one span against another, both of one event.

    Galleries of one event overlap: their middles are apart by a share of their length.
    """
    apart_s = (span[0] + span[1]) / 2 + shifts_s - (others[0] + others[1]) / 2
    usual_s = options.overlap_share * ((span[1] - span[0]) + (others[1] - others[0])) / 2
    sd_s = max(_MORE_SD_S + usual_s, _MOMENT_SD_S - usual_s)
    odds: Floats = -_OVERLAP_TAIL * np.log1p((apart_s / sd_s) ** 2 / 2)
    return odds


def round_hours_odds(relative_s: Floats) -> Floats:
    """Return the log-odds of relative offsets for being whole or half hours."""
    whole = _near_multiple(relative_s, HOUR_S, _ROUND_SD_S)
    half = _near_multiple(relative_s - HOUR_S / 2, HOUR_S, _ROUND_SD_S)
    wholes, halves = _WHOLE_HOURS_SHARE, _HALF_HOURS_SHARE
    odds: Floats = np.log(1 - wholes - halves + wholes * whole + halves * half)
    return odds


def _near_multiple(value_s: Floats, step_s: float, sd_s: float) -> Floats:
    """Return how much denser than anywhere offsets are, so near a multiple of a step."""
    off_s = value_s - np.round(value_s / step_s) * step_s
    return step_s * normal_density(off_s, sd_s)
