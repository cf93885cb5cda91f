import numpy as np

from coincide.sound.shape import LETTERS, N_COLUMNS, sound_shape


def test_silence_is_drawn_as_silence_and_no_sound_not_at_all() -> None:
    assert sound_shape(np.zeros(8000, np.float32)) == LETTERS[0] * N_COLUMNS
    assert sound_shape(np.zeros(0, np.float32)) == ""


def test_the_loudest_is_told_beside_the_rest() -> None:
    sound = np.repeat(np.float32([0.0, 0.1, 0.2]), 100)
    assert sound_shape(sound, 3) == LETTERS[0] + LETTERS[32] + LETTERS[-1]
    assert sound_shape(sound, 3) == sound_shape(2 * sound, 3)
