"""Photos with places on a track: which offset of their clock puts them there."""

import numpy as np
import pytest

from coincide.model import Floats
from coincide.model.arrays import Track
from coincide.model.times import HOUR_S, from_clock
from coincide.solver.clocks.track import NoFit, TrackFit, fit_track

NOON_S = from_clock(2024, 5, 4, 12, 0, 0)
# a degree of latitude in metres, and of longitude at 48° north
NORTH_M, EAST_M = 111_195.0, 74_404.0


def walk(rng: np.random.Generator, hours: float = 3.0, every_s: float = 5.0) -> Track:
    """Return a walk through a town that turns every few minutes, and rests now and then."""
    n = int(hours * 3600 / every_s)
    heading = np.repeat(rng.uniform(0, 2 * np.pi, n // 50 + 1), 50)[:n]
    speed = np.where(np.repeat(rng.uniform(size=n // 50 + 1), 50)[:n] < 0.2, 0.0, 1.3)
    north = np.cumsum(speed * every_s * np.cos(heading))
    east = np.cumsum(speed * every_s * np.sin(heading))
    return Track(NOON_S + every_s * np.arange(n), 48 + north / NORTH_M, 11 + east / EAST_M)


def photos(
    rng: np.random.Generator, track: Track, n: int, ahead_s: float, *, off_m: float = 10.0
) -> tuple[Floats, Floats]:
    """Return camera times and places of photos on a track, by a clock that is so far ahead."""
    true_s = np.sort(rng.uniform(track.time_s[0], track.time_s[-1], n))
    north = np.interp(true_s, track.time_s, track.latitude_deg)
    east = np.interp(true_s, track.time_s, track.longitude_deg)
    places = np.stack([north, east], axis=1)
    places += rng.normal(size=(n, 2)) * off_m / [NORTH_M, EAST_M]
    return np.floor(true_s + ahead_s), places


def fitted(times_s: Floats, places: Floats, track: Track) -> TrackFit:
    found = fit_track(times_s, places, track)
    assert isinstance(found, TrackFit), found
    return found


def refused(times_s: Floats, places: Floats, track: Track) -> str:
    found = fit_track(times_s, places, track)
    assert isinstance(found, NoFit), found
    return found.reason


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("ahead_s", [0.0, 3733.0, -7200.0, 6e8])
def test_a_clock_is_found_where_its_photos_lie_on_the_track(seed: int, ahead_s: float) -> None:
    rng = np.random.default_rng(seed)
    track = walk(rng)
    times_s, places = photos(rng, track, 60, ahead_s)
    found = fitted(times_s, places, track)
    # photos are named by whole seconds
    assert found.to_utc_s == pytest.approx(-ahead_s + 0.5, abs=min(3 * found.sd_s, 8.0))
    assert found.sd_s < 8.0
    assert len(found.rows) > 50


def test_on_most_walks_it_is_found_within_two_seconds() -> None:
    errors = []
    for seed in range(20):
        rng = np.random.default_rng(100 + seed)
        track = walk(rng)
        found = fitted(*photos(rng, track, 60, 3733.0), track)
        errors.append(abs(found.to_utc_s + 3733.0 - 0.5))
    assert np.median(errors) < 2.0


def test_photos_of_a_still_place_say_nothing() -> None:
    rng = np.random.default_rng(3)
    track = walk(rng)
    times_s = NOON_S + np.arange(40) * 60.0
    still = np.tile([track.latitude_deg[900], track.longitude_deg[900]], (40, 1))
    assert refused(times_s, still, track)


def test_a_track_of_someone_who_was_elsewhere_says_nothing() -> None:
    rng = np.random.default_rng(4)
    track, other = walk(rng), walk(rng)
    times_s, places = photos(rng, other, 60, 0.0)
    assert refused(times_s, places + 0.5, track) == (
        "the track passes the positions of 0 of its 60 photos"
    )
    # in the same town, where both pass some corners
    assert refused(times_s, places, track)


def test_somebody_who_went_the_same_way_twice_is_not_guessed() -> None:
    rng = np.random.default_rng(5)
    once = walk(rng, 1.0)
    later_s = once.time_s + 2 * HOUR_S
    twice = Track(
        np.concatenate([once.time_s, later_s]),
        np.tile(once.latitude_deg, 2),
        np.tile(once.longitude_deg, 2),
    )
    times_s, places = photos(rng, once, 40, 0.0)
    assert "at several times" in refused(times_s, places, twice)
    assert fitted(times_s, places, once).to_utc_s == pytest.approx(0.5, abs=5.0)


def test_a_quarter_of_places_that_are_astray_does_no_harm() -> None:
    rng = np.random.default_rng(6)
    track = walk(rng)
    times_s, places = photos(rng, track, 60, 3733.0)
    places[::4] += rng.uniform(0.01, 0.05, (15, 2))
    places[1] = np.nan
    assert fitted(times_s, places, track).to_utc_s == pytest.approx(-3732.5, abs=5.0)


def test_a_track_of_single_points_says_nothing() -> None:
    rng = np.random.default_rng(7)
    track = walk(rng)
    times_s, places = photos(rng, track, 60, 0.0)
    sparse = Track(track.time_s[::200], track.latitude_deg[::200], track.longitude_deg[::200])
    apart = Track(
        sparse.time_s, sparse.latitude_deg + np.arange(len(sparse.time_s)), sparse.longitude_deg
    )
    assert refused(times_s, places, apart) == (
        "no two points of the track are within 120 s of each other"
    )


def test_few_places_are_not_enough() -> None:
    rng = np.random.default_rng(7)
    track = walk(rng)
    times_s, places = photos(rng, track, 3, 0.0)
    assert refused(times_s, places, track) == "3 of its photos have a position, 4 are needed"


def test_long_tracks_and_many_photos_take_seconds() -> None:
    rng = np.random.default_rng(8)
    track = walk(rng, 200.0, 1.0)
    times_s, places = photos(rng, track, 3000, -90.0)
    assert fitted(times_s, places, track).to_utc_s == pytest.approx(90.5, abs=5.0)
