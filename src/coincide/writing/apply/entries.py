"""The lines of a journal, said once; the comment on a field is what the reference says of it."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import asdict

from coincide.storage.documents import Closed, Count, Sha256

SCHEMA = "coincide.journal/1"
# over all lines before it and the step
Checksum = Annotated[str, Meta(pattern="^[0-9a-f]{8}$")]
Number = Annotated[int, Meta(ge=0, description="the number of a change in the plan")]


class Header(Closed, frozen=True, tag_field="schema", tag=SCHEMA):
    """Which plan a journal belongs to."""

    plan_sha256: Sha256  # of the plan's bytes
    plan_id: str  # by which originals are found
    roots: tuple[str, ...]  # the plan's folders


class Entry(Closed, frozen=True, kw_only=True):
    """One step: exactly one of these."""

    header: Header | UnsetType = UNSET  # the first line: which plan the journal belongs to
    # folders and their times, before they are touched; null: to be created
    folders: tuple[tuple[str, int | None], ...] | UnsetType = UNSET
    # before anything is written: what, where
    intent: tuple[tuple[Number, str], ...] | UnsetType = UNSET
    # new contents and originals are flushed: size, time and sha256 of the new
    ready: tuple[tuple[Number, Count, int, Sha256], ...] | UnsetType = UNSET
    done: tuple[Number, ...] | UnsetType = UNSET  # the new contents are in place, and flushed
    # before what was there is asked for again, of servers only: they may take their time
    undoing: tuple[Number, ...] | UnsetType = UNSET
    undone: tuple[Number, ...] | UnsetType = UNSET  # what was there before is there again
    # all is undone and cleared away
    closed: Annotated[bool, Meta(extra_json_schema={"const": True})] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if sum(item is not UNSET for item in asdict(self).values()) != 1 or self.closed is False:
            raise ValueError("a line tells one step")


Line = tuple[
    Checksum, Annotated[Entry, Meta(extra_json_schema={"minProperties": 1, "maxProperties": 1})]
]
