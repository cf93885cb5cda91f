from pathlib import Path

import pytest

from coincide.errors import ModelError, PluginError, UsageError
from coincide.features.backbones import open_backbone
from tests.added_packages import write_package

GOOD = """
from dataclasses import replace
from coincide.features.backbones import Backbone, Preprocess, Tap
FEED = Preprocess((0.0, 0.0, 0.0), (1.0, 1.0, 1.0))
TAPS = (Tap("map", "t", "map", (2, 2, 3)),)
def make(folder):
    path = folder / "mine.onnx"
    path.write_bytes(b"")
    return {returns}
"""
WHOLE = 'Backbone("mine", path, "0" * 64, FEED, TAPS, ("map",))'


def add(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    package: str,
    returns: str = WHOLE,
    *,
    name: str = "mine",
) -> None:
    code = GOOD.replace("{returns}", returns)
    monkeypatch.syspath_prepend(write_package(tmp_path / "site", package, "backbone", name, code))


def test_another_packages_backbone_is_made_in_the_cache_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(tmp_path, monkeypatch, "add-net")
    backbone = open_backbone("mine", cache=tmp_path)
    assert backbone.name == "mine"
    assert backbone.model == tmp_path / "mine.onnx"
    with pytest.raises(UsageError, match="mine has weights of its own"):
        open_backbone("mine", cache=tmp_path, weights=tmp_path / "w.bin")
    with pytest.raises(ModelError, match=r"there are: .*, mine, or the path"):
        open_backbone("his")


@pytest.mark.parametrize(
    ("package", "returns", "says"),
    [
        ("add-path", "path", "returned PosixPath instead of a Backbone"),
        (
            "add-gone",
            f'replace({WHOLE}, model=folder / "gone")',
            "a model file that does not exist",
        ),
        ("add-same", f'replace({WHOLE}, digest="")', "has no digest"),
        ("add-taps", f'replace({WHOLE}, default_taps=("map", "other"))', "not among its taps"),
        ("add-tapless", f"replace({WHOLE}, default_taps=())", "not among its taps"),
        ("add-raising", "no_such_name", "NameError"),
    ],
)
def test_what_cannot_run_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str, returns: str, says: str
) -> None:
    add(tmp_path, monkeypatch, package, returns)
    with pytest.raises(PluginError, match=says) as caught:
        open_backbone("mine", cache=tmp_path)
    assert f"package {package} " in str(caught.value)


def test_our_names_stay_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add(tmp_path, monkeypatch, "add-clash", "1 / 0", name="efficientnet-lite0")
    assert open_backbone("efficientnet-lite0").digest
