"""A file's changes as ExifTool's arguments."""

from collections.abc import Iterator, Sequence

from coincide.writing.plan.model import TagChange
from coincide.writing.plan.vocabulary import XMP_TIMES

# ExifTool warns of small faults in maker notes and writes all the same; -m lets it
_WRITING = ("-m", "-charset", "filename=utf8")


def write_arguments(changes: Sequence[TagChange]) -> Iterator[str]:
    """Yield the arguments that make these changes, one per line of an argument file.

    QuickTime's times are written as they stand, without any conversion of zones.
    """
    yield from _WRITING
    for change in changes:
        # the one block of EXIF that the tag is read from, not every block that could have it
        yield f"-{change.tag.replace('EXIF:', 'ExifIFD:')}={_value(change)}"


def _value(change: TagChange) -> str:
    if change.new is None:
        return ""  # which deletes the tag
    if change.tag in XMP_TIMES:
        day, _, time = change.new.partition("T")
        return f"{day.replace('-', ':')} {time}"
    return change.new
