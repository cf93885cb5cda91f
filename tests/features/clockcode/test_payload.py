"""What a code says, and all that is refused."""

import pytest

from coincide.features.clockcode import ClockCode, DetectedCode, parse_clock_code, reading_of

GOOD = "COINCIDE:1:88174E8:1:-19:GK4B"


def test_a_code_is_read_as_it_was_written() -> None:
    code = ClockCode(1_790_000_000.3, 1.0, -12600)
    assert parse_clock_code(code.text) == code
    assert parse_clock_code(GOOD) == ClockCode(1_790_000_000.0, 0.1, -17100)
    assert code.middle_s == 1_790_000_000.8


def test_no_code_is_longer_than_version_2_holds() -> None:
    shown = [ClockCode(1_790_000_000.0, length_s, -43200) for length_s in (0.1, 1.0)]
    assert [len(one.text) for one in shown] == [29, 29]


def test_one_wrong_character_is_always_noticed() -> None:
    for place in range(len(GOOD)):
        for other in "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ:-":
            if other != GOOD[place]:
                assert parse_clock_code(GOOD[:place] + other + GOOD[place + 1 :]) is None


def _checked(body: str) -> str:
    """The same with the check that belongs to it, as who forges one would write it."""
    from coincide.features.clockcode.payload import _check

    return f"{body}:{_check(body)}"


@pytest.mark.parametrize(
    "body",
    [
        "COINCIDE:2:88174E8:1:0",  # another version
        "COINCIDE:1:88174E8:0:0",  # shown for no time at all
        "COINCIDE:1:88174E8:ZZ:0",  # and for two minutes
        "COINCIDE:1:88174E8:1:57",  # beyond all zones
        "COINCIDE:1:88174E8:1:-49",
        "COINCIDE:1:88174E8:1:-0",
        "COINCIDE:1:88174E80:1:0",  # in a year that no camera shows
        "COINCIDE:1:8817:1:0",  # and in 1970
        "HTTPS://EXAMPLE.ORG",
    ],
)
def test_what_no_page_shows_is_refused_though_its_check_is_right(body: str) -> None:
    assert parse_clock_code(_checked(body)) is None


def test_other_digits_are_none() -> None:
    assert parse_clock_code(_checked("COINCIDE:1:88174E٣:1:0")) is None


T = 1_790_000_000.0
CORNERS = ((0.1, 0.1), (0.2, 0.1), (0.2, 0.2), (0.1, 0.2))


def seen(start_s: float, length_s: float, zone_s: int = 7200) -> DetectedCode:
    return DetectedCode(ClockCode(start_s, length_s, zone_s), CORNERS)


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
