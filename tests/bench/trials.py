"""Trials for the tests of the figures: bare clocks without pictures, and two reference methods."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import numpy as np

from coincide.model import Estimate, Offsets, Placement
from coincide_bench.event import BenchEvent, draw_hidden_s
from coincide_bench.figures.outcome import Outcome, judge
from tests.conftest import make_table

Method = Callable[[BenchEvent], Offsets]


def make_event(
    truth: Mapping[str, float],
    *,
    strangers: int = 0,
    name: str = "walk/k3/a0.6",
    seed: int = 0,
    span_s: float = 7200.0,
    tolerance_s: float = 0.0,
) -> BenchEvent:
    """Return an event of galleries that all span the same true time; the first is the anchor."""
    names = (*truth, *(f"stranger{number}" for number in range(strangers)))
    starts_s = [-truth.get(gallery, 0.0) for gallery in names]
    table = replace(make_table(*([start, start + span_s] for start in starts_s)), names=names)
    return BenchEvent(
        suite="splits",
        name=name,
        cluster=name.split("/", maxsplit=1)[0],
        seed=seed,
        offsets_kind="continuous",
        table=table,
        features={},
        anchor=names[0],
        truth=truth,
        truth_kind="known",
        recoverable=frozenset(list(truth)[1:]),
        tolerance_s=tolerance_s,
    )


def drawn_event(seed: int, *, galleries: int = 5, name: str = "walk/k5/a0.6") -> BenchEvent:
    """Return an event whose clocks were badly set."""
    rng = np.random.default_rng([seed, galleries])
    hidden_s = draw_hidden_s(rng, "continuous", galleries)
    truth = {f"g{number}": -float(hidden) for number, hidden in enumerate(hidden_s)}
    return make_event(truth, name=name, seed=seed)


def answer(
    event: BenchEvent,
    offsets_s: Mapping[str, float | None],
    *,
    probability: Mapping[str, float] | None = None,
    width_s: float = 0.0,
) -> Offsets:
    """Return offsets relative to the anchor; a gallery without a value is unplaced."""
    placements = []
    for name in event.table.names:
        value = 0.0 if name == event.anchor else offsets_s.get(name)
        stated = (probability or {}).get(name)
        estimate = (
            None if value is None else Estimate(value, value - width_s, value + width_s, stated)
        )
        placements.append(Placement(name, estimate))
    return Offsets(event.anchor, "test", tuple(placements))


def answer_truth(event: BenchEvent) -> Offsets:
    """Answer with the truth: what nothing can beat."""
    anchor_s = event.truth[event.anchor]
    return answer(event, {name: value - anchor_s for name, value in event.truth.items()})


def answer_at_random(event: BenchEvent, *, range_s: float = 86400.0) -> Offsets:
    """Answer with offsets that are uniform over ± range_s: what nothing should fall below."""
    rng = np.random.default_rng([event.seed, event.table.n_galleries])
    drawn = rng.uniform(-range_s, range_s, event.table.n_galleries)
    return answer(event, dict(zip(event.table.names, drawn.tolist(), strict=True)))


def chance_precision(event: BenchEvent, *, max_error_s: float, range_s: float = 86400.0) -> float:
    """Return the expected P of :func:`answer_at_random`.

    The window of right answers, true ± max_error_s, as a share of the range it is drawn from.
    """
    anchor_s = event.truth[event.anchor]
    shares = []
    for name, value in event.truth.items():
        if name != event.anchor:
            low = max(value - anchor_s - max_error_s, -range_s)
            high = min(value - anchor_s + max_error_s, range_s)
            shares.append(max(high - low, 0.0) / (2 * range_s))
    return sum(shares) / len(shares)


def run(events: Iterator[BenchEvent], method: Method, name: str) -> list[Outcome]:
    """Return the outcome of a method on every event, as if it had taken no time."""
    return [judge(event, method(event), {"solve": 0.25}, method=name) for event in events]
