"""An open library: its clocks, what a person said of them, and what became of each stretch."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import msgspec
import numpy as np

from coincide.errors import StoreError, UsageError
from coincide.library.clocks import load_clocks, paths_of
from coincide.library.decide import Decision, decisions_of
from coincide.library.events import ties_of_events
from coincide.library.evidence import shown_by
from coincide.library.occasions.occasion import FoundOccasion, each_once
from coincide.library.occasions.shelf import load_occasions
from coincide.library.photos import Clock
from coincide.library.scan.folders import Root, roots_of
from coincide.library.scan.store import LibraryStore
from coincide.library.solve import Family, Solved, Tie, TimeAnswer, solve_library
from coincide.model.offsets import AGREE_S


@dataclass(frozen=True, slots=True)
class Said:
    """A person said when a photo was taken: in local time, ± ``sd_s``."""

    path: Path
    true_s: float
    sd_s: float


@dataclass(frozen=True, slots=True)
class RejectedStretch:
    """A person rejected a stretch: of this clock, with a session that showed ``shown_s`` first.

    Another offset of the same session was not rejected.
    """

    body: str
    owner: str
    shown_s: float
    to_utc_s: float

    def is_of(self, decision: Decision) -> bool:
        """Whether it is this stretch, as it was or longer."""
        key, stretch = decision.solved.clock.key, decision.stretch
        if (key.body, key.owner) != (self.body, self.owner) or stretch.to_utc_s is None:
            return False
        first_s = decision.solved.material.first_s[stretch.first : stretch.end]
        near = abs(stretch.to_utc_s - self.to_utc_s) <= AGREE_S
        return near and bool((first_s == self.shown_s).any())


# why a stretch is open that a person rejected
REJECTED = "you rejected it"


def _judged(decision: Decision, rejected: Sequence[RejectedStretch]) -> Decision:
    """Return a decision as a person left it: what was rejected is not written."""
    if not any(one.is_of(decision) for one in rejected):
        return decision
    return replace(decision, state="open", why=REJECTED)


@dataclass(frozen=True)
class FoundHistories:
    """What was found of a library a moment ago, before a person answered or rejected something."""

    clocks: tuple[Clock, ...]
    ties: tuple[Tie, ...]
    solved: tuple[Solved, ...]


@dataclass(frozen=True)
class Library:
    """What was scanned of some folders, and the history of every clock in it."""

    roots: tuple[Root, ...]
    store: LibraryStore
    home: str | None = None
    before: FoundHistories | None = None

    @property
    def found(self) -> FoundHistories:
        """What was found, for a library that is asked again soon: only answers may be others."""
        return FoundHistories(self.clocks, self.ties, self.solved)

    @property
    def plans(self) -> Path:
        """The folder of its plans and their journals."""
        return self.store.file.parent.resolve() / "plans"

    @cached_property
    def clocks(self) -> tuple[Clock, ...]:
        """All clocks that took a photo with a time."""
        return tuple(load_clocks(self.store)) if self.before is None else self.before.clocks

    @cached_property
    def solved(self) -> tuple[Solved, ...]:
        """The history of each clock."""
        earlier = () if self.before is None else self.before.solved
        return solve_library(self.clocks, Family(self.ties, self.answers, self.home), earlier)

    @cached_property
    def ties(self) -> tuple[Tie, ...]:
        """The occasions that its clocks were at."""
        if self.before is not None:
            return self.before.ties
        synced = ties_of_events(self.store, self.clocks)
        return each_once(synced, self.occasions)

    @cached_property
    def occasions(self) -> tuple[FoundOccasion, ...]:
        """The occasions that were found, by name."""
        return load_occasions(self.store, self.clocks)

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """What becomes of each stretch, by clock and time."""
        rejected = [one for _, one in self._rejections()]
        every = (
            _judged(decision, rejected)
            for solved in self.solved
            for decision in decisions_of(solved)
        )
        return tuple(sorted(every, key=lambda one: (one.solved.clock.name, one.stretch.first)))

    def reject(self, decision: Decision) -> None:
        """Keep that a stretch is not so."""
        key, stretch = decision.solved.clock.key, decision.stretch
        if stretch.to_utc_s is None:
            raise UsageError("Nothing is known of this stretch that could be rejected.")
        middle = stretch.sessions[len(stretch.sessions) // 2]
        shown_s = float(decision.solved.material.first_s[middle])
        document = msgspec.json.encode(
            RejectedStretch(key.body, key.owner, shown_s, stretch.to_utc_s)
        )
        with self.store.transaction():
            self.store.run("INSERT INTO rejections (document) VALUES (?)", (document.decode(),))

    def accept_again(self, decision: Decision) -> None:
        """Forget that a stretch was rejected."""
        gone = [(number,) for number, one in self._rejections() if one.is_of(decision)]
        with self.store.transaction():
            self.store.run_each("DELETE FROM rejections WHERE number = ?", gone)

    def _rejections(self) -> list[tuple[int, RejectedStretch]]:
        rows = self.store.run("SELECT number, document FROM rejections")
        return [(number, msgspec.json.decode(one, type=RejectedStretch)) for number, one in rows]

    @cached_property
    def answers(self) -> tuple[TimeAnswer, ...]:
        """What a person said of photos that are still there, in the order it was said."""
        found = (self._placed(one) for one in self._said())
        return tuple(answer for answer in found if answer is not None)

    def add_answer(self, said: Said) -> None:
        """Keep what a person said; raise UsageError for a photo that is not of this library."""
        if self._placed(said) is None:
            raise UsageError(f"{said.path} is no photo of this library that has a time.")
        document = msgspec.json.encode(said, enc_hook=str).decode()
        with self.store.transaction():
            self.store.run("INSERT INTO answers (document) VALUES (?)", (document,))

    def take_back_answer(self) -> Said | None:
        """Forget what was said last and return it; None where nothing was said."""
        said = self._said()
        with self.store.transaction():
            self.store.run("DELETE FROM answers WHERE number = (SELECT MAX(number) FROM answers)")
        return said[-1] if said else None

    def _said(self) -> tuple[Said, ...]:
        rows = self.store.run("SELECT document FROM answers ORDER BY number")
        return tuple(
            msgspec.json.decode(document, type=Said, dec_hook=lambda kind, value: kind(value))
            for (document,) in rows
        )

    def _placed(self, said: Said) -> TimeAnswer | None:
        """Return an answer with the session that its photo is of."""
        row = self.store.photos_in(said.path.parent).get(said.path.name)
        if row is None or row.time_s is None:
            return None
        for clock in self.clocks:
            if clock.key.body == row.body and clock.key.owner in ("", row.owner):
                return _in_session(
                    said, clock, paths_of(self.store, clock, range(clock.n_sessions))
                )
        return None


def _in_session(said: Said, clock: Clock, paths: Sequence[Path]) -> TimeAnswer | None:
    if said.path not in paths:
        return None
    number = paths.index(said.path)
    session = int(np.searchsorted(clock.starts, number, side="right")) - 1
    shown_s = float(shown_by(clock)[number])
    return TimeAnswer(clock.key, session, shown_s, said.true_s, said.sd_s)


@contextmanager
def open_library(
    folders: Sequence[Path],
    place: Callable[[tuple[Root, ...], Path | None], Path],
    store: Path | None = None,
    *,
    home: str | None = None,
) -> Iterator[Library]:
    """Open what was scanned; raise StoreError where nothing was. ``place`` says where it lies."""
    roots = roots_of(folders)
    folder = place(roots, store)
    if not folder.is_dir():
        raise StoreError(f"Nothing was scanned yet: {folder} is not there. First: library scan.")
    with LibraryStore(folder) as opened:
        yield Library(roots, opened, home)
