from dataclasses import replace

import numpy as np
import pytest

from coincide.model.times import HOUR_S
from coincide.solver.clocks import ClockBelief
from coincide.solver.joint import solve_joint
from coincide.solver.joint.board import Board, choose_partners, round_hours_odds, shifted_overlap
from coincide.solver.joint.knowledge import PriorKnowledge
from coincide.solver.joint.pairs import CELL_S, Candidates
from tests.scenes import Shots, afternoon, make_features, make_material, seen_by, told
from tests.solver.joint.simulated import STEADY

TRIED_S = np.array([-HOUR_S, -300.0, 0.0, 300.0, HOUR_S])
AHEAD_S = {"a": 0.0, "b": HOUR_S, "c": -500.0, "d": 86_400.0}


@pytest.fixture(scope="module")
def board() -> Board:
    """Four cameras that see the same scenes, on one clock."""
    rng = np.random.default_rng(10_004)
    at_s = afternoon(rng, 16)
    galleries = {name: seen_by(rng, at_s, ahead_s=ahead_s) for name, ahead_s in AHEAD_S.items()}
    return solve_joint(
        make_material(make_features(rng, galleries)), anchor="a", options=STEADY
    ).board


def test_where_all_are_right_nobody_wants_to_be_elsewhere(board: Board) -> None:
    for block in ((1,), (2,), (3,), (1, 2), (0, 3)):
        odds = board.odds(block, TRIED_S)
        assert TRIED_S[np.argmax(odds)] == 0.0
        assert odds[2] > np.delete(odds, 2).max() + 3.0


def test_odds_are_tempered_photos_and_all_else(board: Board) -> None:
    by_hand = STEADY.temper * board.asking_photos((2,))(TRIED_S) + board.other_odds((2,), TRIED_S)
    np.testing.assert_allclose(board.odds((2,), TRIED_S), by_hand)
    np.testing.assert_allclose(board.asking((2,))(TRIED_S), by_hand)


def test_a_block_and_the_rest_see_its_shift_alike(board: Board) -> None:
    forth = board.asking_photos((0, 1))(TRIED_S)
    back = board.asking_photos((2, 3))(-TRIED_S)
    assert np.argmax(forth) == np.argmax(back)
    np.testing.assert_allclose(forth, back, rtol=0.3, atol=4.0)


def test_of_two_alone_each_asks_the_other_and_the_smaller_counts_more() -> None:
    rng = np.random.default_rng(10_008)
    at_s = afternoon(rng, 24)
    galleries = {"many": seen_by(rng, at_s), "few": Shots(range(8), at_s[:8])}
    material = make_material(make_features(rng, galleries))
    two = solve_joint(material, anchor="many", options=STEADY).board
    assert two.moments(1) < two.moments(0) <= 24.0
    share = two.moments(0) / (two.moments(0) + two.moments(1))
    forth, back = two.asking_photos((1,))(TRIED_S), two.asking_photos((0,))(-TRIED_S)
    photos = share * forth + (1 - share) * back
    by_hand = STEADY.temper * photos + two.other_odds((1,), TRIED_S)
    np.testing.assert_allclose(two.odds((1,), TRIED_S), by_hand)


def test_members_of_a_block_are_not_asked_about_each_other(board: Board) -> None:
    crowd = board.crowd_of(1, frozenset({1, 2}))
    assert set(crowd.galleries) == {0, 3}
    assert 1 not in board.crowd_of(1, frozenset()).galleries
    assert (np.diff(crowd.time_s) >= 0).all()


def test_twice_the_spokesmen_are_not_twice_the_news(board: Board) -> None:
    one, both = board.asking_photos((1,))(np.zeros(1)), board.asking_photos((1, 2))(np.zeros(1))
    assert both[0] < 1.7 * one[0]


def test_spans_are_of_galleries_as_they_are_placed(board: Board) -> None:
    moved = replace(board, offset_s=board.offset_s + np.array([0.0, 0.0, 500.0, 0.0]))
    first_s, last_s = board.span([2])
    assert moved.span([2]) == (first_s + 500.0, last_s + 500.0)
    # of several from the first of all to the last of all
    assert moved.span([0, 2]) == (board.span([0])[0], last_s + 500.0)
    assert moved.span([2, 0]) == moved.span([0, 2])
    # all saw the same afternoon
    assert board.span([1])[0] == pytest.approx(board.span([0])[0], abs=30.0)


