"""What a cluster consists of and what is made of it, with a solver that is told its answers."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from scipy import sparse

from coincide.model import (
    Contradiction,
    Estimate,
    Explanation,
    Jump,
    Offsets,
    PhotoTable,
    Placement,
    Question,
)
from coincide.model.hints import RowHints
from coincide.solver.clocks import ClockBelief
from coincide.solver.evidence import EvidenceInputs
from coincide.solver.joint.knowledge import NO_HINTS
from coincide.solver.large import clusters as module
from coincide.solver.large.clusters import (
    Clusters,
    ClusterTask,
    Tasks,
    choose_roots,
    solve_cluster,
    whole_placement,
    whole_rows,
)
from coincide.solver.large.material import EventPart, LargeMaterial
from coincide.solver.options import JointOptions, LargeOptions
from tests.conftest import make_table
from tests.scenes import answered


def clusters_of(
    table: PhotoTable, foreign: list[int], hints: RowHints = NO_HINTS, speaking: int = 100
) -> Clusters:
    marked = np.zeros(table.n_photos, bool)
    marked[foreign] = True
    return Clusters(
        material=LargeMaterial(table, {}),
        galleries=((0, 2), (1,)),
        roots=(0, 1),
        strength=np.linspace(1, 0, table.n_photos),
        foreign=marked,
        beliefs=tuple(ClockBelief(name, 1.0, 2.0, 0.9, "GPS") for name in table.names[::-1]),
        hints=hints,
        options=JointOptions(large=LargeOptions(speaking=speaking)),
    )


FIVES = make_table(*[[0.0, 100.0, 200.0, 300.0, 400.0]] * 3)


@pytest.mark.parametrize(
    ("n_photos", "n_foreign", "roams"),
    [(10, 2, False), (10, 3, True), (60, 3, True), (61, 3, False), (61, 4, True), (5, 0, False)],
)
def test_who_was_elsewhere_three_times_and_a_twentieth_of_the_time_roams(
    n_photos: int, n_foreign: int, roams: bool
) -> None:
    table = make_table([0.0, 1.0], [0.0], [float(second) for second in range(n_photos)])
    task = clusters_of(table, [*range(3, 3 + n_foreign)]).task(0, explained=False)
    assert task.steady == ({"g2"} if roams else frozenset())


def test_the_first_and_the_last_speak_and_who_was_asked_about_whatever_they_are_like() -> None:
    hints = answered(same=np.array([[2, 5]]), different=np.array([[3, 10], [6, 13]]))
    found = clusters_of(FIVES, [*range(15)], hints)
    assert found.part(0).rows.tolist() == [0, 2, 3, 4, 10, 13, 14]
    assert found.part(1).rows.tolist() == [5, 6, 9]
    assert clusters_of(FIVES, [*range(15)]).part(0).rows.tolist() == [0, 4, 10, 14]
    assert clusters_of(FIVES, [1, 12]).part(0).rows.tolist() == [0, 2, 3, 4, 10, 11, 13, 14]


def test_no_more_speak_than_may_but_for_those_who_were_asked_about() -> None:
    found = clusters_of(FIVES, [1, 11], speaking=3)
    assert found.part(0).rows.tolist() == [0, 2, 4, 10, 12, 14]
    asked = clusters_of(FIVES, [1], answered(same=np.array([[1, 13]])), speaking=3)
    assert asked.part(0).rows.tolist() == [0, 1, 4, 10, 13, 14]


def test_what_is_believed_of_others_is_left_out() -> None:
    task = clusters_of(FIVES, []).task(0, explained=True)
    assert [one.gallery for one in task.beliefs] == ["g2", "g0"]
    assert task.explained
    assert not clusters_of(FIVES, []).task(0, explained=False).explained
    assert task.material.table.camera_time_s.tolist() == [0.0, 100.0, 200.0, 300.0, 400.0] * 2


def test_pins_are_told_against_the_root() -> None:
    """Who is pinned too, or is the anchor, whose clock pins are told by."""

    def pinned(*pins: tuple[int, float]) -> tuple[tuple[int, float], ...]:
        hints = replace(NO_HINTS, pinned=pins)
        return clusters_of(FIVES, [], hints).task(0, explained=False).hints.pinned

    assert pinned((2, 9.0), (1, 4.0)) == ((1, 9.0),)
    assert pinned((0, 3.0), (2, 9.0)) == ((0, 0.0), (1, 6.0))


def test_tasks_say_whether_they_are_to_be_explained() -> None:
    tasks = Tasks(clusters_of(FIVES, []), [1, 0, 1], explained=False)
    assert [task.root for task in tasks[1:]] == ["g0", "g1"]
    assert not any(task.explained for task in tasks[:2])


def test_of_several_that_are_pinned_the_first_is_the_root() -> None:
    votes = sparse.csr_array(np.ones((5, 5)))
    found = choose_roots(votes, ((0, 1), (2, 3, 4)), 1, {0: 1.0, 3: 2.0, 4: 3.0})
    assert found == (1, 3)


def test_what_is_in_common_with_others_makes_no_root() -> None:
    votes = np.zeros((5, 5))
    votes[0, 1] = votes[1, 0] = votes[0, 2] = votes[2, 0] = 2.0
    votes[1, 3] = votes[3, 1] = 50.0
    assert choose_roots(sparse.csr_array(votes), ((0, 1, 2), (3, 4)), 4, {}) == (0, 4)


@pytest.mark.parametrize(
    ("times_s", "spoke", "jump", "expected"),
    [
        ([0, 900, 1000, 1500, 1600, 9000], [1, 4], 1, 3),
        ([0, 900, 1000, 1100, 1600, 9000], [1, 4], 1, 4),
        ([0, 900, 1500, 1600, 1700, 9000], [1, 4], 1, 2),
        ([0, 10, 20, 5000, 5010, 5020], [0, 2, 5], 2, 3),
        ([0, 10, 20, 5000, 5010, 5020], [0, 2, 5], 1, 1),
        ([0, 10, 20, 30, 40, 50], [0, 1, 2, 3, 4, 5], 4, 4),
    ],
)
def test_a_jump_is_between_those_who_spoke_before_and_after_it(
    times_s: list[float], spoke: list[int], jump: int, expected: int
) -> None:
    table = make_table([0.0, 7000.0], times_s)
    found = Placement("g1", None, jumps=(Jump(jump, -60.0),), drift_ppm=2.0)
    whole = whole_placement(table, 1, np.array(spoke) + 2, found)
    (whole_jump,) = whole.jumps
    assert whole == replace(found, jumps=whole.jumps, row_chances=whole.row_chances)
    assert (whole_jump.row, whole_jump.step_s) == (expected, -60.0)
    # nobody between the two spoke: any of them may be of either side
    between = spoke[jump - 1] + 1, spoke[jump]
    assert whole.open_spans == ((between,) if between[0] < between[1] else ())


def test_a_clock_may_jump_more_than_once() -> None:
    table = make_table([0, 10, 20, 500, 510, 900])
    found = Placement("g0", None, jumps=(Jump(1, 60.0), Jump(2, 30.0)))
    whole = whole_placement(table, 0, np.array([0, 2, 5]), found)
    assert whole.jumps == (Jump(1, 60.0), Jump(3, 30.0))


def test_photos_of_a_part_are_told_by_rows_of_the_event() -> None:
    part = EventPart(("g0", "g1"), np.array([0, 2, 4]), np.array([3, 7, 20, 30]))
    why = Explanation((Contradiction("g0", "g1", 5, 1, 2, 60.0),), (Question("g1", 3, 0, 0.5),), 4)
    found = whole_rows(part, why)
    assert found.contradictions == (Contradiction("g0", "g1", 5, 7, 20, 60.0),)
    assert found.questions == (Question("g1", 30, 3, 0.5),)
    assert found.n_hints_missing == 4


@dataclass(frozen=True)
class Solved:
    """What the solver is told to answer."""

    offsets: Offsets


WHY = Explanation(n_hints_missing=3)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    """Let g0 and g1 jump if any may, and note what was asked for."""
    seen: list[dict[str, object]] = []

    def solve(material: EvidenceInputs, *, options: JointOptions, **others: object) -> Solved:
        seen.append({"material": material, "options": options, **others})
        jumps = (Jump(1, 60.0),) if options.jumps else ()
        placements = (
            Placement("g0", Estimate(len(seen), 0.0, 9.0), jumps=jumps),
            Placement("g1", Estimate(len(seen), 0.0, 9.0), jumps=jumps),
            Placement("g2", Estimate(len(seen), 0.0, 9.0)),
        )
        return Solved(Offsets("g2", "joint", placements))

    monkeypatch.setattr(module, "solve_joint", solve)
    monkeypatch.setattr(module, "explain", lambda solution: WHY if solution else None)
    return seen


BELIEFS = (ClockBelief("g0", 1.0, 2.0, 0.9, "GPS"),)
TASK = ClusterTask(EvidenceInputs(FIVES, {}), "g2", BELIEFS, NO_HINTS, explained=False)


def test_a_cluster_is_solved_once_if_nobody_who_roams_seems_to_jump(
    asked: list[dict[str, object]],
) -> None:
    options = JointOptions(jumps=True)
    result = solve_cluster(options, replace(TASK, steady=frozenset({"g2"})))
    assert [one.estimate and one.estimate.offset_s for one in result.offsets.placements] == [1] * 3
    assert all(one.jumps for one in result.offsets.placements[:2])
    assert result.why == Explanation()
    assert asked == [
        {
            "material": TASK.material,
            "options": options,
            "anchor": "g2",
            "beliefs": BELIEFS,
            "hints": NO_HINTS,
        }
    ]


def test_who_roams_is_placed_as_if_no_clock_had_jumped_and_the_others_as_before(
    asked: list[dict[str, object]],
) -> None:
    options = JointOptions(jumps=True)
    result = solve_cluster(options, replace(TASK, steady=frozenset({"g1", "g2"}), explained=True))
    assert [one["options"] for one in asked] == [options, replace(options, jumps=False)]
    assert asked[1] == {**asked[0], "options": replace(options, jumps=False)}
    told = [(one.offset_s, len(one.jumps)) for one in result.offsets.placements]
    assert told == [(1, 1), (2, 0), (2, 0)]
    assert result.why == WHY
