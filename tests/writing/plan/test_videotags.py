"""What the times in a video's headers become: UTC stays UTC, local time local."""

import pytest

from coincide.model.times import WallTime
from coincide.writing.plan.videotags import video_changes
from tests.writing.plan.events import at

HOUR = 3600
HEADER, APPLE = "QuickTime:CreateDate", "Keys:CreationDate"


def changed(
    tags: dict[str, str],
    recorded: str,
    zone_s: int | None,
    written: WallTime,
    clock_shift_s: float | None = None,
) -> dict[str, str | None]:
    changes = video_changes(tags, at(recorded), zone_s, written, clock_shift_s=clock_shift_s)
    return {change.tag: change.new for change in changes}


def test_utc_of_a_phone_moves_by_its_clock_and_not_by_its_zone() -> None:
    tags = {HEADER: "2024:05:04 12:01:30"}
    written = WallTime(at("2024:05:04 14:01:35"), 2 * HOUR)
    assert changed(tags, "2024:05:04 12:01:30", 0, written) == {HEADER: "2024:05:04 12:01:35"}
    # nor where nobody knows the zone it is written in
    written = WallTime(at("2024:05:04 13:01:30"), None)
    assert changed(tags, "2024:05:04 12:01:30", 0, written, -3600.0) == {
        HEADER: "2024:05:04 11:01:30"
    }


def test_local_time_of_a_camera_moves_as_local_time() -> None:
    tags = {HEADER: "2024:05:04 15:00:00"}
    written = WallTime(at("2024:05:04 14:00:00"), 2 * HOUR)
    assert changed(tags, "2024:05:04 15:00:00", None, written) == {HEADER: "2024:05:04 14:00:00"}


def test_a_wrong_zone_is_no_error_in_utc() -> None:
    tags = {HEADER: "2024:05:04 12:00:00", APPLE: "2024:05:04 14:00:00+02:00"}
    written = WallTime(at("2024:05:04 21:00:00"), 9 * HOUR)
    assert changed(tags, "2024:05:04 14:00:00", 2 * HOUR, written) == {
        APPLE: "2024:05:04 21:00:00+09:00"
    }


def test_a_film_that_someone_set_is_left() -> None:
    written = WallTime(at("2024:05:04 14:00:00"), 2 * HOUR)
    tags = {HEADER: "2024:05:04 12:00:00", APPLE: "2024:05:04 13:59:58+02:00"}
    assert changed(tags, "2024:05:04 15:00:00", 2 * HOUR, written) == {}
    with pytest.raises(ValueError, match="neither"):
        changed({**tags, APPLE: "2020:01:01 00:00:00+02:00"}, "2024:05:04 15:00:00", None, written)


def test_a_header_ends_in_2040() -> None:
    with pytest.raises(ValueError, match="2040"):
        changed(
            {HEADER: "2024:05:04 12:00:00"},
            "2024:05:04 12:00:00",
            None,
            WallTime(at("2079:05:04 12:00:00"), None),
        )
