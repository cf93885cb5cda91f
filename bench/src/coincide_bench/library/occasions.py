"""What the real matcher finds of occasions: real photos dealt to cameras, placed by the solver.

Each draw is one gallery of a trial: by how much its place is wrong, how well it claims to know it,
and how sure it is. Trials without anything in common give what a look-alike would pass for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from coincide.model.progress import StageProgress
from coincide.solver.normal import normal_density
from coincide_bench.event import BenchEvent
from coincide_bench.methods import run_joint
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.registry import SUITES

# a 90 % interval reaches so many standard deviations to either side
_REACH = 1.645
# real events, and real photos dealt to several cameras; and events that have nothing in common
_SHARED, _STRANGE = ("splits", "real"), ("negative",)


@dataclass(frozen=True, slots=True)
class OccasionDraw:
    """One gallery that the solver placed: ``error_s`` off, ± ``sd_s``, with ``probability``.

    ``shared``: it was at the same occasion as the gallery it was placed against.
    """

    source: str
    error_s: float
    sd_s: float
    probability: float
    shared: bool


def occasion_draws(
    seeds: Sequence[int], context: BenchContext, progress: StageProgress
) -> Iterator[OccasionDraw]:
    """Yield what the joint solver makes of each gallery of the real suites."""
    for name in (*_SHARED, *_STRANGE):
        for done, event in enumerate(SUITES[name].events(seeds, context)):
            yield from _draws(event)
            progress(name, done + 1, done + 1)


def _draws(event: BenchEvent) -> Iterator[OccasionDraw]:
    offsets = run_joint(event)
    for placement in offsets.placements:
        if placement.gallery == offsets.anchor or placement.estimate is None:
            continue
        estimate, name = placement.estimate, placement.gallery
        truth = event.truth.get(name)
        shared = truth is not None and name in event.recoverable
        error_s = estimate.offset_s - truth if truth is not None else np.nan
        sd_s = (estimate.high_s - estimate.low_s) / (2 * _REACH)
        yield OccasionDraw(
            event.cluster, float(error_s), float(sd_s), estimate.probability or 0.0, shared
        )


def as_document(draws: Sequence[OccasionDraw]) -> list[dict[str, object]]:
    """Return draws as what JSON holds."""
    return [asdict(draw) for draw in draws]


def nats_at_truth(draw: OccasionDraw) -> float:
    """Return how much a draw speaks for the truth against any offset within a day."""
    density = float(normal_density(np.array([draw.error_s]), max(draw.sd_s, 1.0))[0])
    return float(np.log1p(draw.probability * (86400.0 * density - 1.0)))
