"""A simulated family as the product sees it."""

import numpy as np
import pytest

from coincide_bench.library.family import Simulated, draw_family
from coincide_bench.library.occasions import OccasionDraw
from tests.bench.library.conftest import SMALL


def test_cameras_show_what_their_truth_says(small_family: Simulated) -> None:
    cameras = [clock for clock in small_family.clocks if clock.key in small_family.truth]
    assert len(cameras) == 2
    for camera in cameras:
        utc_s = camera.photos.time_s + small_family.truth[camera.key]
        assert (np.diff(utc_s) > -1800.0).all()
        assert np.isnan(camera.photos.gps_s).all()
    assert sum(clock.is_phone for clock in small_family.clocks) == 2


def test_most_strong_occasions_are_at_the_truth(small_family: Simulated) -> None:
    off_s = []
    for tie in small_family.family.ties:
        camera = next(clock for clock in small_family.clocks if clock.key == tie.here)
        due_s = small_family.truth[tie.here][camera.starts[tie.here_session]]
        if tie.weight > 0.5:
            off_s.append(abs(tie.offset_s - due_s))
    assert len(off_s) > 5
    assert np.mean(np.array(off_s) < 120.0) > 0.9


def test_real_draws_are_used_as_they_are() -> None:
    shared = OccasionDraw("set", 7.0, 12.0, 0.9, True)
    strange = OccasionDraw("set", 0.0, 30.0, 0.4, False)
    family = draw_family(SMALL, "real", (shared, strange), np.random.default_rng(1))
    weights = {tie.weight for tie in family.family.ties}
    assert weights == {0.9, 0.4}
    tie = next(one for one in family.family.ties if one.weight == 0.9)
    camera = next(clock for clock in family.clocks if clock.key == tie.here)
    due_s = family.truth[tie.here][camera.starts[tie.here_session]]
    assert tie.offset_s - due_s == pytest.approx(7.0)
