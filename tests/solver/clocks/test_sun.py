"""The sun's height, and what broad daylight says of true time."""

import numpy as np
import pytest

from coincide.model.times import HOUR_S, from_clock
from coincide.solver.clocks.sun import Daylight, sun_height_deg


@pytest.mark.parametrize(
    ("utc", "place", "height_deg"),
    [
        # culminations: 90° less the distance to where the sun stands in the zenith
        ((2024, 6, 20, 12, 2, 0), (51.48, 0.0), 61.96),
        ((2024, 12, 21, 11, 58, 0), (51.48, 0.0), 15.08),
        ((2024, 3, 20, 12, 7, 30), (0.0, 0.0), 90.0),
        ((2024, 9, 22, 10, 39, 0), (-33.9, 18.4), 56.0),
        # down by as much, half a day later
        ((2024, 6, 21, 0, 2, 0), (51.48, 0.0), -15.08),
        # never up, never down
        ((2024, 12, 21, 12, 0, 0), (78.2, 15.6), -11.8),
        ((2024, 6, 21, 0, 0, 0), (78.2, 15.6), 11.8),
    ],
)
def test_the_sun_stands_where_it_does(
    utc: tuple[int, int, int, int, int, int], place: tuple[float, float], height_deg: float
) -> None:
    when_s = np.array([from_clock(*utc)])
    found = sun_height_deg(when_s, np.array([place[0]]), np.array([place[1]]))
    assert found[0] == pytest.approx(height_deg, abs=1.0)


def test_sunrise_in_berlin() -> None:
    # 4 May 2024, about half past five in summer time: the sun's rim is on the horizon
    rise_s = np.array([from_clock(2024, 5, 4, 3, 30, 0)])
    found = sun_height_deg(rise_s, np.array([52.52]), np.array([13.405]))
    assert found[0] == pytest.approx(-0.83, abs=0.6)


def test_daylight_at_midnight_is_unlikely_and_never_impossible() -> None:
    noon_s = from_clock(2024, 5, 4, 11, 0, 0)
    light = Daylight(noon_s + np.arange(5) * 600.0, np.full(5, 48.1), np.full(5, 11.6))
    shifts_s = np.array([0.0, 3 * HOUR_S, -12 * HOUR_S, 12 * HOUR_S, 24 * HOUR_S])
    found = light.log_odds(shifts_s)
    assert found[[0, 1, 4]] == pytest.approx(0.0)
    assert found[[2, 3]] == pytest.approx(np.log(0.02))
