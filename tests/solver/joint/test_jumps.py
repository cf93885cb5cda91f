"""What a jump is, step by step, where it is known beforehand what photos say."""

from dataclasses import replace

import numpy as np
import pytest

from coincide.model import Basis, Estimate, Finding, FindingKind, Floats, Jump, Offsets, Placement
from coincide.model.times import DAY_S, HOUR_S
from coincide.model.verdicts import Verdict
from coincide.solver.clocks import ClockBelief
from coincide.solver.evidence import Crowd
from coincide.solver.joint.board import Board
from coincide.solver.joint.changes import count_pauses
from coincide.solver.joint.jumps import (
    Course,
    alike,
    as_if_steady,
    ask,
    candidates_s,
    clearest,
    course_of,
    find_jumps,
    with_jumps,
    with_torn,
)
from coincide.solver.joint.knowledge import NO_HINTS, PriorKnowledge
from coincide.solver.joint.pairs import most_agreed
from coincide.solver.options import JumpOptions, PairOptions
from tests.conftest import make_table
from tests.solver.joint.planted import Planted, board_of

JUMPS = JumpOptions()
THIN, TORN = Finding(FindingKind.THIN), Finding(FindingKind.TORN)
UNSURE_SIDE, LEFT_WRONG = map(Finding, (FindingKind.UNSURE_SIDE, FindingKind.LEFT_WRONG))


# nothing is believed of its clocks
ANY = board_of(make_table([0.0], [0.0]))


def course(*jumps: Jump, gain: float = 10.0, chance: float = 1.0) -> Course:
    return Course(jumps, gain, chance)


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
    assert clearest({1: strong, 2: weak}, known=(), options=JUMPS) == {1: strong}
    assert clearest({1: strong, 2: weak}, known={1}, options=JUMPS) == {1: strong, 2: weak}
    assert clearest({}, known=(), options=JUMPS) == {}


def test_of_jumps_that_mirror_each_other_the_clearer_is_followed_first() -> None:
    jumped, mirror = course(Jump(3, HOUR_S), gain=24.0), course(Jump(5, -HOUR_S), gain=20.0)
    other = course(Jump(9, 2 * HOUR_S), gain=20.0)
    assert clearest({1: jumped, 2: mirror, 3: other}, known=(), options=JUMPS) == {
        1: jumped,
        3: other,
    }
    # what is still there when the clearer one is set right is no mirror of it
    assert clearest({1: jumped, 2: mirror}, known={1}, options=JUMPS) == {1: jumped, 2: mirror}


def test_jumps_within_a_few_photos_are_alike() -> None:
    assert alike({1: course(Jump(10, 1.0))}, {1: course(Jump(12, 2.0))}, options=JUMPS)
    assert not alike({1: course(Jump(10, 1.0))}, {1: course(Jump(20, 1.0))}, options=JUMPS)
    assert not alike(
        {1: course(Jump(10, HOUR_S))}, {1: course(Jump(10, 2 * HOUR_S))}, options=JUMPS
    )
    assert not alike({1: course(Jump(10, 1.0))}, {}, options=JUMPS)
    assert not alike(
        {1: course(Jump(10, 1.0))}, {1: course(Jump(10, 1.0), Jump(20, 1.0))}, options=JUMPS
    )


def test_offsets_are_no_surer_than_their_jumps() -> None:
    sure = Placement("a", Estimate(5.0, 4.0, 6.0, 0.999))
    offsets = Offsets("a", "joint", (sure, Placement("b", None, findings=(THIN,))))
    jump = Jump(3, HOUR_S)
    found = with_jumps(offsets, {0: course(jump, chance=0.7), 1: course(jump)}, ANY)
    assert found["a"].jumps == (jump,)
    assert found["a"].verdict == Verdict("likely", 0.7, (UNSURE_SIDE,))
    # a clock that nobody can tell the offset of may yet be seen to jump
    assert found["b"] == replace(offsets["b"], jumps=(jump,))
    certain = with_jumps(offsets, {0: course(jump)}, ANY)
    assert certain["a"].verdict == Verdict("certain", 0.999)


