import numpy as np
import pytest

from coincide.sound.options import RATE
from coincide_bench.sound.rooms import Phone, Room, coded, heard
from coincide_bench.sound.scenes import KINDS, Kind, rng_of, same_moment, two_moments
from coincide_bench.sound.sources import PROGRAMMES, loop

SEED = 10_003


@pytest.mark.parametrize("what", PROGRAMMES)
def test_programmes_are_as_long_as_asked_and_as_loud_as_each_other(what: str) -> None:
    sound = PROGRAMMES[what](4.0, rng_of(SEED, what))
    assert len(sound) == 4 * RATE
    assert float(np.std(sound)) == pytest.approx(1.0, abs=0.05)


def test_a_loop_comes_again_to_the_sample() -> None:
    sound = loop(20.0, rng_of(SEED, "loop"))
    spectrum = np.abs(np.fft.rfft(sound, 2 * len(sound))) ** 2
    curve = np.fft.irfft(spectrum)[: len(sound)]
    likeness = curve / curve[0] * len(sound) / (len(sound) - np.arange(len(sound)))
    assert likeness[int(1.6 * RATE) : int(8.1 * RATE)].max() > 0.95


def test_a_pair_of_one_moment_is_the_same_every_time_and_overlaps_as_asked() -> None:
    once, again = (same_moment(SEED, 0, snr_db=10.0, overlap_s=5.0) for _ in range(2))
    np.testing.assert_array_equal(once.first, again.first)
    assert once.lag_s is not None
    assert len(once.first) / RATE - once.lag_s == pytest.approx(5.0, abs=0.01)


@pytest.mark.parametrize("kind", KINDS)
def test_pairs_of_two_moments_share_no_moment_and_no_noise(kind: Kind) -> None:
    pair = two_moments(SEED, 1, kind)
    n = min(len(pair.first), len(pair.second))
    assert pair.lag_s is None
    assert np.corrcoef(pair.first[:n], pair.second[:n])[0, 1] < 0.2


def test_sound_is_late_by_its_way() -> None:
    click = np.zeros(RATE, np.float32)
    click[100] = 1.0
    room = Room((50.0, 50.0), 0.3, 1000.0)
    phone = Phone((34.3, 0.0), 20.0, 0.0, False, False, False)
    reached = heard(click, room, (0.0, 0.0), phone, rng_of(SEED, "click"))
    assert int(np.argmax(np.abs(reached))) == pytest.approx(100 + RATE // 10, abs=1)


def test_the_coder_moves_nothing() -> None:
    sound = 0.1 * PROGRAMMES["talk"](3.0, rng_of(SEED, "coder"))
    curve = np.fft.irfft(
        np.fft.rfft(coded(sound), 8 * RATE) * np.conj(np.fft.rfft(sound, 8 * RATE))
    )
    assert int(np.argmax(curve)) == 0
