"""A large event from cut to join, where whoever solves clusters is told the answers."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from coincide.model import (
    Basis,
    Contradiction,
    Estimate,
    Explanation,
    Jump,
    Neighbours,
    Offsets,
    Placement,
    Question,
)
from coincide.model.findings import THE_ANCHOR
from coincide.model.hints import Lock
from coincide.solver.clocks import ClockBelief
from coincide.solver.joint.knowledge import NO_HINTS
from coincide.solver.large import LargeMaterial, LargeSolution, solve
from coincide.solver.large.clusters import ClusterResult, ClusterTask, solve_cluster
from coincide.solver.large.join import join_options
from coincide.solver.large.solve import _make_clusters, _together, solve_large
from coincide.solver.options import JointOptions, LargeOptions
from tests.conftest import make_table

# g0 and g1 are alike, and g2 and g3; g4 is like nobody
TABLE = make_table(*[[0.0, 100.0, 300.0]] * 5)
MATERIAL = LargeMaterial(TABLE, {"look": np.eye(15, dtype=np.float16)})
OPTIONS = JointOptions(large=LargeOptions(speaking=2))
PLACES = (("g0", "g1"), ("g2", "g3"), ("g4",))


def matches(pairs: dict[int, tuple[int, float]], n_photos: int) -> Neighbours:
    rows, alike = np.full((n_photos, 1), -1, np.int32), np.zeros((n_photos, 1), np.float32)
    for one, (other, similarity) in pairs.items():
        rows[one], alike[one] = other, similarity
    return Neighbours(rows, alike, 0.5)


NEIGHBOURS = matches({1: (4, 0.9), 7: (10, 0.9)}, 15)


LOOK = Basis("evidence", ("look",))


def at(offset_s: float, probability: float = 0.999) -> Estimate:
    return Estimate(offset_s, offset_s - 20.0, offset_s + 30.0, probability, LOOK)


HERE = Estimate(0.0, 0.0, 0.0, 1.0, THE_ANCHOR)
ANSWERS = {
    "g0 g1": Offsets(
        "g0", "joint", (Placement("g0", HERE), Placement("g1", at(10.0), jumps=(Jump(1, 60.0),)))
    ),
    "g2 g3": Offsets(
        "g3", "joint", (Placement("g2", at(-20.0), jumps=(Jump(1, 60.0),)), Placement("g3", HERE))
    ),
    "g0 g3 g4": Offsets(
        "g3",
        "joint",
        (Placement("g0", at(1000.0)), Placement("g3", HERE), Placement("g4", at(500.0))),
    ),
    "g0 g2 g4": Offsets(
        "g4",
        "joint",
        (Placement("g0", at(1000.0)), Placement("g2", at(700.0)), Placement("g4", HERE)),
    ),
}


class PriorKnowledge:
    """Whoever solves clusters: notes what is asked for, and says what it was told."""

    def __init__(self, n_lost: int = 0) -> None:
        self.n_lost = n_lost
        self.tasks: list[ClusterTask] = []
        self.options: list[JointOptions] = []

    def __call__(
        self, task: Callable[..., Any], shared: Any, items: Sequence[Any], /
    ) -> Iterator[Any]:
        assert task is solve_cluster
        self.options.append(shared)
        for item in items[: len(items) - self.n_lost]:
            self.tasks.append(item)
            names = item.material.table.names
            # of the first photo of the first gallery, and the last of the second
            rows = (0, int(item.material.table.starts[2]) - 1)
            why = Explanation(
                (Contradiction(names[0], names[1], len(names), *rows, 60.0),),
                (Question(names[0], *rows, 0.5, float(len(names))),),
            )
            yield ClusterResult(ANSWERS[" ".join(names)], why)


def solved(run: PriorKnowledge, **how: Any) -> LargeSolution:
    return solve_large(MATERIAL, NEIGHBOURS, run=run, **{"anchor": "g3", "options": OPTIONS, **how})


def test_clusters_are_solved_apart_and_added_up() -> None:
    run = PriorKnowledge()
    found = solved(run)
    assert found.clusters == PLACES
    assert [one.offset_s for one in found.offsets.placements] == [1000, 1010, -20, 0, 500]
    assert found.offsets.anchor == "g3"
    assert [task.root for task in run.tasks] == ["g0", "g3", "g3"]
    assert run.options == [OPTIONS, join_options(OPTIONS)]
    # only the first photo and the last spoke, and the longest pause is before the third
    for name in ("g1", "g2"):
        assert found.offsets[name].jumps == (Jump(2, 60.0),)
        assert found.offsets[name].open_spans == ((1, 2),)


def test_who_is_alone_is_where_its_cluster_is() -> None:
    """Nobody has to solve it."""
    assert solved(PriorKnowledge()).offsets["g4"].estimate == at(500.0)
    anchors = solved(PriorKnowledge(), anchor="g4").offsets
    assert anchors["g4"].estimate == HERE
    assert anchors["g2"].offset_s == 680.0


def test_it_is_explained_unless_nobody_wants_to_know() -> None:
    run, silent = PriorKnowledge(), PriorKnowledge()
    solved(run)
    solved(silent, explained=False)
    assert [task.explained for task in run.tasks] == [True] * 3
    assert [task.explained for task in silent.tasks] == [False] * 3


def test_reasons_are_of_photos_and_galleries_of_the_event_the_most_telling_first() -> None:
    hints = replace(NO_HINTS, missing=(Lock("elsewhere", 1.0), Lock("nowhere", 2.0)))
    why = solved(PriorKnowledge(), hints=hints).why
    # the join is of three; the last photo of g3's cluster is of g2, whose clock jumped
    assert why.contradictions == (
        Contradiction("g0", "g2", 3, 0, 8, 60.0),
        Contradiction("g0", "g1", 2, 0, 5, 60.0),
        Contradiction("g2", "g3", 2, 6, 11, 60.0),
    )
    assert why.questions == (
        Question("g0", 0, 8, 0.5, 3.0),
        Question("g0", 0, 5, 0.5, 2.0),
        Question("g2", 6, 11, 0.5, 2.0),
    )
    assert why.n_hints_missing == 2


def test_a_hundred_questions_are_told() -> None:
    questions = [Question("g0", 0, 1, 0.5, float(n)) for n in range(150)]
    parts = [Explanation(questions=tuple(questions[start::2])) for start in (0, 1)]
    found = _together(parts, 0).questions
    assert [one.mends for one in found] == [float(n) for n in range(149, 49, -1)]


def test_clocks_are_believed_only_if_that_is_wanted() -> None:
    beliefs = [ClockBelief(name, 5.0, 2.0, 0.9, "GPS") for name in ("g1", "g2")]
    run, unbelieving = PriorKnowledge(), PriorKnowledge()
    solved(run, beliefs=beliefs)
    solved(unbelieving, beliefs=beliefs, options=replace(OPTIONS, priors=("overlap", "hours")))
    told = [[(one.gallery, one.offset_s) for one in task.beliefs] for task in run.tasks]
    # g1 is ten seconds later than its root, and g2 twenty seconds earlier
    assert told == [[("g1", 5.0)], [("g2", 5.0)], [("g0", -5.0), ("g3", 25.0)]]
    assert [task.beliefs for task in unbelieving.tasks] == [()] * 3


def test_a_cluster_that_got_lost_is_noticed() -> None:
    with pytest.raises(ValueError, match="shorter"):
        solved(PriorKnowledge(n_lost=1))


def test_seconds_are_those_of_each_step(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([100.0, 101.0, 103.0, 107.0])
    monkeypatch.setattr(solve, "time", SimpleNamespace(perf_counter=lambda: next(clock)))
    assert solved(PriorKnowledge()).seconds == {"cut": 1.0, "clusters": 2.0, "join": 4.0}


def test_photos_are_strong_by_their_own_cluster_and_foreign_by_others() -> None:
    """Two groups of four, all alike by 0.9 to the next; and three matches between groups."""
    table = make_table(*[[0.0, 1000.0, 2000.0, 3000.0]] * 8)
    inside = {4 * one: (4 * (one + 1), 0.9) for one in (0, 1, 2, 4, 5, 6)}
    # photo 1 of g0 is like nobody else; photo 1 of g5 has weak matches here; photo 2 half as good
    between = {1: (21, 0.8), 17: (21, 0.6), 18: (22, 0.7), 2: (22, 0.75)}
    found = _make_clusters(
        LargeMaterial(table, {}),
        matches(inside | between, 32),
        "g5",
        replace(OPTIONS, large=LargeOptions(cluster_size=4)),
        (),
        NO_HINTS,
    )
    assert found.galleries == ((0, 1, 2, 3), (4, 5, 6, 7))
    assert found.roots[1] == 5
    expected = np.zeros(32)
    expected[::4] = 0.9
    expected[[17, 21]], expected[[18, 22]] = 0.6, 0.7
    np.testing.assert_allclose(found.strength, expected, rtol=1e-6)
    assert np.flatnonzero(found.foreign).tolist() == [1, 2, 21]
