"""A clock that was wrong and may have been set right: photos from there on wait."""

from dataclasses import replace

import numpy as np
import pytest

from coincide.model import Estimate, Finding, FindingKind, Floats, Jump, Offsets, Placement
from coincide.model.hints import RowHints
from coincide.model.times import HOUR_S
from coincide.solver.clocks import ClockBelief
from coincide.solver.evidence import Crowd
from coincide.solver.joint import solve_joint
from coincide.solver.joint.board import Board
from coincide.solver.joint.knowledge import NO_HINTS, PriorKnowledge
from coincide.solver.joint.setright import first_open, told_courses, with_open_ends
from coincide.solver.options import JumpOptions
from tests.conftest import make_table
from tests.scenes import afternoon, make_features, make_material, seen_by
from tests.solver.joint.planted import Planted, board_of

JUMPS = JumpOptions()


def opened(
    placed: list[float], right: list[float], pauses: list[float] | None = None
) -> int | None:
    possible = np.zeros(len(placed) - 1) if pauses is None else np.array(pauses)
    return first_open(np.array([placed]), np.array([right]), possible, JUMPS)


# the tests are of 5 % that are set right: of five photos each of the four pauses has 1.25 %
EVEN = np.log(0.05 / JUMPS.set_right_share)


def test_photos_that_say_nothing_wait() -> None:
    assert opened([4.0, 4.0, 0.0, 0.0, 0.0], [0.0] * 5) == 2
    # and they wait the more where they fit the right time
    assert opened([4.0, 4.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.5, 0.5, 0.5]) == 2


@pytest.mark.parametrize(("less", "row"), [(0.1, 3), (0.4, 4), (3.0, None)])
def test_what_speaks_against_it_is_enough_to_go_on(less: float, row: int | None) -> None:
    """Photos may speak against it, or pauses, and each makes up for the other."""
    never = [-np.inf, -np.inf]
    for against, pauses in ((less, 0.0), (0.0, -less), (less + 2.0, 2.0)):
        placed = [9.0, 9.0, 9.0, 0.0, against]
        assert opened(placed, [0.0] * 5, [*never, EVEN + pauses, EVEN + pauses]) == row


def test_a_pause_that_tells_of_it_is_enough() -> None:
    seen = [9.0] * 5
    assert opened(seen, [0.0] * 5, [0.0, 0.0, 17.9, 0.0]) == 3
    assert opened(seen, [0.0] * 5, [0.0, 0.0, 17.6, 0.0]) is None


@pytest.mark.parametrize(("n_silent", "row"), [(10, None), (19, None), (30, 90)])
def test_a_few_photos_at_the_end_are_no_reason_to_wait(n_silent: int, row: int | None) -> None:
    """A fifth of all pauses holds a fifth of 5 %, and that is what certain leaves."""
    found = opened([9.0] * (100 - n_silent) + [0.0] * n_silent, [0.0] * 100, [EVEN] * 99)
    assert found == row


