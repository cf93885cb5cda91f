"""Whether two sessions look alike as no other days of their owners do.

In a library the same sofa is alike for ten years. So what a photo finds in the other session is
ranked among what it finds on other days, of its own owner and of the other's: a view that comes
again there says nothing. Each photo's rank is bounded by the number of days it was compared with.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from coincide.library.occasions.candidates import CandidatePair
from coincide.library.occasions.looks import Halves
from coincide.library.occasions.windows import SessionWindow
from coincide.model import Floats, Indices, Singles
from coincide.model.times import DAY_S

# sessions this far apart are of two days, by what their clocks show
_OTHER_DAY_S = 1.5 * DAY_S
# other days that a pair is compared with, the nearest of each owner: rooms change over years
_DAYS = 24
# photos of a session that must find something: a view alone may be of any day
_PHOTOS = 3
# sessions of fewer photos show too little to be an occasion
_LEAST_PHOTOS = 2
# nats on average of the best photos: of true pairs nearly all have more, of chance few
_LEAST_NATS = 1.75
# where few days are known they cannot say so much: then a share of the most that they can
_LEAST_SHARE = 0.6


_NOBODY: tuple[Indices, Floats] = np.zeros(0, dtype=np.int64), np.zeros(0)


@dataclass(frozen=True, slots=True)
class LikePair:
    """A pair that looks like one occasion: by how many nats, and what it was compared with."""

    pair: CandidatePair
    nats: float
    days: tuple[int, ...]


@dataclass(frozen=True)
class OtherDays:
    """The sessions of each owner, and when they were as far as clocks show, ascending."""

    windows: Sequence[SessionWindow]
    by_owner: Mapping[str, tuple[Indices, Floats]]

    @classmethod
    def of(cls, windows: Sequence[SessionWindow]) -> "OtherDays":
        """Sort them."""
        found = defaultdict[str, list[int]](list)
        order = np.argsort([one.usual_s for one in windows], kind="stable")
        for number in order.tolist():
            if windows[number].n_photos >= _LEAST_PHOTOS:
                found[windows[number].owner].append(number)
        usual_s = np.array([one.usual_s for one in windows])
        rows_of = {owner: np.array(rows) for owner, rows in found.items()}
        return cls(windows, {owner: (rows, usual_s[rows]) for owner, rows in rows_of.items()})

    def beside(self, pair: CandidatePair) -> tuple[int, ...]:
        """Return other days of a pair's owners, the nearest of each."""
        seed, partner = self.windows[pair.seed], self.windows[pair.partner]
        times_s = np.array([seed.usual_s, partner.usual_s])
        found = set[int]()
        for owner in {seed.owner, partner.owner}:
            found.update(self._nearest(owner, times_s))
        return tuple(sorted(found))

    def _nearest(self, owner: str, times_s: Floats) -> list[int]:
        rows, usual_s = self.by_owner.get(owner, _NOBODY)
        middle = int(np.searchsorted(usual_s, times_s[0]))
        # a few more than are wanted, since those of the same day drop out
        near = slice(max(middle - 4 * _DAYS, 0), middle + 4 * _DAYS)
        apart_s = np.abs(usual_s[near, None] - times_s).min(axis=1)
        other = np.flatnonzero(apart_s > _OTHER_DAY_S)
        nearest = other[np.argsort(apart_s[other], kind="stable")[:_DAYS]]
        return [int(row) for row in rows[near][nearest]]


def likeness_of(
    pair: CandidatePair, days: Sequence[int], looks: Mapping[int, Halves]
) -> LikePair | None:
    """Return how much more two sessions are alike than other days; None where they are not."""
    one, other = (looks[number].astype(np.float32) for number in (pair.seed, pair.partner))
    if min(len(one), len(other)) < _LEAST_PHOTOS:
        return None
    known = [looks[number] for number in days if len(looks[number])]
    starts = np.cumsum([0, *(len(vectors) for vectors in known)])[:-1]
    every = np.concatenate(known).astype(np.float32) if known else one[:0]
    alike = one @ other.T
    nats = min(
        _mean_of_best(_ranked(alike.max(axis=1), one @ every.T, starts)),
        _mean_of_best(_ranked(alike.max(axis=0), other @ every.T, starts)),
    )
    least = min(_LEAST_NATS, _LEAST_SHARE * float(np.log1p(len(known))))
    return LikePair(pair, nats, tuple(days)) if nats >= least and nats > 0.0 else None


def _ranked(best: Singles, others: Singles, starts: Indices) -> Floats:
    """Return log((n + 1) / (c + 1)) of each photo: on c of n other days it finds as much."""
    if len(starts) == 0:
        return np.zeros(len(best))
    by_day = np.maximum.reduceat(others, starts, axis=1)
    as_much = (by_day >= best[:, None]).sum(axis=1)
    nats: Floats = np.log((len(starts) + 1.0) / (as_much + 1.0))
    return nats


def _mean_of_best(nats: Floats) -> float:
    return float(np.sort(nats)[::-1][:_PHOTOS].mean())
