"""Wrong clocks."""

import numpy as np
import pytest

from coincide.demo import clocks
from coincide.demo.programme import MIDNIGHT_S
from coincide.model.times import DAY_S, HOUR_S

FIRST_S = MIDNIGHT_S + 15 * HOUR_S + 0.25


@pytest.mark.parametrize(
    ("error", "low_s", "high_s"),
    [
        (clocks.forgotten_hour, HOUR_S - 45, HOUR_S + 45),
        (clocks.wrong_zone, 2 * HOUR_S - 20, 9 * HOUR_S + 20),
        (clocks.badly_set, 150, 2700),
        (clocks.wrong_day, DAY_S - 900, 39 * DAY_S + 900),
    ],
)
def test_sizes_of_errors_are_those_of_their_kind_in_both_directions(error, low_s, high_s):
    drawn = [error(np.random.default_rng(seed), FIRST_S) for seed in range(200)]
    assert all(low_s <= abs(offset_s) <= high_s for offset_s in drawn)
    assert min(drawn) < 0 < max(drawn)


def test_a_reset_clock_started_at_a_first_midnight_before_its_first_photo():
    starts = set()
    for seed in range(200):
        shown_s = FIRST_S - clocks.reset(np.random.default_rng(seed), FIRST_S)
        start_s = max(start for start in clocks.RESET_DATES_S if start <= shown_s)
        assert 299 <= shown_s - start_s <= 30 * HOUR_S
        starts.add(start_s)
    assert starts == set(clocks.RESET_DATES_S)


@pytest.mark.parametrize("phone", [True, False])
def test_kinds_follow_one_another_and_offsets_are_whole_seconds(phone):
    kinds = clocks.PHONE_ERRORS if phone else clocks.CAMERA_ERRORS
    for nth in range(2 * len(kinds)):
        drawn = clocks.draw_offset_s(
            np.random.default_rng(7), phone=phone, nth_of_kind=nth, first_s=FIRST_S
        )
        assert drawn == kinds[nth % len(kinds)](np.random.default_rng(7), FIRST_S)
        assert drawn == round(drawn)
