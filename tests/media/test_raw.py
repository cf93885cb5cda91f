import shutil
from pathlib import Path

import pytest

from coincide.media import raw as raw_module
from coincide.media.records import read_file
from coincide.model.times import from_clock
from tests.media_files import scene, write_dng

NOON_S = from_clock(2024, 5, 4, 12, 0, 0)
# stubs of real files: their tags are whole, their pixels and most previews are cut off
STUBS = {
    "CanonRaw.cr2": ("CR2", (2005, 8, 3, 18, 59, 18), None, "Canon EOS 350D DIGITAL", False),
    "CanonRaw.cr3": ("CR3", (2018, 2, 21, 12, 8, 56.21), 0, "Canon EOS M50", False),
    "CanonRaw.crw": ("CRW", (2003, 11, 10, 17, 39, 26), None, "Canon EOS DIGITAL REBEL", False),
    "DNG.dng": ("DNG", (2005, 8, 3, 18, 59, 18), None, "Canon EOS 350D DIGITAL", False),
    "FujiFilm.raf": ("RAF", (2007, 5, 22, 13, 58, 30), None, "FinePix S5Pro", True),
    "Nikon.nef": ("NEF", (2004, 6, 9, 16, 2, 35), None, "NIKON D70", False),
    "Panasonic.rw2": ("RW2", (2008, 8, 6, 15, 21, 56), None, "DMC-LX3", True),
}


@pytest.mark.parametrize("name", STUBS)
def test_real_raw_photos(shared: Path, name: str) -> None:
    format_, clock, zone_s, model, viewable = STUBS[name]
    record = read_file(shared / "fixtures" / "exiftool" / name)
    assert record.reason is None
    assert (record.format, record.media) == (format_, "raw")
    assert record.recorded_time_s == from_clock(*clock)
    assert (record.zone_s, record.model, record.time_from) == (zone_s, model, "exif")
    assert record.viewable is viewable
    assert (record.unviewable_reason is None) is viewable


@pytest.mark.parametrize("suffix", [".arw", ".pef", ".orf", ".srw", ".nrw", ".3fr"])
def test_raw_photos_that_are_tiff_inside(tmp_path: Path, suffix: str) -> None:
    record = read_file(write_dng(tmp_path / f"a{suffix}", "2024:05:04 12:00:00", serial="A1"))
    assert (record.format, record.media) == (suffix[1:].upper(), "raw")
    assert (record.recorded_time_s, record.serial) == (NOON_S, "A1")
    assert record.viewable


def test_a_whole_dng(tmp_path: Path) -> None:
    record = read_file(
        write_dng(tmp_path / "a.dng", "2024:05:04 12:00:00", subseconds="25", zone="+02:00")
    )
    assert record.reason is None
    assert (record.recorded_time_s, record.zone_s) == (NOON_S + 0.25, 7200)
    assert (record.width_px, record.height_px, record.viewable) == (320, 240, True)


def test_a_dng_by_another_name(tmp_path: Path) -> None:
    record = read_file(write_dng(tmp_path / "a.tif"))
    assert (record.format, record.viewable) == ("DNG", True)


def test_a_raw_without_preview_keeps_its_time(tmp_path: Path) -> None:
    record = read_file(write_dng(tmp_path / "a.dng", "2024:05:04 12:00:00", with_preview=False))
    assert (record.reason, record.recorded_time_s) == (None, NOON_S)
    assert (record.viewable, record.unviewable_reason) == (False, "no preview inside")


def test_a_preview_without_compression_can_be_shown(tmp_path: Path) -> None:
    record = read_file(write_dng(tmp_path / "a.dng", preview=scene((160, 120))))
    assert (record.viewable, record.unviewable_reason) == (True, None)


def test_a_damaged_preview_is_told(tmp_path: Path) -> None:
    path = write_dng(tmp_path / "a.dng")
    data = bytearray(path.read_bytes())
    end = data.rindex(b"\xff\xd9")
    data[end : end + 2] = b"\0\0"
    path.write_bytes(bytes(data))
    record = read_file(path)
    assert not record.viewable
    assert "truncated" in (record.unviewable_reason or "")


@pytest.mark.usefixtures("decode_here")
def test_without_rawpy_it_has_a_time_and_no_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_dng(tmp_path / "a.dng", "2024:05:04 12:00:00")
    monkeypatch.setattr(raw_module, "has_rawpy", lambda: False)
    record = read_file(path)
    assert (record.reason, record.recorded_time_s) == (None, NOON_S)
    assert not record.viewable
    assert record.unviewable_reason == 'needs coincide[raw]: pip install "coincide[raw]"'
    assert record.lacks == ("rawpy",)


@pytest.mark.parametrize("suffix", [".arw", ".cr2", ".cr3", ".raf", ".x3f"])
def test_what_only_claims_to_be_raw(tmp_path: Path, suffix: str) -> None:
    (tmp_path / f"a{suffix}").write_bytes(b"Dear all, " * 20)
    record = read_file(tmp_path / f"a{suffix}")
    assert record.reason is not None
    assert not record.viewable


def test_a_raw_is_found_whatever_its_name(shared: Path, tmp_path: Path) -> None:
    shutil.copy(shared / "fixtures" / "exiftool" / "FujiFilm.raf", tmp_path / "a.jpg")
    assert read_file(tmp_path / "a.jpg").format == "RAF"