def jumping(*true_s: float, n_photos: int = 4, anchor: int = 1, **how: object) -> Board:
    """Return a board on which the first gallery's offset is each of these for some photos.

    Photos are 5000 s apart by the clock of the second gallery, and worth four nats each.
    """
    n = len(true_s) * n_photos
    right_s = 5000.0 * np.arange(float(n))
    offset_s = np.repeat(true_s, n_photos)
    table = make_table((right_s - offset_s).tolist(), right_s.tolist(), [0.0])

    def by_photo(gallery: int, _crowd: Crowd, offsets_s: Floats) -> Floats:
        off_s = np.abs(offsets_s - offset_s) if gallery == 0 else np.abs(offsets_s + 0 * right_s)
        return np.maximum(4.0 - off_s / 50.0, 0.0)

    ratios = {(0, 1): 2.0 * np.eye(n), (1, 0): 2.0 * np.eye(n)}
    how = {"partners": {0: (1,), 1: (0,), 2: ()}, "offset_s": [true_s[0], 0.0, 0.0], **how}
    return board_of(table, Planted(ratios, by_photo=by_photo), anchor=anchor, **how)  # type: ignore[arg-type]


def steps(found: Course) -> list[tuple[int, float]]:
    return [(jump.row, jump.step_s) for jump in found.jumps]


def test_a_course_is_where_most_of_its_photos_are_and_how_much_better_it_fits() -> None:
    board = jumping(0.0, -HOUR_S, -HOUR_S)
    found = course_of(board, board.evidence.table, 0)
    assert found is not None
    assert steps(found) == [(4, -HOUR_S)]
    # one offset fits eight of twelve photos, two fit all
    assert found.gain == pytest.approx(4 * 4.0)
    assert found.chance == pytest.approx(1.0, abs=0.01)
    assert found.main_s == -HOUR_S
    early = jumping(0.0, 0.0, -HOUR_S)
    found = course_of(early, early.evidence.table, 0)
    assert found is not None
    assert steps(found) == [(8, -HOUR_S)]
    assert found.gain == pytest.approx(16.0)
    assert found.chance == pytest.approx(1.0, abs=0.01)
    assert found.main_s == 0.0


def test_a_course_of_two_jumps_has_its_rows_counted_from_the_first_photo() -> None:
    board = jumping(100.0, 100.0 - HOUR_S, 100.0 - 3 * HOUR_S)
    found = course_of(board, board.evidence.table, 0)
    assert found is not None
    assert steps(found) == [(4, -HOUR_S), (8, -2 * HOUR_S)]
    for jump in found.jumps:  # never further than to where the clock went on alike
        assert 0 < jump.row - jump.early <= jump.row <= jump.row + jump.late <= 12
    assert found.gain == pytest.approx(8 * 4.0)


def test_all_but_the_pinned_are_asked_outliers_as_well() -> None:
    board = jumping(0.0, -HOUR_S)
    table = board.evidence.table
    assert set(find_jumps(board, table)) == {0}
    assert set(find_jumps(replace(board, members=(1, 2), outliers=(0,)), table)) == {0}
    pinned = replace(board, knowledge=PriorKnowledge(table, replace(NO_HINTS, pinned=((0, 0.0),))))
    assert find_jumps(pinned, table) == {}
    told = replace(NO_HINTS, steady=frozenset({0}))
    steady = replace(board, knowledge=PriorKnowledge(table, told))
    assert find_jumps(steady, table) == {}


def test_offsets_are_looked_for_where_hours_and_matches_have_them() -> None:
    board = jumping(100.0, 2500.0)
    found_s = candidates_s(board, board.evidence.table, 0)
    hours_s = 100.0 + HOUR_S * np.arange(-12, 13)
    np.testing.assert_allclose(found_s, np.unique([*hours_s, 2500.0]))
    # what is as much unlike as alike proposes nothing
    silent = {pair: 0 * ratio for pair, ratio in planted_ratios(board).items()}
    blind = board_of(board.evidence.table, Planted(silent), offset_s=[100.0, 0.0, 0.0])
    blind = replace(blind, partners=board.partners)
    np.testing.assert_allclose(candidates_s(blind, board.evidence.table, 0), hours_s)


