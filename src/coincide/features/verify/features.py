"""Local features of one photo: where its corners and blobs are, and what surrounds them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from coincide.features.verify.opencv import load_opencv
from coincide.features.verify.options import VerifyOptions
from coincide.features.verify.pictures import Grey
from coincide.model import Singles

N_VALUES = 128  # of one SIFT descriptor
# a RootSIFT value is at most 1 and nearly always below half: a byte is exact enough
SCALE = 511.0
# SIFT's first filter reaches this far; below, it has no pixel to look at
MIN_SIDE_PX = 16


@dataclass(frozen=True)
class LocalFeatures:
    """n keypoints of one picture, the strongest first.

    points_px: (n, 2) across and down. descriptors: (n, 128) RootSIFT times SCALE, as bytes:
    about 200 kB for 1,500 keypoints.
    """

    points_px: Singles
    descriptors: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.points_px)


NO_FEATURES = LocalFeatures(np.zeros((0, 2), np.float32), np.zeros((0, N_VALUES), np.uint8))


def local_features(image: Grey, options: VerifyOptions = VerifyOptions()) -> LocalFeatures:
    """Return the RootSIFT features of a grey picture; a blank or tiny one has none.

    RootSIFT: the square root of each descriptor's share per value, so that Euclidean
    distance becomes Hellinger distance and single large values weigh less.
    """
    if min(image.shape) < MIN_SIDE_PX:
        return NO_FEATURES
    sift = load_opencv().SIFT_create(
        nfeatures=options.max_keypoints, contrastThreshold=options.contrast
    )
    keypoints, described = sift.detectAndCompute(image, None)
    if described is None:
        return NO_FEATURES
    # several keypoints may tie for the last place, so SIFT may give more than asked for; and
    # it orders them by nothing that is promised
    strength = np.array([keypoint.response for keypoint in keypoints])
    kept = np.argsort(-strength, kind="stable")[: options.max_keypoints]
    points = np.array([keypoint.pt for keypoint in keypoints], np.float32)
    return LocalFeatures(points[kept], _root(described[kept]))


def _root(described: Singles) -> NDArray[np.uint8]:
    total = np.maximum(described.sum(axis=1, keepdims=True), 1.0)
    root: Singles = np.minimum(np.sqrt(described / total) * SCALE, 255.0)
    return root.round().astype(np.uint8)
