from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from coincide.errors import ModelError
from coincide.features.backbones import Preprocess
from coincide.features.backbones.graph import (
    fix_batch,
    image_input,
    make_runner,
    make_taps,
    prune,
    to_input,
)

SOURCE = Path("net.onnx")
PLAIN = Preprocess((0.0, 0.0, 0.0), (1.0, 1.0, 1.0), size_px=16)


def make_model(
    nodes: list[onnx.NodeProto],
    *,
    shape: tuple[int | str, ...] = ("n", 3, 16, 16),
    kind: int = TensorProto.FLOAT,
    more_inputs: tuple[str, ...] = (),
) -> onnx.ModelProto:
    infos = [helper.make_tensor_value_info("image", kind, shape)]
    infos += [helper.make_tensor_value_info(name, kind, shape) for name in more_inputs]
    output = helper.make_tensor_value_info(nodes[-1].output[0], TensorProto.FLOAT, None)
    constants = [
        numpy_helper.from_array(np.float32(value), name)
        for name, value in (("one", 1.0), ("two", 2.0), ("ten", 10.0))
    ]
    graph = helper.make_graph(nodes, "net", infos, [output], constants)
    opset = [helper.make_opsetid("", 17)]
    return helper.make_model(graph, opset_imports=opset, ir_version=8)


CHAIN = (
    helper.make_node("Add", ["image", "one"], ["a"]),
    helper.make_node("Mul", ["a", "two"], ["b"]),
    helper.make_node("Mul", ["a", "ten"], ["c"]),
    helper.make_node("Add", ["b", "c"], ["d"]),
)


@pytest.mark.parametrize(
    ("tensors", "nodes", "constants"),
    [
        (["a"], "a", {"one"}),
        (["b"], "ab", {"one", "two"}),
        (["c", "a"], "ac", {"one", "ten"}),
        (["d"], "abcd", {"one", "two", "ten"}),
    ],
)
def test_prune_keeps_what_is_needed(tensors: list[str], nodes: str, constants: set[str]):
    small = prune(make_model(list(CHAIN)), tensors, SOURCE)
    assert "".join(node.output[0] for node in small.graph.node) == nodes
    assert {tensor.name for tensor in small.graph.initializer} == constants
    assert [output.name for output in small.graph.output] == tensors


def test_prune_looks_into_branches():
    def branch(name: str, factor: str) -> onnx.GraphProto:
        node = helper.make_node("Mul", ["a", factor], [name])
        info = helper.make_tensor_value_info(name, TensorProto.FLOAT, None)
        return helper.make_graph([node], name, [], [info])

    nodes = [
        helper.make_node("Add", ["image", "one"], ["a"]),
        helper.make_node("ReduceMax", ["image"], ["top"], keepdims=0),
        helper.make_node("Greater", ["top", "one"], ["bright"]),
        helper.make_node(
            "If",
            ["bright"],
            ["chosen"],
            then_branch=branch("then", "two"),
            else_branch=branch("else", "ten"),
        ),
        helper.make_node("Identity", ["chosen"], ["end"]),
    ]
    small = prune(make_model(nodes), ["chosen"], SOURCE)
    assert len(small.graph.node) == 4
    runner = make_runner(small, SOURCE, threads=1)
    for value, expected in ((5.0, 12.0), (0.5, 15.0)):
        (out,) = runner.run(None, {"image": np.full((1, 3, 16, 16), value, np.float32)})
        assert (out == expected).all()


def test_prune_names_an_unknown_tensor():
    with pytest.raises(ModelError, match=r"net\.onnx: .* no tensor named 'z'"):
        prune(make_model(list(CHAIN)), ["a", "z"], SOURCE)


def test_image_input_is_the_only_one():
    assert image_input(make_model(list(CHAIN)), SOURCE).name == "image"
    two = make_model(list(CHAIN), more_inputs=("mask",))
    with pytest.raises(ModelError, match="must have one input, the image; it has: image, mask"):
        image_input(two, SOURCE)


@pytest.mark.parametrize(
    "model",
    [
        make_model(list(CHAIN), shape=("n", 3)),
        make_model(list(CHAIN), kind=TensorProto.UINT8),
    ],
)
def test_image_input_is_of_the_right_kind(model: onnx.ModelProto):
    with pytest.raises(ModelError, match="input image is not four-dimensional float32"):
        image_input(model, SOURCE)


@pytest.mark.parametrize(("side", "expected"), [("n", 8), (1, 1), (4, 4)])
def test_fix_batch_respects_the_file(side: int | str, expected: int):
    value = image_input(make_model(list(CHAIN), shape=(side, 3, 16, 16)), SOURCE)
    assert fix_batch(value, 8) == expected
    assert value.type.tensor_type.shape.dim[0].dim_value == expected


def test_make_runner_reports_what_cannot_run():
    broken = make_model([helper.make_node("NoSuchOperator", ["image"], ["out"])])
    with pytest.raises(ModelError, match=r"net\.onnx: the model cannot be run .*NoSuchOperator"):
        make_runner(broken, SOURCE, threads=1)


@pytest.mark.parametrize(
    ("node", "reason"),
    [
        (helper.make_node("ReduceMax", ["image"], ["out"], keepdims=0), "no row for each image"),
        (helper.make_node("ReduceMax", ["image"], ["out"], axes=[0]), None),
        (
            helper.make_node("Unsqueeze", ["image", "axis"], ["out"]),
            "neither a map nor a vector",
        ),
    ],
)
def test_make_taps_refuses_odd_tensors(node: onnx.NodeProto, reason: str | None):
    model = make_model([node])
    model.graph.initializer.append(numpy_helper.from_array(np.array([4]), "axis"))
    if reason is None:
        assert make_taps(model, {"t": "out"}, PLAIN, SOURCE)[0].shape == (16, 16, 3)
        return
    with pytest.raises(ModelError, match=reason):
        make_taps(model, {"t": "out"}, PLAIN, SOURCE)


@pytest.mark.parametrize("dtype", [np.uint8, np.float32])
def test_to_input_follows_the_settings(dtype: type):
    images = np.zeros((2, 4, 4, 3), dtype=dtype)
    images[1, 2, 3] = (10, 20, 30)
    settings = Preprocess(mean=(1.0, 2.0, 3.0), std=(2.0, 4.0, 8.0), size_px=4)
    rgb = to_input(images, settings)
    assert rgb.dtype == np.float32
    assert rgb.flags.c_contiguous
    assert rgb.shape == (2, 3, 4, 4)
    np.testing.assert_array_equal(rgb[1, :, 2, 3], [9 / 2, 18 / 4, 27 / 8])
    np.testing.assert_array_equal(rgb[0, :, 2, 3], [-1 / 2, -2 / 4, -3 / 8])
    bgr = to_input(images, Preprocess(settings.mean, settings.std, size_px=4, channels="BGR"))
    np.testing.assert_array_equal(bgr[1, :, 2, 3], [29 / 2, 18 / 4, 7 / 8])
    nhwc = to_input(images, Preprocess(settings.mean, settings.std, size_px=4, layout="NHWC"))
    np.testing.assert_array_equal(nhwc, rgb.transpose(0, 2, 3, 1))
    assert images[1, 2, 3, 0] == 10, "the caller's images must stay as they are"
