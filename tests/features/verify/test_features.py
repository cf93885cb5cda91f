import builtins
from typing import Any

import numpy as np
import pytest

from coincide.errors import ModelError
from coincide.features.verify.features import SCALE, VerifyOptions, local_features
from tests.features.verify.scenes import scene


def test_features_are_bounded_bytes_of_length_one() -> None:
    picture = np.asarray(scene())
    features = local_features(picture, VerifyOptions(max_keypoints=200))
    assert len(features) == 200
    assert features.points_px.shape == (200, 2)
    assert (features.points_px >= 0).all()
    assert (features.points_px < (picture.shape[1], picture.shape[0])).all()
    assert features.descriptors.dtype == np.uint8
    length = np.linalg.norm(features.descriptors.astype(float), axis=1)
    assert length == pytest.approx(SCALE, rel=0.1)


def test_fewer_keypoints_are_the_strongest_of_more() -> None:
    picture = np.asarray(scene())
    some = local_features(picture, VerifyOptions(max_keypoints=50))
    more = local_features(picture, VerifyOptions(max_keypoints=400))
    assert np.array_equal(some.points_px, more.points_px[:50])


def test_same_picture_same_features() -> None:
    picture = np.asarray(scene(3))
    first, again = local_features(picture), local_features(picture)
    assert np.array_equal(first.points_px, again.points_px)
    assert np.array_equal(first.descriptors, again.descriptors)


@pytest.mark.parametrize("shape", [(1, 1), (3, 700), (15, 15), (16, 16), (300, 400)])
def test_blank_or_tiny_picture_has_no_features(shape: tuple[int, int]) -> None:
    assert len(local_features(np.full(shape, 128, np.uint8))) == 0


def test_missing_opencv_is_told_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    load = builtins.__import__

    def without(name: str, *rest: Any, **named: Any) -> Any:
        if name == "cv2":
            raise ImportError("No module named 'cv2'")
        return load(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ModelError, match=r"pip install 'coincide\[verify\]'"):
        local_features(np.asarray(scene()))
