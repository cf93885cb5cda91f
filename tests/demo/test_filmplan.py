"""Who films what: pairs that heard the same, films alone, and what their headers say."""

from dataclasses import replace
from itertools import combinations

import pytest

from coincide.demo import DemoOptions, plan_event
from coincide.demo.exif import PHONE_ZONE_S
from coincide.demo.filmplan import (
    FEW_FILMS,
    FILM_AFTER_S,
    HEADER_TIMES,
    LONGEST_S,
    SHORTEST_S,
    Film,
    HeaderTime,
    film_truths,
    plan_films,
)
from coincide.media.filenames import time_from_name
from coincide.media.video.clock import video_clock

OPTIONS = DemoOptions(4, 60, seed=2, n_phones=3, n_films=3, n_forwarded=9)


def overlapping(films: tuple[Film, ...]) -> list[tuple[Film, Film]]:
    return [
        (a, b)
        for a, b in combinations(films, 2)
        if a.event_time_s < b.end_s and b.event_time_s < a.end_s
    ]


@pytest.mark.parametrize("seed", range(1, 6))
def test_a_few_films_some_of_the_same_half_minute_by_two_phones(seed: int) -> None:
    films = plan_films(plan_event(DemoOptions(seed=seed, n_films=None)))
    assert len(films) == FEW_FILMS
    pairs = overlapping(films)
    assert 1 <= len(pairs) <= 3
    for a, b in pairs:
        assert a.gallery.name != b.gallery.name
        assert a.shot.moment == b.shot.moment
    alone = {film.file_name for film in films} - {one.file_name for two in pairs for one in two}
    assert alone


def test_phones_film_when_they_take_no_photo_and_each_moment_once() -> None:
    films = plan_films(plan_event(OPTIONS))
    assert len({(film.gallery.name, film.shot.moment) for film in films}) == 3
    for film in films:
        assert film.gallery.camera.phone
        assert SHORTEST_S <= film.length_s <= LONGEST_S
        assert not any(
            film.event_time_s <= shot.event_time_s <= film.end_s for shot in film.gallery.shots
        )


def test_one_alone_begins_after_a_photo() -> None:
    (film,) = plan_films(plan_event(replace(OPTIONS, n_films=1)))
    assert film.event_time_s == film.shot.event_time_s + FILM_AFTER_S
    assert film.shot.moment is not None


def test_as_few_as_there_is_time_for() -> None:
    assert plan_films(plan_event(replace(OPTIONS, n_phones=0, n_films=None))) == ()
    tiny = plan_films(plan_event(DemoOptions(2, 6, n_films=None)))
    assert len(tiny) < FEW_FILMS


def test_every_phone_has_a_convention_of_its_own() -> None:
    films = plan_films(plan_event(DemoOptions(8, 200, n_phones=4, n_films=12)))
    told = {(film.gallery.name, film.header) for film in films}
    assert len(told) == len({name for name, _ in told}) == len({header for _, header in told})
    assert len(set(HEADER_TIMES)) == 4


@pytest.mark.parametrize("header", HEADER_TIMES)
def test_a_header_holds_whole_seconds_of_what_it_is_of(header: HeaderTime) -> None:
    planned = plan_films(plan_event(OPTIONS))[0]
    film = replace(planned, header=header, event_time_s=1000.75, length_s=9.5)
    shown_s = film.header_s + film.gallery.offset_s
    shown_s += PHONE_ZONE_S if film.header.clock == "utc" else 0.0
    assert shown_s == (1000 if film.header.of == "start" else 1010)


@pytest.mark.parametrize("header", HEADER_TIMES)
def test_whatever_the_header_means_the_film_begins_by_the_phones_clock(header: HeaderTime) -> None:
    for planned in plan_films(plan_event(OPTIONS)):
        film = replace(planned, header=header)
        read = video_clock(
            film.header_s, duration_s=film.length_s, named=time_from_name(film.file_name)
        )
        assert read is not None
        begun_s = film.event_time_s - film.gallery.offset_s
        assert read.recorded_time_s == pytest.approx(begun_s, abs=1.0)
        assert read.clock == "local"


def test_the_truth_is_told_by_path() -> None:
    films = plan_films(plan_event(OPTIONS))
    truths = film_truths(films)
    for film in films:
        told = truths[f"{film.gallery.name}/{film.file_name}"]
        assert (told.start_s, told.length_s) == (film.event_time_s, film.length_s)
        assert told.offset_s == film.gallery.offset_s
        assert (told.header, told.clock) == (film.header.of, film.header.clock)
