import math

import pytest

from coincide_bench.wholeplan.words import (
    Told,
    Truth,
    fate_of,
    is_harmed,
    is_right,
    is_wrong,
    judge,
    off_s,
)

NOON_S = 1_700_000_000.0
HOUR_S = 3600.0
EAST = 7200


def truth(tolerance_s: float = 0.0, zone_s: int | None = None) -> Truth:
    return Truth(NOON_S, zone_s, tolerance_s)


def off(by_s: float, zone_s: int | None = None) -> Told:
    return Told(NOON_S + by_s, zone_s)


def test_instants_are_compared_where_both_zones_are_written() -> None:
    assert off_s(off(-7 * HOUR_S, EAST - 7 * 3600), truth(zone_s=EAST)) == 0.0
    assert off_s(off(0.0, EAST - 3600), truth(zone_s=EAST)) == HOUR_S


@pytest.mark.parametrize(("written", "true"), [(None, EAST), (EAST, None), (None, None)])
def test_walls_are_compared_where_a_zone_is_missing(written: int | None, true: int | None) -> None:
    assert off_s(off(-HOUR_S, written), truth(zone_s=true)) == HOUR_S


def test_no_time_is_as_far_off_as_can_be() -> None:
    assert off_s(None, truth()) == math.inf
    assert is_wrong(None, truth(1e9))


@pytest.mark.parametrize(
    ("by_s", "tolerance_s", "wrong"),
    [
        (60.0, 0.0, False),
        (-60.0, 0.0, False),
        (60.5, 0.0, True),
        (-61.0, 2.0, True),
        (119.0, 120.0, False),
        (121.0, 120.0, True),
    ],
)
def test_wrong_is_a_minute_or_what_the_truth_is_good_for(
    by_s: float, tolerance_s: float, wrong: bool
) -> None:
    assert is_wrong(off(by_s), truth(tolerance_s)) is wrong


@pytest.mark.parametrize(
    ("by_s", "tolerance_s", "right"),
    [(120.0, 0.0, True), (121.0, 0.0, False), (1199.0, 1200.0, True), (1201.0, 1200.0, False)],
)
def test_right_is_two_minutes_or_what_the_truth_is_good_for(
    by_s: float, tolerance_s: float, right: bool
) -> None:
    assert is_right(off(by_s), truth(tolerance_s)) is right


@pytest.mark.parametrize(
    ("before_s", "after_s", "tolerance_s", "harmed"),
    [
        (0.0, 2.0, 0.0, False),  # within what nobody sees
        (0.0, 3.0, 0.0, True),
        (0.0, 3.0, 5.0, False),  # inside the tolerance
        (0.0, 6.0, 5.0, True),
        (-50.0, 51.0, 0.0, False),  # no further off, on the other side
        (3600.0, 299.0, 0.0, False),  # better, if not right
        (3600.0, 301.0, 0.0, True),  # better, and still no time to write
        (3600.0, 301.0, 400.0, False),
        (1e9, 3600.0, 0.0, True),
        (400.0, 300.0, 0.0, False),
    ],
)
def test_harmed(before_s: float, after_s: float, tolerance_s: float, harmed: bool) -> None:
    assert is_harmed(off(before_s), truth(tolerance_s), off(after_s)) is harmed


def test_what_is_not_written_is_not_harmed_however_wrong() -> None:
    assert not is_harmed(off(1e9), truth(), None)
    assert fate_of(off(1e9), truth(), None) == "left alone"


def test_a_photo_without_a_time_is_harmed_by_a_false_one_and_mended_by_the_true_one() -> None:
    assert fate_of(None, truth(), off(301.0)) == "harmed"
    assert fate_of(None, truth(), off(100.0)) == "mended"
    assert fate_of(None, truth(), off(200.0)) == "moved"


def test_mended_was_wrong_and_is_written_right() -> None:
    assert fate_of(off(HOUR_S), truth(), off(-120.0)) == "mended"
    assert fate_of(off(HOUR_S), truth(), off(121.0)) == "moved"
    assert fate_of(off(60.0), truth(), off(1.0)) == "moved"  # it was not wrong
    assert fate_of(off(HOUR_S), truth(1200.0), off(1200.0)) == "mended"


def test_what_is_worse_than_before_is_never_mended() -> None:
    assert fate_of(off(61.0), truth(), off(110.0)) == "harmed"


def test_the_same_instant_in_another_zone_harms_nobody() -> None:
    written = off(-7 * HOUR_S, EAST - 7 * 3600)
    assert fate_of(off(0.0, EAST), truth(zone_s=EAST), written) == "moved"


def test_certain_is_judged_by_what_was_found_not_by_what_is_written() -> None:
    verdict = judge(off(0.0), truth(), written=None, certain=off(500.0), knowable=False)
    assert (verdict.certain, verdict.certain_wrong, verdict.fate) == (True, True, "left alone")
    verdict = judge(off(HOUR_S), truth(), written=off(5.0), certain=off(5.0), knowable=True)
    assert (verdict.wrong, verdict.knowable, verdict.fate) == (True, True, "mended")
    assert (verdict.certain, verdict.certain_wrong) == (True, False)
    verdict = judge(off(HOUR_S), truth(), written=None, certain=None, knowable=True)
    assert (verdict.certain, verdict.certain_wrong) == (False, False)
