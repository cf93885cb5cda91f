"""Where a chapter was: two fixes that agree, not one that a phone had left from before."""

import numpy as np
import pytest

from coincide.album.places import places_of
from tests.album.shots import shots_at

SKYE, DUBLIN = (57.41, -6.19), (53.43, -6.24)
NOWHERE = (np.nan, np.nan)
HOUR_S = 3600.0


def middles(*places: tuple[float, float], hours: list[float] | None = None) -> list[bool]:
    """Tell of each photo, a chapter of its own, whether it is named after a place."""
    times_s = [HOUR_S * one for one in (hours or range(len(places)))]
    shots = shots_at(times_s, position_deg=np.array(places))
    return [bool(one) for one in places_of(shots, [np.array([n]) for n in range(len(places))])]


def test_one_fix_far_from_those_before_and_after_names_no_chapter() -> None:
    near = (SKYE[0] + 0.01, SKYE[1])
    assert middles(SKYE, DUBLIN, near) == [False, False, False]
    assert middles(SKYE, near, DUBLIN) == [True, True, False]


def test_one_fix_is_no_witness_for_itself() -> None:
    assert middles(SKYE, SKYE) == [False, False]
    assert middles(SKYE, NOWHERE) == [False, False]


def test_a_fix_of_another_day_is_no_witness() -> None:
    near = (SKYE[0] + 0.01, SKYE[1])
    assert middles(SKYE, near, hours=[0.0, 30.0]) == [False, False]


def test_of_several_fixes_some_that_agree_are_where_it_was() -> None:
    places = np.array([(SKYE[0] + 0.001 * n, SKYE[1]) for n in range(4)] + [DUBLIN])
    shots = shots_at(np.arange(5) * 600.0, position_deg=places)
    ((middle,),) = places_of(shots, [np.arange(5)])
    assert middle == pytest.approx([SKYE[0] + 0.0015, SKYE[1]])
    scattered = np.array([(40.0 + n, 9.0) for n in range(5)])
    assert places_of(shots_at(np.arange(5.0), position_deg=scattered), [np.arange(5)]) == [[]]


def test_a_chapter_was_at_several_places_in_the_order_of_the_visit() -> None:
    def beside(place: tuple[float, float], n: int) -> list[tuple[float, float]]:
        return [(place[0] + 0.001 * nth, place[1]) for nth in range(n)]

    oban, mull, iona, ulva = (56.41, -5.47), (56.62, -6.07), (56.33, -6.39), (56.48, -6.9)
    places = [*beside(oban, 3), *beside(mull, 2), *beside(iona, 4), *beside(ulva, 3)]
    shots = shots_at(np.arange(12) * 3600.0, position_deg=np.array(places))
    (found,) = places_of(shots, [np.arange(12)])
    assert [round(float(one[0]), 1) for one in found] == [56.4, 56.3, 56.5]


def test_one_fix_that_lies_on_the_way_names_its_chapter() -> None:
    paris, heidelberg, frankfurt = (48.86, 2.29), (49.41, 8.71), (50.11, 8.69)
    assert middles(paris, heidelberg, frankfurt, hours=[0.0, 53.0, 73.0]) == [False, True, True]
    # nobody came so far in a few hours: those before and after tell which is wrong
    tokyo = (35.55, 139.77)
    roissy = (49.005, 2.575)
    assert middles(tokyo, roissy, paris, hours=[0.0, 6.5, 20.0]) == [False, True, True]
    # a day later one may be anywhere, but those beside it agree without it
    near = (SKYE[0] + 0.2, SKYE[1])
    assert middles(SKYE, DUBLIN, near, hours=[0.0, 1.0, 14.0])[1] is False
