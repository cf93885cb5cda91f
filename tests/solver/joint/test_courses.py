"""Which clocks were set anew, and what that leaves open, on boards with planted likeness."""

from dataclasses import replace

import numpy as np
import pytest

from coincide.model import Basis, Estimate, Finding, FindingKind, Floats, Jump, Offsets, Placement
from coincide.model.times import HOUR_S
from coincide.model.verdicts import Verdict
from coincide.solver.clocks import ClockBelief
from coincide.solver.evidence import Crowd
from coincide.solver.joint import courses
from coincide.solver.joint.board import Board
from coincide.solver.joint.course import CoursePosterior
from coincide.solver.joint.courses import Course, find_courses, with_courses
from coincide.solver.joint.knowledge import NO_HINTS, PriorKnowledge
from coincide.solver.joint.pairs import most_agreed
from coincide.solver.joint.pauses import learn_pauses
from tests.conftest import make_table
from tests.solver.joint.planted import Planted, board_of

THIN, TORN = Finding(FindingKind.THIN), Finding(FindingKind.TORN)


def course(*jumps: Jump, gain: float = 10.0) -> Course:
    return Course(jumps, gain)


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
    # four nats, tempered, and one photo in a hundred misleads
    most = 3.0 - np.log(0.99 + 0.01 * np.exp(3.0))
    board = jumping(0.0, -HOUR_S, -HOUR_S)
    found = find_courses(board, board.evidence.table)[0]
    assert steps(found) == [(4, -HOUR_S)]
    # one offset fits eight of twelve photos, two fit all
    assert found.gain == pytest.approx(4 * most)
    assert found.main_s == -HOUR_S
    early = jumping(0.0, 0.0, -HOUR_S)
    found = find_courses(early, early.evidence.table)[0]
    assert steps(found) == [(8, -HOUR_S)]
    assert found.main_s == 0.0


def test_a_course_of_two_jumps_has_its_rows_counted_from_the_first_photo() -> None:
    board = jumping(100.0, 100.0 - HOUR_S, 100.0 - 3 * HOUR_S)
    found = find_courses(board, board.evidence.table)[0]
    assert steps(found) == [(4, -HOUR_S), (8, -2 * HOUR_S)]


@pytest.mark.parametrize("first_s", [0.0, 1000.0, -5000.0])
def test_a_step_is_whole_hours_where_that_fits_about_as_well(first_s: float) -> None:
    """Wherever the clock was before it."""
    board = jumping(first_s, first_s - HOUR_S + 20.0)
    assert steps(find_courses(board, board.evidence.table)[0]) == [(4, -HOUR_S)]


def test_all_but_the_pinned_are_asked_outliers_as_well() -> None:
    board = jumping(0.0, -HOUR_S)
    table = board.evidence.table
    assert set(find_courses(board, table)) == {0}
    assert set(find_courses(replace(board, members=(1, 2), outliers=(0,)), table)) == {0}
    pinned = replace(board, knowledge=PriorKnowledge(table, replace(NO_HINTS, pinned=((0, 0.0),))))
    assert find_courses(pinned, table) == {}
    told = replace(NO_HINTS, steady=frozenset({0}))
    steady = replace(board, knowledge=PriorKnowledge(table, told))
    assert find_courses(steady, table) == {}


def test_offsets_are_looked_for_where_hours_and_matches_have_them() -> None:
    board = jumping(100.0, 2500.0)
    found_s = courses._candidates_s(board, board.evidence.table, 0)
    hours_s = 100.0 + HOUR_S * np.arange(-12, 13)
    np.testing.assert_allclose(found_s, np.unique([*hours_s, 2500.0]))
    # what is as much unlike as alike proposes nothing
    silent = {pair: 0 * ratio for pair, ratio in planted_ratios(board).items()}
    blind = board_of(board.evidence.table, Planted(silent), offset_s=[100.0, 0.0, 0.0])
    blind = replace(blind, partners=board.partners)
    np.testing.assert_allclose(courses._candidates_s(blind, board.evidence.table, 0), hours_s)


def planted_ratios(board: Board) -> dict[tuple[int, int], Floats]:
    return board.evidence.measured.ratios  # type: ignore[attr-defined,no-any-return]


