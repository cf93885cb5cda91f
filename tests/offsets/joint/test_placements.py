"""Of two galleries alone, whose profile decides."""

import numpy as np
import pytest

from coincide.offsets.joint import Solution, solve_joint
from coincide.offsets.joint.confidence import NEAR_S, Profile, probability, profile
from coincide.offsets.joint.placements import CERTAIN, doubts
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


def sure_by(
    at_mode: float, *, other: float = 0.0, other_s: float = 7200.0, sharp: bool = True
) -> Profile:
    """Return a profile with so much where it is, so much elsewhere, and the rest anywhere."""
    local = np.where(np.abs(NEAR_S) <= (60.0 if sharp else 900.0), 1.0, 0.0)
    local /= local.sum()
    return Profile(
        local=local,
        tight=local,
        at_mode=at_mode,
        other_s=np.array([other_s, -99.0]),
        other=np.array([other, 0.0]),
        anywhere=1.0 - at_mode - other,
        range_s=(-1e5, 1e5),
    )


def test_what_is_certain_has_no_doubts() -> None:
    assert doubts([sure_by(0.5)], CERTAIN, n_links=0) == ()
    assert doubts([sure_by(0.95)], np.nextafter(CERTAIN, 0.0), n_links=3) == (
        "the evidence is thin",
    )


@pytest.mark.parametrize(
    ("steps", "n_links", "words"),
    [
        ([sure_by(0.95)], 0, "no photo of it looks like one of the same moment elsewhere"),
        ([sure_by(0.95), sure_by(0.92)], 1, "the anchor itself is loosely connected"),
        (
            [sure_by(0.95), sure_by(0.95), sure_by(0.92)],
            1,
            "the galleries it goes with are loosely connected to the rest",
        ),
        ([sure_by(0.8, other=0.2)], 1, "an offset 2.0 h later fits almost as well"),
        ([sure_by(0.8, other=0.2, other_s=-3600.0)], 1, "an offset 60 min earlier fits almost"),
        ([sure_by(0.8, other=0.2, other_s=5400.0)], 1, "an offset 1.5 h later fits almost"),
        ([sure_by(0.8)], 1, "the evidence is hardly more than chance would give"),
        ([sure_by(0.95, sharp=False)], 1, "what its photos show goes on for minutes"),
    ],
)
def test_every_doubt_is_told_in_words(steps: list[Profile], n_links: int, words: str) -> None:
    (told,) = doubts(steps, 0.9, n_links)
    assert told.startswith(words)


def test_doubts_that_are_small_are_not_told() -> None:
    small = sure_by(0.81, other=0.1)  # 0.09 anywhere
    assert doubts([small, sure_by(0.9), sure_by(0.9)], 0.9, n_links=1) == ("the evidence is thin",)
    # what is spread over minutes is told only of what is likelier there than not
    assert doubts([sure_by(0.5, sharp=False)], 0.9, n_links=1) == (
        "the evidence is hardly more than chance would give",
    )
