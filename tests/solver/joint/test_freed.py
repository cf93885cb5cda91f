"""Where photos want a gallery that a person placed."""

from dataclasses import replace

import pytest

from coincide.model.times import HOUR_S
from coincide.solver.joint import Solution, solve_joint
from coincide.solver.joint.freed import _blocks, wanted_shift_s
from coincide.solver.joint.knowledge import NO_HINTS, PriorKnowledge
from tests.conftest import make_table
from tests.solver.joint.clear import clear_event
from tests.solver.joint.planted import board_of


def pinned(*pins: tuple[int, float], n_galleries: int = 5) -> Solution:
    material = clear_event(n_galleries=n_galleries)
    return solve_joint(material, anchor="g0", hints=replace(NO_HINTS, pinned=pins))


@pytest.mark.parametrize("n_galleries", [2, 5])
def test_a_wrong_place_is_wanted_elsewhere_and_the_board_stays(n_galleries: int) -> None:
    solution = pinned((1, HOUR_S), n_galleries=n_galleries)
    before = solution.board.offset_s.copy()
    shift_s = wanted_shift_s(solution.board, 1, least_s=60.0)
    assert shift_s == pytest.approx(-HOUR_S, abs=30.0)
    assert solution.board.offset_s.tolist() == before.tolist()


def test_a_right_place_is_left() -> None:
    board = pinned((1, 0.0), (2, 15.0)).board
    assert wanted_shift_s(board, 1, least_s=60.0) is None
    assert wanted_shift_s(board, 2, least_s=60.0) is None
    assert wanted_shift_s(board, 2, least_s=5.0) == pytest.approx(-15.0, abs=8.0)


def test_those_that_listen_to_it_most_are_freed_with_it_before_all_others() -> None:
    table = make_table(*([0.0] for _ in range(5)))
    partners = {0: (1,), 1: (0,), 2: (1, 0), 3: (0, 1), 4: (1,)}
    knowledge = PriorKnowledge(table, replace(NO_HINTS, pinned=((1, HOUR_S), (4, 0.0))))
    board = board_of(table, partners=partners, knowledge=knowledge)
    assert list(_blocks(board, 1)) == [(1,), (1, 2), (1, 2, 3)]


def test_the_anchor_is_nobodys_to_move() -> None:
    assert wanted_shift_s(pinned((1, HOUR_S)).board, 0, least_s=60.0) is None
