"""Split one person's photos into one part per clock, by what the files say of their device."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace

from coincide.ingest.bodies import split_bodies
from coincide.ingest.options import IngestOptions
from coincide.media.filenames import time_from_name
from coincide.model import Device, Photo, Place

ModelKey = tuple[str, str]
SerialKey = tuple[str, str, str]
_UNKNOWN: ModelKey = ("", "")
# a name is given when the button is pressed, the tag is written a moment later, or the reverse
_NAMING_S = 3.0


@dataclass(frozen=True)
class DevicePhotos:
    """Photos of one person by one clock; ``serial`` is known where the body is certain.

    ``doubt`` says why they may be of two bodies all the same.
    """

    photos: tuple[Photo, ...]
    serial: SerialKey | None = None
    notes: tuple[str, ...] = ()
    doubt: str = ""

    @property
    def label(self) -> str:
        """Name the device as most of its photos do."""
        labels = [photo.device.label for photo in self.photos]
        return max(sorted(set(labels)), key=labels.count)


def model_key(device: Device) -> ModelKey:
    """Return what identifies a model: make and model, whatever their case."""
    return (device.make or "").casefold(), (device.model or "").casefold()


def split_by_clock(
    photos: Iterable[Photo], options: IngestOptions, *, unsure: Container[Place] = frozenset()
) -> list[DevicePhotos]:
    """Return the photos of one person, one part per clock.

    By make and model, then by serial number; bodies without one are told apart
    where that is clear (see ``bodies``). Photos without any device go with the
    only device there is if they lie in its time: exported copies and
    screenshots do. Else they are a part of their own. So are those whose time is only in
    their name, unless one device names its own photos just so; those whose time only Google
    Takeout knows; and ``unsure`` videos, of which nobody knows whether they are in UTC.
    """
    by_model: dict[ModelKey, list[Photo]] = {}
    apart: list[Photo] = []
    by_takeout: list[Photo] = []
    for photo in photos:
        if photo.path in unsure:
            apart.append(photo)
        elif photo.time_from == "takeout":
            by_takeout.append(photo)
        else:
            by_model.setdefault(model_key(photo.device), []).append(photo)
    nobodys = by_model.pop(_UNKNOWN, [])
    parts = [part for key in sorted(by_model) for part in _by_serial(key, by_model[key], options)]
    parts = _with_unknown(parts, [photo for photo in nobodys if photo.time_from != "name"])
    parts = _with_named(parts, [photo for photo in nobodys if photo.time_from == "name"])
    parts = [clock for part in parts for clock in _without_utc(part)]
    if by_takeout:
        note = "the times are from Google Takeout alone, in UTC: when these were taken or uploaded"
        parts.append(DevicePhotos(tuple(by_takeout), notes=(note,)))
    if apart:
        note = "these videos may be in UTC or local time: they are kept apart from other photos"
        parts.append(DevicePhotos(tuple(apart), notes=(note,)))
    return parts


def _by_serial(key: ModelKey, photos: list[Photo], options: IngestOptions) -> list[DevicePhotos]:
    by_serial: dict[str, list[Photo]] = {}
    for photo in photos:
        by_serial.setdefault(photo.device.serial or "", []).append(photo)
    nameless = by_serial.pop("", [])
    if not by_serial:
        bodies = split_bodies(nameless, options)
        return [DevicePhotos(body.photos, notes=body.notes, doubt=body.doubt) for body in bodies]
    if len(by_serial) == 1:
        ((serial, named),) = by_serial.items()
        return [DevicePhotos((*named, *nameless), (*key, serial), _borrowed(nameless))]
    parts = [DevicePhotos(tuple(by_serial[serial]), (*key, serial)) for serial in sorted(by_serial)]
    if nameless:
        note = f"no serial number, and {len(by_serial)} devices of this model: kept apart from both"
        if len(by_serial) > 2:
            note = note.replace("both", "all")
        parts.append(DevicePhotos(tuple(nameless), notes=(note,)))
    return parts


def _borrowed(nameless: Sequence[Photo]) -> tuple[str, ...]:
    if not nameless:
        return ()
    return (f"{n_photos(len(nameless))} without a serial number, taken to be from the same device",)


def _with_unknown(parts: list[DevicePhotos], unknown: list[Photo]) -> list[DevicePhotos]:
    """Add photos that name no device, and have a time of their own."""
    if not unknown:
        return parts
    if len(parts) != 1 or not _lie_within(unknown, parts[0].photos):
        return [
            *parts,
            DevicePhotos(tuple(unknown), notes=("these files do not name their device",)),
        ]
    note = f"{n_photos(len(unknown))} without a device, taken to be from the same clock"
    return [_with(parts[0], unknown, note)]


def _with_named(parts: list[DevicePhotos], named: list[Photo]) -> list[DevicePhotos]:
    """Add photos that have a time only in their name: by whose way of naming it is."""
    by_kind: dict[str, list[Photo]] = {}
    for photo in named:
        told = time_from_name(photo.path.name)
        by_kind.setdefault(told.kind if told else "", []).append(photo)
    parts = list(parts)
    hosts = {
        kind: [index for index, part in enumerate(parts) if _names_its_own(part, kind)]
        for kind in by_kind
    }
    for kind, photos in sorted(by_kind.items()):
        if len(hosts[kind]) == 1:
            note = f"{n_photos(len(photos))} with a time only in the name, named as by this device"
            parts[hosts[kind][0]] = _with(parts[hosts[kind][0]], photos, note)
        else:
            parts.append(
                DevicePhotos(tuple(photos), notes=("the times are from file names alone",))
            )
    return parts


def _names_its_own(part: DevicePhotos, kind: str) -> bool:
    """Tell whether a device names its photos in that way, by the time that its clock shows."""
    for photo in part.photos:
        told = time_from_name(photo.path.name)
        if photo.time_from == "name" or told is None or told.kind != kind:
            continue
        if told.precision != "second" or (told.zone_s is not None and photo.zone_s is None):
            continue
        shift_s = 0 if told.zone_s is None else told.zone_s - (photo.zone_s or 0)
        if abs(photo.recorded_time_s + shift_s - told.time_s) <= _NAMING_S:
            return True
    return False


def _without_utc(part: DevicePhotos) -> list[DevicePhotos]:
    """Part the photos that are in UTC from those that do not tell by which zone they are."""
    in_utc = tuple(photo for photo in part.photos if photo.in_utc)
    others = tuple(photo for photo in part.photos if not photo.in_utc)
    if not in_utc or not others or any(photo.zone_s is not None for photo in others):
        return [part]
    note = "in UTC, and no other photo of the device has a zone: kept apart from them"
    return [replace(part, photos=others), DevicePhotos(in_utc, notes=(note,))]


def _with(part: DevicePhotos, photos: Sequence[Photo], note: str) -> DevicePhotos:
    return replace(part, photos=(*part.photos, *photos), notes=(*part.notes, note))


def _lie_within(photos: Sequence[Photo], others: Sequence[Photo]) -> bool:
    """Tell whether photos were taken while others were, as far as their zones let one say."""
    zones = [photo.zone_s for photo in others if photo.zone_s is not None]
    zone_s = max(sorted(set(zones)), key=zones.count, default=None)
    times = [photo.recorded_time_s for photo in others if not photo.in_utc]
    if not times or (zone_s is None and any(photo.in_utc for photo in photos)):
        return False
    return all(
        min(times) <= photo.recorded_time_s + ((zone_s or 0) if photo.in_utc else 0) <= max(times)
        for photo in photos
    )


def n_photos(count: int) -> str:
    """Write a number of photos.

    >>> n_photos(1), n_photos(3)
    ('1 photo', '3 photos')
    """
    return f"{count} photo" if count == 1 else f"{count} photos"
