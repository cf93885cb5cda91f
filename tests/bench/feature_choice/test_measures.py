import numpy as np
import pytest

from coincide_bench.feature_choice.measures import Figures, measure

HOUR_S = 3600.0
STARTS = np.array([0, 4, 8])
# two galleries, each with a photo of the same four moments, hours apart
LONG_S = np.array([0.0, 2.0, 4.0, 6.0, 0.01, 2.01, 4.01, 6.01]) * HOUR_S


def unit_rows(*rows: int) -> np.ndarray:
    return np.eye(8, dtype=np.float32)[list(rows)]


def test_vectors_that_name_the_moment_find_all() -> None:
    found = measure(unit_rows(0, 1, 2, 3, 0, 1, 2, 3), LONG_S, STARTS)
    assert found == Figures(near_match=1.0, chance=0.25, auc=1.0, sure=1.0)


def test_vectors_that_name_another_moment_find_none() -> None:
    found = measure(unit_rows(0, 1, 2, 3, 1, 2, 3, 0), LONG_S, STARTS)
    assert found.near_match == 0.0
    assert found.auc == pytest.approx(0.5 * 8 / 12)  # a third of the far pairs is above
    assert found.sure == 0.0


def test_photos_of_one_gallery_do_not_count() -> None:
    # alike within each gallery only: across them there is nothing to see
    found = measure(unit_rows(0, 0, 0, 0, 1, 1, 1, 1), LONG_S, STARTS)
    assert found.auc == 0.5
    assert found.sure == 0.0


def test_only_photos_with_something_to_find_count() -> None:
    times_s = LONG_S.copy()
    times_s[4:7] += HOUR_S  # only the last moment is still shared
    found = measure(unit_rows(0, 1, 2, 3, 7, 7, 7, 3), times_s, STARTS)
    assert found.near_match == 1.0
    assert measure(unit_rows(0, 1, 2, 3, 7, 7, 7, 5), times_s, STARTS).near_match == 0.0


@pytest.mark.parametrize(("last_s", "auc"), [(4 * HOUR_S, 1.0), (HOUR_S, 15 / 18)])
def test_in_a_short_event_all_that_is_not_near_is_far(last_s: float, auc: float) -> None:
    # the second moment is 20 min from the first and looks the same
    times_s = np.tile([0.0, 1200.0, last_s], 2)
    found = measure(unit_rows(0, 0, 2, 0, 0, 2), times_s, np.array([0, 3, 6]))
    assert found.auc == pytest.approx(auc)


def test_nothing_to_be_found_is_none() -> None:
    times_s = np.array([0.0, 5.0]) * HOUR_S
    nothing = Figures(None, None, None, None)
    assert measure(unit_rows(0, 1), times_s, np.array([0, 1, 2])) == nothing
