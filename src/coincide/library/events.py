"""Events of a library that were synced one by one: each is an occasion of several clocks.

What counts is the solver's estimate and its probability, before anything is called certain.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from coincide.errors import CoincideError
from coincide.library.evidence import shown_by
from coincide.library.photos import Clock, ClockId
from coincide.library.scan.store import LibraryStore
from coincide.library.solve import Tie
from coincide.model import Gallery, Offsets, Placement
from coincide.project.project import Project
from coincide.project.read.events import PROJECT_NAME, project_folder

# a 90 % interval reaches so many standard deviations to either side
_REACH = 1.645
# what the solver is not sure of by more than this says too little to be counted
_LEAST_PROBABILITY = 0.2
# of a gallery that a person placed, who names the wrong photo one time in thirty
_BY_PERSON = 0.97


@dataclass(frozen=True)
class SeenSession:
    """One session of a clock at an event: what takes the clock to event time there."""

    clock: ClockId
    session: int
    to_event_s: float
    placement: Placement

    @property
    def weight(self) -> float:
        """How likely that is; 0 where the solver says too little."""
        estimate = self.placement.estimate
        if estimate is None:
            return 0.0
        weight = _BY_PERSON if estimate.probability is None else estimate.probability
        return min(weight, _BY_PERSON) if weight >= _LEAST_PROBABILITY else 0.0

    @property
    def sd_s(self) -> float:
        """How well it is known."""
        estimate = self.placement.estimate
        return 0.0 if estimate is None else (estimate.high_s - estimate.low_s) / (2 * _REACH)


def synced_events(store: LibraryStore) -> list[Path]:
    """Return the folders of the library that have a project folder, by path.

    And the event files of occasions that were opened as projects from the library.
    """
    known = sorted(store.known_folders())
    files = sorted(_events_folder(store).glob("event-*.toml"))
    opened = [file for file in files if _has_project(file)]
    return [*(folder for folder in known if (folder / PROJECT_NAME).is_dir()), *opened]


def event_file_of(store: LibraryStore, occasion: str) -> Path:
    """Return where the event file of an occasion lies, written or not, by the occasion's name."""
    which = hashlib.sha256(occasion.encode()).hexdigest()[:12]
    return _events_folder(store) / f"event-{which}.toml"


def _has_project(file: Path) -> bool:
    folder = project_folder([file])
    return isinstance(folder, Path) and folder.is_dir()


def _events_folder(store: LibraryStore) -> Path:
    return store.file.parent.resolve() / "events"


def ties_of_events(store: LibraryStore, clocks: Sequence[Clock]) -> tuple[Tie, ...]:
    """Return what the latest solutions of synced events say of clocks, against each other's.

    An event that cannot be read says nothing: it is named by the commands for events.
    """
    rows = _rows(clocks, store)
    ties = list[Tie]()
    for folder in synced_events(store):
        try:
            solution = Project.at(folder).latest()
        except CoincideError:
            continue
        if solution is not None:
            found = solution.offsets
            ties += ties_between(f"event {folder}", solution.event.galleries, found, rows)
    return tuple(ties)


# of each photo by its file: its clock, its session and what the clock showed
ShownPhotos = Mapping[Path, tuple[ClockId, int, float]]


def _rows(clocks: Sequence[Clock], store: LibraryStore) -> ShownPhotos:
    """Return what is known of each photo, where there is a synced event."""
    return shown_photos(clocks, store) if synced_events(store) else {}


def shown_photos(clocks: Sequence[Clock], store: LibraryStore) -> ShownPhotos:
    """Return of each photo its clock, its session and what the clock showed."""
    from coincide.library.clocks import paths_of

    found = dict[Path, tuple[ClockId, int, float]]()
    for clock in clocks:
        paths = paths_of(store, clock, range(clock.n_sessions))
        sessions = np.repeat(np.arange(clock.n_sessions), np.diff(clock.starts))
        for path, session, shown_s in zip(paths, sessions, shown_by(clock), strict=True):
            found[path] = clock.key, int(session), float(shown_s)
    return found


def ties_between(
    occasion: str, galleries: Sequence[Gallery], offsets: Offsets, rows: ShownPhotos
) -> Iterator[Tie]:
    """Yield a tie of every gallery's first session to every other's."""
    seen = [
        one for gallery in galleries for one in seen_sessions(gallery, offsets[gallery.name], rows)
    ]
    for number, here in enumerate(seen):
        for there in seen[:number]:
            if here.clock != there.clock:
                yield _tie(occasion, here, there)


def seen_sessions(
    gallery: Gallery, placement: Placement, rows: ShownPhotos
) -> Iterator[SeenSession]:
    """Yield the sessions of a gallery whose clock was not set within the event."""
    estimate = placement.estimate
    if estimate is None or placement.jumps or placement.drift_ppm:
        return
    photos = [(photo, rows[photo.file]) for photo in gallery.photos if photo.file in rows]
    sessions = [session for _, (_, session, _) in photos]
    borders = [i for i, (a, b) in enumerate(pairwise(sessions), start=1) if a != b]
    for first in [0, *borders] if photos else ():
        photo, (clock, session, shown_s) = photos[first]
        to_event_s = photo.camera_time_s + estimate.offset_s - shown_s
        yield SeenSession(clock, session, to_event_s, placement)


def _tie(occasion: str, here: SeenSession, there: SeenSession) -> Tie:
    return Tie(
        *(occasion, here.clock, here.session, there.clock, there.session),
        offset_s=here.to_event_s - there.to_event_s,
        sd_s=float(np.hypot(here.sd_s, there.sd_s)),
        weight=here.weight * there.weight,
    )
