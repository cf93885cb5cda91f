"""Photos of two devices in one gallery: told, and never certain."""

from dataclasses import replace

import numpy as np
import pytest

from coincide.model import Floats, Offsets
from coincide.model.hints import RowHints
from coincide.model.times import DAY_S, HOUR_S
from coincide.solver.joint import solve_joint
from coincide.solver.joint.changes import OffsetLikelihoods
from coincide.solver.joint.knowledge import NO_HINTS
from coincide.solver.joint.mixed import mixed_at
from coincide.solver.options import DoubtOptions, JumpOptions
from tests.scenes import Shots, afternoon, make_features, make_material, seen_by

JUMPS = JumpOptions()
SPEAKS, SAYS_NOTHING = 4.0, 0.0


def asked(prefers: str, step_s: float = HOUR_S) -> OffsetLikelihoods:
    """Return what photos say of two offsets: a for the first, b for the other, - for neither."""
    odds = np.array([[SPEAKS if one == side else SAYS_NOTHING for one in prefers] for side in "ab"])
    times_s = 600.0 * np.arange(len(prefers))
    return OffsetLikelihoods(times_s, np.ones(len(prefers)), np.array([0.0, step_s]), odds)


def test_photos_that_take_turns_are_of_two_devices() -> None:
    found = mixed_at(asked("aabbaabb"), JUMPS)
    assert found is not None
    assert found.apart_s == HOUR_S
    # each fits with log((e⁴ + 1) / 2), and half of them not at all with one offset
    assert found.gain == pytest.approx(8 * np.log((np.exp(SPEAKS) + 1) / 2) - 4 * SPEAKS)
    assert "60 min apart" in found.words(DoubtOptions())


@pytest.mark.parametrize(
    "prefers",
    [
        "aaaabbbb",  # a clock that was set anew
        "aabbbbaa",  # and set back
        "aaaaaaaa",
        "ababaaaaaa",  # two photos that look like others
        "abab----",
        "--------",
    ],
)
def test_other_galleries_are_of_one_device(prefers: str) -> None:
    assert mixed_at(asked(prefers), JUMPS) is None


@pytest.mark.parametrize("step_s", [200.0, DAY_S])
def test_a_moment_that_goes_on_or_comes_again_is_no_second_device(step_s: float) -> None:
    assert mixed_at(asked("aabbaabb", step_s), JUMPS) is None


def test_what_hardly_fits_better_is_one_device() -> None:
    sure = asked("aabbaabb")
    assert mixed_at(replace(sure, odds=0.6 / SPEAKS * sure.odds), JUMPS) is None


def merged(one: Shots, other: Shots, other_ahead_s: float) -> Shots:
    """Return two galleries in one folder: by the times their clocks show."""
    times_s: Floats = np.concatenate([one.times_s, np.asarray(other.times_s) + other_ahead_s])
    order = np.argsort(times_s)
    scenes = np.array([*one.scenes, *other.scenes])[order]
    return Shots(scenes.tolist(), times_s[order])


def solved(mixed: str | None, hints: RowHints = NO_HINTS) -> Offsets:
    rng = np.random.default_rng(15)
    at_s = afternoon(rng, 24)
    galleries = {name: seen_by(rng, at_s) for name in ("ann", "bob", "cyd")}
    if mixed is not None:
        galleries[mixed] = merged(galleries[mixed], seen_by(rng, at_s), 40 * 60.0)
    features = make_features(rng, galleries)
    return solve_joint(make_material(features), anchor="ann", hints=hints).offsets


def test_a_folder_of_two_phones_is_not_certain_and_says_so() -> None:
    offsets = solved("bob")
    bob, cyd = offsets["bob"], offsets["cyd"]
    assert not bob.certain
    assert bob.of_two
    (reason,) = (one for one in bob.reasons if "in turn" in one)
    assert reason == "its photos fit in turn at two times 40 min apart: are they of two devices?"
    assert bob.estimate is not None
    assert bob.estimate.reasons == bob.reasons
    # who saw the same fits at two times as well, and is told nothing
    assert not any("in turn" in one for one in cyd.reasons)


def test_whoever_is_held_against_two_phones_is_not_certain() -> None:
    offsets = solved("ann")
    assert any("in turn" in one for one in offsets["ann"].reasons)
    for name in ("bob", "cyd"):
        assert not offsets[name].certain


def test_a_person_may_say_that_it_is_one_clock() -> None:
    assert not solved("bob", replace(NO_HINTS, steady=frozenset({1})))["bob"].of_two


def test_a_wrong_pin_makes_nobody_two() -> None:
    offsets = solved(None, replace(NO_HINTS, pinned=((2, 40 * 60.0),)))
    assert not any(one.of_two for one in offsets.placements)