def test_no_more_than_thirty_two_offsets_of_matches_are_looked_at() -> None:
    """Forty photos each propose another offset; those that count most are taken."""
    right_s = 5000.0 * np.arange(40.0)
    table = make_table((right_s - 100.0 * np.arange(40.0)).tolist(), right_s.tolist())
    votes = np.diag(1.0 + np.arange(40.0))
    board = board_of(table, Planted({(0, 1): votes}), offset_s=[77.0, 50.0])
    found_s = courses._candidates_s(board, table, 0)
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

    def agreed(apart_s: Floats, weights: Floats, n_best: int) -> Floats:
        asked.extend([apart_s, weights])
        return most_agreed(apart_s, weights, n_best)

    monkeypatch.setattr("coincide.solver.joint.courses.most_agreed", agreed)
    courses._candidates_s(board_of(table, Planted({(0, 1): ratio}), offset_s=[0.0, 7.0]), table, 0)
    assert asked[0].tolist() == [10_007.0] * 4 + [30_007.0]
    assert asked[1].tolist() == [0.75] * 4 + [2.0]


def test_photos_are_asked_about_offsets_to_what_their_clock_showed() -> None:
    """On the board the clock is as if it had never jumped: there its last photo is earlier."""
    showed = make_table([0.0, 100.0, 3800.0], [0.0])
    steady = make_table([0.0, 100.0, 200.0], [0.0])

    def by_photo(_gallery: int, _crowd: Crowd, offsets_s: Floats) -> Floats:
        return offsets_s

    board = board_of(steady, Planted(by_photo=by_photo))
    asked = courses._ask(board, showed, 0, np.array([10.0, 20.0]))
    assert asked.tolist() == [[10.0, 10.0, 3610.0], [20.0, 20.0, 3620.0]]
    alone = replace(board, partners={0: (), 1: ()})
    assert courses._ask(alone, showed, 0, np.array([10.0])).tolist() == [[0.0, 0.0, 0.0]]
    blind = board_of(steady, Planted(by_photo=by_photo, says_anything=False))
    assert not courses._ask(blind, showed, 0, np.array([10.0])).any()


def certain_everywhere(board: Board, offset_s: float = 0.0) -> Offsets:
    names = board.evidence.table.names
    found = Estimate(offset_s, offset_s - 9.0, offset_s + 9.0, 0.999)
    return Offsets(names[1], "joint", tuple(Placement(name, found) for name in names))


def test_the_root_is_told_by_its_first_photo_and_others_as_they_are() -> None:
    estimate = Estimate(5.0, 4.0, 7.0, 0.999, Basis("evidence", ("look",)))
    offsets = Offsets("g0", "joint", (Placement("g0", estimate), Placement("g1", estimate)))
    late = Course((Jump(1, HOUR_S),), 10.0, main_s=HOUR_S)
    silent = Planted({(0, 1): np.zeros((2, 2)), (1, 0): np.zeros((2, 2))})
    board = board_of(make_table([0.0, 9000.0], [0.0, 9000.0]), silent)
    found = with_courses(offsets, board, board.evidence.table, {0: late, 1: late})
    assert found["g0"].estimate == estimate.shifted(-HOUR_S)
    assert found["g1"].estimate == estimate
    assert [one.jumps for one in found.placements] == [late.jumps] * 2


def test_who_has_no_place_is_left_alone() -> None:
    nowhere = Placement("g1", None, findings=(THIN,))
    offsets = Offsets("g0", "joint", (Placement("g0", Estimate(0.0, 0.0, 0.0, 1.0)), nowhere))
    silent = Planted({(0, 1): np.zeros((2, 2)), (1, 0): np.zeros((2, 2))})
    board = board_of(make_table([0.0, 9000.0], [0.0, 9000.0]), silent)
    late = Course((Jump(1, HOUR_S),), 10.0)
    found = with_courses(offsets, board, board.evidence.table, {1: late})
    assert found["g1"] == nowhere


def test_photos_near_a_jump_are_open_and_those_further_away_are_not() -> None:
    """Each says a quarter of what it would say of a whole gallery."""
    board = jumping(0.0, -HOUR_S, n_photos=12)
    table = board.evidence.table
    found = with_courses(certain_everywhere(board), board, table, {0: course(Jump(12, -HOUR_S))})
    own = found.placements[0]
    assert own.certain
    ((first, end),) = own.open_spans
    assert 6 < first < 12 < end < 18
    assert [own.leaves_open(row) for row in (0, 6, 12, 18, 23)] == [
        False,
        False,
        True,
        False,
        False,
    ]
    # at another photo than the likeliest, all up to there are open
    other = with_courses(certain_everywhere(board), board, table, {0: course(Jump(18, -HOUR_S))})
    assert other.placements[0].open_spans == ((first, 18),)


