"""What is to be heard at a moment: speech, music, applause, made of nothing but numbers.

Every second of a programme is drawn from a generator of its own, so that whoever listens from any
instant on hears the same.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import floor

import numpy as np

from coincide.model import Floats

RATE = 16_000  # samples a second
# the longest of the sounds below
LONGEST_S = 1.5
Sound = tuple[float, Floats]  # when in its second it begins, and its samples

# how loud each kind is at each moment
PROGRAMME: dict[str, dict[str, float]] = {
    "arrival": {"speech": 0.7, "chatter": 0.5},
    "confetti": {"applause": 1.0, "chatter": 0.4},
    "rowing": {"speech": 0.6, "chatter": 0.4},
    "group": {"speech": 0.8, "chatter": 0.6},
    "toast": {"speech": 1.0, "applause": 0.25},
    "balloons": {"applause": 0.6, "chatter": 0.6},
    "ice": {"chatter": 0.9, "music": 0.25},
    "games": {"applause": 0.4, "chatter": 0.8},
    "dinner": {"speech": 0.7, "chatter": 0.7},
    "cake": {"music": 0.5, "applause": 0.7},
    "sunset": {"music": 0.7, "chatter": 0.3},
    "dance": {"music": 1.0, "chatter": 0.3},
    "bonfire": {"music": 0.6, "crackle": 0.6},
    "fireworks": {"bangs": 1.0, "applause": 0.4},
}
_SPEAKER_S = 7  # somebody speaks so long
_BEATS = 2  # a second
_CHORDS = ((0, 4, 7), (9, 12, 16), (5, 9, 12), (7, 11, 14))  # half-tones above the key


def heard_of(moment: str, seed: tuple[int, ...], start_s: float, n_samples: int) -> Floats:
    """Return what is to be heard beside its source, from an instant on."""
    sound = np.zeros(n_samples)
    for number, (kind, level) in enumerate(sorted(PROGRAMME[moment].items())):
        for second in range(floor(start_s - LONGEST_S), floor(start_s + n_samples / RATE) + 1):
            for at_s, samples in _second(kind, (*seed, number), second):
                _add(sound, round((second + at_s - start_s) * RATE), level * samples)
    return sound


# two who film at once hear the same
@lru_cache(maxsize=256)
def _second(kind: str, seed: tuple[int, ...], second: int) -> tuple[Sound, ...]:
    return tuple(_KINDS[kind](seed, second))


def _add(sound: Floats, at: int, samples: Floats) -> None:
    first, last = max(at, 0), min(at + len(samples), len(sound))
    if first < last:
        sound[first:last] += samples[first - at : last - at]


def _times_s(length_s: float) -> Floats:
    return np.arange(round(length_s * RATE)) / RATE


def _speech(seed: tuple[int, ...], second: int) -> Iterator[Sound]:
    """Yield the syllables of a second: a voice, its vowels and a hiss between them."""
    voice = np.random.default_rng([*seed, second // _SPEAKER_S, 1])
    pitch_hz = float(voice.uniform(95.0, 230.0))
    rng = np.random.default_rng([*seed, second, 2])
    if rng.random() < 0.15:  # a breath
        return
    for at_s in np.sort(rng.uniform(0.0, 1.0, int(rng.integers(3, 6)))).tolist():
        times_s = _times_s(float(rng.uniform(0.1, 0.25)))
        glide = pitch_hz * float(rng.uniform(0.85, 1.2)) * (1 + rng.uniform(-0.3, 0.3) * times_s)
        phase = 2 * np.pi * np.cumsum(glide) / RATE
        formants_hz = rng.uniform((300, 900, 2200), (800, 2200, 3200))
        vowel = np.zeros(len(times_s))
        for harmonic in range(1, int(3500 / pitch_hz)):
            away = (harmonic * pitch_hz - formants_hz) / (80 + 0.06 * formants_hz)
            vowel += float(np.exp(-0.5 * away**2).sum()) * np.sin(harmonic * phase)
        hiss = 0.15 * rng.standard_normal(len(times_s)) * (rng.random() < 0.4)
        yield at_s, 0.3 * (vowel + hiss) * np.hanning(len(times_s))


def _chatter(seed: tuple[int, ...], second: int) -> Iterator[Sound]:
    """Yield several people who speak at once."""
    for person in range(4):
        for at_s, samples in _speech((*seed, 10 + person), second):
            yield at_s, 0.4 * samples


def _music(seed: tuple[int, ...], second: int) -> Iterator[Sound]:
    """Yield the notes of a second: chords, a tune over them, and a drum."""
    song = np.random.default_rng([*seed, 3])
    key_hz = 220.0 * 2 ** (float(song.integers(0, 8)) / 12)
    rng = np.random.default_rng([*seed, second, 4])
    chord = _CHORDS[second // 2 % len(_CHORDS)]
    for beat in range(_BEATS):
        at_s = beat / _BEATS
        for half_tone in chord:
            yield at_s, 0.18 * _note(key_hz * 2 ** (half_tone / 12), 0.6)
        tune = chord[int(rng.integers(len(chord)))] + 12 + int(rng.choice((0, 0, 2, -1)))
        yield at_s + 0.25 * int(rng.integers(2)), 0.35 * _note(key_hz * 2 ** (tune / 12), 0.4)
        yield at_s, 0.5 * _burst(rng, 0.08, 0.02)


def _note(pitch_hz: float, length_s: float) -> Floats:
    times_s = _times_s(length_s)
    tone = np.zeros(len(times_s))
    for harmonic, level in ((1, 1.0), (2, 0.5), (3, 0.3), (4, 0.15), (5, 0.1)):
        tone += level * np.sin(2 * np.pi * harmonic * pitch_hz * times_s)
    return np.asarray(tone * np.exp(-4 * times_s / length_s) * np.minimum(1.0, times_s / 0.01))


def _burst(rng: np.random.Generator, length_s: float, decay_s: float) -> Floats:
    times_s = _times_s(length_s)
    return np.asarray(rng.standard_normal(len(times_s)) * np.exp(-times_s / decay_s))


def _applause(seed: tuple[int, ...], second: int) -> Iterator[Sound]:
    """Yield the claps of a second; people clap now more, now less."""
    rng = np.random.default_rng([*seed, second, 5])
    swell = 0.5 + 0.5 * np.sin(second / 3.0)
    for at_s in rng.uniform(0.0, 1.0, int(20 + 80 * swell)).tolist():
        yield at_s, float(rng.uniform(0.1, 0.6)) * _burst(rng, 0.03, 0.005)


def _crackle(seed: tuple[int, ...], second: int) -> Iterator[Sound]:
    """Yield the crackling of a fire."""
    rng = np.random.default_rng([*seed, second, 6])
    for at_s in rng.uniform(0.0, 1.0, int(rng.integers(4, 20))).tolist():
        yield at_s, float(rng.exponential(0.5)) * _burst(rng, 0.012, 0.002)


def _bangs(seed: tuple[int, ...], second: int) -> Iterator[Sound]:
    """Yield the rockets that burst in a second."""
    rng = np.random.default_rng([*seed, second, 7])
    for at_s in rng.uniform(0.0, 1.0, int(rng.integers(0, 3))).tolist():
        thud = np.cumsum(_burst(rng, 1.2, 0.25))
        yield at_s, 0.08 * (thud - thud.mean()) + 0.5 * _burst(rng, 1.2, 0.1)


_KINDS: dict[str, Callable[[tuple[int, ...], int], Iterator[Sound]]] = {
    "speech": _speech,
    "chatter": _chatter,
    "music": _music,
    "applause": _applause,
    "crackle": _crackle,
    "bangs": _bangs,
}
