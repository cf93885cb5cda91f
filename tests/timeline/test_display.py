"""What cameras displayed, and event time as it is shown."""

from dataclasses import replace
from pathlib import Path

import pytest

from coincide.model import (
    Clip,
    Dispute,
    Event,
    Gallery,
    Guess,
    Photo,
    Timeless,
    TimelineEntry,
    ZoneStep,
)
from coincide.model.times import WallTime
from coincide.solver.clocks.zones import tagged_zone_s
from coincide.timeline import build_timeline
from coincide.timeline.display import CameraDisplay, clocks_at_dispute, displayed
from coincide.timeline.localtime import LocalTime, local_time
from tests.writing.plan.events import at, gallery, told

HOUR = 3600
# a phone over the end of summer time, on one clock in winter time
PHONE = gallery(
    "phone",
    ["2024:10:26 14:10:29", "2024:10:27 11:00:00", "2024:10:27 12:00:00"],
    zones=[2 * HOUR, HOUR, HOUR],
    camera_times=["2024:10:26 13:10:29", "2024:10:27 11:00:00", "2024:10:27 12:00:00"],
)


def with_photo(base: Gallery, **changes: object) -> Gallery:
    """Return a gallery with one more photo, like its first but for some fields."""
    more = replace(base.photos[0], path=Path("/event/more.mp4"), key="more", **changes)  # type: ignore[arg-type]
    photos = sorted((*base.photos, more), key=lambda photo: photo.camera_time_s)
    return replace(base, photos=tuple(photos))


def shown_of(base: Gallery, key: str) -> str:
    photo = next(photo for photo in base.photos if photo.key == key)
    return CameraDisplay.of(base).photo(photo).text


def test_a_photo_was_displayed_as_its_file_states() -> None:
    texts = [one.text for one in displayed(Event("e", (PHONE,)))]
    assert texts == [
        "2024-10-26 14:10:29+02:00",
        "2024-10-27 11:00:00+01:00",
        "2024-10-27 12:00:00+01:00",
    ]


def test_parts_of_a_second_are_not_rounded_up() -> None:
    parted = gallery("camera", ["2024:05:04 14:10:29"])
    photo = replace(parted.photos[0], recorded_time_s=at("2024:05:04 14:10:29") + 0.97)
    assert CameraDisplay.of(parted).photo(photo).text == "2024-05-04 14:10:29"


def test_an_untagged_photo_among_tagged_ones_is_shown_as_it_states() -> None:
    base = with_photo(
        PHONE,
        recorded_time_s=at("2024:10:26 14:11:00"),
        zone_s=None,
        camera_time_s=at("2024:10:26 13:11:00"),
    )
    assert shown_of(base, "more") == "2024-10-26 14:11:00"


def test_a_clip_in_utc_was_displayed_in_the_zone_of_the_photos_beside_it() -> None:
    clip = {"time_from": "video", "zone_s": 0, "clip": Clip(10.0, sound=False)}
    early = with_photo(
        PHONE,
        recorded_time_s=at("2024:10:26 12:12:00"),
        camera_time_s=at("2024:10:26 13:12:00"),
        **clip,
    )
    assert shown_of(early, "more") == "2024-10-26 14:12:00+02:00"
    late = with_photo(
        PHONE,
        recorded_time_s=at("2024:10:27 10:30:00"),
        camera_time_s=at("2024:10:27 11:30:00"),
        **clip,
    )
    assert shown_of(late, "more") == "2024-10-27 11:30:00+01:00"
    alone = gallery("clips", ["2024:10:26 12:12:00"], zones=[0])
    alone = replace(alone, photos=(replace(alone.photos[0], **clip),))  # type: ignore[arg-type]
    assert shown_of(alone, "clips0") == "2024-10-26 12:12:00+00:00"


@pytest.mark.parametrize("zone_s", [None, 2 * HOUR])
def test_a_later_file_of_a_recording_is_shown_where_it_begins(zone_s: int | None) -> None:
    base = gallery("gopro", ["2024:05:04 14:00:00"] * 2, zones=[zone_s] * 2)
    first, later = base.photos
    later = replace(later, camera_time_s=first.camera_time_s + 530.0, clip=Clip(530.0, sound=False))
    base = replace(base, photos=(first, later))
    assert shown_of(base, later.key)[:19] == "2024-05-04 14:08:50"


def test_a_display_at_any_time_is_in_the_zone_of_the_nearest_photo() -> None:
    display = CameraDisplay.of(PHONE)
    assert display.at(at("2024:10:26 13:30:00")).text == "2024-10-26 14:30:00+02:00"
    assert display.at(at("2024:10:27 10:30:00")).text == "2024-10-27 10:30:00+01:00"
    camera = CameraDisplay.of(gallery("camera", ["2024:10:26 14:00:00"]))
    assert camera.at(at("2024:10:26 13:30:00")).text == "2024-10-26 13:30:00"


def test_both_clocks_of_a_dispute_are_told_as_they_were_displayed() -> None:
    camera = gallery("camera", ["2024:10:26 14:06:59", "2024:10:27 12:00:00"])
    event = Event("e", (camera, PHONE))
    dispute = Dispute("phone", "camera", HOUR - 210.4)
    mine, theirs = clocks_at_dispute(event, dispute, camera.photos[0])
    assert (mine.text, theirs.text) == ("2024-10-26 14:10:29+02:00", "2024-10-26 14:06:59")


