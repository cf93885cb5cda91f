import numpy as np
import pytest

from coincide.features.vlad import normalise
from coincide_bench.feature_choice.pooling import (
    centre,
    gem_of_regions,
    join,
    mean_of_regions,
    quarters_of_regions,
    whiten,
)


def random_units(n: int, dim: int, seed: int = 0) -> np.ndarray:
    return normalise(np.random.default_rng(seed).normal(size=(n, dim)).astype(np.float32))


def random_maps(n: int, side: int, channels: int) -> np.ndarray:
    rng = np.random.default_rng(1)
    return rng.normal(0.5, 1.0, (n, side * side, channels)).astype(np.float32)


def lengths(vectors: np.ndarray) -> np.ndarray:
    return np.linalg.norm(vectors, axis=1)


@pytest.mark.parametrize("pool", [mean_of_regions, gem_of_regions, quarters_of_regions])
def test_pooled_vectors_have_length_one(pool):
    pooled = pool(random_maps(3, 5, 4))
    assert pooled.dtype == np.float32
    assert lengths(pooled) == pytest.approx(1.0, abs=1e-6)


def test_gem_lies_between_the_mean_and_the_maximum():
    maps = np.abs(random_maps(2, 4, 3))
    flat, peaked = gem_of_regions(maps, power=1.0), gem_of_regions(maps, power=60.0)
    assert flat == pytest.approx(mean_of_regions(maps), abs=1e-6)
    assert peaked == pytest.approx(normalise(maps.max(axis=1)), abs=0.03)
    by_hand = (maps.astype(float) ** 3).mean(axis=1) ** (1 / 3)
    assert gem_of_regions(maps) == pytest.approx(normalise(by_hand), abs=1e-6)


def test_gem_counts_negative_responses_as_none():
    maps = np.array([[[-5.0, 1.0], [1.0, 1.0]]], np.float32)
    assert gem_of_regions(maps) == pytest.approx(gem_of_regions(np.maximum(maps, 0)))


def test_quarters_tell_where_things_are():
    left, right = np.zeros((2, 4, 4, 1), np.float32)
    left[0, 0], right[0, 3] = 1.0, 1.0
    maps = np.stack([left, right]).reshape(2, 16, 1)
    assert mean_of_regions(maps).tolist() == [[1.0], [1.0]]
    assert quarters_of_regions(maps).tolist() == [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]]


def test_quarters_of_an_odd_side_share_the_middle():
    maps = np.zeros((1, 9, 1), np.float32)
    maps[0, 4] = 1.0  # the centre of 3 × 3 is in all four
    assert quarters_of_regions(maps)[0].tolist() == pytest.approx([0.5] * 4)


def test_quarters_need_a_square_map():
    with pytest.raises(ValueError, match="12 regions is not square"):
        quarters_of_regions(np.zeros((1, 12, 2), np.float32))


def test_centring_takes_off_what_all_photos_share():
    own, shared = random_units(40, 16), random_units(1, 16, seed=7)
    assert centre(own + 5.0 * shared) == pytest.approx(centre(own), abs=1e-4)
    assert lengths(centre(own)) == pytest.approx(1.0, abs=1e-6)


def test_a_share_of_the_mean_lies_between_none_and_all():
    vectors = normalise(random_units(40, 16) + 2.0 * random_units(1, 16, seed=7))
    assert centre(vectors, share=0.0) == pytest.approx(vectors, abs=1e-6)
    alike = [float((c @ c.T).mean()) for c in (centre(vectors, share=x) for x in (0.0, 0.5, 1.0))]
    assert alike[0] > alike[1] + 0.05 > alike[2] + 0.1


def test_centring_by_gallery_takes_off_what_each_camera_adds():
    own, starts = random_units(40, 16), np.array([0, 15, 15, 40])
    cameras = np.repeat(random_units(2, 16, seed=3), [15, 25], axis=0)
    plain, shifted = centre(own, starts), centre(own + 2.0 * cameras, starts)
    assert shifted == pytest.approx(plain, abs=1e-4)
    assert not np.allclose(centre(own + 2.0 * cameras), centre(own), atol=0.1)


@pytest.mark.parametrize("n_photos", [0, 1, 30])
def test_photos_that_are_all_alike_have_nothing_left(n_photos: int):
    alike = np.repeat(random_units(1, 1280), n_photos, axis=0)
    assert centre(alike).shape == alike.shape
    assert not centre(alike).any()


def test_whitening_evens_out_the_directions():
    rng = np.random.default_rng(2)
    vectors = rng.normal(size=(500, 3)) * (10.0, 1.0, 0.1)
    white = whiten(vectors.astype(np.float32), 3)
    assert lengths(white) == pytest.approx(1.0, abs=1e-6)
    assert np.var(white, axis=0) == pytest.approx(1 / 3, abs=0.05)


def test_whitening_keeps_no_more_than_there_is():
    vectors = random_units(6, 20)
    assert whiten(vectors, 64).shape == (6, 5)
    assert whiten(vectors, 2).shape == (6, 2)
    assert whiten(np.repeat(vectors[:1], 4, axis=0), 8).shape == (4, 0)


def test_joined_products_are_the_weighted_mean_of_the_parts():
    one, other = random_units(5, 3), random_units(5, 8, seed=1)
    both = join([one, other], [1.0, 0.25])
    expected = (one @ one.T + 0.25 * other @ other.T) / 1.25
    assert both @ both.T == pytest.approx(expected, abs=1e-6)
