"""What a simulated photo looks like: vectors of the production dimension.

A vector of length one is made of what all photos of an event share (μ), of what it shows
(the place, the moment there, an aspect of the moment, and its phase, which is over in
seconds), of itself, and of its camera:

    v = normalise(mᵢ μ + √(1 − mᵢ²) · (√(1 − oᵢ) · shown + √oᵢ · own + camera))

mᵢ says how typical the photo is of its event, oᵢ how much of it is nowhere else; both
differ from photo to photo. What is shown lies in few dimensions (a power law), as the
pooled responses of a network do, half of what is own in all of them.

Every block of CHUNK photos has its own stream of random numbers and its own products, so
any shard can be made alone, and holds the same bytes whatever it was asked together with.
"""

from dataclasses import dataclass

import numpy as np

from coincide.model import Floats, Indices, Singles
from coincide_bench.suites.simulated.world import World

DIMENSION = 1280  # of the "pooled" tap of EfficientNet-Lite0
RANK = 128  # dimensions that what is shown lies in
CHUNK = 256  # photos made at once: changes the bytes, so it is fixed
# what there is to look at in one moment; the first is looked at most, as 1, 1/2, 1/3 …
N_ASPECTS = 4
# what is seen of a moment changes that fast: so falls the similarity of the real sets' photos
# with the seconds between them
PHASE_S = 20.0
# keeps a photo from being nothing but typical, or nothing but itself
LEAST, MOST = 0.02, 0.98


@dataclass(frozen=True, slots=True)
class LookParameters:
    """How much of what a vector is made of; shares are of squared length.

    Fitted to real photos (docs/adr/0033-answered-studies.md). ``sameness`` and
    ``lasting_share`` belong to the event; here are the means of the real sets.
    """

    # mean of mᵢ squared: the similarity of two photos that share nothing else
    sameness: float = 0.302
    # standard deviation of mᵢ, as a share of its mean
    typicality_spread: float = 0.158
    # exponent of the spectrum: variance of dimension k is proportional to k^−decay
    decay: float = 0.119
    # oᵢ as log-odds: mean and standard deviation
    own_mean: float = -0.800
    own_spread: float = 2.024
    # of what is shown, the share that lasts as long as the moment does
    lasting_share: float = 0.412
    # of what lasts, the place's share; the rest is the moment's
    place_share: float = 0.8
    # of what does not last, the share that is gone with the phase; the rest is the aspect's
    phase_share: float = 0.551
    # squared length of what one camera adds to all of its photos
    camera_share: float = 0.016


@dataclass(frozen=True)
class Looks:
    """The tables that vectors are put together from; a row for each thing.

    basis: (RANK, DIMENSION); place: (places, RANK); scene: (scenes, RANK); aspect:
    (moments · N_ASPECTS, RANK); phase: (phases, RANK), moment m's from first_phase[m] on;
    camera: (galleries, DIMENSION); common: (DIMENSION,).
    """

    parameters: LookParameters
    common: Singles
    basis: Singles
    place: Singles
    scene: Singles
    aspect: Singles
    phase: Singles
    first_phase: Indices
    camera: Singles


@dataclass(frozen=True)
class Content:
    """Photos before what all photos share is added: normal numbers (n,) and (n, DIMENSION)."""

    draws: Floats
    rest: Singles


def draw_looks(world: World, parameters: LookParameters = LookParameters()) -> Looks:
    """Return what the places, scenes and cameras of a world look like."""
    seed = world.options.seed

    def normals(stream: int, n_rows: int, n_columns: int) -> Singles:
        rng = np.random.default_rng([seed, 2, stream])
        return rng.standard_normal((n_rows, n_columns), dtype=np.float32)

    spectrum = np.arange(1, RANK + 1) ** -parameters.decay
    spectrum /= spectrum.sum()
    basis = normals(0, RANK, DIMENSION)
    basis *= (np.sqrt(spectrum) / np.linalg.norm(basis, axis=1))[:, None].astype(np.float32)
    common = normals(1, 1, DIMENSION)[0]
    camera = normals(2, world.table.n_galleries, DIMENSION)
    n_phases = np.ceil(world.moments.length_s / PHASE_S).astype(np.int64)
    first_phase = np.concatenate([[0], np.cumsum(n_phases)])
    return Looks(
        parameters=parameters,
        common=common / np.linalg.norm(common),
        basis=basis,
        place=normals(3, world.n_places, RANK),
        scene=normals(4, world.n_scenes, RANK),
        aspect=normals(5, len(world.moments) * N_ASPECTS, RANK),
        phase=normals(6, int(first_phase[-1]), RANK),
        first_phase=first_phase,
        camera=camera * np.float32(np.sqrt(parameters.camera_share / DIMENSION)),
    )


