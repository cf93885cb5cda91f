from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from coincide.features.verify.features import NO_FEATURES, LocalFeatures, local_features
from coincide.features.verify.match import Verified, count_inliers, match_features
from tests.features.verify.scenes import SHIFTED, scene, seen_from_aside


def features_of(seed: int) -> LocalFeatures:
    return local_features(np.asarray(scene(seed)))


def test_same_scene_has_hundreds_of_inliers_and_another_hardly_any() -> None:
    here = features_of(0)
    aside = local_features(np.asarray(seen_from_aside(scene(0))))
    assert count_inliers(here, aside).n_inliers > 150
    assert count_inliers(here, features_of(7)).n_inliers < 15


def test_matches_are_where_the_scene_moved_them() -> None:
    here = features_of(0)
    aside = local_features(np.asarray(seen_from_aside(scene(0))))
    rows_here, rows_aside = match_features(here, aside, ratio=0.8)
    across, down = aside.points_px[rows_aside].T
    a, b, c, d, e, f = SHIFTED  # from the moved picture back to the first
    expected = np.stack([a * across + b * down + c, d * across + e * down + f], axis=1)
    error_px = np.linalg.norm(here.points_px[rows_here] - expected, axis=1)
    assert np.median(error_px) < 1.0
    assert len(set(rows_aside.tolist())) == len(rows_aside)


def test_count_is_the_same_every_time_and_in_every_thread() -> None:
    here = features_of(0)
    aside = local_features(np.asarray(seen_from_aside(scene(0))))
    with ThreadPoolExecutor(4) as pool:
        counts = set(pool.map(lambda _: count_inliers(here, aside), range(12)))
    assert counts == {count_inliers(here, aside)}


@pytest.mark.parametrize("n_features", [0, 1, 2, 5, 8])
def test_too_few_features_are_no_error(n_features: int) -> None:
    whole = features_of(0)
    few = LocalFeatures(whole.points_px[:n_features], whole.descriptors[:n_features])
    for one, other in ((few, whole), (whole, few), (few, NO_FEATURES)):
        verified = count_inliers(one, other)
        assert 0 <= verified.n_inliers <= verified.n_matches <= n_features
    assert count_inliers(NO_FEATURES, NO_FEATURES) == Verified(0, 0)


@pytest.mark.parametrize("across", [0.0, 1.0])
def test_degenerate_points_are_no_error(across: float) -> None:
    """All features in one place, or on one line, determine no geometry."""
    whole = features_of(0)
    places = np.arange(len(whole), dtype=np.float32)
    flat = LocalFeatures(np.stack([across * places, 0 * places], axis=1), whole.descriptors)
    verified = count_inliers(flat, flat)
    assert verified.n_matches > 100
    assert 0 <= verified.n_inliers <= verified.n_matches


def test_flat_scene_that_opencv_gives_up_on_is_counted_by_its_homography() -> None:
    """Of these points, taken from real photos, OpenCV 5.0.0 fails to find epipolar lines."""
    here = [(501, 221), (185, 332), (416, 153), (518, 191), (543, 149), (610, 346), (423, 99)]
    there = [(251, 270), (24, 549), (145, 188), (270, 235), (296, 188), (351, 403), (152, 121)]
    unlike = 255 * np.eye(8, 128, dtype=np.uint8)
    verified = count_inliers(
        LocalFeatures(np.array([*here, (602, 168)], np.float32), unlike),
        LocalFeatures(np.array([*there, (358, 211)], np.float32), unlike),
    )
    assert verified.n_matches == 8
    assert verified.n_inliers >= 6