def planted_ratios(board: Board) -> dict[tuple[int, int], Floats]:
    return board.evidence.measured.ratios  # type: ignore[attr-defined,no-any-return]


def test_no_more_than_thirty_two_offsets_of_matches_are_looked_at() -> None:
    """Forty photos each propose another offset; those that count most are taken."""
    right_s = 5000.0 * np.arange(40.0)
    table = make_table((right_s - 100.0 * np.arange(40.0)).tolist(), right_s.tolist())
    votes = np.diag(1.0 + np.arange(40.0))
    board = board_of(table, Planted({(0, 1): votes}), offset_s=[77.0, 50.0])
    found_s = candidates_s(board, table, 0)
    hours_s = 77.0 + HOUR_S * np.arange(-12, 13)
    matches_s = 50.0 + 100.0 * np.arange(8, 40)
    np.testing.assert_allclose(found_s, np.unique([*hours_s, *matches_s]))


def test_matches_are_weighed_by_what_photos_count_in_their_burst(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Four photos of one second are worth one; what is not alike at all has no vote."""
    table = make_table([0.0] * 4 + [20_000.0, 40_000.0], [10_000.0, 50_000.0])
    ratio = np.zeros((6, 2))
    ratio[:4, 0], ratio[4, 1], ratio[5] = 3.0, 2.0, -1.0
    asked: list[Floats] = []

    def agreed(apart_s: Floats, weights: Floats, n_best: int, options: PairOptions) -> Floats:
        asked.extend([apart_s, weights])
        return most_agreed(apart_s, weights, n_best, options)

    monkeypatch.setattr("coincide.solver.joint.jumps.most_agreed", agreed)
    candidates_s(board_of(table, Planted({(0, 1): ratio}), offset_s=[0.0, 7.0]), table, 0)
    assert asked[0].tolist() == [10_007.0] * 4 + [30_007.0]
    assert asked[1].tolist() == [0.75] * 4 + [2.0]


def test_photos_are_asked_about_offsets_to_what_their_clock_showed() -> None:
    """On the board the clock is as if it had never jumped: there its last photo is earlier."""
    showed = make_table([0.0, 100.0, 3800.0], [0.0])
    steady = make_table([0.0, 100.0, 200.0], [0.0])

    def by_photo(_gallery: int, _crowd: Crowd, offsets_s: Floats) -> Floats:
        return offsets_s

    board = board_of(steady, Planted(by_photo=by_photo))
    asked = ask(board, showed, 0, np.array([10.0, 20.0]))
    assert asked.odds.tolist() == [[10.0, 10.0, 3610.0], [20.0, 20.0, 3620.0]]
    assert asked.times_s.tolist() == [0.0, 100.0, 3800.0]
    assert asked.weights.tolist() == board.evidence.weights[:3].tolist()
    alone = replace(board, partners={0: (), 1: ()})
    assert ask(alone, showed, 0, np.array([10.0])).odds.tolist() == [[0.0, 0.0, 0.0]]
    blind = board_of(steady, Planted(by_photo=by_photo, says_anything=False))
    assert not ask(blind, showed, 0, np.array([10.0])).odds.any()


def test_pauses_are_counted_within_galleries_by_what_clocks_showed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted: list[float] = []

    def count(pauses_s: Floats, options: JumpOptions) -> Floats:
        counted.extend(pauses_s.tolist())
        return count_pauses(pauses_s, options)

    monkeypatch.setattr("coincide.solver.joint.jumps.count_pauses", count)
    board = jumping(0.0, -HOUR_S)
    course_of(board, board.evidence.table, 0)
    # eight photos each, one of whose clocks was put forward, and one photo alone
    assert counted == [5000.0] * 3 + [8600.0] + [5000.0] * 3 + [5000.0] * 7


@pytest.mark.parametrize(("gain", "is_followed"), [(12.0, True), (11.9, False)])
def test_half_as_clear_as_the_clearest_is_clear(gain: float, is_followed: bool) -> None:
    best, other = course(Jump(3, HOUR_S), gain=24.0), course(Jump(9, 2 * HOUR_S), gain=gain)
    assert (2 in clearest({1: best, 2: other}, known=(), options=JUMPS)) is is_followed
    # by those who are known nobody is measured
    assert 2 in clearest({1: best, 2: other}, known={1}, options=JUMPS)


@pytest.mark.parametrize(("back_s", "is_mirror"), [(3301.0, True), (3300.0, False)])
def test_a_mirror_is_as_far_the_other_way_to_five_minutes(back_s: float, is_mirror: bool) -> None:
    jumped, mirror = course(Jump(3, HOUR_S), gain=24.0), course(Jump(5, -back_s), gain=20.0)
    assert (2 not in clearest({1: jumped, 2: mirror}, known=(), options=JUMPS)) is is_mirror
    # of two that are as clear nobody knows which is the mirror
    even = replace(mirror, gain=24.0)
    assert set(clearest({1: jumped, 2: even}, known=(), options=JUMPS)) == {1, 2}
    # one jump of several is enough
    twice = replace(jumped, jumps=(Jump(1, 5 * HOUR_S), *jumped.jumps))
    assert (2 not in clearest({1: twice, 2: mirror}, known=(), options=JUMPS)) is is_mirror


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
    assert alike({1: one}, {1: other}, options=JUMPS) is are_alike
    assert alike({1: one, 2: one}, {1: one, 2: other}, options=JUMPS) is are_alike
    assert alike({}, {}, options=JUMPS)


def test_the_anchor_is_told_by_its_first_photo_and_others_as_they_are() -> None:
    estimate = Estimate(5.0, 4.0, 7.0, 0.999, Basis("evidence", ("look",)))
    placed = tuple(Placement(name, estimate, findings=(THIN,)) for name in "ab")
    offsets = Offsets("a", "joint", placed)
    late = replace(course(Jump(3, HOUR_S), chance=0.99), main_s=HOUR_S)
    found = with_jumps(offsets, {0: late, 1: late}, ANY)
    anchor, other = found["a"].estimate, found["b"].estimate
    assert anchor is not None
    assert anchor == replace(estimate.shifted(-HOUR_S), probability=0.99)
    assert (anchor.offset_s, anchor.low_s, anchor.high_s) == (-3595.0, -3596.0, -3593.0)
    assert other == replace(estimate, probability=0.99)
    assert found["a"].findings == found["b"].findings == (THIN,)
    # a method that does not say how sure it is is not asked
    unsaid = replace(estimate, probability=None)
    vague = with_jumps(replace(offsets, placements=(Placement("a", unsaid),)), {0: late}, ANY)
    assert vague["a"] == Placement("a", unsaid, jumps=late.jumps)


def test_a_hair_below_certain_is_said_to_be_unsure() -> None:
    offsets = Offsets("a", "joint", (Placement("a", Estimate(0.0, 0.0, 0.0, 1.0)),))
    found = with_jumps(offsets, {0: course(Jump(3, HOUR_S), chance=0.989)}, ANY)
    assert found["a"].verdict == Verdict("likely", 0.989, (UNSURE_SIDE,))


@pytest.mark.parametrize(
    ("first_s", "steps_s", "is_certain"),
    [
        (1020.0, (-1020.0,), True),  # set right
        (0.0, (1020.0,), False),  # a right clock is set wrong
        (1020.0, (-480.0,), False),  # nearer, and still wrong
        (1020.0, (-100.0,), False),  # hardly nearer
        (0.0, (HOUR_S,), True),  # a zone that was crossed
        (0.0, (HOUR_S + 700.0,), False),
        (480.0, (3 * HOUR_S - 480.0, -3 * HOUR_S), False),
    ],
)
def test_whoever_sets_minutes_sets_a_clock_right(
    first_s: float, steps_s: tuple[float, ...], is_certain: bool
) -> None:
    board = jumping(first_s, 0.0)
    table = board.evidence.table
    beliefs = [ClockBelief(name, 0.0, 60.0, 0.3, "a camera", assumed=True) for name in table.names]
    board = replace(board, knowledge=PriorKnowledge(table, beliefs=beliefs))
    jumps = [Jump(3 * nth, step_s) for nth, step_s in enumerate(steps_s, start=1)]
    found = with_jumps(certain_everywhere(board, first_s), {0: course(*jumps)}, board)
    assert found.placements[0].certain is is_certain
    state, findings = ("certain", ()) if is_certain else ("likely", (LEFT_WRONG,))
    assert found.placements[0].verdict == Verdict(state, 0.999, findings)  # type: ignore[arg-type]
    # where nothing is believed of clocks, any may be right
    unknown = replace(board, knowledge=PriorKnowledge(table))
    found = with_jumps(certain_everywhere(board, first_s), {0: course(*jumps)}, unknown)
    assert found.placements[0].certain


def certain_everywhere(board: Board, offset_s: float = 0.0) -> Offsets:
    names = board.evidence.table.names
    found = Estimate(offset_s, offset_s - 9.0, offset_s + 9.0, 0.999)
    return Offsets(names[1], "joint", tuple(Placement(name, found) for name in names))


@pytest.mark.parametrize(
    ("later_s", "is_torn"), [(-HOUR_S, True), (-2 * DAY_S, True), (-30 * HOUR_S, False)]
)
def test_who_fits_at_two_places_is_not_certain_of_one(later_s: float, is_torn: bool) -> None:
    """By a step that somebody may set a clock by; others fit by chance."""
    board = jumping(0.0, later_s)
    table, offsets = board.evidence.table, certain_everywhere(board)
    found = with_torn(offsets, board, table, without=())
    assert [one.certain for one in found.placements] == [not is_torn, True, True]
    state, findings = ("likely", (TORN,)) if is_torn else ("certain", ())
    assert found.placements[0].verdict == Verdict(state, 0.999, findings)  # type: ignore[arg-type]
    # what a jump or a person has settled is settled
    assert with_torn(offsets, board, table, without={0}) == offsets
    told = replace(NO_HINTS, steady=frozenset({0}))
    steady = replace(board, knowledge=PriorKnowledge(table, told))
    assert with_torn(offsets, steady, table, without=()) == offsets


@pytest.mark.parametrize(("offset_s", "is_torn"), [(0.0, False), (-4 * HOUR_S, True)])
def test_a_clock_that_sets_itself_is_torn_only_where_it_would_be_moved(
    offset_s: float, is_torn: bool
) -> None:
    board = jumping(0.0, -HOUR_S)
    table = board.evidence.table
    phones = [
        ClockBelief(name, 0.0, 2.0, 0.9, "a phone", assumed=True, keeps_itself=True)
        for name in table.names[:2]
    ]
    board = replace(board, knowledge=PriorKnowledge(table, beliefs=phones))
    offsets = certain_everywhere(board, offset_s)
    found = with_torn(offsets, board, table, without=())
    assert found.placements[0].certain is not is_torn
    assert found.placements[0].has(FindingKind.TORN) is is_torn


@pytest.mark.parametrize(("before_s", "is_jump"), [(200.0, False), (160.0, True)])
def test_sides_that_come_nearer_than_five_minutes_are_one(before_s: float, is_jump: bool) -> None:
    """Looked for at 0 and 700 s, the second side is held at 480 s, where it likes best."""
    right_s, liked_s = 9000.0 * np.arange(8.0), np.repeat([before_s, 480.0], 4)

    def by_photo(_gallery: int, _crowd: Crowd, offsets_s: Floats) -> Floats:
        return np.maximum(12.0 - np.abs(offsets_s - liked_s) / 50.0, 0.0)

    table = make_table(right_s, right_s + 700.0)
    board = board_of(table, Planted({(0, 1): np.eye(8)}, by_photo=by_photo))
    assert (course_of(board, table, 0) is not None) is is_jump
