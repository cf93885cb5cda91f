"""VLAD against its definition, written out region by region."""

import numpy as np
import pytest

from coincide.features import vlad
from coincide.features.options import VladOptions
from coincide.model import Singles


def random_maps(seed: int, n: int = 5, regions: int = 30, channels: int = 4) -> Singles:
    return np.random.default_rng(seed).normal(size=(n, regions, channels)).astype(np.float32)


def naive_vlad(regions: np.ndarray, words: np.ndarray) -> np.ndarray:
    parts = np.zeros(words.shape)
    for region in regions.astype(np.float64):
        unit = region / np.linalg.norm(region)
        nearest = int(np.argmin([np.linalg.norm(unit - word) for word in words]))
        parts[nearest] += unit - words[nearest]
    for word in range(len(words)):
        if np.any(parts[word]):
            parts[word] /= np.linalg.norm(parts[word])
    return parts.ravel() / np.linalg.norm(parts)


def test_encoding_follows_the_definition() -> None:
    maps = random_maps(0)
    words = vlad.learn_words(vlad.sample_regions([maps], 5, VladOptions()), VladOptions(words=6))
    encoded = vlad.encode(maps, words)
    assert encoded.shape == (5, 6 * 4)
    for row, regions in enumerate(maps):
        np.testing.assert_allclose(encoded[row], naive_vlad(regions, words), atol=1e-5)


def test_every_vector_has_length_one_and_every_used_word_the_same_share() -> None:
    maps = random_maps(1)
    words = vlad.learn_words(vlad.sample_regions([maps], 5, VladOptions()), VladOptions(words=6))
    encoded = vlad.encode(maps, words)
    np.testing.assert_allclose(np.linalg.norm(encoded, axis=1), 1.0, rtol=1e-5)
    shares = np.linalg.norm(encoded.reshape(5, 6, 4), axis=2)
    for row in shares:
        used = row[row > 0]
        np.testing.assert_allclose(used, 1 / np.sqrt(len(used)), rtol=1e-4)


def test_words_are_found_where_regions_gather() -> None:
    rng = np.random.default_rng(2)
    centres = vlad.normalise(rng.normal(size=(8, 16)).astype(np.float32))
    near = centres[rng.integers(0, 8, 2000)] + rng.normal(0, 0.02, (2000, 16))
    words = vlad.learn_words(vlad.normalise(near.astype(np.float32)), VladOptions(words=8))
    distance = np.linalg.norm(words[:, None] - centres[None], axis=2)
    assert np.all(distance.min(axis=0) < 0.05)


def test_words_do_not_depend_on_the_run_and_do_on_the_seed() -> None:
    regions = vlad.sample_regions([random_maps(3)], 5, VladOptions())
    one, again = (vlad.learn_words(regions, VladOptions(words=9)) for _ in range(2))
    other = vlad.learn_words(regions, VladOptions(words=9, seed=1))
    assert one.tobytes() == again.tobytes()
    assert one.tobytes() != other.tobytes()


def test_fewer_regions_than_words_give_fewer_words() -> None:
    regions = np.eye(3, dtype=np.float32)
    assert len(vlad.learn_words(np.repeat(regions, 4, axis=0), VladOptions())) == 3


def test_the_sample_is_bounded_and_even_over_photos() -> None:
    maps = random_maps(4, n=10, regions=50)
    maps[:, :, 0] = np.arange(1, 11)[:, None] * 1000  # each photo points its own way
    sample = vlad.sample_regions([maps[:6], maps[6:]], 10, VladOptions(max_regions=70))
    assert sample.shape == (70, 4)
    np.testing.assert_allclose(np.linalg.norm(sample, axis=1), 1.0, rtol=1e-5)


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_a_photo_without_any_detail_gets_a_finite_vector(value: float) -> None:
    words = np.eye(3, dtype=np.float32)
    flat = np.full((1, 5, 3), value, np.float32)
    assert np.all(np.isfinite(vlad.encode(flat, words)))
