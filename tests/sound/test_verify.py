import numpy as np
import pytest

from coincide.sound.options import RATE
from coincide.sound.verify import cut_blocks, verify
from tests.sound.sounds import murmur, noisy, pair


def test_the_lag_is_found_to_a_millisecond_from_one_nearby() -> None:
    first, second = pair(5.3)
    found = verify(cut_blocks(first, second, 5.25))
    assert found.lag_s == pytest.approx(5.3, abs=0.001)
    assert found.z > 20
    assert (found.start_s, found.end_s) == pytest.approx((5.25, 20.0), abs=0.6)


def test_strangers_agree_no_more_than_chance() -> None:
    for seed in range(10):
        found = verify(cut_blocks(murmur(20.0, seed), murmur(20.0, seed + 50), 3.0))
        assert found.z < 6


@pytest.mark.parametrize("ppm", [-80.0, 60.0])
def test_a_clock_that_runs_wrong_is_followed(ppm: float) -> None:
    sound = murmur(40.0)
    at = np.arange(len(sound) - 100) * (1 + ppm * 1e-6)
    other = np.interp(at, np.arange(len(sound)), sound).astype(np.float32)
    found = verify(cut_blocks(noisy(sound, 1), noisy(other, 2), 0.0))
    assert found.drift_ppm == pytest.approx(ppm, abs=15)


def test_other_rates_are_compared_as_well() -> None:
    first, second = pair(1.0)
    found = verify(cut_blocks(first, second, 0.5, rate=2 * RATE), rate=2 * RATE)
    assert found.lag_s == pytest.approx(0.5, abs=0.001)
