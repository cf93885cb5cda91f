"""What a view shows of a panorama."""

import numpy as np
import pytest
from PIL import Image

from coincide.demo.draw.scenery import frame_corners, homography, take
from coincide.demo.schedule.plan import View


def test_a_view_stays_inside_the_place_wherever_it_is_aimed():
    rng = np.random.default_rng(1)
    for _ in range(300):
        x, y = rng.uniform((-500, -500), (2900, 1500))
        view = View(x, y, rng.uniform(400, 1100), rng.normal(0, 5), rng.uniform(-0.1, 0.1), 0.0)
        corners = frame_corners(view, float(rng.choice([3 / 4, 4 / 3, 16 / 9])))
        assert corners.min() >= -1e-6
        assert corners[:, 0].max() <= 2400 + 1e-6
        assert corners[:, 1].max() <= 1000 + 1e-6


def test_a_level_view_is_the_plain_part_of_the_panorama():
    corners = frame_corners(View(1200, 500, 600, 0.0, 0.0, 0.0), 4 / 3)
    assert corners.tolist() == [[800, 200], [1600, 200], [1600, 800], [800, 800]]


def test_a_homography_takes_its_points_where_it_should():
    source = np.array([(0, 0), (4, 0), (4, 3), (0, 3)], dtype=float)
    target = np.array([(10, 11), (50, 9), (52, 41), (8, 39)], dtype=float)
    a, b, c, d, e, f, g, h = homography(source, target)
    for (x, y), (u, v) in zip(source, target, strict=True):
        w = g * x + h * y + 1
        assert ((a * x + b * y + c) / w, (d * x + e * y + f) / w) == pytest.approx((u, v))


def test_the_middle_of_the_photo_is_what_the_view_is_aimed_at():
    panorama = Image.new("RGB", (1200, 500), "black")
    panorama.paste("white", (690, 240, 710, 260))
    photo = take(panorama, View(1400, 500, 500, 3.0, 0.0, 0.0), (400, 300), unit=0.5)
    assert photo.size == (400, 300)
    rows, columns = np.nonzero(np.asarray(photo.convert("L")) > 128)
    assert rows.mean() == pytest.approx(149.5, abs=1.5)
    assert columns.mean() == pytest.approx(199.5, abs=1.5)
