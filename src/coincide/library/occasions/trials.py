"""A group of sessions as an event of its own: what the solver makes of it, before any threshold.

An event is solved in memory, without a project folder. What the solver says is compared with what
it says of decoys: each clock's sessions give way to those of its owner's other day that look most
like the others'. Where a decoy finds a place as well, what is seen recurs, and says little.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from coincide.errors import EventError
from coincide.ingest.event import make_event
from coincide.ingest.scan import Scan, Source
from coincide.library.events import SeenSession, ShownPhotos, seen_sessions
from coincide.library.evidence import shown_by
from coincide.library.occasions.looks import Looks, spread_rows
from coincide.library.occasions.windows import SessionWindow
from coincide.library.photos import ClockId
from coincide.media.sidecars import read_sidecars
from coincide.model import Event, Offsets, Photo, Singles
from coincide.model.times import DAY_S
from coincide.project.options import SyncOptions
from coincide.project.solve.featurecache import hold_event
from coincide.project.solve.run import SyncResult, Work
from coincide.project.solve.sync import solve
from coincide.solver.joint.knowledge import NO_HINTS

# photos of one clock that are solved with: more say little more, and time grows with their square
_MOST_PHOTOS = 120
# a 90 % interval of such a deviation is half an hour wide: what is vaguer says nothing
_MOST_SD_S = 600.0
# at least so many of each of its sessions
_LEAST_PHOTOS = 8


@dataclass(frozen=True)
class TrialEvent:
    """Sessions as an event; ``rows``: of each photo its clock, its session, what that showed."""

    event: Event
    rows: ShownPhotos


@dataclass(frozen=True)
class Moved:
    """Sessions of another day in place of a clock's own: by so many seconds later."""

    clock: ClockId
    sessions: tuple[SessionWindow, ...]
    later_s: float


@dataclass(frozen=True)
class TrialResult:
    """What the solver says of each session, by its clock and number."""

    seen: Mapping[tuple[ClockId, int], SeenSession]
    result: SyncResult
    rows: ShownPhotos
    look: Singles

    @property
    def anchor_clock(self) -> ClockId:
        """The clock that the others are told against."""
        anchor = self.result.offsets.anchor
        gallery = next(one for one in self.result.event.galleries if one.name == anchor)
        return self.rows[gallery.photos[0].file][0]

    @property
    def others(self) -> dict[ClockId, float]:
        """How likely each clock but the first is where the solver has it, of those it places.

        A place that is known to an hour or so tells no zone from the next, and is none.
        """
        anchor = self.anchor_clock
        found = dict[ClockId, float]()
        for (clock, _), one in self.seen.items():
            if clock != anchor and one.weight and one.sd_s <= _MOST_SD_S:
                estimate = one.placement.estimate
                found[clock] = 0.0 if estimate is None else estimate.probability or 0.0
        return found

    def weight_of(self, clock: ClockId) -> float:
        """Return how likely a clock has a place among the others; of the first, any of them."""
        if clock == self.anchor_clock:
            return max(self.others.values(), default=0.0)
        return self.others.get(clock, 0.0)

    def pictures(self, most: int) -> dict[tuple[ClockId, int], tuple[Path, ...]]:
        """Return the photos of each session that look most like those of the other clocks."""
        photos = [self.rows[photo.file] for photo in self.result.event.photos]
        files = [photo.file for photo in self.result.event.photos]
        clock_of = np.array([sorted({row[0] for row in photos}).index(row[0]) for row in photos])
        alike = self.look @ self.look.T
        alike[clock_of[:, None] == clock_of[None, :]] = -np.inf
        best = np.argsort(-alike.max(axis=1), kind="stable")
        found = dict[tuple[ClockId, int], tuple[Path, ...]]()
        for row in best.tolist():
            clock, session, _ = photos[row]
            several = found.get((clock, session), ())
            if len(several) < most:
                found[clock, session] = (*several, files[row])
        return found


