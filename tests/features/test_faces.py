"""Faces are found where the network is at hand, and nothing is asked of anybody unless told to."""

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coincide.errors import ModelError
from coincide.features.faces import ENTRY, LONG_SIDE_PX, PIN, face_finder, face_model
from coincide.features.images import small_pixels
from tests.conftest import SHARED
from tests.photo_files import write_photo

pytest.importorskip("cv2")
MODEL = SHARED / "models" / "yunet_n_640_640.onnx"
SETS = SHARED / "datasets"
needs_network = pytest.mark.skipif(not MODEL.is_file(), reason="the network for faces is not here")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    folder.mkdir()
    monkeypatch.setenv("COINCIDE_CACHE", str(folder))
    return folder


def test_nothing_is_fetched_unless_asked_for(cache: Path) -> None:
    assert face_model() is None
    assert list(cache.iterdir()) == []


@needs_network
def test_it_is_fetched_once_and_found_from_then_on(tmp_path: Path) -> None:
    source = tmp_path / "served.onnx"
    shutil.copyfile(MODEL, source)
    pin = replace(PIN, url=source.as_uri())
    fetched = face_model(fetch=True, pin=pin)
    source.unlink()
    assert fetched is not None
    assert face_model() == face_model(fetch=True, pin=pin) == fetched


def test_another_file_is_refused(tmp_path: Path, cache: Path) -> None:
    (tmp_path / "other.onnx").write_bytes(b"x" * PIN.size)
    with pytest.raises(ModelError, match="sha256"):
        face_model(fetch=True, pin=replace(PIN, url=(tmp_path / "other.onnx").as_uri()))
    assert not list(cache.glob(f"{ENTRY}-*.onnx"))


@needs_network
def test_a_picture_without_faces_has_none(tmp_path: Path) -> None:
    write_photo(tmp_path / "a.jpg")
    find = face_finder(MODEL)
    assert find(small_pixels(tmp_path / "a.jpg", LONG_SIDE_PX)).tolist() == [0.0, 0.0, 0.0]
    assert find(np.zeros((40, 60, 3), np.uint8)).tolist() == [0.0, 0.0, 0.0]


@needs_network
@pytest.mark.skipif(not SETS.is_dir(), reason="the real photo sets are not here")
def test_people_at_a_table_have_faces_and_a_facade_has_none() -> None:
    find = face_finder(MODEL)
    folder = SETS / "studytrip_2018"
    paths = sorted(folder.rglob("2018*.jpg"))[:40]
    found = {path.stem: find(small_pixels(path, LONG_SIDE_PX)) for path in paths}
    faces = np.array([one[0] for one in found.values()])
    assert 3 <= (faces > 0).sum() <= 30
    largest = found["20181001_16"]
    assert largest[0] == 2.0
    assert 0.03 < largest[1] < 0.06
    assert found["20181001_11"][0] == 0.0
