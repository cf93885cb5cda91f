"""Clocks as the page is told them."""

import numpy as np

from coincide.app.review.clocks.views import photo_rows
from coincide.library.decide import decisions_of
from coincide.library.localtimes import local_of
from coincide.library.solve import Family, Tie, solve_library
from coincide.model.times import HOUR_S
from tests.library.made import Days, camera_of, phone_of, zone_of_home

LATE_S = -HOUR_S + 1500.0


def test_sessions_are_told_by_the_clock_on_the_wall(rng: np.random.Generator) -> None:
    utc_s = Days().utc_s(rng)
    phone, camera = phone_of("Ben", utc_s), camera_of("Anna", utc_s, LATE_S)
    ties = tuple(Tie(f"o{i}", camera.key, i, phone.key, i, LATE_S, 15.0, 0.95) for i in (2, 20, 38))
    solved = solve_library([phone, camera], Family(ties))
    starts_s = utc_s[:: Days().photos]
    for one in solved:
        np.testing.assert_allclose(local_of(one), starts_s + zone_of_home(starts_s), atol=60.0)


def test_photos_of_a_card_are_spread_over_the_stretch(rng: np.random.Generator) -> None:
    utc_s = Days(n=10).utc_s(rng)
    solved = solve_library([camera_of("Anna", utc_s, LATE_S)])
    for decision in decisions_of(solved[0]):
        first, rows = photo_rows(decision)
        starts = solved[0].clock.starts
        assert first == rows[0] == starts[decision.stretch.first]
        assert rows[-1] == starts[decision.stretch.end] - 1
        assert len(rows) == 8
