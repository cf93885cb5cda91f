"""How many local features of two photos agree under one geometry."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from coincide.features.verify.features import LocalFeatures, VerifyOptions
from coincide.features.verify.pictures import load_opencv
from coincide.model import Floats, Indices, Singles

# one more than each model needs: with just as many, every model fits
MIN_FOR_FUNDAMENTAL = 8
MIN_FOR_HOMOGRAPHY = 5
# any fixed number: the same pair always gives the same count
RANDOM_STATE = 1


@dataclass(frozen=True, slots=True)
class Verified:
    """What two photos have in common: features that look alike, and those that also fit.

    Without anything in common a dozen may still fit by chance: see ``verify.evidence``.
    """

    n_matches: int
    n_inliers: int


def count_inliers(
    a: LocalFeatures, b: LocalFeatures, options: VerifyOptions = VerifyOptions()
) -> Verified:
    """Return how many features agree under a fundamental matrix or a homography.

    The better of the two counts: a scene with depth, seen from two places, has epipolar
    lines; a flat or distant scene, or one place, leaves them undetermined but is a homography.
    """
    rows_a, rows_b = match_features(a, b, ratio=options.ratio)
    points_a, points_b = a.points_px[rows_a], b.points_px[rows_b]
    cv2 = load_opencv()
    n_inliers = max(
        _n_fitting(
            cv2.findFundamentalMat,
            points_a,
            points_b,
            _magsac(cv2, options.epipolar_px, options),
            at_least=MIN_FOR_FUNDAMENTAL,
        ),
        _n_fitting(
            cv2.findHomography,
            points_a,
            points_b,
            _magsac(cv2, options.transfer_px, options),
            at_least=MIN_FOR_HOMOGRAPHY,
        ),
    )
    return Verified(len(rows_a), n_inliers)


def homography(
    a: LocalFeatures, b: LocalFeatures, options: VerifyOptions = VerifyOptions()
) -> Floats | None:
    """Return what takes points of one picture to those of another, (3, 3); None: nothing does."""
    rows_a, rows_b = match_features(a, b, ratio=options.ratio)
    if len(rows_a) < MIN_FOR_HOMOGRAPHY:
        return None
    cv2 = load_opencv()
    parameters = _magsac(cv2, options.transfer_px, options)
    try:
        matrix, _ = cv2.findHomography(a.points_px[rows_a], b.points_px[rows_b], parameters)
    except cv2.error:
        return None
    return None if matrix is None else np.asarray(matrix, np.float64)


def match_features(a: LocalFeatures, b: LocalFeatures, *, ratio: float) -> tuple[Indices, Indices]:
    """Return the rows of features that choose each other, clearly before any other.

    Clearly: the nearest of ``b`` is nearer than ``ratio`` times the second nearest.
    """
    if len(a) < 2 or len(b) < 2:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    alike = _unit(a) @ _unit(b).T
    rows = np.arange(len(a))
    nearest = alike.argmax(axis=1)
    chosen_back = alike.argmax(axis=0)[nearest] == rows
    best = alike[rows, nearest]
    alike[rows, nearest] = -1.0
    # of vectors of length one, distance² = 2 − 2 cosine
    clearly = 1.0 - best < ratio**2 * (1.0 - alike.max(axis=1))
    kept = np.flatnonzero(chosen_back & clearly)
    return kept, nearest[kept]


def _unit(features: LocalFeatures) -> Singles:
    values = features.descriptors.astype(np.float32)
    length = np.linalg.norm(values, axis=1, keepdims=True)
    unit: Singles = values / np.maximum(length, 1.0)
    return unit


def _n_fitting(
    find: Callable[..., tuple[Any, Any]],
    points_a: Singles,
    points_b: Singles,
    parameters: object,
    *,
    at_least: int,
) -> int:
    if len(points_a) < at_least:
        return 0
    try:
        model, mask = find(points_a, points_b, parameters)
    except load_opencv().error:
        # how OpenCV says that every sample was degenerate, as of a flat scene: no such model
        return 0
    return 0 if model is None or mask is None else int(np.count_nonzero(mask))


def _magsac(cv2: Any, threshold_px: float, options: VerifyOptions) -> object:
    """Return the settings of MAGSAC++, with a random state of our own and one thread.

    The short form, ``method=cv2.USAC_MAGSAC``, leaves both to the version of OpenCV.
    """
    parameters = cv2.UsacParams()
    parameters.score = cv2.SCORE_METHOD_MAGSAC
    parameters.loMethod = cv2.LOCAL_OPTIM_SIGMA
    parameters.loSampleSize, parameters.loIterations = 50, 10
    parameters.final_polisher = cv2.MAGSAC
    parameters.sampler = cv2.SAMPLING_UNIFORM
    parameters.threshold = threshold_px
    parameters.confidence = options.confidence
    parameters.maxIterations = options.max_iterations
    parameters.randomGeneratorState = RANDOM_STATE
    parameters.isParallel = False
    return parameters
