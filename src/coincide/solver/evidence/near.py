"""What the photos near a time say together: by the mean ratio of those within some scales of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from coincide.model import Floats
from coincide.solver.evidence.form import Crowd

Cells = NDArray[np.unsignedinteger]


@dataclass(frozen=True)
class ScaledRatios:
    """The ratio of each cell at one scale, or at two: then they are one complex number.

    Two are looked up and added up in the time of one, each for itself and to the same bit.
    """

    scales_s: tuple[float, ...]
    of_cell: NDArray[np.float64] | NDArray[np.complex128]


def by_twos(scales_s: Sequence[float], ratios: Sequence[Floats]) -> Iterator[ScaledRatios]:
    """Yield the ratios of cells at all scales, two scales at a time."""
    for first in range(0, len(scales_s), 2):
        both = slice(first, first + 2)
        some = np.stack(ratios[both], axis=-1)
        of_cell = some.view(np.complex128) if some.shape[1] == 2 else some
        yield ScaledRatios(tuple(scales_s[both]), of_cell[:, 0])


class NearSums:
    """Running sums of the ratios of n photos with each of a crowd of k, at every scale.

    ``keep``: hold them for the next time, when they may begin at the same photos of the crowd.
    """

    def __init__(
        self, crowd: Crowd, cells: Cells, ratios: Sequence[ScaledRatios], *, keep: bool
    ) -> None:
        self._crowd, self._cells, self._ratios, self._keep = crowd, cells, ratios, keep
        self._sums: Floats | None = None
        self._begins: list[int] = []
        # all sums are in one array: those of two scales by photo and by the crowd's, then the next
        (n_photos, n_crowd), number = (
            cells.shape,
            np.arange(sum(len(ratio.scales_s) for ratio in ratios)),
        )
        together = np.concatenate(
            [np.full(len(ratio.scales_s), len(ratio.scales_s)) for ratio in ratios]
        )
        self._apart = together[:, None, None]
        rows = (n_crowd + 1) * np.arange(n_photos)
        before = (number - number % 2) * n_photos * (n_crowd + 1) + number % 2
        self._starts = before[:, None, None] + self._apart * rows[:, None]
        self._scales_s = np.concatenate([ratio.scales_s for ratio in ratios])[:, None, None]

    def add_to(self, total: Floats, times_s: Floats, partner: float) -> None:
        """Add what the crowd's photos near each photo's times say to (n, m).

        ``partner``: the chance that one of those near it is of its moment.
        """
        first = self._crowd.ascending.find(times_s - self._scales_s, "left")
        after = self._crowd.ascending.find(times_s + self._scales_s, "right")
        count = after - first
        if not count.any():  # nobody near: the photos say nothing
            return
        sums = self._sums_from(first.min(axis=(1, 2)).tolist())
        mean = sums.take(after * self._apart + self._starts)
        mean -= sums.take(first * self._apart + self._starts)
        mean /= np.maximum(count, 1)
        mean *= partner
        mean += 1 - partner
        mean[count == 0] = 1.0
        for said in np.log(mean, out=mean):
            total += said

    def _sums_from(self, begins: list[int]) -> Floats:
        """Return the sums of all scales, each from where it begins to the crowd's end, flat."""
        n_photos, n_crowd = self._cells.shape
        fresh = self._sums is None
        sums = (
            np.empty(n_photos * (n_crowd + 1) * len(begins)) if self._sums is None else self._sums
        )
        end = 0
        for ratios in self._ratios:
            start, end = end, end + len(ratios.scales_s)
            if fresh or begins[start:end] != self._begins[start:end]:
                part = sums[n_photos * (n_crowd + 1) * start : n_photos * (n_crowd + 1) * end]
                running = part.view(ratios.of_cell.dtype).reshape(n_photos, n_crowd + 1)
                _add_up(self._cells, ratios, begins[start:end], running)
        if self._keep:
            self._sums, self._begins = sums, begins
        return sums


def _add_up(
    cells: Cells, ratios: ScaledRatios, begins: Sequence[int], running: NDArray[np.inexact]
) -> None:
    """Add the ratios up from where they begin; ``running`` (n, k + 1) is of no use before that."""
    begin = min(begins)
    near = ratios.of_cell.take(cells[:, begin:].astype(np.intp))
    # two scales are added up from the first beginning on, and are the same to the last digit as
    # if they were not: before its own beginning nothing is added to the other
    by_scale = near.view(np.float64).reshape(*near.shape, len(begins))
    for nth, own in enumerate(begins):
        by_scale[:, : own - begin, nth] = 0.0
    running[:, begin] = 0.0
    np.cumsum(near, axis=1, out=running[:, begin + 1 :])
