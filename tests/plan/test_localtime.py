"""Days with a change of summer time, midnight, two zones: as a person would read them."""

import pytest

from coincide.errors import UsageError
from coincide.model import Event
from coincide.plan.localtime import LocalTime, Written, local_time
from coincide.timeline import build_timeline
from coincide.times import to_text
from tests.plan.events import at, gallery, told

HOUR = 3600


def shown(written: Written) -> tuple[str, int | None]:
    return to_text(written.time_s), written.zone_s


def test_summer_time_ends_during_the_event_for_a_camera_too() -> None:
    # 27 October 2024, 3:00 becomes 2:00 in Berlin; the phone follows, the camera does not
    phone = gallery(
        "phone",
        [
            "2024:10:27 01:30:00",
            "2024:10:27 02:30:00",
            "2024:10:27 02:40:00",
            "2024:10:27 04:00:00",
        ],
        zones=[2 * HOUR, 2 * HOUR, HOUR, HOUR],
        # on one clock, in the commonest zone, of equals the first
        camera_times=[
            *("2024:10:27 01:30:00", "2024:10:27 02:30:00"),
            *("2024:10:27 03:40:00", "2024:10:27 05:00:00"),
        ],
    )
    camera = gallery("camera", ["2024:10:27 01:31:00", "2024:10:27 03:41:00"])
    event = Event("night", (camera, phone))
    offsets = told(event, "phone")
    local = local_time(event, offsets, build_timeline(event, offsets))
    assert local.base_s == 2 * HOUR
    assert shown(local.at(at("2024:10:27 01:31:00"))) == ("2024-10-27 01:31:00", 2 * HOUR)
    assert shown(local.at(at("2024:10:27 03:41:00"))) == ("2024-10-27 02:41:00", HOUR)


def test_a_zone_by_name_knows_the_hour_of_the_change() -> None:
    event = Event("night", (gallery("phone", ["2024:03:31 01:00:00"], zones=[HOUR]),))
    offsets = told(event, "phone")
    local = local_time(event, offsets, build_timeline(event, offsets), zone="Europe/Berlin")
    assert shown(local.at(at("2024:03:31 01:59:59"))) == ("2024-03-31 01:59:59", HOUR)
    assert shown(local.at(at("2024:03:31 02:00:00"))) == ("2024-03-31 03:00:00", 2 * HOUR)


def test_a_zone_by_name_where_no_tag_tells_one() -> None:
    event = Event("noon", (gallery("camera", ["2024:07:01 12:00:00"]),))
    offsets = told(event, "camera")
    local = local_time(event, offsets, build_timeline(event, offsets), zone="Asia/Kathmandu")
    assert shown(local.at(at("2024:07:01 12:00:00"))) == ("2024-07-01 12:00:00", 20700)


def test_an_unknown_zone_is_refused() -> None:
    event = Event("noon", (gallery("camera", ["2024:07:01 12:00:00"]),))
    offsets = told(event, "camera")
    for name in ("Middle/Earth", "../etc/passwd", ""):
        with pytest.raises(UsageError, match="no such zone"):
            local_time(event, offsets, build_timeline(event, offsets), zone=name)


def test_without_any_zone_times_have_none() -> None:
    event = Event("noon", (gallery("camera", ["2024:07:01 12:00:00"]),))
    offsets = told(event, "camera")
    local = local_time(event, offsets, build_timeline(event, offsets))
    assert shown(local.at(at("2024:07:01 12:00:00"))) == ("2024-07-01 12:00:00", None)


def test_a_device_that_follows_zones_stays_in_its_own() -> None:
    # event time is in UTC+2; this photo was taken where the phone knew it was UTC+1
    local = LocalTime(2 * HOUR, ((0.0, 2 * HOUR), (7200.0, HOUR)))
    assert local.at(7200.0, own_zone_s=HOUR) == Written(3600.0, HOUR)
    assert local.at(100.0) == Written(100.0, 2 * HOUR)
    assert local.at(7100.0) == Written(3500.0, HOUR)
