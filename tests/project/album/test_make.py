"""What an album is made of: how well each time is known."""

from pathlib import Path

import numpy as np
import pytest

from coincide.model import Estimate, Offsets, Photo, Placement
from coincide.project.album.items import Item
from coincide.project.album.make import shots_of


def sd_s(estimate: Estimate | None, anchor: str = "other") -> float:
    item = Item(Photo(Path("a.jpg"), "a", 0.0, 0.0), "mine", "me", 0.0)
    offsets = Offsets(anchor, "joint", (Placement("mine", estimate),))
    shots = shots_of((item,), offsets, np.zeros((1, 0), np.float32))
    return float(shots.sd_s[0])


def test_a_certain_clock_is_known_as_well_as_its_interval_says() -> None:
    assert sd_s(Estimate(0.0, -164.5, 164.5, 0.995)) == pytest.approx(100.0)
    assert sd_s(Estimate(0.0, -164.5, 164.5)) == pytest.approx(100.0)
    assert sd_s(None) == 0.0


def test_a_clock_that_may_be_elsewhere_is_known_badly_but_the_anchors() -> None:
    narrow = Estimate(0.0, -10.0, 10.0, 0.5)
    # half of a normal distribution lies within 0.6745 of its standard deviations
    assert sd_s(narrow) == pytest.approx(300.0 / 0.6745, rel=1e-3)
    assert 1e8 < sd_s(Estimate(0.0, -10.0, 10.0, 0.0)) < float("inf")
    assert sd_s(narrow, anchor="mine") < 10.0
