"""Change times inside photos with ExifTool, beside the original; read back by other means.

What ExifTool wrote is believed only when exiv2, or for videos our own reader, finds the planned
times in it, all other tags as they were, and the picture's own bytes untouched.
"""

import errno
import json
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from coincide.media.exiftool import ExifTool, ExifToolDied, file_argument
from coincide.media.formats import HEAD_BYTES, format_of
from coincide.media.imagedata import image_digest
from coincide.storage.faults import is_full
from coincide.writing.apply.disk import copy_new
from coincide.writing.apply.filereader import read_file_times
from coincide.writing.apply.step import MakeError, Step
from coincide.writing.plan.exiftool_args import write_arguments
from coincide.writing.plan.model import FileChange, TagChange

# seconds for one file; a long video is copied whole
TIMEOUT_S = 600.0


class FileMaker:
    """Makes corrected files, by the number of their step; ``photos`` are what they are made of."""

    def __init__(
        self, tool: ExifTool, changes: Mapping[int, FileChange], photos: Mapping[int, Path]
    ) -> None:
        self.tool = tool
        self.changes = changes
        self.photos = photos

    def make(self, step: Step, part: Path) -> None:
        """Write the photo with its new times; ExifTool may die once, and is started anew."""
        changes, photo = self.changes[step.number].changes, self.photos[step.number]
        if not changes:
            copy_new(photo, part)
            return
        try:
            said = self._write(changes, photo, part)
        except ExifToolDied:
            said = self._write(changes, photo, part)
        except ValueError as error:  # a name that ExifTool cannot be told
            raise MakeError(str(error)) from error
        if not part.exists():
            if is_full(part.parent, photo.stat().st_size):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(part.parent))
            reason = said.strip().splitlines() or ["it gave no reason"]
            raise MakeError(f"ExifTool did not write it: {reason[0]}")
        part.chmod(0o600)

    def _write(self, changes: Sequence[TagChange], photo: Path, part: Path) -> str:
        """Let ExifTool write the photo to ``part``; return what it complains of."""
        _clear(part)
        tags = write_arguments(changes)
        if _is_for_a_copy(photo, part):
            copy_new(photo, part)
            arguments = [*tags, "-overwrite_original", file_argument(part)]
        else:
            arguments = [*tags, "-o", file_argument(part), file_argument(photo)]
        reply = self.tool.run(arguments, timeout_s=TIMEOUT_S)
        if "1 image files" not in reply.out:  # created, or updated
            _clear(part)
        return reply.err

    def check(self, step: Step, part: Path) -> list[str]:
        """Return what differs from the plan, and what else has changed."""
        changes, photo = self.changes[step.number].changes, self.photos[step.number]
        try:
            differs = _planned(changes, part)
            differs += changed_tags(self.tool, changes, photo, part)
            if image_digest(photo) != image_digest(part):
                differs.append("the picture itself has changed")
        except (ValueError, OSError) as error:
            return [f"it cannot be read back: {error}"]
        return differs


def _is_for_a_copy(photo: Path, part: Path) -> bool:
    """Tell whether ExifTool has to change a copy, because it cannot write to a new file.

    In a new name it fills in %d, %f and the like; and some versions write no WebP anew.
    """
    with photo.open("rb") as file:
        return "%" in str(part) or format_of(photo, file.read(HEAD_BYTES)) == "WEBP"


def _clear(part: Path) -> None:
    """Remove what an earlier attempt left behind."""
    for path in (part, part.with_name(part.name + "_exiftool_tmp")):
        path.unlink(missing_ok=True)


def _planned(changes: Sequence[TagChange], part: Path) -> list[str]:
    """Return the planned values that another reader does not find."""
    found = read_file_times(part)
    return [
        f"{change.tag} reads {found.get(change.tag)!r} instead of {change.new!r}"
        for change in changes
        if found.get(change.tag) != change.new
    ]


# Compare all tags of two files: what differs beyond what was planned.
#
# ExifTool reads them, because it knows the most tags. It wrote one of the files, but what it
# would leave out by mistake in writing it still finds in the other.

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
    return [f"{name} has changed" for name in sorted(names) if _tag(name) not in planned]


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
