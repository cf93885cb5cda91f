"""Ties of rendered pairs of clips, measured once and kept in ``bank.json``, to draw from.

Whole events take hours to render; so they have ties drawn from those of rendered pairs of tune
seeds, of the same sound and about the same overlap, with whatever was wrong with them. ADR 33 says
where the program that rendered the pairs can be found.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from coincide.sound.model import Lag
from coincide_bench.sound.evenings import Rng

FILE = Path(__file__).with_name("bank.json")
OVERLAPS_S = (3.0, 6.0, 12.0, 24.0)
DOUBTED = "as the pair that it is drawn from"


@dataclass(frozen=True)
class DrawnLag:
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


Rows = tuple[tuple[DrawnLag, ...], ...]


@dataclass(frozen=True)
class Bank:
    """Measured pairs by what was heard and by overlap; those of records played again; unrelated.

    ``chance``: of unrelated pairs, the share that has any lag at all.
    """

    moments: Mapping[tuple[str, float], Rows]
    again: Rows
    unrelated: Rows
    chance: float

    def moment(self, what: str, overlap_s: float, rng: Rng) -> tuple[DrawnLag, ...]:
        """Return what a pair of one moment says, that shares no more than so much."""
        enough = [value for value in OVERLAPS_S if value <= overlap_s]
        return _one(self.moments[what, enough[-1]], rng) if enough else ()

    def repeat(self, rng: Rng) -> tuple[DrawnLag, ...]:
        """Return what a pair says that heard a record at two times."""
        return _one(self.again, rng)

    def nothing(self, rng: Rng) -> tuple[DrawnLag, ...]:
        """Return what a pair says that has nothing in common: mostly nothing."""
        return _one(self.unrelated, rng) if rng.random() < self.chance else ()


def _one(rows: Rows, rng: Rng) -> tuple[DrawnLag, ...]:
    return rows[int(rng.integers(len(rows)))]


@cache
def load_bank(file: Path = FILE) -> Bank:
    """Return the measured pairs."""
    document = json.loads(file.read_text("utf-8"))
    moments = defaultdict(list)
    for moment in document["moments"]:
        moments[moment["what"], moment["overlap_s"]].append(_row(moment["lags"]))
    return Bank(
        {key: tuple(rows) for key, rows in moments.items()},
        tuple(map(_row, document["again"])),
        tuple(map(_row, document["unrelated"])),
        document["chance"],
    )


def _row(lags: Sequence[Sequence[Any]]) -> tuple[DrawnLag, ...]:
    return tuple(
        DrawnLag(off_s, weight, z, likeness, bool(certain))
        for off_s, weight, z, likeness, certain in lags
    )
