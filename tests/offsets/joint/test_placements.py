"""Of two galleries alone, whose profile decides."""

import numpy as np
import pytest

from coincide.offsets.joint import Solution, solve_joint
from coincide.offsets.joint.confidence import probability, profile
from tests.offsets.joint.simulated import STEADY
from tests.scenes import Shots, afternoon, make_features, make_material


@pytest.fixture(scope="module", params=["few", "many"])
def two(request: pytest.FixtureRequest) -> Solution:
    """A long gallery and a short one of some of its moments; either may be the anchor."""
    rng = np.random.default_rng(10_009)
    at_s = afternoon(rng, 40)
    some = np.arange(3, 40, 5)
    galleries = {"few": Shots(some, at_s[some] + 20.0), "many": Shots(range(40), at_s)}
    material = make_material(make_features(rng, galleries))
    return solve_joint(material, anchor=request.param, options=STEADY)


def test_the_gallery_of_fewer_moments_tells_how_sure(two: Solution) -> None:
    (estimate,) = (
        one.estimate for one in two.offsets.placements if one.gallery != two.offsets.anchor
    )
    assert estimate is not None
    few = profile(two.board, (0,))
    assert estimate.probability == probability(few, None, [])
    low_s, high_s = (few.mirrored() if two.board.anchor == 0 else few).interval_s(0.9)
    assert estimate.low_s == pytest.approx(estimate.offset_s + min(low_s, 0.0))
    assert estimate.high_s == pytest.approx(estimate.offset_s + max(high_s, 0.0))
    assert estimate.low_s <= (20.0 if two.board.anchor == 0 else -20.0) <= estimate.high_s
