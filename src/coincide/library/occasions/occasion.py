"""What was found of an occasion: which sessions of which clocks, and how their clocks differ."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

import numpy as np

from coincide.library.photos import ClockId
from coincide.library.solve import Tie


@dataclass(frozen=True, slots=True)
class OccasionSession:
    """One session of one clock at an occasion.

    ``shown_s``: what the clock showed at one of its photos, by which the session is found again
    when others were added; ``n_photos``: all of the session. ``pictures``: some of them that look
    like pictures of the other clocks there. ``to_event_s`` ± ``sd_s`` is added to what the clock
    shows (of a phone that writes its zone, in UTC) to read the time of the occasion's first clock,
    and ``weight`` is how likely that is.
    """

    clock: ClockId
    session: int
    shown_s: float
    n_photos: int
    pictures: tuple[Path, ...]
    to_event_s: float
    sd_s: float
    weight: float


@dataclass(frozen=True, slots=True)
class FoundOccasion:
    """Sessions of several clocks that were photographed at one place and time.

    ``name`` stays as long as its first clock's first session does. ``first_utc_s`` and
    ``last_utc_s``: when it was, None where no clock of it is known. ``weight``: how likely it is
    that any two of its clocks were there together.
    """

    name: str
    sessions: tuple[OccasionSession, ...]
    first_utc_s: float | None
    last_utc_s: float | None
    weight: float

    @property
    def clocks(self) -> tuple[ClockId, ...]:
        """Its clocks, each once, in order."""
        return tuple(dict.fromkeys(one.clock for one in self.sessions))

    @property
    def n_photos(self) -> int:
        """Photos of all its sessions."""
        return sum(one.n_photos for one in self.sessions)

    @property
    def ties(self) -> tuple[Tie, ...]:
        """What it says of each two of its clocks against each other."""
        return tuple(self._ties())

    def _ties(self) -> Iterator[Tie]:
        for there, here in combinations(self.sessions, 2):
            if here.clock != there.clock:
                yield Tie(
                    *(self.name, here.clock, here.session, there.clock, there.session),
                    offset_s=here.to_event_s - there.to_event_s,
                    sd_s=float(np.hypot(here.sd_s, there.sd_s)),
                    weight=here.weight * there.weight,
                )


def each_once(synced: Sequence[Tie], found: Sequence[FoundOccasion]) -> tuple[Tie, ...]:
    """Return the ties of synced events and of found occasions, each occasion once.

    A session is of one occasion: what was found of one that was synced adds to its event those
    pairs that it lacks, under its name. Ties of one name count as one.
    """
    event_of = dict[tuple[ClockId, int], str]()
    pairs = set[frozenset[tuple[ClockId, int]]]()
    for tie in synced:
        ends = (tie.here, tie.here_session), (tie.there, tie.there_session)
        event_of |= dict.fromkeys(ends, tie.occasion)
        pairs.add(frozenset(ends))
    ties = list(synced)
    for occasion in found:
        sessions = [(one.clock, one.session) for one in occasion.sessions]
        name = next((event_of[one] for one in sessions if one in event_of), occasion.name)
        for tie in occasion.ties:
            ends = (tie.here, tie.here_session), (tie.there, tie.there_session)
            if frozenset(ends) not in pairs:
                ties.append(replace(tie, occasion=name))
    return tuple(ties)
