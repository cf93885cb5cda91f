import numpy as np
import pytest
from scipy import stats

from coincide_bench.figures.significance import contrast_paired, contrast_unpaired

RNG = np.random.default_rng(0)
A, B = RNG.normal(0.0, 1.0, 30), RNG.normal(0.5, 2.0, 20)


def test_one_stratum_is_welchs_test() -> None:
    result = contrast_unpaired([(A, B)])
    expected = stats.ttest_ind(B, A, equal_var=False)
    assert result.difference == pytest.approx(B.mean() - A.mean())
    assert result.p_value == pytest.approx(expected.pvalue, rel=0.02)
    interval = expected.confidence_interval()
    assert result.noise is not None
    assert (result.noise.low, result.noise.high) == pytest.approx(tuple(interval), abs=0.02)


def test_one_stratum_of_pairs_is_the_t_test() -> None:
    result = contrast_paired([A])
    assert result.p_value == pytest.approx(stats.ttest_1samp(A, 0.0).pvalue, rel=0.02)


def test_differences_between_events_are_not_noise() -> None:
    """The same small gain on an easy and on a hard event is seen, far apart as they are."""
    easy, hard = 0.9 + A / 100, 0.2 + A / 100
    result = contrast_unpaired([(easy, easy[::-1] + 0.02), (hard, hard[::-1] + 0.02)])
    assert result.difference == pytest.approx(0.02)
    assert result.beyond_noise


def test_perfect_strata_divide_by_nothing() -> None:
    ones = np.ones(20)
    same = contrast_unpaired([(ones, ones), (ones, ones)])
    assert (same.difference, same.noise, same.p_value) == (0.0, None, 1.0)
    mixed = contrast_unpaired([(ones, ones), (A, A + 0.01)])
    assert mixed.p_value is not None
    assert mixed.p_value > 0.5


def test_one_failure_in_hundreds_is_noise() -> None:
    ones = np.ones(20)
    failed = ones.copy()
    failed[3] = 0.5
    strata = [(ones, ones)] * 9 + [(ones, failed)]
    assert not contrast_unpaired(strata).beyond_noise
    assert not contrast_paired([b - a for a, b in strata]).beyond_noise


def test_four_failures_all_on_one_side_are_noise_too() -> None:
    """By chance they fall on one side in one of eight cases; a plain t-test would say p < 0.05."""
    ones = np.ones(20)
    failed = ones.copy()
    failed[3] = 0.5
    assert not contrast_unpaired([(ones, failed)] * 4 + [(ones, ones)] * 40).beyond_noise
    assert contrast_unpaired([(ones, failed)] * 9 + [(ones, ones)] * 40).beyond_noise


def test_no_spread_is_no_certainty_when_trials_are_few() -> None:
    few = contrast_paired([np.array([0.5, 0.5])])
    assert (few.noise, few.p_value, few.beyond_noise) == (None, 0.5, False)
    many = contrast_paired([np.full(20, 0.5)])
    assert many.beyond_noise
    assert many.noise is None


def test_a_lone_trial_is_taken_to_vary_as_the_others_do() -> None:
    result = contrast_unpaired([(A, A[::-1]), (np.array([0.0]), np.array([1.0]))])
    assert result.difference == pytest.approx(0.5)
    assert not result.beyond_noise


def test_one_trial_for_each_event_makes_the_events_the_sample() -> None:
    single = [(np.array([a]), np.array([a + d])) for a, d in zip(A, B, strict=False)]
    result = contrast_unpaired(single)
    assert result.p_value == pytest.approx(stats.ttest_1samp(B, 0.0).pvalue, rel=0.02)
    assert contrast_unpaired(single[:1]).p_value is None
