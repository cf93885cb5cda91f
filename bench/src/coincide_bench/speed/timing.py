"""Seconds of work, once or by turns, and what every measure of speed returns."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from coincide.model import Url
from coincide_bench.figures.tables import Table

# photos of 12 MP written, runs made: done, of so many
Tell = Callable[[int, int], None]


@dataclass(frozen=True)
class SpeedSettings:
    """What a measure is asked for; None: the default of that measure.

    ``folder``: scratch space. ``number``: photos or clips that are written, answers or runs.
    ``keep``: writes the figures so far, for what takes hours.
    """

    folder: Path
    method: str
    backbone: str
    seed: int
    photos: int | None = None
    galleries: int | None = None
    sizes: tuple[int, ...] | None = None
    number: int | None = None
    length_s: float | None = None
    store: Url | None = None
    address: str | None = None
    bridges: float | None = None
    workers: int | None = None
    keep: Callable[[Mapping[str, object]], None] = lambda _figures: None


@dataclass(frozen=True)
class Measured:
    """Figures as they are kept in a file and as they are printed; ``passed`` False: an error."""

    figures: Mapping[str, object]
    tables: tuple[Table, ...]
    passed: bool = True


def measured(
    title: str,
    rows: Mapping[str, str],
    figures: Mapping[str, object],
    *,
    caption: str = "",
    passed: bool = True,
) -> Measured:
    """One table of two columns, and the figures behind it."""
    table = Table(title, ("what", "figure"), tuple(rows.items()), caption)
    return Measured(figures, (table,), passed)


def seconds(work: Callable[[], object]) -> float:
    """Wall-clock seconds of a call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def by_turns(ways: Sequence[Callable[[int], object]], rounds: int) -> list[list[float]]:
    """Seconds of each way in each round; the order is reversed from round to round.

    What else the machine does then falls on all ways alike.
    """
    taken_s: list[list[float]] = [[] for _ in ways]
    for number in range(rounds):
        order = range(len(ways)) if number % 2 == 0 else reversed(range(len(ways)))
        for way in order:
            taken_s[way].append(seconds(partial(ways[way], number)))
    return taken_s