def test_a_clock_that_seems_to_have_jumped_is_certain_as_far_as_it_did_not() -> None:
    """It was not followed: then photos from there on wait, and the others are as they were."""
    board = jumping(0.0, -HOUR_S)
    table, offsets = board.evidence.table, certain_everywhere(board)
    found = with_courses(offsets, board, table, {})
    assert found.placements[0].open_spans == ((4, 8),)
    assert found.placements[0].certain
    # what a person has settled is settled
    told = replace(NO_HINTS, steady=frozenset({0}))
    steady = replace(board, knowledge=PriorKnowledge(table, told))
    assert with_courses(offsets, steady, table, {}) == offsets


def test_where_all_photos_are_open_nothing_is_certain() -> None:
    """Placed where none of its photos fits, but each at one of two other offsets."""
    board = jumping(2 * HOUR_S, HOUR_S)
    board = replace(board, offset_s=np.array([0.0, 0.0, 0.0]))
    found = with_courses(certain_everywhere(board), board, board.evidence.table, {})
    assert found.placements[0].verdict == Verdict("likely", 0.999, (TORN,))
    assert found.placements[0].open_spans == ()
    # what is not certain anyway has other reasons
    thin = certain_everywhere(board)
    thin = replace(thin, placements=tuple(one.with_findings(THIN) for one in thin.placements))
    assert with_courses(thin, board, board.evidence.table, {}).placements[0].findings == (THIN,)
    # and the anchor is what others are held against
    anchored = replace(board, anchor=0, root=0)
    found = with_courses(certain_everywhere(board), anchored, board.evidence.table, {})
    assert found.placements[0].certain


@pytest.mark.parametrize(("placed_s", "is_steady"), [(0.0, True), (-4 * HOUR_S, False)])
def test_a_clock_that_sets_itself_is_doubted_only_where_it_would_be_moved(
    placed_s: float, is_steady: bool
) -> None:
    board = jumping(placed_s, placed_s - HOUR_S)
    table = board.evidence.table
    phones = [
        ClockBelief(name, 0.0, 2.0, 0.9, "a phone", assumed=True, keeps_itself=True)
        for name in table.names[:2]
    ]
    board = replace(board, knowledge=PriorKnowledge(table, beliefs=phones))
    assert (find_courses(board, table) == {}) is is_steady
    found = with_courses(certain_everywhere(board, placed_s), board, table, {})
    assert (found.placements[0].open_spans == ()) is is_steady


def test_of_a_clock_that_was_set_it_does_not_count_that_such_clocks_set_themselves() -> None:
    """The sides of a phone that was right at first are parted as those of a camera are."""
    board = jumping(0.0, HOUR_S, n_photos=12)
    table, sides_s = board.evidence.table, np.array([0.0, HOUR_S])
    found = []
    for keeps_itself in (True, False):
        beliefs = [
            ClockBelief(name, 0.0, 2.0, 0.9, "", assumed=True, keeps_itself=keeps_itself)
            for name in table.names[:2]
        ]
        known = replace(board, knowledge=PriorKnowledge(table, beliefs=beliefs))
        pauses = learn_pauses(table)
        found.append(courses._border_posterior(known, table, 0, pauses, sides_s).gamma)
    np.testing.assert_allclose(found[0], found[1])


def waiting(says_last: float) -> Placement:
    """Return a camera an hour off whose last photos say so much, after a pause of an hour."""
    times_s = np.concatenate([900.0 * np.arange(8), 9900.0 + 900.0 * np.arange(4)])
    says = np.where(np.arange(12) < 8, 9.0, says_last)
    table = make_table([0.0, HOUR_S, 2 * HOUR_S], times_s.tolist())

    def by_photo(gallery: int, _crowd: Crowd, offsets_s: Floats) -> Floats:
        near: Floats = np.maximum(1.0 - np.abs(offsets_s - HOUR_S) / 600.0, 0.0)
        return says * near if gallery == 1 else 0.0 * offsets_s

    beliefs = [ClockBelief(name, 0.0, 60.0, 0.3, "a camera", assumed=True) for name in table.names]
    planted = Planted({(1, 0): np.zeros((12, 3)), (0, 1): np.zeros((3, 12))}, by_photo=by_photo)
    knowledge = PriorKnowledge(table, beliefs=beliefs)
    board = board_of(table, planted, offset_s=[0.0, HOUR_S], knowledge=knowledge)
    placed = Placement("g1", Estimate(HOUR_S, HOUR_S - 9.0, HOUR_S + 9.0, 0.999))
    anchor = Placement("g0", Estimate(0.0, 0.0, 0.0, 1.0))
    offsets = Offsets("g0", "joint", (anchor, placed))
    return with_courses(offsets, board, table, {})["g1"]


