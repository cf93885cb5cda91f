"""Simulated events in which exact times measure some of the clocks.

They are a GoPro's telemetry, a track, a clock in a photo or a person's word: of four cameras in
ten, to a second or two, and wrong as often as such sources are taken to be.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from coincide.model.times import HOUR_S
from coincide.solver.clocks import GPS_WEIGHT, ClockBelief
from coincide_bench.event import BenchEvent
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.simulated import simulated_events
from coincide_bench.suites.splits import make_rng

SUITE = "timed"
# so many clocks are measured, to so many seconds
_MEASURED, _SD_S = 0.4, 1.5
# and where it is wrong, by up to so much
_WRONG_S = 6 * HOUR_S


def timed_events(seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    """Yield simulated events, some of their clocks measured."""
    for event in simulated_events(seeds, context):
        yield as_timed(event)


def as_timed(event: BenchEvent) -> BenchEvent:
    """Return an event with beliefs in some clocks, which know true time but for their errors."""
    rng = make_rng(event.seed, "timed", event.name)
    beliefs = []
    for name in event.table.names:
        measured, right = rng.random() < _MEASURED, rng.random() < GPS_WEIGHT
        off_s = rng.normal(0.0, _SD_S) if right else rng.uniform(-_WRONG_S, _WRONG_S)
        if measured and name in event.truth:
            at_s = event.truth[name] + float(off_s)
            beliefs.append(
                ClockBelief(
                    name, at_s, _SD_S, GPS_WEIGHT, "measured", keeps_itself=True, exact=True
                )
            )
    return replace(event, suite=SUITE, beliefs=tuple(beliefs))
