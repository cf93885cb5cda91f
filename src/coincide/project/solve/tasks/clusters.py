"""Solve clusters of a large event as tasks, and keep each result by what it depends on."""

import json
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any, cast

from coincide.engine.form import I, R, S
from coincide.model import Url
from coincide.project.folder.estimates import explanation_of, offsets_of
from coincide.project.solve.tasks.pairs import KIND, digest_of, solver_code
from coincide.solver.large import ClusterResult, ClusterTask, solve_cluster
from coincide.solver.options import JointOptions
from coincide.storage.objectstore import ObjectStore


def keeping(task: Callable[[S, I], R], project: Url) -> Callable[[S, I], R]:
    """Return a task that keeps its results below a URL, of those that have any to keep."""
    if cast("object", task) is not solve_cluster:
        return task
    return cast("Callable[[S, I], R]", partial(solve_kept, project))


def solve_kept(project: Url, options: JointOptions, task: ClusterTask) -> ClusterResult:
    """Return what the joint solver makes of a cluster, as it was found before if it was."""
    name = digest_of("cluster", solver_code(), options, task)
    with ObjectStore(project) as store:
        known = store.load_document(KIND, name)
        if known is not None:
            return result_from_json(known)
        result = solve_cluster(options, task)
        store.save_document(KIND, name, result_to_json(result))
    return result


def result_to_json(result: ClusterResult) -> dict[str, Any]:
    """Return a result as JSON's own types."""
    # numbers of numpy become Python's, which are written to the last digit
    text = json.dumps(asdict(result), default=lambda number: number.item())
    document: dict[str, Any] = json.loads(text)
    return document


def result_from_json(document: dict[str, Any]) -> ClusterResult:
    """Return the result that was written so."""
    return ClusterResult(offsets_of(document["offsets"]), explanation_of(document["why"]))
