"""What is answered to what a page does, said once: plans, folders, and what came of a change.

As ``shapes.py``, of which this is the other half.
"""

from typing import Literal

from msgspec import Struct, field

from coincide.writing.apply.carry import PlanState
from coincide.writing.choices import Applied, Form, Program
from coincide.writing.plan.model import Example, GalleryPlan, TagChange

KnownState = Literal[PlanState, "unreadable"]


class PlannedFile(Struct, frozen=True, kw_only=True):
    """What a plan does for one photo."""

    photo: str
    writes: str
    why: str
    gallery: str
    changes: tuple[TagChange, ...]


class LeftFiles(Struct, frozen=True):
    """Files that a plan leaves alone for one reason; the first by its path."""

    path: str
    why: str
    n: int


# an album's server is told its times itself
PlanTo = Literal[Applied, "server"]


class PlanView(Struct, frozen=True, kw_only=True):
    """A plan with its first files."""

    path: str
    to: PlanTo
    program: Program | None = field(name="for")
    n_files: int
    galleries: tuple[GalleryPlan, ...]
    files: tuple[PlannedFile, ...]
    examples: tuple[Example, ...]  # a few photos before and after
    left: tuple[LeftFiles, ...]
    notes: tuple[str, ...]
    roots: tuple[str, ...]


class KnownPlan(Struct, frozen=True):
    """A plan of the event, and how far it was carried out."""

    path: str
    to: Literal[PlanTo, ""]  # empty for one that cannot be read
    n_files: int
    state: KnownState


class AlbumPlace(Struct, frozen=True):
    """A form in which an album is written, and where it would lie; empty where nobody can tell."""

    form: Form
    path: str


class AlbumMade(Struct, frozen=True, kw_only=True):
    """An album that was written, and where it begins."""

    form: Form
    path: str
    n_shown: int
    notes: tuple[str, ...]  # what could not be shown, in words
    changed: tuple[str, ...]  # what had changed since the result was found that it shows, in words


class AlbumOffer(Struct, frozen=True, kw_only=True):
    """What an album of the event may be."""

    title: str
    towns: bool  # whether chapters can be called after towns
    forms: tuple[AlbumPlace, ...]
    made: AlbumMade | None  # what was written last


class FolderEntry(Struct, frozen=True):
    """A folder to choose, and how many photos and videos seem to lie in it."""

    name: str
    path: str
    n_media: int
    is_all: bool  # whether all were counted; else there are at least so many


class FoldersView(Struct, frozen=True, kw_only=True):
    """The folders in one folder."""

    path: str
    parent: str | None  # null at a root
    roots: tuple[str, ...]
    folders: tuple[FolderEntry, ...]
    n_media: int
    is_all: bool  # whether all were counted; else there are at least so many


class Changed(Struct, frozen=True):
    """A change was kept; also the news that the event is another."""

    version: int


class TakenBack(Struct, frozen=True):
    """A statement was taken back."""

    version: int
    words: str


class Started(Struct, frozen=True):
    """A piece of work was begun."""

    version: int
    job: int


class Stopped(Struct, frozen=True):
    """Whether there was such work to stop."""

    version: int
    stopped: bool


class Planned(Struct, frozen=True):
    """A plan was made."""

    version: int
    plan: PlanView
