"""The one form of all evidence, and what it is made from."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, Protocol

import numpy as np

from coincide.model import Floats, Indices, PhotoTable, Singles
from coincide.model.soundlags import HeardTie
from coincide.solver.evidence.shelf import Shelf
from coincide.solver.options import AscendingOptions


class Ascending:
    """Times in order, at least one, cut into stretches of one length.

    Most stretches are empty: whoever falls into one of these is known to be behind all before it.
    Only the others are looked for. Nothing is rounded: of two times the later one is never in an
    earlier stretch.
    """

    def __init__(self, times_s: Floats, options: AscendingOptions = AscendingOptions()) -> None:
        self.times_s = times_s
        span_s = max(float(times_s[-1] - times_s[0]), 1.0)
        n_stretches = options.stretches_each * len(times_s)
        self._per_s = n_stretches / span_s
        # one before the first time, one behind the last
        self._first, self._last = 1.0 - times_s[0] * self._per_s, n_stretches + 2
        taken = self._stretch(times_s)
        lengths = np.diff(taken, prepend=0, append=self._last + 1)
        self._before = np.repeat(np.arange(len(times_s) + 1), lengths)
        self._before[taken] = -1

    def find(self, wanted_s: Floats, side: Literal["left", "right"]) -> Indices:
        """Return how many times are before each one wanted; ``right``: those equal to it too."""
        before: Indices = self._before.take(self._stretch(wanted_s))
        unknown = np.flatnonzero(before < 0)
        if len(unknown):
            found = np.searchsorted(self.times_s, wanted_s.take(unknown), side=side)
            before.put(unknown, found)
        return before

    def _stretch(self, wanted_s: Floats) -> Indices:
        where = wanted_s * self._per_s
        where += self._first
        np.clip(where, 0.0, self._last, out=where)
        stretch: Indices = where.astype(np.intp)
        return stretch


@dataclass(frozen=True)
class VerifiedPairs:
    """Pairs of photos that were looked at closer: (n, 2) rows, and what each says in nats, (n,)."""

    pairs: Indices
    log_ratio: Floats


@dataclass(frozen=True)
class FrameRows:
    """Frames of clips: (m,) the row of each one's clip, (m,) when in it, (m, D) how it looks."""

    clip: Indices
    within_s: Floats
    look: Singles

    @cached_property
    def digest(self) -> str:
        """What they are, in short: whatever is made from them is kept by it."""
        parts = (np.ascontiguousarray(array) for array in (self.clip, self.within_s, self.look))
        return hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()


@dataclass(frozen=True)
class EvidenceInputs:
    """What an event's photos are known by: the table, and vectors (N, D) by name.

    "look" holds what the network saw, "colour" the colours; a name that is missing means that
    evidence of this kind says nothing. ``rejected``: (n, 2) rows of pairs a person ruled out.
    ``heard``: what the sounds of clips say; ``frames``: what clips show behind their beginning.
    ``shelf``: where evidence is kept for whoever solves again with the same vectors; it makes
    things faster and nothing else.
    """

    table: PhotoTable
    vectors: Mapping[str, Singles]
    rejected: Indices = field(default_factory=lambda: np.zeros((0, 2), np.int64))
    verified: VerifiedPairs | None = None
    heard: tuple[HeardTie, ...] = ()
    frames: FrameRows | None = None
    shelf: Shelf | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Crowd:
    """The photos of some placed galleries on one clock.

    ``order``: which of the galleries' photos, one gallery after the other, comes when;
    ``time_s``: their times, ascending; ``weight``: what each counts in its burst; ``offset_s``:
    (k,) what each gallery of the event was moved by.
    """

    galleries: tuple[int, ...]
    order: Indices
    time_s: Floats
    weight: Floats
    offset_s: Floats

    @cached_property
    def ascending(self) -> Ascending:
        """Their times, to find others among them."""
        return Ascending(self.time_s)

    @cached_property
    def weight_before(self) -> Floats:
        """The weight of all photos before each, and of all of them: (n + 1,)."""
        return np.concatenate([[0.0], np.cumsum(self.weight)])


class Evidence(Protocol):
    """One kind of evidence."""

    kind: str

    def against(self, gallery: int, crowd: Crowd, offsets_s: Floats) -> Floats:
        """Return the log-odds that each offset is right rather than none, (m,).

        With an offset, the gallery's times are on the crowd's clock. Zero means: says nothing.
        """
        ...


def make_crowd(
    table: PhotoTable, weights: Floats, galleries: Sequence[int], offset_s: Floats
) -> Crowd:
    """Return the photos of some galleries on one clock, each gallery with its offset."""
    rows = [table.rows(gallery) for gallery in galleries]
    times_s = [
        table.camera_time_s[rows_of] + offset_s[one]
        for one, rows_of in zip(galleries, rows, strict=True)
    ]
    time_s = np.concatenate([np.zeros(0), *times_s])
    order = np.argsort(time_s, kind="stable")
    weight = np.concatenate([np.zeros(0), *(weights[rows_of] for rows_of in rows)])
    return Crowd(tuple(galleries), order, time_s[order], weight[order], np.array(offset_s))
