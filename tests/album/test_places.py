"""Where a chapter was: two fixes that agree, not one that a phone had left from before."""

import numpy as np
import pytest

from coincide.album.places import middles_of
from tests.album.shots import shots_at

SKYE, DUBLIN = (57.41, -6.19), (53.43, -6.24)
NOWHERE = (np.nan, np.nan)
HOUR_S = 3600.0


def middles(*places: tuple[float, float], hours: list[float] | None = None) -> list[bool]:
    """Tell of each photo, a chapter of its own, whether it is named after a place."""
    times_s = [HOUR_S * one for one in (hours or range(len(places)))]
    shots = shots_at(times_s, position_deg=np.array(places))
    return [
        one is not None for one in middles_of(shots, [np.array([n]) for n in range(len(places))])
    ]


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


def test_of_several_fixes_most_are_where_it_was() -> None:
    places = np.array([(SKYE[0] + 0.001 * n, SKYE[1]) for n in range(4)] + [DUBLIN])
    shots = shots_at(np.arange(5) * 600.0, position_deg=places)
    (middle,) = middles_of(shots, [np.arange(5)])
    assert middle == pytest.approx([SKYE[0] + 0.0015, SKYE[1]])
    scattered = np.array([(40.0 + n, 9.0) for n in range(5)])
    assert middles_of(shots_at(np.arange(5.0), position_deg=scattered), [np.arange(5)]) == [None]
