"""One file of an event: what it says of itself, and when it was taken by the best witness."""

from dataclasses import dataclass

from coincide.media.filenames import time_from_name
from coincide.media.record import FileRecord
from coincide.model import Device, Place, TimeSource


@dataclass(frozen=True, slots=True)
class TakenTime:
    """When a file was taken, and who says so. ``zone_s`` is 0 for a time in UTC.

    ``sure`` is False of a video's time that may be in UTC or not.
    """

    time_s: float
    zone_s: int | None
    time_from: TimeSource
    sure: bool = True


@dataclass(frozen=True, slots=True)
class MediaFile:
    """A photo, RAW or video that was read to its end; ``taken`` is None where nothing tells."""

    path: Place
    key: str
    record: FileRecord
    taken: TakenTime | None
    applied_s: float | None = None  # as in Photo
    taken_utc_s: float | None = None  # as in Photo

    @property
    def device(self) -> Device:
        """What the file says of the device that made it."""
        record = self.record
        return Device(record.make, record.model, record.serial, record.software)

    @property
    def time_s(self) -> float | None:
        """The time inside the file, whatever its sidecar and its name say."""
        return self.record.recorded_time_s


def media_file(
    path: Place,
    record: FileRecord,
    sidecar: TakenTime | None = None,
    taken_utc_s: float | None = None,
) -> MediaFile | None:
    """Return a file with its time; None for one that is no media, or is no good.

    A sidecar is newer than what it lies beside, so it comes first. A name comes after tags, and
    Google Takeout last: of a photo without tags it tells when it was uploaded, or guesses.
    """
    if record.key is None or record.media is None:
        return None
    if record.reason is not None and not record.viewable:
        return None
    taken = sidecar or taken_inside(record) or _taken_by_name(path)
    if taken is None and taken_utc_s is not None:
        taken = TakenTime(taken_utc_s, 0, "takeout")
    return MediaFile(path, record.key, record, taken, taken_utc_s=taken_utc_s)


def taken_inside(record: FileRecord) -> TakenTime | None:
    """Return when a file was taken by its own tags."""
    if record.recorded_time_s is None:
        return None
    in_utc = record.clock == "utc"
    return TakenTime(
        record.recorded_time_s,
        0 if in_utc else record.zone_s,
        record.time_from or "exif",
        sure=not in_utc or record.zone_s is not None,
    )


def _taken_by_name(path: Place) -> TakenTime | None:
    named = time_from_name(path.name)
    if named is None or named.precision != "second":
        return None
    return TakenTime(named.time_s, named.zone_s, "name")
