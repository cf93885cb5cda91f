"""An open library: its clocks, what a person said of them, and what became of each stretch."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import msgspec
import numpy as np

from coincide.errors import StoreError, UsageError
from coincide.library.albumties import ties_of_albums
from coincide.library.clocks import load_clocks, paths_of
from coincide.library.decide import Decision, decisions_of
from coincide.library.events import ties_of_events
from coincide.library.evidence import shown_by
from coincide.library.photos import Clock
from coincide.library.scan.folders import Root, roots_of
from coincide.library.scan.serverplace import (
    ServerPlace,
    asset_of_path,
    find_asset,
    server_among,
)
from coincide.library.scan.serverscan import scan_server
from coincide.library.scan.store import LibraryStore
from coincide.library.scan.tags import Scanned, scan_library
from coincide.library.solve import Family, Solved, Tie, TimeAnswer, solve_library
from coincide.model import Place, file_of
from coincide.model.offsets import AGREE_S
from coincide.model.progress import Progress


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


# says where the records of folders lie, if a person did not
StorePlace = Callable[[tuple[Root, ...], Path | None], Path]
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
    """What was scanned of some folders or a server, and the history of every clock in it."""

    roots: tuple[Root, ...]
    store: LibraryStore
    home: str | None = None
    before: FoundHistories | None = None
    server: ServerPlace | None = None

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
        if self.server is not None:
            return ties_of_albums(self.server, self.store, self.clocks)
        return ties_of_events(self.store, self.clocks)

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

    def name_of(self, photo: Path) -> str:
        """Return what a person calls a photo: its path, on a server its page."""
        return str(photo) if self.server is None else self.server.page_of(asset_of_path(photo)[1])

    def path_named(self, text: str) -> Path:
        """Return the photo that a person names: a path, on a server its page or its id."""
        if self.server is None:
            return Path(text).expanduser().resolve()
        found = find_asset(self.store, self.server, text)
        if found is None:
            raise UsageError(f"{text} is no photo that was scanned: give its page, or its id.")
        return found

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


@dataclass(frozen=True)
class ScannedPlace:
    """Where a library is, with the records that are kept of it."""

    store: LibraryStore
    roots: tuple[Root, ...]
    server: ServerPlace | None = None

    def scan(self, *, again: bool = False, progress: Progress = lambda _n, _of: None) -> Scanned:
        """Record what is new; of a server by the keys that are at hand."""
        if self.server is None:
            return scan_library(self.store, self.roots, again=again, progress=progress)
        photos = self.server.open()
        return scan_server(self.store, self.server, photos, again=again, progress=progress)


@contextmanager
def scanned_place(
    places: Sequence[Place], place: StorePlace, store: Path | None = None, *, known: bool = False
) -> Iterator[ScannedPlace]:
    """Open the records of folders or a server; ``place`` says where those of folders lie.

    ``known``: raise StoreError where nothing was scanned yet.
    """
    server = server_among(places)
    roots = () if server else roots_of([file_of(one) for one in places])
    folder = (store or server.store) if server else place(roots, store)
    if known and not folder.is_dir():
        raise StoreError(f"Nothing was scanned yet: {folder} is not there. First: library scan.")
    with LibraryStore(folder) as opened:
        yield ScannedPlace(opened, roots, server)


@contextmanager
def open_library(
    places: Sequence[Place],
    place: StorePlace,
    store: Path | None = None,
    *,
    home: str | None = None,
) -> Iterator[Library]:
    """Open what was scanned; raise StoreError where nothing was."""
    with scanned_place(places, place, store, known=True) as found:
        yield Library(found.roots, found.store, home, server=found.server)
