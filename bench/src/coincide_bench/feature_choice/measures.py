"""How well similarity across cameras tells what was taken at one moment."""

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from coincide.model import Floats, Indices, Singles
from coincide.model.times import HOUR_S

NEAR_S = 180.0  # one moment: the length of a run of shots
FAR_S = 1800.0  # surely another
# in a shorter event hardly anything is far, so there all that is not near counts
SHORT_EVENT_S = 3 * HOUR_S

SURE = 0.99  # of the far pairs lie below

Pairs = NDArray[np.bool_]


@dataclass(frozen=True)
class Figures:
    """Shares, or None where nothing was there to be found.

    ``near_match``: of the photos that have a near one in another gallery, taken gallery by
    gallery, those whose most similar photo there is near. ``chance``: the same for a random
    photo. ``auc``: how often a near pair of photos of two galleries is more similar than a
    far one. ``sure``: the share of near pairs that are more similar than 99 % of the far
    ones: the few that evidence rests on.
    """

    near_match: float | None
    chance: float | None
    auc: float | None
    sure: float | None


def measure(vectors: Singles, times_s: Floats, starts: Indices) -> Figures:
    """Return the figures of vectors of length one, (N, D); times are true times, (N,)."""
    similarity = vectors @ vectors.T
    gallery = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    across: Pairs = gallery[:, None] != gallery[None, :]
    apart_s = np.abs(times_s[:, None] - times_s[None, :])
    near = across & (apart_s <= NEAR_S)
    is_short = float(np.ptp(times_s)) < SHORT_EVENT_S
    far = across & (apart_s > (NEAR_S if is_short else FAR_S))
    near_match, chance = _near_match(similarity, near, starts)
    once = np.triu(np.ones_like(across), 1)  # each pair of photos
    positive, negative = similarity[near & once], similarity[far & once]
    if not len(positive) or not len(negative):
        return Figures(near_match, chance, None, None)
    sure = float(np.mean(positive > np.quantile(negative, SURE)))
    return Figures(near_match, chance, _auc(positive, negative), sure)


def _near_match(
    similarity: Singles, near: Pairs, starts: Indices
) -> tuple[float | None, float | None]:
    """Return the share of best matches that are near, and that of random ones."""
    right: list[NDArray[np.bool_]] = []
    by_chance: list[Floats] = []
    for start, stop in itertools.pairwise(starts.tolist()):
        near_there = near[:, start:stop]
        rows = np.flatnonzero(near_there.any(axis=1))
        if len(rows):
            best = np.argmax(similarity[rows, start:stop], axis=1)
            right.append(near_there[rows, best])
            by_chance.append(near_there[rows].mean(axis=1))
    if not right:
        return None, None
    return float(np.concatenate(right).mean()), float(np.concatenate(by_chance).mean())


def _auc(positive: Singles, negative: Singles) -> float:
    """Return how often a positive value is above a negative one; ties count half."""
    ranks = rankdata(np.concatenate([positive, negative]))[: len(positive)]
    n_below = ranks.sum() - len(positive) * (len(positive) + 1) / 2
    return float(n_below / len(positive) / len(negative))
