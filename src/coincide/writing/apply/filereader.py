"""Read the times inside a file that could be changed there, by ExifTool's names.

With exiv2 and our own reader of videos: ExifTool, which writes them, has no part in it.
"""

from pathlib import Path

from coincide.media.formats import BOX_VIDEO_FORMATS, HEAD_BYTES, format_of, media_of
from coincide.media.tagreader import read_named
from coincide.media.video.boxes import BoxFile
from coincide.media.video.tags import canon_tags
from coincide.writing.apply.videoreader import video_times
from coincide.writing.plan.vocabulary import EXIV2_NAMES

# what ExifTool writes and we can check afterwards
WRITABLE = frozenset(
    (
        *("JPEG", "PNG", "TIFF", "WEBP", "AVIF", "HEIF"),
        *("DNG", "CR2", "CR3", "NEF", "ARW", "RAF", "RW2", "ORF", "PEF"),
        *BOX_VIDEO_FORMATS,
    )
)
# where a time can be added to a file without any, and read back
ADDABLE = frozenset(("JPEG", "PNG", "TIFF", "WEBP"))
# characters; a time with its zone and nine digits behind the point has 35
MAX_TIME_CHARACTERS = 64


def read_file_times(path: Path) -> dict[str, str]:
    """Return a file's times; raise ValueError for a format that is not changed in the file."""
    with path.open("rb") as file:
        format_ = format_of(path, file.read(HEAD_BYTES))
    if format_ not in WRITABLE:
        raise ValueError(f"{format_ or 'this format'} is not written; use --to sidecar")
    if media_of(format_) == "video":
        return video_times(path)
    found = read_named(_tagged_part(path, format_), EXIV2_NAMES.values())
    names = {name: tag for tag, name in EXIV2_NAMES.items()}
    times = {names[name]: text.strip() for name, text in found.items()}
    if any(len(text) > MAX_TIME_CHARACTERS for text in times.values()):
        raise ValueError("its times are too long to be times; use --to sidecar")
    if not times and format_ not in ADDABLE:
        raise ValueError("it has no times inside to change; use --to sidecar")
    return times


def _tagged_part(path: Path, format_: str) -> Path | bytes:
    """Return what exiv2 is to read: of a CR3 the tags alone, because it refuses some whole ones."""
    if format_ != "CR3":
        return path
    with path.open("rb") as file:
        return canon_tags(BoxFile(file)) or path
