"""Compare all tags of two files: what differs beyond what was planned.

ExifTool reads them, because it knows the most tags. It wrote one of the files, but what it would
leave out by mistake in writing it still finds in the other.
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from coincide.media.exiftool import ExifTool, file_argument
from coincide.writing.plan.model import TagChange

# where the file lies and how it is laid out; sums of other tags; who wrote its XMP
_GROUPS = frozenset(("SourceFile", "System", "File", "ExifTool", "Composite", "XMP-x"))
# what says where in the file something lies, which moves when the file is written anew; and
# blocks that hold tags and pictures, both of which are compared by themselves
_PLACES = re.compile(
    r"(Offset|Offsets|Start|_0x\w+|MediaDataSize)$|^(MPF\w*|RAF\w*):.*Length$"
    r"|^QuickTime:MediaData$|^IFD0:JpgFromRaw$|:HasExtendedXMP$"
)
# times of the parts of a video are named by the part
_TRACK = re.compile(r"^Track\d+:(TrackCreateDate|MediaCreateDate)$")
_READ = ("-j", "-a", "-u", "-G1", "-struct", "-n", "-api", "LargeFileSupport=1")


def changed_tags(
    tool: ExifTool, changes: Sequence[TagChange], before: Path, after: Path
) -> list[str]:
    """Return the tags that differ between two files though no one planned it."""
    planned = {change.tag.replace("EXIF:", "ExifIFD:") for change in changes}
    old, new = _tags(tool, before, after)
    names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    return [f"{name} is not as it was" for name in sorted(names) if _tag(name) not in planned]


def _tag(name: str) -> str:
    found = _TRACK.match(name)
    return name if found is None else f"QuickTime:{found[1]}"


def _tags(tool: ExifTool, *paths: Path) -> list[dict[str, Any]]:
    """Return the tags of files, all read in one request."""
    reply = tool.run([*_READ, *(file_argument(path) for path in paths)])
    try:
        found: list[dict[str, Any]] = json.loads(reply.out)
    except ValueError:
        found = []
    if len(found) != len(paths):
        raise ValueError(f"ExifTool cannot read it: {reply.err.strip()[:200]}")
    return [
        {
            name: value
            for name, value in tags.items()
            if name.split(":", 1)[0] not in _GROUPS and not _PLACES.search(name)
        }
        for tags in found
    ]
