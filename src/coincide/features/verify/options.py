"""How links are verified: every threshold, its default, its unit and its reason."""

from dataclasses import dataclass


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
