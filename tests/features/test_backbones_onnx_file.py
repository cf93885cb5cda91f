from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from coincide.errors import ModelError
from coincide.features.backbones import Preprocess, Tap
from coincide.features.backbones.onnx_file import open_onnx_file
from coincide.features.session import BackboneSession

SETTINGS = """
mean = [10, 20.5, 30]
std = [2, 4, 8]
size_px = 32
[taps]
map = "patches"
pooled = "average"
"""


def save_network(path: Path, *, layout: str = "NCHW", weight: float = 1.0) -> Path:
    """Average 8 × 8 patches of the weighted channels, then all of them."""
    nchw = layout == "NCHW"
    shape = ["n", 3, 32, 32] if nchw else ["n", 32, 32, 3]
    turned = "image" if nchw else "turned"
    patches = helper.make_node(
        "AveragePool", ["weighted"], ["patches"], kernel_shape=[8, 8], strides=[8, 8]
    )
    nodes = [
        helper.make_node("Mul", [turned, "weight"], ["weighted"]),
        patches,
        helper.make_node("GlobalAveragePool", ["patches"], ["average"]),
        helper.make_node("Transpose", ["patches"], ["patches_last"], perm=[0, 2, 3, 1]),
        helper.make_node("Transpose", ["average"], ["average_last"], perm=[0, 2, 3, 1]),
        helper.make_node("Reshape", ["patches_last", "sides"], ["tokens"]),
    ]
    if not nchw:
        nodes.insert(0, helper.make_node("Transpose", ["image"], ["turned"], perm=[0, 3, 1, 2]))
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("tokens", TensorProto.FLOAT, [None] * 3)],
        [
            numpy_helper.from_array(np.full((1, 3, 1, 1), weight, np.float32), "weight"),
            numpy_helper.from_array(np.array([0, 16, 3]), "sides"),
        ],
    )
    opset = [helper.make_opsetid("", 17)]
    onnx.save(helper.make_model(graph, opset_imports=opset, ir_version=8), path)
    return path


@pytest.fixture
def network(tmp_path: Path) -> Path:
    path = save_network(tmp_path / "tiny.onnx")
    path.with_suffix(".toml").write_text(SETTINGS)
    return path


def test_reads_the_settings_beside_the_file(network: Path):
    backbone = open_onnx_file(network)
    assert backbone.name == "tiny"
    assert backbone.model == network
    assert backbone.preprocess == Preprocess((10.0, 20.5, 30.0), (2.0, 4.0, 8.0), size_px=32)
    assert backbone.taps == (
        Tap("map", "patches", "map", (4, 4, 3)),
        Tap("pooled", "average", "vector", (3,)),
    )
    assert backbone.default_taps == ("map",)
    assert backbone.paper_taps == ()


def test_prefers_the_longer_name(network: Path):
    longer = network.with_name("tiny.onnx.toml")
    longer.write_text(SETTINGS + 'tokens = "tokens"\n')
    assert [tap.name for tap in open_onnx_file(network).taps] == ["map", "pooled", "tokens"]


def test_reads_every_setting(network: Path):
    more = 'channels = "BGR"\nresize = "crop"\ndefault = ["pooled"]\nnote = "mine"\n'
    network.with_suffix(".toml").write_text(more + SETTINGS)
    backbone = open_onnx_file(network)
    assert (backbone.preprocess.channels, backbone.preprocess.resize) == ("BGR", "crop")
    assert backbone.default_taps == ("pooled",)
    assert backbone.note == "mine"


@pytest.mark.parametrize("map_layout", ["NCHW", "NHWC"])
@pytest.mark.parametrize("layout", ["NCHW", "NHWC"])
def test_every_layout_gives_the_same_regions(tmp_path: Path, layout: str, map_layout: str):
    path = save_network(tmp_path / "tiny.onnx", layout=layout)
    settings = f'layout = "{layout}"\nmap_layout = "{map_layout}"\n{SETTINGS}tokens = "tokens"\n'
    if map_layout == "NHWC":
        settings = settings.replace('"patches"', '"patches_last"')
        settings = settings.replace('"average"', '"average_last"')
    path.with_suffix(".toml").write_text(settings)
    backbone = open_onnx_file(path)
    assert backbone.tap("tokens").shape == (16, 1, 3)
    images = np.random.default_rng(0).integers(0, 256, (5, 32, 32, 3), dtype=np.uint8)
    out = BackboneSession(backbone, ["map", "pooled", "tokens"], batch=2).run(images)
    patches = images.reshape(5, 4, 8, 4, 8, 3).mean(axis=(2, 4)).reshape(5, 16, 3)
    expected = (patches - [10, 20.5, 30]) / [2, 4, 8]
    np.testing.assert_allclose(out["map"], expected, atol=1e-4)
    np.testing.assert_array_equal(out["tokens"], out["map"])
    np.testing.assert_allclose(out["pooled"], expected.mean(axis=1), atol=1e-4)


