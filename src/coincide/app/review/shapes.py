"""What pages are shown, said once: views are made of these classes, and so is ``types.ts``.

``make types`` writes the front end's types anew; ``make check`` fails where they differ. Times are
seconds since 1970 by a clock's face, rounded to hundredths. A row is a photo's number, gallery by
gallery. What a comment says of a field, the front end's types say too.
"""

import json
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from coincide.app.review.jobs import JobState, What
from coincide.app.review.storyshapes import StoryView
from coincide.model import Jump
from coincide.model.explanation import Moment
from coincide.project.clips.ties import HeardAnswer
from coincide.project.judge.clockquestions import Asked, AskedOfClock
from coincide.project.solutions.why import EdgeView, Peak, Told
from coincide.project.userinput.people import WhoDocument

Mode = Literal["live", "report"]
Page = Literal["choose", "working", "who", "event", "library"]
Sure = Literal["certain", "likely", "unsure", "assumed", "placed", "unplaced", "anchor"]
Held = Literal["pinned", "locked", "corrected"]
Rows = tuple[int, int]


class JobView(Struct, frozen=True):
    """How far a piece of work is."""

    id: int
    what: What
    state: JobState
    stage: str
    done: int
    total: int
    seconds_left: float | None
    error: str | None


class StateView(Struct, frozen=True, kw_only=True):
    """How things stand, but for the event itself."""

    mode: Mode
    version: int  # grows with every change
    page: Page
    project: str | None
    can_undo: bool
    can_redo: bool
    changed: tuple[str, ...]  # what changed since the result was found, in words
    exiftool: bool
    album: str | None  # the photo server's album that the event is; null of photos on this machine
    library: bool  # whether the clocks of a library are open beside the event
    can_end: bool  # whether the page may end the program: started by a click, it has no terminal
    jobs: tuple[JobView, ...]  # those under way, and those that ended badly


class GalleryView(Struct, frozen=True, kw_only=True):
    """One clock, and where it was placed."""

    name: str
    device: str
    n_photos: int
    trusted: bool
    held: Held | None
    offset_s: float | None
    offset: str  # the same in words; empty when unplaced
    low_s: float | None
    high_s: float | None
    interval: str  # from low to high in words, as everywhere; empty when unplaced
    sure: Sure
    how_sure: str  # the same in words, with a figure where that is the reason
    basis: str
    error: str
    contradicted: str  # what the photos say where a person said otherwise, in words; else empty
    confirmed: bool  # whether that was said again
    reasons: tuple[str, ...]
    notes: tuple[str, ...]
    jumps: tuple[Jump, ...]
    drift_ppm: float
    n_links: int
    clock: str  # what was believed of it before photos were compared


class PhotoColumns(Struct, frozen=True, kw_only=True):
    """All photos as columns, one entry for each row."""

    camera_time_s: tuple[float, ...]  # on the gallery's one clock, which never changes its zone
    event_time_s: tuple[float | None, ...]  # on the event's one clock: the order of photos
    shown_s: tuple[int, ...]  # what the camera displayed, as its file states it
    shown_zone_s: tuple[int | None, ...]  # the zone that the photo names; null: none
    local_s: tuple[int | None, ...]  # event time as people read it, local to its moment
    local_zone_s: tuple[int | None, ...]  # the zone that this is in; null: unknown
    name: tuple[str, ...]
    companions: tuple[int, ...]


class ZoneStepView(Struct, frozen=True):
    """How event time is read as local time from some event time on."""

    from_s: float | None  # null: from the beginning on
    shift_s: float  # what is added to event time
    zone_s: int


class TimelessPhoto(Struct, frozen=True, kw_only=True):
    """A photo without a time, and where its look, or its sound, has it."""

    name: str
    owner: str
    reason: str
    local_s: float | None  # local to its moment
    kind: Literal["copy", "look", "sound"] | None
    like: int | None  # the row that it is like


class SkippedFile(Struct, frozen=True):
    """A file that was left out."""

    name: str
    reason: str


