import io
import math
import struct
from pathlib import Path

import pytest

from coincide.media.filenames import time_from_name
from coincide.media.records import read_file
from coincide.media.video.clock import video_clock
from coincide.media.video.readings import header_readings
from coincide.media.video.tags import read_video_tags
from coincide.model import Device, HeaderReading
from coincide.model.times import from_clock
from tests.media_files import box, movie_bytes

NOON_S = from_clock(2024, 5, 4, 12, 0, 0)
NOON = int(NOON_S - from_clock(1904, 1, 1, 0, 0, 0))
LENGTH_S = 40.0
DEVICES = {
    "pixel": Device("Google", "Pixel 8"),
    "samsung": Device("samsung", "SM-G991B"),
    "oneplus": Device("OnePlus", "A6003"),
    "iphone": Device("Apple", "iPhone 13"),
    "sony": Device("Sony", "ILCE-7M3"),
    "xperia": Device("Sony", "XQ-BC72"),
    "canon": Device("Canon", "PowerShot G15"),
    "gopro": Device("GoPro"),
    "nikon": Device("NIKON CORPORATION", "Z 30"),
    "unknown": Device(),
}


def readings_of(device: Device, name: str = "a.mp4") -> tuple[HeaderReading, ...]:
    named = time_from_name(name)
    clock = video_clock(NOON_S, duration_s=LENGTH_S, named=named, device=device)
    assert clock is not None
    found = header_readings(clock, NOON_S, duration_s=LENGTH_S, device=device)
    assert found[0].start_s == clock.recorded_time_s
    assert found[0].clock == clock.clock
    return found


@pytest.mark.parametrize(
    ("who", "likeliest", "also"),
    [
        ("pixel", ("end", "utc"), ("start", "utc")),
        ("samsung", ("end", "utc"), ("start", "utc")),
        ("oneplus", ("end", "utc"), ("start", "utc")),
        ("xperia", ("end", "utc"), ("start", "utc")),
        ("iphone", ("start", "utc"), ("saved", "utc")),
        ("sony", ("start", "utc"), ("start", "local")),
        ("canon", ("start", "local"), ("start", "utc")),
        ("gopro", ("start", "local"), ("start", "utc")),
        ("nikon", ("start", "local"), ("start", "utc")),
        ("unknown", ("start", "utc"), ("end", "utc")),
    ],
)
def test_who_made_it_is_the_prior(
    who: str, likeliest: tuple[str, str], also: tuple[str, str]
) -> None:
    found = readings_of(DEVICES[who])
    assert [(one.kind, one.clock) for one in found][:2] == [likeliest, also]


@pytest.mark.parametrize("who", sorted(DEVICES))
def test_what_is_possible_adds_up_and_starts_where_it_must(who: str) -> None:
    found = readings_of(DEVICES[who])
    assert sum(math.exp(one.log_prior) for one in found) == pytest.approx(1.0)
    assert [one.log_prior for one in found] == sorted(
        (one.log_prior for one in found), reverse=True
    )
    starts = {one.kind: one.start_s for one in found}
    assert all(starts[kind] == NOON_S - (0.0 if kind == "start" else LENGTH_S) for kind in starts)


def test_a_name_tells_the_start_and_so_what_the_header_means() -> None:
    began = readings_of(DEVICES["samsung"], "20240504_140000.mp4")
    ended = readings_of(DEVICES["samsung"], "20240504_135920.mp4")
    assert [one.kind for one in began] == ["start", "end"]
    assert [one.kind for one in ended] == ["end", "start"]
    assert {one.start_s for one in ended} == {NOON_S + 7200 - LENGTH_S}
    assert began[0].log_prior == pytest.approx(0.0, abs=0.05)


def test_a_date_with_a_zone_is_the_start_whatever_the_header_says() -> None:
    clock = video_clock(NOON_S, zoned=(NOON_S + 7000, 7200), device=DEVICES["iphone"])
    assert clock is not None
    found = header_readings(clock, NOON_S, duration_s=LENGTH_S, device=DEVICES["iphone"])
    assert (found[0].kind, found[0].clock, found[0].start_s) == ("start", "local", NOON_S + 7000)
    assert math.exp(found[0].log_prior) > 0.9


def test_a_file_says_what_its_time_may_mean(tmp_path: Path) -> None:
    path = tmp_path / "GX010001.MP4"
    path.write_bytes(movie_bytes(NOON, user=box(b"FIRM", b"HD8.01.02.50.00")))
    record = read_file(path)
    assert [(one.kind, one.clock, one.start_s) for one in record.readings] == [
        ("start", "local", NOON_S),
        ("start", "utc", NOON_S),
        ("end", "local", NOON_S - 2.0),
    ]
    assert not record.sound


def test_a_track_of_sound_is_seen() -> None:
    handler = box(b"mdia", box(b"hdlr", bytes(8) + b"soun" + bytes(12)))
    tags = read_video_tags(io.BytesIO(movie_bytes(NOON, inside=box(b"trak", handler))))
    assert tags.has_sound
    assert tags.has_picture


def test_a_movie_in_pieces_foretells_its_length() -> None:
    pieces = box(b"mvex", box(b"mehd", struct.pack(">4xI", 5500)))
    tags = read_video_tags(io.BytesIO(movie_bytes(NOON, duration_s=0, inside=pieces)))
    assert tags.duration_s == 5.5
