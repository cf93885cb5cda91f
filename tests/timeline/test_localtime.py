"""Days with a change of summer time, midnight, two zones: as a person would read them."""

from dataclasses import replace

import pytest

from coincide.errors import UsageError
from coincide.model import Device, Event, Gallery
from coincide.model.times import WallTime, to_text
from coincide.timeline import build_timeline
from coincide.timeline.localtime import (
    BY_HAND,
    LocalTime,
    follows_zones,
    local_time,
    with_local_times,
)
from coincide.writing.plan import PlanOptions
from coincide.writing.plan.build import aims_of
from coincide.writing.plan.decide import Caution
from tests.writing.plan.events import at, gallery, told

HOUR = 3600


def shown(written: WallTime) -> tuple[str, int | None]:
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


def test_a_timeline_in_a_zone_by_name_follows_the_change() -> None:
    phone = gallery("phone", ["2024:03:31 01:59:59", "2024:03:31 02:00:00"], zones=[HOUR, HOUR])
    event = Event("night", (phone,))
    offsets = told(event, "phone")
    timeline = build_timeline(event, offsets)
    local = local_time(event, offsets, timeline, zone="Europe/Berlin")
    texts = [one.shown.text for one in with_local_times(timeline, local) if one.shown is not None]
    assert texts == ["2024-03-31 01:59:59+01:00", "2024-03-31 03:00:00+02:00"]


def test_a_photo_moved_by_hand_is_written_in_a_zone_by_name_from_the_zone_it_tells() -> None:
    event = Event("noon", (gallery("phone", ["2024:07:01 12:00:00"], zones=[2 * HOUR]),))
    offsets = replace(told(event, "phone"), method=BY_HAND)
    local = local_time(event, offsets, build_timeline(event, offsets), zone="Asia/Kathmandu")
    (photo,) = event.photos
    assert shown(local.of(photo, 5.0, follows=False)) == ("2024-07-01 15:45:05", 20700)


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


def test_without_the_anchor_s_gallery_no_zone_of_the_event_is_known() -> None:
    anchor = gallery("anchor", ["2024:07:01 12:00:00"], zones=[2 * HOUR])
    left = gallery("left", ["2024:07:01 11:00:00"], zones=[HOUR])
    offsets = told(Event("noon", (anchor, left)), "anchor", left=HOUR)
    event = Event("noon", (left,))
    assert local_time(event, offsets, build_timeline(event, offsets)).base_s is None


def test_a_device_that_follows_zones_stays_in_its_own() -> None:
    # event time is in UTC+2; this photo was taken where the phone knew it was UTC+1
    local = LocalTime(2 * HOUR, ((0.0, 2 * HOUR), (7200.0, HOUR)))
    assert local.at(7200.0, own_zone_s=HOUR) == WallTime(3600.0, HOUR)
    # and so was this one, while another device was in UTC+2
    assert local.at(100.0, own_zone_s=HOUR) == WallTime(-3500.0, HOUR)
    assert local.at(100.0) == WallTime(100.0, 2 * HOUR)
    assert local.at(7100.0) == WallTime(3500.0, HOUR)


def in_utc(base: Gallery, number: int) -> Gallery:
    """Return a gallery one of whose photos is a video that tells UTC."""
    photos = list(base.photos)
    photos[number] = replace(photos[number], time_from="video")
    return replace(base, photos=tuple(photos))


def test_a_video_in_utc_is_no_change_of_zone() -> None:
    phone = in_utc(
        gallery(
            "phone",
            ["2024:05:04 14:00:00", "2024:05:04 12:01:30", "2024:05:04 14:02:00"],
            zones=[2 * HOUR, 0, 2 * HOUR],
            camera_times=["2024:05:04 14:00:00", "2024:05:04 14:01:30", "2024:05:04 14:02:00"],
        ),
        1,
    )
    event = Event("noon", (gallery("camera", ["2024:05:04 15:01:30"]), phone))
    offsets = told(event, "phone", camera=-3600.0)
    local = local_time(event, offsets, build_timeline(event, offsets))
    assert not follows_zones(phone)
    camera = event.galleries[0].photos[0]
    written = local.of(camera, -3600.0, follows=False)
    assert shown(written) == ("2024-05-04 14:01:30", 2 * HOUR)
    video = local.of(phone.photos[1], 0.0, follows=False)
    assert shown(video) == ("2024-05-04 14:01:30", 2 * HOUR)


