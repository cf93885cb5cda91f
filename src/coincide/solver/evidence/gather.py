"""All kinds of evidence that an event has, ready to be asked."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence, Set
from dataclasses import dataclass, field, fields, replace
from functools import cache

import numpy as np

from coincide.model import Floats, Indices, PhotoTable
from coincide.solver.evidence.form import Crowd, EvidenceInputs, make_crowd
from coincide.solver.evidence.keyframes import FramedEvidence, photo_weights, with_frames
from coincide.solver.evidence.likeness import MeasuredEvidence
from coincide.solver.evidence.shelf import Itself
from coincide.solver.options import EvidenceOptions, RecallOptions

# who asks, whom, where these are, and what else was asked
Key = tuple[int, tuple[int, ...], bytes, Hashable]


class Recall:
    """Numbers by all that they follow from but the evidence itself; the oldest make room.

    Every step is one that other threads cannot come between: the worst that they do is to find
    once more what was found.
    """

    def __init__(self, options: RecallOptions = RecallOptions()) -> None:
        self.options = options
        self._kept: OrderedDict[Key, Floats] = OrderedDict()
        self._n_kept = 0

    def __len__(self) -> int:
        return len(self._kept)

    def once(
        self, gallery: int, crowd: Crowd, asked: Hashable, find: Callable[[], Floats]
    ) -> Floats:
        """Return what a gallery says of a crowd placed so, found once; nobody may change it."""
        placed = crowd.offset_s[list(crowd.galleries)].tobytes()
        key = (gallery, crowd.galleries, placed, asked)
        value = self._kept.pop(key, None)
        if value is None:
            value = find()
            value.setflags(write=False)
        else:
            self._n_kept -= value.size
        self._put(key, value)
        return value

    def without(self, touched: Set[tuple[int, int]]) -> "Recall":
        """Return the same without what was said between some galleries, each pair in order."""
        other = Recall(self.options)
        for key, value in list(self._kept.items()):
            gallery, crowd, *_ = key
            if not any((min(gallery, number), max(gallery, number)) in touched for number in crowd):
                other._put(key, value)
        return other

    def _put(self, key: Key, value: Floats) -> None:
        self._kept[key] = value
        self._n_kept += value.size
        while self._n_kept > self.options.most_numbers and len(self._kept) > 1:
            self._n_kept -= self._kept.popitem(last=False)[1].size


# Rhythm: people shoot when something happens, so cameras fall silent and burst together.
#
# It needs no pictures. The photos of a gallery are drawn from how densely the others shoot at the
# time, seen at several scales of time at once, or from anywhere at all.

# how far around a moment others' shots count for the rhythm: from a burst to half an hour
_RHYTHM_SCALES_S = (30.0, 120.0, 480.0, 1920.0)
# galleries may lie a little further apart than both together are long, with nothing in common
_RHYTHM_MARGIN_S = 600.0


class RhythmEvidence:
    """How well a gallery's shots fall where the crowd shoots."""

    kind = "rhythm"

    def __init__(self, table: PhotoTable, weights: Floats, options: EvidenceOptions) -> None:
        self.table, self.weights, self.options = table, weights, options

    def against(self, gallery: int, crowd: Crowd, offsets_s: Floats) -> Floats:
        """Return the log-odds of each offset; see ``form.Evidence``."""
        if not len(crowd.time_s) or not len(offsets_s):
            return np.zeros(len(offsets_s))
        rows, anywhere = self.table.rows(gallery), self.options.anywhere
        own_s = self.table.camera_time_s[rows]
        spans_s = (own_s[-1] - own_s[0], crowd.time_s[-1] - crowd.time_s[0])
        range_s = sum(spans_s) + _RHYTHM_MARGIN_S
        # photo by photo: offsets ascend, and what is looked up in order is found sooner
        times_s = own_s[:, None] + offsets_s[None, :]
        density = np.full(times_s.shape, anywhere / range_s)
        scales_s = [scale_s for scale_s in _RHYTHM_SCALES_S if scale_s < max(spans_s) / 2]
        if not scales_s:  # a moment has no rhythm
            return np.zeros(len(offsets_s))
        before, around_s = crowd.weight_before, np.array(scales_s)[:, None, None]
        share = before.take(crowd.ascending.find(times_s + around_s, "right"))
        share -= before.take(crowd.ascending.find(times_s - around_s, "left"))
        share /= before[-1]
        share *= (1 - anywhere) / len(scales_s)
        share /= 2 * around_s
        for of_scale in share:
            density += of_scale
        odds: Floats = np.ascontiguousarray(np.log(density * range_s).T) @ self.weights[rows]
        return odds


