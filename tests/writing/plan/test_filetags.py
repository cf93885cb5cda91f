"""What the tags of a file become, value by value."""

import pytest

from coincide.model.times import WallTime
from coincide.writing.plan.filetags import capture_time_s, retimed
from coincide.writing.plan.model import TagChange
from tests.writing.plan.events import at

ORIGINAL = "EXIF:DateTimeOriginal"


def changed(
    tags: dict[str, str], shift_s: float, zone_s: int | None = None
) -> dict[str, str | None]:
    now_s = capture_time_s(tags)
    assert now_s is not None
    changes = retimed(tags, shift_s, WallTime(now_s + shift_s, zone_s))
    assert all(change.old == tags.get(change.tag) for change in changes)
    return {change.tag: change.new for change in changes}


def test_a_plain_shift_moves_both_times_and_nothing_else() -> None:
    tags = {ORIGINAL: "2024:05:04 14:00:00", "EXIF:CreateDate": "2024:05:04 14:00:00"}
    assert changed(tags, -3610.0) == {
        ORIGINAL: "2024:05:04 12:59:50",
        "EXIF:CreateDate": "2024:05:04 12:59:50",
    }


def test_over_midnight_and_new_year() -> None:
    assert changed({ORIGINAL: "2023:12:31 23:59:59"}, 2.0) == {ORIGINAL: "2024:01:01 00:00:01"}


def test_a_camera_reset_to_1970() -> None:
    tags = {ORIGINAL: "1970:01:01 00:02:03"}
    assert changed(tags, at("2024:05:04 12:00:00")) == {ORIGINAL: "2024:05:04 12:02:03"}


def test_whole_seconds_leave_the_fraction_alone() -> None:
    tags = {ORIGINAL: "2024:05:04 14:00:00", "EXIF:SubSecTimeOriginal": "250"}
    assert changed(tags, 60.0) == {ORIGINAL: "2024:05:04 14:01:00"}


def test_a_fraction_moves_with_a_shift_by_hand() -> None:
    tags = {ORIGINAL: "2024:05:04 14:00:00", "EXIF:SubSecTimeOriginal": "75"}
    assert changed(tags, 0.5) == {
        ORIGINAL: "2024:05:04 14:00:01",
        "EXIF:SubSecTimeOriginal": "25",
    }


def test_a_known_zone_is_written_with_the_time() -> None:
    tags = {ORIGINAL: "2024:05:04 14:00:00", "EXIF:OffsetTimeOriginal": "+01:00"}
    assert changed(tags, 3600.0, 7200) == {
        ORIGINAL: "2024:05:04 15:00:00",
        "EXIF:OffsetTimeOriginal": "+02:00",
    }
    assert changed({ORIGINAL: "2024:05:04 14:00:00"}, 60.0, 7200) == {
        ORIGINAL: "2024:05:04 14:01:00",
        "EXIF:OffsetTimeOriginal": "+02:00",
    }


def test_a_zone_that_no_longer_fits_is_taken_away() -> None:
    tags = {ORIGINAL: "2024:05:04 14:00:00", "EXIF:OffsetTimeOriginal": "+01:00"}
    assert changed(tags, 3600.0)["EXIF:OffsetTimeOriginal"] is None
    assert "EXIF:OffsetTimeOriginal" not in changed(tags, 60.0)


def test_the_time_of_a_scan_or_an_edit_stays() -> None:
    tags = {
        ORIGINAL: "1999:05:04 14:00:00",
        "EXIF:CreateDate": "2024:01:01 10:00:00",
        "XMP-xmp:CreateDate": "2024-01-01T10:00:00",
        "XMP-photoshop:DateCreated": "1999-05-04T14:00:00.5+02:00",
    }
    assert changed(tags, 60.0) == {
        ORIGINAL: "1999:05:04 14:01:00",
        "XMP-photoshop:DateCreated": "1999-05-04T14:01:00.5+02:00",
    }


@pytest.mark.parametrize(
    "nothing", ["0000:00:00 00:00:00", "    :  :     :  :  ", "", "2024:13:40 1"]
)
def test_dates_that_say_nothing_count_as_none(nothing: str) -> None:
    written = WallTime(at("2024:05:04 14:00:00"), 7200)
    assert retimed({ORIGINAL: nothing}, 0.0, written) == [
        TagChange("XMP-exif:DateTimeOriginal", None, "2024-05-04T14:00:00+02:00"),
        TagChange("XMP-photoshop:DateCreated", None, "2024-05-04T14:00:00+02:00"),
    ]


def test_xmp_to_the_minute_and_in_another_zone_moves_too() -> None:
    tags = {
        ORIGINAL: "2024:05:04 14:00:37",
        "EXIF:OffsetTimeOriginal": "+02:00",
        "XMP-xmp:CreateDate": "2024-05-04T12:00:37Z",
        "XMP-photoshop:DateCreated": "2024-05-04T14:00",
        "XMP-exif:DateTimeDigitized": "2020-01-01T00:00:00",
    }
    assert changed(tags, 5.0) == {
        ORIGINAL: "2024:05:04 14:00:42",
        "XMP-xmp:CreateDate": "2024-05-04T14:00:42+02:00",
        "XMP-photoshop:DateCreated": "2024-05-04T14:00:42+02:00",
    }


def test_a_time_that_replaces_one_to_the_minute_says_what_was_there() -> None:
    tags = {"XMP-photoshop:DateCreated": "2024-05-04T14:00"}
    changes = retimed(tags, 0.0, WallTime(at("2024:05:04 15:00:00"), None))
    assert TagChange("XMP-photoshop:DateCreated", "2024-05-04T14:00", "2024-05-04T15:00:00") in (
        changes
    )


def test_xmp_tells_the_time_where_exif_does_not() -> None:
    xmp = {"XMP-exif:DateTimeOriginal": "2024-05-04T14:00:00"}
    assert capture_time_s(xmp) == at("2024:05:04 14:00:00")
    assert capture_time_s(xmp | {ORIGINAL: "    :  :     :  :  "}) == at("2024:05:04 14:00:00")
    assert capture_time_s(xmp | {ORIGINAL: "2024:05:04 15:00:00"}) == at("2024:05:04 15:00:00")
    assert capture_time_s({"XMP-exif:DateTimeOriginal": "soon"}) is None


def test_a_zone_in_another_spelling_that_is_right_stays() -> None:
    tags = {ORIGINAL: "2024:05:04 14:00:00", "EXIF:OffsetTimeOriginal": "+0200"}
    assert changed(tags, 60.0, 7200) == {ORIGINAL: "2024:05:04 14:01:00"}


def test_xmp_tells_the_known_zone_and_loses_one_that_no_longer_fits() -> None:
    xmp = "XMP-exif:DateTimeOriginal"
    tags = {ORIGINAL: "2024:05:04 14:00:00", xmp: "2024-05-04T14:00:00+01:00"}
    assert changed(tags, 3600.0, 7200)[xmp] == "2024-05-04T15:00:00+02:00"
    assert changed(tags, 3600.0)[xmp] == "2024-05-04T15:00:00"
    assert changed(tags, 60.0)[xmp] == "2024-05-04T14:01:00+01:00"