class ContradictionView(Struct, frozen=True):
    """Photos of two galleries that look like one moment, and are not."""

    galleries: tuple[str, str]
    n_pairs: int
    rows: Rows
    apart_s: float


class Overruled(Struct, frozen=True):
    """Two photos of which a person said what all the rest makes unlikely."""

    rows: Rows
    apart_s: float
    moment: Moment


class HintLine(Struct, frozen=True):
    """Something that was said, by the number to forget it by."""

    number: int
    words: str


class ClipView(Struct, frozen=True):
    """A video: how long it is, and what its sound looks like."""

    row: int
    duration_s: float | None  # null where its file does not tell
    sound: bool
    shape: str  # how loud it is from beginning to end, a letter for each stretch; may be empty


class HeardView(Struct, frozen=True, kw_only=True):
    """Two clips of different galleries that heard the same."""

    rows: Rows
    lag_s: float  # how much later the second began than the first, by their sounds
    apart_s: float | None  # the same by the result; null where one is not placed
    how: str  # how well they agree, in words
    sure: bool  # whether sound alone vouches for it, or a person does
    supports: bool  # whether the result has them so
    contradicts: bool  # whether it is sure, and the result has them seconds apart
    reasons: tuple[str, ...]  # why it is not sure, where sound does not vouch for it
    answer: HeardAnswer | None


class Sprites(Struct, frozen=True):
    """How photos are laid out on sheets."""

    tile_px: int
    columns: int
    per_sheet: int
    n_sheets: int


class WaitingView(Struct, frozen=True):
    """How many questions are open, and how many photos are not certain until they are answered."""

    questions: int
    photos: int


class EventView(Struct, frozen=True, kw_only=True):
    """All of an event but its pictures and its evidence."""

    name: str
    event_time: Literal["true", "anchor"]
    anchor: str
    method: str
    version: int
    layout: str  # what rows mean: another one after galleries or photos changed
    changed: tuple[str, ...]  # what changed since this was found, in words; empty while it holds
    asks: Asked | None  # what a person is asked first
    waiting: WaitingView
    galleries: tuple[GalleryView, ...]
    starts: tuple[int, ...]  # the first row of each gallery, and the number of rows
    photos: PhotoColumns
    zones: tuple[ZoneStepView, ...]  # several where zones change during the event; none: unknown
    clips: tuple[ClipView, ...]
    heard: tuple[HeardView, ...]
    timeless: tuple[TimelessPhoto, ...]
    skipped: tuple[SkippedFile, ...]
    contradictions: tuple[ContradictionView, ...]
    overruled: tuple[Overruled, ...]
    hints: tuple[HintLine, ...]
    sprites: Sprites


class WhoView(Struct, frozen=True):
    """Folders, people and devices, before anything is solved or after."""

    who: WhoDocument


class PairView(Struct, frozen=True, kw_only=True):
    """Two photos that speak for or against a gallery's place, its own first."""

    rows: Rows
    other: str
    score: float
    apart_s: float
    supports: bool
    answer: Told | None


class EvidenceView(Struct, frozen=True):
    """The pairs behind a gallery's place, the strongest first."""

    gallery: str
    pairs: tuple[PairView, ...]
    absent: str | None  # why there are none, where the method keeps none


class ProfileView(Struct, frozen=True):
    """The evidence by offset, and the best offsets."""

    offset_s: tuple[float, ...]
    score: tuple[float, ...]
    peaks: tuple[Peak, ...]


class QuestionView(Struct, frozen=True):
    """Two photos to ask a person about."""

    gallery: str
    rows: Rows
    mends: float  # photos of wrong times that an answer is expected to mend
    why: str


class SoundQuestion(Struct, frozen=True):
    """Two clips to ask a person about: whether they sound like the same moment."""

    gallery: str
    rows: Rows
    lag_s: float
    why: str


class WhoseClock(Struct, frozen=True):
    """Two clocks of which a person may know which is right; the pictures tell how they differ."""

    galleries: tuple[str, str]  # the reference, and the other one
    rows: Rows  # a photo of each
    # by how much the other's display is ahead of the reference's at the other's photo
    off_s: float
    moves: tuple[int, int]  # photos that are moved if the reference's is right, if the other is


