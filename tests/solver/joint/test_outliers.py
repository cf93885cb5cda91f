from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
import pytest

from coincide.model import Estimate, Offsets, Placement, Singles
from coincide.solver.evidence import EvidenceInputs, gather_evidence
from coincide.solver.joint.board import Board
from coincide.solver.joint.confidence import Posterior
from coincide.solver.joint.knowledge import NO_HINTS, PriorKnowledge
from coincide.solver.joint.outliers import doubtful, odd_galleries, solve_with_outliers, unsure
from coincide.solver.options import EvidenceOptions, JointOptions
from tests.conftest import make_table
from tests.solver.joint.planted import NEAR_S
from tests.solver.joint.simulated import STEADY

TABLE = make_table(*[[0.0, 3600.0]] * 5)


def scenes_of(rng: np.random.Generator, n_galleries: int, *, dim: int = 64) -> list[Singles]:
    """Return the photos of galleries that share most of their scenes."""
    scenes = rng.standard_normal((20, dim))
    return [
        (scenes[rng.permutation(20)[:15]] + 0.5 * rng.standard_normal((15, dim))).astype(np.float32)
        for _ in range(n_galleries)
    ]


def looks(galleries: list[Singles]) -> EvidenceInputs:
    """Return an event of galleries whose photos look like that."""
    table = make_table(*[np.arange(len(photos)) * 60.0 for photos in galleries])
    return EvidenceInputs(table, {"look": np.concatenate(galleries)})


def odd(
    material: EvidenceInputs, anchor: int = 0, knowledge: PriorKnowledge | None = None
) -> frozenset[int]:
    return odd_galleries(material, anchor, knowledge or PriorKnowledge(material.table), STEADY)


@pytest.mark.parametrize("n_galleries", [4, 5, 40])
def test_those_of_another_place_are_odd_and_nobody_else(n_galleries: int) -> None:
    rng = np.random.default_rng(n_galleries)
    ours, theirs = scenes_of(rng, n_galleries), scenes_of(rng, 2)
    assert odd(looks(ours)) == frozenset()
    assert odd(looks([*ours, theirs[0]])) == {n_galleries}
    assert odd(looks([*ours, *theirs])) == {n_galleries, n_galleries + 1}


def test_the_anchor_and_what_a_person_pinned_are_never_odd() -> None:
    rng = np.random.default_rng(1)
    material = looks([*scenes_of(rng, 5), *scenes_of(rng, 1)])
    assert odd(material) == {5}
    assert odd(material, anchor=5) == frozenset()
    pinned = PriorKnowledge(material.table, replace(NO_HINTS, pinned=((5, 0.0),)))
    assert odd(material, knowledge=pinned) == frozenset()


def test_beside_copies_of_one_folder_nobody_is_odd() -> None:
    rng = np.random.default_rng(2)
    scenes = rng.standard_normal((15, 64)).astype(np.float32)
    third = (scenes + 0.3 * rng.standard_normal(scenes.shape)).astype(np.float32)
    assert odd(looks([scenes, scenes, scenes, third])) == frozenset()


def test_without_looks_nobody_looks_odd() -> None:
    rng = np.random.default_rng(1)
    material = looks([*scenes_of(rng, 5), *scenes_of(rng, 1)])
    blind = replace(STEADY, evidence=EvidenceOptions(kinds=("light", "rhythm")))
    assert odd_galleries(material, 0, PriorKnowledge(material.table), blind) == frozenset()
    assert odd(EvidenceInputs(material.table, {})) == frozenset()


def test_two_galleries_are_enough_to_be_left() -> None:
    rng = np.random.default_rng(1)
    apart = [photos for _ in range(4) for photos in scenes_of(rng, 1)]
    assert len(odd(looks(apart))) <= 2
    assert odd(looks(apart[:2])) == frozenset()


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


def board_of(knowledge: PriorKnowledge, options: JointOptions = STEADY) -> Board:
    """Return a board of five galleries without pictures, of which the first is the anchor."""
    return Board(
        evidence=gather_evidence(EvidenceInputs(TABLE, {})),
        options=options,
        members=(0, 1, 2, 3, 4),
        outliers=(),
        anchor=0,
        root=0,
        candidates={},
        partners={},
        knowledge=knowledge,
        offset_s=np.zeros(5),
    )


BOARD, NOBODY = board_of(PriorKnowledge(TABLE)), frozenset[int]()


def test_doubtful_are_the_unplaced_and_those_of_wide_intervals() -> None:
    limit_s = STEADY.placed_within_s
    offsets = offsets_of(0.0, 60.0, None, limit_s + 1.0, limit_s - 1.0)
    assert doubtful(offsets, BOARD, NOBODY) == {2, 3}


