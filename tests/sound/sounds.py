"""Sounds for tests: noise that swells and fades as speech does, cut, delayed and made noisy."""

import numpy as np

from coincide.sound.features import Samples
from coincide.sound.options import RATE


def murmur(length_s: float, seed: int = 0) -> Samples:
    """Return something like speech: bursts of noise, each of another colour."""
    rng = np.random.default_rng(seed)
    n = int(length_s * RATE)
    out = np.zeros(n + RATE, np.float32)
    at = 0
    while at < n:
        size = int(rng.uniform(0.08, 0.3) * RATE)
        t = np.arange(size) / RATE
        tones = rng.uniform(200, 3000, 6)[:, None]
        burst = np.sin(2 * np.pi * tones * t + rng.uniform(0, 6, (6, 1))).sum(axis=0)
        out[at : at + size] += burst * np.hanning(size) * rng.uniform(0.2, 1)
        at += int(size * rng.uniform(0.6, 1.4))
    return out[:n] * np.float32(0.05)


def noisy(sound: Samples, seed: int, level: float = 0.02) -> Samples:
    """Return a sound with noise of its own."""
    rng = np.random.default_rng(seed)
    return np.asarray(sound + level * rng.standard_normal(len(sound)), np.float32)


def pair(lag_s: float, *, length_s: float = 20.0, seed: int = 0) -> tuple[Samples, Samples]:
    """Return two noisy clips of one murmur; the second begins ``lag_s`` after the first."""
    whole = murmur(length_s + lag_s, seed)
    second = whole[round(lag_s * RATE) :]
    return noisy(whole[: round(length_s * RATE)], seed + 100), noisy(second, seed + 200)