def test_the_digest_knows_what_shapes_the_vectors(network: Path):
    settings = network.with_suffix(".toml")
    digests = [open_onnx_file(network).digest]
    for old, new in [("20.5", "21"), ("std = [2", "std = [3"), ('"patches"', '"tokens"')]:
        settings.write_text(SETTINGS.replace(old, new))
        digests.append(open_onnx_file(network).digest)
    settings.write_text(SETTINGS)
    save_network(network, weight=2.0)
    digests.append(open_onnx_file(network).digest)
    assert len(set(digests)) == 5
    save_network(network)
    settings.write_text('note = "a comment changes nothing"\n' + SETTINGS)
    assert open_onnx_file(network).digest == digests[0]


def test_the_digest_knows_weights_beside_the_file(network: Path):
    model = onnx.load(network)
    onnx.save(
        model,
        network,
        save_as_external_data=True,
        location="tiny.data",
        size_threshold=0,
        convert_attribute=False,
    )
    before = open_onnx_file(network).digest
    data = network.with_name("tiny.data")
    data.write_bytes(data.read_bytes().replace(np.float32(1).tobytes(), np.float32(2).tobytes()))
    assert open_onnx_file(network).digest != before


WRONG: Mapping[str, tuple[str, str, str]] = {
    "no mean": ("mean = [10, 20.5, 30]", "", "mean must be three numbers"),
    "two means": ("[10, 20.5, 30]", "[10, 20]", "mean must be three numbers"),
    "text": ("[2, 4, 8]", '[2, 4, "8"]', "std must be three numbers"),
    "truth": ("[2, 4, 8]", "[2, 4, true]", "std must be three numbers"),
    "not a number": ("[2, 4, 8]", "[2, 4, nan]", "std must be three numbers"),
    "zero": ("[2, 4, 8]", "[2, 4, 0]", "std must be above 0"),
    "unit scale": ("[10, 20.5, 30]", "[0.4, 0.5, 0.5]", "mean is on the 0 to 255 scale"),
    "size": ("size_px = 32", "size_px = 1.5", "size_px must be a whole number"),
    "small": ("size_px = 32", "size_px = 8", "size_px must be a whole number"),
    "channels": ("size_px", 'channels = "GBR"\nsize_px', "channels must be one of: RGB, BGR"),
    "resize": ("size_px", 'resize = "fill"\nsize_px', "resize must be one of: squash, crop"),
    "layout": ("size_px", 'layout = ["NCHW"]\nsize_px', "layout must be one of: NCHW, NHWC"),
    "map layout": ("size_px", "map_layout = 1\nsize_px", "map_layout must be one of: NCHW, NHWC"),
    "default": ("size_px", 'default = ["x"]\nsize_px', "default must be a list of taps.*map, po"),
    "default nested": ("size_px", "default = [[1]]\nsize_px", "default must be a list of taps"),
    "default list": ("size_px", 'default = "map"\nsize_px', "default must be a list of taps"),
    "note": ("size_px", "note = 3\nsize_px", "note must be text in quotes"),
    "unknown": ("size_px", "size = 3\nsize_px", "unknown key 'size'; the keys are: channels"),
    "no taps": ('[taps]\nmap = "patches"\npooled = "average"', "", "taps must be a table"),
    "tap": ('"average"', "3", r"taps\.pooled must be the name of a tensor"),
    "comma": ("pooled", '"a,b"', r"taps\.a,b must have a name without commas"),
    "TOML": ("[taps]", "[taps", "not valid TOML"),
}


@pytest.mark.parametrize(("old", "new", "reason"), WRONG.values(), ids=WRONG.keys())
def test_names_the_file_and_the_key_at_fault(network: Path, old: str, new: str, reason: str):
    settings = network.with_suffix(".toml")
    assert old in SETTINGS
    settings.write_text(SETTINGS.replace(old, new))
    with pytest.raises(ModelError, match=reason) as caught:
        open_onnx_file(network)
    assert str(caught.value).startswith(f"{settings}: ")


def test_names_a_tensor_that_is_not_there(network: Path):
    network.with_suffix(".toml").write_text(SETTINGS.replace("patches", "ptaches"))
    with pytest.raises(ModelError, match=r"tiny\.onnx: .* no tensor named 'ptaches'"):
        open_onnx_file(network)


def test_says_when_the_size_does_not_fit(network: Path):
    network.with_suffix(".toml").write_text(SETTINGS.replace("32", "64"))
    with pytest.raises(ModelError, match=r"tiny\.onnx: .* on an image of 64 × 64"):
        open_onnx_file(network)


def test_says_where_settings_belong(network: Path):
    network.with_suffix(".toml").unlink()
    with pytest.raises(ModelError, match=r"Put tiny\.onnx\.toml or tiny\.toml next to it"):
        open_onnx_file(network)


def test_names_a_file_that_is_no_network(network: Path):
    network.write_bytes(b"certainly not a network")
    with pytest.raises(ModelError, match=r"tiny\.onnx: not a valid ONNX model"):
        open_onnx_file(network)


def test_names_a_file_that_is_not_there(tmp_path: Path):
    with pytest.raises(ModelError, match=r"gone\.onnx: there is no such model file"):
        open_onnx_file(tmp_path / "gone.onnx")
