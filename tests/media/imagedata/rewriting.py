"""Write times into a file as apply does, and change single bytes of its picture."""

import random
import shutil
from pathlib import Path

from coincide.media.exiftool import ExifTool, file_argument
from coincide.media.imagedata import picture_spans

_TIME = "2001:02:03 04:05:06"
_PHOTO_TAGS = (
    f"-EXIF:DateTimeOriginal={_TIME}",
    f"-EXIF:CreateDate={_TIME}",
    "-EXIF:SubSecTimeOriginal=123456",
    "-EXIF:OffsetTimeOriginal=+05:45",
    f"-XMP-exif:DateTimeOriginal={_TIME}+05:45",
    f"-XMP-photoshop:DateCreated={_TIME}+05:45",
)
_FILM_TAGS = (
    *(f"-QuickTime:{name}={_TIME}" for name in ("CreateDate", "TrackCreateDate")),
    f"-QuickTime:MediaCreateDate={_TIME}",
    f"-Keys:CreationDate={_TIME}+05:45",
    f"-UserData:DateTimeOriginal={_TIME}+05:45",
    f"-XMP-exif:DateTimeOriginal={_TIME}+05:45",
)
_FILM_SUFFIXES = (".mp4", ".mov", ".3gp")


def rewritten(tool: ExifTool, path: Path, folder: Path) -> Path | None:
    """Return a copy of a file with other times in it; None where ExifTool cannot write them."""
    folder.mkdir(exist_ok=True)
    copy = folder / path.name
    shutil.copyfile(path, copy)
    before = copy.read_bytes()
    tags = _FILM_TAGS if path.suffix.lower() in _FILM_SUFFIXES else _PHOTO_TAGS
    # -o is not for us: some versions do not write every format with it
    tool.run([*tags, "-overwrite_original", file_argument(copy)])
    return copy if copy.read_bytes() != before else None


def bytes_to_flip(path: Path, n_random: int = 12) -> list[int]:
    """Return places in a file's picture: ends of its first stretches, and any others."""
    spans = [span for span in picture_spans(path) if span.n_bytes]
    ends = [place for span in spans[:12] for place in (span.start, span.end - 1)]
    rng = random.Random(path.name)
    weights = [span.n_bytes for span in spans]
    some = rng.choices(spans, weights, k=n_random)
    return [*ends, *(rng.randrange(span.start, span.end) for span in some)]


def flip(path: Path, place: int, to: Path) -> Path:
    """Write a copy of a file in which one bit of one byte is another."""
    data = bytearray(path.read_bytes())
    data[place] ^= 0x10
    to.write_bytes(data)
    return to
