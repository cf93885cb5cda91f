"""Local features of one photo: where its corners and blobs are, and what surrounds them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from coincide.features.verify.pictures import Grey, load_opencv
from coincide.model import Singles


@dataclass(frozen=True, slots=True)
class VerifyOptions:
    """How the local features of two photos are found, matched and counted.

    All but ``threads`` change the counts, and so belong to the key they are kept under.
    """

    # long side of the picture that is looked at: cameras agree on little beyond this detail
    long_side_px: int = 800
    # the strongest so many; matching costs their square
    max_keypoints: int = 1500
    # SIFT's least contrast, OpenCV's own value: half of it finds a fifth more keypoints and
    # hardly an inlier more
    contrast: float = 0.04
    # nearest over second-nearest distance, at most: Lowe's value; at 0.9 links of photos
    # with nothing in common have twice as many inliers
    ratio: float = 0.8
    # how far a point may lie from its epipolar line
    epipolar_px: float = 1.5
    transfer_px: float = 3.0  # and from where the homography puts it
    # chance of having found the best model at which the search ends
    confidence: float = 0.999
    max_iterations: int = 2000  # where it ends in any case
    # photos and pairs at work at one time; None: all cores
    threads: int | None = None


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
