"""What the real matcher finds of occasions: real photos dealt to cameras, placed by the solver.

Each draw is one gallery of a trial: by how much its place is wrong, how well it claims to know it,
and how sure it is. Look-alikes are galleries of the same place on another day, put among those of
an event.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from coincide.model import Estimate
from coincide.model.progress import StageProgress
from coincide_bench.event import BenchEvent
from coincide_bench.methods import run_joint
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.negative import same_place_events
from coincide_bench.suites.registry import SUITES

# times are in whole seconds
_LEAST_SD_S = 1.0
# a 90 % interval reaches so many standard deviations to either side
_REACH = 1.645
# photos of one camera dealt to several, whose truth is exact
_SUITE = "splits"
# a trial of the same place on another day has one look-alike, one of splits several galleries
_PLACES_PER_TRIAL = 60
# sources that are kept for reports: no photographer is in both
_REPORT_SOURCES = ("europe_2019", "newyork_2021")


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
    """Yield what the joint solver makes of each gallery of dealt real photos."""
    more = range(seeds[0], seeds[0] + _PLACES_PER_TRIAL * len(seeds))
    events = itertools.chain(
        SUITES[_SUITE].events(seeds, context), same_place_events(more, context)
    )
    for done, event in enumerate(events):
        yield from _draws(event)
        progress(_SUITE, done + 1, done + 1)


def _draws(event: BenchEvent) -> Iterator[OccasionDraw]:
    """Yield the look-alikes of an event that has any, else all its galleries."""
    offsets = run_joint(event)
    anchor_s = event.truth.get(offsets.anchor)
    looks_alike = [name for name in event.table.names if name not in event.truth]
    for placement in offsets.placements:
        name = placement.gallery
        if name in looks_alike:
            # of a stranger any place is as wrong as another
            yield _draw(event.cluster, placement.estimate, 0.0, shared=False)
        elif anchor_s is not None and not looks_alike and name != offsets.anchor:
            # the truth takes a gallery to true time, an estimate to the anchor's
            true_s = anchor_s - event.truth[name]
            yield _draw(event.cluster, placement.estimate, true_s, shared=True)


def _draw(source: str, estimate: Estimate | None, true_s: float, *, shared: bool) -> OccasionDraw:
    """Return what was found of one gallery; of one without a place nothing is believed."""
    if estimate is None:
        return OccasionDraw(source, 0.0, _LEAST_SD_S, 0.0, shared)
    sd_s = (estimate.high_s - estimate.low_s) / (2 * _REACH)
    return OccasionDraw(
        source,
        float(estimate.offset_s + true_s),
        max(float(sd_s), _LEAST_SD_S),
        estimate.probability or 0.0,
        shared,
    )


def as_document(draws: Sequence[OccasionDraw]) -> dict[str, list[dict[str, object]]]:
    """Return draws as what JSON holds, apart by photographers: to tune on, and to report."""
    found: dict[str, list[dict[str, object]]] = {"tune": [], "report": []}
    for draw in draws:
        found["report" if draw.source in _REPORT_SOURCES else "tune"].append(asdict(draw))
    return found