def test_priors_count_where_they_are_on(board: Board) -> None:
    off = replace(board, options=replace(STEADY, priors=()))
    assert not off.other_odds((1,), TRIED_S).any()
    overlap = replace(board, options=replace(STEADY, priors=("overlap",)))
    by_hand = shifted_overlap(board.span([1]), board.span([0, 2, 3]), TRIED_S, STEADY)
    np.testing.assert_allclose(overlap.other_odds((1,), TRIED_S), by_hand)
    hours = replace(board, options=replace(STEADY, priors=("hours",)))
    np.testing.assert_allclose(
        hours.other_odds((1,), TRIED_S), round_hours_odds(board.offset_s[1] + TRIED_S)
    )
    # of the anchor itself hours are told by the others' clocks
    others = [round_hours_odds(board.offset_s[one] - TRIED_S) for one in (1, 2, 3)]
    np.testing.assert_allclose(hours.other_odds((0,), TRIED_S), np.mean(others, axis=0))


def test_all_galleries_together_have_nobody_to_be_off_from(board: Board) -> None:
    assert not board.other_odds((0, 1, 2, 3), TRIED_S).any()
    assert not board.asking_photos((0, 1, 2, 3))(TRIED_S).any()


def test_answers_speak_against_shifting_what_fits_them(board: Board) -> None:
    known = replace(
        board,
        options=replace(STEADY, priors=()),
        knowledge=PriorKnowledge(board.evidence.table, told((0, 16), same=True)),
    )
    odds = known.other_odds((1,), TRIED_S)
    assert TRIED_S[np.argmax(odds)] == 0.0
    assert odds[2] > odds[0] + 4.0
    assert not known.other_odds((2,), TRIED_S).any()
    # together with the gallery it is about, it may go anywhere
    assert not known.other_odds((0, 1), TRIED_S).any()


def test_clocks_tell_true_time_and_who_is_off_it(board: Board) -> None:
    beliefs = [
        ClockBelief("a", 50.0, 1.0, 0.9, ""),
        ClockBelief("b", 50.0 - HOUR_S, 1.0, 0.9, ""),
        ClockBelief("c", 9_999.0, 60.0, 0.3, ""),
    ]
    known = replace(
        board,
        options=replace(STEADY, priors=()),
        knowledge=PriorKnowledge(board.evidence.table, beliefs=beliefs),
    )
    assert known.true_s([0, 1, 2]) == pytest.approx(50.0, abs=30.0)
    assert known.true_s([3]) is None
    assert TRIED_S[np.argmax(known.other_odds((1,), TRIED_S))] == 0.0
    assert not known.other_odds((3,), TRIED_S).any()


def test_alternatives_are_what_pairs_propose_as_shifts(board: Board) -> None:
    modes = {(0, 1): Candidates(np.array([-120, 80]), np.array([9.0, 8.0]))}
    offset_s = np.array([0.0, -HOUR_S, 0.0, 0.0])
    narrow = replace(
        board, candidates=modes, partners={**board.partners, 1: (0,)}, offset_s=offset_s
    )
    found = narrow.alternatives_s((1,))
    assert found[0] == 0.0
    assert 200 * CELL_S in found.tolist()
    assert len(narrow.alternatives_s((2,))) == 0
    assert len(board.alternatives_s((2,))) <= 24


def test_a_large_block_has_the_loudest_speak_for_it(board: Board) -> None:
    n_chosen = 8
    n = n_chosen + 4
    modes = {(0, one): Candidates.only(0.0, float(one)) for one in range(1, n)}
    partners = dict.fromkeys(range(1, n), (0,))
    large = replace(board, candidates=modes, partners=partners)
    block = tuple(range(1, n))
    assert sorted(large.representatives(block)) == list(range(n - n_chosen, n))
    assert large.representatives(block[:3]) == block[:3]


def test_partners_are_the_loudest_members_and_never_outliers() -> None:
    modes = {
        (a, b): Candidates.only(0.0, odds)
        for (a, b), odds in {
            (0, 1): 5.0,
            (1, 0): 5.0,
            (0, 2): 3.0,
            (2, 0): 3.0,
            (1, 2): 9.0,
            (2, 1): 9.0,
            (0, 3): 8.0,
            (3, 0): 8.0,
            (3, 1): 7.0,
            (1, 3): 7.0,
        }.items()
    }
    found = choose_partners(modes, (0, 1, 2), frozenset({3}), 10)
    assert found == {0: (1, 2), 1: (2, 0), 2: (1, 0), 3: (0, 1)}
    assert choose_partners(modes, (0, 1, 2), frozenset({3}), 1)[3] == (0,)
