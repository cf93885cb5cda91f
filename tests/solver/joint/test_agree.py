"""Several certain ties: no solve ends against them, wherever the search for places has stopped."""

from dataclasses import replace

import numpy as np
import pytest

from coincide.model import PhotoTable
from coincide.model.soundlags import HeardTie
from coincide.solver.evidence import EvidenceInputs
from coincide.solver.joint import JointSolution, solve_joint
from coincide.solver.joint.agree import agree
from coincide.solver.joint.board import Board
from coincide.solver.joint.soundties import SoundTies
from coincide.solver.options import HeardOptions
from tests.solver.joint.test_soundties import table_of, tie

# everybody films the same few minutes: what all of them heard is of one stretch
SAME_MINUTES_S = ([0.0, 40.0, 90.0, 200.0], [12.0, 55.0], [5.0, 30.0, 60.0])
OFF_S = (0.0, 4033.0, -750.0)


def filmed() -> PhotoTable:
    return table_of(
        *([at_s - off_s for at_s in of] for of, off_s in zip(SAME_MINUTES_S, OFF_S, strict=True))
    )


def tied(a: int, b: int, *, off_s: float = 0.0, nats: float = 5.0, sure: bool = True) -> HeardTie:
    """Return a tie of two clips, by rows, which is right but for so much."""
    true_s = [at_s for of in SAME_MINUTES_S for at_s in of]
    return tie(a, b, true_s[b] - true_s[a] + off_s, nats=nats, sure=sure)


def solved(*ties: HeardTie) -> JointSolution:
    return solve_joint(EvidenceInputs(filmed(), {}, heard=ties), anchor="a")


def offsets_s(board: Board) -> list[float]:
    return [float(one) for one in board.offset_s]


def test_who_filmed_the_same_minutes_is_where_certain_ties_have_them() -> None:
    found = solved(tied(0, 4), tied(1, 5), tied(4, 6), tied(5, 8), tied(1, 7)).offsets
    for name, off_s in zip("bc", OFF_S[1:], strict=True):
        assert found[name].offset_s == pytest.approx(off_s, abs=0.3)


def test_a_place_by_sound_is_its_own_and_not_the_middle_of_what_is_likely_without() -> None:
    # who filmed the end alone is likelier somewhere in the middle, but for what was heard
    table = table_of([0.0, 40.0, 90.0, 200.0, 420.0], [415.0 - OFF_S[1], 440.0 - OFF_S[1]])
    ties = (tie(4, 5, -5.0, nats=4.5),)
    found = solve_joint(EvidenceInputs(table, {}, heard=ties), anchor="a").offsets["b"]
    assert found.offset_s == pytest.approx(OFF_S[1], abs=0.3)
    assert not found.certain


def test_a_chance_tie_some_seconds_off_is_no_place_to_stay() -> None:
    ties = (tied(0, 4), tied(1, 5), tied(3, 5, off_s=-9.0, nats=0.3, sure=False))
    solution = solved(*ties)
    board = solution.board
    board.offset_s[1] -= 9.0  # where that tie has it
    agree(board)
    assert offsets_s(board)[1] == pytest.approx(OFF_S[1], abs=0.5)


def test_galleries_that_are_tied_to_each_other_move_together() -> None:
    board = solved(tied(4, 6), tied(5, 7), tied(1, 5)).board
    # one of them alone would lose two ties for one
    board.offset_s[[1, 2]] += 25.0
    agree(board)
    assert offsets_s(board) == pytest.approx(OFF_S, abs=0.5)


def test_the_anchor_is_where_it_was_though_it_was_the_one_to_move() -> None:
    board = solved(tied(4, 6), tied(5, 7), tied(1, 5), tied(0, 6)).board
    board.offset_s[0] += 12.0
    agree(board)
    assert offsets_s(board) == pytest.approx(OFF_S, abs=0.5)


def test_what_a_person_pinned_stays() -> None:
    board = solved(tied(0, 4), tied(1, 5)).board
    board.offset_s[1] += 30.0
    agree(replace(board, fixed=frozenset({0, 1})))
    assert offsets_s(board)[1] == pytest.approx(OFF_S[1] + 30.0, abs=0.5)


def test_without_sound_nothing_moves() -> None:
    board = solve_joint(EvidenceInputs(filmed(), {}), anchor="a").board
    before = offsets_s(board)
    agree(board)
    assert offsets_s(board) == before


def test_certain_ties_of_one_stretch_add_up_and_others_do_not() -> None:
    options, here_s = HeardOptions(), np.array([OFF_S[1]])

    def says(*ties: HeardTie) -> float:
        return float(SoundTies(filmed(), ties, options).pair_odds(0, 1, here_s)[0])

    assert says(tied(0, 4)) == pytest.approx(5.0)
    assert says(tied(0, 4), tied(1, 5)) == pytest.approx(options.sure_nats)
    loose = [tied(*clips, nats=3.0, sure=False) for clips in ((0, 4), (1, 5))]
    assert says(*loose) == pytest.approx(3.0)
    assert says(tied(0, 4), loose[1]) == pytest.approx(5.0)