# no scale is longer than this share of the longest gallery: in half an hour nothing is an hour away
_LONGEST_RUNG = 0.25


@dataclass(frozen=True)
class AllEvidence:
    """The event's evidence of every kind that is switched on.

    ``framed``: what photos and frames of clips say together, in place of what photos say alone.
    ``apart``: galleries that taught nothing, and are nobody's partners. ``asked``: what was
    found before, which follows from the evidence alone: what two galleries say begins with both;
    ``recall``: the same of galleries as they were placed.
    """

    table: PhotoTable
    weights: Floats
    measured: MeasuredEvidence
    rhythm: RhythmEvidence | None
    options: EvidenceOptions
    apart: frozenset[int] = frozenset()
    framed: FramedEvidence | None = None
    asked: dict[tuple[object, ...], Floats] = field(default_factory=dict, compare=False, repr=False)
    recall: Recall = field(default_factory=Recall, compare=False, repr=False)

    @property
    def seen(self) -> MeasuredEvidence:
        """What all that is seen says: photos, and frames where there are any."""
        return self.measured if self.framed is None else self.framed.measured

    @property
    def seen_table(self) -> PhotoTable:
        """All that is seen, photos and frames, as rows."""
        return self.table if self.framed is None else self.framed.table

    def _seen(self, crowd: Crowd) -> Crowd:
        """Return a crowd of photos with the frames of its galleries' clips."""
        if self.framed is None:
            return crowd
        table, weights = self.framed.table, self.framed.measured.weights
        return make_crowd(table, weights, crowd.galleries, crowd.offset_s)

    def moments(self, gallery: int) -> float:
        """Return how many moments a gallery shows, bursts counted once."""
        weights = self.weights if self.framed is None else self.framed.measured.weights
        return float(weights[self.seen_table.rows(gallery)].sum())

    def once(self, key: tuple[object, ...], find: Callable[[], Floats]) -> Floats:
        """Return what follows from the evidence, found once; nobody may change it."""
        if key not in self.asked:
            value = find()
            value.setflags(write=False)
            self.asked[key] = value
        return self.asked[key]

    def bare(self) -> "AllEvidence":
        """Return the same without what was found so far, to be sent elsewhere."""
        framed = None if self.framed is None else self.framed.bare()
        return replace(
            self, measured=self.measured.bare(), framed=framed, asked={}, recall=Recall()
        )

    def rejecting(self, rejected: Indices) -> "AllEvidence":
        """Return the same with just these pairs ruled out; what they do not touch is kept."""
        measured, touched = self.measured.rejecting(rejected)
        if measured is self.measured:
            return self
        # a copy: other threads may be asking
        asked = {key: value for key, value in dict(self.asked).items() if key[:2] not in touched}
        framed = None if self.framed is None else self.framed.rejecting(rejected)
        recall = self.recall.without(touched)
        return replace(self, measured=measured, framed=framed, asked=asked, recall=recall)

    def against(self, gallery: int, crowd: Crowd, offsets_s: Floats) -> Floats:
        """Return the log-odds of each offset by all kinds together, (m,)."""
        return self.asking(gallery, crowd)(offsets_s)

    def asking(self, gallery: int, crowd: Crowd) -> Callable[[Floats], Floats]:
        """Return what tells the log-odds of offsets, ready to be asked more than once."""
        ready = cache(lambda: self._asking(gallery, crowd))
        return lambda offsets_s: self.recall.once(
            gallery, crowd, offsets_s.tobytes(), lambda: ready()(offsets_s)
        )

    def _asking(self, gallery: int, crowd: Crowd) -> Callable[[Floats], Floats]:
        likeness, rhythm = self.seen.asking(gallery, self._seen(crowd)), self.rhythm
        if rhythm is None:
            return likeness
        share = self.options.rhythm_share
        return lambda offsets_s: (
            likeness(offsets_s) + share * rhythm.against(gallery, crowd, offsets_s)
        )

    def by_kind(self, gallery: int, crowd: Crowd, offsets_s: Floats) -> dict[str, Floats]:
        """Return the log-odds of each offset by each kind alone, as far as there are any."""

        def find() -> Floats:
            by_kind = self.seen.by_kind(gallery, self._seen(crowd), offsets_s)
            if self.rhythm is not None:
                odds = self.options.rhythm_share * self.rhythm.against(gallery, crowd, offsets_s)
                by_kind[self.rhythm.kind] = odds
            return np.array([*by_kind.values()])

        kinds = [*self.seen.kinds] if self.rhythm is None else [*self.seen.kinds, self.rhythm.kind]
        odds = self.recall.once(gallery, crowd, ("by kind", offsets_s.tobytes()), find)
        return dict(zip(kinds, odds, strict=True))

    def by_photo(self, gallery: int, crowd: Crowd, offsets_s: Floats) -> Floats:
        """Return what each photo adds to the log-odds by likeness; see ``MeasuredEvidence``."""
        asked = "by photo", offsets_s.shape, offsets_s.tobytes()
        return self.recall.once(
            gallery, crowd, asked, lambda: self.measured.by_photo(gallery, crowd, offsets_s)
        )

    def log_ratio(self, a: int, b: int, *, framed: bool = False) -> Floats:
        """Return how much likelier each pair's likeness is near in time, 0 where it says nothing.

        ``framed``: of photos and frames.
        """
        measured, table = (self.seen, self.seen_table) if framed else (self.measured, self.table)
        if not measured.says_anything:
            sizes = np.diff(table.starts)
            return np.zeros((sizes[a], sizes[b]))
        return measured.log_ratio(a, b, min(1, len(measured.scales_s) - 1))

    def best_matches(self, a: int, b: int, *, framed: bool = False) -> tuple[Indices, Floats]:
        """Return each photo's likeliest match of another gallery, and its log ratio."""

        def find() -> Floats:
            ratio = self.log_ratio(a, b, framed=framed)
            best = np.argmax(ratio, axis=1)
            return np.array([best, ratio[np.arange(len(best)), best]])

        best, ratio = self.once((min(a, b), max(a, b), "best", a, framed), find)
        return best.astype(np.int64), ratio


