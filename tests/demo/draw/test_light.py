"""The light of the day."""

import numpy as np

from coincide.demo.draw.light import indoors, light_at
from coincide.demo.schedule.programme import MIDNIGHT_S
from coincide.model.times import HOUR_S


def at(hour: float):
    return light_at(MIDNIGHT_S + hour * HOUR_S)


def test_it_gets_dark_and_the_sun_sets_once():
    lights = [at(hour) for hour in np.arange(14.5, 21.6, 0.1)]
    assert lights[0].dark == 0.0
    assert lights[-1].dark == 1.0
    assert lights[0].sun == 1.0
    assert lights[-1].sun == 0.0
    heights = [light.sun_height_deg for light in lights]
    assert heights == sorted(heights, reverse=True)
    assert heights[0] > 40
    assert heights[-1] < -5


def test_the_golden_hour_is_golden_and_the_night_blue():
    def warmth(hour: float) -> float:
        red, _, blue = at(hour).ambient
        return red - blue

    assert warmth(19.3) > warmth(15.0) > warmth(21.3)


def test_shadows_grow_and_swing():
    afternoon, evening = at(14.6).shadow, at(19.5).shadow
    assert afternoon[0] > 0 > evening[0]
    assert abs(evening[0]) > abs(afternoon[0])


def test_indoors_is_warmer_without_sun_and_brighter_at_night():
    night = at(21.3)
    inside = indoors(night)
    assert inside.sun == 0.0
    assert sum(inside.ambient) > sum(night.ambient)
    assert inside.ambient[0] > inside.ambient[2]
