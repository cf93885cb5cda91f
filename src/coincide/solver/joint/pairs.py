"""What two galleries alone say of the offset between them: a few likely ones, with log-odds.

The relative offset (a, b) is what must be added to b's clock to read a's. Offsets are kept in
cells, so that what several pairs say can be added up.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from coincide.model import Floats, Indices
from coincide.solver.evidence import make_crowd
from coincide.solver.evidence.gather import AllEvidence
from coincide.solver.joint.knowledge import PriorKnowledge
from coincide.solver.options import JointOptions

# offsets are kept in cells, so that what several pairs say can be added up
CELL_S = 30.0
# what one cell says, its neighbours so many cells on say almost, by such a share: offsets are not
# exact to a cell
_NEIGHBOUR_SHARES = ((0, 1.0), (-1, 0.9), (1, 0.9), (-2, 0.6), (2, 0.6))
# each photo's best matches in the other gallery, from which offsets are proposed
_MATCHES = 3
# the least vote of a best match: it proposes its offset even if it says nothing for it
_LEAST_VOTE = 0.05
# matches that propose offsets within so many cells agree with each other
_AGREE_CELLS = 2
# how much more a cell's own votes count: they decide between neighbours that share theirs
_OWN_VOTES = 0.5
# offsets that only the rhythm proposes
_RHYTHM_CANDIDATES = 10
# a shot after a pause of this length begins something: the rhythm's beats
_PAUSE_S = 30.0
# offsets that are this much unlikelier than the best are forgotten (nats)
_FORGET = 12.0


@dataclass(frozen=True)
class Candidates:
    """Likely relative offsets in whole cells, ascending, and the log-odds of each."""

    cells: Indices
    odds: Floats

    @staticmethod
    def only(offset_s: float, odds: float) -> "Candidates":
        """Return the one offset there is."""
        return Candidates(np.array([round(offset_s / CELL_S)]), np.array([odds]))

    @cached_property
    def spread(self) -> "Candidates":
        """The same, reaching over to neighbouring cells."""
        cells = np.concatenate([self.cells + step for step, _ in _NEIGHBOUR_SHARES])
        odds = np.concatenate(
            [np.minimum(self.odds, share * self.odds) for _, share in _NEIGHBOUR_SHARES]
        )
        return highest(replace(self, cells=cells, odds=odds))

    @property
    def offset_s(self) -> Floats:
        """The relative offsets."""
        return self.cells.astype(np.float64) * CELL_S

    def shifted(self, cells: int) -> "Candidates":
        """Return the same for a clock that reads otherwise."""
        return replace(self, cells=self.cells + cells)

    def reversed(self) -> "Candidates":
        """Return the same for the pair the other way round."""
        return replace(self, cells=-self.cells[::-1], odds=self.odds[::-1])


def pair_candidates(
    evidence: AllEvidence, knowledge: PriorKnowledge, a: int, b: int, options: JointOptions
) -> Candidates:
    """Return the likely relative offsets of two galleries, by all that is known of them."""
    offsets_s, photos = by_photos(evidence, a, b, knowledge.relative_s(a, b), options)
    odds = options.temper * photos + knowledge.pair_odds(a, b, offsets_s)
    keep = odds > odds.max() - _FORGET
    cells = np.round(offsets_s[keep] / CELL_S).astype(np.int64)
    return highest(Candidates(cells, odds[keep]))


def by_photos(
    evidence: AllEvidence, a: int, b: int, known_s: Floats, options: JointOptions
) -> tuple[Floats, Floats]:
    """Return relative offsets, those known anyhow among them, and what the photos say of each."""

    def find() -> Floats:
        offsets_s = np.unique(np.concatenate([proposed_s(evidence, a, b, options), known_s]))
        return np.array([offsets_s, pair_odds(evidence, a, b, offsets_s)])

    offsets_s, odds = evidence.once(photos_key(a, b, known_s, options), find)
    return offsets_s, odds


def photos_key(a: int, b: int, known_s: Floats, options: JointOptions) -> tuple[object, ...]:
    """Return what the photos of two galleries say is found under in the evidence."""
    return a, b, known_s.tobytes(), options.candidates


def pair_odds(evidence: AllEvidence, a: int, b: int, offsets_s: Floats) -> Floats:
    """Return the log-odds of relative offsets: each gallery asks the other."""
    nothing = np.zeros(evidence.table.n_galleries)
    crowd_a = make_crowd(evidence.table, evidence.weights, [a], nothing)
    crowd_b = make_crowd(evidence.table, evidence.weights, [b], nothing)
    both: Floats = evidence.against(b, crowd_a, offsets_s) + evidence.against(
        a, crowd_b, -offsets_s
    )
    return both / 2


def proposed_s(evidence: AllEvidence, a: int, b: int, options: JointOptions) -> Floats:
    """Return the relative offsets worth looking at: where matches or rhythms agree."""
    times_a = evidence.table.camera_time_s[evidence.table.rows(a)]
    times_b = evidence.table.camera_time_s[evidence.table.rows(b)]
    middle_s = (times_a[0] + times_a[-1] - times_b[0] - times_b[-1]) / 2
    proposals = [np.array([middle_s])]
    if evidence.measured.says_anything:
        ratio = evidence.log_ratio(a, b, framed=True)
        i, j = _best_matches(ratio, _MATCHES)
        votes = np.maximum(ratio[i, j], _LEAST_VOTE)
        seen = evidence.seen_table
        apart_s = seen.camera_time_s[seen.rows(a)][i] - seen.camera_time_s[seen.rows(b)][j]
        proposals.append(most_agreed(apart_s, votes, options.candidates))
    if evidence.rhythm is not None:
        starts_a, starts_b = _starts(times_a), _starts(times_b)
        apart_s = (starts_a[:, None] - starts_b[None, :]).ravel()
        votes = np.ones(len(apart_s))
        proposals.append(most_agreed(apart_s, votes, _RHYTHM_CANDIDATES))
    return np.unique(np.concatenate(proposals))


def highest(candidates: Candidates) -> Candidates:
    """Return one entry for each cell, with the highest of its log-odds."""
    cells, where = np.unique(candidates.cells, return_inverse=True)
    odds = np.full(len(cells), -np.inf)
    np.maximum.at(odds, where, candidates.odds)
    return replace(candidates, cells=cells, odds=odds)


def added(parts: list[Candidates]) -> Candidates:
    """Return the sum of what several pairs say; a cell that a pair is silent on counts zero."""
    if len(parts) == 1:
        return parts[0]
    cells, where = np.unique(np.concatenate([p.cells for p in parts]), return_inverse=True)
    odds = np.zeros(len(cells))
    np.add.at(odds, where, np.concatenate([p.odds for p in parts]))
    return replace(parts[0], cells=cells, odds=odds)


def _best_matches(ratio: Floats, n_best: int) -> tuple[Indices, Indices]:
    """Return rows and columns of each photo's best matches, both ways."""
    n_a, n_b = ratio.shape
    per_a, per_b = min(n_best, n_b), min(n_best, n_a)
    of_a = np.argpartition(-ratio, per_a - 1, axis=1)[:, :per_a]
    of_b = np.argpartition(-ratio, per_b - 1, axis=0)[:per_b]
    i = np.concatenate([np.repeat(np.arange(n_a), per_a), of_b.ravel()])
    j = np.concatenate([of_a.ravel(), np.tile(np.arange(n_b), per_b)])
    return i, j


def _starts(times_s: Floats) -> Floats:
    starts: Floats = times_s[np.concatenate([[True], np.diff(times_s) > _PAUSE_S])]
    return starts


def most_agreed(apart_s: Floats, weights: Floats, n_best: int) -> Floats:
    """Return the differences most others agree with to a cell or two, the mean of each cell."""
    cell = np.round(apart_s / CELL_S).astype(np.int64)
    cells, where = np.unique(cell, return_inverse=True)
    votes = np.bincount(where, weights)
    mean_s: Floats = np.bincount(where, weights * apart_s) / votes
    before = np.concatenate([[0.0], np.cumsum(votes)])
    around = (
        before[np.searchsorted(cells, cells + _AGREE_CELLS, side="right")]
        - before[np.searchsorted(cells, cells - _AGREE_CELLS, side="left")]
    )
    best = np.argsort(-(around + _OWN_VOTES * votes), kind="stable")[:n_best]
    return mean_s[best]
