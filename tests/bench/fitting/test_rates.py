"""What real clocks tell of how often clocks are right, and which decisions hang on that."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coincide.model.times import DAY_S, HOUR_S
from coincide.model.verdicts import may_harm
from coincide.project.judge.truetime import EventTime
from coincide.solver.clocks.truetime import RATES, ClockKind, PlacedClock
from coincide_bench.fitting import rates as clock_rates
from coincide_bench.fitting.rates import (
    KnownClock,
    by_device,
    changes,
    interval,
    known_clocks,
    predicted,
    shares_tried,
    summary,
    with_right,
)
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.realevents import RealEvent, TrueClock
from tests.project.judge.test_gate import CAMERA, untagged
from tests.scenes import make_event

PHONE = PlacedClock("ann", "ann", "phone", 0.0, 10.0)


def time_of(*clocks: PlacedClock) -> EventTime:
    return EventTime({clock.gallery: clock for clock in clocks})


@pytest.mark.parametrize(
    ("error_s", "error"),
    [
        (60.0, "right"),
        (-60.0, "right"),
        (61.0, "minutes"),
        (905.0, "minutes"),
        (-3534.0, "minutes"),
        (3600.0, "hours"),
        (-7 * HOUR_S, "hours"),
        (5.5 * HOUR_S + 45.0, "hours"),
        (34995.0, "a day"),
        (2.2 * HOUR_S, "a day"),
        (DAY_S + 1.0, "further"),
        (-4191 * DAY_S, "further"),
    ],
)
def test_how_a_clock_is_wrong(error_s: float, error: str) -> None:
    assert KnownClock("party", "ann", is_phone=False, error_s=error_s).error == error


def test_the_interval_of_a_share_holds_it_as_often_as_it_says() -> None:
    """By Clopper and Pearson: of none nothing is known, and ten of ten leave one in three."""
    assert interval(0, 0) == (0.0, 1.0)
    assert interval(10, 10) == (pytest.approx(0.6915, abs=1e-4), 1.0)
    assert interval(3, 10) == (pytest.approx(0.0667, abs=1e-4), pytest.approx(0.6525, abs=1e-4))


def test_of_clocks_that_are_wrong_the_kinds_stay_as_often() -> None:
    found = with_right(RATES["camera"], 0.8)
    assert found.right == pytest.approx(0.8)
    assert found.hours / found.by_hand == pytest.approx(0.25 / 0.15)
    assert found.behind / found.ahead == pytest.approx(3.0)
    assert (found.home, found.sd_s) == (0.85, 45.0)


def test_a_lone_phone_moves_a_camera_that_was_reset_as_long_as_phones_are_hardly_ever_wrong() -> (
    None
):
    reset = replace(PHONE, gallery="ben", device="ben", kind="camera", off_s=-4000 * DAY_S)
    both = time_of(PHONE, reset)
    assert not may_harm(both.harm)
    otherwise = changes(both, ["phone"], [0.8, 0.9, 0.999])
    assert otherwise == [0.8, 0.9]
    # what is said of another kind changes nothing here
    assert changes(both, ["zoned phone"], [0.8, 0.999]) == []
    # who shows the same time is not moved, so nothing is asked
    near = replace(reset, off_s=30.0)
    assert changes(time_of(PHONE, near), ["phone"], [0.8, 0.999]) == []


def test_phones_count_that_satellites_measure_and_cameras_that_phones_tell() -> None:
    clocks = (TrueClock("b", -7 * HOUR_S), TrueClock("c"))
    phone, camera, other = untagged("a"), untagged("b", device=CAMERA), untagged("d", device=CAMERA)
    event = RealEvent("trip", clocks, right="the phone")
    read = replace(make_event({}), galleries=(phone, camera, other))
    (found,) = known_clocks(event, read)
    assert (found.gallery, found.is_phone, found.error_s) == ("b", False, -7 * HOUR_S)
    assert by_device([found]) == {("phone", "zoned phone"): [], ("camera",): [found]}
    counts = summary(["camera"], [found, replace(found, error_s=0.0)])
    assert (counts["clocks"], counts["events"]) == (2, 1)
    assert counts["errors"] == {"hours": 1, "right": 1}
    assert counts["right_95"] == [0.0126, 0.9874]
    alone = replace(read, galleries=(camera, other))
    assert list(known_clocks(event, alone)) == []


def test_the_clocks_of_an_event_are_predicted_by_those_of_all_others() -> None:
    right = [KnownClock(event, "ann", is_phone=True, error_s=0.0) for event in "aab"]
    loss = predicted(right, 0.992)
    # of two that are right 5 in 6, of one 3 in 4: half a clock more on either side
    assert loss["held_out"] == pytest.approx(-(2 * np.log(0.75) + np.log(2.5 / 3)) / 3, abs=1e-4)
    assert loss["by_hand"] == pytest.approx(-np.log(0.992), abs=1e-4)
    assert loss["coin"] == pytest.approx(np.log(2), abs=1e-4)


def test_shares_are_tried_all_over_the_interval_but_never_that_no_clock_is_wrong() -> None:
    tried = shares_tried([KnownClock("a", "ann", is_phone=True, error_s=0.0)] * 10)
    assert (tried[0], tried[-1], len(tried)) == (0.6915, 0.9995, 9)
    assert tried == sorted(tried)


def test_an_event_is_swept_once_for_all_kinds_of_clocks(monkeypatch: pytest.MonkeyPatch) -> None:
    reset = replace(PHONE, gallery="ben", device="ben", kind="camera", off_s=-4000 * DAY_S)
    placed = {"trip": time_of(PHONE, reset), "alone": time_of(PHONE)}
    monkeypatch.setattr(clock_rates, "placed_clocks", lambda folder, _cache: placed[folder.name])
    context = BenchContext(Path("cache"), None, False, lambda *_: None)
    folders = {name: Path(name) for name in placed}
    tried: dict[tuple[ClockKind, ...], list[float]] = {
        ("phone", "zoned phone"): [0.8, 0.999],
        ("camera",): [0.3, 0.4],
    }
    found = clock_rates.sweep(folders, tried, context)
    assert found == {"phone": {"trip": {"now": "written", "otherwise_with": [0.8]}}, "camera": {}}
