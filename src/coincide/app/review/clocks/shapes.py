"""What the page *Clocks* is told, said once, as ``shapes.py`` of the review app.

Times are seconds since 1970 by the clock on the wall where a photo was taken, as far as it is
known; of a clock of which nothing is known, what it showed.
"""

from typing import Literal

from msgspec import Struct

from coincide.writing.apply.carry import PlanState

StretchState = Literal["wrong", "right", "open", "rejected"]
StretchPlan = Literal[PlanState, "none"]


class ClockStretch(Struct, frozen=True, kw_only=True):
    """A time over which a clock was not set."""

    number: int  # as coincide library clocks and plan --stretch count
    lane: int
    from_s: float
    to_s: float
    state: StretchState
    certain: float  # the least certain of its sessions
    off: str  # what has to be added, in words; empty where nothing tells
    n_photos: int  # that a plan would correct
    n_waiting: int
    rests: str  # what it rests on, in words
    why: str  # why it is open, in words
    plan: str | None  # where its plan lies
    planned: StretchPlan


class ClockLane(Struct, frozen=True, kw_only=True):
    """One clock of a library, and its sessions as columns."""

    name: str
    owner: str
    device: str
    phone: bool
    n_photos: int
    session_s: tuple[int, ...]  # when each began, ascending
    session_n: tuple[int, ...]  # photos of each
    session_sure: tuple[float, ...]  # how certain its offset is, 0 to 1


class ClockTie(Struct, frozen=True):
    """An occasion that two clocks were at."""

    lanes: tuple[int, int]
    at_s: tuple[float, float]
    weight: float


class StatedView(Struct, frozen=True, kw_only=True):
    """What a person stated: a time, a border, or that a stretch is not so."""

    number: int
    words: str
    objection: str  # what speaks against it, or why it has no effect; empty where nothing does
    stretches: tuple[int, ...]  # that it is about, by their numbers


class ClocksView(Struct, frozen=True, kw_only=True):
    """All clocks of a library."""

    name: str
    lanes: tuple[ClockLane, ...]
    stretches: tuple[ClockStretch, ...]
    ties: tuple[ClockTie, ...]
    stated: tuple[StatedView, ...]  # in the order it was stated


class EventPerson(Struct, frozen=True):
    """A person at an event, by the photos they took; of a clock of nobody's, the clock."""

    name: str
    n_photos: int


class LibraryEventView(Struct, frozen=True, kw_only=True):
    """An event of a library."""

    number: int  # as coincide library events counts
    name: str
    synced: bool  # whether it has a project; else it was found, and is a suggestion
    first_s: float
    last_s: float
    people: tuple[EventPerson, ...]
    n_photos: int


class LibraryEventsView(Struct, frozen=True):
    """The events of a library, by time."""

    events: tuple[LibraryEventView, ...]


class StretchPhoto(Struct, frozen=True):
    """One photo of a stretch: what its clock showed, and what it would say."""

    name: str
    shown_s: float
    true_s: float | None


class StretchCard(Struct, frozen=True, kw_only=True):
    """A stretch with a few of its photos, spread over it."""

    number: int
    photos: tuple[StretchPhoto, ...]
    # photos of its clock are counted as they were taken; those of the stretch are from … to end
    first: int
    end: int
    # sessions where its borders may lie, with those of its neighbours: first photo, and when
    session_at: tuple[int, ...]
    session_s: tuple[float, ...]


class BorderView(Struct, frozen=True):
    """The two photos of a clock between which a border may lie."""

    before: StretchPhoto
    after: StretchPhoto


class ClockQuestionView(Struct, frozen=True, kw_only=True):
    """A session whose time is worth knowing."""

    number: int  # of the stretch
    lane: int
    shown_s: float
    photo: str
    worth: int  # photos that an answer is expected to mend
    decides: int


class ClockQuestionsView(Struct, frozen=True):
    """What is most worth knowing, the first first."""

    questions: tuple[ClockQuestionView, ...]
