"""Names of chapters: as short as they can be told apart, and no two the same."""

from hypothesis import given
from hypothesis import strategies as st

from coincide.album.names import chapter_names
from coincide.model.times import from_clock


def at(month: int, day: int, hour: int, minute: int = 0) -> float:
    return from_clock(2025, month, day, hour, minute, 0)


def test_one_day_is_told_by_its_parts_and_several_by_the_day() -> None:
    assert chapter_names([at(8, 23, 10), at(8, 23, 15)], [None, None]) == ["Morning", "Afternoon"]
    assert chapter_names([at(8, 23, 19), at(8, 24, 1)], [None, "Rome"]) == [
        "Saturday 23 August, evening",
        "Rome, Sunday 24 August, night",
    ]


def test_the_clock_is_told_where_the_part_of_the_day_is_not_enough() -> None:
    starts_s = [at(8, 23, 15), at(8, 23, 16, 20), at(8, 23, 20)]
    assert chapter_names(starts_s, [None] * 3) == [
        "Afternoon, 15:00",
        "Afternoon, 16:20",
        "Evening",
    ]


def test_the_year_is_told_where_there_are_two() -> None:
    starts_s = [from_clock(2024, 12, 31, 23, 0, 0), from_clock(2025, 1, 1, 12, 0, 0)]
    assert chapter_names(starts_s, [None, None])[1] == "Wednesday 1 January 2025, noon"


@given(
    st.lists(
        st.tuples(st.integers(0, 10**6), st.sampled_from([None, "Rome", "Morning"])), max_size=30
    )
)
def test_no_two_are_the_same(chapters: list[tuple[int, str | None]]) -> None:
    names = chapter_names([float(one) for one, _ in chapters], [place for _, place in chapters])
    assert len(set(names)) == len(names) == len(chapters)
