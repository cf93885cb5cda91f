"""Layers, VLAD sizes and fusion, for the network at hand and for GoogLeNet's structure."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest

from coincide.config import SyncOptions
from coincide.embed.backbones import Backbone, open_backbone
from coincide.errors import ModelError, UsageError
from coincide.link.similarity import similarity_tile
from coincide.model import Event
from coincide.pipeline import load_event
from coincide.pipeline.features import chosen_taps, compute_features, feature_key
from coincide.store import Store
from tests.embed.test_backbones_googlenet import make_network
from tests.pictures import write_event


def silent(_stage: str, _done: int, _total: int) -> None: ...


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Event:
    folder = write_event(tmp_path_factory.mktemp("pictures") / "event", {"ann": 4, "bob": 5})
    return load_event(folder)


@pytest.fixture(scope="module")
def googlenet(tmp_path_factory: pytest.TempPathFactory) -> Backbone:
    path = tmp_path_factory.mktemp("weights") / "own.onnx"
    onnx.save(make_network(), path)
    return open_backbone("googlenet", weights=path)


def arrays(event: Event, backbone: Backbone, features: str) -> list[np.ndarray]:
    assert event.project is not None
    with Store(event.project) as store:
        options = SyncOptions(features=features)
        return list(compute_features(event, backbone, store, options, silent).arrays)


@pytest.mark.parametrize(
    ("layer", "dim"),
    [
        ("classifier", 1000),
        ("conv2", 49152),
        ("inception3a", 65536),
        ("inception4a", 131072),
        ("inception5a", 212992),
    ],
)
def test_googlenet_gives_the_sizes_of_the_papers_table(
    event: Event, googlenet: Backbone, layer: str, dim: int
) -> None:
    (vectors,) = arrays(event, googlenet, layer)
    assert vectors.shape == (9, dim)
    assert np.ptp(vectors, axis=0).max() > 0.01  # photos differ: the weights are not constant


def test_googlenet_fusion_averages_its_four_maps(event: Event, googlenet: Backbone) -> None:
    fused = arrays(event, googlenet, "fusion")
    assert [vectors.shape[1] for vectors in fused] == [49152, 65536, 131072, 212992]
    rows, columns = slice(0, 4), slice(4, 9)
    mean = np.mean([similarity_tile([vectors], rows, columns) for vectors in fused], axis=0)
    np.testing.assert_allclose(similarity_tile(fused, rows, columns), mean, rtol=1e-6)


@pytest.mark.parametrize(
    ("features", "dims"),
    [
        ("56x56", [6144]),
        ("28x28", [10240]),
        ("14x14", [28672]),
        ("7x7", [81920]),
        ("logits", [1000]),
        ("pooled", [1280]),
        ("fusion", [6144, 10240, 28672, 81920]),
        ("28x28, pooled", [10240, 1280]),
    ],
)
def test_efficientnet_sizes(event: Event, features: str, dims: list[int]) -> None:
    found = arrays(event, open_backbone("efficientnet-lite0"), features)
    assert [vectors.shape for vectors in found] == [(9, dim) for dim in dims]
    if "logits" not in features:
        for vectors in found:
            np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, rtol=2e-3)


def test_unknown_layers_name_the_known_ones() -> None:
    with pytest.raises(ModelError, match="28x28"):
        chosen_taps(open_backbone("efficientnet-lite0"), "29x29")


def test_fusion_needs_a_network_that_defines_it() -> None:
    without = replace(open_backbone("efficientnet-lite0"), paper_taps=())
    with pytest.raises(UsageError, match="defines no fusion"):
        chosen_taps(without, "fusion")


CHANGES: dict[str, Callable[[Backbone], Backbone]] = {
    "weights": lambda b: replace(b, digest="0" * 64),
    "preprocessing": lambda b: replace(b, preprocess=replace(b.preprocess, resize="crop")),
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_key_changes_with_what_makes_the_vectors(change: str) -> None:
    backbone = open_backbone("efficientnet-lite0")
    tap = backbone.tap("pooled")
    assert feature_key(CHANGES[change](backbone), tap) != feature_key(backbone, tap)
    assert feature_key(backbone, backbone.tap("logits")) != feature_key(backbone, tap)


def test_vlad_does_not_depend_on_the_order_of_galleries(event: Event, tmp_path: Path) -> None:
    backbone = open_backbone("efficientnet-lite0")
    turned = replace(event, galleries=event.galleries[::-1], project=tmp_path)
    (one,) = arrays(event, backbone, "14x14")
    (other,) = arrays(turned, backbone, "14x14")
    assert one[:4].tobytes() == other[5:].tobytes()
    assert one[4:].tobytes() == other[:5].tobytes()
