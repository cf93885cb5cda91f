"""Names of chapters: as short as they can be told apart, and no two the same."""

from hypothesis import given
from hypothesis import strategies as st

from coincide.album.names import chapter_names
from coincide.model.times import from_clock


def at(month: int, day: int, hour: int, minute: int = 0) -> float:
    return from_clock(2025, month, day, hour, minute, 0)


def wholes(starts_s: list[float], places: list[str | None] | None = None) -> list[str]:
    names = chapter_names(starts_s, places or [None] * len(starts_s))
    return [one.whole for one in names]


def test_one_day_is_told_by_its_parts_and_several_by_the_day() -> None:
    assert wholes([at(8, 23, 10), at(8, 23, 15)]) == ["Morning", "Afternoon"]
    first, second = chapter_names([at(8, 23, 19), at(8, 24, 9)], [None, None])
    assert (first.day, first.stop) == ("Saturday 23 August", "Evening")
    assert first.whole == "Saturday 23 August, evening"
    assert second.day == "Sunday 24 August"


def test_who_dances_until_two_is_still_of_the_day_before() -> None:
    names = chapter_names([at(8, 23, 19), at(8, 24, 2), at(8, 24, 5)], [None] * 3)
    assert [one.day for one in names] == ["Saturday 23 August"] * 2 + ["Sunday 24 August"]
    assert names[1].stop == "Night"


def test_the_clock_is_told_where_the_part_of_the_day_is_not_enough() -> None:
    assert wholes([at(8, 23, 15), at(8, 23, 16, 20), at(8, 23, 20)]) == [
        "Afternoon, 15:00",
        "Afternoon, 16:20",
        "Evening",
    ]


def test_the_clock_of_a_name_is_that_of_its_first_photo() -> None:
    # as rounding leaves it, a millionth short of the minute
    names = wholes([at(8, 23, 15), at(8, 23, 16, 24) - 1e-6])
    assert names[1] == "Afternoon, 16:24"


def test_the_year_is_told_where_there_are_two() -> None:
    starts_s = [from_clock(2024, 12, 31, 23, 0, 0), from_clock(2025, 1, 1, 12, 0, 0)]
    assert wholes(starts_s)[1] == "Wednesday 1 January 2025, midday"


def test_a_place_where_a_whole_day_was_is_told_once_with_the_day() -> None:
    starts_s = [at(9, 30, 10), at(9, 30, 15), at(10, 1, 10), at(10, 1, 15), at(10, 1, 20)]
    names = chapter_names(starts_s, ["Oban", "Oban", "Oban", "Stirling", None])
    assert [(one.day, one.stop) for one in names] == [
        ("Tuesday 30 September, Oban", "Morning"),
        ("Tuesday 30 September, Oban", "Afternoon"),
        ("Wednesday 1 October", "Oban"),
        ("Wednesday 1 October", "Stirling"),
        ("Wednesday 1 October", "Evening"),
    ]


def test_a_place_that_comes_again_on_a_day_is_told_apart_by_the_part_of_the_day() -> None:
    starts_s = [at(10, 1, 9), at(10, 1, 12), at(10, 1, 15)]
    assert wholes(starts_s, ["Oban", "Mull", "Oban"]) == [
        "Oban, morning",
        "Mull",
        "Oban, afternoon",
    ]


@given(
    st.lists(
        st.tuples(st.integers(0, 10**6), st.sampled_from([None, "Rome", "Morning"])), max_size=30
    )
)
def test_no_two_are_the_same(chapters: list[tuple[int, str | None]]) -> None:
    names = wholes([float(one) for one, _ in chapters], [place for _, place in chapters])
    assert len(set(names)) == len(names) == len(chapters)