def test_the_last_photos_of_a_wrong_clock_wait_where_nobody_else_saw_the_same() -> None:
    found = waiting(0.0)
    assert found.open_spans == ((8, 12),)
    assert (found.certain, found.ends_right, found.findings) == (True, True, ())
    seen = waiting(9.0)
    assert (seen.open_spans, seen.findings) == ((), ())


def two_devices(nats: float, apart_s: float = 2400.0) -> CoursePosterior:
    two = 1 / (1 + np.exp(-nats))
    path = np.zeros(1, dtype=np.int64)
    return CoursePosterior(np.zeros(1), np.ones((1, 1)), path, 0.0, two, nats, apart_s)


STEADY = two_devices(-9.0)
SURE = Placement("g0", Estimate(5.0, 4.0, 6.0, 0.999))
TWO = Finding(FindingKind.TWO_DEVICES, seconds=2400.0)


def told_two(
    found: dict[int, CoursePosterior], monkeypatch: pytest.MonkeyPatch
) -> tuple[Offsets, Offsets]:
    """Return placements of four galleries, and the same with what was found of them."""
    elsewhere = Finding(FindingKind.TWO_PLACES, count=6)
    placements = (
        SURE,
        replace(SURE, gallery="g1", findings=(elsewhere, THIN)),
        replace(SURE, gallery="g2"),
        Placement("g3", None, findings=(THIN,)),
    )
    monkeypatch.setattr(courses, "_posterior", lambda _b, _t, one, _p: found.get(one, STEADY))
    board = board_of(make_table(*([0.0] for _ in placements)))
    offsets = Offsets("g0", "joint", placements)
    return offsets, with_courses(offsets, board, board.evidence.table, {})


def test_who_is_of_two_devices_is_told_so_certain_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    offsets, found = told_two({1: two_devices(3.0), 2: two_devices(4.0, 7200.0)}, monkeypatch)
    assert [one.estimate for one in found.placements] == [
        one.estimate for one in offsets.placements
    ]
    other = Finding(FindingKind.TWO_DEVICES, seconds=7200.0)
    # it answers what two places asked
    assert [one.findings for one in found.placements] == [(), (THIN, TWO), (other,), (THIN,)]
    states = [one.verdict.state for one in found.placements]
    assert states == ["certain", "likely", "likely", "unplaced"]


def test_whoever_is_held_against_two_clocks_is_not_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    _, found = told_two({0: two_devices(3.0)}, monkeypatch)
    of_anchor = Finding(FindingKind.ANCHOR_OF_TWO, galleries=("g0",), seconds=2400.0)
    assert found["g0"].findings == (TWO,)
    assert found["g2"].findings == (of_anchor,)
    assert not found["g2"].certain


def test_who_saw_the_same_as_two_devices_is_none_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    _, found = told_two({1: two_devices(3.0, 2300.0), 2: two_devices(9.0)}, monkeypatch)
    assert [one.of_two for one in found.placements] == [False, False, True, False]


@pytest.mark.parametrize(("nats", "is_two"), [(0.1, True), (-0.1, False)])
def test_two_devices_are_told_where_they_are_likelier_than_one(
    nats: float, is_two: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, found = told_two({2: two_devices(nats)}, monkeypatch)
    assert found["g2"].of_two is is_two


@pytest.mark.parametrize(("before_s", "is_jump"), [(200.0, False), (160.0, True)])
def test_sides_that_come_nearer_than_five_minutes_are_one(before_s: float, is_jump: bool) -> None:
    """Looked for at 0 and 700 s, the second side is held at 480 s, where it likes best."""
    right_s, liked_s = 9000.0 * np.arange(16.0), np.repeat([before_s, 480.0], 8)

    def by_photo(_gallery: int, _crowd: Crowd, offsets_s: Floats) -> Floats:
        return np.maximum(12.0 - np.abs(offsets_s - liked_s) / 50.0, 0.0)

    table = make_table(right_s, right_s + 700.0)
    board = board_of(table, Planted({(0, 1): np.eye(16), (1, 0): np.eye(16)}, by_photo=by_photo))
    assert (0 in find_courses(board, table)) is is_jump
