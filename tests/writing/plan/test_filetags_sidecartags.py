"""What the times of a sidecar become, however they were written."""

import pytest

from coincide.model.times import WallTime
from coincide.writing.plan.filetags import sidecar_changes
from tests.writing.plan.events import at

ORIGINAL, CREATED = "XMP-exif:DateTimeOriginal", "XMP-xmp:CreateDate"
RECORDED = WallTime(at("2024:05:04 14:00:37"), 7200)


def changed(values: dict[str, str], shift_s: float, zone_s: int | None = None) -> dict[str, object]:
    written = WallTime(RECORDED.time_s + shift_s, zone_s)
    changes = sidecar_changes(values, [RECORDED], written)
    assert all(change.old == values.get(change.tag) for change in changes)
    return {change.tag: change.new for change in changes}


@pytest.mark.parametrize(
    "old", ["2024-05-04T14:00:37", "2024-05-04T14:00", "2024-05-04", "2024-05-04T12:00:37Z"]
)
def test_a_time_is_known_to_the_minute_by_its_day_and_in_another_zone(old: str) -> None:
    assert changed({ORIGINAL: old}, 3600.0) == {ORIGINAL: "2024-05-04T15:00:37"}


@pytest.mark.parametrize("old", ["2020-01-01T00:00:00", "2024-05-05", "yesterday", ""])
def test_another_time_of_capture_is_not_passed_over_in_silence(old: str) -> None:
    with pytest.raises(ValueError, match="not the time of this photo"):
        changed({ORIGINAL: old}, 3600.0)


def test_what_an_earlier_plan_gave_is_corrected_again() -> None:
    values = {ORIGINAL: "2024-05-04T13:00:37"}
    given = WallTime(at("2024:05:04 13:00:37"), None)
    written = WallTime(at("2024:05:04 13:10:37"), None)
    changes = sidecar_changes(values, [RECORDED, given], written)
    assert [change.new for change in changes] == ["2024-05-04T13:10:37"]


def test_a_zone_is_kept_as_long_as_it_can_be_right() -> None:
    values = {ORIGINAL: "2024-05-04T14:00:37+02:00"}
    assert changed(values, 5.0) == {ORIGINAL: "2024-05-04T14:00:42+02:00"}
    assert changed(values, 3600.0) == {ORIGINAL: "2024-05-04T15:00:37"}
    assert changed(values, 3600.0, 3600) == {ORIGINAL: "2024-05-04T15:00:37+01:00"}


def test_the_time_of_a_scan_stays() -> None:
    assert changed({CREATED: "2020-01-01T00:00:00"}, 3600.0) == {ORIGINAL: "2024-05-04T15:00:37"}
