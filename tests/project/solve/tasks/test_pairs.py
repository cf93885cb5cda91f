from dataclasses import replace
from uuid import uuid4

import numpy as np
import pytest

from coincide.engine import LocalEngine
from coincide.model import Url, place_of
from coincide.project import Meter
from coincide.project.solve.tasks import PairTasks, photos_digest
from coincide.solver.joint import Solution, solve_joint
from coincide.solver.options import JointOptions
from coincide.storage.objectstore import ObjectStore
from tests.scenes import afternoon, make_features, make_material, seen_by

NAMES = "abcde"


@pytest.fixture
def project() -> Url:
    return place_of(f"memory://{uuid4().hex}")


def solve(
    project: Url, seed: int = 0, options: JointOptions = JointOptions()
) -> tuple[Solution, int]:
    """Return the solution with pairs asked as tasks, and how many tasks there were."""
    material, digest = material_of(seed)
    meter = Meter()
    with ObjectStore(project) as store:
        tasks = PairTasks(LocalEngine(2), meter, store, digest, chunk=3)
        solution = solve_joint(material, anchor="a", options=options, ahead=tasks)
    return solution, sum(cost.tasks for cost in meter.costs)


def material_of(seed: int):  # type: ignore[no-untyped-def]
    rng = np.random.default_rng(seed)
    at_s = afternoon(rng)
    galleries = {n: seen_by(rng, at_s, ahead_s=700.0 * i) for i, n in enumerate(NAMES)}
    features = make_features(rng, galleries)
    return make_material(features), photos_digest(features.arrays, np.zeros((0, 2), np.int64))


def test_the_answer_is_the_same_as_without_tasks(project: Url) -> None:
    solution, n_tasks = solve(project)
    assert n_tasks >= 4  # ten pairs, three to a task
    assert solution.offsets == solve_joint(material_of(0)[0], anchor="a").offsets


def test_what_was_answered_is_not_asked_again(project: Url) -> None:
    first, _ = solve(project)
    second, n_tasks = solve(project)
    assert n_tasks == 0
    assert second.offsets == first.offsets


@pytest.mark.parametrize(
    ("seed", "options"),
    [(1, JointOptions()), (0, replace(JointOptions(), candidates=30))],
)
def test_other_photos_and_other_options_are_asked_anew(
    project: Url, seed: int, options: JointOptions
) -> None:
    solve(project)
    solution, n_tasks = solve(project, seed, options)
    assert n_tasks >= 4
    alone = solve_joint(material_of(seed)[0], anchor="a", options=options)
    assert solution.offsets == alone.offsets
