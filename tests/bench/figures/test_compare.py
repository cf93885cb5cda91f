"""Simulated documents of the size of the splits suite: 5 events × 3 k × 3 attendances."""

from collections.abc import Callable

import numpy as np
import pytest

from coincide.errors import UsageError
from coincide_bench.figures.compare import Scope, compare, compare_within
from coincide_bench.figures.document import METRICS, Document, PerSeed, Result
from coincide_bench.figures.significance import contrast_paired

N_SEEDS = 20  # the default
CELLS = [
    (f"set{number}", galleries, attendance)
    for number in range(5)
    for galleries in (3, 5, 8)
    for attendance in (0.3, 0.6, 1.0)
]
PLACEABLE = np.array([galleries - 1 for _, galleries, _ in CELLS])
# how hard the events are: from hopeless to nearly always right, 0.78 in the mean
RIGHT = np.clip(np.random.default_rng(5).beta(4.0, 1.2, len(CELLS)), 0.05, 0.995)
# galleries of one deal fail together: the chance of a deal varies around the event's own
TOGETHER = 8.0
# one in twenty is told apart by chance: within three standard errors of so many trials
N_TRIALS, USUAL = 400, (0.02, 0.08)


def simulate(rng: np.random.Generator, right: np.ndarray) -> np.ndarray:
    """Return P of every trial, (events, seeds)."""
    shape = (N_SEEDS, len(right))
    chance = rng.beta(right * TOGETHER, (1.0 - right) * TOGETHER, size=shape)
    return (rng.binomial(PLACEABLE, chance) / PLACEABLE).T


def document(precision: np.ndarray, *, first_seed: int = 0, method: str = "paper") -> Document:
    seeds = tuple(range(first_seed, first_seed + precision.shape[1]))
    results = tuple(
        Result(
            suite="splits",
            event=f"{name}/k{galleries}/a{attendance}",
            method=method,
            subset="all",
            offsets="continuous",
            truth="known",
            metrics=dict.fromkeys(METRICS),
            interval={},
            details={},
            per_seed=PerSeed(seeds, (name,) * len(seeds), {"P_1800": tuple(values)}),
        )
        for (name, galleries, attendance), values in zip(CELLS, precision.tolist(), strict=False)
    )
    return Document({}, {}, "dev", seeds, results)


def alarms(
    make: Callable[[np.random.Generator], tuple[Document, Document]], n_trials: int = N_TRIALS
) -> float:
    """Return how often two runs are told apart."""
    rng = np.random.default_rng(2024)
    marked = 0
    for _ in range(n_trials):
        (difference,) = compare(*make(rng))
        marked += difference.contrast.beyond_noise
    return marked / n_trials


def other_seeds(rng: np.random.Generator, loss: float) -> tuple[Document, Document]:
    worse = np.clip(RIGHT - loss, 0.001, 0.999)
    return document(simulate(rng, RIGHT)), document(simulate(rng, worse), first_seed=1000)


def same_deals(rng: np.random.Generator, loss: float) -> tuple[Document, Document]:
    """Let b miss some of what a found, and find as much of what a missed, or less."""
    first = document(a := simulate(rng, RIGHT))
    missed = rng.binomial((a * PLACEABLE[:, None]).round().astype(int), 0.1 + loss)
    share = np.minimum(0.1 * RIGHT / (1 - RIGHT), 1.0)[:, None]
    found = rng.binomial(((1 - a) * PLACEABLE[:, None]).round().astype(int), share)
    return first, document(a + (found - missed) / PLACEABLE[:, None])


def test_two_runs_of_one_method_on_other_seeds_are_rarely_told_apart() -> None:
    assert USUAL[0] <= alarms(lambda rng: other_seeds(rng, 0.0)) <= USUAL[1]


def test_nor_are_two_equally_good_methods_on_the_same_deals() -> None:
    rng = np.random.default_rng(2024)
    marked = [
        contrast_paired(list(simulate(rng, RIGHT) - simulate(rng, RIGHT))).beyond_noise
        for _ in range(N_TRIALS)
    ]
    assert USUAL[0] <= np.mean(marked) <= USUAL[1]


def test_a_difference_of_five_points_is_found() -> None:
    assert alarms(lambda rng: other_seeds(rng, 0.05)) >= 0.8


def test_a_difference_of_five_points_on_the_same_deals_is_found_almost_always() -> None:
    first, second = same_deals(np.random.default_rng(0), 0.05)
    (difference,) = compare(first, second)
    assert difference.paired
    assert alarms(lambda rng: same_deals(rng, 0.05), 200) >= 0.95


def test_a_run_is_not_different_from_itself() -> None:
    run = document(simulate(np.random.default_rng(0), RIGHT))
    (difference,) = compare(run, run)
    assert (difference.contrast.difference, difference.contrast.p_value) == (0.0, 1.0)
    assert difference.paired
    assert difference.at_least_as_good is True
    assert (difference.n_events, difference.n_trials, difference.n_left_out) == (45, 900, 0)


def test_positive_means_that_the_second_is_better() -> None:
    rng = np.random.default_rng(0)
    good, bad = document(np.ones((45, 20))), document(simulate(rng, RIGHT))
    (difference,) = compare(bad, good)
    assert difference.mean_b == 1.0
    assert difference.contrast.difference == pytest.approx(1.0 - difference.mean_a)
    assert difference.at_least_as_good is True
    assert compare(good, bad)[0].at_least_as_good is False


