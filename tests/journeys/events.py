"""What the tests of several journeys ask of an event's files."""

import hashlib
from pathlib import Path

from coincide.model.times import parse_exif_time


def digests(folder: Path) -> dict[str, str]:
    """Return a hash of every file that is a person's own, by its path."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not any(part.startswith(".coincide") for part in path.parts)
    }


def exif_time_s(text: str) -> float:
    """Return a time as ExifTool prints it, without its zone."""
    time_s = parse_exif_time(text[:19])
    assert time_s is not None, text
    return time_s
