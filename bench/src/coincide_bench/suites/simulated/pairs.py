"""How alike photos near in time and far in time are: of a real set, and of simulated worlds.

Only pairs across cameras count, because links are between cameras. Of a real set they are
one camera's photos as two virtual cameras take them; of a world, photos of two galleries.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from coincide.errors import EventError
from coincide.model import Floats, Indices
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.photosets import SplitSet, load_split
from coincide_bench.suites.simulated.looks import (
    CHUNK,
    LookParameters,
    draw_content,
    draw_looks,
    typicality,
)
from coincide_bench.suites.simulated.world import World
from coincide_bench.suites.vectors import rendered_vectors

NEAR_S = 60.0
FAR_S = 3600.0
# pairs are compared at like gaps: similarity falls within seconds
GAP_EDGES_S = (3.0, 8.0, 15.0, 30.0)
# of far pairs there are many; so many of a set or a world tell their distribution
MAX_PAIRS = 4000
BLOCK = 256
# enough halvings for the fourth digit of sameness
N_HALVINGS = 14
LEAST_SAMENESS, MOST_SAMENESS = 0.01, 0.9


@dataclass(frozen=True)
class Similarities:
    """Cosines of pairs near in time, with the seconds between them, and of pairs far in time."""

    near: Floats
    near_gap_s: Floats
    far: Floats


def ks_distance(one: Floats, other: Floats, other_weights: Floats | None = None) -> float:
    """Return the Kolmogorov–Smirnov distance of two samples, one of them weighted or not.

    >>> ks_distance(np.array([0.0, 1.0]), np.array([2.0, 0.5]))
    0.5
    """
    both = np.concatenate([one, other])
    weights = np.ones(len(other)) if other_weights is None else other_weights
    order = np.argsort(other)
    cumulated = np.concatenate([[0.0], np.cumsum(weights[order])]) / weights.sum()
    share_one = np.searchsorted(np.sort(one), both, side="right") / len(one)
    share_other = cumulated[np.searchsorted(other[order], both, side="right")]
    return float(np.abs(share_one - share_other).max())


def near_distance(real: Similarities, simulated: Similarities) -> float:
    """Return the KS distance of near pairs, at the real set's seconds between photos."""
    return ks_distance(real.near, simulated.near, _like_gaps(real, simulated))


def near_median(real: Similarities, simulated: Similarities) -> float:
    """Return the median of simulated near pairs, at the real set's seconds between photos."""
    order = np.argsort(simulated.near)
    cumulated = np.cumsum(_like_gaps(real, simulated)[order])
    return float(simulated.near[order][np.searchsorted(cumulated, cumulated[-1] / 2)])


def _like_gaps(real: Similarities, simulated: Similarities) -> Floats:
    """Return weights that give the simulated near pairs the gaps of the real ones.

    A camera that shoots bursts has more pairs a second apart, which look more alike than
    pairs a minute apart: how often somebody presses the button is not what is compared.
    """
    edges = np.array(GAP_EDGES_S)
    wanted = np.bincount(np.searchsorted(edges, real.near_gap_s), minlength=len(edges) + 1)
    bins = np.searchsorted(edges, simulated.near_gap_s)
    there = np.bincount(bins, minlength=len(edges) + 1)
    weights: Floats = wanted[bins] / there[bins]
    return weights


def near_distance_by_gap(real: Similarities, simulated: Similarities) -> float:
    """Return the mean KS distance of near pairs with like gaps, weighed by the real pairs.

    Sharper than near_distance: similarity must also fall with the gap as it really does.
    """
    edges = np.array(GAP_EDGES_S)
    of_real = np.searchsorted(edges, real.near_gap_s)
    of_simulated = np.searchsorted(edges, simulated.near_gap_s)
    total = 0.0
    for gap in np.unique(of_real):
        some = real.near[of_real == gap]
        distance = ks_distance(some, simulated.near[of_simulated == gap])
        total += distance * len(some) / len(real.near)
    return total


def real_similarities(wanted: SplitSet, context: BenchContext) -> Similarities:
    """Return the similarities of a real set, over all pairs of different virtual cameras."""
    time_s, pooled = _real_vectors(wanted, context)
    apart_s, i, j = _all_pairs(time_s)
    rng = np.random.default_rng(0)
    near, far = (_some(rng, np.flatnonzero(which)) for which in _near_far(apart_s))
    of_near = _across(pooled, i[near], j[near])
    return Similarities(
        near=of_near.ravel(),
        near_gap_s=np.repeat(apart_s[near], of_near.shape[1]),
        far=_across(pooled, i[far], j[far]).ravel(),
    )


def real_camera_mark(wanted: SplitSet, context: BenchContext) -> float:
    """Return the squared length of what a virtual camera adds to all photos alike, on average.

    The mean product of two photos' deviations from what the average camera made of them;
    of different photos, because of one photo it would also hold its own noise.
    """
    pooled = _real_vectors(wanted, context)[1].astype(np.float32)
    deviation = pooled - pooled.mean(axis=1, keepdims=True)
    n_photos = len(deviation)
    of_all = np.sum(deviation.sum(axis=0) ** 2, axis=1) - np.sum(deviation**2, axis=(0, 2))
    return float(np.mean(of_all)) / (n_photos * (n_photos - 1))