def test_a_clock_s_zone_is_that_of_its_camera_times_however_many_clips_are_in_utc() -> None:
    base = PHONE
    for number in range(5):
        base = with_photo(
            base,
            recorded_time_s=at("2024:10:27 10:30:00") + number,
            time_from="video",
            zone_s=0,
            camera_time_s=at("2024:10:27 11:30:00") + number,
            clip=Clip(1.0, sound=False),
        )
    assert tagged_zone_s(base) == HOUR
    # a part of it has the clock of the whole, whatever its own photos name
    assert tagged_zone_s(replace(PHONE, photos=PHONE.photos[:1])) == HOUR


def test_event_time_becomes_local_time_in_steps_half_way_between_photos() -> None:
    local = LocalTime(HOUR, ((0.0, 2 * HOUR), (50.0, 2 * HOUR), (150.0, HOUR)))
    first, second = local.steps
    assert first == ZoneStep(float("-inf"), HOUR, 2 * HOUR)
    assert second == ZoneStep(100.0, 0.0, HOUR)
    for time_s in (-5.0, 99.0, 101.0, 1e6):
        step = second if time_s > second.from_s else first
        assert local.at(time_s) == WallTime(time_s + step.shift_s, step.zone_s)
    assert LocalTime(HOUR).steps == (ZoneStep(float("-inf"), 0.0, HOUR),)
    assert LocalTime(None).steps == ()


def test_a_timeline_is_in_the_order_of_moments_with_local_times() -> None:
    camera = gallery("camera", ["2024:10:26 14:06:59", "2024:10:27 11:57:00"])
    event = Event("e", (camera, PHONE))
    timeline = build_timeline(event, told(event, "phone", camera=210.0 - HOUR))
    assert timeline.zone_changes
    texts = [(one.gallery, one.shown.text) for one in timeline if one.shown is not None]
    assert texts == [
        ("camera", "2024-10-26 14:10:29+02:00"),
        ("phone", "2024-10-26 14:10:29+02:00"),
        ("phone", "2024-10-27 11:00:00+01:00"),
        ("camera", "2024-10-27 11:00:30+01:00"),
        ("phone", "2024-10-27 12:00:00+01:00"),
    ]


@pytest.mark.parametrize(
    ("recorded_s", "offset_s", "shown_s"),
    [
        (29.0, 3.6, 33.0),
        (29.0, 3.4, 32.0),
        (29.7, 0.0, 29.0),
        (29.7, 3.4, 32.0),
        (29.7, -0.6, 28.0),
    ],
)
def test_clocks_are_shown_corrected_by_whole_seconds_as_plans_write_them(
    recorded_s: float, offset_s: float, shown_s: float
) -> None:
    photo = Photo(Path("a.jpg"), "a", recorded_s, recorded_s)
    entry = TimelineEntry(photo, "a", recorded_s + offset_s, 3600.0, 7200)
    assert entry.shown == WallTime(shown_s + 3600.0, 7200)
    assert entry.local == WallTime(recorded_s + offset_s + 3600.0, 7200)
    unplaced = replace(entry, event_time_s=None)
    assert unplaced.shown is unplaced.local is None


def test_a_guess_is_shown_local_to_its_moment() -> None:
    lost = Timeless(Path("t.jpg"), "t", "ann", "no time")
    event = Event("e", (PHONE,), timeless=(lost,))
    guess = Guess(lost, at("2024:10:26 13:15:00") + 0.6, "look", Path("a.jpg"))
    (found,) = build_timeline(event, told(event, "phone"), [guess]).guesses
    assert found.shown.text == "2024-10-26 14:15:00+02:00"
    assert found.local.time_s == at("2024:10:26 14:15:00") + 0.6


def test_where_no_zone_of_the_event_is_known_untagged_photos_move_as_the_tagged_ones() -> None:
    base = with_photo(
        PHONE,
        recorded_time_s=at("2024:10:26 14:11:00"),
        zone_s=None,
        camera_time_s=at("2024:10:26 13:11:00"),
    )
    moved = [LocalTime(None).of(photo, 5.0, follows=True).clock for photo in base.photos[:2]]
    assert moved == ["2024-10-26 14:10:34", "2024-10-26 14:11:05"]


def test_all_photos_at_once_get_what_each_gets_alone() -> None:
    times = [f"2024:10:26 {hour:02d}:{minute:02d}:00" for hour in (9, 14, 23) for minute in (0, 20)]
    camera = gallery("camera", times)
    lost = gallery("lost", times[:2])
    base = with_photo(
        PHONE,
        recorded_time_s=at("2024:10:26 12:12:00"),
        camera_time_s=at("2024:10:26 13:12:00"),
        time_from="video",
        zone_s=0,
        clip=Clip(10.0, sound=False),
    )
    event = Event("e", (camera, lost, base))
    offsets = told(event, "phone", camera=-3000.5)
    nowhere = replace(offsets.placements[1], estimate=None)
    offsets = replace(offsets, placements=(offsets.placements[0], nowhere, offsets.placements[2]))
    timeline = build_timeline(event, offsets)
    local = local_time(event, offsets, timeline)
    assert local.seen
    for entry in timeline:
        if entry.event_time_s is None:
            assert entry.gallery == "lost"
            continue
        shift_s = entry.event_time_s - entry.photo.camera_time_s
        follows = entry.gallery in local.following
        assert entry.local == local.of(entry.photo, shift_s, follows=follows)
