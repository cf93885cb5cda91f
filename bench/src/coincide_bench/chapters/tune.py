"""Fit the numbers of chapters, and of what they are compared with, as many tries each.

    python -m coincide_bench.chapters.tune --cache CACHE --datasets PHOTOSETS

On development seeds and sets alone, each as it is and with half of its photos: who keeps fewer
photos has the same chapters. The mean B-cubed F1 over sets, demo events as one, by clocks as found,
is climbed: half of the tries are drawn at large, half around the best.
"""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from coincide.album import AlbumOptions
from coincide.album.chapters import find_chapters
from coincide_bench.chapters.baselines import GapOptions, PlaceOptions, by_gaps, by_time_and_place
from coincide_bench.chapters.material import KnownChapters, known_chapters
from coincide_bench.chapters.run import Method, judge
from coincide_bench.suites.context import BenchContext, default_cache
from coincide_bench.suites.registry import DEV_SEEDS

N_TRIES = 400
N_SEEDS = 5
# how much of an event is kept, beside all
KEPT = 0.5
# between what the numbers are drawn
Ranges = Mapping[str, tuple[float, float]]
OURS: Ranges = {
    "border_bias": (-3.0, 4.0),
    "pause_weight": (0.2, 3.0),
    "rhythm_weight": (0.0, 2.0),
    "look_weight": (0.0, 5.0),
    "look_even": (0.0, 0.8),
    "place_weight": (0.0, 3.0),
    "place_even_m": (60.0, 400.0),
    "light_weight": (0.0, 1.0),
    "light_even_ev": (0.0, 4.0),
    "few_weight": (0.0, 2.0),
    "few_photos": (2.0, 8.0),
}
# where the climb begins: what was guessed before anything was measured
GUESSED = AlbumOptions(
    border_bias=0.0,
    pause_weight=1.0,
    rhythm_weight=0.5,
    look_weight=2.0,
    look_even=0.3,
    place_weight=1.0,
    place_even_m=150.0,
    light_weight=0.2,
    light_even_ev=2.0,
    few_weight=0.5,
    few_photos=4.0,
)
GAPS: Ranges = {"gap_s": (120.0, 14400.0)}
PLACE: Ranges = {"gap_s": (120.0, 14400.0), "away_m": (30.0, 5000.0)}
# drawn by their logarithms
LOGARITHMIC = ("gap_s", "away_m", "place_even_m")


def with_thinned(events: Sequence[KnownChapters]) -> list[KnownChapters]:
    """Return events with others that have a part of their photos."""
    rng = np.random.default_rng(0)
    found = list(events)
    for event in events:
        n = len(event.columns.true_s)
        rows = np.sort(rng.choice(n, round(KEPT * n), replace=False))
        found.append(replace(event, columns=event.columns.of(rows)))
    return found


def score_of(method: Method, events: Sequence[KnownChapters]) -> float:
    """Return the mean F1 over sets."""
    by_group: dict[str, list[float]] = {}
    for event in events:
        table = judge(event, method, "found").table
        by_group.setdefault(event.group, []).append(table.f1())
    return float(np.mean([np.mean(found) for found in by_group.values()]))


def climb(
    start: Any, ranges: Ranges, score: Callable[[Any], float], n_tries: int
) -> tuple[Any, float]:
    """Return the best options of so many tries, and their score."""
    rng = np.random.default_rng(0)
    best, best_score = start, score(start)
    for nth in range(n_tries):
        wide = nth < n_tries // 2
        drawn = {name: _drawn(rng, name, ranges[name], best, wide) for name in _some(rng, ranges)}
        tried = replace(start if wide else best, **drawn)
        if (found := score(tried)) > best_score:
            best, best_score = tried, found
    return best, best_score


def _some(rng: np.random.Generator, ranges: Ranges) -> list[str]:
    """Return which numbers are drawn at a try, one at least."""
    names = list(ranges)
    return [*rng.choice(names, rng.integers(1, len(names) + 1), replace=False)]


def _drawn(
    rng: np.random.Generator, name: str, limits: tuple[float, float], best: object, wide: bool
) -> float:
    low, high = np.log(limits) if name in LOGARITHMIC else limits
    if wide:
        value = rng.uniform(low, high)
    else:
        now = getattr(best, name)
        middle = np.log(now) if name in LOGARITHMIC else now
        value = np.clip(rng.normal(middle, (high - low) / 12), low, high)
    return round(float(np.exp(value) if name in LOGARITHMIC else value), 3)


def main() -> None:
    """Fit all, and print them."""
    parser = argparse.ArgumentParser(description="Fit the numbers of chapters.")
    parser.add_argument("--cache", type=Path, default=default_cache())
    parser.add_argument("--datasets", type=Path)
    parser.add_argument("--tries", type=int, default=N_TRIES)
    said = parser.parse_args()
    context = BenchContext(said.cache, said.datasets, False, lambda *_: None)
    events = with_thinned(list(known_chapters(context, DEV_SEEDS[:N_SEEDS])))
    for name, start, ranges, part in (
        ("ours", GUESSED, OURS, find_chapters),
        ("gaps", GapOptions(1800.0), GAPS, by_gaps),
        ("time + place", PlaceOptions(1800.0, 200.0), PLACE, by_time_and_place),
    ):

        def score(options: Any, part: Any = part) -> float:
            return score_of(lambda shots: part(shots, options), events)

        best, found = climb(start, ranges, score, said.tries)
        numbers = {text: getattr(best, text) for text in ranges}
        sys.stdout.write(f"{name}: F1 {found:.4f} by {numbers}\n")


if __name__ == "__main__":
    main()
