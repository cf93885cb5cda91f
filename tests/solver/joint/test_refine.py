from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from coincide.model import Floats
from coincide.model.times import HOUR_S
from coincide.solver.evidence import Crowd
from coincide.solver.joint import JointSolution, solve_joint
from coincide.solver.joint.board import Board
from coincide.solver.joint.knowledge import NO_HINTS, PriorKnowledge
from coincide.solver.joint.refine import _blocks, middle_of, move, refine, wanted_shift_s
from tests.conftest import make_table
from tests.scenes import Shots, afternoon, make_features, make_material, seen_by
from tests.solver.joint.clear import clear_event
from tests.solver.joint.planted import BARE, Planted, board_of
from tests.solver.joint.simulated import STEADY


@pytest.fixture(scope="module")
def solved() -> Board:
    """Four cameras that see the same scenes, on one clock."""
    rng = np.random.default_rng(10_005)
    at_s = afternoon(rng, 20)
    galleries = {name: seen_by(rng, at_s) for name in "abcd"}
    return solve_joint(
        make_material(make_features(rng, galleries)), anchor="a", options=STEADY
    ).board


def pushed(board: Board, galleries: list[int], push_s: float, **changes: object) -> Board:
    """Return a board of its own, with some galleries pushed out of place."""
    offset_s = board.offset_s.copy()
    offset_s[galleries] += push_s
    return replace(board, offset_s=offset_s, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("push_s", [-7000.0, -200.0, 50.0, 3600.0])
def test_a_gallery_goes_back_to_where_the_others_want_it(solved: Board, push_s: float) -> None:
    board = pushed(solved, [2], push_s)
    moved_s = move(board, (2,)) + move(board, (2,))
    assert board.offset_s[2] == pytest.approx(0.0, abs=15.0)
    assert moved_s == pytest.approx(abs(push_s), abs=30.0)
    np.testing.assert_array_equal(np.delete(board.offset_s, 2), np.delete(solved.offset_s, 2))


def test_a_block_goes_back_as_one(solved: Board) -> None:
    board = pushed(solved, [1, 3], 5000.0)
    move(board, (1, 3))
    np.testing.assert_allclose(board.offset_s, 0.0, atol=20.0)
    apart_s = board.offset_s[3] - board.offset_s[1]
    assert apart_s == pytest.approx(solved.offset_s[3] - solved.offset_s[1])


def test_a_block_that_was_merged_is_moved_as_one() -> None:
    """Bob and Dan know each other so well that one by one neither would go."""
    rng = np.random.default_rng(10_006)
    at_s = afternoon(rng, 40)
    pairs = {"a": range(24), "b": range(18, 40), "c": range(24), "d": range(18, 40)}
    galleries = {name: Shots(scenes, at_s[list(scenes)]) for name, scenes in pairs.items()}
    found = solve_joint(make_material(make_features(rng, galleries)), anchor="a", options=STEADY)
    together, alone = (pushed(found.board, [1, 3], 5000.0) for _ in range(2))
    refine(together, [(1, 3)])
    np.testing.assert_allclose(together.offset_s - together.offset_s[0], 0.0, atol=30.0)
    refine(alone, [])
    assert (alone.offset_s - alone.offset_s[0])[[1, 3]].min() > 4000.0


def test_who_is_in_place_stays(solved: Board) -> None:
    board = pushed(solved, [], 0.0)
    assert all(move(board, (one,)) < 10.0 for one in board.members)


def test_who_is_fixed_is_not_moved_nor_any_block_with_it(solved: Board) -> None:
    board = pushed(solved, [2], 3600.0, fixed=frozenset({0, 2}))
    assert move(board, (2,)) == 0.0
    assert move(board, (1, 2)) == 0.0
    assert board.offset_s[2] - solved.offset_s[2] == 3600.0


def test_with_no_sweeps_nothing_moves(solved: Board) -> None:
    board = pushed(solved, [2], 3600.0, options=replace(STEADY, sweeps=0))
    refine(board, [(1, 2)])
    assert board.offset_s[2] - solved.offset_s[2] == 3600.0


def test_the_less_likeness_counts_the_more_the_middles_of_galleries_do() -> None:
    """Ann and Bob pass the same places within half an hour, Bob only the first."""
    rng = np.random.default_rng(10_007)
    at_s = np.sort(rng.uniform(0.0, 1500.0, 12))
    features = make_features(rng, {"ann": Shots(range(12), at_s), "bob": Shots(range(7), at_s[:7])})
    middle_s = (at_s[11] - at_s[6]) / 2
    placed_s = []
    for in_full_s in (1.0, 50_000.0, 1e7):
        options = replace(
            STEADY, evidence=replace(STEADY.evidence, kinds=("look",), in_full_s=in_full_s)
        )
        found = solve_joint(make_material(features), anchor="ann", options=options)
        placed_s.append(found.board.offset_s[1])
    assert placed_s[0] == pytest.approx(0.0, abs=30.0)
    assert placed_s[0] < placed_s[1] < placed_s[2]
    assert placed_s[2] == pytest.approx(middle_s, abs=60.0)


def test_the_middle_is_weighed_by_odds() -> None:
    shifts_s = np.array([-10.0, 0.0, 10.0])
    assert middle_of(shifts_s, np.zeros(3)) == pytest.approx(0.0)
    assert middle_of(shifts_s, np.array([-1e4, 0.0, 0.0])) == pytest.approx(5.0)
    assert middle_of(shifts_s, np.array([0.0, 0.0, 1e4])) == pytest.approx(10.0)


class Heard:
    """Galleries that like an offset by so much, and all offsets that they were asked about."""

    def __init__(self, likes: Callable[[Floats], Floats]) -> None:
        self.likes = likes
        self.asked_s: list[Floats] = []

    def __call__(self, _gallery: int, _crowd: Crowd, offsets_s: Floats) -> Floats:
        self.asked_s.append(offsets_s)
        return self.likes(offsets_s)


def board_liking(likes: Callable[[Floats], Floats], counts: float = 1.0) -> tuple[Board, Heard]:
    """Return three galleries at 0 s that like offsets so."""
    heard = Heard(likes)
    table = make_table(*[[0.0, 3600.0]] * 3)
    return board_of(table, Planted(says=heard, counts=counts)), heard


@pytest.mark.parametrize(
    ("counts", "reach_s"), [(1.0, 120.0), (0.5, 360.0), (0.25, 480.0), (0.0, 600.0)]
)
def test_a_gallery_is_first_looked_for_and_then_put_amid_a_peak(
    counts: float, reach_s: float
) -> None:
    board, heard = board_liking(lambda offsets_s: 0 * offsets_s, counts)
    assert move(board, (1,)) == 0.0
    around_s, fine_s = heard.asked_s
    assert around_s.tolist() == sorted({*range(-60, 61, 10), *range(-300, 301, 30)})
    np.testing.assert_allclose(fine_s, np.arange(-reach_s, reach_s + 1.0, 4.0))


@pytest.mark.parametrize(("gain", "goes"), [(0.049, False), (0.051, True)])
def test_a_move_must_be_worth_a_twentieth(gain: float, goes: bool) -> None:
    board, heard = board_liking(lambda offsets_s: np.where(offsets_s == 240.0, 4 * gain, 0.0))
    assert board.options.temper == 0.25
    move(board, (1,))
    assert heard.asked_s[1].mean() == pytest.approx(240.0 if goes else 0.0)


def test_a_move_is_compared_with_staying_and_not_with_going_a_little() -> None:
    liked = {240.0: 0.8, 10.0: 0.72, -10.0: 0.72}
    board, heard = board_liking(lambda offsets_s: np.array([liked.get(s, 0.0) for s in offsets_s]))
    move(board, (1,))
    assert heard.asked_s[1].mean() == pytest.approx(240.0)


def test_how_far_a_block_moved_is_told_either_way() -> None:
    for true_s in (-200.0, 200.0):
        board, _ = board_liking(lambda offsets_s, at_s=true_s: -((offsets_s - at_s) ** 2))
        assert move(board, (1, 2)) == pytest.approx(200.0, abs=1e-6)
        np.testing.assert_allclose(board.offset_s, [0.0, true_s, true_s], atol=1e-6)


def moves_of(
    monkeypatch: pytest.MonkeyPatch, by_s: Callable[[int, tuple[int, ...]], float], sweeps: int
) -> list[tuple[int, ...]]:
    """Return who is moved, one after the other, if the nth move of a block is by so much."""
    moved: list[tuple[int, ...]] = []

    def move_of(_board: Board, block: tuple[int, ...]) -> float:
        moved.append(block)
        return by_s(moved.count(block), block)

    monkeypatch.setattr("coincide.solver.joint.refine.move", move_of)
    board = replace(
        board_liking(lambda offsets_s: offsets_s)[0], options=replace(BARE, sweeps=sweeps)
    )
    refine(board, [(0, 1), (1, 2)])
    return moved


ONCE: list[tuple[int, ...]] = [(0,), (1,), (2,)]


def test_blocks_that_were_merged_well_are_moved_once_and_others_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moved = moves_of(monkeypatch, lambda _, block: 30.0 if block == (1, 2) else 29.9, sweeps=3)
    assert moved == [*ONCE, (0, 1), (1, 2), *ONCE, (1, 2), *ONCE]


@pytest.mark.parametrize(("last_s", "n_sweeps"), [(0.99, 2), (1.0, 3)])
@pytest.mark.parametrize("who", [(2,), (0, 1)])
def test_who_moves_by_less_than_a_second_has_settled(
    monkeypatch: pytest.MonkeyPatch, who: tuple[int, ...], last_s: float, n_sweeps: int
) -> None:
    """It moves by more at first, as nobody else does; a block only if it is asked again."""

    def by_s(nth: int, block: tuple[int, ...]) -> float:
        return 0.0 if block != who else 40.0 if nth == 1 else last_s if nth == 2 else 0.0

    moved = moves_of(monkeypatch, by_s, sweeps=5)
    assert moved.count((2,)) == n_sweeps


def pinned(*pins: tuple[int, float], n_galleries: int = 5) -> JointSolution:
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
