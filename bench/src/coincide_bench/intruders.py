"""Run a method with and without the galleries that do not belong."""

from collections.abc import Iterable, Iterator

from coincide_bench.event import BenchEvent, without_strangers
from coincide_bench.figures.intruders import IntruderEffect, judge_intruders
from coincide_bench.methods import BenchMethod


def intruder_effects(events: Iterable[BenchEvent], method: BenchMethod) -> Iterator[IntruderEffect]:
    """Yield what the strangers of each event did; an event without any is passed over."""
    for event in events:
        if event.strangers:
            own = without_strangers(event)
            # of one gallery alone there is nothing to move
            alone = method(own) if own.table.n_galleries > 1 else None
            yield judge_intruders(event, method(event), alone)