def _real_vectors(wanted: SplitSet, context: BenchContext) -> tuple[Floats, NDArray[np.float16]]:
    """Return the times of a set's photos, (n,), and their vectors, (n, cameras, D)."""
    photos = load_split(context, wanted)
    if photos is None:
        raise EventError(f"The photo set {wanted.folder} is not at hand: name its folder.")
    time_s = np.array([photo.camera_time_s for photo in photos])
    return time_s, rendered_vectors(photos, context).pooled


def _all_pairs(time_s: Floats) -> tuple[Floats, Indices, Indices]:
    i, j = np.triu_indices(len(time_s), 1)
    return np.abs(time_s[i] - time_s[j]), i, j


def _near_far(apart_s: Floats) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    return apart_s <= NEAR_S, apart_s > FAR_S


def _some(rng: np.random.Generator, pairs: Indices) -> Indices:
    return pairs if len(pairs) <= MAX_PAIRS else rng.choice(pairs, MAX_PAIRS, replace=False)


def _across(pooled: NDArray[np.float16], i: Indices, j: Indices) -> Floats:
    """Return the cosines of pairs of photos, (n, combinations of two different cameras)."""
    different = ~np.eye(pooled.shape[1], dtype=bool)
    found = [np.zeros((0, int(different.sum())))]
    for start in range(0, len(i), BLOCK):
        a = pooled[i[start : start + BLOCK]].astype(np.float32)
        b = pooled[j[start : start + BLOCK]].astype(np.float32)
        found.append((a @ b.transpose(0, 2, 1))[:, different].astype(np.float64))
    return np.concatenate(found)


@dataclass(frozen=True)
class Unmixed:
    """One world's pairs while what all photos share is still to be added.

    draws, square, along: (N,) the normal numbers of typicality, squared lengths, and
    products with what is common; near, far: (2, n) rows; near_dot, far_dot: products.
    """

    draws: Floats
    square: Floats
    along: Floats
    near: Indices
    near_gap_s: Floats
    far: Indices
    near_dot: Floats
    far_dot: Floats


def unmixed(world: World, parameters: LookParameters) -> Unmixed:
    """Return a world's pairs, for any sameness and spread of typicality.

    Near are photos of one moment: that somebody else is elsewhere at that minute says
    nothing of how alike photos of one thing are, and the real sets have one photographer.
    """
    looks = draw_looks(world, parameters)
    n_chunks = -(-world.table.n_photos // CHUNK)
    contents = [draw_content(world, looks, chunk) for chunk in range(n_chunks)]
    rest = np.concatenate([content.rest for content in contents])
    near, far = _world_pairs(world)
    return Unmixed(
        draws=np.concatenate([content.draws for content in contents]),
        square=np.einsum("id,id->i", rest, rest).astype(np.float64),
        along=(rest @ looks.common).astype(np.float64),
        near=near,
        near_gap_s=np.abs(world.event_time_s[near[0]] - world.event_time_s[near[1]]),
        far=far,
        near_dot=np.einsum("id,id->i", rest[near[0]], rest[near[1]]).astype(np.float64),
        far_dot=np.einsum("id,id->i", rest[far[0]], rest[far[1]]).astype(np.float64),
    )


def _world_pairs(world: World) -> tuple[Indices, Indices]:
    """Return the rows of near and of far pairs across galleries, (2, n) each."""
    apart_s, i, j = _all_pairs(world.event_time_s)
    gallery = world.table.gallery_of(np.arange(world.table.n_photos))
    across = gallery[i] != gallery[j]
    one_moment = (world.moment[i] >= 0) & (world.moment[i] == world.moment[j])
    is_near, is_far = _near_far(apart_s)
    rng = np.random.default_rng(world.options.seed)
    near = _some(rng, np.flatnonzero(across & one_moment & is_near))
    far = _some(rng, np.flatnonzero(across & is_far))
    return np.stack([i[near], j[near]]), np.stack([i[far], j[far]])


def simulated_similarities(worlds: Sequence[Unmixed], parameters: LookParameters) -> Similarities:
    """Return the similarities of some worlds' pairs, exactly those of the vectors."""
    near: list[Floats] = []
    far: list[Floats] = []
    for world in worlds:
        typical = typicality(world.draws, parameters)
        rest = np.sqrt(1.0 - typical**2)
        square = typical**2 + 2 * typical * rest * world.along + rest**2 * world.square
        length = np.sqrt(square)
        for (i, j), dot, kept in (
            (world.near, world.near_dot, near),
            (world.far, world.far_dot, far),
        ):
            crossed = typical[i] * rest[j] * world.along[j] + typical[j] * rest[i] * world.along[i]
            product = typical[i] * typical[j] + crossed + rest[i] * rest[j] * dot
            kept.append(product / (length[i] * length[j]))
    gaps_s = np.concatenate([world.near_gap_s for world in worlds])
    return Similarities(np.concatenate(near), gaps_s, np.concatenate(far))


def match_sameness(
    worlds: Sequence[Unmixed], parameters: LookParameters, far_median: float
) -> LookParameters:
    """Return the parameters with the sameness that gives far pairs a median similarity."""
    low, high = LEAST_SAMENESS, MOST_SAMENESS
    for _ in range(N_HALVINGS):
        middle = (low + high) / 2
        found = simulated_similarities(worlds, replace(parameters, sameness=middle))
        if np.median(found.far) < far_median:
            low = middle
        else:
            high = middle
    return replace(parameters, sameness=(low + high) / 2)
