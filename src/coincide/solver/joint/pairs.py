"""What two galleries alone say of the offset between them: a few likely ones, with log-odds.

The relative offset (a, b) is what must be added to b's clock to read a's. Offsets are kept in
cells of CELL_S, so that what several pairs say can be added up.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from coincide.model import Floats, Indices
from coincide.solver.evidence import make_crowd
from coincide.solver.evidence.gather import AllEvidence
from coincide.solver.joint.told import Told
from coincide.solver.options import JointOptions

CELL_S = 30.0
# each photo's best matches in the other gallery, from which offsets are proposed
MATCHES = 3
# offsets that only the rhythm proposes
RHYTHM_CANDIDATES = 10
# offsets that are this much unlikelier than the best are forgotten
FORGET = 12.0
# a shot after a pause of this length begins something
PAUSE_S = 30.0
# what one cell says, its neighbours say almost: offsets are not exact to a cell
NEIGHBOURS = ((0, 1.0), (-1, 0.9), (1, 0.9), (-2, 0.6), (2, 0.6))


@dataclass(frozen=True)
class Modes:
    """Likely relative offsets in whole cells, ascending, and the log-odds of each."""

    cells: Indices
    odds: Floats

    @staticmethod
    def only(offset_s: float, odds: float) -> "Modes":
        """Return the one offset there is."""
        return Modes(np.array([round(offset_s / CELL_S)]), np.array([odds]))

    @cached_property
    def spread(self) -> "Modes":
        """The same, reaching over to neighbouring cells."""
        cells = np.concatenate([self.cells + step for step, _ in NEIGHBOURS])
        odds = np.concatenate([np.minimum(self.odds, share * self.odds) for _, share in NEIGHBOURS])
        return highest(Modes(cells, odds))

    def shifted(self, cells: int) -> "Modes":
        """Return the same for a clock that reads otherwise."""
        return Modes(self.cells + cells, self.odds)

    def reversed(self) -> "Modes":
        """Return the same for the pair the other way round."""
        return Modes(-self.cells[::-1], self.odds[::-1])


def pair_modes(evidence: AllEvidence, told: Told, a: int, b: int, options: JointOptions) -> Modes:
    """Return the likely relative offsets of two galleries, by all that is known of them."""
    offsets_s, photos = by_photos(evidence, a, b, told.relative_s(a, b), options.candidates)
    odds = options.temper * photos + told.pair_odds(a, b, offsets_s)
    keep = odds > odds.max() - FORGET
    cells = np.round(offsets_s[keep] / CELL_S).astype(np.int64)
    return highest(Modes(cells, odds[keep]))


def by_photos(
    evidence: AllEvidence, a: int, b: int, told_s: Floats, n_best: int
) -> tuple[Floats, Floats]:
    """Return relative offsets, those that were told among them, and what the photos say of each."""

    def find() -> Floats:
        offsets_s = np.unique(np.concatenate([candidates_s(evidence, a, b, n_best), told_s]))
        return np.array([offsets_s, pair_odds(evidence, a, b, offsets_s)])

    offsets_s, odds = evidence.once(photos_key(a, b, told_s, n_best), find)
    return offsets_s, odds


def photos_key(a: int, b: int, told_s: Floats, n_best: int) -> tuple[object, ...]:
    """Return what the photos of two galleries say is found under in the evidence."""
    return a, b, told_s.tobytes(), n_best


def pair_odds(evidence: AllEvidence, a: int, b: int, offsets_s: Floats) -> Floats:
    """Return the log-odds of relative offsets: each gallery asks the other."""
    nothing = np.zeros(evidence.table.n_galleries)
    crowd_a = make_crowd(evidence.table, evidence.weights, [a], nothing)
    crowd_b = make_crowd(evidence.table, evidence.weights, [b], nothing)
    both: Floats = evidence.against(b, crowd_a, offsets_s) + evidence.against(
        a, crowd_b, -offsets_s
    )
    return both / 2


def candidates_s(evidence: AllEvidence, a: int, b: int, n_best: int) -> Floats:
    """Return the relative offsets worth looking at: where matches or rhythms agree."""
    times_a = evidence.table.camera_time_s[evidence.table.rows(a)]
    times_b = evidence.table.camera_time_s[evidence.table.rows(b)]
    middle_s = (times_a[0] + times_a[-1] - times_b[0] - times_b[-1]) / 2
    found = [np.array([middle_s])]
    if evidence.measured.says_anything:
        scale = min(1, len(evidence.measured.scales_s) - 1)
        ratio = evidence.measured.log_ratio(a, b, scale)
        i, j = _best_matches(ratio)
        found.append(most_agreed(times_a[i] - times_b[j], np.maximum(ratio[i, j], 0.05), n_best))
    if evidence.rhythm is not None:
        starts_a, starts_b = _starts(times_a), _starts(times_b)
        apart_s = (starts_a[:, None] - starts_b[None, :]).ravel()
        found.append(most_agreed(apart_s, np.ones(len(apart_s)), RHYTHM_CANDIDATES))
    return np.unique(np.concatenate(found))


def highest(modes: Modes) -> Modes:
    """Return one entry for each cell, with the highest of its log-odds."""
    cells, where = np.unique(modes.cells, return_inverse=True)
    odds = np.full(len(cells), -np.inf)
    np.maximum.at(odds, where, modes.odds)
    return Modes(cells, odds)


def added(parts: list[Modes]) -> Modes:
    """Return the sum of what several pairs say; a cell that a pair is silent on counts zero."""
    if len(parts) == 1:
        return parts[0]
    cells, where = np.unique(np.concatenate([p.cells for p in parts]), return_inverse=True)
    odds = np.zeros(len(cells))
    np.add.at(odds, where, np.concatenate([p.odds for p in parts]))
    return Modes(cells, odds)


def _best_matches(ratio: Floats) -> tuple[Indices, Indices]:
    """Return rows and columns of each photo's best matches, both ways."""
    n_a, n_b = ratio.shape
    per_a, per_b = min(MATCHES, n_b), min(MATCHES, n_a)
    of_a = np.argpartition(-ratio, per_a - 1, axis=1)[:, :per_a]
    of_b = np.argpartition(-ratio, per_b - 1, axis=0)[:per_b]
    i = np.concatenate([np.repeat(np.arange(n_a), per_a), of_b.ravel()])
    j = np.concatenate([of_a.ravel(), np.tile(np.arange(n_b), per_b)])
    return i, j


def _starts(times_s: Floats) -> Floats:
    starts: Floats = times_s[np.concatenate([[True], np.diff(times_s) > PAUSE_S])]
    return starts


def most_agreed(apart_s: Floats, weights: Floats, n_best: int) -> Floats:
    """Return the differences most others agree with to a cell or two, the mean of each cell."""
    cell = np.round(apart_s / CELL_S).astype(np.int64)
    cells, where = np.unique(cell, return_inverse=True)
    votes = np.bincount(where, weights)
    mean_s: Floats = np.bincount(where, weights * apart_s) / votes
    before = np.concatenate([[0.0], np.cumsum(votes)])
    around = (
        before[np.searchsorted(cells, cells + 2, side="right")]
        - before[np.searchsorted(cells, cells - 2, side="left")]
    )
    # the cell's own votes decide between neighbours that share theirs
    best = np.argsort(-(around + 0.5 * votes), kind="stable")[:n_best]
    return mean_s[best]
