"""Strangers and outliers in whole solves."""

from dataclasses import replace

import numpy as np
import pytest

from coincide.model import Singles
from coincide.solver.evidence import EvidenceInputs
from coincide.solver.joint import solve_joint
from coincide.solver.joint.knowledge import PriorKnowledge
from coincide.solver.joint.outliers import odd_galleries, place_outliers, unsure
from coincide.solver.joint.placements import read_posteriors
from coincide_bench.event import BenchEvent
from coincide_bench.methods import material_of
from tests.solver.joint.simulated import STEADY, simulated, with_stranger

NOBODY = frozenset[int]()


def random_vectors(rng: np.random.Generator, n_photos: int, dim: int) -> Singles:
    vectors: Singles = rng.standard_normal((n_photos, dim)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors


def with_random_stranger(event: BenchEvent, seed: int) -> EvidenceInputs:
    """Return an event with a gallery whose photos are like nothing in it, within its hours."""
    material, rng = material_of(event), np.random.default_rng(seed)
    times_s = material.table.camera_time_s[0] + np.sort(rng.uniform(0.0, event.span_s, 40))
    vectors = random_vectors(rng, 40, material.vectors["look"].shape[1])
    return with_stranger(material, times_s, vectors)


def test_a_stranger_who_looks_odd_moves_nobody() -> None:
    for seed in range(10_000, 10_004):
        event = simulated("default", seed)
        joined = with_random_stranger(event, seed)
        alone = solve_joint(material_of(event), anchor=event.anchor, options=STEADY)
        together = solve_joint(joined, anchor=event.anchor, options=STEADY)
        assert set(together.board.outliers) == {5, *alone.board.outliers}
        stranger = together.offsets["stranger"].estimate
        assert stranger is None or (stranger.probability or 0.0) < 0.99
        for one in alone.offsets.placements:
            assert together.offsets[one.gallery].estimate == one.estimate


@pytest.mark.slow
def test_a_stranger_who_is_doubtful_moves_nobody() -> None:
    """Its photos are the event's own, in an order that fits nowhere: nothing odd in its look."""
    n_doubtful = 0
    for seed in range(10_000, 10_006):
        event = simulated("default", seed)
        material, rng = material_of(event), np.random.default_rng(seed)
        rows = rng.permutation(material.table.n_photos)[:40]
        times_s = material.table.camera_time_s[0] + np.sort(rng.uniform(0.0, event.span_s, 40))
        joined = with_stranger(material, times_s, material.vectors["look"][rows])
        assert odd_galleries(joined, 0, PriorKnowledge(joined.table), STEADY) <= {0, 1, 2, 3, 4}
        alone = solve_joint(material, anchor=event.anchor, options=STEADY)
        together = solve_joint(joined, anchor=event.anchor, options=STEADY)
        # the doubtful case is the one that is promised
        if set(together.board.outliers) == {5, *alone.board.outliers}:
            n_doubtful += 1
            for one in alone.offsets.placements:
                assert together.offsets[one.gallery].estimate == one.estimate
    assert n_doubtful >= 3


def test_unsure_are_those_whose_photos_do_not_tell() -> None:
    event = simulated("easy", 10_000)
    material, rng = material_of(event), np.random.default_rng(0)
    rows = rng.permutation(material.table.n_photos)[:40]
    times_s = material.table.camera_time_s[0] + np.sort(rng.uniform(0.0, event.span_s, 40))
    joined = with_stranger(material, times_s, material.vectors["look"][rows])
    solution = solve_joint(joined, anchor=event.anchor, options=STEADY)
    everybody = replace(
        solution.board,
        outliers=(),
        members=(0, 1, 2, 3, 4, 5),
        partners={one: tuple({*range(6)} - {one}) for one in range(6)},
    )
    assert unsure(everybody, read_posteriors(everybody, ()), NOBODY) == {5}
    assert unsure(everybody, read_posteriors(everybody, ()), frozenset({5})) == NOBODY
    assert unsure(replace(everybody, members=(0,)), {}, NOBODY) == NOBODY


def test_outliers_are_placed_by_the_inliers_alone() -> None:
    event = simulated("easy", 10_000)
    board = solve_joint(material_of(event), anchor=event.anchor, options=STEADY).board
    hosts = {one: tuple(o for o in board.partners[one] if o != 3) for one in board.members}
    changed = replace(
        board,
        members=(0, 1, 2, 4),
        outliers=(3,),
        partners=hosts,
        offset_s=board.offset_s + np.array([0.0, 0.0, 0.0, 3000.0, 0.0]),
    )
    before_s = changed.offset_s.copy()
    place_outliers(changed)
    assert changed.offset_s[3] == pytest.approx(board.offset_s[3], abs=120.0)
    np.testing.assert_array_equal(np.delete(changed.offset_s, 3), np.delete(before_s, 3))
