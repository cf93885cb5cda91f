"""How well parts agree with true chapters, and how far chance may have had a hand in it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from coincide.model import Floats, Indices

BORDER_WITHIN_S = 300.0
N_DRAWN = 1000


@dataclass(frozen=True)
class Table:
    """How many photos of each true chapter, a row, are in each found one, a column."""

    counts: Floats

    @staticmethod
    def of(true: Indices, found: Indices) -> "Table":
        """Count; −1 among the found is a chapter of its own for each such photo."""
        alone = np.flatnonzero(found < 0)
        found = found.copy()
        found[alone] = found.max(initial=0) + 1 + np.arange(len(alone))
        _, rows = np.unique(true, return_inverse=True)
        _, columns = np.unique(found, return_inverse=True)
        counts = np.zeros((rows.max() + 1, columns.max() + 1))
        np.add.at(counts, (rows, columns), 1.0)
        return Table(counts)

    def f1(self, drawn: Floats | None = None) -> float:
        """Return B-cubed F1; ``drawn``: how often each true chapter counts."""
        weights = np.ones(len(self.counts)) if drawn is None else drawn
        squares = self.counts**2
        n_photos = weights @ self.counts.sum(1)
        precision = weights @ (squares / self.counts.sum(0)).sum(1) / n_photos
        recall = weights @ (squares.sum(1) / self.counts.sum(1)) / n_photos
        return float(2 * precision * recall / (precision + recall))

    def nmi(self, drawn: Floats | None = None) -> float:
        """Return mutual information by the mean of both entropies; ``drawn`` as above."""
        weights = np.ones(len(self.counts)) if drawn is None else drawn
        joint = self.counts * weights[:, None]
        joint = joint / joint.sum()
        true, found = _entropy(joint.sum(1)), _entropy(joint.sum(0))
        shared = true + found - _entropy(joint.ravel())
        return 1.0 if true + found == 0 else float(2 * shared / (true + found))


def _entropy(shares: Floats) -> float:
    some = shares[shares > 0]
    return float(-(some * np.log(some)).sum())


@dataclass(frozen=True)
class Borders:
    """Borders that were found, pauses that there were, and how many of them are one."""

    n_found: int
    n_true: int
    n_right: int


def match_borders(found_s: Floats, pauses_s: Floats) -> Borders:
    """Return how many borders, (K,), lie within five minutes of a pause, (M, 2), each once."""
    if not len(found_s) or not len(pauses_s):
        return Borders(len(found_s), len(pauses_s), 0)
    early_s = pauses_s[None, :, 0] - found_s[:, None]
    late_s = found_s[:, None] - pauses_s[None, :, 1]
    right = np.maximum(early_s, late_s) <= BORDER_WITHIN_S
    rows, columns = linear_sum_assignment(-right.astype(float))
    return Borders(len(found_s), len(pauses_s), int(right[rows, columns].sum()))


def border_share(borders: Sequence[Borders], of: str) -> float:
    """Return the precision ("found") or recall ("true") of all borders together."""
    n_of = sum(border.n_found if of == "found" else border.n_true for border in borders)
    return sum(border.n_right for border in borders) / n_of if n_of else 1.0


def drawn_again(table: Table, rng: np.random.Generator) -> Floats:
    """Return how often each true chapter is drawn, as many as there are."""
    n = len(table.counts)
    return rng.multinomial(n, np.full(n, 1 / n)).astype(float)


def interval(values: Floats) -> tuple[float, float]:
    """Return the middle 95 % of some values."""
    low, high = np.quantile(values, (0.025, 0.975))
    return float(low), float(high)
