from dataclasses import replace

import numpy as np
import pytest

from coincide.bench.methods import material_of
from coincide.model import Estimate, Offsets, Placement, Singles
from coincide.offsets.joint import solve_joint
from coincide.offsets.joint.guests import doubtful, seat
from coincide.offsets.joint.told import NO_HINTS, Told
from tests.conftest import make_table
from tests.offsets.joint.simulated import STEADY, simulated, with_stranger

TABLE = make_table(*[[0.0, 3600.0]] * 5)


def random_vectors(rng: np.random.Generator, n_photos: int, dim: int) -> Singles:
    vectors: Singles = rng.standard_normal((n_photos, dim)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors


def test_a_stranger_who_is_doubtful_moves_nobody() -> None:
    n_doubtful = 0
    for seed in range(10_000, 10_005):
        event = simulated("default", seed)
        material = material_of(event)
        rng = np.random.default_rng(seed)
        times_s = material.table.camera_time_s[0] + np.sort(rng.uniform(0.0, event.span_s, 40))
        vectors = random_vectors(rng, 40, material.vectors["look"].shape[1])
        joined = with_stranger(material, times_s, vectors)
        alone = solve_joint(material, anchor=event.anchor, options=STEADY)
        together = solve_joint(joined, anchor=event.anchor, options=STEADY)
        stranger = together.offsets["stranger"].estimate
        assert stranger is None or (stranger.probability or 0.0) < 0.99
        # the doubtful case is the one that is promised
        if together.board.guests == (5,) and alone.board.guests == ():
            n_doubtful += 1
            for one in alone.offsets.placements:
                assert together.offsets[one.gallery].estimate == one.estimate
    assert n_doubtful >= 2


def offsets_of(*half_widths_s: float | None) -> Offsets:
    """Return galleries with intervals of some width, None for one that is unplaced."""
    return Offsets(
        "g0",
        "joint",
        tuple(
            Placement(name, None if half is None else Estimate(0.0, -half, half, 0.9))
            for name, half in zip(TABLE.names, half_widths_s, strict=True)
        ),
    )


def test_doubtful_are_the_unplaced_and_those_of_wide_intervals() -> None:
    limit_s = STEADY.placed_within_s
    offsets = offsets_of(0.0, 60.0, None, limit_s + 1.0, limit_s - 1.0)
    assert doubtful(offsets, 0, Told(TABLE), STEADY) == {2, 3}


def test_the_anchor_and_what_a_person_pinned_are_never_doubtful() -> None:
    offsets = offsets_of(1e6, 60.0, 1e6, None, 60.0)
    pinned = Told(TABLE, replace(NO_HINTS, pinned=((2, 5.0),)))
    assert doubtful(offsets, 0, pinned, STEADY) == {3}


def test_nobody_is_a_guest_where_too_few_would_be_left_to_ask() -> None:
    offsets = offsets_of(0.0, None, None, None, 60.0)
    known = Told(TABLE)
    assert doubtful(offsets, 0, known, STEADY) == {1, 2, 3}
    assert doubtful(offsets, 0, known, replace(STEADY, least_hosts=0.5)) == frozenset()
    assert doubtful(offsets_of(0.0, *[None] * 4), 0, known, STEADY) == frozenset()


def test_guests_are_seated_by_the_hosts_alone() -> None:
    event = simulated("easy", 10_000)
    board = solve_joint(material_of(event), anchor=event.anchor, options=STEADY).board
    hosts = {one: tuple(o for o in board.partners[one] if o != 3) for one in board.members}
    changed = replace(
        board,
        members=(0, 1, 2, 4),
        guests=(3,),
        partners=hosts,
        offset_s=board.offset_s + np.array([0.0, 0.0, 0.0, 3000.0, 0.0]),
    )
    before_s = changed.offset_s.copy()
    seat(changed)
    assert changed.offset_s[3] == pytest.approx(board.offset_s[3], abs=120.0)
    np.testing.assert_array_equal(np.delete(changed.offset_s, 3), np.delete(before_s, 3))
