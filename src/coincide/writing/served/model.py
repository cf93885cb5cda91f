"""A plan for an album, said once: which assets get which times, and what they say now."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType, field

from coincide.errors import PlanError
from coincide.model import Url, place_of
from coincide.model.times import parse_exif_time, parse_zone_s
from coincide.servers import Asset, AssetTime, is_album, zoned_text
from coincide.storage.documents import Closed, EventTime, to_text
from coincide.writing.plan.document import MARK
from coincide.writing.plan.model import GalleryPlan, LeftAlone

SCHEMA = "coincide.album-plan/1"
_ZONED = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{3})([+-]\d\d:\d\d)")
ZonedTime = Annotated[
    str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$", max_length=29)
]
# what a server may call an asset or a person; it becomes a part of an address
ServerId = Annotated[str, Meta(pattern=r"^[0-9A-Za-z_-]{1,64}$", max_length=64)]


class AssetChange(Closed, frozen=True):
    """What is done for one asset."""

    id: ServerId  # what the server calls it
    owner: ServerId  # who it belongs to, and who alone may change it
    name: str  # what its file is called
    checksum: str  # of its original: another is another photo
    was: ZonedTime  # what the server says now
    zone: str | None  # what the server calls the zone of that; undo cannot bring it back
    new: ZonedTime  # what it is to say
    shift_s: float  # what takes its camera's clock to event time
    gallery: str  # the gallery it is of
    why: str  # why, in words

    @property
    def before(self) -> AssetTime:
        """What the server says now."""
        return _parsed(self.was, self.zone)

    @property
    def after(self) -> AssetTime:
        """What it is to say."""
        return _parsed(self.new, None)


def change_of(
    asset: Asset, new: AssetTime, *, shift_s: float, gallery: str, why: str
) -> AssetChange:
    """Return what gives an asset, as its server has it now, another time."""
    return AssetChange(
        id=asset.id,
        owner=asset.owner,
        name=asset.name,
        checksum=asset.checksum,
        was=zoned_text(asset.time),
        zone=asset.time.zone,
        new=zoned_text(new),
        shift_s=shift_s,
        gallery=gallery,
        why=why,
    )


class AlbumPlan(Closed, frozen=True, kw_only=True, tag_field="schema", tag=SCHEMA):
    """All changes that apply would send to a server; nothing else is ever sent."""

    event: str  # what the event is called
    address: str  # where the album is; keys are in no plan
    owners: dict[ServerId, str]  # the names of those whose assets are changed, by id
    anchor: str | None  # the gallery the others are brought to
    event_time: EventTime
    galleries: tuple[GalleryPlan, ...]  # each gallery, and what becomes of it
    notes: tuple[str, ...]  # what to know before it is applied
    assets: tuple[AssetChange, ...]  # every asset that is changed
    # photos of the event that are not touched
    left: tuple[LeftAlone, ...] = field(name="left_alone")
    solution: str | UnsetType = UNSET  # the kept solution that it was made of

    @property
    def url(self) -> Url:
        """Where the album is."""
        place = place_of(self.address)
        if not isinstance(place, Url):
            raise TypeError("checked when it was read")
        return place


def album_plan_json(plan: AlbumPlan) -> str:
    """Return the plan as text, one asset after the other."""
    return to_text(plan, indent=1)


def parse_album_plan(data: bytes, name: str = "the plan") -> AlbumPlan:
    """Return the plan in a document's bytes; raise PlanError saying what is wrong with it."""
    try:
        plan = msgspec.json.decode(data.removeprefix(MARK), type=AlbumPlan)
        problem = next(_problems(plan), None)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        problem = str(error)
    if problem is not None:
        raise PlanError(f"{name} is damaged ({problem[:200]}). Make it again.")
    return plan


def _problems(plan: AlbumPlan) -> Iterator[str]:
    if not is_album(place_of(plan.address)):
        yield f"{plan.address[:80]!r} is not an album"
    if len({change.id for change in plan.assets}) < len(plan.assets):
        yield "an asset is changed twice"
    for number, change in enumerate(plan.assets):
        if change.owner not in plan.owners:
            yield f"nobody has the id {change.owner} - at `$.assets[{number}]`"
        for text in (change.was, change.new):
            _parsed(text, None)


def _parsed(text: str, zone: str | None) -> AssetTime:
    found = _ZONED.fullmatch(text)
    time_s = None if found is None else parse_exif_time(found[1], subseconds=found[2])
    zone_s = None if found is None else parse_zone_s(found[3])
    if time_s is None or zone_s is None:
        raise ValueError(f"{text[:40]!r} is not a time")
    return AssetTime(time_s, time_s - zone_s, zone)


@dataclass(frozen=True, slots=True)
class AssetStep:
    """Give an asset its new time; ``number`` is its place in the plan."""

    number: int
    change: AssetChange

    @property
    def target(self) -> Path:
        """What the journal calls it."""
        return Path(self.change.id)

    @property
    def name(self) -> str:
        """What messages call it."""
        return self.change.name


def before(step: AssetStep) -> AssetTime:
    """Return what an asset said when the plan was made."""
    return step.change.before


def after(step: AssetStep) -> AssetTime:
    """Return what an asset is to say."""
    return step.change.after


def steps_of(plan: AlbumPlan) -> tuple[AssetStep, ...]:
    """Return the steps of a plan, in its order."""
    return tuple(AssetStep(number, change) for number, change in enumerate(plan.assets))
