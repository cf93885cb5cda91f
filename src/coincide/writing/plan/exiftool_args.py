"""A file's changes as ExifTool's arguments."""

import csv
import io
from collections.abc import Iterator, Sequence

from coincide.writing.plan.model import Plan, TagChange
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


TABLE_HEADER = ("file", "tag", "old", "new", "gallery", "why")


def exiftool_script(plan: Plan, name: str) -> str:
    """Return an argument file that makes a plan's changes: ``exiftool -@ NAME``.

    ExifTool keeps each original beside its file, as NAME_original.
    """
    lines = [
        f"# {plan.event}: corrected times of {len(plan.files)} files.",
        f"# Run it with: exiftool -@ {name}",
        "# ExifTool keeps each original as FILE_original; to restore them:",
        "# exiftool -restore_original -r FOLDER",
    ]
    for change in plan.files:
        lines += ["", f"# {_one_line(change.why)}", *write_arguments(change.changes)]
        # an absolute path, so that no name is taken for an option
        lines += [str(plan.where(change.writes)), "-execute"]
    return "\n".join(lines) + "\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def plan_table(plan: Plan) -> str:
    """Return one row per tag that would change, and one per file left alone."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(TABLE_HEADER)
    writer.writerows(_rows(plan))
    return text.getvalue()


def _rows(plan: Plan) -> Iterator[tuple[str, ...]]:
    for change in plan.files:
        path = str(plan.where(change.writes))
        for tag in change.changes:
            yield path, tag.tag, tag.old or "", tag.new or "", change.gallery, change.why
    for left in plan.left:
        yield left.path, "", "", "", "", left.why
