"""Who is who, before anything is solved: folders, people, devices, and what is open about them."""

from collections import Counter
from collections.abc import Iterator, Sequence

from coincide.ingest.people import way_of
from coincide.model import Event, Gallery, Photo
from coincide.model.places import Place, way_to
from coincide.storage.documents import Closed
from coincide.timeline.display import CameraDisplay

SCHEMA = "coincide.who/1"


class WhoFolder(Closed, frozen=True):
    """A folder with photos of a device."""

    path: str  # from the event's folder on; "." is that folder itself
    n_photos: int  # photos in it that count


class WhoDevice(Closed, frozen=True, kw_only=True):
    """One device: a gallery, which is one clock."""

    gallery: str  # its name
    device: str  # make and model, as most of its photos tell them
    serial: str | None  # its serial number, where photos tell it
    n_photos: int  # photos that count
    n_copies: int  # further files that are the same pictures, wherever they lie
    first: str  # what it displayed when its first photo was taken: `YYYY-MM-DD HH:MM:SS`
    last: str  # and its last photo
    first_zone: str | None  # the zone that the first photo names, such as `+02:00`
    last_zone: str | None  # and the last
    trusted: bool  # whether a person said that its clock is right
    folders: tuple[WhoFolder, ...]  # where its photos lie
    notes: tuple[str, ...]  # what was assumed of it


class WhoPerson(Closed, frozen=True):
    """A person, and the devices of their photos."""

    name: str  # empty where photos lie in nobody's folder
    devices: tuple[WhoDevice, ...]  # by gallery


class WhoQuestion(Closed, frozen=True):
    """Something that files leave open, and a person may know."""

    gallery: str  # the gallery
    other: str | None  # one that may be of the same device; null: it may be two devices itself
    reason: str  # why it is asked
    question: str  # the same in words


class WhoDocument(Closed, frozen=True, kw_only=True, tag_field="schema", tag=SCHEMA):
    """All people of an event."""

    event: str  # the event's name
    people: tuple[WhoPerson, ...]  # by name
    questions: tuple[WhoQuestion, ...]  # what is open
    n_timeless: int  # photos without a time, which get a place by what they show
    n_takeout: int  # photos of which Google Takeout tells a time
    n_skipped: int  # files that are left out


def who_is_who(event: Event) -> WhoDocument:
    """Return the people of an event as it was chosen."""
    people: dict[str, list[WhoDevice]] = {}
    for gallery in event.galleries:
        people.setdefault(person_of(gallery, event.roots), []).append(_device(gallery, event.roots))
    return WhoDocument(
        event=event.name,
        people=tuple(WhoPerson(name, tuple(people[name])) for name in sorted(people)),
        questions=tuple(
            WhoQuestion(
                doubt.gallery, doubt.other, doubt.reason, f"{doubt.gallery} {doubt.question}"
            )
            for doubt in event.doubts
        ),
        n_timeless=len(event.timeless),
        n_takeout=sum(photo.taken_utc_s is not None for photo in event.photos),
        n_skipped=len(event.skipped),
    )


def person_of(gallery: Gallery, roots: Sequence[Place]) -> str:
    """Return whose photos a gallery has: its name without the device, nobody's in a flat folder."""
    if len(roots) == 1 and not any(_names_somebody(photo, roots[0]) for photo in gallery.photos):
        return ""
    return gallery.name.partition(" · ")[0]


def _names_somebody(photo: Photo, root: Place) -> bool:
    inside = way_to(photo.path, root)
    return inside is None or way_of(inside.parts[:-1]) != ()


def _device(gallery: Gallery, roots: Sequence[Place]) -> WhoDevice:
    photos, display = gallery.photos, CameraDisplay.of(gallery)
    first, last = display.photo(photos[0]), display.photo(photos[-1])
    folders = Counter(folder_of(photo.path, roots) for photo in photos)
    serials = Counter(photo.device.serial for photo in photos if photo.device.serial)
    return WhoDevice(
        gallery=gallery.name,
        device=gallery.device.label,
        serial=serials.most_common(1)[0][0] if serials else None,
        n_photos=len(photos),
        n_copies=sum(
            companion.role == "copy" for photo in photos for companion in photo.companions
        ),
        first=first.clock,
        last=last.clock,
        first_zone=first.zone or None,
        last_zone=last.zone or None,
        trusted=gallery.trusted,
        folders=tuple(WhoFolder(path, folders[path]) for path in sorted(folders)),
        notes=gallery.notes,
    )


def folder_of(path: Place, roots: Sequence[Place]) -> str:
    """Return the folder of a file, from the event's own on; of several folders with its name."""
    for root in roots:
        inside = way_to(path, root)
        if inside is not None:
            parts = inside.parts[:-1] if len(roots) == 1 else (root.name, *inside.parts[:-1])
            return "/".join(parts) or "."
    return str(path.parent)


def keys_in(gallery: Gallery, folder: str, roots: Sequence[Place]) -> Iterator[str]:
    """Yield the photos of a gallery that lie in a folder, by content."""
    for photo in gallery.photos:
        if folder_of(photo.path, roots) == folder:
            yield photo.key
