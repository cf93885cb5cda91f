"""What is heard at events, without a room: talk, songs, bands, applause, bells, loops."""

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray
from scipy.signal import lfilter

from coincide.sound.options import RATE

Sound = NDArray[np.float32]
Rng = np.random.Generator
Source = Callable[[float, Rng], Sound]


def levelled(sound: NDArray[np.floating], rms: float = 1.0) -> Sound:
    """Return a sound at a loudness; silence stays silent."""
    power = float(np.sqrt(np.mean(np.square(sound, dtype=np.float64)))) if len(sound) else 0.0
    return np.asarray(sound * (rms / power if power > 0 else 0.0), np.float32)


def add(into: Sound, sound: NDArray[np.floating], at: int) -> None:
    """Add a sound to another from a sample on, as far as it reaches."""
    first, last = max(at, 0), min(at + len(sound), len(into))
    if last > first:
        into[first:last] += sound[first - at : last - at]


def resonator(centre_hz: float, width_hz: float) -> tuple[list[float], list[float]]:
    """Return the filter of a formant, as lfilter takes it."""
    radius = np.exp(-np.pi * width_hz / RATE)
    cosine = 2 * radius * np.cos(2 * np.pi * centre_hz / RATE)
    return [float(1 - radius)], [1.0, -float(cosine), float(radius**2)]


def talk(length_s: float, rng: Rng) -> Sound:
    """Return one voice: syllables with gliding pitch, formants and hiss, and breaths between."""
    out = np.zeros(int(length_s * RATE), np.float32)
    pitch, at = rng.uniform(95, 240), 0
    while at < len(out):
        for _ in range(int(rng.integers(3, 12))):
            n = int(rng.uniform(0.09, 0.28) * RATE)
            add(out, _syllable(n, pitch * rng.uniform(0.8, 1.3), rng), at)
            at += int(n * rng.uniform(0.8, 1.2))
        at += int(rng.uniform(0.1, 0.9) * RATE)
    return levelled(out)


def _syllable(n: int, pitch_hz: float, rng: Rng) -> NDArray[np.float64]:
    glide = np.linspace(rng.uniform(0.9, 1.1), rng.uniform(0.9, 1.1), n)
    phase = np.cumsum(pitch_hz * glide / RATE)
    voiced = np.diff(np.floor(phase), prepend=0.0)
    hiss = rng.standard_normal(n) * (rng.random() < 0.35) * 0.15
    sound = voiced + hiss
    filters = [
        resonator(rng.uniform(low, high), rng.uniform(60, 150))
        for low, high in ((250, 850), (850, 2300), (2200, 3300))
    ]
    # formants one after another, each letting a little of all through, as one filter
    tops = [np.multiply(0.15, a) + np.array((b[0], 0, 0)) for b, a in filters]
    bottoms = [np.array(a) for _, a in filters]
    top, bottom = (np.convolve(np.convolve(x, y), z) for x, y, z in (tops, bottoms))
    sound = lfilter(top, bottom, sound)
    return np.asarray(sound * np.hanning(n) * rng.uniform(0.4, 1.0), np.float64)


