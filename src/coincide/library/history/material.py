"""What a clock's history is found from: its sessions and what speaks for each."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from coincide.library.history.witnesses import Reading, Witness
from coincide.model import Floats
from coincide.solver.clocks.truetime import ClockKind


@dataclass(frozen=True)
class ClockMaterial:
    """One clock's sessions in the order they were taken, (n,) each.

    ``first_s`` and ``last_s``: what the clock showed. ``zone_s``: the zone that it should show
    then, by where its owner was, ``zone_sure`` whether that is known: on the days of a journey it
    is not. ``n_photos``: photos of each. ``witnesses``: what speaks for the offset of each.
    ``stated``: what a person knows of borders, by session: the clock was set before it, or not.
    """

    kind: ClockKind
    first_s: Floats
    last_s: Floats
    zone_s: Floats
    zone_sure: NDArray[np.bool_]
    n_photos: Floats
    witnesses: Sequence[Sequence[Witness]]
    stated: Mapping[int, bool] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.first_s)

    @property
    def pauses_s(self) -> Floats:
        """What the clock says passed before each session but the first; less than 0: it was set."""
        return self.first_s[1:] - self.last_s[:-1]

    @cached_property
    def readings(self) -> list[tuple[int, Reading]]:
        """All readings, with their session."""
        return [(session, one) for session, one in self.each_witness if isinstance(one, Reading)]

    def log_likelihood(self, to_utc_s: Floats, sd_s: Floats) -> Floats:
        """Return what all witnesses say of each session's offsets, (n, k) of (n, k) ± (k,).

        One occasion counts once, over however many sessions its witnesses are spread.
        """
        total = np.zeros(to_utc_s.shape)
        for session, one in self.each_witness:
            total[session] += one.log_likelihood(to_utc_s[session], sd_s) * self.share[one.occasion]
        return total

    @property
    def each_witness(self) -> Iterator[tuple[int, Witness]]:
        """All witnesses, with their session."""
        for session, several in enumerate(self.witnesses):
            for one in several:
                yield session, one

    @cached_property
    def share(self) -> Mapping[str, float]:
        """What each witness of an occasion counts: all of them as one."""
        counts = Counter(one.occasion for _, one in self.each_witness)
        return {occasion: 1.0 / n for occasion, n in counts.items()}


@dataclass(frozen=True)
class Stretch:
    """A time over which a clock was not set: sessions ``first`` to ``end``, all at one offset.

    ``to_utc_s`` is the offset at its first session, ± ``sd_s``; ``None``: nobody knows it.
    ``certain``: the least probability of any of its sessions to be of this offset.
    """

    first: int
    end: int
    to_utc_s: float | None
    sd_s: float
    certain: float

    @property
    def sessions(self) -> range:
        """Its sessions."""
        return range(self.first, self.end)


@dataclass(frozen=True)
class ClockHistory:
    """A clock over years: the offset of each session, (n,), and how sure it is of each.

    NaN: it shows something that nothing tells. ``drift_ppm``: by how much the clock is fast.
    ``sd_s``: how well each offset is known. ``right``, (n,): the probability that a session shows
    the time of the place. ``harm``, (n,): that setting it to its offset takes it further from that.
    ``stays``, (n − 1,): that the clock was not set before the next session.
    """

    to_utc_s: Floats
    certain: Floats
    sd_s: Floats
    starts: tuple[int, ...]
    right: Floats
    harm: Floats
    stays: Floats
    drift_ppm: float = 0.0
    evidence: float = 0.0

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        """The times between which the clock was set."""
        ends = (*self.starts[1:], len(self.to_utc_s)) if self.starts else ()
        return tuple(
            self._stretch(first, end) for first, end in zip(self.starts, ends, strict=True)
        )

    def _stretch(self, first: int, end: int) -> Stretch:
        offset_s = float(self.to_utc_s[first])
        known = None if np.isnan(offset_s) else offset_s
        sd_s, certain = float(self.sd_s[first:end].max()), float(self.certain[first:end].min())
        return Stretch(first, end, known, sd_s, certain)
