"""The suites by name. To add one, write a module that yields BenchEvents and name it here."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from coincide_bench.event import BenchEvent
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.negative import negative_events
from coincide_bench.suites.real import inferred_events, real_events
from coincide_bench.suites.renders import rendered_events, rendered_gps_events
from coincide_bench.suites.sem import sem_events
from coincide_bench.suites.simulated import (
    simulated_events,
    simulated_jump_events,
    simulated_negative_events,
)
from coincide_bench.suites.splits import ATTENDANCES, split_events, split_gps_events
from coincide_bench.suites.tags import tagged_events

SuiteEvents = Callable[[Sequence[int], BenchContext], Iterator[BenchEvent]]

# apart for ever: what is tuned on the one is reported on the other
DEV_SEEDS = tuple(range(10_000, 10_020))
REPORT_SEEDS = tuple(range(20))


@dataclass(frozen=True)
class Suite:
    """How to make a suite's trials, and whether that takes the real photo sets.

    ``named_only``: not among the suites that are run by default.

    ``tables``: what it is there to show beside the table of the whole suite, as
    :mod:`coincide_bench.figures.report` names it.
    """

    events: SuiteEvents
    needs_photos: bool
    what: str
    tables: tuple[str, ...] = ()
    named_only: bool = False


LONG_EVENTS = tuple(f"recoverable/long/a{attendance}" for attendance in ATTENDANCES)

SUITES: Mapping[str, Suite] = {
    "real": Suite(
        real_events,
        True,
        "several cameras, true offsets known",
        ("short", "by-event", "confidence"),
    ),
    "tagged": Suite(
        tagged_events, True, "the same with their tags allowed", ("by-event", "confidence")
    ),
    "inferred": Suite(inferred_events, True, "several cameras, offsets inferred by eye"),
    "splits": Suite(
        split_events,
        True,
        "one camera's photos dealt to pseudo-galleries",
        (*LONG_EVENTS, "short", "confidence"),
    ),
    "splits-gps": Suite(split_gps_events, True, "the same with GPS positions"),
    "rendered": Suite(rendered_events, False, "the demo renderer at several difficulties"),
    "rendered-gps": Suite(rendered_gps_events, False, "the same with GPS positions"),
    "simulated": Suite(
        simulated_events, False, "vectors instead of pictures", ("recoverable", "confidence")
    ),
    "negative": Suite(negative_events, True, "galleries that must stay unplaced"),
    "negative-simulated": Suite(
        simulated_negative_events, False, "simulated galleries that must stay unplaced"
    ),
    "sem": Suite(
        sem_events,
        True,
        "the paper's own data sets, where they are",
        ("by-event",),
        named_only=True,
    ),
    "jumps": Suite(simulated_jump_events, False, "simulated clocks that are set anew", ("clocks",)),
}
