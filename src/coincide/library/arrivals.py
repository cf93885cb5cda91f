"""What became of photos that came since a library was looked at: right, or off by how much."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from coincide.library.decide import Decision
from coincide.library.openlibrary import Library
from coincide.library.photos import Clock, ClockId
from coincide.library.scan.scannedplace import ScannedPlace
from coincide.library.solve import Solved
from coincide.model import Floats
from coincide.model.times import offset_in_words

# what each clock showed at the photos that were there
SeenTimes = Mapping[ClockId, Floats]


@dataclass(frozen=True)
class Arrival:
    """New photos of one clock: how many of them are off by what in words, right, or not known."""

    clock: str
    off: Mapping[str, int]
    n_right: int
    n_open: int

    @property
    def n_photos(self) -> int:
        """How many there are."""
        return sum(self.off.values()) + self.n_right + self.n_open

    @property
    def words(self) -> str:
        """What became of them."""
        parts = [f"{n:,} off by {by}" for by, n in sorted(self.off.items())]
        parts += [f"{self.n_right:,} right"] * bool(self.n_right)
        parts += [f"{self.n_open:,} not known well enough"] * bool(self.n_open)
        return f"{self.clock}: {', '.join(parts)}"


def missing_of(place: ScannedPlace) -> str | None:
    """Return a folder of a library that is not there, or empty though photos of it are known.

    A disk that is not mounted looks like that, and nothing of it was removed.
    """
    known = place.store.known_folders() if place.roots else {}
    for root in place.roots:
        try:
            there = any(root.folder.iterdir())
        except OSError:
            there = False
        if not there and any(folder.is_relative_to(root.folder) for folder in known):
            return str(root.folder)
    return None


def seen_times(clocks: Iterable[Clock]) -> SeenTimes:
    """Return what is to be remembered of a library, to tell later what is new."""
    return {clock.key: np.sort(clock.photos.time_s) for clock in clocks}


def arrivals(library: Library, before: SeenTimes) -> Iterator[Arrival]:
    """Yield what became of photos that were not there before, by clock."""
    none = np.zeros(0)
    for solved in sorted(library.solved, key=lambda one: one.clock.name):
        is_new = ~np.isin(solved.clock.photos.time_s, before.get(solved.clock.key, none))
        if is_new.any():
            starts = np.array(solved.clock.starts[:-1], dtype=np.int64)
            yield _arrival(library, solved, np.add.reduceat(is_new.astype(np.int64), starts))


def _arrival(library: Library, solved: Solved, n_new: Floats) -> Arrival:
    off, n_right = Counter[str](), 0
    for decision in library.decided(solved):
        span = decision.stretch
        if decision.state == "right":
            n_right += int(n_new[span.first : span.end].sum())
        elif decision.state == "wrong":
            off.update(_off(decision, n_new))
    n_open = int(n_new.sum()) - n_right - sum(off.values())
    return Arrival(solved.clock.name, off, n_right, n_open)


def _off(decision: Decision, n_new: Floats) -> Iterator[str]:
    for piece in decision.pieces:
        count = int(n_new[piece.first : piece.end].sum())
        yield from [offset_in_words(piece.error_s)] * count
