"""Split one person's photos into one part per clock, by what the files say of their device."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from coincide.config import IngestOptions
from coincide.ingest.bodies import split_bodies
from coincide.model import Device, Photo

ModelKey = tuple[str, str]
SerialKey = tuple[str, str, str]
_UNKNOWN: ModelKey = ("", "")


@dataclass(frozen=True)
class Part:
    """Photos of one person by one clock; ``serial`` is known where the body is certain."""

    photos: tuple[Photo, ...]
    serial: SerialKey | None = None
    notes: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """Name the device as most of its photos do."""
        labels = [photo.device.label for photo in self.photos]
        return max(sorted(set(labels)), key=labels.count)


def model_key(device: Device) -> ModelKey:
    """Return what identifies a model: make and model, whatever their case."""
    return (device.make or "").casefold(), (device.model or "").casefold()


def split_by_clock(photos: Iterable[Photo], options: IngestOptions) -> list[Part]:
    """Return the photos of one person, one part per clock.

    By make and model, then by serial number; bodies without one are told apart
    where that is clear (see ``bodies``). Photos without any device go with the
    only device there is if they lie in its time: exported copies and
    screenshots do. Else they are a part of their own.
    """
    by_model: dict[ModelKey, list[Photo]] = {}
    for photo in photos:
        by_model.setdefault(model_key(photo.device), []).append(photo)
    unknown = by_model.pop(_UNKNOWN, [])
    parts = [part for key in sorted(by_model) for part in _by_serial(key, by_model[key], options)]
    if not unknown:
        return parts
    if len(parts) == 1 and _lie_within(unknown, parts[0].photos):
        return [_with_unknown(parts[0], unknown)]
    return [*parts, Part(tuple(unknown), notes=("these files do not name their device",))]


def _by_serial(key: ModelKey, photos: list[Photo], options: IngestOptions) -> list[Part]:
    by_serial: dict[str, list[Photo]] = {}
    for photo in photos:
        by_serial.setdefault(photo.device.serial or "", []).append(photo)
    nameless = by_serial.pop("", [])
    if not by_serial:
        return [Part(body.photos, notes=body.notes) for body in split_bodies(nameless, options)]
    if len(by_serial) == 1:
        ((serial, named),) = by_serial.items()
        return [Part((*named, *nameless), (*key, serial), _borrowed(nameless))]
    parts = [Part(tuple(by_serial[serial]), (*key, serial)) for serial in sorted(by_serial)]
    if nameless:
        note = f"no serial number, and {len(by_serial)} devices of this model: kept apart from both"
        if len(by_serial) > 2:
            note = note.replace("both", "all")
        parts.append(Part(tuple(nameless), notes=(note,)))
    return parts


def _borrowed(nameless: Sequence[Photo]) -> tuple[str, ...]:
    if not nameless:
        return ()
    return (f"{n_photos(len(nameless))} without a serial number, taken to be from the same device",)


def _with_unknown(part: Part, unknown: list[Photo]) -> Part:
    note = f"{n_photos(len(unknown))} naming no device, taken to be from the same clock"
    return Part((*part.photos, *unknown), part.serial, (*part.notes, note))


def _lie_within(photos: Sequence[Photo], others: Sequence[Photo]) -> bool:
    times = [photo.recorded_time_s for photo in others]
    return all(min(times) <= photo.recorded_time_s <= max(times) for photo in photos)


def n_photos(count: int) -> str:
    """Write a number of photos.

    >>> n_photos(1), n_photos(3)
    ('1 photo', '3 photos')
    """
    return f"{count} photo" if count == 1 else f"{count} photos"
