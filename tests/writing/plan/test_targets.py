"""Sidecars that are none, and files that lie nowhere in the event."""

from pathlib import Path, PurePosixPath

import pytest

from coincide.writing.plan.model import Place
from coincide.writing.plan.paths import place_of
from coincide.writing.plan.targets import MAX_SIDECAR_BYTES, LeftAloneError, _read_sidecar


def test_a_folder_named_as_a_sidecar_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a.xmp").mkdir()
    with pytest.raises(LeftAloneError, match=r"a\.xmp is not a regular file"):
        _read_sidecar(tmp_path / "a.xmp")


def test_a_huge_sidecar_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.xmp"
    with path.open("wb") as file:
        file.truncate(MAX_SIDECAR_BYTES + 1)
    with pytest.raises(LeftAloneError, match=r"a\.xmp is too large for a sidecar"):
        _read_sidecar(path)
    path.write_bytes(b"<x/>")
    assert _read_sidecar(path) == b"<x/>"


def test_a_file_is_placed_below_the_root_that_it_really_lies_in(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "one" / "two"
    real = tmp_path / "real"
    one.mkdir()
    real.mkdir()
    (real / "a.jpg").touch()
    two.symlink_to(real)
    path = two / "a.jpg"
    assert place_of(path, [one]) is None  # only by way of a link
    assert place_of(path, [one, two]) == Place(1, PurePosixPath("a.jpg"))
    assert place_of(real / "a.jpg", [one]) is None
