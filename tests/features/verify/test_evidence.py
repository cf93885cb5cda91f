import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from coincide.features.verify.evidence import FITTED, REVISITED, inlier_log_ratio


@given(st.lists(st.integers(0, 1500), min_size=2))
def test_more_inliers_never_speak_less_for_one_moment(counts: list[int]) -> None:
    ratios = inlier_log_ratio(np.sort(np.array(counts, dtype=np.float64)))
    assert (np.diff(ratios) >= 0).all()


def test_evidence_is_bounded_by_how_often_places_are_seen_again() -> None:
    ratios = inlier_log_ratio(np.arange(2000.0))
    assert ratios.max() <= np.log(1 / REVISITED) <= 3.0
    # a photo of another part of the scene has no inlier either: next to nothing is said
    assert -1.0 < ratios.min() < 0.0


def test_many_inliers_speak_clearly_and_chance_ones_do_not() -> None:
    none, chance, many = inlier_log_ratio(np.array([0.0, 9.0, 60.0]))
    assert none < 0
    assert abs(chance) < 0.5
    assert many > 1.0


def test_unknown_says_nothing() -> None:
    assert inlier_log_ratio(np.array([np.nan, 0.0]))[0] == 0.0


def test_table_is_well_formed() -> None:
    assert FITTED.least[0] == 0
    assert list(FITTED.least) == sorted(set(FITTED.least))
    assert len(FITTED.least) == len(FITTED.log_ratio)
