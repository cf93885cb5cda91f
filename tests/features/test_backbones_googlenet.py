"""GoogLeNet, on the network of its topology that the onnx package ships with constant weights.

Constant weights make every photo look the same, so seeded random ones are put in place.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper

from coincide.errors import ModelError
from coincide.features.backbones import Backbone
from coincide.features.backbones.download import PinnedFile
from coincide.features.backbones.googlenet import find_taps, open_googlenet
from coincide.features.session import BackboneSession

SHIPPED = Path(onnx.__file__).parent / "backend/test/data/light/light_inception_v1.onnx"
MAP_TAPS = ("conv2", "conv2-56", "inception3a", "inception4a", "inception5a")


def make_network() -> onnx.ModelProto:
    """Return the shipped network with random weights, as initialisers."""
    if not SHIPPED.is_file():
        pytest.skip("this onnx package ships no light_inception_v1.onnx")
    rng = np.random.default_rng(7)
    model = onnx.load(SHIPPED)
    graph = model.graph
    shapes = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    nodes = list(graph.node)
    del graph.node[:]
    for node in nodes:
        if node.op_type != "ConstantOfShape":
            graph.node.append(node)
            continue
        shape = [int(side) for side in shapes[node.input[0]]]
        spread = np.sqrt(2 / max(np.prod(shape[1:]), 1))  # keeps the size of the responses
        weights = rng.normal(scale=spread, size=shape).astype(np.float32)
        graph.initializer.append(numpy_helper.from_array(weights, node.output[0]))
        # files of that age list their weights as inputs, too
        info = helper.make_tensor_value_info(node.output[0], onnx.TensorProto.FLOAT, shape)
        graph.input.append(info)
    return model


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("googlenet") / "mine.onnx"
    onnx.save(make_network(), path)
    return path


@pytest.fixture(scope="module")
def backbone(weights: Path) -> Backbone:
    return open_googlenet(weights.parent / "cache", weights=weights)


@pytest.fixture(scope="module")
def images() -> np.ndarray:
    return np.random.default_rng(8).integers(0, 256, (3, 224, 224, 3), dtype=np.uint8)


def test_finds_the_layers_of_the_paper(backbone: Backbone):
    assert {tap.name: tap.shape for tap in backbone.taps} == {
        "conv2": (27, 27, 192),
        "conv2-56": (55, 55, 192),
        "inception3a": (27, 27, 256),
        "inception4a": (13, 13, 512),
        "inception5a": (6, 6, 832),
        "classifier": (1000,),
        "pooled": (1024,),
    }
    assert backbone.paper_taps == (
        *("classifier", "conv2", "inception3a", "inception4a", "inception5a"),
    )
    assert backbone.default_taps == ("inception3a",)


def test_finds_them_whatever_they_are_called(weights: Path):
    model = onnx.load(weights)
    before = find_taps(model, weights)
    kept = {value.name for value in (*model.graph.input, *model.graph.initializer)}

    def rename(name: str) -> str:
        return name if name in kept else f"other/{name}"

    for node in model.graph.node:
        node.input[:] = [rename(name) for name in node.input]
        node.output[:] = [rename(name) for name in node.output]
    after = find_taps(model, weights)
    assert after == {name: rename(tensor) for name, tensor in before.items()}


def test_finds_the_classifier_of_a_matmul_with_its_bias(weights: Path):
    model = onnx.load(weights)
    gemm = next(node for node in model.graph.node if node.op_type == "Gemm")
    taken, matrix, bias = gemm.input
    gemm.CopyFrom(helper.make_node("MatMul", [taken, matrix], ["product"]))
    add = helper.make_node("Add", ["product", bias], ["biased"])
    model.graph.node.insert(len(model.graph.node) - 1, add)
    taps = find_taps(model, weights)
    assert (taps["classifier"], taps["pooled"]) == ("biased", taken)


def test_finds_the_pooling_behind_a_padding(weights: Path):
    model = onnx.load(weights)
    before = find_taps(model, weights)
    pool = next(node for node in model.graph.node if node.output[0] == before["conv2"])
    pad = helper.make_node("Pad", [before["conv2-56"]], ["padded"], pads=[0, 0, 0, 0, 0, 0, 1, 1])
    pool.input[0] = "padded"
    model.graph.node.insert(list(model.graph.node).index(pool), pad)
    assert find_taps(model, weights)["conv2"] == before["conv2"]


def test_responses_are_the_networks_own(backbone: Backbone, images: np.ndarray, weights: Path):
    names = [tap.name for tap in backbone.taps]
    out = BackboneSession(backbone, names, threads=2).run(images)
    for name in MAP_TAPS:
        height, width, channels = backbone.tap(name).shape
        assert out[name].shape == (3, height * width, channels)
        assert np.abs(out[name][0] - out[name][1]).max() > 0.01, "vacuous: all photos look the same"
    # the network's own output is the softmax of the classifier's
    runner = reference_runner(weights)
    for row, image in enumerate(images):
        fed = image[None, :, :, ::-1].transpose(0, 3, 1, 2).astype(np.float32)
        fed -= np.array([104, 117, 123], dtype=np.float32)[:, None, None]
        (expected,) = runner(np.ascontiguousarray(fed))
        odds = np.exp(out["classifier"][row] - out["classifier"][row].max())
        np.testing.assert_allclose(odds / odds.sum(), expected[0], atol=1e-5)


def reference_runner(path: Path) -> Callable[[np.ndarray], list[np.ndarray]]:
    onnxruntime = pytest.importorskip("onnxruntime")
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    return lambda values: session.run(None, {"data_0": values})


def test_conv2_is_the_pooled_layer(backbone: Backbone, images: np.ndarray):
    out = BackboneSession(backbone, ["conv2", "conv2-56"]).run(images[:1])
    fine = out["conv2-56"][0].reshape(55, 55, 192)
    windows = np.lib.stride_tricks.sliding_window_view(fine, (3, 3), axis=(0, 1))[::2, ::2]
    pooled = windows.max(axis=(-2, -1)).reshape(27 * 27, 192)
    np.testing.assert_allclose(out["conv2"][0], pooled, rtol=1e-6)


def test_a_file_with_a_fixed_batch_keeps_it(backbone: Backbone, images: np.ndarray):
    session = BackboneSession(backbone, ["pooled"], batch=8)
    assert session.batch == 1
    assert session.run(images)["pooled"].shape == (3, 1024)


def test_the_digest_follows_the_weights(backbone: Backbone, weights: Path, tmp_path: Path):
    copy, changed = tmp_path / "copy.onnx", tmp_path / "changed.onnx"
    copy.write_bytes(weights.read_bytes())
    model = onnx.load(weights)
    values = numpy_helper.to_array(model.graph.initializer[0]) + 1
    model.graph.initializer[0].CopyFrom(
        numpy_helper.from_array(values, model.graph.initializer[0].name)
    )
    onnx.save(model, changed)
    assert open_googlenet(tmp_path, weights=copy).digest == backbone.digest
    assert open_googlenet(tmp_path, weights=changed).digest != backbone.digest


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda nodes: [n for n in nodes if n.op_type != "LRN"], "0 response normalisations"),
        (lambda nodes: [n for n in nodes if "r123" not in n.output], "8 inception modules"),
        (lambda nodes: [n for n in nodes if n.op_type != "Gemm"], "no fully connected layer"),
        (lambda nodes: [n for n in nodes if "r9" not in n.output], "no pooling follows"),
    ],
)
def test_refuses_another_network(weights: Path, change: Callable, reason: str):
    model = onnx.load(weights)
    nodes = change(list(model.graph.node))
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    with pytest.raises(ModelError, match=rf"mine\.onnx: not the expected GoogLeNet.*{reason}"):
        find_taps(model, weights)


def test_refuses_other_channel_counts(weights: Path, tmp_path: Path):
    model = onnx.load(weights)
    find = {tensor.name: tensor for tensor in model.graph.initializer}
    for name, size in (("loss3/classifier_w_0", 10 * 1024), ("loss3/classifier_b_0", 10)):
        values = numpy_helper.to_array(find[name]).reshape(-1)[:size]
        shape = (10, 1024) if size > 10 else (10,)
        find[name].CopyFrom(numpy_helper.from_array(values.reshape(shape), name))
        value = next(v for v in model.graph.input if v.name == name)
        value.CopyFrom(helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, shape))
    reshape = np.array([10, 1024])
    find["OC2_DUMMY_3"].CopyFrom(numpy_helper.from_array(reshape, "OC2_DUMMY_3"))
    path = tmp_path / "ten.onnx"
    onnx.save(model, path)
    with pytest.raises(ModelError, match="classifier has 10 channels"):
        open_googlenet(tmp_path, weights=path)


def test_downloads_once(weights: Path, backbone: Backbone, tmp_path: Path):
    content = weights.read_bytes()
    pin = PinnedFile(weights.as_uri(), len(content), hashlib.sha256(content).hexdigest())
    calls: list[int] = []
    first = open_googlenet(tmp_path, pin=pin, progress=lambda done, _: calls.append(done))
    assert calls[-1] == len(content)
    n_calls = len(calls)
    again = open_googlenet(tmp_path, pin=pin, progress=lambda done, _: calls.append(done))
    assert len(calls) == n_calls
    assert again == first
    assert first.digest == backbone.digest
