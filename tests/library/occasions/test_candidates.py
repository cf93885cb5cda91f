"""Which sessions may have been one occasion."""

from dataclasses import replace

import numpy as np

from coincide.library.occasions.candidates import candidate_pairs, open_sessions
from coincide.library.occasions.positions import are_apart, positions_of
from coincide.library.occasions.windows import windows_of
from coincide.library.photos import Clock
from coincide.library.solve import Family, solve_library
from coincide.model import Device
from coincide.model.times import DAY_S, HOUR_S
from tests.library.made import Days, camera_of, clock_of, phone_of


def pairs_of(*clocks: Clock) -> set[tuple[tuple[str, int], tuple[str, int]]]:
    """Return the pairs by owner and session."""
    solved = solve_library(clocks, Family(home="Europe/Berlin"))
    windows = list(windows_of(solved))
    found = candidate_pairs(windows, open_sessions(solved))
    ends = [(windows[pair.seed], windows[pair.partner]) for pair in found]
    return {((a.owner, a.session), (b.owner, b.session)) for a, b in ends}


def at(clock: Clock, north: float, east: float) -> Clock:
    """Return a clock all of whose photos were taken in one place."""
    n = len(clock.photos)
    photos = replace(clock.photos, latitude=np.full(n, north), longitude=np.full(n, east))
    return replace(clock, photos=photos)


def test_an_open_session_meets_those_within_a_day_and_no_others() -> None:
    utc_s = Days(n=5).utc_s(np.random.default_rng(1))
    found = pairs_of(phone_of("Anna", utc_s), camera_of("Ben", utc_s, HOUR_S))
    assert found == {(("Ben", i), ("Anna", i)) for i in range(5)}


def test_phones_that_are_sure_are_not_searched() -> None:
    utc_s = Days(n=5).utc_s(np.random.default_rng(1))
    assert pairs_of(phone_of("Anna", utc_s), phone_of("Ben", utc_s)) == set()


def test_two_cameras_are_compared_once() -> None:
    utc_s = Days(n=2).utc_s(np.random.default_rng(1))
    other = clock_of("Cleo", Device("Canon", "EOS 40D", "3"), utc_s)
    found = pairs_of(camera_of("Ben", utc_s, HOUR_S), other)
    assert {frozenset(pair) for pair in found} == {
        frozenset([("Ben", i), ("Cleo", i)]) for i in range(2)
    }
    assert len(found) == 2


def test_a_day_further_nobody_is_met() -> None:
    utc_s = Days(n=5).utc_s(np.random.default_rng(1))
    assert pairs_of(phone_of("Anna", utc_s), camera_of("Ben", utc_s + 3 * DAY_S, 0.0)) == set()


def test_places_apart_are_two_occasions() -> None:
    utc_s = Days(n=3).utc_s(np.random.default_rng(1))
    phone, camera = phone_of("Anna", utc_s), camera_of("Ben", utc_s, HOUR_S)
    assert pairs_of(at(phone, 52.5, 13.4), at(camera, 48.1, 11.6)) == set()
    assert len(pairs_of(at(phone, 52.5, 13.4), at(camera, 52.6, 13.3))) == 3


def test_unknown_places_are_nowhere_else() -> None:
    nowhere = positions_of(np.array([np.nan]), np.array([1.0]))
    berlin = positions_of(np.array([52.5]), np.array([13.4]))
    munich = positions_of(np.array([48.1]), np.array([11.6]))
    assert not are_apart(nowhere, berlin)
    assert not are_apart(berlin, np.concatenate([munich, berlin]))
    assert are_apart(berlin, munich)
