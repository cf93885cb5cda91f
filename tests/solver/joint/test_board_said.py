"""What a board makes of what photos, people and clocks say, where that is known beforehand."""

from dataclasses import replace

import numpy as np
import pytest

from coincide.model import Floats
from coincide.model.hints import AnswerKind
from coincide.model.times import HOUR_S
from coincide.solver.clocks import ClockBelief
from coincide.solver.evidence import Crowd
from coincide.solver.joint.answers import answer_odds
from coincide.solver.joint.board import Board, round_hours_odds, shifted_overlap
from coincide.solver.joint.knowledge import PriorKnowledge
from coincide.solver.joint.pairs import CELL_S, Candidates
from tests.conftest import make_table
from tests.scenes import told
from tests.solver.joint.planted import BARE, Planted, board_of


def bare(n_galleries: int, planted: Planted = Planted(), **how: object) -> Board:
    """Return galleries of two photos, an hour apart, of which nothing is known but what is said."""
    return board_of(make_table(*[[0.0, HOUR_S]] * n_galleries), planted, **how)  # type: ignore[arg-type]


def by_crowd(gallery: int, crowd: Crowd, offsets_s: Floats) -> Floats:
    """Every gallery likes the offset of 1000 s times its number, the more it has to ask."""
    return -((offsets_s - 1000.0 * gallery) ** 2) * len(crowd.galleries)


def test_what_a_block_says_is_a_root_of_what_its_members_say_together() -> None:
    board = bare(5, Planted(says=by_crowd), offset_s=[0.0, 5.0, 7.0, 0.0, 0.0])
    tried_s = np.array([0.0, 1500.0])
    # two of a block ask three others each, at its offset and the shift
    one, other = (-3 * (tried_s + was_s - off_s) ** 2 for was_s, off_s in ((5, 1e3), (7, 2e3)))
    np.testing.assert_allclose(board.asking_photos((1, 2))(tried_s), 2**-0.65 * (one + other))
    np.testing.assert_allclose(board.asking_photos((1,))(tried_s), 4 / 3 * one)


@pytest.mark.parametrize("block", [(1,), (1, 2)])
def test_photos_are_tempered_and_all_else_is_not(block: tuple[int, ...]) -> None:
    """Against one other alone, a block of two is asked as any block is."""
    options = replace(BARE, priors=("overlap",))
    board = bare(3, Planted(says=by_crowd), options=options)
    tried_s = np.array([-700.0, 0.0, 300.0])
    overlap = shifted_overlap((0.0, HOUR_S), (0.0, HOUR_S), tried_s, options)
    expected = 0.25 * board.asking_photos(block)(tried_s) + overlap
    np.testing.assert_allclose(board.odds(block, tried_s), expected)


def test_of_two_that_are_alone_both_are_asked_as_often_as_the_other_has_moments() -> None:
    table = make_table([0.0, 1000.0, 2000.0], [0.0], [0.0])
    board = board_of(table, Planted(says=by_crowd), members=(0, 1))
    tried_s = np.array([-400.0, 0.0, 900.0])
    forth = by_crowd(1, board.crowd_of(1, frozenset()), tried_s)
    back = by_crowd(0, board.crowd_of(0, frozenset()), -tried_s)
    expected = 0.25 * (0.75 * forth + 0.25 * back)
    np.testing.assert_allclose(board.odds((1,), tried_s), expected)


def test_whole_hours_are_told_by_eight_at_most() -> None:
    """The ninth gallery is half an hour off, where the other eight are a whole one off."""
    offset_s = [100.0, *[100.0 + HOUR_S] * 8, 100.0 + HOUR_S / 2]
    board = bare(10, options=replace(BARE, priors=("hours",)), offset_s=offset_s)
    tried_s = np.array([0.0, 700.0])
    whole, off = round_hours_odds(np.array([0.0, 700.0]))
    np.testing.assert_allclose(board.other_odds(range(1, 10), tried_s), [whole, off])
    np.testing.assert_allclose(board.other_odds((0,), tried_s), [whole, off])
    both = (whole + round_hours_odds(np.array([HOUR_S / 2]))[0]) / 2
    assert board.other_odds((8, 9), np.zeros(1))[0] == pytest.approx(both)


def test_answers_are_told_of_galleries_as_they_are_placed() -> None:
    """Photos of one moment whose clocks differ by an hour, in galleries that are elsewhere yet."""
    table = make_table([0.0, 60.0], [HOUR_S, HOUR_S + 60.0], [0.0])
    known = PriorKnowledge(table, told((0, 2), same=True))
    board = board_of(table, knowledge=known, offset_s=[200.0, 900.0 - HOUR_S, 0.0])
    tried_s = np.array([-700.0, 0.0, 700.0])
    odds = answer_odds(AnswerKind("same", named=True), np.array([0.0, 700.0, 1400.0]))
    np.testing.assert_allclose(board.other_odds((1,), tried_s), odds)
    np.testing.assert_allclose(board.other_odds((1, 2), tried_s), odds)
    np.testing.assert_allclose(board.other_odds((0,), -tried_s), odds)


def test_a_clock_is_told_by_the_true_time_of_the_others() -> None:
    table = make_table([0.0], [0.0], [0.0])
    beliefs = [ClockBelief(f"g{n}", at_s, 30.0, 0.9, "") for n, at_s in ((0, 150.0), (1, 1000.0))]
    board = board_of(
        table, knowledge=PriorKnowledge(table, beliefs=beliefs), offset_s=[50.0, 300.0, 0.0]
    )
    assert board.true_s([0]) == 100.0
    # the second gallery would be right at 900 s: 600 later than it is
    tried_s = np.array([600.0, 0.0, 660.0])
    near = np.exp(-((np.array([0.0, 600.0, 60.0]) / 30.0) ** 2) / 2)
    odds = np.log(0.1 + 0.9 * near * 86_400.0 / (30.0 * np.sqrt(2 * np.pi)))
    np.testing.assert_allclose(board.other_odds((1,), tried_s), odds)


