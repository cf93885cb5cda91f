"""What an Immich server of version 2 or 3 answers, as far as it is read; the rest is skipped.

A server may be anybody's, or broken: every field has a type and a limit, so that an answer of
another shape is an error in words at the one place where it is decoded.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated

from msgspec import Meta, Struct, field

from coincide.model.times import from_datetime, to_exif_text, zone_text

TOLD_ID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
# ids become parts of addresses and of file names
Id = Annotated[str, Meta(pattern=f"^(?i:{TOLD_ID})$", max_length=36)]
PersonId = Annotated[str, Meta(pattern=r"^[0-9A-Za-z_-]{1,64}\Z", max_length=64)]
Name = Annotated[str, Meta(max_length=1024)]
Moment = Annotated[str, Meta(max_length=40)]
# milliseconds: two times of one instant may differ by so much
_SAME_S = 0.0015


class ToldVersion(Struct, frozen=True):
    """``/api/server/version``."""

    major: int


class ToldPerson(Struct, frozen=True):
    """A user; ``/api/users/me`` tells whose key one is."""

    id: PersonId
    name: Name = ""


class ToldNamed(Struct, frozen=True, rename="camel"):
    """An album in a list of albums."""

    id: Id
    album_name: Name


class _Member(Struct, frozen=True):
    user: ToldPerson


class ToldAlbum(Struct, frozen=True, rename="camel"):
    """An album with its members."""

    id: Id
    album_name: Name
    owner: ToldPerson | None = None
    album_users: list[_Member] = field(default_factory=list)

    @property
    def members(self) -> dict[str, str]:
        """The names of all members, by id; the owner comes first."""
        people = [] if self.owner is None else [self.owner]
        return {
            person.id: person.name
            for person in [*people, *(user.user for user in self.album_users)]
        }


class ToldExif(Struct, frozen=True, rename="camel"):
    """What a server knows of a camera and its clock."""

    date_time_original: Moment | None = None
    time_zone: Annotated[str, Meta(max_length=100)] | None = None
    make: Name | None = None
    model: Name | None = None
    latitude: float | None = None
    longitude: float | None = None
    exposure_time: Annotated[str, Meta(max_length=40)] | None = None
    f_number: float | None = None
    iso: float | None = None


class ToldAsset(Struct, frozen=True, rename="camel"):
    """One photo or video."""

    id: Id
    owner_id: PersonId
    original_file_name: Name
    checksum: Annotated[str, Meta(max_length=200)]
    type: Annotated[str, Meta(max_length=40)]
    local_date_time: Moment
    file_created_at: Moment
    exif_info: ToldExif | None = None
    original_path: Annotated[str, Meta(max_length=4096)] = ""
    created_at: Moment | None = None
    is_trashed: bool = False

    @property
    def exif(self) -> ToldExif:
        """What is known of its camera; nothing where nothing is told."""
        return self.exif_info or ToldExif()

    @property
    def local_s(self) -> float:
        """What the clock showed; ValueError where it is no time."""
        return _seconds(self.local_date_time)

    @property
    def utc_s(self) -> float:
        """The instant."""
        return _seconds(self.file_created_at)

    @property
    def uploaded_s(self) -> float | None:
        """When the server got it, in UTC; older servers do not tell."""
        return None if self.created_at is None else _seconds(self.created_at)

    @property
    def settled(self) -> bool:
        """Whether no change is under way: it is in the tag before it is in the two times."""
        taken = self.exif.date_time_original
        return taken is None or abs(_seconds(taken) - self.utc_s) < _SAME_S

    def tags(self) -> Iterator[tuple[str, str]]:
        """Yield what is known of the camera, by the names of the tags it was read from."""
        told = self.exif
        if told.date_time_original is not None:
            yield "Exif.Photo.DateTimeOriginal", to_exif_text(self.local_s)
            if told.time_zone is not None:
                zone_s = round(self.local_s - self.utc_s)
                yield "Exif.Photo.OffsetTimeOriginal", zone_text(zone_s)
        if told.make:
            yield "Exif.Image.Make", told.make
        if told.model:
            yield "Exif.Image.Model", told.model
        yield from _position(told.latitude, told.longitude)
        if told.exposure_time:
            yield "Exif.Photo.ExposureTime", told.exposure_time
        if told.f_number and 0 < told.f_number < 1_000:
            yield "Exif.Photo.FNumber", f"{round(told.f_number * 100)}/100"
        if told.iso and 0 < told.iso < 1e8:
            yield "Exif.Photo.ISOSpeedRatings", f"{told.iso:.0f}"


class _Page(Struct, frozen=True, rename="camel"):
    items: list[ToldAsset]
    next_page: Annotated[str, Meta(max_length=12)] | int | None

    @property
    def following(self) -> int | None:
        """The number of the next page; None at the end, and 0 where it is no number."""
        if isinstance(self.next_page, str):
            return int(self.next_page) if self.next_page.isdecimal() else 0
        return self.next_page


class ToldPages(Struct, frozen=True):
    """A page of a search."""

    assets: _Page


class ToldListed(Struct, frozen=True):
    """An album of version 2, with all its assets."""

    assets: list[ToldAsset]


def _seconds(text: str) -> float:
    return from_datetime(datetime.fromisoformat(text.replace("Z", "+00:00")))


def _position(latitude: float | None, longitude: float | None) -> Iterator[tuple[str, str]]:
    if latitude is None or longitude is None:
        return
    if not (abs(latitude) <= 90 and abs(longitude) <= 180):
        return
    for name, value, signs in (("Latitude", latitude, "NS"), ("Longitude", longitude, "EW")):
        yield f"Exif.GPSInfo.GPS{name}", f"{round(abs(value) * 1e7)}/10000000 0/1 0/1"
        yield f"Exif.GPSInfo.GPS{name}Ref", signs[value < 0]