def test_without_a_zone_of_the_event_each_photo_keeps_its_own() -> None:
    # a trip from UTC+2 to UTC+9, moved by hand; the last is a video in UTC
    phone = in_utc(
        gallery(
            "phone",
            ["2024:05:04 14:00:00", "2024:05:04 23:00:00", "2024:05:04 12:01:30"],
            zones=[2 * HOUR, 9 * HOUR, 0],
            camera_times=["2024:05:04 14:00:00", "2024:05:04 16:00:00", "2024:05:04 14:01:30"],
        ),
        2,
    )
    written = [shown(LocalTime(None).of(photo, 5.0, follows=True)) for photo in phone.photos]
    assert written == [
        ("2024-05-04 14:00:05", 2 * HOUR),
        ("2024-05-04 23:00:05", 9 * HOUR),
        ("2024-05-04 14:01:35", 2 * HOUR),
    ]
    # a shift by hours may be one of the zone, which is then not known any more
    written = [shown(LocalTime(None).of(photo, -3600.0, follows=True)) for photo in phone.photos]
    assert written == [
        ("2024-05-04 13:00:00", None),
        ("2024-05-04 22:00:00", None),
        ("2024-05-04 13:01:30", None),
    ]


def test_where_event_time_is_true_time_the_place_tells_the_zone() -> None:
    phone = gallery("phone", ["2024:05:04 12:00:00", "2024:05:04 13:00:00"], zones=[HOUR, HOUR])
    event = Event("noon", (phone,))
    offsets = replace(told(event, "phone"), event_time="true")
    local = local_time(event, offsets, build_timeline(event, offsets))
    assert local.base_s == HOUR


def as_phone(base: Gallery) -> Gallery:
    phone = Device("Apple", "iPhone 11")
    photos = tuple(replace(photo, device=phone) for photo in base.photos)
    return replace(base, photos=photos)


def crossing() -> tuple[Gallery, Gallery, Gallery]:
    """Return a phone before a border, one behind it six hours later, and a camera over both."""
    before = gallery("east", ["2024:05:04 10:00:00", "2024:05:04 11:00:00"], zones=[2 * HOUR] * 2)
    behind = gallery("west", ["2024:05:04 14:00:00", "2024:05:04 15:00:00"], zones=[HOUR] * 2)
    camera = gallery("camera", ["2024:05:04 10:30:00", "2024:05:04 15:30:00"])
    return as_phone(before), as_phone(behind), camera


def test_phones_that_were_in_one_zone_after_another_tell_of_a_journey() -> None:
    event = Event("trip", crossing())
    # event time is in UTC+2: the second phone is an hour behind it, as its tags say
    offsets = told(event, "east", west=3600.0)
    local = local_time(event, offsets, build_timeline(event, offsets))
    assert local.following == {"east", "west"}
    first, second = event.galleries[2].photos
    assert not local.stood_still(first)
    assert local.stood_still(second)
    assert shown(local.of(second, 0.0, follows=False)) == ("2024-05-04 14:30:00", HOUR)
    west = event.galleries[1].photos[0]
    assert shown(local.of(west, 3600.0, follows=True)) == ("2024-05-04 14:00:00", HOUR)


@pytest.mark.parametrize(
    ("off_s", "slight", "states"),
    [
        (3620.0, False, ["moved", "right"]),  # 20 s are no reason to write
        (3620.0, True, ["moved", "moved"]),
        (3900.0, False, ["moved", "moved"]),
    ],
)
def test_where_a_camera_on_another_zones_time_is_right_it_is_left(
    off_s: float, slight: bool, states: list[str]
) -> None:
    """It shows the time behind the border, where it is seconds off, and before it an hour."""
    east, west, _ = crossing()
    camera = gallery("camera", ["2024:05:04 09:30:00", "2024:05:04 14:30:00"])
    event = Event("trip", (east, west, camera))
    offsets = told(event, "east", west=3600.0, camera=off_s)
    options = PlanOptions(caution=Caution(slight=slight))
    aims = aims_of(event, offsets, build_timeline(event, offsets), options)
    mine = [one for one in aims.wanted if one.gallery == "camera"]
    assert [one.state for one in mine] == states
    assert shown(mine[0].written) == (to_text(at("2024:05:04 09:30:00") + off_s), 2 * HOUR)


def test_phones_that_name_two_zones_at_one_time_tell_of_none() -> None:
    east, west, camera = crossing()
    times = ["2024:05:04 09:30:00", "2024:05:04 10:15:00", "2024:05:04 09:45:00"]
    beside = as_phone(gallery("beside", times, zones=[HOUR] * 3))
    event = Event("trip", (east, west, camera, beside))
    offsets = told(event, "east", west=3600.0, beside=3600.0)
    local = local_time(event, offsets, build_timeline(event, offsets))
    assert local.following == set()
    assert local.seen == ()
