"""A clock that was wrong and may have been set right, in whole solves: later photos wait."""

from dataclasses import replace

import numpy as np
import pytest

from coincide.model import FindingKind, Offsets
from coincide.model.hints import RowHints
from coincide.model.times import HOUR_S
from coincide.solver.clocks import ClockBelief
from coincide.solver.joint import solve_joint
from coincide.solver.joint.knowledge import NO_HINTS
from tests.scenes import afternoon, make_features, make_material, seen_by


def believed(keeps_itself: bool) -> tuple[ClockBelief, ...]:
    camera = ClockBelief("bob", 0.0, 60.0, 0.5, "a camera", keeps_itself=keeps_itself)
    return (ClockBelief("ann", 0.0, 10.0, 0.9, "a phone", keeps_itself=True), camera)


def solved(
    ahead_s: float,
    alone: int,
    hints: RowHints = NO_HINTS,
    *,
    keeps_itself: bool = False,
    pause_s: float = 12 * HOUR_S,
    right_from: int | None = None,
    believe: bool = True,
) -> Offsets:
    """Solve an afternoon, and a morning of which only bob has photos."""
    rng = np.random.default_rng(4)
    at_s = afternoon(rng, 24 + alone)
    at_s[24:] += pause_s
    ann, cyd = (seen_by(rng, at_s[:24]) for _ in range(2))
    bob = seen_by(rng, at_s)
    galleries = {"ann": ann, "bob": replace(bob, ahead_s=ahead_s), "cyd": cyd}
    material = make_material(make_features(rng, galleries))
    if right_from is not None:
        times_s = material.table.camera_time_s.copy()
        times_s[material.table.rows(1)][right_from:] -= ahead_s
        material = replace(material, table=replace(material.table, camera_time_s=times_s))
    beliefs = believed(keeps_itself) if believe else ()
    return solve_joint(material, anchor="ann", beliefs=beliefs, hints=hints).offsets


def test_a_wrong_clock_is_certain_as_far_as_others_saw_the_same() -> None:
    # what looks like a pause of 75 minutes is one of 15 if the clock was put forward in it
    bob = solved(-HOUR_S, alone=8, pause_s=1.25 * HOUR_S)["bob"]
    assert bob.certain
    assert bob.offset_s == pytest.approx(HOUR_S, abs=60.0)
    ((first, end),) = bob.open_spans
    assert 22 <= first <= 24
    assert (end, bob.ends_right) == (32, True)


def test_whatever_may_have_been_set_at_night_waits() -> None:
    bob = solved(-HOUR_S, alone=8, pause_s=12 * HOUR_S)["bob"]
    assert (bob.certain, bob.ends_right, bob.open_spans) == (True, True, ((24, 32),))


@pytest.mark.parametrize(
    ("ahead_s", "alone", "pause_s", "steady", "keeps_itself"),
    [
        (-HOUR_S, 0, 0.0, False, False),  # others saw all of it
        (0.0, 8, 12 * HOUR_S, False, False),  # it was right all along
        (-14 * HOUR_S, 8, 12 * HOUR_S, False, False),  # no pause is as long as it was behind
        (6 * HOUR_S, 8, 0.0, False, False),  # put back it would hide a pause of hours
        (-HOUR_S, 8, 1.25 * HOUR_S, True, False),  # a person says that it was not set
        (0.0, 8, 1.25 * HOUR_S, False, True),  # and nobody sets a clock that sets itself
    ],
)
def test_otherwise_nothing_waits(
    ahead_s: float, alone: int, pause_s: float, steady: bool, keeps_itself: bool
) -> None:
    hints = replace(NO_HINTS, steady=frozenset({1})) if steady else NO_HINTS
    bob = solved(ahead_s, alone, hints, keeps_itself=keeps_itself, pause_s=pause_s)["bob"]
    assert bob.certain
    assert bob.open_spans == ()


def told_before(row: int) -> RowHints:
    return replace(NO_HINTS, set_right=((1, row),))


def test_from_where_a_person_says_a_clock_is_right_it_stays_as_it_is() -> None:
    bob = solved(-HOUR_S, 8, told_before(24), pause_s=1.25 * HOUR_S)["bob"]
    assert bob.certain
    assert bob.offset_s == pytest.approx(HOUR_S, abs=60.0)
    (jump,) = bob.jumps
    assert jump.row == 24
    assert bob.offset_s + jump.step_s == pytest.approx(0.0, abs=1e-6)
    assert bob.open_spans == ()


def test_by_some_minutes_too() -> None:
    bob = solved(-200.0, 8, told_before(24))["bob"]
    (jump,) = bob.jumps
    assert bob.offset_s == pytest.approx(200.0, abs=30.0)
    assert bob.offset_s + jump.step_s == pytest.approx(0.0, abs=1e-6)


def test_nothing_was_set_where_the_clock_was_right_before() -> None:
    bob = solved(0.0, 8, told_before(24))["bob"]
    assert bob.certain
    assert bob.jumps == ()


def test_photos_before_are_placed_by_themselves() -> None:
    """Those from there on, which are right, would have all be right."""
    assert solved(-HOUR_S, 0, right_from=1)["bob"].offset_s == pytest.approx(0.0, abs=60.0)
    bob = solved(-HOUR_S, 0, told_before(1), right_from=1)["bob"]
    assert bob.offset_s == pytest.approx(HOUR_S, abs=60.0)
    assert bob.offset_s + bob.jumps[0].step_s == pytest.approx(0.0, abs=1e-6)


def test_whose_clock_is_right_must_be_known() -> None:
    bob = solved(-HOUR_S, 8, told_before(24), pause_s=1.25 * HOUR_S, believe=False)["bob"]
    assert not bob.certain
    assert bob.jumps == ()
    assert bob.has(FindingKind.RIGHT_UNKNOWN)
    assert bob.verdict.state == "likely"
    assert bob.verdict.held_back  # by that alone
