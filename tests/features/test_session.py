from pathlib import Path

import numpy as np
import onnx
import pytest

from coincide.errors import ModelError
from coincide.features.backbones import Backbone, Tap, open_backbone
from coincide.features.backbones.graph import load_model, make_runner
from coincide.features.session import BackboneSession, arrange, usable_cores


@pytest.fixture(scope="module")
def backbone(tmp_path_factory: pytest.TempPathFactory) -> Backbone:
    return open_backbone("efficientnet-lite0", cache=tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="module")
def images() -> np.ndarray:
    return np.random.default_rng(2).integers(0, 256, (11, 224, 224, 3), dtype=np.uint8)


@pytest.fixture(scope="module")
def session(backbone: Backbone) -> BackboneSession:
    return BackboneSession(backbone, [tap.name for tap in backbone.taps], threads=2, batch=4)


def assert_same_bytes(a: dict[str, np.ndarray], b: dict[str, np.ndarray]) -> None:
    assert a.keys() == b.keys()
    for name, values in a.items():
        np.testing.assert_array_equal(values.view(np.uint32), b[name].view(np.uint32), name)


def row(out: dict[str, np.ndarray], index: int) -> dict[str, np.ndarray]:
    return {name: values[index : index + 1] for name, values in out.items()}


def test_shapes_and_types(session: BackboneSession, images: np.ndarray):
    out = session.run(images[:5])
    assert {name: values.shape for name, values in out.items()} == {
        "56x56": (5, 3136, 24),
        "28x28": (5, 784, 40),
        "14x14": (5, 196, 112),
        "7x7": (5, 49, 320),
        "logits": (5, 1000),
        "pooled": (5, 1280),
    }
    for values in out.values():
        assert values.dtype == np.float32
        assert values.flags.c_contiguous
        assert np.isfinite(values).all()


def test_a_photo_is_the_same_bytes_in_any_company(session: BackboneSession, images: np.ndarray):
    together = session.run(images)
    for index in (0, 2, 3, 10):
        alone = session.run(images[index : index + 1])
        assert_same_bytes(alone, row(together, index))
    turned = session.run(images[::-1])
    assert_same_bytes({name: values[::-1] for name, values in turned.items()}, together)
    twins = session.run(np.repeat(images[2:3], 4, axis=0))
    for index in range(4):
        assert_same_bytes(row(twins, index), row(together, 2))


def test_runs_repeat_to_the_byte(session: BackboneSession, backbone: Backbone, images: np.ndarray):
    first = session.run(images[:4])
    assert_same_bytes(session.run(images[:4]), first)
    names = [tap.name for tap in backbone.taps]
    assert_same_bytes(BackboneSession(backbone, names, threads=2, batch=4).run(images[:4]), first)


def test_taps_alone_agree_with_taps_together(
    session: BackboneSession, backbone: Backbone, images: np.ndarray
):
    together = session.run(images[:2])
    for tap in backbone.taps:
        alone = BackboneSession(backbone, [tap.name], threads=2, batch=4).run(images[:2])
        # to the byte: a project may gain a tap later
        assert_same_bytes(alone, {tap.name: together[tap.name]})


def test_runs_no_further_than_asked(backbone: Backbone, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: dict[str, int] = {}

    def spy(model: onnx.ModelProto, source: Path, *, threads: int) -> object:
        sizes["+".join(output.name for output in model.graph.output)] = len(model.graph.node)
        return make_runner(model, source, threads=threads)

    monkeypatch.setattr("coincide.features.session.make_runner", spy)
    for taps in (["28x28"], ["pooled"], ["28x28", "14x14"]):
        BackboneSession(backbone, taps)
    n_all = len(load_model(backbone.model).graph.node)
    assert sizes["28x28"] < sizes["28x28+14x14"] < sizes["pooled"] < n_all
    assert sizes["28x28"] < n_all / 3


def test_maps_are_region_major(session: BackboneSession, images: np.ndarray, backbone: Backbone):
    onnxruntime = pytest.importorskip("onnxruntime")
    raw = onnxruntime.InferenceSession(backbone.model, providers=["CPUExecutionProvider"])
    fed = ((images[:1].astype(np.float32) - 127) / 128).transpose(0, 3, 1, 2)
    (expected,) = raw.run(["14x14"], {"image": np.ascontiguousarray(fed)})
    regions = session.run(images[:1])["14x14"][0]
    # region 3 × 14 + 5 is the fourth row, the sixth column
    np.testing.assert_allclose(regions[3 * 14 + 5], expected[0, :, 3, 5], atol=1e-4)


def test_floats_are_taken_as_they_are(session: BackboneSession, images: np.ndarray):
    assert_same_bytes(session.run(images[:2].astype(np.float32)), session.run(images[:2]))


def test_no_images_give_no_rows(session: BackboneSession):
    out = session.run(np.zeros((0, 224, 224, 3), dtype=np.uint8))
    assert out["28x28"].shape == (0, 784, 40)
    assert out["pooled"].shape == (0, 1280)


def test_keeps_the_order_of_the_taps_and_drops_twins(backbone: Backbone, images: np.ndarray):
    session = BackboneSession(backbone, ["pooled", "28x28", "pooled"], batch=1)
    assert list(session.run(images[:1])) == ["pooled", "28x28"]


@pytest.mark.parametrize("shape", [(1, 224, 224), (1, 3, 224, 224), (1, 64, 64, 3)])
def test_images_of_another_shape_are_a_bug(session: BackboneSession, shape: tuple[int, ...]):
    with pytest.raises(ValueError, match=r"expected \(n, 224, 224, 3\)"):
        session.run(np.zeros(shape, dtype=np.uint8))


def test_unknown_taps_are_named(backbone: Backbone):
    with pytest.raises(ModelError, match="no tap '29x29'; it has: 56x56, 28x28"):
        BackboneSession(backbone, ["29x29"])


@pytest.mark.parametrize(("taps", "batch"), [((), 8), (("pooled",), 0)])
def test_an_empty_session_is_a_bug(backbone: Backbone, taps: tuple[str, ...], batch: int):
    with pytest.raises(ValueError, match="at least one"):
        BackboneSession(backbone, taps, batch=batch)


def test_arrange_knows_both_layouts():
    values = np.arange(24, dtype=np.float32).reshape(1, 2, 3, 4)
    regions = values.reshape(1, 6, 4)
    last = Tap("m", "m", "map", (2, 3, 4), "NHWC")
    np.testing.assert_array_equal(arrange(values, last), regions)
    first = Tap("m", "m", "map", (2, 3, 4), "NCHW")
    turned = np.ascontiguousarray(values.transpose(0, 3, 1, 2))
    np.testing.assert_array_equal(arrange(turned, first), regions)


def test_uses_every_core_by_default(backbone: Backbone):
    assert usable_cores() >= 1
    assert BackboneSession(backbone, ["56x56"]).threads == usable_cores()
    assert BackboneSession(backbone, ["56x56"], threads=1).threads == 1
