"""Which jumps are followed, and how clocks are set right for it."""

from dataclasses import replace

import pytest

from coincide.model import Jump
from coincide.model.times import HOUR_S
from coincide.solver.joint.courses import Course, alike, as_if_steady, clearest
from tests.conftest import make_table


def course(*jumps: Jump, gain: float = 10.0) -> Course:
    return Course(jumps, gain)


def test_a_steady_clock_shows_no_jump_and_keeps_the_order() -> None:
    table = make_table([0.0, 10.0, 3700.0], [0.0, 5.0])
    steady = as_if_steady(table, {0: course(Jump(2, -3600.0))}, 1)
    assert steady.camera_time_s.tolist() == [0.0, 10.0, 100.0, 0.0, 5.0]
    # a step of more than the pause must not turn photos round
    too_far = as_if_steady(table, {0: course(Jump(2, -3695.0))}, 1)
    assert too_far.camera_time_s.tolist() == [0.0, 10.0, 10.0, 0.0, 5.0]
    assert table.camera_time_s.tolist() == [0.0, 10.0, 3700.0, 0.0, 5.0]


def test_the_anchor_goes_as_it_went_for_most_of_its_photos() -> None:
    table = make_table([0.0, 3610.0, 3700.0], [0.0, 5.0])
    late = replace(course(Jump(1, -3600.0)), main_s=-3600.0)
    assert as_if_steady(table, {0: late}, 0).camera_time_s.tolist() == [3600, 3610, 3700, 0, 5]
    assert as_if_steady(table, {0: late}, 1).camera_time_s.tolist() == [0, 10, 100, 0, 5]


def test_the_clearest_are_followed_first() -> None:
    strong, weak = course(Jump(3, HOUR_S), gain=50.0), course(Jump(5, HOUR_S), gain=8.0)
    assert clearest({1: strong, 2: weak}, known=()) == {1: strong}
    assert clearest({1: strong, 2: weak}, known={1}) == {1: strong, 2: weak}
    assert clearest({}, known=()) == {}


def test_of_jumps_that_mirror_each_other_the_clearer_is_followed_first() -> None:
    jumped, mirror = course(Jump(3, HOUR_S), gain=24.0), course(Jump(5, -HOUR_S), gain=20.0)
    other = course(Jump(9, 2 * HOUR_S), gain=20.0)
    assert clearest({1: jumped, 2: mirror, 3: other}, known=()) == {
        1: jumped,
        3: other,
    }
    # what is still there when the clearer one is set right is no mirror of it
    assert clearest({1: jumped, 2: mirror}, known={1}) == {1: jumped, 2: mirror}


def test_jumps_within_a_few_photos_are_alike() -> None:
    assert alike({1: course(Jump(10, 1.0))}, {1: course(Jump(12, 2.0))})
    assert not alike({1: course(Jump(10, 1.0))}, {1: course(Jump(20, 1.0))})
    assert not alike({1: course(Jump(10, HOUR_S))}, {1: course(Jump(10, 2 * HOUR_S))})
    assert not alike({1: course(Jump(10, 1.0))}, {})
    assert not alike({1: course(Jump(10, 1.0))}, {1: course(Jump(10, 1.0), Jump(20, 1.0))})


@pytest.mark.parametrize(("gain", "is_followed"), [(12.0, True), (11.9, False)])
def test_half_as_clear_as_the_clearest_is_clear(gain: float, is_followed: bool) -> None:
    best, other = course(Jump(3, HOUR_S), gain=24.0), course(Jump(9, 2 * HOUR_S), gain=gain)
    assert (2 in clearest({1: best, 2: other}, known=())) is is_followed
    # by those who are known nobody is measured
    assert 2 in clearest({1: best, 2: other}, known={1})


@pytest.mark.parametrize(("back_s", "is_mirror"), [(3301.0, True), (3300.0, False)])
def test_a_mirror_is_as_far_the_other_way_to_five_minutes(back_s: float, is_mirror: bool) -> None:
    jumped, mirror = course(Jump(3, HOUR_S), gain=24.0), course(Jump(5, -back_s), gain=20.0)
    assert (2 not in clearest({1: jumped, 2: mirror}, known=())) is is_mirror
    # of two that are as clear nobody knows which is the mirror
    even = replace(mirror, gain=24.0)
    assert set(clearest({1: jumped, 2: even}, known=())) == {1, 2}
    # one jump of several is enough
    twice = replace(jumped, jumps=(Jump(1, 5 * HOUR_S), *jumped.jumps))
    assert (2 not in clearest({1: twice, 2: mirror}, known=())) is is_mirror


@pytest.mark.parametrize(
    ("rows", "steps_s", "are_alike"),
    [
        ((3, 0), (0.0, 0.0), True),
        ((4, 0), (0.0, 0.0), False),
        ((0, -4), (0.0, 0.0), False),
        ((0, 0), (299.0, -299.0), True),
        ((0, 0), (300.0, 0.0), False),
        ((0, 0), (0.0, -300.0), False),
    ],
)
def test_all_jumps_are_alike_to_three_photos_and_five_minutes(
    rows: tuple[int, int], steps_s: tuple[float, float], are_alike: bool
) -> None:
    one = course(Jump(10, HOUR_S), Jump(30, HOUR_S))
    other = course(Jump(10 + rows[0], HOUR_S + steps_s[0]), Jump(30 + rows[1], HOUR_S + steps_s[1]))
    assert alike({1: one}, {1: other}) is are_alike
    assert alike({1: one, 2: one}, {1: one, 2: other}) is are_alike
    assert alike({}, {})
