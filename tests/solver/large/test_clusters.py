from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from coincide.model import Estimate, Jump, Placement
from coincide.model.hints import AnswerKind, RowHints
from coincide.solver.joint.knowledge import NO_HINTS
from coincide.solver.large.clusters import (
    Clusters,
    ClusterTask,
    Tasks,
    choose_roots,
    solve_cluster,
    whole_placement,
)
from coincide.solver.large.material import LargeMaterial
from coincide.solver.options import JointOptions, LargeOptions
from coincide_bench.methods import material_of
from tests.conftest import make_table
from tests.solver.joint.simulated import STEADY, simulated

TABLE = make_table(*[[60.0 * minute for minute in range(10)]] * 4)

SAME = AnswerKind("same")


def clusters_of(foreign: list[int]) -> Clusters:
    rng = np.random.default_rng(0)
    vectors = rng.standard_normal((40, 8)).astype(np.float16)
    marked = np.zeros(40, bool)
    marked[foreign] = True
    return Clusters(
        material=LargeMaterial(TABLE, {"look": vectors}),
        galleries=((0, 2), (1, 3)),
        roots=(2, 1),
        strength=np.linspace(0, 1, 40),
        foreign=marked,
        beliefs=(),
        hints=RowHints({SAME: np.array([[4, 25], [4, 35]])}, pinned=((0, 7.0), (2, 5.0))),
        options=JointOptions(large=LargeOptions(speaking=6)),
    )


def test_a_task_holds_the_photos_that_speak_and_what_was_said_of_them() -> None:
    task = clusters_of([]).task(0, explained=False)
    assert task.material.table.names == ("g0", "g2")
    assert np.diff(task.material.table.starts).tolist() == [6, 6]
    part = clusters_of([]).part(0)
    # the first, the last, who was asked about, then the strongest
    assert part.rows.tolist() == [0, 4, 6, 7, 8, 9, 20, 25, 26, 27, 28, 29]
    assert task.root == "g2"
    assert part.rows[task.hints.answers[SAME]].tolist() == [[4, 25]]
    assert task.hints.pinned == ((0, 2.0), (1, 0.0))
    assert task.steady == frozenset()


def test_photos_of_others_do_not_speak_and_who_has_many_is_held_steady() -> None:
    clusters = clusters_of([6, 7, 8, 9])
    # the last photo tells when the gallery ended
    assert clusters.part(0).rows[:6].tolist() == [0, 2, 3, 4, 5, 9]
    assert clusters.task(0, explained=False).steady == {"g0"}
    assert clusters.task(1, explained=False).steady == frozenset()


@pytest.mark.parametrize(
    ("row", "nth"), [(5, 2), (6, 2), (7, 3), (1, 1), (9, 5)]
)  # of the photos 0, 4, 6, 7, 8 and 9, which speak
def test_a_clock_was_set_right_before_the_next_photo_that_speaks(row: int, nth: int) -> None:
    clusters = clusters_of([])
    told = replace(clusters.hints, set_right=((0, row), (3, 1)))
    clusters = replace(clusters, hints=told)
    assert clusters.task(0, explained=False).hints.set_right == ((0, nth),)
    assert clusters.task(1, explained=False).hints.set_right == ((1, 1),)
    # that it roams makes nobody's word less
    roaming = replace(clusters_of([6, 7, 8, 9]), hints=told)
    assert roaming.task(0, explained=False).steady == frozenset()


def test_tasks_are_made_as_they_are_asked_for() -> None:
    tasks = Tasks(clusters_of([]), [1, 0], explained=True)
    assert len(tasks) == 2
    assert [task.root for task in tasks] == ["g1", "g2"]
    assert [task.root for task in tasks[1:]] == ["g2"]
    assert tasks[0].explained


def test_roots_are_the_anchor_or_pinned_or_have_most_in_common() -> None:
    votes = np.zeros((6, 6))
    votes[0, 1] = votes[1, 0] = votes[3, 4] = votes[4, 3] = votes[4, 5] = votes[5, 4] = 1.0
    galleries = ((0, 1, 2), (3, 4, 5))
    assert choose_roots(sparse.csr_array(votes), galleries, 2, {}) == (2, 4)
    assert choose_roots(sparse.csr_array(votes), galleries, 2, {5: 1.0}) == (2, 5)


def test_a_jump_is_in_the_longest_pause_between_those_who_spoke() -> None:
    table = make_table([0.0], [0.0, 10.0, 20.0, 500.0, 510.0, 520.0])
    found = Placement("g1", Estimate(0.0, 0.0, 0.0, 1.0), jumps=(Jump(1, 3600.0),))
    whole = whole_placement(table, 1, np.array([1, 6]), found)
    assert whole.jumps == (Jump(3, 3600.0),)
    assert whole.open_spans == ((1, 5),)


def test_photos_wait_from_right_after_the_last_one_that_spoke() -> None:
    table = make_table([0.0], [0.0, 10.0, 20.0, 500.0, 510.0, 520.0])
    found = Placement("g1", Estimate(0.0, 0.0, 0.0, 1.0), ends_right=True)
    whole = whole_placement(
        table, 1, np.array([1, 3, 6]), replace(found, row_chances=(1.0, 1.0, 0.5))
    )
    assert whole.open_spans == ((3, 6),)
    assert whole.ends_right
    # and between two that did where it is known on either side
    whole = whole_placement(
        table, 1, np.array([1, 3, 6]), replace(found, row_chances=(1.0, 0.5, 1.0))
    )
    assert whole.open_spans == ((1, 5),)


def test_a_cluster_is_solved_as_any_event() -> None:
    event = simulated("easy", 10_000)
    task = ClusterTask(material_of(event), event.anchor, (), NO_HINTS, explained=False)
    offsets = solve_cluster(STEADY, task).offsets
    assert sum(one.placed for one in offsets.placements) >= 4
