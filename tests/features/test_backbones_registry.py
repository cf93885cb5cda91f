import subprocess
import sys
from pathlib import Path

import pytest

from coincide.errors import ModelError, UsageError
from coincide.features import backbones
from coincide.features.backbones import BACKBONES, Backbone, Preprocess, Tap, open_backbone


def test_public_names():
    assert backbones.__all__ == [
        *("BACKBONES", "Backbone", "Preprocess", "Tap"),
        *("cached", "fingerprint", "open_backbone"),
    ]
    assert ", ".join(BACKBONES) == (
        "efficientnet-lite0, efficientnet-lite1, efficientnet-lite2, googlenet"
    )


def test_opens_the_default_in_the_folder_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("COINCIDE_CACHE", str(tmp_path / "env"))
    backbone = open_backbone("efficientnet-lite0")
    assert backbone.model.parent == tmp_path / "env"
    other = open_backbone("efficientnet-lite0", cache=tmp_path / "named")
    assert other.model.parent == tmp_path / "named"
    assert other.digest == backbone.digest


def test_unknown_names_get_a_list():
    with pytest.raises(ModelError, match=r"no backbone 'vgg'; there are: efficientnet-lite0, eff"):
        open_backbone("vgg")


def test_a_path_is_an_onnx_file(tmp_path: Path):
    with pytest.raises(ModelError, match=r"Net\.ONNX: there is no such model file"):
        open_backbone(str(tmp_path / "Net.ONNX"))


def test_a_path_has_its_own_weights(tmp_path: Path):
    with pytest.raises(UsageError, match="leave out --weights"):
        open_backbone("net.onnx", weights=tmp_path / "w.onnx")


def test_a_missing_weights_file_is_named(tmp_path: Path):
    with pytest.raises(ModelError, match=r"gone\.onnx: cannot read the model"):
        open_backbone("googlenet", weights=tmp_path / "gone.onnx", cache=tmp_path)


def test_taps_are_found_by_name():
    taps = (Tap("map", "t", "map", (2, 2, 3)), Tap("pooled", "p", "vector", (3,)))
    feed = Preprocess((0.0, 0.0, 0.0), (1.0, 1.0, 1.0))
    backbone = Backbone("net", Path("net.onnx"), "0" * 64, feed, taps, ("map",))
    assert backbone.tap("pooled") is taps[1]
    with pytest.raises(ModelError, match="backbone net has no tap 'pool'; it has: map, pooled"):
        backbone.tap("pool")


def test_import_is_light():
    code = (
        "import sys, coincide.features.backbones, coincide.features.session;"
        "print([m for m in ('onnx', 'onnxruntime', 'torch') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