def song(length_s: float, rng: Rng, *, jitter_s: float = 0.0) -> Sound:
    """Return a song: chords that come again, a tune that varies, drums that are one sample.

    ``jitter_s``: how far hands are from the beat, with no two hits alike; 0 for a record.
    """
    out = np.zeros(int(length_s * RATE), np.float32)
    beat_s, root = 60 / rng.uniform(76, 140), rng.uniform(100, 170)
    scale = (
        np.array((0, 2, 4, 5, 7, 9, 11)) if rng.random() < 0.5 else np.array((0, 2, 3, 5, 7, 8, 10))
    )
    chords, timbre = rng.choice(7, 4), rng.uniform(0.4, 1.6)
    drums = [_drum(rng) for _ in range(3)]
    drum_level, tune_level = rng.uniform(0.2, 1.2), rng.uniform(0.3, 1.0)
    for beat in range(int(length_s / beat_s) + 1):
        chord = int(chords[beat // 4 % 4])
        for step in range(4):
            at_s = (beat + step / 4) * beat_s + (rng.normal(0, jitter_s) if jitter_s else 0.0)
            at = int(at_s * RATE)
            if step == 0 or (step == 2 and rng.random() < 0.6):
                hit = _drum(rng) if jitter_s else drums[(beat + step // 2) % 2]
                add(out, hit * drum_level, at)
            if step in (0, 2):
                add(out, drums[2] * drum_level * 0.4, at)
            if rng.random() < 0.45:
                tone = _hz(root, scale, chord + int(rng.choice((0, 2, 4, 5, 7))), 2)
                add(out, _note(tone, beat_s * rng.uniform(0.3, 1.2), timbre, rng) * tune_level, at)
        if beat % 2 == 0:
            for third in (0, 2, 4):
                tone = _hz(root, scale, chord + third, 1)
                add(out, _note(tone, beat_s * 2, timbre, rng) * 0.35, int(beat * beat_s * RATE))
        add(
            out,
            _note(_hz(root, scale, chord, 0), beat_s, 1.5, rng) * 0.7,
            int(beat * beat_s * RATE),
        )
    return levelled(out)


def band(length_s: float, rng: Rng) -> Sound:
    """Return music that is played by hands and voices: never twice the same."""
    music = song(length_s, rng, jitter_s=0.012)
    return levelled(music + rng.uniform(0.2, 0.7) * talk(length_s, rng))


def _hz(root: float, scale: NDArray[np.int_], degree: int, octave: int) -> float:
    return float(root * 2 ** (octave + degree // 7 + scale[degree % 7] / 12))


def _note(tone_hz: float, length_s: float, timbre: float, rng: Rng) -> Sound:
    t = np.arange(int(length_s * RATE), dtype=np.float32) / np.float32(RATE)
    sound = np.zeros_like(t)
    for k in range(1, 7):
        if k * tone_hz < RATE / 2 - 200:
            start = np.float32(rng.uniform(0, 6.28))
            sound += np.sin(np.float32(2 * np.pi * k * tone_hz) * t + start) / np.float32(k**timbre)
    fall = np.exp(t * np.float32(-1.5 / length_s)) * np.minimum(t / np.float32(0.008), 1)
    return np.asarray(sound * fall * np.float32(0.5))


def _drum(rng: Rng) -> NDArray[np.float64]:
    t = np.arange(int(0.18 * RATE)) / RATE
    body = np.sin(2 * np.pi * rng.uniform(90, 220) * t * np.exp(-t * 4))
    skin = rng.standard_normal(len(t))
    return np.asarray((body * rng.uniform(0.2, 1) + skin * rng.uniform(0.2, 1)) * np.exp(-t * 28))


def applause(length_s: float, rng: Rng) -> Sound:
    """Return people who clap, each in a rhythm, and some who cheer."""
    out = np.zeros(int(length_s * RATE), np.float32)
    for _ in range(int(rng.integers(6, 30))):
        clap = _clap(rng)
        every_s, at_s = rng.uniform(0.18, 0.4), rng.uniform(0, 2)
        while at_s < length_s:
            add(out, clap * rng.uniform(0.5, 1), int(at_s * RATE))
            at_s += every_s * rng.normal(1, 0.08) + (
                rng.exponential(3) if rng.random() < 0.03 else 0
            )
    return levelled(levelled(out) + rng.uniform(0.1, 0.6) * talk(length_s, rng))


def _clap(rng: Rng) -> NDArray[np.float64]:
    t = np.arange(int(0.03 * RATE)) / RATE
    sound = rng.standard_normal(len(t)) * np.exp(-t * rng.uniform(120, 300))
    return np.asarray(lfilter(*resonator(rng.uniform(700, 2200), 500), sound)) * rng.uniform(2, 6)


def announced(length_s: float, rng: Rng) -> Sound:
    """Return talk over quiet music."""
    return levelled(talk(length_s, rng) + rng.uniform(0.1, 0.5) * song(length_s, rng))


def bell(length_s: float, rng: Rng, *, cast: Rng) -> Sound:
    """Return a bell that rings; ``cast`` gives its sound and pace, ``rng`` when it is struck."""
    out = np.zeros(int(length_s * RATE), np.float32)
    tone, every_s = cast.uniform(180, 500), cast.uniform(1.4, 3.2)
    partials = np.array((0.5, 1.0, 1.2, 1.5, 2.0, 2.5, 3.0)) * cast.uniform(0.99, 1.01, 7)
    levels, decays = cast.uniform(0.2, 1, 7), cast.uniform(0.3, 1.5, 7)
    t = np.arange(int(4 * RATE)) / RATE
    stroke = sum(
        level * np.exp(-t * decay) * np.sin(2 * np.pi * tone * ratio * t)
        for ratio, level, decay in zip(partials, levels, decays, strict=True)
    )
    at_s = rng.uniform(-every_s, 0)
    while at_s < length_s:
        add(out, np.asarray(stroke) * rng.uniform(0.8, 1), int(at_s * RATE))
        at_s += every_s * rng.normal(1, 0.004)
    return levelled(out)


def loop(length_s: float, rng: Rng) -> Sound:
    """Return some seconds of a record, over and over, to the sample."""
    bar = song(float(rng.uniform(1.7, 8.0)), rng)
    return np.resize(bar, int(length_s * RATE))


PROGRAMMES: Mapping[str, Source] = {
    "talk": talk,
    "song": song,
    "band": band,
    "applause": applause,
    "announced": announced,
}
