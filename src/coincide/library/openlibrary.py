"""An open library: its clocks, what a person said of them, and what became of each stretch."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from operator import is_
from pathlib import Path

import numpy as np

from coincide.errors import UsageError
from coincide.library.albumties import ties_of_albums
from coincide.library.clocks import PhotoRows
from coincide.library.decide import Decision, decisions_of
from coincide.library.events import ties_of_events
from coincide.library.evidence import shown_by
from coincide.library.keptclocks import load_kept_clocks
from coincide.library.kepthistories import kept_histories
from coincide.library.occasions.occasion import FoundOccasion, each_once
from coincide.library.occasions.shelf import load_occasions
from coincide.library.photos import Clock, ClockId, parted
from coincide.library.scan.folders import Root
from coincide.library.scan.scannedplace import ScannedPlace, StorePlace, scanned_place
from coincide.library.scan.serverplace import ServerPlace, asset_of_path, find_asset
from coincide.library.scan.store import LibraryStore
from coincide.library.solve import (
    ClockBorder,
    Family,
    Solved,
    Tie,
    TimeAnswer,
    solve_library,
)
from coincide.library.statements import (
    RejectedStretch,
    Said,
    SaidBorder,
    Stated,
    StatementKind,
    state,
    statements,
    take_back,
)
from coincide.model import Place
from coincide.model.offsets import AGREE_S

# why a stretch is open that a person rejected
REJECTED = "you rejected it"


def is_rejected(decision: Decision, rejected: RejectedStretch) -> bool:
    """Return whether a stretch is one that a person rejected, as it was or longer."""
    key, stretch = decision.solved.clock.key, decision.stretch
    if (key.body, key.owner) != (rejected.body, rejected.owner) or stretch.to_utc_s is None:
        return False
    first_s = decision.solved.material.first_s[stretch.first : stretch.end]
    near = abs(stretch.to_utc_s - rejected.to_utc_s) <= AGREE_S
    return near and bool((first_s == rejected.shown_s).any())


def _judged(decision: Decision, rejected: Sequence[RejectedStretch]) -> Decision:
    """Return a decision as a person left it: what was rejected is not written."""
    if not any(is_rejected(decision, one) for one in rejected):
        return decision
    return replace(decision, state="open", why=REJECTED)


@dataclass(frozen=True)
class FoundHistories:
    """What was found of a library a moment ago, before a person answered or rejected something.

    ``ties``: None where events may have been synced since.
    """

    clocks: tuple[Clock, ...]
    ties: tuple[Tie, ...] | None
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
        """All clocks that took a photo with a time, parted where a person says they were set."""
        return tuple(
            parted(
                clock, [row for row, was_set in self._borders.get(clock.key, {}).items() if was_set]
            )
            for clock in self._unparted
        )

    @cached_property
    def solved(self) -> tuple[Solved, ...]:
        """The history of each clock."""
        family = Family(self.ties, self.answers, self.home, self.borders)
        before = () if self.before is None else self.before.solved
        with kept_histories(self.store) as kept:
            return solve_library(self.clocks, family, before, kept)

    @cached_property
    def ties(self) -> tuple[Tie, ...]:
        """The occasions that its clocks were at; they are of sessions, which borders may part."""
        found = self.before
        if (
            found is not None
            and found.ties is not None
            and all(map(is_, found.clocks, self.clocks))
        ):
            return found.ties
        if self.server is not None:
            return ties_of_albums(self.server, self.store, self.clocks)
        return each_once(ties_of_events(self.store, self.clocks), self.occasions)

    @cached_property
    def occasions(self) -> tuple[FoundOccasion, ...]:
        """The occasions that were found, by name."""
        return load_occasions(self.store, self.clocks)

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """What becomes of each stretch, by clock and time."""
        every = (decision for solved in self.solved for decision in self.decided(solved))
        return tuple(sorted(every, key=lambda one: (one.solved.clock.name, one.stretch.first)))

    def decided(self, solved: Solved) -> Iterator[Decision]:
        """Yield what becomes of each stretch of one clock."""
        rejected = [one.what for one in self.stated if isinstance(one.what, RejectedStretch)]
        for decision in decisions_of(solved):
            yield _judged(decision, rejected)

    @cached_property
    def stated(self) -> tuple[Stated, ...]:
        """All that a person stated, in the order it was stated."""
        return statements(self.store)

    def reject(self, decision: Decision) -> None:
        """Keep that a stretch is not so."""
        key, stretch = decision.solved.clock.key, decision.stretch
        if stretch.to_utc_s is None:
            raise UsageError("Nothing is known of this stretch that could be rejected.")
        middle = stretch.sessions[len(stretch.sessions) // 2]
        shown_s = float(decision.solved.material.first_s[middle])
        state(self.store, RejectedStretch(key.body, key.owner, shown_s, stretch.to_utc_s))

    def accept_again(self, decision: Decision) -> None:
        """Forget that a stretch was rejected."""
        take_back(
            self.store,
            [
                one
                for one in self.stated
                if isinstance(one.what, RejectedStretch) and is_rejected(decision, one.what)
            ],
        )

    def add_answer(self, said: Said) -> None:
        """Keep what a person said; raise UsageError for a photo that is not of this library."""
        if self._rows.of(said.path) is None:
            raise UsageError(f"{said.path} is no photo of this library that has a time.")
        state(self.store, said)

    def add_border(self, said: SaidBorder) -> None:
        """Keep where a clock was set; raise UsageError where no border can lie."""
        clocks = set[ClockId]()
        for path, was_set in said.photos:
            found = self._rows.of(path)
            if found is None:
                raise UsageError(f"{path} is no photo of this library that has a time.")
            key, row = found
            clocks.add(key)
            if row == 0:
                raise UsageError(f"{path} is the first photo of its clock: no border lies there.")
            if not was_set and row not in self._clock(key).starts:
                raise UsageError(f"{path} was taken within a session: no border lies there.")
        if len(clocks) > 1:
            raise UsageError("The two photos are of different clocks: a border moves within one.")
        state(self.store, said)

    def take_back(self, kind: StatementKind | None = None) -> Stated | None:
        """Forget what was stated last, of a kind or of any, and return it; None: nothing was."""
        return self._forget([one for one in self.stated if kind in (None, one.kind)])

    def take_back_number(self, number: int) -> Stated | None:
        """Forget one statement by its number and return it; None where there is none."""
        return self._forget([one for one in self.stated if one.number == number])

    def _forget(self, among: Sequence[Stated]) -> Stated | None:
        """Forget the last of some statements."""
        take_back(self.store, among[-1:])
        return among[-1] if among else None

    @cached_property
    def answers(self) -> tuple[TimeAnswer, ...]:
        """What a person said of photos that are still there, in the order it was said."""
        said = (one.what for one in self.stated)
        found = (self.placed(one) for one in said if isinstance(one, Said))
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

    def placed(self, said: Said) -> TimeAnswer | None:
        """Return an answer with the session that its photo is of; None where that is gone."""
        found = self._rows.of(said.path)
        if found is None:
            return None
        key, row = found
        session = self._session(key, row)
        clock = self._clock(key)
        return TimeAnswer(key, session, float(shown_by(clock)[row]), said.true_s, said.sd_s)

    def session_of(self, body: str, owner: str, path: Path) -> tuple[ClockId, int] | None:
        """Return the session of a photo by the body that took it, and its owner by folder."""
        found = self._rows.known(body, owner, path)
        return None if found is None else (found[0], self._session(*found))

    def session_at(self, path: Path) -> tuple[ClockId, int] | None:
        """Return the session of any photo; None where it is none of this library."""
        found = self._rows.of(path)
        return None if found is None else (found[0], self._session(*found))

    def _session(self, key: ClockId, row: int) -> int:
        return int(np.searchsorted(self._clock(key).starts, row, side="right")) - 1

    @cached_property
    def borders(self) -> tuple[ClockBorder, ...]:
        """What a person said of where clocks were set; of one place what was said last counts."""
        return tuple(
            ClockBorder(clock.key, list(clock.starts).index(row), was_set)
            for clock in self.clocks
            for row, was_set in self._borders.get(clock.key, {}).items()
            if row in clock.starts
        )

    def border_at(self, path: Path) -> ClockBorder | None:
        """Return what counts of the border before a photo; None where nothing was said of it."""
        found = self._rows.of(path)
        if found is None:
            return None
        key, row = found
        starts = self._clock(key).starts
        here = (one for one in self.borders if one.clock == key and starts[one.session] == row)
        return next(here, None)

    @cached_property
    def _borders(self) -> Mapping[ClockId, Mapping[int, bool]]:
        """Whether a clock was set before a photo, by clock and row."""
        found = defaultdict[ClockId, dict[int, bool]](dict)
        for one in self.stated:
            for path, was_set in one.what.photos if isinstance(one.what, SaidBorder) else ():
                place = self._rows.of(path)
                if place is not None and place[1] > 0:
                    found[place[0]][place[1]] = was_set
        return found

    @cached_property
    def _unparted(self) -> tuple[Clock, ...]:
        return tuple(load_kept_clocks(self.store)) if self.before is None else self.before.clocks

    @cached_property
    def _rows(self) -> PhotoRows:
        return PhotoRows(self.store, self._unparted)

    def _clock(self, key: ClockId) -> Clock:
        return next(clock for clock in self.clocks if clock.key == key)


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
        yield library_of(found, home)


def library_of(place: ScannedPlace, home: str | None = None) -> Library:
    """Return the library whose records are open."""
    return Library(place.roots, place.store, home, server=place.server)
