"""The methods on demo events of several seeds, beside a baseline that looks at no picture."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from coincide.demo import DemoOptions
from coincide.project import choose_anchor, sync
from coincide.project.options import SyncOptions
from coincide.solver.options import Method
from coincide_bench.baselines import align_midpoints
from coincide_bench.figures.metrics import Score, score
from coincide_bench.folders import KnownEvent, demo_event

METHODS: tuple[Method, ...] = ("joint", "paper", "median")


@dataclass(frozen=True)
class SeedScores:
    """How each method did on the demo event of one seed."""

    seed: int
    scores: Mapping[str, Score]


def score_seeds(folder: Path, seeds: Sequence[int], options: SyncOptions) -> Iterator[SeedScores]:
    """Render one default-sized demo event per seed, and yield the scores of every method."""
    for seed in seeds:
        known = demo_event(folder / f"seed-{seed}", DemoOptions(seed=seed))
        yield SeedScores(seed, score_methods(known, options))


def score_methods(known: KnownEvent, options: SyncOptions) -> dict[str, Score]:
    """Return the score of every method on one event."""
    anchor = choose_anchor(known.event, options.anchor)
    scores = {"midpoints": score(align_midpoints(known.event.table, anchor=anchor), known.truth)}
    for method in METHODS:
        result = sync(known.event, replace(options, method=method))
        scores[method] = score(result.offsets, known.truth)
    return scores
