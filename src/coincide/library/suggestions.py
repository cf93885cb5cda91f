"""The events of a library: occasions that were found, and events that were synced.

Each can be opened as a project without a copy of a photo: one that was found by an event file that
names its photos where they lie.
"""

import os
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

import numpy as np

from coincide.library.events import event_file_of, synced_events
from coincide.library.localtimes import local_of
from coincide.library.occasions.occasion import FoundOccasion
from coincide.library.openlibrary import Library
from coincide.library.photos import ClockId
from coincide.library.solve import Solved
from coincide.model.times import to_datetime
from coincide.project.album.gazetteer import installed_gazetteer
from coincide.storage.ownfiles import read_own

# what is less likely than not is no suggestion
_LIKELY = 0.5
# a session whose clock is known to so much tells when an event was, where there is any
_SURE = 0.9
# a fix is of the event's place if it lies within so many degrees of the middle, some 10 km
_NEAR_DEG = 0.1
# of the fixes of an event so many are of one place, or it has none
_AGREE = 0.5

Session = tuple[ClockId, int]


@dataclass(frozen=True, slots=True)
class LibraryEvent:
    """An event of a library, in local time.

    ``kind``: "found" by occasion, or "synced" by a person. ``key`` stays the same over scans.
    ``people``: photos of each person; of a clock whose owner is unknown, of the clock.
    ``source``: the folder or event file that opens it; that of a found one may have to be written.
    """

    key: str
    kind: Literal["found", "synced"]
    first_s: float
    last_s: float
    place: str | None
    people: tuple[tuple[str, int], ...]
    source: Path
    sessions: tuple[Session, ...]

    @property
    def n_photos(self) -> int:
        """Photos of all people."""
        return sum(count for _, count in self.people)

    @property
    def name(self) -> str:
        """What it may be called: its days, and its place where that is known."""
        days = days_in_words(to_datetime(self.first_s), to_datetime(self.last_s))
        return f"{days}, {self.place}" if self.place else days


def days_in_words(first: datetime, last: datetime) -> str:
    """Return the days of an event with the weekday.

    >>> days_in_words(datetime(2021, 4, 4, 14), datetime(2021, 4, 5, 1))
    'Sunday 4 April 2021'
    >>> days_in_words(datetime(2021, 4, 3), datetime(2021, 4, 5, 12))
    'Saturday 3 to Monday 5 April 2021'
    """
    whole = f"{first:%A} {first.day} {first:%B} {first.year}"
    # a party goes on after midnight
    if (last - first).total_seconds() < _ONE_DAY_S or first.date() == last.date():
        return whole
    end = f"{last:%A} {last.day} {last:%B} {last.year}"
    same_month = (first.year, first.month) == (last.year, last.month)
    return f"{first:%A} {first.day} to {end}" if same_month else f"{whole} to {end}"


# what lasts no longer is called by the day on which it began
_ONE_DAY_S = 18 * 3600.0


def events_of(library: Library) -> tuple[LibraryEvent, ...]:
    """Return the events of a library by time: an occasion that was synced is one event."""
    synced = [_synced(library, folder) for folder in synced_events(library.store)]
    every = [event for event in synced if event is not None]
    known = {session for event in every for session in event.sessions}
    for occasion in library.occasions:
        sessions = [(one.clock, one.session) for one in occasion.sessions]
        # one that was opened is that which was found: its event file bears its name
        if occasion.weight >= _LIKELY and known.isdisjoint(sessions):
            every.append(_found(library, occasion))
    return tuple(sorted(every, key=lambda event: (event.first_s, event.key)))


def _found(library: Library, occasion: FoundOccasion) -> LibraryEvent:
    counts = {(one.clock, one.session): one.n_photos for one in occasion.sessions}
    source = event_file_of(library.store, occasion.name)
    return _event(library, occasion.name, "found", source, counts)


def _synced(library: Library, source: Path) -> LibraryEvent | None:
    """Return an event that has a project; None where none of its photos has a time."""
    counts = Counter(_sessions_of(library, source))
    if not counts:
        return None
    return _event(library, str(source), "synced", source, counts)


def _sessions_of(library: Library, source: Path) -> Iterator[Session]:
    """Yield the session of each photo of a synced event."""
    if source.is_file():
        for path in paths_in(source):
            session = library.session_at(path)
            if session is not None:
                yield session
        return
    below = os.fsencode(source)
    rows = library.store.run(
        "SELECT body, owner, folder, name FROM photos WHERE reason IS NULL AND NOT edited"
        " AND (folder = ? OR folder > ? AND folder < ?)",
        (below, below + b"/", below + b"0"),
    )
    for body, owner, folder, name in rows.fetchall():
        path = Path(os.fsdecode(folder)) / os.fsdecode(name)
        session = library.session_of(body, owner, path)
        if session is not None:
            yield session


def paths_in(event_file: Path) -> list[Path]:
    """Return the files that an event file names, there or not; none of one that nobody can read."""
    try:
        document = tomllib.loads(read_own(event_file).decode())
        return [Path(path) for gallery in document["gallery"] for path in gallery["paths"]]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def _event(
    library: Library,
    key: str,
    kind: Literal["found", "synced"],
    source: Path,
    counts: dict[Session, int] | Counter[Session],
) -> LibraryEvent:
    solved = {one.clock.key: one for one in library.solved}
    sessions = tuple(sorted(counts))
    first_s, last_s = _period(solved, sessions)
    people = Counter[str]()
    for (clock, _), count in counts.items():
        one = solved[clock].clock
        people[one.owner or one.name] += count
    by_count = tuple(sorted(people.items(), key=lambda pair: (-pair[1], pair[0])))
    place = _place(solved, sessions)
    return LibraryEvent(key, kind, first_s, last_s, place, by_count, source, sessions)


def _period(solved: dict[ClockId, Solved], sessions: Sequence[Session]) -> tuple[float, float]:
    """Return when sessions were, by those whose clocks are known, where there are any."""
    sure = [one for one in sessions if solved[one[0]].history.certain[one[1]] >= _SURE]
    spans = []
    for clock, session in sure or sessions:
        one = solved[clock]
        begins_s = float(local_of(one)[session])
        spans.append((begins_s, begins_s + float(np.ptp(_rows(one, session, "time_s")))))
    return min(first for first, _ in spans), max(last for _, last in spans)


def _rows(solved: Solved, session: int, column: str) -> np.ndarray:
    photos = solved.clock.photos
    found: np.ndarray = getattr(photos, column)[solved.clock.rows(session)]
    return found


def _place(solved: dict[ClockId, Solved], sessions: Sequence[Session]) -> str | None:
    """Return the town where most photos with a position were taken, if a list of towns is here."""
    gazetteer = installed_gazetteer()
    columns = [
        np.column_stack([_rows(solved[clock], session, axis) for axis in ("latitude", "longitude")])
        for clock, session in sessions
    ]
    at = np.concatenate(columns)
    at = at[~np.isnan(at).any(axis=1)]
    if gazetteer is None or len(at) == 0:
        return None
    middle = np.median(at, axis=0)
    near = np.abs(at - middle).max(axis=1) <= _NEAR_DEG
    return gazetteer(middle[None])[0] if near.mean() >= _AGREE else None
