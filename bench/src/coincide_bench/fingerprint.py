"""A digest of every answer of a method, suite by suite: what a change that moves code must keep.

Not figures but the answers themselves: offset, interval and probability of each gallery, drift and
jumps, to a microsecond and a millionth. Each trial is one line, so that two runs that differ can be
held against each other line by line. Whole plans, of real events, of trouble and of events with
sound, have a line for each clock, question and file.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from coincide.model import Offsets
from coincide_bench.asis.run import run_as_is
from coincide_bench.event import BenchEvent
from coincide_bench.mess.kinds import KINDS
from coincide_bench.mess.run import run_mess
from coincide_bench.methods import BenchMethod, find_method
from coincide_bench.run import solve_each
from coincide_bench.sound.suite import Part, run_part
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.registry import Suite
from coincide_bench.wholeplan.lines import placement_text

# whole plans, which no method but the product's own makes
PLANS = ("as-is", "mess", "sound-events")
_PARTS: tuple[Part, ...] = ("sound", "all", "photos", "silent")


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What one method answered on one suite: a line of each trial, or lines of each plan."""

    suite: str
    method: str
    lines: tuple[str, ...]

    @property
    def digest(self) -> str:
        """All lines in sixteen characters."""
        return hashlib.sha256("\n".join(self.lines).encode()).hexdigest()[:16]


def fingerprints(
    suites: Mapping[str, Suite],
    methods: Sequence[str],
    seeds: Sequence[int],
    context: BenchContext,
    *,
    workers: int = 1,
) -> Iterator[Fingerprint]:
    """Yield the fingerprint of every method on every suite; the same for any number of workers."""
    answer = partial(answer_lines, methods=[find_method(name) for name in methods])
    for suite_name, suite in suites.items():
        lines: list[list[str]] = []
        for of_trial in solve_each(suite.events(seeds, context), answer, workers=workers):
            lines.append(of_trial)
            context.progress(suite_name, len(lines), len(lines))
        for number, method in enumerate(methods):
            yield Fingerprint(suite_name, method, tuple(line[number] for line in lines))


def plan_fingerprint(
    suite: str, seeds: Sequence[int], context: BenchContext, *, workers: int = 1
) -> Fingerprint:
    """Return the fingerprint of a suite of whole plans: clocks, questions, what is written."""
    named: Iterable[tuple[str, Sequence[str]]]
    if suite == "as-is":
        named = ((as_is.name, as_is.judged.lines) for as_is in run_as_is(context))
    elif suite == "mess":
        cases = run_mess(context, KINDS, seeds, jobs=workers)
        named = ((f"{messy.kind} {messy.seed}", messy.judged.lines) for messy in cases)
    else:
        named = (
            (f"{part} {run.seed}", run.lines)
            for part in _PARTS
            for run in run_part(part, seeds, len(seeds), tell=context.progress).runs
        )
    lines = [f"{name}: {line}" for name, of_event in named for line in of_event]
    return Fingerprint(suite, "plan", tuple(lines))


def answer_lines(event: BenchEvent, methods: Sequence[BenchMethod]) -> list[str]:
    """Return what each method answers to one trial."""
    trial = f"{event.name} {event.offsets_kind} {event.seed}"
    return [f"{trial}: {_offsets_text(method(event))}" for method in methods]


def _offsets_text(offsets: Offsets) -> str:
    return "; ".join(map(placement_text, offsets.placements))