def test_they_wait_from_the_first_pause_in_which_it_may_have_been_set() -> None:
    silent = [4.0, 4.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    assert opened(silent, [0.0] * 7, [0.0, -np.inf, -5.0, 1.0, 0.0, 0.0]) == 4
    assert opened(silent, [0.0] * 7, [-np.inf] * 6) is None


def test_the_right_time_is_known_to_some_minutes_only() -> None:
    placed = np.array([[4.0, 4.0, 3.0, 0.0, 0.0], [0.0] * 5])
    right = np.array([[0.0] * 5, [0.0, 0.0, 2.0, 0.0, 0.0]])
    pauses = np.array([0.0, 1.0, -np.inf, -np.inf])
    # three against two, at the best of either: from the third photo on that is one nat
    assert first_open(placed, right, pauses, JUMPS) == 2
    assert first_open(placed, right[:1], pauses, JUMPS) is None


def told(
    times_s: list[float], liked_s: list[float], says: list[float], hints: RowHints = NO_HINTS
) -> Board:
    """Return a board of cameras, the first right; of the second it is known what photos say."""
    table = make_table([0.0, HOUR_S, 2 * HOUR_S], times_s)

    def by_photo(_gallery: int, _crowd: Crowd, offsets_s: Floats) -> Floats:
        near: Floats = np.maximum(1.0 - np.abs(offsets_s - np.array(liked_s)) / 600.0, 0.0)
        return np.array(says) * near

    beliefs = [ClockBelief(name, 0.0, 60.0, 0.3, "a camera", assumed=True) for name in table.names]
    knowledge = PriorKnowledge(table, hints, beliefs)
    planted = Planted({(1, 0): np.zeros((len(times_s), 3))}, by_photo=by_photo)
    return board_of(table, planted, offset_s=[0.0, liked_s[0]], knowledge=knowledge)


def left_open(board: Board, *findings: Finding) -> Placement:
    """Return the second camera's certain place with what may have been set right."""
    at_s = float(board.offset_s[1])
    found = Estimate(at_s, at_s - 9.0, at_s + 9.0, 0.999)
    anchor = Placement("g0", Estimate(0.0, 0.0, 0.0, 1.0))
    offsets = Offsets("g0", "joint", (anchor, Placement("g1", found, findings=findings)))
    opened_ends = with_open_ends(offsets, board, board.evidence.table, without=())
    assert opened_ends["g0"] == anchor
    return opened_ends["g1"]


# what looks like a pause of 75 minutes is one of 15 if the clock was put forward in it
PAUSED_S = [0.0, 900.0, 1800.0, 2700.0, 7200.0, 8100.0, 9000.0, 9900.0]


def test_what_waits_is_told_beside_what_else_was_found_and_is_certain_before() -> None:
    silent = told(PAUSED_S, [HOUR_S] * 8, [9.0] * 4 + [0.0] * 4)
    measured = Finding(FindingKind.MEASURED)
    found = left_open(silent, measured)
    assert found.open_from == found.maybe_set_right == 4
    assert found.findings == (measured, Finding(FindingKind.MAYBE_SET_RIGHT, count=4))
    assert (found.certain, found.verdict.probability) == (True, 0.999)
    # of what is not certain nothing is told to wait
    thin = Finding(FindingKind.THIN)
    doubted = left_open(silent, thin)
    assert (doubted.open_from, doubted.findings) == (None, (thin,))


def test_of_a_single_photo_nothing_waits() -> None:
    assert left_open(told([0.0], [HOUR_S], [0.0])).open_from is None


@pytest.mark.parametrize(("pause_s", "row"), [(0.0, None), (-1.0, None), (1.0, 3), (10.0, 3)])
def test_the_shorter_a_pause_the_less_it_hides_an_hour(pause_s: float, row: int | None) -> None:
    """The last photo would be right an hour later; a table may be a little out of order."""
    times_s, liked_s = [0.0, 600.0, 1200.0, 1200.0 + pause_s], [-HOUR_S] * 3 + [0.0]
    assert left_open(told(times_s, liked_s, [9.0, 9.0, 9.0, 6.5])).open_from == row


@pytest.mark.parametrize(("row", "main_s"), [(3, -HOUR_S), (4, 0.0)])
def test_a_clock_goes_as_a_person_says_and_mostly_as_for_most_of_its_photos(
    row: int, main_s: float
) -> None:
    hints = replace(NO_HINTS, set_right=((1, row),))
    liked_s = [HOUR_S] * row + [0.0] * (8 - row)
    board = told(PAUSED_S, liked_s, [12.0] * 8, hints)
    (course,) = told_courses(board, board.evidence.table).values()
    assert course.jumps == (Jump(row, -HOUR_S),)
    # it is said, and not found to fit better
    assert course.gain == 0.0
    assert 0.99 < course.chance <= 1.0
    assert course.main_s == main_s


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
    assert bob.maybe_set_right is not None
    assert 22 <= bob.maybe_set_right <= 24
    assert bob.findings == (Finding(FindingKind.MAYBE_SET_RIGHT, count=bob.maybe_set_right),)
    assert not bob.leaves_open(bob.maybe_set_right - 1)
    assert bob.leaves_open(31)


@pytest.mark.parametrize(
    ("ahead_s", "alone", "pause_s", "steady", "keeps_itself"),
    [
        (-HOUR_S, 0, 0.0, False, False),  # others saw all of it
        (0.0, 8, 12 * HOUR_S, False, False),  # it was right all along
        (-HOUR_S, 8, 12 * HOUR_S, False, False),  # an hour more or less tells nothing of a night
        (-14 * HOUR_S, 8, 12 * HOUR_S, False, False),  # no pause is as long as it was behind
        (6 * HOUR_S, 8, 0.0, False, False),  # put back it would hide a pause of hours
        (-HOUR_S, 8, 1.25 * HOUR_S, True, False),  # a person says that it was not set
        (-HOUR_S, 8, 1.25 * HOUR_S, False, True),  # and nobody sets a clock that sets itself
    ],
)
def test_otherwise_nothing_waits(
    ahead_s: float, alone: int, pause_s: float, steady: bool, keeps_itself: bool
) -> None:
    hints = replace(NO_HINTS, steady=frozenset({1})) if steady else NO_HINTS
    bob = solved(ahead_s, alone, hints, keeps_itself=keeps_itself, pause_s=pause_s)["bob"]
    assert bob.certain
    assert bob.open_from is None
    assert not bob.has(FindingKind.MAYBE_SET_RIGHT)


def told_before(row: int) -> RowHints:
    return replace(NO_HINTS, set_right=((1, row),))


def test_from_where_a_person_says_a_clock_is_right_it_stays_as_it_is() -> None:
    bob = solved(-HOUR_S, 8, told_before(24), pause_s=1.25 * HOUR_S)["bob"]
    assert bob.certain
    assert bob.offset_s == pytest.approx(HOUR_S, abs=60.0)
    (jump,) = bob.jumps
    assert (jump.row, jump.early, jump.late) == (24, 0, 0)
    assert bob.offset_s + jump.step_s == pytest.approx(0.0, abs=1e-6)
    assert bob.open_from is None


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
