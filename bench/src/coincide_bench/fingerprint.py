"""A digest of every answer of a method, suite by suite: what a change that moves code must keep.

Not figures but the answers themselves: offset, interval and probability of each gallery, drift and
jumps, to a microsecond and a millionth. Each trial is one line, so that two runs that differ can be
held against each other line by line.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from coincide.model import Offsets, Placement
from coincide_bench.event import BenchEvent
from coincide_bench.methods import BenchMethod, find_method
from coincide_bench.run import solve_each
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.registry import Suite


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What one method answered on one suite: a line of each trial."""

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
            yield Fingerprint(suite_name, method, tuple(one[number] for one in lines))


def answer_lines(event: BenchEvent, methods: Sequence[BenchMethod]) -> list[str]:
    """Return what each method answers to one trial."""
    trial = f"{event.name} {event.offsets_kind} {event.seed}"
    return [f"{trial}: {_offsets_text(method(event))}" for method in methods]


def _offsets_text(offsets: Offsets) -> str:
    return "; ".join(map(_placement_text, offsets.placements))


def _placement_text(placement: Placement) -> str:
    estimate = placement.estimate
    if estimate is None:
        return f"{placement.gallery} unplaced"
    numbers = [estimate.offset_s, estimate.low_s, estimate.high_s, estimate.probability]
    numbers.append(placement.drift_ppm)
    numbers += [number for jump in placement.jumps for number in (jump.row, jump.step_s)]
    texts = ("-" if number is None else f"{float(number):.6f}" for number in numbers)
    return f"{placement.gallery} {' '.join(texts)}"
