"""What is to be heard: the same to everybody, from any instant on."""

import numpy as np
import pytest

from coincide.demo import DemoOptions, plan_event
from coincide.demo.film import SOUND_M_S, record_sound
from coincide.demo.filmplan import FEW_FILMS, Film, plan_films
from coincide.demo.places import PLACES
from coincide.demo.schedule.programme import PROGRAMME
from coincide.demo.sounds import PROGRAMME as SOUNDS
from coincide.demo.sounds import RATE, heard_of
from coincide.model import Floats

PLAN = plan_event(DemoOptions(n_films=None))


def lag(first: Floats, second: Floats) -> tuple[float, float]:
    """Return how much later the second begins, by their phases alone, and how clear that is."""
    n = len(first) + len(second)
    cross = np.fft.rfft(first, n) * np.conj(np.fft.rfft(second, n))
    found = np.fft.irfft(cross / (np.abs(cross) + 1e-9), n)
    at = int(np.argmax(found))
    return (at - n if at > n // 2 else at) / RATE, float(found.max() / found.std())


def same_moment(films: tuple[Film, ...]) -> list[tuple[Film, Film]]:
    return [
        (a, b)
        for a in films
        for b in films
        if a.event_time_s < b.event_time_s < a.end_s and a.shot.moment == b.shot.moment
    ]


def test_every_moment_sounds() -> None:
    assert set(SOUNDS) == {moment.key for moment in PROGRAMME}
    for key in SOUNDS:
        sound = heard_of(key, (1,), 1000.0, 4 * RATE)
        assert np.abs(sound).max() > 0.05


@pytest.mark.parametrize("key", sorted(SOUNDS))
def test_whoever_comes_later_hears_the_rest_of_the_same(key: str) -> None:
    whole = heard_of(key, (3, 1), 50.0, 6 * RATE)
    later = heard_of(key, (3, 1), 52.5, round(3.5 * RATE))
    np.testing.assert_allclose(whole[round(2.5 * RATE) :], later, atol=1e-9)
    assert not np.allclose(later, heard_of(key, (4, 1), 52.5, round(3.5 * RATE)))


def test_two_phones_hear_the_same_as_late_as_they_are_far() -> None:
    films = plan_films(PLAN)
    pairs = same_moment(films)
    assert pairs
    for first, second in pairs:
        heard = [record_sound(PLAN, film) for film in (first, second)]
        found_s, clearness = lag(*heard)
        travelled_s = (second.distance_m - first.distance_m) / SOUND_M_S
        true_s = second.event_time_s - first.event_time_s
        assert found_s == pytest.approx(true_s - travelled_s, abs=0.002)
        assert clearness > 15


def test_different_moments_share_nothing() -> None:
    films = plan_films(PLAN)
    others = [(a, b) for a in films for b in films if (a.shot.moment or "") < (b.shot.moment or "")]
    for first, second in others[:4]:
        assert lag(record_sound(PLAN, first), record_sound(PLAN, second))[1] < 9


def test_a_recording_is_as_long_as_its_film_and_not_silent() -> None:
    films = plan_films(PLAN)
    assert len(films) == FEW_FILMS
    film = films[0]
    sound = record_sound(PLAN, film)
    assert len(sound) == round(film.length_s * RATE)
    assert 0.02 < np.sqrt((sound**2).mean()) < 0.5
    assert np.abs(sound).max() <= 1.0
    assert np.array_equal(sound, record_sound(PLAN, film))
    assert {PLACES[one.shot.place].inside for one in films} == {True, False}
