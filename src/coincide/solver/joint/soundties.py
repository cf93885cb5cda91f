"""What sound says of where galleries are: ties between clips, each a few likely lags.

Sound is sharp and treacherous: two clips that heard one moment tell their clocks to a tenth of a
second, and a song that is played again tells a lie in many voices. So what a tie says is bounded,
and a stretch of sound counts once, however many clips have it.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from coincide.model import Floats, Indices, PhotoTable
from coincide.model.soundlags import HeardTie
from coincide.solver.options import HeardOptions

# a tie speaks for a result that has its clips so near to where it says
AGREES_S = 8.0
# least standard deviation of a tie while places are looked for in cells of half a minute: a sharper
# one would fall between them. The tenth of a second is found afterwards
_SEARCH_SD_S = 10.0
# the same for a tie that a person has told: headers of whole seconds lie between two clocks. Were
# it wider, a rival some seconds off would take its place
_TOLD_SD_S = 1.0
# the same once places are about known, of ties and of what a person has told
_SHARP_SD_S, _SHARP_TOLD_SD_S = 1.0, 0.3
# what was heard in so long a stretch counts once: one song gives many ties that agree
_STRETCH_S = 300.0
# places of a block that sound proposes, those that it says most for
_HEARD_PLACES = 20

Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class SoundTies:
    """The ties of an event between clips of different galleries, asked for shifts of galleries."""

    table: PhotoTable
    ties: tuple[HeardTie, ...]
    options: HeardOptions
    least_sd_s: float = _SEARCH_SD_S
    told_sd_s: float = _TOLD_SD_S

    def sharp(self) -> "SoundTies":
        """Return the same ties as exactly as headers of whole seconds let them tell two clocks."""
        return replace(self, least_sd_s=_SHARP_SD_S, told_sd_s=_SHARP_TOLD_SD_S)

    def vouched(self) -> "SoundTies":
        """Return the ties that sound or a person vouches for."""
        return replace(self, ties=tuple(tie for tie in self.ties if tie.sure or tie.told))

    @cached_property
    def galleries(self) -> Indices:
        """The galleries of each tie's clips, (n, 2)."""
        rows = np.array([(tie.photo_a, tie.photo_b) for tie in self.ties], np.int64).reshape(-1, 2)
        return self.table.gallery_of(rows.ravel()).reshape(-1, 2)

    @cached_property
    def lags(self) -> "Lags":
        """All lags of all ties, as columns."""
        options = self.options
        tie, relative_s, sd_s, nats = [], [], [], []
        for number, one in enumerate(self.ties):
            begun_s = self.table.camera_time_s[[one.photo_a, one.photo_b]]
            most, least_sd_s = options.loose_nats, self.least_sd_s
            if one.told:
                most, least_sd_s = options.told_nats, self.told_sd_s
            elif one.sure:
                most = options.sure_nats
            for lag in one.lags:
                tie.append(number)
                relative_s.append(begun_s[0] + lag.apart_s - begun_s[1])
                sd_s.append(max(lag.sd_s, least_sd_s))
                nats.append(min(lag.nats, most))
        return Lags(np.array(tie, np.int64), *map(np.array, (relative_s, sd_s, nats)))

    def pairs(self) -> set[tuple[int, int]]:
        """Return all pairs of galleries that are tied, a < b."""
        return {(min(a, b), max(a, b)) for a, b in self.galleries.tolist()}

    def relative_s(self, a: int, b: int) -> Floats:
        """Return the relative offsets of two galleries that sound proposes."""
        return self._crossing((a,), (b,), np.zeros(self.table.n_galleries)).shift_s

    def pair_odds(self, a: int, b: int, relative_s: Floats) -> Floats:
        """Return what sound says of relative offsets of two galleries, in nats."""
        return self._crossing((a,), (b,), np.zeros(self.table.n_galleries)).odds(relative_s)

    def odds(
        self, block: Sequence[int], others: Sequence[int], offset_s: Floats, shifts_s: Floats
    ) -> Floats:
        """Return what sound says of shifting a block against others as they are placed, (m,)."""
        return self._crossing(others, block, offset_s).odds(shifts_s)

    def shifts_s(self, block: Sequence[int], others: Sequence[int], offset_s: Floats) -> Floats:
        """Return the shifts of a block that sound proposes, those that it says most for."""
        crossing = self._crossing(others, block, offset_s)
        best = np.argsort(-crossing.nats, kind="stable")[:_HEARD_PLACES]
        return crossing.shift_s[best]

    def supporting(self, gallery: int, placed: Collection[int], offset_s: Floats) -> list[HeardTie]:
        """Return the ties of a gallery that a result fulfils: its clips are where they say."""
        crossing = self._crossing(tuple(placed), (gallery,), offset_s)
        near = np.abs(crossing.shift_s) <= AGREES_S
        return [self.ties[number] for number in np.unique(crossing.tie[near]).tolist()]

    def held(self, offset_s: Floats, within_s: float) -> list[tuple[int, int]]:
        """Return the galleries of each tie that holds to so many seconds."""
        lags, galleries = self.lags, self._lag_galleries
        apart_s = offset_s[galleries[:, 0]] - offset_s[galleries[:, 1]]
        near = np.abs(lags.relative_s + apart_s) <= within_s
        return [(a, b) for a, b in self.galleries[np.unique(lags.tie[near])].tolist()]

    def _crossing(
        self, others: Sequence[int], block: Sequence[int], offset_s: Floats
    ) -> "Crossing":
        """Return the lags of ties between a block and others, as shifts of the block."""
        if not self.ties:
            return NOTHING
        lags, galleries = self.lags, self._lag_galleries
        inside, outside = self._among(block), self._among(others)
        forth = outside[galleries[:, 0]] & inside[galleries[:, 1]]
        use = forth | (inside[galleries[:, 0]] & outside[galleries[:, 1]])
        forth, galleries, relative_s = forth[use], galleries[use], lags.relative_s[use]
        apart_s = offset_s[galleries[:, 0]] - offset_s[galleries[:, 1]]
        # what takes the second clip's gallery to the first's clock takes the first's back
        shift_s = np.where(forth, 1.0, -1.0) * (relative_s + apart_s)
        outer = np.where(forth, 0, 1)
        nth = np.arange(len(outer))
        there_s = self._lag_heard_s[use][nth, outer] + offset_s[galleries[nth, outer]]
        stretch = np.floor(there_s / _STRETCH_S).astype(np.int64)
        sure = self._is_sure[lags.tie[use]]
        most = self.options.sure_nats
        return Crossing(lags.tie[use], stretch, shift_s, lags.sd_s[use], lags.nats[use], sure, most)

    def _among(self, galleries: Sequence[int]) -> Flags:
        flags = np.zeros(self.table.n_galleries, bool)
        flags[list(galleries)] = True
        return flags

    @cached_property
    def _lag_galleries(self) -> Indices:
        """The galleries of each lag's clips, (n, 2)."""
        return self.galleries[self.lags.tie]

    @cached_property
    def _is_sure(self) -> Flags:
        return np.array([tie.sure for tie in self.ties], bool)

    @cached_property
    def _lag_heard_s(self) -> Floats:
        """When each lag's sound was heard if the first, or the second, clip's clock is right."""
        rows = np.array([(tie.photo_a, tie.photo_b) for tie in self.ties], np.int64)
        begins_s = np.array([tie.begins_s for tie in self.ties])
        heard_s: Floats = (self.table.camera_time_s[rows] + begins_s[:, None])[self.lags.tie]
        return heard_s


