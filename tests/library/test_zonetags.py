"""Photos whose zone alone is wrong."""

import numpy as np

from coincide.library.solve import Family, Tie, solve_library
from coincide.library.zonetags import zone_tag_errors
from coincide.model import Device
from coincide.model.times import HOUR_S
from tests.library.made import Days, clock_of, phone_of, zone_of_home


def test_a_camera_that_is_right_and_names_another_zone_is_found(rng: np.random.Generator) -> None:
    utc_s = Days(n=10).utc_s(rng)
    zone_s = zone_of_home(utc_s)
    camera = clock_of(
        "Anna", Device("Sony", "A7"), utc_s + zone_s, zone_s=np.full(len(utc_s), 9 * HOUR_S)
    )
    phone = phone_of("Ben", utc_s)
    ties = [Tie(f"{i}", camera.key, i, phone.key, i, -float(zone_s[0]), 10.0, 0.95) for i in (1, 8)]
    (found,) = zone_tag_errors(solve_library([phone, camera], Family(ties)))
    assert found.clock == camera.name
    assert (found.tagged_s, found.true_s) == (9 * HOUR_S, HOUR_S)
    assert found.n_photos > 60
    assert "UTC+9" in found.words