def solve_trial(
    looks: Looks,
    sessions: Sequence[SessionWindow],
    options: SyncOptions,
    moved: Moved | None = None,
) -> TrialResult | None:
    """Return what the solver makes of some sessions; None where fewer than two clocks are left."""
    made = _event(looks, sessions, moved)
    if made is None or len(made.event.galleries) < 2:
        return None
    held = hold_event(made.event, options, looks.store, looks.progress)
    event = held.features.event
    if len(event.galleries) < 2:
        return None
    work = Work(looks.store, options, looks.progress)
    result = solve(held, event, work, NO_HINTS)
    seen = dict(_seen(result.event, result.offsets, made.rows))
    return TrialResult(seen, result, made.rows, held.look(result.event))


def _seen(
    event: Event, offsets: Offsets, rows: ShownPhotos
) -> Iterator[tuple[tuple[ClockId, int], SeenSession]]:
    for gallery in event.galleries:
        for one in seen_sessions(gallery, offsets[gallery.name], rows):
            yield (one.clock, one.session), one


def _event(
    looks: Looks, sessions: Sequence[SessionWindow], moved: Moved | None
) -> TrialEvent | None:
    """Return sessions as an event, one gallery of each clock."""
    by_clock = dict[ClockId, list[SessionWindow]]()
    for one in sessions:
        if moved is None or one.clock.key != moved.clock:
            by_clock.setdefault(one.clock.key, []).append(one)
    if moved is not None:
        by_clock[moved.clock] = list(moved.sessions)
    rows, sources = dict[Path, tuple[ClockId, int, float]](), list[Source]()
    for number, (key, several) in enumerate(by_clock.items()):
        of_clock = dict(_rows(looks, several))
        rows |= {path: (key, *place) for path, place in of_clock.items()}
        sources.append(Source(f"clock {number}", tuple(sorted(of_clock)), one_clock=True))
    records = looks.records(sorted(rows))
    scan = Scan("occasion", tuple(sources))
    try:
        event = make_event(scan, records, read_sidecars(records), ())
    except EventError:  # no file of it can be used any more
        return None
    if moved is not None:
        event = _later(event, {path for path, row in rows.items() if row[0] == moved.clock}, moved)
    return TrialEvent(event, rows)


def _rows(
    looks: Looks, sessions: Sequence[SessionWindow]
) -> Iterator[tuple[Path, tuple[int, float]]]:
    """Yield the photos of sessions that are solved with: their session and what was shown."""
    most = max(_MOST_PHOTOS // len(sessions), _LEAST_PHOTOS)
    for one in sessions:
        rows, paths = one.clock.rows(one.session), looks.paths(one.clock)
        shown_s = shown_by(one.clock)
        for row in spread_rows(one.clock.photos.time_s[rows], most):
            yield paths[rows.start + row], (one.session, float(shown_s[rows.start + row]))


def _later(event: Event, paths: set[Path], moved: Moved) -> Event:
    """Return an event in which the photos of some files were taken later."""
    galleries = tuple(
        replace(
            gallery, photos=tuple(_moved(photo, paths, moved.later_s) for photo in gallery.photos)
        )
        for gallery in event.galleries
    )
    return replace(event, galleries=galleries)


def _moved(photo: Photo, paths: set[Path], later_s: float) -> Photo:
    if photo.file not in paths:
        return photo
    gps_s = None if photo.gps_time_s is None else photo.gps_time_s + later_s
    return replace(
        photo,
        camera_time_s=photo.camera_time_s + later_s,
        recorded_time_s=photo.recorded_time_s + later_s,
        gps_time_s=gps_s,
        exact=None,
    )


def days_between(one: SessionWindow, other: SessionWindow) -> float:
    """Return the seconds of whole days between two sessions: the hours of a day stay."""
    return round((one.usual_s - other.usual_s) / DAY_S) * DAY_S
