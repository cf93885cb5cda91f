"""A scan of a library: what is new is read, and a scan that is killed goes on."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from coincide.library.scan.folders import roots_of
from coincide.library.scan.store import LibraryStore
from coincide.library.scan.tags import Scanned, scan_library
from tests.photo_files import exif_bytes, gps_tags, image_bytes, write_photo


def scan(folder: Path, store: Path, *, again: bool = False) -> Scanned:
    with LibraryStore(store) as opened:
        return scan_library(opened, roots_of([folder]), again=again)


def rows(store: Path) -> list[list[tuple[object, ...]]]:
    with LibraryStore(store) as opened:
        tables = ("photos", "devices", "folders")
        return [sorted(opened.run(f"SELECT * FROM {table}")) for table in tables]


def make_old(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file():
            os.utime(path, (path.stat().st_mtime - 10,) * 2)
    for one in (folder, *(path for path in folder.rglob("*") if path.is_dir())):
        os.utime(one, (1_700_000_000, 1_700_000_000))


def test_only_what_is_new_is_read(tmp_path: Path) -> None:
    library, store = tmp_path / "library", tmp_path / "store"
    for name in ("Anna/1.jpg", "Anna/2.jpg", "Ben/2020/3.jpg"):
        write_photo(library / name)
    make_old(library)
    assert scan(library, store) == Scanned(n_read=3)
    assert scan(library, store) == Scanned()
    write_photo(library / "Anna" / "4.jpg", gps=gps_tags())
    (library / "Anna" / "2.jpg").unlink()
    assert scan(library, store) == Scanned(n_read=1, n_kept=1, n_gone=1)
    with LibraryStore(store) as opened:
        kept = opened.photos_in(library / "Anna")
    assert sorted(kept) == ["1.jpg", "4.jpg"]
    assert kept["4.jpg"].gps_s is not None
    assert (kept["4.jpg"].owner, kept["4.jpg"].number) == ("Anna", None)


def test_a_file_that_was_changed_in_place_is_found_if_asked_for(tmp_path: Path) -> None:
    library, store = tmp_path / "library", tmp_path / "store"
    path = write_photo(library / "1.jpg", "2024:05:04 14:00:00")
    make_old(library)
    scan(library, store)
    with path.open("r+b") as file:
        file.write(image_bytes("JPEG", exif_bytes("2024:05:04 15:00:00"), seed=3))
    make_old(library)
    with LibraryStore(store) as opened:  # as if the folder had not been touched
        opened.settle_folder(library.resolve(), library.stat().st_mtime_ns)
    assert scan(library, store) == Scanned()
    assert scan(library, store, again=True) == Scanned(n_read=1)


HOUR_NS = 3_600_000_000_000


def test_a_folder_that_is_being_written_is_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("coincide.library.scan.folders.SETTLED_NS", HOUR_NS)
    library, store = tmp_path / "library", tmp_path / "store"
    write_photo(library / "1.jpg")
    assert scan(library, store) == Scanned(n_read=1)
    assert scan(library, store) == Scanned(n_kept=1)


def test_a_file_that_is_being_written_is_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("coincide.library.scan.tags.SETTLED_NS", HOUR_NS)
    library, store = tmp_path / "library", tmp_path / "store"
    whole = write_photo(library / "1.jpg").read_bytes()
    make_old(library)
    (library / "1.jpg").write_bytes(whole[:40])  # the first of it has come, the folder is as it was
    os.utime(library, (1_700_000_000, 1_700_000_000))
    assert scan(library, store) == Scanned(n_read=1)
    (library / "1.jpg").write_bytes(whole)
    os.utime(library, (1_700_000_000, 1_700_000_000))
    assert scan(library, store) == Scanned(n_read=1)


def test_a_file_of_no_use_is_recorded_with_its_reason(tmp_path: Path) -> None:
    library, store = tmp_path / "library", tmp_path / "store"
    write_photo(library / "1.jpg", None)
    write_photo(library / "2.jpg", make=None, model=None)
    (library / "3.jpg").write_bytes(b"")
    scan(library, store)
    with LibraryStore(store) as opened:
        kept = opened.photos_in(library.resolve())
    assert all(kept[name].reason for name in ("1.jpg", "2.jpg", "3.jpg"))


@pytest.mark.slow
def test_a_scan_that_is_killed_anywhere_goes_on_to_the_same_rows(tmp_path: Path) -> None:
    rng = np.random.default_rng(11)
    library = tmp_path / "library"
    for i in range(1500):
        moment = f"20{10 + i // 300:02d}:05:04 14:{i % 60:02d}:{i // 60 % 60:02d}"
        write_photo(
            library / f"Person{i % 3}" / f"{i % 7}" / f"IMG_{i:04d}.jpg", moment, size=(32, 32)
        )
    make_old(library)
    scan(library, tmp_path / "whole")
    command = [sys.executable, "-m", "coincide", "library", "scan", str(library)]
    n_killed = 0
    for _ in range(8):
        work = subprocess.Popen(
            [*command, "--store", str(tmp_path / "killed")],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            work.wait(float(rng.uniform(0.8, 2.5)))
        except subprocess.TimeoutExpired:
            work.send_signal(signal.SIGKILL)
            n_killed += work.wait() == -signal.SIGKILL
    assert n_killed > 0
    scan(library, tmp_path / "killed")
    assert rows(tmp_path / "killed") == rows(tmp_path / "whole")
