"""Which values a plan may give to a tag, and how ExifTool is told them."""

import pytest

from coincide.writing.plan.exiftool_args import write_arguments
from coincide.writing.plan.model import TagChange
from coincide.writing.plan.vocabulary import APPLE_TIME, is_planned_tag, is_planned_value


@pytest.mark.parametrize(
    ("tag", "good", "bad"),
    [
        ("EXIF:DateTimeOriginal", "2024:05:04 14:00:00", "2024-05-04T14:00:00"),
        ("EXIF:SubSecTimeOriginal", "025", "0x1"),
        ("EXIF:SubSecTimeOriginal", "1", "1234567890"),
        ("EXIF:OffsetTimeOriginal", "+05:45", "Europe/Berlin"),
        ("XMP-exif:DateTimeOriginal", "2024-05-04T14:00:00.25+02:00", "2024:05:04 14:00:00"),
        ("QuickTime:CreateDate", "2024:05:04 14:00:00", "-o"),
        (APPLE_TIME, "2024:05:04 14:00:00+02:00", "tomorrow"),
    ],
)
def test_a_tag_takes_its_own_kind_of_value(tag: str, good: str, bad: str) -> None:
    assert is_planned_tag(tag)
    assert is_planned_value(tag, good)
    assert not is_planned_value(tag, bad)


def test_exiftool_is_told_values_as_it_writes_them() -> None:
    changes = [
        TagChange("EXIF:DateTimeOriginal", None, "2024:05:04 14:00:00"),
        TagChange("EXIF:OffsetTimeOriginal", "+01:00", None),
        TagChange("XMP-exif:DateTimeOriginal", None, "2024-05-04T14:00:00+02:00"),
    ]
    assert list(write_arguments(changes))[-3:] == [
        "-ExifIFD:DateTimeOriginal=2024:05:04 14:00:00",
        "-ExifIFD:OffsetTimeOriginal=",  # which deletes it
        "-XMP-exif:DateTimeOriginal=2024:05:04 14:00:00+02:00",
    ]
