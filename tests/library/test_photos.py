"""Sessions of one clock."""

import numpy as np

from coincide.library.photos import ClockPhotos, session_starts
from coincide.model.times import HOUR_S


def test_a_session_ends_where_people_sleep_and_where_time_goes_back() -> None:
    time_s = np.array([0.0, 5 * HOUR_S, 12 * HOUR_S, 12 * HOUR_S - 60, 3 * HOUR_S])
    assert session_starts(time_s) == [0, 2, 4, 5]
    assert session_starts(np.zeros(0)) == [0]


def test_columns_know_the_rows_they_come_from() -> None:
    rows = [(50.0, *[None] * 8), (10.0, 3600, 5.0, *[None] * 6)]
    photos = ClockPhotos.of(rows)
    assert photos.time_s.tolist() == [10.0, 50.0]
    assert photos.row.tolist() == [1.0, 0.0]
    assert (photos.zone_s[0], photos.gps_s[0]) == (3600.0, 5.0)
    assert np.isnan(photos.zone_s[1])
