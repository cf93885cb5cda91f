"""What was read from one file, as plain data, and the cache that spares reading it twice."""

from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Protocol, Self

# raised whenever a file may give another record than before: old records are then read anew
RECORD_VERSION = 2


@dataclass(frozen=True, slots=True)
class FileRecord:
    """Everything read from one file; ``reason`` says why it is left out, None: it is usable.

    ``key`` is the sha256 of the file's bytes, None where the file was not read
    to its end. ``other`` marks a file that is no photo and is not named as
    one: it is passed over without a word. Nothing here depends on options.
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

    def to_json(self) -> dict[str, Any]:
        """Return the record as a dict of JSON's own types."""
        return {"version": RECORD_VERSION, **asdict(self)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self | None:
        """Return the record of such a dict; None for one that another version wrote.

        >>> FileRecord.from_json(FileRecord(key="ab", zone_s=0).to_json())
        FileRecord(key='ab', reason=None, other=False, recorded_time_s=None, zone_s=0, \
gps_time_s=None, latitude_deg=None, longitude_deg=None, make=None, model=None, serial=None, \
software=None, orientation=1, width_px=None, height_px=None, scene_ev=None)
        """
        values = dict(data)
        if values.pop("version", None) != RECORD_VERSION:
            return None
        if values.keys() != {field.name for field in fields(cls)}:
            return None
        return cls(**values)


class MetadataCache(Protocol):
    """Records of files by path, size and time of change; called from one thread only."""

    def get(self, path: Path, size: int, mtime_ns: int) -> FileRecord | None:
        """Return the record of this very state of a file, None where there is none."""

    def put(self, path: Path, size: int, mtime_ns: int, record: FileRecord) -> None:
        """Keep the record of this state of a file."""
