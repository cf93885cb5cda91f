import numpy as np
import pytest

from coincide_bench.figures.aggregate import (
    Interval,
    at_least_as_good,
    bootstrap_mean,
    bootstrap_quantiles,
    bootstrap_share,
    gather,
    mean,
    quantile,
)


def test_the_mean_is_over_events_not_over_trials() -> None:
    trials = gather(["x", "x", "x", "y"], ["x", "x", "x", "y"], [1, 2, 3, 1])
    assert mean(trials, np.array([1.0, 1.0, 1.0, 0.0])) == 0.5


def test_trials_without_a_value_do_not_count() -> None:
    trials = gather(["x", "x", "y"], ["x", "x", "y"], [1, 2, 1])
    assert mean(trials, np.array([1.0, np.nan, np.nan])) == 1.0
    assert mean(trials, np.full(3, np.nan)) is None
    assert bootstrap_mean(trials, np.array([1.0, np.nan, np.nan])) is None


def test_two_deals_of_one_event_are_not_two_events() -> None:
    """Resampling clusters sees the spread between events; resampling trials would not."""
    events = [f"{cluster}/{deal}" for cluster in "abcdef" for deal in range(50)]
    clusters = [event[0] for event in events]
    values = np.repeat([0.1, 0.3, 0.5, 0.6, 0.8, 0.9], 50)
    seeds = list(range(300))
    clustered = bootstrap_mean(gather(events, clusters, seeds), values)
    naive = bootstrap_mean(gather(events, events, seeds), values)
    assert clustered is not None
    assert naive is not None
    assert clustered.high - clustered.low > 3 * (naive.high - naive.low)
    assert clustered.low < values.mean() < clustered.high


def test_one_cluster_is_resampled_by_seed() -> None:
    trials = gather(["x/k3"] * 40, ["x"] * 40, list(range(40)))
    values = np.random.default_rng(0).normal(0.5, 0.1, 40)
    interval = bootstrap_mean(trials, values)
    assert interval is not None
    assert (interval.high - interval.low) / 2 == pytest.approx(1.96 * 0.1 / np.sqrt(40), rel=0.3)


def test_a_single_trial_has_no_interval() -> None:
    assert bootstrap_mean(gather(["x"], ["x"], [1]), np.array([1.0])) is None
    assert bootstrap_quantiles(np.array([0, 0]), np.array([1.0, 2.0]), [0.5]) == [None]
    assert bootstrap_quantiles(np.zeros(0, np.int64), np.zeros(0), [0.5, 0.9]) == [None, None]


def test_the_interval_covers_the_true_mean_as_often_as_it_says() -> None:
    rng = np.random.default_rng(1)
    names = [f"e{number}" for number in range(40)]
    trials = gather(names, names, [0] * 40)
    covered = 0
    for _ in range(400):
        interval = bootstrap_mean(trials, rng.normal(0.5, 0.2, 40))
        assert interval is not None
        covered += interval.low <= 0.5 <= interval.high
    assert 0.91 <= covered / 400 <= 0.98


def test_quantiles_of_errors() -> None:
    assert quantile(np.array([4.0, 1.0, 2.0, 3.0]), 0.5) == 2.5
    assert quantile(np.arange(1.0, 11.0), 0.9) == 9.5
    assert quantile(np.zeros(0), 0.5) is None


def test_the_interval_of_a_median_is_that_of_plain_resampling() -> None:
    rng = np.random.default_rng(2)
    errors_s = rng.exponential(100.0, 120)
    units = np.repeat(np.arange(30), 4)
    interval, _ = bootstrap_quantiles(units, errors_s, [0.5, 0.9])
    picked = [
        np.median(errors_s.reshape(30, 4)[rng.integers(0, 30, 30)].ravel()) for _ in range(2000)
    ]
    assert interval is not None
    assert [interval.low, interval.high] == pytest.approx(np.quantile(picked, [0.025, 0.975]), 0.1)


def test_resampling_in_blocks_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    units, errors_s = np.arange(50) % 7, np.linspace(0.0, 1.0, 50) ** 2
    whole = bootstrap_quantiles(units, errors_s, [0.5, 0.9])
    monkeypatch.setattr("coincide_bench.figures.aggregate._BLOCK", 500)
    assert bootstrap_quantiles(units, errors_s, [0.5, 0.9]) == whole


@pytest.mark.parametrize(
    ("low", "verdict"), [(-0.0199, True), (-0.02, False), (-0.05, False), (0.01, True)]
)
def test_at_least_as_good_rules_out_a_noticeable_loss(low: float, verdict: bool) -> None:
    assert at_least_as_good(Interval(low, 0.1)) is verdict


def test_without_an_interval_nothing_is_claimed() -> None:
    assert at_least_as_good(None) is None


def test_a_share_is_resampled_by_event_and_weighs_cases_alike() -> None:
    trials = gather(["x", "x", "y", "z"], ["x", "x", "y", "z"], [1, 2, 1, 1])
    hits, cases = np.array([9.0, 9.0, 0.0, 0.0]), np.array([10.0, 10.0, 2.0, 0.0])
    interval = bootstrap_share(trials, hits, cases)
    # of the two events with cases, either may be drawn twice
    assert interval == Interval(0.0, pytest.approx(0.9))
    assert bootstrap_share(trials, hits[:2].repeat(2), np.array([1.0, 0.0, 0.0, 0.0])) is None
