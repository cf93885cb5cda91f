"""Files in memory, as ingest reads them, for the rules on shots and copies."""

import hashlib
from pathlib import Path

from coincide.media.file import MediaFile, media_file
from coincide.media.record import FileRecord

NOON = 1_714_824_000.0


def file(name: str, time_s: float | None = NOON, **record: object) -> MediaFile:
    """Return a file whose format is by its suffix, of one camera unless told otherwise."""
    suffix = Path(name).suffix[1:].upper()
    formats = {"JPG": "JPEG", "HEIC": "HEIF", "TIF": "TIFF"}
    values: dict[str, object] = {
        "key": hashlib.sha256(f"{name} {time_s}".encode()).hexdigest(),
        "format": formats.get(suffix, suffix),
        "recorded_time_s": time_s,
        "reason": "no capture time in its metadata" if time_s is None else None,
        "make": "Canon",
        "model": "Canon EOS 40D",
        "viewable": True,
        "time_from": None if time_s is None else "exif",
        **record,
    }
    made = media_file(Path(name), FileRecord(**values))  # type: ignore[arg-type]
    assert made is not None
    return made
