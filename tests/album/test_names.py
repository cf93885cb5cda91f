"""Names of chapters: as short as they can be told apart, and no two the same."""

from hypothesis import given
from hypothesis import strategies as st

from coincide.album.names import ChapterTitle, chapter_names
from coincide.model.times import from_clock


def at(month: int, day: int, hour: int, minute: int = 0) -> float:
    return from_clock(2025, month, day, hour, minute, 0)


def wholes(starts_s: list[float], places: list[str | None] | None = None) -> list[str]:
    return [one.whole for one in titles(starts_s, places or [None] * len(starts_s))]


def titles(starts_s: list[float], places: list[str | None]) -> list[ChapterTitle]:
    """Return the names of chapters of one photo each."""
    towns = [() if place is None else (place,) for place in places]
    return chapter_names([[start_s] for start_s in starts_s], towns)


def test_one_day_is_told_by_its_parts_and_several_by_the_day() -> None:
    assert wholes([at(8, 23, 10), at(8, 23, 15)]) == ["Morning", "Afternoon"]
    first, second = titles([at(8, 23, 19), at(8, 24, 9)], [None, None])
    assert (first.day, first.stop) == ("Saturday 23 August", "Evening")
    assert first.whole == "Saturday 23 August, evening"
    assert second.day == "Sunday 24 August"


def test_who_dances_until_two_is_still_of_the_day_before() -> None:
    names = titles([at(8, 23, 19), at(8, 24, 2), at(8, 24, 5)], [None] * 3)
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
    names = titles(starts_s, ["Oban", "Oban", "Oban", "Stirling", None])
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


def test_a_chapter_is_called_by_the_parts_of_the_day_that_hold_most_of_its_photos() -> None:
    def name(*hours: float) -> str:
        (title,) = chapter_names([[at(8, 23, 0) + 3600 * hour for hour in hours]], [()])
        return title.whole

    assert name(15, 15.5, 16, 18.5) == "Afternoon"
    assert name(17, 18.5, 19, 20) == "Evening"
    assert name(16.5, 17, 18.5, 19) == "Afternoon and evening"
    # one photo in the afternoon
    assert name(17.2, 21, 23.6, 23.7) == "Evening and night"
    assert name(10, 12, 15, 19) == "Morning to afternoon"
    # nobody photographed in the evening
    assert name(17, 23) == "Afternoon and night"


def test_a_chapter_at_several_places_names_them_as_they_were_visited() -> None:
    times_s = [[at(9, 30, 10)], [at(9, 30, 15), at(9, 30, 19)], [at(10, 1, 15), at(10, 1, 19)]]
    towns = [("Oban",), ("Mull", "Iona", "Ulva"), ("Iona", "Oban")]
    names = chapter_names(times_s, towns)
    assert [(one.day, one.stop) for one in names] == [
        ("Tuesday 30 September", "Oban"),
        ("Tuesday 30 September", "Mull, Iona and Ulva"),
        # a day with one chapter shows its places
        ("Wednesday 1 October, Iona and Oban", "Afternoon and evening"),
    ]


@given(
    st.lists(
        st.tuples(st.integers(0, 10**6), st.sampled_from([None, "Rome", "Morning"])), max_size=30
    )
)
def test_no_two_are_the_same(chapters: list[tuple[int, str | None]]) -> None:
    names = wholes([float(one) for one, _ in chapters], [place for _, place in chapters])
    assert len(set(names)) == len(names) == len(chapters)
