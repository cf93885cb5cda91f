"""What a kind of trouble is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from coincide.model.times import DAY_S
from coincide_bench.mess.base import Base
from coincide_bench.mess.photos import Case

Make = Callable[[Base, np.random.Generator], Case]
# "several days": an event that lasts over a night; "guests": photos of another event at hand
Needs = Literal["any", "several days", "guests"]


@dataclass(frozen=True)
class Kind:
    """A kind of trouble: what happened, in plain words, and how it is made."""

    name: str
    what: str
    make: Make
    needs: Needs = "any"


def either(rng: np.random.Generator) -> int:
    """Return −1 or 1."""
    return int(rng.choice((-1, 1)))


def wrong_by_s(rng: np.random.Generator, least: int, below: int, unit_s: float = 1.0) -> float:
    """Return how much a clock is wrong, either way, in whole units."""
    return either(rng) * float(rng.integers(least, below)) * unit_s


def fits(kind: Kind, base: Base) -> bool:
    """Tell whether a kind of trouble can happen at an event."""
    if kind.needs == "any":
        return True
    if kind.needs == "guests":
        return bool(base.guests)
    days = {shot.truth.wall_s // DAY_S for shot in base.shots}
    return len(days) > 1
