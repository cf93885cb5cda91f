"""From codes to a time: the finest counts, and codes that contradict tell none."""

import pytest

from coincide.features.clockcode import ClockCode, Seen, reading_of

T = 1_790_000_000.0
CORNERS = ((0.1, 0.1), (0.2, 0.1), (0.2, 0.2), (0.1, 0.2))


def seen(start_s: float, length_s: float, zone_s: int = 7200) -> Seen:
    return Seen(ClockCode(start_s, length_s, zone_s), CORNERS)


def test_a_photo_without_codes_tells_nothing() -> None:
    assert reading_of(()) is None


def test_the_code_of_a_tenth_goes_before_that_of_a_second() -> None:
    both = reading_of([seen(T, 1.0), seen(T + 0.7, 0.1)])
    assert both is not None
    assert both.utc_s == pytest.approx(T + 0.75)
    assert both.corners == CORNERS
    assert both.zone_s == 7200


def test_the_slow_code_alone_is_good_to_half_a_second() -> None:
    fine, slow = reading_of([seen(T, 0.1)]), reading_of([seen(T, 1.0)])
    assert fine is not None
    assert slow is not None
    assert slow.utc_s == T + 0.5
    assert fine.sd_s == pytest.approx(0.25, abs=0.01)
    assert 0.29 < slow.sd_s < 0.5


@pytest.mark.parametrize("apart_s", [-3600.0, -2.0, 2.0, 86400.0])
def test_two_clocks_that_differ_tell_nothing(apart_s: float) -> None:
    assert reading_of([seen(T, 0.1), seen(T + apart_s, 0.1)]) is None


def test_a_long_exposure_may_show_one_second_and_the_next_tenth() -> None:
    assert reading_of([seen(T, 1.0), seen(T + 1.3, 0.1)]) is not None
