import hashlib
import os
from pathlib import Path

import pytest

from coincide.media import records as reading
from coincide.media.record import FileRecord
from coincide.media.records import read_file, read_files
from coincide.model.times import DAY_S, from_clock
from tests.media_files import write_dng, write_mp4
from tests.photo_files import exif_bytes, image_bytes, write_photo


class DictCache:
    def __init__(self) -> None:
        self.records: dict[tuple[Path, int, int], FileRecord] = {}
        self.hits = 0

    def get(self, path: Path, size: int, mtime_ns: int) -> FileRecord | None:
        record = self.records.get((path, size, mtime_ns))
        self.hits += record is not None
        return record

    def put(self, path: Path, size: int, mtime_ns: int, record: FileRecord) -> None:
        self.records[path, size, mtime_ns] = record


def test_key_is_the_hash_of_all_bytes(tmp_path: Path) -> None:
    path = write_photo(tmp_path / "a.jpg", orientation=8)
    record = read_file(path)
    assert record.key == hashlib.sha256(path.read_bytes()).hexdigest()
    assert (record.width_px, record.height_px, record.orientation) == (64, 48, 8)


@pytest.mark.usefixtures("decode_here")
def test_unchanged_files_come_from_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [write_photo(tmp_path / f"{number}.jpg") for number in range(5)]
    paths.append(write_photo(tmp_path / "no-time.jpg", None))
    cache = DictCache()
    first = read_files(paths, cache=cache)
    monkeypatch.setattr(reading, "read_photo", lambda *_: pytest.fail("read again"))
    assert read_files(paths, cache=cache) == first
    assert cache.hits == len(paths)


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = write_photo(tmp_path / "a.jpg", "2024:05:04 14:00:00")
    cache = DictCache()
    before = read_files([path], cache=cache)[path]
    write_photo(path, "2024:05:04 15:00:00")
    os.utime(path, ns=(1, 1))
    after = read_files([path], cache=cache)[path]
    assert (after.recorded_time_s or 0) - (before.recorded_time_s or 0) == 3600


def test_what_may_be_mended_is_not_cached(tmp_path: Path) -> None:
    (tmp_path / "gone.jpg").symlink_to(tmp_path / "not-there.jpg")
    cache = DictCache()
    records = read_files([tmp_path / "gone.jpg"], cache=cache)
    assert records[tmp_path / "gone.jpg"].reason == "a link to a file that does not exist"
    assert not cache.records


def test_progress_counts_every_file_once(tmp_path: Path) -> None:
    paths = [write_photo(tmp_path / f"{number}.jpg") for number in range(70)]
    calls: list[tuple[int, int]] = []
    records = read_files(paths, progress=lambda done, total: calls.append((done, total)))
    assert calls == [(done, 70) for done in range(1, 71)]
    assert list(records) == paths


@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root may read every file")
def test_a_forbidden_file_is_listed(tmp_path: Path) -> None:
    path = write_photo(tmp_path / "a.jpg")
    path.chmod(0)
    assert read_file(path).reason == "cannot be read: permission denied"


@pytest.mark.parametrize("side", [1, reading.MIN_SIDE_PX - 1])
def test_too_small(side: int) -> None:
    record = reading.read_photo("PNG", image_bytes("PNG", exif_bytes(), size=(500, side)))
    assert record.reason == f"too small to recognise (500 × {side} px)"


def test_just_large_enough() -> None:
    data = image_bytes("PNG", exif_bytes(), size=(reading.MIN_SIDE_PX, 500))
    assert reading.read_photo("PNG", data).reason is None


def test_a_file_too_large_for_memory_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MAX_FILE_BYTES", 100)
    assert "too large" in (read_file(write_photo(tmp_path / "a.jpg")).reason or "")


@pytest.mark.usefixtures("decode_here")
@pytest.mark.parametrize(
    ("name", "module", "missing"),
    [("a.dng", "coincide.media.raw", "rawpy"), ("a.mp4", "coincide.media.video.header", "av")],
)
def test_what_could_not_be_shown_is_read_again_once_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, module: str, missing: str
) -> None:
    path = (write_dng if missing == "rawpy" else write_mp4)(tmp_path / name)
    cache = DictCache()
    with monkeypatch.context() as without:
        without.setattr(f"{module}.has_{missing}", lambda: False)
        first = read_files([path], cache=cache)[path]
    assert (first.viewable, first.lacks) == (False, (missing,))
    again = read_files([path], cache=cache)[path]
    assert (again.viewable, again.lacks) == (True, ())


def test_a_file_that_is_older_than_its_photo_says_so(tmp_path: Path) -> None:
    path = write_photo(tmp_path / "a.jpg", "2024:05:04 14:00:00")
    taken_s = from_clock(2024, 5, 4, 14, 0, 0)
    for written_s, told_s in (
        (taken_s - 40 * DAY_S, taken_s - 40 * DAY_S),
        (taken_s - 0.5 * DAY_S, None),  # of another zone
        (taken_s + 400 * DAY_S, None),  # a copy
        (from_clock(1980, 1, 1, 0, 0, 0), None),  # an archive that knows none
    ):
        os.utime(path, (written_s, written_s))
        assert read_file(path).written_s == told_s
