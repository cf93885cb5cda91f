"""Read a RAW photo: its tags with exiv2, and whether there is a preview to look at."""

import io
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from coincide.media import metadata
from coincide.media.headers import Data, read_header
from coincide.media.isolated import isolated, need_memory
from coincide.media.pictures.raw import NEEDS_RAWPY, NO_PREVIEW, Preview, has_rawpy, look_at_raw
from coincide.media.record import FileRecord
from coincide.media.tagrecord import tagged_record
from coincide.media.video.boxes import BoxFile
from coincide.media.video.tags import canon_tags

# formats whose tags exiv2 does not know
WITHOUT_EXIV2 = frozenset(("X3F",))


def read_raw(format_: str, key: str, data: Data, file: BinaryIO) -> FileRecord:
    """Return the record of a RAW photo, which exiv2 can read: its bytes, and the same as a file.

    Where nothing can be shown, the record still has the time: a RAW that lies beside its
    JPEG needs no preview of its own.
    """
    try:
        tags = metadata.read_tags(tag_bytes(format_, data, file))
    except ValueError as error:
        return FileRecord(key=key, format=format_, reason=f"its metadata cannot be read: {error}")
    return with_preview(replace(tagged_record(tags), key=key, format=format_), file)


def tag_bytes(format_: str, data: Data, file: BinaryIO | None = None) -> Data:
    """Return what exiv2 is to read: of a CR3 the tags alone, because it refuses some whole ones."""
    if format_ != "CR3":
        return data
    found = canon_tags(BoxFile(io.BytesIO(data) if file is None else file))
    return data if found is None else found


@isolated
def with_preview_of(record: FileRecord, path: Path) -> FileRecord:
    """Return a RAW photo's record with its size and with what can be shown of it."""
    with path.open("rb") as file:
        return with_preview(record, file)


def with_preview(record: FileRecord, file: BinaryIO) -> FileRecord:
    """Return the record of an open RAW photo with its size and with what can be shown of it."""
    if not has_rawpy():
        return replace(record, unviewable_reason=NEEDS_RAWPY, lacks=(*record.lacks, "rawpy"))
    need_memory(2 * file.seek(0, 2))  # LibRaw has all of it in memory
    file.seek(0)
    try:
        look = look_at_raw(file)
    except ValueError as error:
        return replace(record, unviewable_reason=str(error))
    reason = _why_unusable(look.preview)
    return replace(
        record,
        width_px=look.width_px,
        height_px=look.height_px,
        viewable=reason is None,
        unviewable_reason=reason,
    )


def _why_unusable(preview: Preview | None) -> str | None:
    if preview is None:
        return NO_PREVIEW
    if preview.jpeg is None:
        return None
    try:
        read_header("JPEG", preview.jpeg)
    except ValueError as error:
        return f"its preview is {error}"
    return None
