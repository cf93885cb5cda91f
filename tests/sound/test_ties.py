from dataclasses import replace

import numpy as np
import pytest

from coincide.sound.features import Samples, sound_features
from coincide.sound.model import LagTie
from coincide.sound.options import RATE, SoundOptions, TieOptions
from coincide.sound.search import Candidate
from coincide.sound.ties import (
    MUSIC,
    RIVAL,
    SHORT,
    WEAK,
    find_ties,
    likeness,
    verify_candidates,
)
from tests.sound.sounds import murmur, noisy, pair

TIE = TieOptions()


def ties_of(*sounds: Samples, options: SoundOptions = SoundOptions()) -> list[LagTie]:
    features = [sound_features(sound, options.features) for sound in sounds]
    return find_ties(sounds, features, options=options)


def test_two_clips_of_one_moment_are_tied() -> None:
    (tie,) = ties_of(*pair(6.0))
    assert (tie.first, tie.second) == (0, 1)
    assert tie.certain is not None
    assert tie.certain.lag_s == pytest.approx(6.0, abs=0.002)
    assert tie.certain.weight == 5.0
    assert tie.certain.likeness > 0.5
    # the stretch that it rests on: what both heard
    assert (tie.certain.start_s, tie.certain.end_s) == pytest.approx((6.0, 20.0), abs=0.6)


def test_strangers_are_not_tied() -> None:
    assert ties_of(*(murmur(15.0, seed) for seed in range(5))) == []


def test_three_clips_that_agree_stay_certain() -> None:
    whole = murmur(40.0)
    cuts = [noisy(whole[at * RATE : (at + 20) * RATE], at) for at in (0, 5, 9)]
    ties = ties_of(*cuts)
    lags = [tie.certain.lag_s for tie in ties if tie.certain]
    assert lags == pytest.approx([5.0, 9.0, 4.0], abs=0.002)


def test_a_loop_is_never_certain() -> None:
    loop = np.tile(murmur(3.0), 12)
    tied = ties_of(noisy(loop[: 20 * RATE], 1), noisy(loop[7 * RATE : 27 * RATE], 2))
    assert tied
    assert all(tie.certain is None for tie in tied)
    assert any(RIVAL in lag.reasons for tie in tied for lag in tie.lags)


def test_music_is_certain_only_where_both_heard_the_same() -> None:
    loud = replace(SoundOptions(), tie=replace(TIE, music=-1.0, music_likeness=0.999))
    (tie,) = ties_of(*pair(6.0), options=loud)
    assert tie.certain is None
    assert tie.lags[0].reasons == (MUSIC,)
    assert tie.lags[0].weight == 2.0
    quiet = replace(SoundOptions(), tie=replace(TIE, music=-1.0, music_likeness=0.1))
    assert ties_of(*pair(6.0), options=quiet)[0].certain is not None


def test_a_short_or_weak_match_is_told_and_not_certain() -> None:
    strict = replace(SoundOptions(), tie=replace(TIE, certain_s=30.0, certain_z=1e6))
    (tie,) = ties_of(*pair(6.0), options=strict)
    assert tie.lags[0].reasons == (WEAK, SHORT)


def test_a_lag_at_which_too_little_is_shared_ties_nothing() -> None:
    sounds = pair(6.0)
    features = [sound_features(sound) for sound in sounds]
    found = verify_candidates(sounds, features, [Candidate(0, 1, 6.0, 20.0)])
    assert [(tie.first, tie.second) for tie in found] == [(0, 1)]
    assert verify_candidates(sounds, features, [Candidate(0, 1, 19.0, 20.0)]) == []


def test_what_one_phone_alone_heard_takes_from_likeness() -> None:
    sound = murmur(20.0)
    clean = sound_features(noisy(sound, 1))
    other = sound_features(noisy(sound + murmur(20.0, seed=9), 2))
    assert likeness(clean, clean, 0.0) == pytest.approx(1.0, abs=1e-3)
    assert 0 < likeness(clean, other, 0.0) < 0.8
    assert abs(likeness(clean, sound_features(murmur(20.0, seed=3)), 0.0)) < 0.2
    assert likeness(clean, clean, 99.0) == 0.0
