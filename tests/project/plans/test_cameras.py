"""Cameras are remembered in a file that is checked when it is read."""

import json
from pathlib import Path
from typing import Any

import pytest

from coincide.errors import StoreError
from coincide.project.plans.cameras import PATH_VARIABLE, Camera, load_cameras

CAMERA = {
    "make": "Canon",
    "model": "EOS",
    "serial": "1",
    "shift_s": -3605,
    "event": "wedding",
    "last": "2024-01-01 12:00:00",
}


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "cameras.json"))
    return tmp_path / "cameras.json"


def write(path: Path, *cameras: Any, schema: str = "coincide.cameras/1") -> None:
    path.write_text(json.dumps({"schema": schema, "cameras": cameras}), encoding="utf-8")


def test_nobody_is_remembered_yet(path: Path) -> None:
    assert load_cameras() == ()


def test_a_whole_number_is_a_number_of_seconds(path: Path) -> None:
    write(path, CAMERA)
    (camera,) = load_cameras()
    last = "2024-01-01 12:00:00"
    assert camera == Camera("Canon", "EOS", "1", -3605.0, "wedding", last)
    assert isinstance(camera.shift_s, float)


@pytest.mark.parametrize(
    "camera",
    [
        *({**CAMERA, "shift_s": "1"}, {**CAMERA, "shift_s": None}, {**CAMERA, "colour": "red"}),
        *({"make": "Canon"}, 1, None),
    ],
)
def test_what_is_damaged_is_told_with_its_place(path: Path, camera: object) -> None:
    write(path, CAMERA, camera)
    with pytest.raises(StoreError, match=r"cameras\[1\].*Move it elsewhere"):
        load_cameras()


def test_another_version_is_told(path: Path) -> None:
    write(path, schema="coincide.cameras/2")
    with pytest.raises(StoreError, match="another version"):
        load_cameras()
    path.write_text("{", encoding="utf-8")
    with pytest.raises(StoreError, match="Cannot read"):
        load_cameras()
