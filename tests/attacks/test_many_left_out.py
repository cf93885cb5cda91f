"""A folder with very many files that are no photos."""

import time
from pathlib import Path

import pytest

from coincide.media import records
from coincide.media.record import FileRecord
from coincide.media.records import read_files
from tests.command import run_here
from tests.drawn import write_event

N_EMPTY = 3_000


class Kept:
    """A cache in memory."""

    def __init__(self) -> None:
        self.records: dict[tuple[Path, int, int], FileRecord] = {}

    def get(self, path: Path, size: int, mtime_ns: int) -> FileRecord | None:
        return self.records.get((path, size, mtime_ns))

    def put(self, path: Path, size: int, mtime_ns: int, record: FileRecord) -> None:
        self.records[path, size, mtime_ns] = record


def test_f29_what_is_no_photo_is_remembered_until_it_changes(tmp_path: Path) -> None:
    (tmp_path / "empty.jpg").touch()
    (tmp_path / "text.jpg").write_text("no photo")
    (tmp_path / "moving.jpg").write_bytes(b"GIF89a")
    (tmp_path / "lost.jpg").symlink_to(tmp_path / "nowhere")
    paths, kept = sorted(tmp_path.iterdir()), Kept()
    first = read_files(paths, cache=kept)
    assert {path.name for path, _, _ in kept.records} == {"empty.jpg", "text.jpg", "moving.jpg"}
    assert read_files(paths, cache=kept) == first
    (tmp_path / "empty.jpg").write_text("no photo either")
    again = read_files(paths, cache=kept)
    assert again[tmp_path / "empty.jpg"].reason != first[tmp_path / "empty.jpg"].reason


@pytest.mark.slow
def test_f29_thousands_of_empty_files_are_summed_up_and_cost_little(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_event(tmp_path / "party", {"ann": 4, "bob": 5})
    assert run_here("sync", folder).returncode == 0
    (folder / "cyd").mkdir()
    for number in range(N_EMPTY):
        (folder / "cyd" / f"IMG_{number:05d}.jpg").touch()
    start_s = time.process_time()
    done = run_here("sync", folder)
    each_s = (time.process_time() - start_s) / N_EMPTY
    assert done.returncode == 0, done.stderr
    assert f"{N_EMPTY} files were left out" in done.stdout
    assert "more: empty: zero bytes" in done.stdout
    assert done.stdout.count("IMG_0") < 60
    assert len(done.stdout) < 10_000
    assert each_s < 0.003
    read: list[Path] = []
    monkeypatch.setattr(records, "read_file", lambda path, _tool: read.append(path))
    assert run_here("sync", folder).returncode == 0
    assert read == []