def gather_evidence(
    material: EvidenceInputs,
    options: EvidenceOptions = EvidenceOptions(),
    *,
    apart: frozenset[int] = frozenset(),
) -> AllEvidence:
    """Return the evidence of an event, learned from its own galleries but those apart."""
    if material.shelf is None:
        return _gathered(material, options, apart)
    key = _depends_on(material, options, apart)
    kept = material.shelf.find(key)
    if isinstance(kept, AllEvidence):
        evidence = kept.rejecting(material.rejected)
    else:
        evidence = _gathered(material, options, apart)
    material.shelf.put(key, evidence, material.table.n_photos)
    return evidence


def _depends_on(
    material: EvidenceInputs, options: EvidenceOptions, apart: frozenset[int]
) -> tuple[Hashable, ...]:
    """Return all that evidence is made from but the pairs that were rejected."""
    table = material.table
    # every column, also those that are added one day: stale evidence would be believed
    columns = (getattr(table, item.name) for item in fields(table) if item.name != "names")
    vectors = tuple((name, Itself(array)) for name, array in material.vectors.items())
    content = tuple(column.tobytes() for column in columns)
    frames = None if material.frames is None else material.frames.digest
    return (table.names, *content, vectors, frames, Itself(material.verified), options, apart)


def _gathered(
    material: EvidenceInputs, options: EvidenceOptions, apart: frozenset[int]
) -> AllEvidence:
    table = material.table
    teachers = tuple(number for number in range(table.n_galleries) if number not in apart)
    weights = photo_weights(table, options.burst_s)
    measured = MeasuredEvidence(
        material, weights, ladder_s(table, teachers, options), teachers, options
    )
    frames = material.frames if {"frames", "look"} <= {*options.kinds} else None
    if frames is not None and not (len(frames.clip) and measured.says_anything):
        frames = None
    return AllEvidence(
        table=table,
        weights=weights,
        measured=measured,
        rhythm=RhythmEvidence(table, weights, options) if "rhythm" in options.kinds else None,
        options=options,
        apart=apart,
        framed=None if frames is None else with_frames(measured, frames),
    )


def ladder_s(
    table: PhotoTable, galleries: Sequence[int], options: EvidenceOptions
) -> tuple[float, ...]:
    """Return the scales of time that say something: well below the length of the galleries."""
    if not options.coarse_to_fine:
        return (options.one_scale_s,)
    longest_s = _LONGEST_RUNG * table.longest_s(galleries)
    fitting = tuple(scale_s for scale_s in options.scales_s if scale_s <= longest_s)
    return fitting or options.scales_s[:1]