@dataclass(frozen=True)
class Lags:
    """Lags as columns: which tie's, the relative offset of its galleries, how exact, how much."""

    tie: Indices
    relative_s: Floats
    sd_s: Floats
    nats: Floats


@dataclass(frozen=True)
class Crossing:
    """Lags of ties between a block and the rest, as shifts of the block; (n,) each.

    ``sure``: of ties that sound vouches for; ``most``: what these say together in a stretch.
    """

    tie: Indices
    stretch: Indices
    shift_s: Floats
    sd_s: Floats
    nats: Floats
    sure: Flags
    most: float

    def odds(self, shifts_s: Floats) -> Floats:
        """Return what all of them say of shifts, in nats: each stretch of sound once, (m,).

        Ties that sound vouches for are added up, to what the surest of them might say at most:
        each is wrong by itself, and all of a stretch may be of one record that came again.
        """
        if not len(self.tie):
            return np.zeros(len(shifts_s))
        off = (shifts_s[None, :] - self.shift_s[:, None]) / self.sd_s[:, None]
        says = np.expm1(self.nats)[:, None] * np.exp(-(off**2) / 2)
        # lags of one tie follow each other
        firsts = np.flatnonzero(np.diff(self.tie, prepend=-1))
        by_tie, stretch = np.add.reduceat(says, firsts, axis=0), self.stretch[firsts]
        order = np.argsort(stretch)
        begins = np.flatnonzero(np.diff(stretch[order], prepend=stretch[order[0]] - 1))
        said = np.log1p(by_tie[order])
        loudest = np.maximum.reduceat(said, begins, axis=0)
        vouched = np.add.reduceat(said * self.sure[firsts][order][:, None], begins, axis=0)
        total: Floats = np.maximum(loudest, np.minimum(vouched, self.most)).sum(axis=0)
        return total


_NONE = np.zeros(0)
_NOWHERE = np.zeros(0, np.int64)
NOTHING = Crossing(_NOWHERE, _NOWHERE, _NONE, _NONE, _NONE, np.zeros(0, bool), 0.0)
