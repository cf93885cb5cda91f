"""Layers, VLAD sizes and fusion, for the network at hand and for GoogLeNet's structure."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest

from coincide.errors import ModelError, UsageError
from coincide.features import colour
from coincide.features.backbones import Backbone, open_backbone
from coincide.features.images import decode
from coincide.features.session import BackboneSession, Images
from coincide.model import Event, Singles
from coincide.project import load_event
from coincide.project.options import SyncOptions
from coincide.project.read.features import chosen_taps, colour_key, compute_features, feature_key
from coincide.solver.links.similarity import similarity_tile
from coincide.storage.store import Store
from tests.drawn import write_event
from tests.features.test_backbones_googlenet import make_network


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


def test_the_default_layer_depends_on_the_method() -> None:
    lite = open_backbone("efficientnet-lite0")
    assert [tap.name for tap in chosen_taps(lite, None, "joint")] == ["pooled"]
    assert [tap.name for tap in chosen_taps(lite, None, "paper")] == ["28x28"]
    # a network that has no such layer is compared by the paper's
    maps = replace(lite, taps=tuple(tap for tap in lite.taps if tap.kind == "map"))
    assert [tap.name for tap in chosen_taps(maps, None, "joint")] == ["28x28"]


def test_fusion_needs_a_network_that_defines_it() -> None:
    without = replace(open_backbone("efficientnet-lite0"), paper_taps=())
    with pytest.raises(UsageError, match="does not define a fusion"):
        chosen_taps(without, "fusion")


def test_colours_come_with_any_layer(event: Event, tmp_path: Path) -> None:
    backbone = open_backbone("efficientnet-lite0")
    with Store(tmp_path / "project") as store:
        options = SyncOptions(features="logits")
        colours = compute_features(event, backbone, store, options, silent).colours
    assert colours.shape == (9, colour.DIM)
    np.testing.assert_allclose(np.linalg.norm(colours, axis=1), 1.0, rtol=1e-5)
    for row, photo in enumerate(event.photos):
        alone = colour.describe_colours(decode(photo.path, backbone.preprocess)[None])[0]
        np.testing.assert_allclose(colours[row], alone, atol=1e-3)


def test_an_older_projects_colours_are_computed_without_the_network(
    event: Event, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backbone = open_backbone("efficientnet-lite0")
    options = SyncOptions(features="pooled")
    some = replace(event, galleries=event.galleries[:1])
    with Store(tmp_path / "project") as store:
        compute_features(some, backbone, store, options, silent)
    shutil.rmtree(tmp_path / "project" / "vectors" / colour_key(backbone.preprocess))
    ran: list[int] = []

    class Counting(BackboneSession):
        def run(self, images: Images) -> dict[str, Singles]:
            ran.append(len(images))
            return super().run(images)

    monkeypatch.setattr("coincide.project.read.features.BackboneSession", Counting)
    with Store(tmp_path / "project") as store:
        found = compute_features(event, backbone, store, options, silent)
        assert ran == [5]  # only the new photos, though the colours of all were missing
        assert found.n_embedded == 9
        assert found.colours.shape == (9, colour.DIM)
        assert compute_features(event, backbone, store, options, silent).n_embedded == 0
    assert ran == [5]


def test_the_key_of_colours_changes_with_the_pixels_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    preprocess = open_backbone("efficientnet-lite0").preprocess
    key = colour_key(preprocess)
    assert colour_key(replace(preprocess, mean=(0.0, 0.0, 0.0))) == key
    assert colour_key(replace(preprocess, resize="crop")) != key
    assert colour_key(replace(preprocess, size_px=256)) != key
    monkeypatch.setattr(colour, "RECIPE", colour.RECIPE + 1)
    assert colour_key(preprocess) != key


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
