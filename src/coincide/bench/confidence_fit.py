"""How often the joint solver is right at each level of its posterior: what calibrates it.

``python -m coincide.bench.confidence_fit DATASETS`` prints, for development events alone, the
posterior's log-odds by bin beside those of being right to within 300 s, strangers counted as
wrong, and how often the 90 % intervals hold. The knots of
``coincide.offsets.joint.calibration`` are read from it by hand.
"""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from coincide.bench.event import BenchEvent
from coincide.bench.methods import run_joint
from coincide.bench.suites.context import BenchContext, default_cache
from coincide.bench.suites.negative import negative_events
from coincide.bench.suites.registry import DEV_SEEDS
from coincide.bench.suites.simulated import simulated_events, simulated_negative_events
from coincide.bench.suites.splits import split_events
from coincide.model import Floats
from coincide.offsets.joint.calibration import FOUND, POSTERIOR

SEEDS = DEV_SEEDS[:6]
WITHIN_S = 300.0
EDGES = (-2.0, -1.0, 0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.5)


@dataclass(frozen=True)
class Stated:
    """What was said of the placed galleries, and how it was: a number for each, (n,)."""

    log_odds: Floats
    right: Floats
    held: Floats


def collect(events: Iterable[BenchEvent]) -> Stated:
    """Run the joint solver and hold what it states against the truth."""
    rows = [row for event in events for row in _of_event(event)]
    log_odds, right, held = np.array(rows, dtype=np.float64).reshape(-1, 3).T
    return Stated(log_odds, right, held)


def _of_event(event: BenchEvent) -> Iterable[tuple[float, float, float]]:
    for placement in run_joint(event).placements:
        estimate = placement.estimate
        if placement.gallery == event.anchor or estimate is None or estimate.probability is None:
            continue
        chance = float(np.clip(estimate.probability, 1e-6, 1 - 1e-6))
        posterior = float(np.interp(np.log(chance / (1 - chance)), FOUND, POSTERIOR))
        if placement.gallery in event.truth:
            true_s = event.truth[placement.gallery] - event.truth[event.anchor]
            right = abs(estimate.offset_s - true_s) <= WITHIN_S
            held = estimate.low_s <= true_s <= estimate.high_s
            yield posterior, float(right), float(held)
        else:
            yield posterior, 0.0, np.nan


def reliability(stated: Stated) -> list[tuple[int, float, float, float]]:
    """Return for each bin: how many, mean log-odds, share right, log-odds of being right."""
    bins = np.digitize(stated.log_odds, EDGES)
    found = []
    for number in np.unique(bins):
        right = stated.right[bins == number]
        odds = (right.sum() + 0.5) / (len(right) - right.sum() + 0.5)
        mean = float(stated.log_odds[bins == number].mean())
        found.append((len(right), mean, float(right.mean()), float(np.log(odds))))
    return found


def main(datasets: str) -> None:
    """Print how posterior and truth go together on the development events."""
    context = BenchContext(default_cache(), Path(datasets), False, lambda *_: None)
    suites = (split_events, simulated_events, negative_events, simulated_negative_events)
    stated = collect(event for suite in suites for event in suite(SEEDS, context))
    sys.stdout.write("galleries  posterior  right  found\n")
    for n_galleries, mean, share, odds in reliability(stated):
        sys.stdout.write(f"{n_galleries:9d}  {mean:9.2f}  {share:5.3f}  {odds:5.2f}\n")
    sys.stdout.write(f"90 % intervals hold: {np.nanmean(stated.held):.3f}\n")


if __name__ == "__main__":
    main(sys.argv[1])
