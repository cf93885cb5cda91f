from dataclasses import replace
from uuid import uuid4

import numpy as np
import pytest

from coincide.model import (
    Basis,
    Estimate,
    Explanation,
    Finding,
    FindingKind,
    Jump,
    Offsets,
    Placement,
    Url,
    place_of,
)
from coincide.project.solve.tasks import clusters, keeping
from coincide.project.solve.tasks.clusters import result_from_json, result_to_json, solve_kept
from coincide.solver.joint.knowledge import NO_HINTS
from coincide.solver.large import ClusterResult, ClusterTask, solve_cluster
from coincide.solver.options import JointOptions
from coincide.storage.objects import Objects
from tests.scenes import afternoon, make_features, make_material, seen_by


@pytest.fixture
def project() -> Url:
    return place_of(f"memory://{uuid4().hex}")


@pytest.fixture(scope="module")
def task() -> ClusterTask:
    rng = np.random.default_rng(3)
    at_s = afternoon(rng)
    galleries = {n: seen_by(rng, at_s, ahead_s=900.0 * i) for i, n in enumerate("abc")}
    return ClusterTask(make_material(make_features(rng, galleries)), "a", (), NO_HINTS, True)


def test_a_result_is_kept_and_found_again(
    project: Url, task: ClusterTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = JointOptions()
    expected = solve_cluster(options, task)
    assert expected.offsets["c"].placed
    assert solve_kept(project, options, task) == expected

    def never(*_: object) -> None:
        raise AssertionError("solved again")

    monkeypatch.setattr(clusters, "solve_cluster", never)
    assert solve_kept(project, options, task) == expected


def test_another_task_is_solved_anew(project: Url, task: ClusterTask) -> None:
    options = JointOptions()
    others = [
        (options, replace(task, root="b")),
        (options, replace(task, explained=False)),
        (replace(options, sweeps=2), task),
        (options, replace(task, material=replace(task.material, rejected=np.array([[0, 20]])))),
    ]
    for one_options, one in [(options, task), *others]:
        assert solve_kept(project, one_options, one) == solve_cluster(one_options, one)
    assert len(Objects(project).list(project / "solved")) == 1 + len(others)


def test_results_survive_being_written() -> None:
    placement = Placement(
        "b",
        Estimate(
            np.float64(1 / 3), -0.1, 0.7, 0.9, Basis("evidence", ("look", "rhythm"), "a phone")
        ),
        3,
        "a",
        (Finding(FindingKind.OPEN_STEP, ("a", "b"), -0.1, 2, "odd"), Finding(FindingKind.THIN)),
        (Jump(4, np.float64(0.1)),),
        2.5,
        "slow",
    )
    unplaced = Placement("c", None, findings=(Finding(FindingKind.NOT_CONNECTED),))
    said = Placement("d", Estimate(0.0, 0.0, 0.0, 1.0, Basis("corrected", said=True)))
    result = ClusterResult(Offsets("a", "joint", (placement, unplaced, said)), Explanation())
    assert result_from_json(result_to_json(result)) == result


def test_only_tasks_with_results_to_keep_are_changed(project: Url) -> None:
    assert keeping(max, project) is max  # type: ignore[arg-type, comparison-overlap]
    assert keeping(solve_cluster, project) is not solve_cluster
