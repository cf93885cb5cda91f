import numpy as np
import pytest

from coincide.sound.features import sound_features
from coincide.sound.options import RATE, SearchOptions
from coincide.sound.search import find_candidates
from tests.sound.sounds import murmur, noisy, pair


def best(lag_s: float, **options: float) -> float:
    features = [sound_features(sound) for sound in pair(lag_s, **options)]
    return max(find_candidates(features), key=lambda found: found.z).lag_s


@pytest.mark.parametrize("lag_s", [0.0, 3.26, 11.5])
def test_the_lag_of_two_clips_is_found(lag_s: float) -> None:
    assert best(lag_s) == pytest.approx(lag_s, abs=0.05)


def test_a_clip_longer_than_a_piece_is_found_in_its_second_piece() -> None:
    whole = murmur(70.0)
    features = [sound_features(whole), sound_features(whole[8000 * 45 : 8000 * 58])]
    (found,) = find_candidates(features)
    assert found.lag_s == pytest.approx(45.0, abs=0.05)


def test_clips_turned_round_have_the_negative_lag() -> None:
    first, second = map(sound_features, pair(4.0))
    (there,), (back,) = find_candidates([first, second]), find_candidates([second, first])
    assert (back.first, back.second) == (0, 1)
    assert back.lag_s == pytest.approx(-there.lag_s, abs=0.021)


def test_strangers_have_no_candidates() -> None:
    assert not find_candidates([sound_features(murmur(20.0, seed)) for seed in range(6)])


def test_lags_that_clocks_do_not_allow_are_not_found() -> None:
    features = [sound_features(sound) for sound in pair(4.0)]
    assert find_candidates(features, gate=lambda first, second: (3.0, 5.0))
    assert not find_candidates(features, gate=lambda first, second: (5.0, 9.0))
    assert not find_candidates(features, gate=lambda first, second: None)


def test_tiles_and_threads_change_nothing() -> None:
    sounds = [one for seed in range(4) for one in pair(2.0 + seed, length_s=8.0, seed=seed)]
    features = [sound_features(sound) for sound in sounds]
    whole = find_candidates(features)
    tiled = find_candidates(features, options=SearchOptions(piece_tile=3), threads=2)
    assert [(one.first, one.second) for one in whole] == [(0, 1), (2, 3), (4, 5), (6, 7)]
    assert [(one.first, one.second, one.lag_s) for one in tiled] == [
        (one.first, one.second, one.lag_s) for one in whole
    ]


def test_clips_without_sound_are_no_trouble() -> None:
    nothing = sound_features(np.zeros(0, np.float32))
    assert find_candidates([nothing, nothing, sound_features(murmur(9.0))]) == []
    assert find_candidates([]) == []


def test_silent_clips_have_nothing_in_common() -> None:
    silence = sound_features(np.zeros(9 * RATE, np.float32))
    assert find_candidates([silence, silence, sound_features(murmur(9.0))]) == []


def test_only_the_best_lags_of_a_clip_are_kept() -> None:
    whole = murmur(14.0)
    features = [sound_features(noisy(whole[at * RATE :], at)) for at in (0, 1, 3)]
    found = find_candidates(features)
    assert [(one.first, one.second) for one in found] == [(0, 1), (0, 2), (1, 2)]
    best, second, worst = sorted(found, key=lambda one: -one.z)
    kept = find_candidates(features, options=SearchOptions(per_clip=1))
    assert best in kept
    assert second in kept  # its other clip had none yet
    assert worst not in kept
