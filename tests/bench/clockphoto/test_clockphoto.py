"""Photographed clock pages: drawn as they are meant to be, and read by the product's reader."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("zxingcpp", reason="without coincide[clock]")
pytest.importorskip("cv2", reason="without coincide[verify]")

from coincide.features.clockcode import ClockCode, parse_clock_code
from coincide.features.clockcode.payload import clock_codes, codes_in
from coincide.media.records import read_file
from coincide_bench.clockphoto.camera import photographed
from coincide_bench.clockphoto.conditions import Conditions, draw_conditions
from coincide_bench.clockphoto.judge import Judged, judge
from coincide_bench.clockphoto.screen import codes_at, page_at, shown
from coincide_bench.clockphoto.synced import Synced, sync_events
from coincide_bench.clockphoto.tables import readers_table, sizes_table, synced_table
from coincide_bench.clockphoto.taken import Taken, exif_at, take
from coincide_bench.suites.registry import DEV_SEEDS

T = 1_790_000_000.0
PLAIN = Conditions(
    screen=(1366, 768),
    frame=(1600, 1200),
    share=0.25,
    dark_page=False,
    refresh_hz=60.0,
    exposure_s=1 / 500,
    readout_s=0.01,
    pixel_gap=0.1,
    turn_deg=5.0,
    tilt_deg=(15.0, -10.0),
    blur_px=0.8,
    motion_px=0.0,
    motion_deg=0.0,
    stops=0.0,
    glare=0.0,
    noise=0.02,
    quality=85,
)


def read(given: Conditions, time_s: float = T + 0.34, seed: int = 1) -> list[float]:
    """The times that a photo's codes tell, finest first."""
    image = photographed(time_s, 7200, given, np.random.default_rng(seed)).convert("L")
    seen = sorted(codes_in(np.asarray(image)), key=lambda one: one.code.length_s)
    return [one.code.start_s - T for one in seen]


def test_a_plain_photo_shows_both_codes() -> None:
    assert read(PLAIN) == pytest.approx([0.3, 0.0])


@pytest.mark.parametrize(
    "worse",
    [
        {"tilt_deg": (35.0, 35.0)},
        {"turn_deg": 180.0, "dark_page": True},
        {"stops": -2.0, "noise": 0.05},
        {"stops": 1.5, "glare": 0.3},
        {"share": 0.12, "blur_px": 1.5},
        {"pixel_gap": 0.3, "frame": (1200, 1600)},
    ],
)
def test_worse_photos_show_the_time_too(worse: dict[str, object]) -> None:
    assert read(replace(PLAIN, **worse))[0] == pytest.approx(0.3)  # type: ignore[arg-type]


def test_an_exposure_over_a_change_leaves_the_slow_code() -> None:
    # from one tenth through a second to a third
    assert read(replace(PLAIN, exposure_s=0.2), T + 0.35) == pytest.approx([0.0])


def test_a_blur_of_a_module_leaves_nothing_and_nothing_wrong() -> None:
    assert read(replace(PLAIN, share=0.1, blur_px=7.0)) == []


def test_a_screen_is_torn_where_one_picture_goes_over_the_other() -> None:
    # half of the screen is drawn anew, a third of a frame after the tenth changed
    at_once = replace(PLAIN, readout_s=0.0, exposure_s=1e-6)
    torn = shown(T + 0.416, 7200, at_once, 0.5) ** (1 / 2.2) * 255
    before, after = (page_at(T + s, 7200, PLAIN.screen, dark=False) for s in (0.39, 0.41))
    middle = len(torn) // 2
    assert np.abs(torn[: middle - 1] - after[: middle - 1]).max() < 0.5
    assert np.abs(torn[middle + 1 :] - before[middle + 1 :]).max() < 0.5
    assert (before != after)[: middle - 1].any()
    assert (before != after)[middle + 1 :].any()


def test_the_bench_draws_the_codes_that_the_page_shows() -> None:
    fast, slow = (parse_clock_code(text) for text in codes_at(T + 1.04, 7200))
    assert fast == ClockCode(T + 1.0, 0.1, 7200)
    # the slow one changes half a tenth later
    assert slow == ClockCode(T, 1.0, 7200)
    assert parse_clock_code(codes_at(T + 1.06, 7200)[1]) == ClockCode(T + 1.0, 1.0, 7200)


def test_conditions_cover_what_is_asked_for() -> None:
    drawn = [draw_conditions(np.random.default_rng(seed)) for seed in range(300)]
    assert 0.05 <= min(one.share for one in drawn) < 0.06
    assert 0.5 < max(one.share for one in drawn) <= 0.6
    assert max(one.exposure_s for one in drawn) > 0.1
    assert all(one.blur_px <= 0.45 * one.share * one.frame[0] / 25 for one in drawn)


def test_a_camera_writes_its_own_time(tmp_path: Path) -> None:
    (taken,) = take(tmp_path, 1, DEV_SEEDS[0])
    time_s = read_file(taken.path).recorded_time_s
    assert time_s is not None
    cut_s = taken.utc_s - taken.to_true_s - time_s
    assert 0 <= cut_s < (0.001 if taken.precise else 1.0)
    (one,) = judge([taken], clock_codes)
    assert one.error_s is None or abs(one.error_s) < 0.7


def test_tables_count_what_was_read() -> None:
    some = [
        Judged(0.07, 0.01, 0.02, -0.4, 0.1),
        Judged(0.3, 0.01, None, None, 0.2),
        Judged(0.3, 0.01, 5.0, 5.0, 0.3),
    ]
    table = readers_table({"ours": some})
    assert table.rows == (("ours", "3", "2", "66.7", "1", "5.00 s", "0.20"),)
    assert [row[1:3] for row in sizes_table(some).rows] == [
        ("1", "100.0"),
        ("0", "–"),
        ("2", "50.0"),
        ("0", "–"),
    ]
    rows = synced_table([Synced(1, "a", 1, 0.4, 40.0), Synced(1, "b", 1, 0.6, None)]).rows
    assert [row[1:4] for row in rows] == [("2", "2", "2"), ("2", "1", "0")]


def test_exif_loses_the_satellites_time() -> None:
    from PIL import Image

    exif = Image.Exif()
    exif.get_ifd(0x8825)[29] = "2024:05:04"
    assert 0x8825 not in exif_at(exif, 0.0, precise=False)


@pytest.mark.slow
def test_two_hundred_photos_are_read_and_none_wrongly(tmp_path: Path) -> None:
    taken: Sequence[Taken] = list(take(tmp_path, 200, DEV_SEEDS[0]))
    judged = list(judge(taken, clock_codes))
    assert sum(one.error_s is not None for one in judged) >= 190
    assert not any(one.is_wrong for one in judged)
    off_s = [one.offset_error_s for one in judged if one.offset_error_s is not None]
    assert max(map(abs, off_s)) <= 1.01


@pytest.mark.slow
def test_a_sync_knows_every_clock_to_the_second(tmp_path: Path) -> None:
    synced = sync_events(tmp_path, DEV_SEEDS[:1])
    read = [one for one in synced if one.n_clocks]
    assert len(read) >= 4
    assert all(one.with_s is not None and abs(one.with_s) <= 1.0 for one in read)
