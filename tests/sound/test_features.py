import numpy as np

from coincide.sound.features import LETTERS, N_COLUMNS, sound_features, sound_shape
from coincide.sound.options import RATE, FeatureOptions
from tests.sound.sounds import murmur


def test_a_row_for_each_hop_in_half_precision() -> None:
    options = FeatureOptions()
    found = sound_features(murmur(10.0))
    hops = (10.0 - options.window_s) / options.hop_s
    assert found.dtype == np.float16
    assert found.shape == (1 + int(hops + 1e-9), options.n_kept)
    assert np.isfinite(found).all()


def test_louder_sound_has_the_same_features() -> None:
    sound = murmur(5.0)
    np.testing.assert_allclose(sound_features(sound), sound_features(4 * sound), atol=0.02)


def test_silence_and_nothing_have_features_that_say_nothing() -> None:
    assert sound_features(np.zeros(0, np.float32)).shape == (0, FeatureOptions().n_kept)
    assert len(sound_features(np.zeros(100, np.float32))) == 0
    assert not sound_features(np.zeros(RATE, np.float32)).any()


def test_silence_is_drawn_as_silence_and_no_sound_not_at_all() -> None:
    assert sound_shape(np.zeros(8000, np.float32)) == LETTERS[0] * N_COLUMNS
    assert sound_shape(np.zeros(0, np.float32)) == ""


def test_the_loudest_is_told_beside_the_rest() -> None:
    sound = np.repeat(np.float32([0.0, 0.1, 0.2]), 100)
    assert sound_shape(sound, 3) == LETTERS[0] + LETTERS[32] + LETTERS[-1]
    assert sound_shape(sound, 3) == sound_shape(2 * sound, 3)
