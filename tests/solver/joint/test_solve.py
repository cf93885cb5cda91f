"""In which order all is solved, with steps whose outcome is known beforehand."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from coincide.model import Estimate, Jump, Offsets, PhotoTable, Placement
from coincide.model.times import HOUR_S
from coincide.solver.clocks import ClockBelief
from coincide.solver.evidence import EvidenceInputs
from coincide.solver.joint import JointSolution, solve_joint
from coincide.solver.joint.board import Board
from coincide.solver.joint.courses import Course
from coincide.solver.joint.knowledge import NO_HINTS, PriorKnowledge
from coincide.solver.joint.merge import MergeResult, MergeStep
from coincide.solver.joint.solve import RelativePlacements, all_candidates, blocks_of
from coincide.solver.options import JointOptions
from tests.conftest import make_table
from tests.solver.joint.planted import BARE, Planted, board_of, evidence_of, solution_of
from tests.solver.joint.simulated import STEADY

TABLE = make_table([0.0, 5000.0, 9000.0], [0.0, 5000.0, 9000.0])


SOLVE = "coincide.solver.joint.solve"


@dataclass
class Steps:
    """Finds jumps as told beforehand, and notes what is solved and with which outliers."""

    jumps: Sequence[dict[int, Course]] = ()
    times_s: list[list[float]] = field(default_factory=list)
    outliers: list[frozenset[int]] = field(default_factory=list)
    beliefs: list[int] = field(default_factory=list)
    settled: list[set[int]] = field(default_factory=list)
    n_looked: int = 0

    def solve_among(
        self, material: EvidenceInputs, known: PriorKnowledge, *rest: object
    ) -> RelativePlacements:
        options, outliers = rest[1], rest[-1]
        assert isinstance(options, JointOptions)
        assert isinstance(outliers, frozenset)
        self.times_s.append(material.table.camera_time_s.tolist())
        self.outliers.append(outliers)
        self.beliefs.append(len(known.beliefs))
        board = board_of(material.table, options=options, outliers=(*outliers, 1))
        estimate = Estimate(0.0, 0.0, 0.0, 1.0)
        placements = tuple(Placement(name, estimate) for name in material.table.names)
        return solution_of(placements, board).found

    def find_courses(self, _board: Board, _table: PhotoTable) -> dict[int, Course]:
        self.n_looked += 1
        return self.jumps[min(self.n_looked, len(self.jumps)) - 1]

    def with_courses(
        self, offsets: Offsets, _board: Board, _table: PhotoTable, courses: dict[int, Course]
    ) -> Offsets:
        self.settled.append(set(courses))
        placements = list(offsets.placements)
        for gallery, course in courses.items():
            placements[gallery] = replace(placements[gallery], jumps=course.jumps)
        return replace(offsets, placements=tuple(placements))


@pytest.fixture
def following(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Steps, JointSolution]]:
    """Return what solves with steps that find what was said."""

    def follow(
        *jumps: dict[int, Course],
        options: JointOptions = JointOptions(),
        beliefs: Sequence[ClockBelief] = (),
        odd: frozenset[int] = frozenset(),
    ) -> tuple[Steps, JointSolution]:
        steps = Steps(jumps)
        monkeypatch.setattr(f"{SOLVE}._solve_among", steps.solve_among)
        monkeypatch.setattr(f"{SOLVE}.find_courses", steps.find_courses)
        monkeypatch.setattr(f"{SOLVE}.with_courses", steps.with_courses)
        monkeypatch.setattr(f"{SOLVE}.odd_galleries", lambda *_: odd)
        monkeypatch.setattr(f"{SOLVE}.solve_with_outliers", lambda solve, odd: solve(odd))
        monkeypatch.setattr(
            f"{SOLVE}.with_drift",
            lambda _board, offsets, without: replace(
                offsets, method=f"drift without {sorted(without)}"
            ),
        )
        solution = solve_joint(
            EvidenceInputs(TABLE, {}), anchor="g0", options=options, beliefs=beliefs
        )
        return steps, solution

    return follow


def jumped(row: int, step_s: float = -HOUR_S) -> Course:
    return Course((Jump(row, step_s),), 20.0)


STEADY_S = [0.0, 5000.0, 9000.0]


def test_jumps_are_followed_until_no_more_is_found(
    following: Callable[..., tuple[Steps, JointSolution]],
) -> None:
    steps, solution = following({}, options=JointOptions(drift=False))
    assert (len(steps.times_s), steps.n_looked) == (1, 1)
    assert (solution.offsets.method, solution.offsets["g1"].jumps) == ("joint", ())
    steps, solution = following({1: jumped(1)}, odd=frozenset({0}))
    assert steps.times_s == [[*STEADY_S, *STEADY_S], [*STEADY_S, 0.0, 1400.0, 5400.0]]
    assert steps.n_looked == 2
    assert solution.offsets["g1"].jumps == (Jump(1, -HOUR_S),)
    assert solution.offsets.method == "drift without [1]"
    assert steps.settled == [{1}]
    # the board's clocks are as if they had never jumped; what they showed is kept
    assert solution.found.table is TABLE
    assert solution.board.evidence.table.camera_time_s.tolist() == steps.times_s[-1]
    # who was an outlier stays one, and who looks odd is one in any case
    assert steps.outliers == [{0}, {0, 1}]


def test_what_comes_and_goes_is_no_jump(
    following: Callable[..., tuple[Steps, JointSolution]],
) -> None:
    """It is looked for four times, and once more to see whether it is still there."""
    by_turns = [{1: jumped(2)}, {}, {1: jumped(2)}, {1: jumped(2, -2 * HOUR_S)}, {}]
    steps, solution = following(*by_turns)
    assert steps.n_looked == 5
    assert solution.offsets["g1"].jumps == ()
    shifted_s = [*STEADY_S, 0.0, 5000.0]
    assert steps.times_s == [
        [*STEADY_S, *STEADY_S],
        [*shifted_s, 5400.0],
        [*STEADY_S, *STEADY_S],
        [*shifted_s, 5400.0],
        [*shifted_s, 5000.0],
        [*STEADY_S, *STEADY_S],
    ]
    assert steps.outliers[-1] == frozenset()


def test_what_is_still_there_in_the_end_is_held(
    following: Callable[..., tuple[Steps, JointSolution]],
) -> None:
    by_turns = [{1: jumped(2)}, {}, {1: jumped(2)}, {1: jumped(2, -2 * HOUR_S)}, {1: jumped(1)}]
    steps, solution = following(*by_turns)
    assert solution.offsets["g1"].jumps == (Jump(2, -2 * HOUR_S),)
    assert solution.found.table is TABLE
    assert len(steps.times_s) == 5


def test_jumps_drift_and_clocks_are_looked_at_only_where_they_are_on(
    following: Callable[..., tuple[Steps, JointSolution]],
) -> None:
    belief = ClockBelief("g1", 0.0, 2.0, 0.9, "a phone")
    off = JointOptions(jumps=False, drift=False, priors=("overlap", "hours"))
    steps, solution = following({1: jumped(1)}, options=off, beliefs=[belief])
    assert (steps.n_looked, steps.beliefs, solution.offsets.method) == (0, [0], "joint")
    steps, solution = following(
        options=replace(off, drift=True, priors=("clocks",)), beliefs=[belief]
    )
    assert (steps.n_looked, steps.beliefs) == (0, [1])
    assert solution.offsets.method == "drift without []"


@pytest.mark.parametrize(("anchor", "pinned", "cell"), [(0, 1, 20), (1, 0, -20)])
def test_a_pin_is_what_two_galleries_say_beyond_all_doubt(
    anchor: int, pinned: int, cell: int
) -> None:
    known = PriorKnowledge(TABLE, replace(NO_HINTS, pinned=((pinned, 600.0), (anchor, 900.0))))
    evidence = evidence_of(TABLE, Planted({(0, 1): np.eye(3)}))
    modes = all_candidates(evidence, known, anchor, BARE)
    assert set(modes) == {(0, 1)}
    assert (modes[0, 1].cells.tolist(), modes[0, 1].odds.tolist()) == ([cell], [1e4])


def test_pairs_are_asked_ahead_before_one_by_one() -> None:
    asked: list[tuple[int, int]] = []
    evidence = evidence_of(TABLE, Planted({(0, 1): np.eye(3)}))
    modes = all_candidates(
        evidence,
        PriorKnowledge(TABLE),
        0,
        BARE,
        lambda _evidence, _told, pairs, _options: asked.extend(pairs),
    )
    assert asked == [(0, 1)] == list(modes)


def silent(n_galleries: int) -> EvidenceInputs:
    """Return galleries of another hour each, of which there is no picture."""
    hours = [[9000.0 * n, 9000.0 * n + 600.0, 9000.0 * n + 1500.0] for n in range(n_galleries)]
    return EvidenceInputs(make_table(*hours), {})


@pytest.mark.parametrize("anchor", ["g0", "g1", "g2"])
def test_pins_and_the_anchor_stay_where_they_are_put(anchor: str) -> None:
    pins = replace(NO_HINTS, pinned=((0, 500.0), (2, -7000.0)))
    solution = solve_joint(silent(3), anchor=anchor, options=STEADY, hints=pins)
    board, number = solution.board, int(anchor[1])
    assert board.fixed == {number, 0, 2}
    expected_s = {0: 500.0, 2: -7000.0, number: 0.0}
    assert {one: board.offset_s[one] for one in expected_s} == expected_s
    assert solve_joint(silent(3), anchor=anchor, options=STEADY).board.fixed == frozenset()


def test_all_are_on_the_anchors_clock_moved_or_not() -> None:
    for pooling in (False, True):
        options = replace(STEADY, pooling=pooling)
        for anchor in range(3):
            found = solve_joint(silent(3), anchor=f"g{anchor}", options=options)
            board = found.board
            assert board.offset_s[anchor] == 0.0
            middles_s = 9000.0 * np.arange(3.0) + board.offset_s
            np.testing.assert_allclose(middles_s, middles_s[anchor], atol=1500.0)


def test_blocks_are_the_merged_sides_of_two_or_more_without_the_anchor() -> None:
    merges = (MergeStep((1,), (2,), 9.0), MergeStep((0,), (3,), 8.0), MergeStep((1, 2), (4,), 7.0))
    last = MergeStep((1, 2, 4), (0, 3), 6.0)
    merged = MergeResult(np.zeros(5), ((1, 2, 4, 0, 3),), (*merges, last))
    assert blocks_of(merged, 0) == ((1, 2), (1, 2, 4))
    assert blocks_of(merged, 4) == ((1, 2), (0, 3))


def test_galleries_that_nothing_ties_to_the_anchor_are_no_block() -> None:
    merges = (MergeStep((1,), (2,), 9.0), MergeStep((1, 2), (0,), 8.0), MergeStep((3,), (4,), 7.0))
    apart = MergeResult(
        np.zeros(6), ((0, 1, 2), (3, 4, 5)), (*merges, MergeStep((3, 4), (5,), 6.0))
    )
    assert blocks_of(apart, 0) == ((1, 2),)
    assert blocks_of(apart, 5) == ((3, 4),)
