"""Evidence of measures of likeness: look, light and place, put together pair by pair."""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from coincide.model import Floats, Indices, PhotoTable, Singles
from coincide.solver.evidence.form import Crowd, EvidenceInputs, VerifiedPairs
from coincide.solver.evidence.measures import Measure, VectorMeasure, measures_of
from coincide.solver.evidence.near import Cells, NearSums, ScaledRatios, by_twos
from coincide.solver.evidence.ratio import RatioTable, learn_table
from coincide.solver.options import EvidenceOptions

Bins = NDArray[np.uint8]
Kinds = tuple[str, ...]

# the kind of evidence that each measure is of
KIND_OF = {
    "look": "look",
    "colour": "light",
    "brightness": "light",
    "place": "place",
    "geometry": "geometry",
}


@dataclass(frozen=True)
class WeightedMeasure:
    """A measure, what it was found to say, and how much of that counts."""

    measure: Measure
    learned: RatioTable
    share: float


def share_of(kind: str, options: EvidenceOptions) -> float:
    """Return how much of a measure's log ratio counts."""
    shares = {
        "look": options.look_share,
        "colour": options.colour_share,
        "brightness": options.brightness_share,
        "place": options.place_share,
    }
    return shares[kind]


class MeasuredEvidence:
    """Each photo of a gallery asks those near it in time whether one is of its moment.

    Bounded, because a photo may have no partner: with chance ``partner`` one of the photos
    near it is of the same moment, with the rest none is, whatever they look like.
    ``counts``: the share of all this that is said; below 1 in events of minutes.
    """

    kind = "likeness"

    def __init__(
        self,
        material: EvidenceInputs,
        weights: Floats,
        scales_s: Sequence[float],
        teachers: Sequence[int],
        options: EvidenceOptions,
    ) -> None:
        self.table, self.weights, self.options = material.table, weights, options
        self.scales_s = tuple(scales_s)
        self.counts = min(1.0, self.table.longest_s(teachers) / options.in_full_s)
        self._measures: list[WeightedMeasure] = []
        for measure in measures_of(material, teachers, options):
            learned = learn_table(self.table, measure, self.scales_s, teachers, options)
            if learned is not None:
                share = share_of(measure.kind, options)
                self._measures.append(WeightedMeasure(measure, learned, share))
        if material.verified is not None and len(material.verified.pairs):
            closer = VerifiedMeasure(self.table, material.verified)
            learned = verified_table(material.verified, len(self.scales_s))
            self._measures.append(WeightedMeasure(closer, learned, 1.0))
        self._blocks: dict[tuple[Kinds, int, int], Cells] = {}
        self._scaled: dict[Kinds, list[ScaledRatios]] = {}
        self._rejected = material.rejected

    @property
    def says_anything(self) -> bool:
        """Whether there is any measure at all."""
        return bool(self._measures)

    @property
    def kinds(self) -> dict[str, list[WeightedMeasure]]:
        """The measures by the kind of evidence that they are of."""
        kinds: dict[str, list[WeightedMeasure]] = {}
        for weighted in self._measures:
            kinds.setdefault(KIND_OF[weighted.measure.kind], []).append(weighted)
        return kinds

    @property
    def all_measures(self) -> list[Measure]:
        """The measures that photos are compared by."""
        return [weighted.measure for weighted in self._measures]

    @property
    def look_vectors(self) -> Singles | None:
        """The vectors that photos are compared by first, (N, D), where there are any."""
        for measure in self.all_measures:
            if isinstance(measure, VectorMeasure):
                return measure.vectors
        return None

    def over(
        self,
        table: PhotoTable,
        weights: Floats,
        measure_of: Callable[[Measure], Measure],
        row: Indices,
    ) -> "MeasuredEvidence":
        """Return the same of more rows, by what was learned from these.

        ``measure_of`` gives each measure as it is of all rows, ``row`` where these are among them.
        """
        other = copy(self)
        other.table, other.weights, other._blocks = table, weights, {}
        other._measures = [
            replace(item, measure=measure_of(item.measure)) for item in self._measures
        ]
        other._rejected = row[self._rejected]
        return other

    def bare(self) -> "MeasuredEvidence":
        """Return the same without what was found so far, to be sent elsewhere."""
        other = copy(self)
        other._blocks = {}
        return other

    def rejecting(self, rejected: Indices) -> tuple["MeasuredEvidence", frozenset[tuple[int, int]]]:
        """Return the same with just these pairs ruled out, and which galleries' pairs changed.

        What likeness means is learned inside galleries, whatever was rejected between them.
        """
        now, then = (set(map(tuple, pairs.tolist())) for pairs in (rejected, self._rejected))
        if now == then:
            return self, frozenset()
        galleries = self.table.gallery_of(np.array(sorted(now ^ then))).tolist()
        touched = frozenset((min(pair), max(pair)) for pair in galleries)
        other = copy(self)
        other._rejected = rejected
        kept = dict(self._blocks).items()  # a copy: other threads may be asking
        other._blocks = {key: block for key, block in kept if key[1:] not in touched}
        return other, touched

    def against(self, gallery: int, crowd: Crowd, offsets_s: Floats) -> Floats:
        """Return the log-odds of each offset; see ``form.Evidence``."""
        return self.asking(gallery, crowd)(offsets_s)

    def asking(self, gallery: int, crowd: Crowd) -> Callable[[Floats], Floats]:
        """Return what tells the log-odds of offsets, ready to be asked more than once."""
        if not self._measures or not len(crowd.time_s):
            return lambda offsets_s: np.zeros(len(offsets_s))
        ask = self._asking(gallery, crowd, self._measures)
        return lambda offsets_s: ask(offsets_s[:, None]).sum(axis=1)

    def by_photo(self, gallery: int, crowd: Crowd, offsets_s: Floats) -> Floats:
        """Return what each photo adds to the log-odds, (m, n).

        ``offsets_s`` is (m, 1), or (m, n) where each photo has offsets of its own.
        """
        return self._asking(gallery, crowd, self._measures)(offsets_s)

    def by_kind(self, gallery: int, crowd: Crowd, offsets_s: Floats) -> dict[str, Floats]:
        """Return the log-odds of each offset by each kind alone."""
        return {
            kind: self._asking(gallery, crowd, measures)(offsets_s[:, None]).sum(axis=1)
            for kind, measures in self.kinds.items()
        }

    def log_ratio(self, a: int, b: int, scale: int) -> Floats:
        """Return the log ratio of all pairs of two galleries at one scale: (n_a, n_b)."""
        return np.log(_ratios(self._measures, scale).take(self._cells(a, b, self._measures)))

    def _asking(
        self, gallery: int, crowd: Crowd, measures: Sequence[WeightedMeasure]
    ) -> Callable[[Floats], Floats]:
        """Return what tells what each photo says of offsets, by the mean ratio of those near it."""
        rows = self.table.rows(gallery)
        blocks = [self._cells(gallery, other, measures) for other in crowd.galleries]
        cells = np.concatenate(blocks, axis=1).take(crowd.order, axis=1)
        ratios = self._ratios_of(measures)
        # a few photos at a time: their pairs stay near the processor
        step = max(1, self.options.pairs_at_once // len(crowd.time_s))
        parts = [slice(first, first + step) for first in range(0, len(cells), step)]
        # sums of many photos would take too much memory to be kept until they are asked again
        keep = len(parts) <= 2
        sums = [NearSums(crowd, cells[some], ratios, keep=keep) for some in parts]
        counts = self.counts * self.options.scale_weight / len(self.scales_s)
        weights = self.weights[rows][:, None] * counts

        def ask(offsets_s: Floats) -> Floats:
            # photo by photo: offsets ascend, and what is looked up in order is found sooner
            times_s = self.table.camera_time_s[rows][:, None] + offsets_s.T
            total = np.zeros(times_s.shape)
            for some, near in zip(parts, sums, strict=True):
                near.add_to(total[some], times_s[some], self.options.partner)
            total *= weights
            return np.ascontiguousarray(total.T)

        return ask

    def _ratios_of(self, measures: Sequence[WeightedMeasure]) -> list[ScaledRatios]:
        """Return the ratios of cells by some measures; kept."""
        key = _kinds(measures)
        if key not in self._scaled:
            ratios = [_ratios(measures, scale) for scale in range(len(self.scales_s))]
            self._scaled[key] = list(by_twos(self.scales_s, ratios))
        return self._scaled[key]

    def _cells(self, a: int, b: int, measures: Sequence[WeightedMeasure]) -> Cells:
        """Return where all pairs of two galleries are found in ratios by some measures; kept."""
        low, high = min(a, b), max(a, b)
        key = (_kinds(measures), low, high)
        if key not in self._blocks:
            bins = [self._block(low, high, weighted) for weighted in measures]
            self._blocks[key] = _cells(bins, measures)
        return self._blocks[key] if a <= b else self._blocks[key].T

    def _block(self, a: int, b: int, weighted: WeightedMeasure) -> Bins:
        """Return the bins of all pairs of two galleries, a < b, by one measure; kept."""
        key = (_kinds([weighted]), a, b)
        if key not in self._blocks:
            block = weighted.learned.bins(weighted.measure.block(a, b))
            self._rule_out(a, b, block, weighted.learned)
            self._blocks[key] = block
        return self._blocks[key]

    def _rule_out(self, a: int, b: int, block: Bins, learned: RatioTable) -> None:
        """Make the pairs that a person rejected say nothing."""
        rows_a, rows_b = self.table.rows(a), self.table.rows(b)
        for one, other in self._rejected:
            for first, second in ((one, other), (other, one)):
                if rows_a.start <= first < rows_a.stop and rows_b.start <= second < rows_b.stop:
                    block[first - rows_a.start, second - rows_b.start] = len(learned.edges) + 1


def _kinds(measures: Sequence[WeightedMeasure]) -> Kinds:
    return tuple(weighted.measure.kind for weighted in measures)


def _cells(bins: Sequence[Bins], measures: Sequence[WeightedMeasure]) -> Cells:
    """Return where each pair is found in the ratios of all measures together."""
    # as few bytes as hold them all: there are many pairs, and few cells
    n_cells = int(np.prod([weighted.learned.log_ratio.shape[1] for weighted in measures]))
    cells: Cells = bins[0].astype(np.min_scalar_type(n_cells))
    for block, weighted in zip(bins[1:], measures[1:], strict=True):
        cells *= cells.dtype.type(weighted.learned.log_ratio.shape[1])
        cells += block
    return cells


def _ratios(measures: Sequence[WeightedMeasure], scale: int) -> Floats:
    """Return the ratio of each cell: of one bin of each measure, all measures together."""
    ratios = np.ones(1)
    for weighted in measures:
        ratios = np.multiply.outer(
            ratios, np.exp(weighted.share * weighted.learned.log_ratio[scale])
        ).ravel()
    return ratios


class VerifiedMeasure:
    """The log ratio of each pair that was looked at, NaN of all others."""

    kind = "geometry"

    def __init__(self, table: PhotoTable, verified: VerifiedPairs) -> None:
        self.table, self.verified = table, verified
        self._galleries = table.gallery_of(verified.pairs.ravel()).reshape(-1, 2)

    def block(self, a: int, b: int) -> Floats:
        """Return the log ratios of all pairs of two galleries: (n_a, n_b)."""
        rows_a, rows_b = self.table.rows(a), self.table.rows(b)
        block = np.full((rows_a.stop - rows_a.start, rows_b.stop - rows_b.start), np.nan)
        for one, other in ((0, 1), (1, 0)):
            here = (self._galleries[:, one] == a) & (self._galleries[:, other] == b)
            pairs = self.verified.pairs[here]
            block[pairs[:, one] - rows_a.start, pairs[:, other] - rows_b.start] = (
                self.verified.log_ratio[here]
            )
        return block


def verified_table(verified: VerifiedPairs, n_scales: int) -> RatioTable:
    """Return a table that gives back each log ratio as it was found, at every scale of time."""
    values = np.unique(verified.log_ratio)
    edges = (values[:-1] + values[1:]) / 2
    return RatioTable(edges, np.tile(np.append(values, 0.0), (n_scales, 1)))
