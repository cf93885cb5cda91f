"""A solve that is given what the one before left must find just what a cold one finds."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from coincide.model import Indices
from coincide.model.hints import AnswerKind, RowHints
from coincide.solver.evidence import Shelf
from coincide.solver.joint import JointSolution, solve_joint
from coincide.solver.joint.knowledge import NO_HINTS
from coincide.solver.options import JointOptions
from coincide_bench.event import BenchEvent
from coincide_bench.methods import material_of
from coincide_bench.suites.simulated.events import JUMP_WORLDS, bench_event
from coincide_bench.suites.simulated.world import draw_world
from tests.solver.joint.simulated import SEEDS, simulated

FEW_PARTNERS = JointOptions(max_partners=3)


def told_one_by_one(event: BenchEvent, seed: int) -> Iterator[RowHints]:
    """Yield what is known as a person answers, rejects, pins, and takes it all back."""
    rng = np.random.default_rng(seed)

    def pairs(n_pairs: int) -> Indices:
        table = event.table
        found = rng.integers(0, table.n_photos, (50, 2))
        apart = table.gallery_of(found[:, 0]) != table.gallery_of(found[:, 1])
        return found[apart][:n_pairs]

    same = {AnswerKind("same"): pairs(1)}
    one = RowHints(same)
    yield NO_HINTS
    yield one
    yield RowHints(same | {AnswerKind("different"): pairs(2)}, pairs(3))
    yield replace(one, rejected=pairs(1), pinned=((1, 600.0),))
    yield NO_HINTS


def posteriors_of(solution: JointSolution) -> list[bytes]:
    """Return how sure every place is, to the bit."""
    return [
        np.concatenate([one.local, one.other_s, one.other, [one.at_mode, one.seen]])
        .astype(np.float64)
        .tobytes()
        for one in solution.posteriors.values()
    ]


@pytest.mark.parametrize("options", [JointOptions(), FEW_PARTNERS], ids=["all", "few partners"])
def test_what_is_kept_changes_nothing(options: JointOptions) -> None:
    seed = SEEDS[0]
    event = simulated("easy", seed, n_photos=80, n_galleries=7)
    cold = material_of(event)
    warm = replace(cold, shelf=Shelf())
    for hints in told_one_by_one(event, seed):
        rejecting = [replace(one, rejected=hints.rejected) for one in (cold, warm)]
        one, other = (
            solve_joint(material, anchor=event.anchor, options=options, hints=hints)
            for material in rejecting
        )
        assert one.offsets == other.offsets
        assert np.array_equal(one.board.offset_s, other.board.offset_s)
        assert posteriors_of(one) == posteriors_of(other)


@pytest.mark.slow
def test_nor_where_clocks_jump() -> None:
    world = replace(next(iter(JUMP_WORLDS.values())), seed=SEEDS[0])
    event = bench_event(draw_world(world), suite="jumps", name="jumps", seed=SEEDS[0])
    cold = material_of(event)
    warm = replace(cold, shelf=Shelf())
    for hints in list(told_one_by_one(event, 1))[:3]:
        found = [
            solve_joint(material, anchor=event.anchor, hints=hints).offsets
            for material in (cold, warm)
        ]
        assert found[0] == found[1]
