import shutil
import struct
import subprocess
from pathlib import Path

import pytest

from coincide.media import bytool
from coincide.media.exiftool import ExifTool, find_exiftool, install_line
from coincide.media.records import read_file, read_files
from coincide.model.times import from_clock
from tests.media.test_records import DictCache
from tests.media_files import write_mp4

needs_exiftool = pytest.mark.skipif(find_exiftool() is None, reason="ExifTool is not installed")


@needs_exiftool
def test_matroska_writes_utc(tmp_path: Path) -> None:
    record = read_file(write_mp4(tmp_path / "a.mkv", "2024-05-04T12:00:00"))
    assert record.reason is None
    assert record.recorded_time_s == from_clock(2024, 5, 4, 12, 0, 0)
    assert (record.zone_s, record.clock, record.time_from) == (0, "utc", "video")
    assert (record.format, record.width_px, record.viewable) == ("MKV", 320, True)


@needs_exiftool
def test_an_avi_with_a_cameras_time(tmp_path: Path) -> None:
    path = write_mp4(tmp_path / "a.avi")
    data = bytearray(path.read_bytes())
    chunk = b"IDIT" + struct.pack("<I", 26) + b"SAT MAY 04 14:00:00 2024\n\0"
    at = data.index(b"LIST", 20)  # into the list of headers, as cameras do
    data[at:at] = chunk
    for size_at in (4, 16):  # of the file, and of that list
        (size,) = struct.unpack_from("<I", data, size_at)
        struct.pack_into("<I", data, size_at, size + len(chunk))
    path.write_bytes(data)
    record = read_file(path)
    assert record.recorded_time_s == from_clock(2024, 5, 4, 14, 0, 0)
    assert (record.zone_s, record.clock) == (None, "local")


@needs_exiftool
@pytest.mark.parametrize(
    ("name", "clock", "viewable"),
    [
        ("Sigma.x3f", (2001, 1, 1, 0, 36, 35), False),
        ("SigmaDP2.x3f", (2009, 11, 28, 13, 5, 20), True),
    ],
)
def test_sigmas_raw(shared: Path, name: str, clock: tuple[int, ...], viewable: bool) -> None:
    record = read_file(shared / "fixtures" / "exiftool" / name)
    assert record.recorded_time_s == from_clock(*clock)  # type: ignore[arg-type]
    assert (record.make, record.time_from, record.viewable) == ("SIGMA", "exif", viewable)


@needs_exiftool
@pytest.mark.parametrize("name", ["a.avi", "a.mts", "a.mkv", "a.wmv", "a.x3f"])
def test_garbage_is_told(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"\x1aE\xdf\xa3" + b"garbage" * 30)
    record = read_file(tmp_path / name)
    assert record.reason is not None
    assert (record.viewable, record.recorded_time_s) == (False, None)


@needs_exiftool
def test_a_name_exiftool_cannot_be_given(tmp_path: Path) -> None:
    path = write_mp4(tmp_path / "a.mkv").rename(tmp_path / "a\nb.mkv")
    assert "line break" in (read_file(path).reason or "")


@needs_exiftool
def test_a_file_that_is_gone_by_then_is_told(tmp_path: Path) -> None:
    with ExifTool() as tool:
        record = bytool.read_by_tool(tmp_path / "gone.mkv", "MKV", "a-key", tool)
    assert (record.reason or "").startswith("its metadata cannot be read: ")
    assert "File not found" in (record.reason or "")


def test_without_exiftool_the_install_line_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_mp4(tmp_path / "a.mkv")
    monkeypatch.setattr(bytool, "find_exiftool", lambda: None)
    record = read_file(path)
    assert "MKV files need ExifTool, which is not installed: " in (record.reason or "")
    assert (record.reason or "").endswith(install_line())
    assert record.lacks == ("exiftool",)


@needs_exiftool
def test_what_lacked_a_tool_is_read_again_once_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, cache = write_mp4(tmp_path / "a.mkv"), DictCache()
    with monkeypatch.context() as without:
        without.setattr(bytool, "find_exiftool", lambda: None)
        assert read_files([path], cache=cache)[path].reason is not None
    assert read_files([path], cache=cache)[path].reason is None


@needs_exiftool
def test_one_process_serves_all_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = write_mp4(tmp_path / "0.mkv")
    paths = [first, *(Path(shutil.copy(first, tmp_path / f"{n}.mkv")) for n in range(1, 6))]
    started: list[object] = []
    popen = subprocess.Popen

    def counted(command: list[str], **options: object) -> object:
        started.append(command[0])
        return popen(command, **options)  # type: ignore[call-overload]

    monkeypatch.setattr("coincide.media.exiftool.subprocess.Popen", counted)
    records = read_files(paths)
    assert all(record.reason is None for record in records.values())
    assert len([program for program in started if "exiftool" in str(program)]) == 1


def test_photos_start_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ExifTool, "run", lambda *_args, **_more: pytest.fail("asked"))
    assert read_files([write_mp4(tmp_path / "a.mp4")])
