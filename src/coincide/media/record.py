"""What was read from one file, as plain data, and the cache that spares reading it twice."""

from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Literal, Protocol, Self

from coincide.media.formats import Media, media_of
from coincide.model import ClockFace, ExactTime, HeaderReading, TimeSource

# raised whenever a file may give another record than before: old records are then read anew
RECORD_VERSION = 5

# what a file needs and this machine has not
Tool = Literal["rawpy", "av", "exiftool"]


@dataclass(frozen=True, slots=True)
class FileRecord:
    """Everything read from one file; ``reason`` says why it is left out, None: it is usable.

    ``key`` is the sha256 of the file's bytes, None where the file was not read
    to its end. ``other`` marks a file that is no photo and is not named as
    one: it is passed over without a word. Nothing here depends on options.

    ``viewable``: it can be decoded to pixels; else ``unviewable_reason`` says why not. A RAW
    beside its JPEG need not be. ``reason`` and ``viewable`` are independent: a photo without a
    time has a reason and may be viewable; a RAW without a preview has a time and is not.

    ``clock`` is "utc" where ``recorded_time_s`` is UTC or, of a video that nothing is known
    of, taken for it: then ``zone_s`` is None, where it is sure it is 0. ``time_basis`` says in
    words how that was told. ``content_id`` is what Apple writes into both files of a live
    photo. ``sound`` tells whether a video has any, ``readings`` what its time may mean, likeliest
    first. ``exact``: when a video began, where it holds more than its camera's clock about that;
    ``exact_unread``: why that cannot be read. ``written_s``: when the file was written, in UTC,
    told only where its own time is later than that by more than a zone. ``lacks`` names programs
    and packages with which more could be read.
    """

    key: str | None = None
    reason: str | None = None
    other: bool = False
    recorded_time_s: float | None = None
    zone_s: int | None = None
    gps_time_s: float | None = None
    latitude_deg: float | None = None
    longitude_deg: float | None = None
    make: str | None = None
    model: str | None = None
    serial: str | None = None
    software: str | None = None
    orientation: int = 1
    width_px: int | None = None
    height_px: int | None = None
    scene_ev: float | None = None
    format: str | None = None
    viewable: bool = False
    unviewable_reason: str | None = None
    duration_s: float | None = None
    time_from: TimeSource | None = None
    clock: ClockFace = "local"
    time_basis: str | None = None
    content_id: str | None = None
    sound: bool = False
    readings: tuple[HeaderReading, ...] = ()
    exact: ExactTime | None = None
    exact_unread: str | None = None
    written_s: float | None = None
    lacks: tuple[Tool, ...] = ()

    @property
    def media(self) -> Media | None:
        """Whether it is a photo, a RAW or a video; None for a file that is none of them."""
        return None if self.format is None else media_of(self.format)

    def to_json(self) -> dict[str, Any]:
        """Return the record as a dict of JSON's own types."""
        return {"version": RECORD_VERSION, **asdict(self)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self | None:
        """Return the record of such a dict; None for one that another version wrote.

        >>> record = FileRecord(key="ab", zone_s=0)
        >>> FileRecord.from_json(record.to_json()) == record
        True
        """
        values = dict(data)
        if values.pop("version", None) != RECORD_VERSION:
            return None
        if values.keys() != {field.name for field in fields(cls)}:
            return None
        readings = tuple(HeaderReading(**value) for value in values["readings"])
        exact = None if values["exact"] is None else ExactTime(**values["exact"])
        lacks = tuple(values["lacks"])
        return cls(**values | {"lacks": lacks, "readings": readings, "exact": exact})


class MetadataCache(Protocol):
    """Records of files by path, size and time of change; called from one thread only."""

    def get(self, path: Path, size: int, mtime_ns: int) -> FileRecord | None:
        """Return the record of this very state of a file, None where there is none."""

    def put(self, path: Path, size: int, mtime_ns: int, record: FileRecord) -> None:
        """Keep the record of this state of a file."""
