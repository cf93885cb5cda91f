"""The lens: the part of a place that a photo shows, with pan, zoom, roll and perspective."""

import math

import numpy as np
from PIL import Image

from coincide.demo.plan import View
from coincide.demo.scenery import HEIGHT, WIDTH
from coincide.model import Floats

# more than this, relative to the photo, is not seen in it
FINEST = 1.4


def take(
    panorama: Image.Image, view: View, size_px: tuple[int, int], *, unit: float
) -> Image.Image:
    """Return the upright picture of a view, of a size in pixels.

    ``unit``: pixels of the panorama per unit. The view is moved, and if need be
    shrunk, so that the photo never shows anything beyond the panorama.
    """
    corners = frame_corners(view, size_px[0] / size_px[1]) * unit
    # first finer than the photo will be, so that the step to fewer pixels smooths the edges
    finer = min(FINEST, max(1.0, float(np.linalg.norm(corners[1] - corners[0])) / size_px[0]))
    width, height = (round(length * finer) for length in size_px)
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float64)
    picture = panorama.transform(
        (width, height),
        Image.Transform.PERSPECTIVE,
        homography(target, corners),
        Image.Resampling.BILINEAR,
    )
    return picture.resize(size_px, Image.Resampling.HAMMING)


def frame_corners(view: View, aspect: float) -> Floats:
    """Return the corners (4, 2) of a view in units, clockwise from the top left one."""
    half_h = view.height / 2
    half_w = half_h * aspect
    left, right = 1 + view.keystone, 1 - view.keystone
    corners = np.array(
        [
            (-half_w, -half_h * left),
            (half_w, -half_h * right),
            (half_w, half_h * right),
            (-half_w, half_h * left),
        ]
    )
    roll = math.radians(view.roll_deg)
    turn = np.array([(math.cos(roll), math.sin(roll)), (-math.sin(roll), math.cos(roll))])
    corners = corners @ turn
    limit = np.array([WIDTH, HEIGHT])
    corners *= min(1.0, float((limit / np.ptp(corners, axis=0)).min()))
    centred = corners + np.array([view.x, view.y])
    too_low = np.maximum(0.0, -centred.min(axis=0))
    too_high = np.maximum(0.0, centred.max(axis=0) - limit)
    return np.asarray(centred + too_low - too_high, dtype=np.float64)


def homography(source: Floats, target: Floats) -> tuple[float, ...]:
    """Return the eight numbers of the projection that takes four points (4, 2) to four others."""
    rows = []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows.append((x, y, 1, 0, 0, 0, -u * x, -u * y))
        rows.append((0, 0, 0, x, y, 1, -v * x, -v * y))
    solution = np.linalg.solve(np.array(rows, dtype=np.float64), target.reshape(8))
    return tuple(float(value) for value in solution)