def test_the_anchor_and_what_a_person_pinned_are_never_doubtful() -> None:
    offsets = offsets_of(1e6, 60.0, 1e6, None, 60.0)
    pinned = PriorKnowledge(TABLE, replace(NO_HINTS, pinned=((2, 5.0),)))
    assert doubtful(offsets, board_of(pinned), NOBODY) == {3}


def test_nobody_is_an_outlier_where_too_few_would_be_left_to_ask() -> None:
    offsets = offsets_of(0.0, None, None, None, 60.0)
    assert doubtful(offsets, BOARD, NOBODY) == {1, 2, 3}
    half = board_of(PriorKnowledge(TABLE), replace(STEADY, least_hosts=0.5))
    assert doubtful(offsets, half, NOBODY) == NOBODY
    assert doubtful(offsets_of(0.0, *[None] * 4), BOARD, NOBODY) == NOBODY


def test_where_the_anchor_hangs_loose_only_the_unplaced_are_outliers() -> None:
    wide = STEADY.placed_within_s + 1.0
    offsets = offsets_of(0.0, wide, wide, wide, None)
    # all but the anchor are doubtful, and one would be too few to ask
    assert doubtful(offsets, BOARD, NOBODY) == {4}


def test_who_is_an_outlier_already_is_neither_asked_nor_counted() -> None:
    offsets = offsets_of(0.0, None, 60.0, None, 60.0)
    assert doubtful(offsets, BOARD, frozenset({1})) == {3}
    assert doubtful(offsets, BOARD, frozenset({1, 3})) == NOBODY
    # three hosts are left: two of them are not nine in ten
    most = board_of(PriorKnowledge(TABLE), replace(STEADY, least_hosts=0.9))
    assert doubtful(offsets, most, frozenset({1, 2})) == NOBODY


def posterior_by(at_mode: float) -> Posterior:
    """Return a posterior that is at its one place, or anywhere."""
    local = (NEAR_S == 0.0).astype(np.float64)
    nothing = np.zeros(0)
    return Posterior(
        local,
        at_mode,
        nothing,
        nothing,
        1 - at_mode,
        (-1e6, 1e6),
    )


def test_a_small_block_is_as_sure_as_its_tie_with_the_rest() -> None:
    alone = {(one,): posterior_by(0.9999) for one in range(1, 5)}
    loose, tight = posterior_by(0.5), posterior_by(0.9999)
    assert unsure(BOARD, {**alone, (1, 2): tight}, NOBODY) == NOBODY
    assert unsure(BOARD, {**alone, (1, 2): tight, (3, 4): loose}, NOBODY) == {3, 4}
    # of a large block it is the rest that hangs loose
    assert unsure(BOARD, {**alone, (1, 2, 3): loose}, NOBODY) == NOBODY
    # who has nothing in common with anybody is unsure too
    known = {block: found for block, found in alone.items() if block != (4,)}
    assert unsure(BOARD, known, NOBODY) == {4}


@dataclass(frozen=True)
class PlannedSolution:
    """A solution of which is known beforehand who is doubtful, and who is unsure."""

    offsets: Offsets
    board: Board
    posteriors: Mapping[tuple[int, ...], Posterior]


def asked_for(
    monkeypatch: pytest.MonkeyPatch, unsure_with: Callable[[frozenset[int]], set[int]]
) -> list[frozenset[int]]:
    """Return with which outliers it is solved, one after the other."""
    solved: list[frozenset[int]] = []

    def solve(outliers: frozenset[int]) -> PlannedSolution:
        solved.append(outliers)
        return PlannedSolution(offsets_of(0.0, None, 60.0, 60.0, 60.0), BOARD, {})

    monkeypatch.setattr(
        "coincide.solver.joint.outliers.unsure",
        lambda *_: frozenset(unsure_with(solved[-1])),
    )
    solve_with_outliers(solve, NOBODY)
    return solved


def test_the_unsure_are_asked_again_once_others_are_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """2 is a stranger by whom 3 became unsure."""
    solved = asked_for(monkeypatch, lambda outliers: {2} if 2 in outliers else {2, 3})
    assert solved == [NOBODY, {1}, {1, 2, 3}, {1, 2}]


def test_who_comes_and_goes_is_an_outlier(monkeypatch: pytest.MonkeyPatch) -> None:
    solved = asked_for(monkeypatch, lambda outliers: set() if 4 in outliers else {4})
    assert solved == [NOBODY, {1}, {1, 4}]


def test_where_all_are_sure_one_solve_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked_for(monkeypatch, lambda _: set()) == [NOBODY, {1}]
