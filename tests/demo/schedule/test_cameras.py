"""What a camera makes of a picture."""

import numpy as np
import pytest
from PIL import Image

from coincide.demo.schedule.cameras import SensorLook, develop


def grey(look: SensorLook, *, dark: float = 0.0, level: int = 120) -> np.ndarray:
    picture = Image.new("RGB", (160, 120), (level, level, level))
    photo = develop(picture, look, np.random.default_rng(1), dark=dark)
    return np.asarray(photo, dtype=float)


def test_white_balance_tints():
    red, green, blue = grey(SensorLook(red=1.2, blue=0.8)).mean(axis=(0, 1))
    assert red > green + 10
    assert blue < green - 10


def test_a_vignette_darkens_the_corners_only():
    plain, dimmed = grey(SensorLook()), grey(SensorLook(vignette=0.4))
    assert dimmed[60, 80].mean() == pytest.approx(plain[60, 80].mean(), abs=2)
    assert dimmed[0, 0].mean() < 0.7 * plain[0, 0].mean()


def test_noise_grows_at_night():
    still, day, night = (
        grey(SensorLook(noise=sigma), dark=dark).std() for sigma, dark in ((0, 0), (3, 0), (3, 1))
    )
    assert still < 0.5
    assert 2 < day < 5
    assert night > 1.8 * day


def test_contrast_pulls_shadows_and_lights_apart():
    def gap(contrast: float) -> float:
        return float(
            grey(SensorLook(contrast=contrast), level=180).mean()
            - grey(SensorLook(contrast=contrast), level=60).mean()
        )

    assert gap(1.2) > 1.1 * gap(1.0) > 1.2 * gap(0.8)


def test_exposure_is_metered_anew_but_repeats_with_its_seed():
    picture = Image.new("RGB", (64, 48), (120, 120, 120))
    a, b = (
        np.asarray(develop(picture, SensorLook(), np.random.default_rng(seed), dark=0)).mean()
        for seed in (1, 4)
    )
    assert a != b
    assert grey(SensorLook()).tolist() == grey(SensorLook()).tolist()
