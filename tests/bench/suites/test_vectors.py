import logging
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from coincide.errors import EventError
from coincide.features.colour import DIM
from coincide.ingest import read_event
from coincide.model import Photo
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.vectors import SetVectors, plain_vectors, rendered_vectors
from coincide_bench.suites.virtual_cameras import CAMERAS
from tests.drawn import write_event


class Told:
    """Keeps what progress was told."""

    def __init__(self) -> None:
        self.steps: list[tuple[str, int, int]] = []

    def __call__(self, stage: str, done: int, total: int) -> None:
        self.steps.append((stage, done, total))


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def context(tmp_path: Path, told: Told) -> BenchContext:
    return BenchContext(tmp_path / "cache", None, False, told)


@pytest.fixture
def photos(tmp_path: Path) -> list[Photo]:
    return list(read_event([write_event(tmp_path / "event", {"anna": 3})]).photos)


def cosine(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.asarray(np.einsum("...d,...d->...", a.astype(np.float32), b.astype(np.float32)))


def test_renderings_are_embedded_once_and_by_photo_and_camera(
    photos: list[Photo], context: BenchContext, told: Told
) -> None:
    cameras = CAMERAS[:2]
    vectors = rendered_vectors(photos, context, cameras=cameras)
    assert vectors.pooled.shape == (3, 2, 1280)
    assert vectors.vlad.shape == (3, 2, 10240)
    assert vectors.colour.shape == (3, 2, DIM)
    assert vectors.pooled.dtype == vectors.vlad.dtype == vectors.colour.dtype == np.float16
    assert cosine(vectors.pooled, vectors.pooled) == pytest.approx(1.0, abs=0.01)
    assert cosine(vectors.vlad, vectors.vlad) == pytest.approx(1.0, abs=0.01)
    assert cosine(vectors.colour, vectors.colour) == pytest.approx(1.0, abs=0.01)
    assert told.steps[0] == ("embed", 0, 6)
    assert told.steps[-1] == ("embed", 6, 6)

    told.steps.clear()
    again = rendered_vectors(photos, context, cameras=cameras)
    assert told.steps == []
    assert np.array_equal(again.vlad, vectors.vlad)
    assert np.array_equal(again.words, vectors.words)

    # a rendering is the same in any company: alone, in another order, with other cameras
    alone = rendered_vectors(photos[1:2], context, cameras=CAMERAS[1:2], words=vectors.words)
    assert told.steps != []
    assert np.array_equal(alone.pooled[0, 0], vectors.pooled[1, 1])
    assert np.array_equal(alone.vlad[0, 0], vectors.vlad[1, 1])
    assert np.array_equal(alone.colour[0, 0], vectors.colour[1, 1])


def test_plain_vectors_are_of_the_photos_themselves(
    photos: list[Photo], context: BenchContext, told: Told
) -> None:
    vectors = plain_vectors(photos, context)
    assert vectors.pooled.shape == (3, 1280)
    told.steps.clear()
    assert np.array_equal(plain_vectors(photos, context).pooled, vectors.pooled)
    assert told.steps == []
    plain_vectors(photos[::-1], context)
    assert told.steps != []


def test_damaged_cache_is_made_again(
    photos: list[Photo], context: BenchContext, caplog: pytest.LogCaptureFixture
) -> None:
    vectors = plain_vectors(photos, context)
    (path,) = (context.cache / "vectors").iterdir()
    path.write_bytes(b"no vectors")
    with caplog.at_level(logging.WARNING):
        again = plain_vectors(photos, context)
    assert "made again" in caplog.text
    assert np.array_equal(again.vlad, vectors.vlad)


@pytest.mark.parametrize("compute", [plain_vectors, rendered_vectors])
def test_broken_photo_is_named(
    photos: list[Photo],
    context: BenchContext,
    compute: Callable[[list[Photo], BenchContext], SetVectors],
) -> None:
    photos[1].path.write_bytes(photos[1].path.read_bytes()[:600])
    with pytest.raises(EventError, match=photos[1].path.name):
        compute(photos, context)


def test_features_pick_photo_and_camera() -> None:
    pooled = np.arange(3 * 2 * 4, dtype=np.float16).reshape(3, 2, 4)
    vectors = SetVectors(pooled, -pooled, 2 * pooled, np.zeros((1, 4), np.float32))
    picked = vectors.features(np.array([2, 0]), np.array([1, 0]))
    assert picked["pooled"].tolist() == [pooled[2, 1].tolist(), pooled[0, 0].tolist()]
    assert picked["colour"].tolist() == (2 * picked["pooled"]).tolist()
    assert {array.dtype for array in picked.values()} == {np.dtype(np.float32)}


def test_a_change_of_the_colours_is_another_cache(
    photos: list[Photo], context: BenchContext, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain_vectors(photos, context)
    told.steps.clear()
    monkeypatch.setattr("coincide.features.colour.RECIPE", 0)
    plain_vectors(photos, context)
    assert told.steps != []


@pytest.mark.slow
def test_real_photos_are_recognised_through_other_cameras(
    shared: Path, context: BenchContext, told: Told
) -> None:
    photos = list(read_event([shared / "datasets" / "photowalk_2024"]).photos)
    vectors = rendered_vectors(photos, context, cameras=CAMERAS[2:4])
    assert vectors.words.shape == (256, 40)
    for array in (vectors.pooled, vectors.vlad):
        one, other = array[:, 0].astype(np.float32), array[:, 1].astype(np.float32)
        best = np.argmax(one @ other.T, axis=1)
        assert np.mean(best == np.arange(17)) > 0.9
    told.steps.clear()
    again = rendered_vectors(photos, context, cameras=CAMERAS[2:4])
    assert np.array_equal(again.vlad, vectors.vlad)
    assert told.steps == []
