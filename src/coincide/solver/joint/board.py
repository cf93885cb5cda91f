"""Galleries on one clock, and how likely any of them, or any block of them, is elsewhere."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from coincide.model import Floats
from coincide.solver.evidence import Crowd, make_crowd
from coincide.solver.evidence.gather import AllEvidence
from coincide.solver.joint.pairs import CELL_S, Modes, added
from coincide.solver.joint.priors import round_hours_odds, shifted_overlap
from coincide.solver.joint.told import Told
from coincide.solver.options import JointOptions

# alternatives looked at when a block is asked whether it belongs elsewhere
ALTERNATIVES = 24
# members that speak for a large block: those with most to say about the rest
SPOKESMEN = 8
# n members of a block say n^(1 − this) times as much as one: 0 if each had news of its own
SAME_NEWS = 0.65


@dataclass(frozen=True)
class Board:
    """The galleries of one cluster with their offsets, which it alone may move.

    ``modes`` by ordered pair; ``partners`` of each gallery, those it has most to say to first.
    ``guests`` have partners, but are nobody's.
    """

    evidence: AllEvidence
    options: JointOptions
    members: tuple[int, ...]
    guests: tuple[int, ...]
    anchor: int
    modes: Mapping[tuple[int, int], Modes]
    partners: Mapping[int, tuple[int, ...]]
    told: Told
    offset_s: Floats
    fixed: frozenset[int] = frozenset()

    def crowd_of(self, gallery: int, without: frozenset[int]) -> Crowd:
        """Return the photos of a gallery's partners as they are placed now."""
        others = [one for one in self.partners[gallery] if one not in without and one != gallery]
        return make_crowd(self.evidence.table, self.evidence.weights, others, self.offset_s)

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
        rest = [one for one in self.members if one not in block]
        alone = len(block) == 1 and len(rest) == 1
        photos = self._asking_both(block[0], rest[0]) if alone else self.asking_photos(block)
        return lambda shifts_s: (
            self.options.temper * photos(shifts_s) + self.other_odds(block, shifts_s)
        )

    def asking_photos(self, block: Sequence[int]) -> Callable[[Floats], Floats]:
        """Return what tells how the photos see a block shifted against all others, untempered."""
        inside = frozenset(block)
        spokesmen = self.spokesmen(block)
        asked = [
            (self.offset_s[one], self.evidence.asking(one, self.crowd_of(one, inside)))
            for one in spokesmen
        ]
        # they were at the same places at the same times: much of what each says is the same
        share = len(spokesmen) ** -SAME_NEWS
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
        """Return how many photos a gallery has, bursts counted once."""
        return float(self.evidence.weights[self.evidence.table.rows(gallery)].sum())

    def other_odds(self, block: Sequence[int], shifts_s: Floats) -> Floats:
        """Return what is likely of a block's shift whatever the photos show."""
        inside = frozenset(block)
        others = [one for one in self.members if one not in inside]
        total = np.zeros(len(shifts_s))
        if not others:
            return total
        total += self._told_odds(block, others, shifts_s)
        if "overlap" in self.options.priors:
            share = self.options.overlap_share
            total += shifted_overlap(self.span(block), self.span(others), shifts_s, share)
        if "hours" in self.options.priors:
            total += self._hours_odds(block, inside, shifts_s)
        return total

    def _told_odds(self, block: Sequence[int], others: Sequence[int], shifts_s: Floats) -> Floats:
        """Return what a person and the clocks say of shifting a block."""
        total = np.zeros(len(shifts_s))
        for one in block:
            for other in others:
                if self.told.has_answer(other, one):
                    apart_s = self.offset_s[one] - self.offset_s[other]
                    total += self.told.answer_odds(other, one, apart_s + shifts_s)
        true_s = self.true_s(others)
        if true_s is not None:
            for one in block:
                total += self.told.clock_odds(one, self.offset_s[one] + true_s + shifts_s)
        return total

    def true_s(self, galleries: Sequence[int]) -> float | None:
        """Return what to add to event time to get true time, by the clocks of some galleries."""
        known = [one for one in galleries if self.told.belief(one) is not None]
        if not known:
            return None
        beliefs = [self.told.belief(one) for one in known]
        tried = np.array(
            [b.offset_s - self.offset_s[g] for g, b in zip(known, beliefs, strict=True) if b]
        )
        odds = [self.told.clock_odds(one, self.offset_s[one] + tried) for one in known]
        return float(tried[np.argmax(np.sum(odds, axis=0))])

    def _hours_odds(self, block: Sequence[int], inside: frozenset[int], shifts_s: Floats) -> Floats:
        """Whole hours are told against the anchor's clock, by whichever side it is on."""
        if self.anchor in inside:
            others = [one for one in self.members if one not in inside][:SPOKESMEN]
            sign = -1.0
        else:
            others, sign = list(block)[:SPOKESMEN], 1.0
        total = np.zeros(len(shifts_s))
        for one in others:
            total += round_hours_odds(
                self.offset_s[one] - self.offset_s[self.anchor] + sign * shifts_s
            )
        return total / max(len(others), 1)

    def spokesmen(self, block: Sequence[int]) -> Sequence[int]:
        """Return the members of a block that have most to say about the rest."""
        if len(block) <= SPOKESMEN:
            return block
        inside = frozenset(block)
        loudness = [
            sum(sorted(self._loudest(one, o) for o in self.partners[one] if o not in inside)[-3:])
            for one in block
        ]
        best = np.argsort(-np.array(loudness), kind="stable")[:SPOKESMEN]
        return [block[i] for i in best]

    def alternatives_s(self, block: Sequence[int]) -> Floats:
        """Return the shifts of a block that its pairs with the rest propose, likeliest first."""
        inside = frozenset(block)
        parts = []
        for one in self.spokesmen(block):
            for other in self.partners[one]:
                if other in inside or (other, one) not in self.modes:
                    continue
                apart_s = self.offset_s[one] - self.offset_s[other]
                parts.append(self.modes[other, one].spread.shifted(-round(apart_s / CELL_S)))
        if not parts:
            return np.zeros(0)
        found = added(parts)
        best = np.argsort(-found.odds, kind="stable")[:ALTERNATIVES]
        return found.cells[best].astype(np.float64) * CELL_S

    def _loudest(self, one: int, other: int) -> float:
        found = self.modes.get((other, one))
        return 0.0 if found is None else float(found.odds.max())


def choose_partners(
    modes: Mapping[tuple[int, int], Modes],
    members: Sequence[int],
    guests: frozenset[int],
    max_partners: int,
) -> dict[int, tuple[int, ...]]:
    """Return for each gallery the members it has most to say to, loudest first."""
    hosts = frozenset(members)
    loud: dict[int, list[tuple[float, int]]] = {one: [] for one in (*members, *guests)}
    for (a, b), found in modes.items():
        if a in hosts and b in loud:
            loud[b].append((-float(found.odds.max()), a))
    return {one: tuple(a for _, a in sorted(found)[:max_partners]) for one, found in loud.items()}