def vectors(world: World, looks: Looks, rows: slice) -> Singles:
    """Return the vectors of some photos, (n, DIMENSION), each of length one."""
    start, stop, _ = rows.indices(world.table.n_photos)
    made = np.empty((max(0, stop - start), DIMENSION), np.float32)
    for chunk in range(start // CHUNK, -(-stop // CHUNK)):
        first = chunk * CHUNK
        low, high = max(start, first), min(stop, first + CHUNK)
        if low < high:
            made[low - start : high - start] = _chunk(world, looks, chunk)[
                low - first : high - first
            ]
    return made


def _chunk(world: World, looks: Looks, chunk: int) -> Singles:
    """Return the vectors of one whole chunk; the last may have fewer rows."""
    content = draw_content(world, looks, chunk)
    typical = typicality(content.draws, looks.parameters)[:, None].astype(np.float32)
    made: Singles = typical * looks.common
    made += np.sqrt(1 - typical**2) * content.rest
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    return made


def typicality(draws: Floats, parameters: LookParameters) -> Floats:
    """Return mᵢ, how much of each photo is what all photos share, from normal numbers."""
    mean = np.sqrt(parameters.sameness)
    typical: Floats = mean * (1.0 + parameters.typicality_spread * draws)
    return np.clip(typical, LEAST, MOST)


def draw_content(world: World, looks: Looks, chunk: int) -> Content:
    """Return everything of one chunk's photos but what all photos share."""
    rows = np.arange(chunk * CHUNK, min((chunk + 1) * CHUNK, world.table.n_photos))
    rng = np.random.default_rng([world.options.seed, 3, chunk])
    # always whole, so that the numbers of a photo do not hang on those after it
    draws = rng.standard_normal((CHUNK, 2))[: len(rows)]
    own_low = rng.standard_normal((CHUNK, RANK), dtype=np.float32)[: len(rows)]
    own_full = rng.standard_normal((CHUNK, DIMENSION), dtype=np.float32)[: len(rows)]
    log_odds = looks.parameters.own_mean + looks.parameters.own_spread * draws[:, 1]
    own = np.clip(1 / (1 + np.exp(-log_odds)), LEAST, MOST)[:, None].astype(np.float32)
    latent = np.sqrt(1 - own) * _shown(world, looks, rows) + np.sqrt(own / 2) * own_low
    rest: Singles = latent.astype(np.float32) @ looks.basis
    rest += np.sqrt(own / (2 * DIMENSION)) * own_full
    rest += looks.camera[world.table.gallery_of(rows)]
    return Content(draws[:, 0], rest)


def _shown(world: World, looks: Looks, rows: Indices) -> Singles:
    """Return what photos show, in the basis: (n, RANK), each dimension of variance one."""
    parameters = looks.parameters
    place_share = parameters.lasting_share * parameters.place_share
    moment_share = parameters.lasting_share - place_share
    phase_share = (1.0 - parameters.lasting_share) * parameters.phase_share
    aspect_share = 1.0 - parameters.lasting_share - phase_share
    scene = world.scene[rows]
    of_moment = scene < len(world.moments)
    # a private run is one scene: nobody looks elsewhere, and it is over soon
    scene_share = np.where(of_moment, moment_share, 1.0 - place_share)[:, None]
    shown: Singles = np.sqrt(place_share, dtype=np.float32) * looks.place[world.place[rows]]
    shown += np.sqrt(scene_share, dtype=np.float32) * looks.scene[scene]
    moment, rows = scene[of_moment], rows[of_moment]
    seen = (
        np.sqrt(aspect_share, dtype=np.float32)
        * looks.aspect[moment * N_ASPECTS + _aspects(world.view[rows])]
    )
    seen += (
        np.sqrt(phase_share, dtype=np.float32) * looks.phase[_phases(world, looks, moment, rows)]
    )
    shown[of_moment] += seen
    return shown


def _aspects(view: Floats) -> Indices:
    """Return what of a moment is looked at, from uniform numbers."""
    weights = 1.0 / np.arange(1, N_ASPECTS + 1)
    return np.searchsorted(np.cumsum(weights / weights.sum())[:-1], view, side="right")


def _phases(world: World, looks: Looks, moment: Indices, rows: Indices) -> Indices:
    """Return the row of each photo's phase; a run may go on a little after the moment."""
    since_s = world.event_time_s[rows] - world.moments.start_s[moment]
    nth = np.maximum(since_s // PHASE_S, 0).astype(np.int64)
    phases: Indices = np.minimum(looks.first_phase[moment] + nth, looks.first_phase[moment + 1] - 1)
    return phases
