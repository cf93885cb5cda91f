"""Clusters solved apart and joined, against the solve of all at once."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coincide.model import Neighbours, Offsets
from coincide.solver.evidence import EvidenceInputs
from coincide.solver.joint import solve_joint
from coincide.solver.joint.knowledge import NO_HINTS
from coincide.solver.large import LargeMaterial, LargeSolution, in_processes, is_large, solve_large
from coincide.solver.links.neighbours import find_neighbours
from coincide.solver.options import JointOptions, LargeOptions, NeighbourOptions
from coincide_bench.speed.large_events import LargeEvent, accuracy_of, make_large_event
from tests.conftest import make_table

# clocks that change have tests of their own; two clusters at least
OPTIONS = JointOptions(jumps=False, drift=False, large=LargeOptions(cluster_size=9))
INDEX = NeighbourOptions(exact_photos=0)
# a development seed
SEED = 10_000


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> LargeEvent:
    """1,400 photos of eighteen people in two groups, some of whom are with both."""
    folder = tmp_path_factory.mktemp("vectors")
    made = make_large_event(1400, SEED, folder, n_galleries=18, bridge_share=0.25)
    # a part of what the vectors say is cheaper
    return replace(made, vectors=made.vectors[:, :640])


@pytest.fixture(scope="module")
def neighbours(event: LargeEvent) -> Neighbours:
    return find_neighbours(event.trial.table, event.vectors, INDEX)


def solved(event: LargeEvent, neighbours: Neighbours, **how: object) -> LargeSolution:
    known = {"options": OPTIONS, "explained": False, **how}
    material = LargeMaterial(event.trial.table, {"look": event.vectors})
    return solve_large(material, neighbours, anchor=event.trial.anchor, **known)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def solution(event: LargeEvent, neighbours: Neighbours) -> LargeSolution:
    return solved(event, neighbours, explained=True)


def apart_s(one: Offsets, other: Offsets) -> list[float]:
    """Return by how much two answers differ on galleries that both are certain of."""
    return [
        abs((a.offset_s or 0.0) - (b.offset_s or 0.0))
        for a, b in zip(one.placements, other.placements, strict=True)
        if a.estimate and b.estimate and a.certain and b.certain
    ]


@pytest.mark.slow
def test_clusters_by_the_index_agree_with_all_at_once(
    event: LargeEvent, solution: LargeSolution
) -> None:
    look = {"look": event.vectors.astype(np.float32)}
    direct = solve_joint(
        EvidenceInputs(event.trial.table, look), anchor=event.trial.anchor, options=OPTIONS
    )
    assert len(solution.clusters) > 1
    in_clusters, at_once = (
        accuracy_of(event, offsets) for offsets in (solution.offsets, direct.offsets)
    )
    assert at_once.n_recoverable > 15
    assert in_clusters.precision_1800 >= max(0.95, at_once.precision_1800 - 0.03)
    assert in_clusters.n_certain_wrong == 0
    # two galleries fewer at most
    assert in_clusters.certain >= at_once.certain - 0.12
    differ_s = apart_s(solution.offsets, direct.offsets)
    assert len(differ_s) > 12
    # a cluster is placed by fewer photos than its galleries are
    assert np.median(differ_s) < 90.0
    assert max(differ_s) < 300.0


def test_every_gallery_is_in_one_cluster_and_has_a_placement(
    event: LargeEvent, solution: LargeSolution
) -> None:
    names = event.trial.table.names
    assert sorted(one for members in solution.clusters for one in members) == sorted(names)
    assert tuple(one.gallery for one in solution.offsets.placements) == names
    anchor = solution.offsets[event.trial.anchor]
    assert anchor.offset_s == 0.0
    assert {*solution.seconds} == {"cut", "clusters", "join"}


def test_reasons_name_photos_of_the_galleries_they_are_about(
    event: LargeEvent, solution: LargeSolution
) -> None:
    table = event.trial.table
    rows = [(one.gallery_a, one.photo_a) for one in solution.why.contradictions]
    rows += [(one.gallery_b, one.photo_b) for one in solution.why.contradictions]
    rows += [(one.gallery, one.photo_a) for one in solution.why.questions]
    assert rows
    for name, row in rows:
        own = table.rows(table.names.index(name))
        assert own.start <= row < own.stop


@pytest.mark.slow
def test_the_same_in_several_processes(
    event: LargeEvent, neighbours: Neighbours, solution: LargeSolution
) -> None:
    again = solved(event, neighbours, run=in_processes(2), explained=True)
    assert again.clusters == solution.clusters
    assert max(apart_s(again.offsets, solution.offsets)) < 0.5


@pytest.mark.slow
def test_what_a_person_pinned_is_where_they_said(
    event: LargeEvent, neighbours: Neighbours, solution: LargeSolution
) -> None:
    table = event.trial.table
    anchors = next(members for members in solution.clusters if event.trial.anchor in members)
    name = next(one for one in table.names if one not in anchors)
    true_s = event.trial.truth[name] - event.trial.truth[event.trial.anchor]
    pinned = replace(NO_HINTS, pinned=((table.names.index(name), true_s),))
    found = solved(event, neighbours, hints=pinned).offsets
    assert found[name].offset_s == pytest.approx(true_s)
    assert found[name].estimate is not None
    assert found[name].estimate.probability == 1.0
    # the others of its cluster are with it
    members = next(members for members in solution.clusters if name in members)
    for other in members:
        if (placed_s := found[other].offset_s) is not None:
            right_s = event.trial.truth[other] - event.trial.truth[event.trial.anchor]
            assert abs(placed_s - right_s) < 600.0


@pytest.mark.slow
def test_groups_that_share_nothing_are_not_vouched_for(tmp_path: Path) -> None:
    apart = make_large_event(3000, SEED + 1, tmp_path, n_galleries=40, bridge_share=0.0)
    assert len(apart.trial.recoverable) < 20
    found = find_neighbours(apart.trial.table, apart.vectors)
    options = replace(OPTIONS, large=LargeOptions(cluster_size=20))
    accuracy = accuracy_of(apart, solved(apart, found, options=options).offsets)
    assert accuracy.precision_1800 >= 0.95
    assert accuracy.n_certain <= accuracy.n_recoverable
    assert accuracy.n_certain_wrong == 0


def test_large_is_many_galleries_or_many_photos() -> None:
    table = make_table(*[[0.0, 1.0]] * 4)
    for large, expected in (
        (LargeOptions(), False),
        (LargeOptions(direct_galleries=3), True),
        (LargeOptions(direct_photos=7), True),
        (LargeOptions(direct_galleries=4, direct_photos=8), False),
    ):
        assert is_large(table, JointOptions(large=large)) is expected


@pytest.mark.slow
def test_twelve_thousand_photos(tmp_path: Path) -> None:
    event = make_large_event(12_000, SEED, tmp_path)
    found = find_neighbours(event.trial.table, event.vectors, INDEX)
    options = JointOptions()
    accuracy = accuracy_of(event, solved(event, found, run=in_processes(), options=options).offsets)
    assert accuracy.n_recoverable > 50
    assert accuracy.precision_1800 >= 0.95
    assert accuracy.certain >= 0.8
    assert accuracy.n_certain_wrong <= 0.01 * accuracy.n_certain