def test_a_phone_beside_a_camera_says_no_more_of_it_than_the_camera() -> None:
    table = make_table([0.0], [0.0])
    camera = ClockBelief("g0", 0.0, 60.0, 0.3, "", hours_weight=0.25)
    phone = ClockBelief("g1", 0.0, 2.0, 0.9, "", hours_weight=0.03)
    board = board_of(table, knowledge=PriorKnowledge(table, beliefs=[camera, phone]))
    tried_s = np.array([0.0, -250.0, HOUR_S])
    of_phone = board.other_odds((1,), tried_s)
    np.testing.assert_allclose(of_phone, board.other_odds((0,), -tried_s))
    assert of_phone[0] == pytest.approx(np.log(0.45 + 0.3 * 574.5), abs=0.01)
    # what takes event time to true time may be told by more than clocks: then it is as it says
    known = replace(board, told_true_s=0.0).other_odds((1,), tried_s)
    assert known[0] > of_phone[0] + 3.0


def test_clocks_that_agree_are_wrong_only_if_each_is() -> None:
    table = make_table([0.0], [0.0], [0.0], [0.0])
    cameras = [ClockBelief(f"g{n}", 0.0, 60.0, 0.3, "", hours_weight=0.25) for n in range(3)]
    known = PriorKnowledge(table, beliefs=cameras)
    alone = known.told(np.array([0]), np.array([20.0]))
    assert (alone.true_s, alone.sd_s, alone.weight) == (-20.0, 60.0, pytest.approx(0.3))
    assert alone.hours_weight == pytest.approx(0.25)
    several = known.told(np.array([0, 1, 2]), np.array([20.0, 50.0, 3600.0]))
    assert several.weight == pytest.approx(1 - 0.7**2)  # the third shows another time
    assert several.hours_weight == pytest.approx(0.25 * 0.7)


def test_true_time_is_what_most_clocks_agree_on() -> None:
    table = make_table([0.0], [0.0], [0.0])
    beliefs = [ClockBelief(f"g{n}", at_s, 5.0, 0.9, "") for n, at_s in enumerate((700, 110, 210))]
    board = board_of(
        table, knowledge=PriorKnowledge(table, beliefs=beliefs), offset_s=[0.0, 10.0, 110.0]
    )
    assert board.true_s([0, 1, 2]) == 100.0
    # one that is exact outweighs two that are vague, and yet not ruled out by it
    vague = [ClockBelief("g0", 0.0, 5.0, 0.9, "")]
    vague += [ClockBelief(f"g{n}", 1000.0, 300.0, 0.9, "") for n in (1, 2)]
    board = board_of(table, knowledge=PriorKnowledge(table, beliefs=vague))
    assert board.true_s([0, 1, 2]) == 0.0


def test_alternatives_add_up_what_pairs_say_of_the_shift() -> None:
    """Two partners propose 10 and 20 cells, and both propose 40, each less clearly."""
    offset_s = [3 * CELL_S, 5 * CELL_S, -2 * CELL_S, 0.0]
    modes = {
        (0, 1): Candidates(np.array([12, 42]), np.array([10.0, 8.0])),
        (2, 1): Candidates(np.array([27, 47]), np.array([9.0, 8.0])),
        (3, 1): Candidates.only(9000.0, 99.0),
    }
    board = bare(4, candidates=modes, offset_s=offset_s, partners={1: (0, 2), 2: (1,), 3: (1,)})
    found = board.alternatives_s((1,)) / CELL_S
    # 40 for both; then the neighbours of it, 0.9 of each; then 10, and 0.6 of 40's sum
    assert found[:6].tolist() == [40.0, 39.0, 41.0, 10.0, 38.0, 42.0]
    assert len(found) == 15
    # a member of the block proposes nothing for it
    inside = board.alternatives_s((1, 2)) / CELL_S
    assert sorted(inside.tolist()) == [*range(8, 13), *range(38, 43)]
    nobody = board.alternatives_s((3,))
    assert nobody.shape == (0,)


def test_no_more_than_two_dozen_alternatives_are_looked_at() -> None:
    modes = {(0, 1): Candidates(np.arange(0, 100, 10), np.arange(1.0, 11.0))}
    found = bare(2, candidates=modes).alternatives_s((1,)) / CELL_S
    assert len(found) == 24
    assert found[0] == 90.0


def test_those_speak_for_a_block_who_have_most_to_say_to_three_outside() -> None:
    """Galleries 0 to 3 are outside; the others are loud by what they say to their loudest three."""
    loud = {4: [4.0, 4.0, 4.0, 0.5], 5: [3.9, 3.9, 3.9, 3.9], 6: [12.5], 7: [5.0, 5.0, 1.0, 0.9]}
    modes = {
        (o, one): Candidates(np.array([0, 9]), np.array([odds - 50.0, odds]))
        for one, said in loud.items()
        for o, odds in enumerate(said)
    }
    block = tuple(range(4, 13))
    # the rest say a little to one outside, or to those inside only
    modes |= {(0, one): Candidates.only(0.0, 0.5) for one in range(8, 12)}
    modes |= {(11, 12): Candidates.only(0.0, 99.0)}
    partners = dict.fromkeys(range(4, 8), (0, 1, 2, 3)) | dict.fromkeys(range(8, 12), (0,))
    partners[12] = (0, 1, 2, 11)
    board = bare(13, candidates=modes, partners=partners)
    assert board.representatives(block) == [6, 4, 5, 7, 8, 9, 10, 11]
    assert board.representatives(block[:8]) == block[:8]
