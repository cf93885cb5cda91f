import math
import random
from pathlib import Path

import pytest

from coincide.ingest.chapters import in_turn, join_chapters
from coincide.media.video.clock import video_clock
from coincide.media.video.readings import header_readings
from coincide.model import Clip, Device, Photo

NOON = 1_714_824_000.0
GOPRO, SONY, PHONE = Device("GoPro"), Device("Sony", "HDR-CX405"), Device("Google", "Pixel 8")


def clip(
    name: str, at_s: float, length_s: float, device: Device = GOPRO, *, end: bool = False
) -> Photo:
    """Return a clip whose header was written some seconds after noon, in whole seconds."""
    header_s = math.floor(NOON + at_s + (length_s if end else 0.0))
    clock = video_clock(header_s, duration_s=length_s, device=device)
    assert clock is not None
    readings = header_readings(clock, header_s, duration_s=length_s, device=device)
    found = Clip(length_s, True, readings)
    start_s = clock.recorded_time_s
    return Photo(Path(name), name, start_s, start_s, device, time_from="video", clip=found)


def joined(*photos: Photo) -> list[list[tuple[str, float]]]:
    shuffled = list(photos)
    random.Random(1).shuffle(shuffled)
    found = join_chapters(photos)
    assert join_chapters(shuffled) == found
    return [[(one.path.name, one.within_s) for one in each.chapters] for each in found]


@pytest.mark.parametrize(
    "names",
    [
        ("GH010042.MP4", "GH020042.MP4", "GH030042.MP4"),
        ("GX010042.MP4", "GX020042.MP4", "GX030042.MP4"),
        ("GOPR0042.MP4", "GP010042.MP4", "GP020042.MP4"),
    ],
)
@pytest.mark.parametrize("one_time", [True, False])
def test_gopros_chapters(names: tuple[str, str, str], one_time: bool) -> None:
    lengths, starts = (531.53, 531.53, 12.0), (0.0, 531.53, 1063.06)
    told = (0.0, 0.0, 0.0) if one_time else starts
    made = [clip(*each) for each in zip(names, told, lengths, strict=True)]
    assert joined(*made) == [[*zip(names, starts, strict=True)]]


def test_two_recordings_of_a_gopro_are_two() -> None:
    first = [clip("GH010042.MP4", 0.0, 531.0), clip("GH020042.MP4", 531.0, 30.0)]
    second = [clip("GH010043.MP4", 561.5, 531.0), clip("GH020043.MP4", 1092.5, 30.0)]
    assert [len(one) for one in joined(*first, *second)] == [2, 2]


def test_a_gopros_number_that_was_used_again_joins_nothing() -> None:
    assert joined(clip("GH010042.MP4", 0.0, 531.0), clip("GH020042.MP4", 90_000.0, 531.0)) == []


def test_a_chapter_that_is_missing_parts_what_is_left() -> None:
    made = [clip(f"GH0{n}0042.MP4", 0.0, 531.0) for n in (1, 2, 4, 5)]
    assert [[name for name, _ in one] for one in joined(*made)] == [
        ["GH010042.MP4", "GH020042.MP4"],
        ["GH040042.MP4", "GH050042.MP4"],
    ]


@pytest.mark.parametrize("end", [True, False])
def test_avchd_numbers_on(end: bool) -> None:
    made = [
        clip("00012.MTS", 0.0, 1261.4, SONY, end=end),
        clip("00013.MTS", 1261.4, 1261.4, SONY, end=end),
        clip("00014.MTS", 2522.8, 77.7, SONY, end=end),
        clip("00015.MTS", 2700.0, 300.0, SONY, end=end),
    ]
    expected = [("00012.MTS", 0.0), ("00013.MTS", 1261.4), ("00014.MTS", 2522.8)]
    assert joined(*made) == [expected]


def test_canons_and_panasonics_names() -> None:
    for names in (("MVI_0007.MP4", "MVI_0008.MP4"), ("P1010007.MP4", "P1010008.MP4")):
        made = [clip(names[0], 0.0, 900.2, SONY), clip(names[1], 900.2, 40.0, SONY)]
        assert len(joined(*made)) == 1


@pytest.mark.parametrize(
    ("name", "at_s", "device"),
    [
        ("00014.MTS", 1261.4, SONY),  # one in between
        ("00013.MTS", 1264.0, SONY),  # somebody pressed the button
        ("00013.MTS", 1261.4, Device("Sony", "HDR-CX900")),
        ("other/00013.MTS", 1261.4, SONY),
        ("A00013.MTS", 1261.4, SONY),
    ],
)
def test_what_is_no_chapter(name: str, at_s: float, device: Device) -> None:
    assert joined(clip("00012.MTS", 0.0, 1261.4, SONY), clip(name, at_s, 100.0, device)) == []


def test_short_clips_taken_one_after_another_are_several() -> None:
    assert joined(clip("00012.MTS", 0.0, 8.0, SONY), clip("00013.MTS", 8.5, 9.0, SONY)) == []


def test_photos_and_clips_of_unknown_length_are_in_none() -> None:
    photo = Photo(Path("00012.JPG"), "a", NOON, NOON, SONY)
    endless = clip("00013.MTS", 0.0, 100.0, SONY)
    unknown = Photo(Path("00014.MTS"), "b", NOON, NOON, SONY, clip=Clip(None, sound=True))
    assert joined(photo, endless, unknown) == []


def test_chapters_that_bear_one_time_follow_each_other() -> None:
    lengths = (531.53, 531.53, 12.0)
    names = ("GH010042.MP4", "GH020042.MP4", "GH030042.MP4")
    made = [clip(name, 0.0, length_s) for name, length_s in zip(names, lengths, strict=True)]
    other = clip("GH010043.MP4", 600.0, 20.0)
    photos, notes = in_turn((*made, other))
    since_s = {one.path.name: one.camera_time_s - made[0].camera_time_s for one in photos}
    assert [*since_s] == [names[0], names[1], "GH010043.MP4", names[2]]
    assert [since_s[name] for name in names] == pytest.approx([0.0, 531.53, 1063.06])
    assert {one.recorded_time_s for one in photos if one.path.name in names} == {
        made[0].recorded_time_s
    }
    assert notes == (
        "2 clips bear the time at which the recording began: placed where the previous part ends",
    )


def test_chapters_with_times_of_their_own_stay_where_they_are() -> None:
    made = (clip("GH010042.MP4", 0.0, 531.53), clip("GH020042.MP4", 531.0, 30.0))
    assert in_turn(made) == (made, ())