def test_other_seeds_are_not_paired_and_claim_nothing_about_other_events() -> None:
    (difference,) = compare(*other_seeds(np.random.default_rng(0), 0.0))
    assert not difference.paired
    assert difference.over_events is None
    assert difference.at_least_as_good is None


def test_seeds_in_another_order_are_the_same_deals() -> None:
    precision = simulate(np.random.default_rng(0), RIGHT)
    run = document(precision)
    trials = run.results[0].per_seed
    assert trials is not None
    turned = PerSeed(trials.seed[::-1], trials.cluster, {"P_1800": trials.figures["P_1800"][::-1]})
    turned_result = Result(**{**vars(run.results[0]), "per_seed": turned})
    other = Document({}, {}, "dev", run.seeds, (turned_result, *run.results[1:]))
    (difference,) = compare(run, other)
    assert difference.contrast.p_value == 1.0


def test_two_methods_of_one_file() -> None:
    rng = np.random.default_rng(0)
    run = document(simulate(rng, RIGHT), method="paper")
    other = document(simulate(rng, RIGHT), method="median")
    both = Document({}, {}, "dev", run.seeds, run.results + other.results)
    (difference,) = compare(both, both, method_a="paper", method_b="median")
    assert (difference.method_a, difference.method_b) == ("paper", "median")
    assert difference.contrast.difference != 0.0
    assert len(compare(both, both)) == 2


def two_methods(a: np.ndarray, b: np.ndarray) -> Document:
    """Return one run of two methods, with the totals that tell how long events are."""
    results = [*document(a).results, *document(b, method="joint").results]
    spans = {
        result.event: Result(
            **{
                **vars(result),
                "offsets": "all",
                "per_seed": None,
                # set0 is a walk of half an hour
                "details": {"span_s": 1800.0 if result.event.startswith("set0") else 1e5},
            }
        )
        for result in results
    }
    return Document({}, {}, "dev", (), (*results, *spans.values()))


def test_one_method_is_held_against_every_other_of_the_run() -> None:
    run = two_methods(simulate(np.random.default_rng(0), RIGHT), np.ones((45, 20)))
    (difference,) = compare_within(run, "joint")
    assert (difference.method_a, difference.method_b) == ("paper", "joint")
    assert difference.paired
    assert difference.at_least_as_good is True
    with pytest.raises(UsageError, match="No results of 'magic'; there are: joint, paper"):
        compare_within(run, "magic")
    with pytest.raises(UsageError, match="one method only"):
        compare_within(document(np.ones((1, 3))), "paper")


def test_event_by_event_all_deals_of_a_set_count_together() -> None:
    rng = np.random.default_rng(0)
    worse_on_one = simulate(rng, RIGHT)
    better = np.where(np.arange(45)[:, None] < 9, worse_on_one - 0.2, worse_on_one)
    lines = compare_within(two_methods(worse_on_one, better), "joint", scope=Scope(by_event=True))
    assert [line.event for line in lines] == [f"set{number}" for number in range(5)]
    assert [line.at_least_as_good for line in lines] == [False, True, True, True, True]
    assert all(line.n_events == 9 and line.n_trials == 180 for line in lines)


def test_a_group_of_events_alone() -> None:
    ones = np.ones((45, 20))
    run = two_methods(np.where(np.arange(45)[:, None] < 9, ones, 0.0 * ones), ones)
    (long,) = compare_within(run, "joint", scope=Scope(events="all/long/a0.6"))
    assert (long.n_events, long.mean_a, long.mean_b) == (12, 0.0, 1.0)
    (short,) = compare_within(run, "joint", scope=Scope(events="all/short"))
    assert (short.n_events, short.mean_a) == (9, 1.0)
    for scope in (Scope(events="all/endless"), Scope(offsets="hours")):
        with pytest.raises(UsageError, match="no event in common"):
            compare_within(run, "joint", scope=scope)


def test_events_of_one_file_alone_are_left_out_and_counted() -> None:
    precision = simulate(np.random.default_rng(0), RIGHT)
    whole, part = document(precision), document(precision[:40])
    (difference,) = compare(whole, part)
    assert (difference.n_events, difference.n_left_out) == (40, 5)


def test_trials_without_the_figure_are_left_out() -> None:
    run = document(np.ones((1, 3)))
    trials = PerSeed((0, 1, 2), ("set0",) * 3, {"P_1800": (None, 1.0, 0.0)})
    holed = Document({}, {}, "dev", (), (Result(**{**vars(run.results[0]), "per_seed": trials}),))
    (difference,) = compare(run, holed)
    assert (difference.n_trials, difference.mean_b) == (2, 0.5)


def test_what_cannot_be_compared_is_said() -> None:
    run = document(np.ones((1, 3)))
    with pytest.raises(UsageError, match="No results of 'joint'; there are: paper"):
        compare(run, run, method_a="joint")
    with pytest.raises(UsageError, match="Against which"):
        compare(run, run, method_b="paper")
    with pytest.raises(UsageError, match="no event in common"):
        compare(run, document(np.ones((1, 3)), method="median"))
