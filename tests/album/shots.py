"""Shots for tests of the album, as few of their columns as a test needs."""

from collections.abc import Sequence

import numpy as np

from coincide.album import Shots
from coincide.model import Floats, Singles


def shots_at(
    times_s: Sequence[float] | Floats,
    *,
    sd_s: Sequence[float] | None = None,
    position_deg: Floats | None = None,
    look: Singles | None = None,
    person: Sequence[int] | None = None,
    guessed: Sequence[bool] | None = None,
    local_time_s: Sequence[float] | Floats | None = None,
) -> Shots:
    """Return shots at some times, of one person whose clock is known unless told otherwise."""
    n = len(times_s)
    return Shots(
        event_time_s=np.array(times_s, dtype=np.float64),
        sd_s=np.zeros(n) if sd_s is None else np.array(sd_s),
        gallery=np.zeros(n, np.int64),
        person=np.zeros(n, np.int64) if person is None else np.array(person),
        position_deg=np.full((n, 2), np.nan) if position_deg is None else position_deg,
        length_s=np.zeros(n),
        look=np.zeros((n, 0), np.float32) if look is None else look,
        guessed=None if guessed is None else np.array(guessed),
        local_time_s=None if local_time_s is None else np.array(local_time_s, dtype=np.float64),
    )


def looks(kinds: Sequence[int], rng: np.random.Generator, noise: float = 0.5) -> Singles:
    """Return vectors of length one that are alike where kinds are the same."""
    means = np.random.default_rng(7).normal(size=(max(kinds) + 1, 64))
    vectors = means[list(kinds)] + noise * rng.normal(size=(len(kinds), 64))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors.astype(np.float32)