class ClockQuestion(Struct, frozen=True):
    """A gallery that is not certain and that no two photos could settle: ask about its clock."""

    gallery: str
    row: int  # its first photo, or the one before which it may have been set right
    why: str
    asks: AskedOfClock


class QuestionsView(Struct, frozen=True):
    """What to ask, the most useful first; not settled while an answer may still change it."""

    questions: tuple[QuestionView, ...]
    sounds: tuple[SoundQuestion, ...]
    clocks: tuple[ClockQuestion, ...]
    whose: tuple[WhoseClock, ...]
    # the kinds of questions by how many photos an answer may mend; sounds go with photos
    order: tuple[Asked, ...]
    settled: bool
    absent: str | None  # why there are none, where the method cannot tell


class GraphView(Struct, frozen=True):
    """The galleries that were compared, two by two."""

    edges: tuple[EdgeView, ...]
    absent: str | None  # why there are none, where the method does not tell


class GalleryMove(Struct, frozen=True, kw_only=True):
    """A gallery that a new result moved, or made more or less sure of."""

    gallery: str
    from_s: float | None
    to_s: float | None
    probability_from: float | None
    probability_to: float | None


class SolvedView(Struct, frozen=True):
    """What a new result changed."""

    version: int
    moved: tuple[GalleryMove, ...]
    seconds: float


class AlbumChapterView(Struct, frozen=True, kw_only=True):
    """A part of the event, by rows."""

    name: str
    told: str  # what it is called where nobody named it
    cover: int
    moments: tuple[tuple[int, ...], ...]  # by time; each what was photographed together


class AlbumGroupView(Struct, frozen=True):
    """Photos that show the same, by row; ``best`` stands for them."""

    kind: Literal["same", "burst", "alike"]
    best: int
    rows: tuple[int, ...]


class AlbumApart(Struct, frozen=True):
    """A gallery, or photos of it, in no chapter: nobody knows their time, or well enough."""

    gallery: str
    why: str
    rows: tuple[int, ...]


class AlbumView(Struct, frozen=True, kw_only=True):
    """One album of everyone's photos; all numbers are rows of the event."""

    version: int
    layout: str  # the event's that the rows count in
    changed: tuple[str, ...]  # what changed since this was found, in words; empty while it holds
    people: tuple[str, ...]  # whose each gallery is, in the galleries' order
    chapters: tuple[AlbumChapterView, ...]
    groups: tuple[AlbumGroupView, ...]
    comparing: bool  # whether more groups may be found: ask again
    covers: tuple[int, ...]  # those that a person chose
    hidden: tuple[int, ...]
    chosen: tuple[int, ...]
    apart: tuple[AlbumApart, ...]


class ReportDetails(Struct, frozen=True, kw_only=True):
    """What a report tells only when asked to."""

    path: tuple[str, ...]
    position: tuple[tuple[float, float] | None, ...]  # latitude and longitude, in degrees
    serial: dict[str, str | None]  # of each gallery's device


class ReportView(Struct, frozen=True, kw_only=True):
    """The data inside a report."""

    mode: Literal["report"]
    event: EventView
    evidence: dict[str, EvidenceView]
    graph: GraphView
    questions: tuple[QuestionView, ...]
    story: StoryView
    details: ReportDetails | UnsetType = UNSET
    sprites: dict[str, str]  # sheets by number, as data: URLs
    large: dict[str, str]  # single photos by row, likewise, as many as there is room for
    small: dict[str, str]  # those that are shown in rows, where a page loads them one by one


def to_bytes(view: Any) -> bytes:
    """Return a view as JSON; a name that is no valid Unicode stays readable."""
    try:
        return msgspec.json.encode(view)
    except UnicodeEncodeError:  # half a character, as names of files may hold
        plain = msgspec.to_builtins(view)
        text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        return text.encode("utf-8", errors="backslashreplace")
