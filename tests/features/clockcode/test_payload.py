"""What a code says, and all that is refused."""

import pytest

from coincide.features.clockcode import ClockCode, parse_clock_code

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
