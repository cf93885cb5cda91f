"""Photos of two devices in one gallery: told, and never certain."""

from dataclasses import replace
from unittest.mock import Mock

import numpy as np
import pytest

from coincide.model import Estimate, Finding, FindingKind, Floats, Offsets, Placement
from coincide.model.hints import RowHints
from coincide.model.times import DAY_S, HOUR_S
from coincide.model.words import finding_in_words
from coincide.solver.joint import mixed, solve_joint
from coincide.solver.joint.changes import OffsetLikelihoods
from coincide.solver.joint.knowledge import NO_HINTS
from coincide.solver.joint.mixed import Mixed, mixed_at, with_mixed
from coincide.solver.options import JumpOptions
from tests.conftest import make_table
from tests.scenes import Shots, afternoon, make_features, make_material, seen_by
from tests.solver.joint.planted import board_of

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
    two = Finding(FindingKind.TWO_DEVICES, seconds=found.apart_s)
    assert "60 min apart" in finding_in_words(two)


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
    (two,) = (one for one in bob.findings if one.kind == FindingKind.TWO_DEVICES)
    words = "its photos fit in turn at two times 40 min apart: are they of two devices?"
    assert finding_in_words(two) == words
    # it is what two places would ask
    assert not bob.has(FindingKind.TWO_PLACES)
    # who saw the same fits at two times as well, and is told nothing
    assert not cyd.of_two
    assert not cyd.has(FindingKind.ANCHOR_OF_TWO)


def test_whoever_is_held_against_two_phones_is_not_certain() -> None:
    offsets = solved("ann")
    assert offsets["ann"].of_two
    for name in ("bob", "cyd"):
        assert not offsets[name].certain


SURE = Placement("g0", Estimate(5.0, 4.0, 6.0, 0.999))
TWO = Finding(FindingKind.TWO_DEVICES, seconds=2400.0)


@pytest.mark.parametrize("two", [0, 1])
def test_certain_or_not_it_is_told_and_the_others_are_doubted_by_the_anchors_two_clocks(
    two: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    thin, elsewhere = Finding(FindingKind.THIN), Finding(FindingKind.TWO_PLACES, count=6)
    placements = (
        SURE,
        replace(SURE, gallery="g1", findings=(elsewhere, thin)),
        replace(SURE, gallery="g2"),
        Placement("g3", None, findings=(thin,)),
    )
    monkeypatch.setattr(mixed, "_mixed", Mock(return_value={two: Mixed(2400.0, 9.0)}))
    board = board_of(make_table(*([0.0] for _ in placements)))
    offsets = Offsets("g0", "joint", placements)
    told = with_mixed(offsets, board, board.evidence.table, without=())
    assert told.placements[two].of_two
    assert [one.estimate for one in told.placements] == [one.estimate for one in placements]
    if two == 0:
        of_anchor = Finding(FindingKind.ANCHOR_OF_TWO, galleries=("g0",), seconds=2400.0)
        by_gallery = [(TWO,), (elsewhere, thin), (of_anchor,), (thin,)]
    else:  # it answers what two places asked
        by_gallery = [(), (thin, TWO), (), (thin,)]
    assert [one.findings for one in told.placements] == by_gallery
    states = [one.verdict.state for one in told.placements]
    rest = ["likely", "likely"] if two == 0 else ["likely", "certain"]
    assert states == ["likely" if two == 0 else "certain", *rest, "unplaced"]


def test_who_has_no_place_is_not_told_to_be_of_two(monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = Placement("g1", None, findings=(Finding(FindingKind.THIN),))
    monkeypatch.setattr(mixed, "_mixed", Mock(return_value={1: Mixed(2400.0, 9.0)}))
    board = board_of(make_table([0.0], [0.0]))
    offsets = Offsets("g0", "joint", (SURE, nowhere))
    assert with_mixed(offsets, board, board.evidence.table, without=()) == offsets


def test_a_person_may_say_that_it_is_one_clock() -> None:
    assert not solved("bob", replace(NO_HINTS, steady=frozenset({1})))["bob"].of_two


def test_a_wrong_pin_makes_nobody_two() -> None:
    offsets = solved(None, replace(NO_HINTS, pinned=((2, 40 * 60.0),)))
    assert not any(one.of_two for one in offsets.placements)
