"""What single ties are like: measured once on generated pairs of clips, then drawn from.

    python -m coincide_bench.sound.bank

Whole events take hours to render; so most of them have ties drawn from those of rendered pairs of
tune seeds, of the same sound and about the same overlap, with whatever was wrong with them.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from coincide.sound.features import sound_features
from coincide.sound.model import Lag, LagTie
from coincide.sound.ties import find_ties
from coincide_bench.sound.scenes import ClipPair, Kind, rng_of, same_moment, two_moments
from coincide_bench.sound.sources import PROGRAMMES, Rng
from coincide_bench.suites.registry import DEV_SEEDS

FILE = Path(__file__).with_name("bank.json")
OVERLAPS_S = (3.0, 6.0, 12.0, 24.0)
SNR_DB = (3.0, 20.0)
N_EACH, N_AGAIN, N_UNRELATED = 16, 60, 40
DOUBTED = "as the pair that it is drawn from"
UNRELATED, AGAIN = "unrelated", "again"


@dataclass(frozen=True)
class Drawn:
    """A lag of a measured pair; ``off_s`` from the true one, or from where a record is the same."""

    off_s: float
    weight: float
    z: float
    likeness: float
    certain: bool

    def lag(self, at_s: float, from_s: float, to_s: float) -> Lag:
        """Return it as the lag of another pair, about a true one."""
        reasons = () if self.certain else (DOUBTED,)
        lag_s = at_s + self.off_s
        return Lag(lag_s, 0.03, self.weight, self.z, self.likeness, 0.0, from_s, to_s, reasons)


Rows = tuple[tuple[Drawn, ...], ...]


@dataclass(frozen=True)
class Bank:
    """Measured pairs by what was heard and by overlap; those of records played again; unrelated.

    ``chance``: of unrelated pairs, the share that has any lag at all.
    """

    moments: Mapping[tuple[str, float], Rows]
    again: Rows
    unrelated: Rows
    chance: float

    def moment(self, what: str, overlap_s: float, rng: Rng) -> tuple[Drawn, ...]:
        """Return what a pair of one moment says, that shares no more than so much."""
        enough = [value for value in OVERLAPS_S if value <= overlap_s]
        return _one(self.moments[what, enough[-1]], rng) if enough else ()

    def repeat(self, rng: Rng) -> tuple[Drawn, ...]:
        """Return what a pair says that heard a record at two times."""
        return _one(self.again, rng)

    def nothing(self, rng: Rng) -> tuple[Drawn, ...]:
        """Return what a pair says that has nothing in common: mostly nothing."""
        return _one(self.unrelated, rng) if rng.random() < self.chance else ()


def _one(rows: Rows, rng: Rng) -> tuple[Drawn, ...]:
    return rows[int(rng.integers(len(rows)))]


@cache
def load_bank(file: Path = FILE) -> Bank:
    """Return the measured pairs."""
    document = json.loads(file.read_text("utf-8"))
    moments = defaultdict(list)
    for one in document["moments"]:
        moments[one["what"], one["overlap_s"]].append(_row(one["lags"]))
    return Bank(
        {key: tuple(rows) for key, rows in moments.items()},
        tuple(map(_row, document["again"])),
        tuple(map(_row, document["unrelated"])),
        document["chance"],
    )


def _row(lags: Sequence[Sequence[Any]]) -> tuple[Drawn, ...]:
    return tuple(
        Drawn(off_s, weight, z, likeness, bool(certain))
        for off_s, weight, z, likeness, certain in lags
    )


def make_bank() -> dict[str, object]:
    """Measure pairs of tune seeds."""
    moments = [
        {"what": what, "overlap_s": overlap_s, "lags": _lags(pair)}
        for what in PROGRAMMES
        for overlap_s in OVERLAPS_S
        for pair in _moments(what, overlap_s)
    ]
    kinds: tuple[Kind, ...] = ("again", "elsewhere")
    again = [
        _lags(two_moments(_seed(index), index, kind)) for kind in kinds for index in range(N_AGAIN)
    ]
    clips = [
        sound
        for index in range(N_UNRELATED // 2)
        for pair in [two_moments(_seed(index), index, "unrelated")]
        for sound in (pair.first, pair.second)
    ]
    ties = find_ties(clips, [sound_features(clip) for clip in clips])
    n_pairs = len(clips) * (len(clips) - 1) // 2
    return {
        "moments": moments,
        "again": again,
        "unrelated": [_lags_of([tie], 0.0) for tie in ties],
        "chance": round(len(ties) / n_pairs, 4),
    }


def _seed(index: int) -> int:
    return DEV_SEEDS[index % len(DEV_SEEDS)]


def _moments(what: str, overlap_s: float) -> Iterator[ClipPair]:
    for index in range(N_EACH):
        snr_db = float(rng_of(_seed(index), "bank", what, index).uniform(*SNR_DB))
        yield same_moment(_seed(index), index, snr_db=snr_db, overlap_s=overlap_s, only=what)


def _lags(pair: ClipPair) -> list[list[float]]:
    sounds = (pair.first, pair.second)
    return _lags_of(find_ties(sounds, [sound_features(sound) for sound in sounds]), pair.lag_s)


def _lags_of(ties: Sequence[LagTie], true_s: float | None) -> list[list[float]]:
    """Return lags from the true one; where there is none, from the best."""
    if not ties:
        return []
    from_s = ties[0].lags[0].lag_s if true_s is None else true_s
    return [
        [
            round(lag.lag_s - from_s, 3),
            *(round(value, 2) for value in (lag.weight, lag.z, lag.likeness)),
            float(lag.certain),
        ]
        for lag in ties[0].lags
    ]


if __name__ == "__main__":
    FILE.write_text(json.dumps(make_bank(), indent=None) + "\n", "utf-8")
