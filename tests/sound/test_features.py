import numpy as np

from coincide.sound.features import sound_features
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
