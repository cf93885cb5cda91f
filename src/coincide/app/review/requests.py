"""What pages may send, checked in every part; anything else is refused."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat

from coincide.project.userinput.changes import PairKind
from coincide.writing.choices import Form, Originals
from coincide.writing.plan import Program

Row = Annotated[int, Field(ge=0)]
Name = Annotated[str, Field(min_length=1, max_length=400)]
Typed = Annotated[str, Field(min_length=1, max_length=60)]
Seconds = Annotated[FiniteFloat, Field(gt=0)]
PathText = Annotated[str, Field(min_length=1, max_length=4096)]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class PairBody(_Body):
    """Something said of two photos; ``layout`` is the event's that the rows count in.

    ``named``: a person chose these two photos, no question did.
    """

    kind: PairKind
    rows: Annotated[list[Row], Field(min_length=2, max_length=2)]
    named: bool = False
    layout: str | None = None


class ClipsBody(_Body):
    """What two clips have heard; ``lag_s`` is how much later the second began than the first."""

    kind: Literal["heard", "not-heard"]
    rows: Annotated[list[Row], Field(min_length=2, max_length=2)]
    lag_s: FiniteFloat | None = None
    layout: str | None = None


class PinBody(_Body):
    """A gallery's offset, because a person knows it."""

    kind: Literal["pin"]
    gallery: Name
    offset_s: FiniteFloat


class LockBody(_Body):
    """Keep a gallery where it is, or no longer; or something said of its clock as a whole."""

    kind: Literal["lock", "unlock", "no-jump", "confirm"]
    gallery: Name


class SetRightBody(_Body):
    """A photo before which its clock was set right."""

    kind: Literal["set-right"]
    row: Row
    layout: str | None = None


class KnownTimeBody(_Body):
    """When a photo was taken, as typed: ``2024-05-03 21:15``, 21:15, or a date alone.

    ``within_s``: give or take so many seconds; left out: as exactly as it was typed.
    """

    kind: Literal["time"]
    row: Row
    at: Typed
    within_s: Seconds | None = None
    layout: str | None = None


class KnownClockBody(_Body):
    """What a clock showed: so much too much (``1h``), so much too little, or a zone's time."""

    kind: Literal["clock"]
    gallery: Name
    was: Literal["ahead", "behind", "zone"]
    by: Typed


class ForgetBody(_Body):
    """Forget one hint."""

    kind: Literal["forget"]
    number: Annotated[int, Field(ge=1)]


HintBody = Annotated[
    PairBody
    | ClipsBody
    | PinBody
    | LockBody
    | SetRightBody
    | KnownTimeBody
    | KnownClockBody
    | ForgetBody,
    Field(discriminator="kind"),
]


class GalleryBody(_Body):
    """Trust a gallery, or rename it."""

    gallery: Name
    trusted: bool | None = None
    name: Name | None = None


class AnchorBody(_Body):
    """The gallery that the others are brought to."""

    gallery: Name


class MergeBody(_Body):
    """Two galleries of one clock."""

    galleries: Annotated[list[Name], Field(min_length=2, max_length=2)]


class PartBody(_Body):
    """What lies in one folder is of another device."""

    gallery: Name
    folder: PathText


class ApartBody(_Body):
    """What may be one device is two; without another, what may be two is one."""

    gallery: Name
    other: Name | None = None


class SplitBody(_Body):
    """Another clock from a photo on."""

    gallery: Name
    row: Row
    layout: str | None = None


Rows = Annotated[list[Row], Field(min_length=1, max_length=20_000)]


class ChapterBody(_Body):
    """What the chapter of a photo is called; empty: as it is told by itself."""

    kind: Literal["name"]
    row: Row
    name: Annotated[str, Field(max_length=400)]
    layout: str


class CoverBody(_Body):
    """Whether a photo is to show its chapter."""

    kind: Literal["cover"]
    row: Row
    on: bool
    layout: str


class MarkBody(_Body):
    """Photos that the album hides, or that were chosen; or no longer."""

    kind: Literal["hide", "choose"]
    rows: Rows
    on: bool
    layout: str


AlbumBody = Annotated[ChapterBody | CoverBody | MarkBody, Field(discriminator="kind")]


class MakeAlbumBody(_Body):
    """An album to write, as for the command line."""

    out: PathText
    form: Form = "site"
    title: Annotated[str, Field(max_length=400)] | None = None
    who: bool = False
    towns: bool = False
    originals: Originals | None = None
    best: Annotated[int, Field(ge=1)] | None = None


class OpenBody(_Body):
    """The folders of an event."""

    paths: Annotated[list[PathText], Field(min_length=1, max_length=200)]
    project: PathText | None = None


class StopBody(_Body):
    """A piece of work to stop."""

    job: int


class PlanBody(_Body):
    """What to plan, as for the command line."""

    to: Literal["sidecar", "file", "copies"] = "sidecar"
    program: Annotated[Program | None, Field(alias="for")] = None
    into: PathText | None = None
    unsure: bool = False
    slight: bool = False
    guessed: bool = False
    zone: Annotated[str, Field(max_length=100)] | None = None


class PathBody(_Body):
    """A plan, by its path."""

    path: PathText


class NothingBody(_Body):
    """Nothing but the wish."""


class StretchBody(_Body):
    """A stretch of a library's clock, by its number."""

    number: Annotated[int, Field(ge=1)]


class RejectBody(_Body):
    """A stretch that a person rejects, or no longer."""

    number: Annotated[int, Field(ge=1)]
    rejected: bool


class LibraryEventBody(_Body):
    """An event of a library, by its number."""

    number: Annotated[int, Field(ge=1)]


class BorderBody(_Body):
    """Where a clock of a library was set: before its photo ``at``, and not before ``instead_of``.

    Photos are counted from 0 as the clock took them.
    """

    lane: Annotated[int, Field(ge=0)]
    at: Annotated[int, Field(ge=1)] | None
    instead_of: Annotated[int, Field(ge=1)] | None


class StatementBody(_Body):
    """What a person stated, by its number; None: what was stated last."""

    number: Annotated[int, Field(ge=1)] | None


class TakenBody(_Body):
    """When a photo of a library was taken, as a person types it."""

    photo: PathText
    taken: Typed
    within_min: Seconds
