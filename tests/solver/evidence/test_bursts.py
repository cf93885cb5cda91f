import numpy as np
import pytest

from coincide.solver.evidence.bursts import photo_weights
from tests.conftest import make_table


def test_a_burst_counts_as_one_photo() -> None:
    table = make_table([0.0, 1.0, 2.0, 3.0, 900.0])
    assert photo_weights(table, 60.0).tolist() == [0.25] * 4 + [1.0]


def test_other_cameras_are_no_part_of_a_burst() -> None:
    table = make_table([0.0, 1.0], [0.0, 1.0, 2.0, 3.0])
    assert photo_weights(table, 60.0).tolist() == [0.5] * 2 + [0.25] * 4


def test_the_bounds_of_a_burst_belong_to_it() -> None:
    table = make_table([0.0, 60.0, 120.1])
    assert photo_weights(table, 60.0).tolist() == [0.5, 0.5, 1.0]
    assert photo_weights(table, 0.0).tolist() == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("per_minute", [1, 10, 100])
def test_who_never_stops_shooting_counts_by_the_minute_not_by_the_shot(per_minute: int) -> None:
    times_s = np.arange(0.0, 3600.0, 60.0 / per_minute)
    total = float(photo_weights(make_table(times_s.tolist()), 60.0).sum())
    assert 20.0 <= total <= 40.0


def test_photos_of_one_second_count_as_one_together() -> None:
    assert photo_weights(make_table([7.0] * 5), 60.0).sum() == pytest.approx(1.0)
