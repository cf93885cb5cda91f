import hashlib
import os
import stat
import threading
import time
from pathlib import Path
from typing import BinaryIO

import pytest

from coincide.errors import ModelError
from coincide.features.backbones.cache import cache_folder, cached, find_entry

CONTENT = b"a network"


class Maker:
    """Writes the entry, and counts how often it had to."""

    def __init__(self, content: bytes = CONTENT) -> None:
        self.content = content
        self.n_calls = 0

    def __call__(self, stream: BinaryIO) -> None:
        self.n_calls += 1
        stream.write(self.content)


def test_makes_an_entry_once(tmp_path: Path):
    make, folder = Maker(), tmp_path / "deep" / "cache"
    first = cached(folder, "net", make)
    assert first.read_bytes() == CONTENT
    assert first.name == f"net-{hashlib.sha256(CONTENT).hexdigest()}.onnx"
    assert cached(folder, "net", make) == first
    assert make.n_calls == 1
    assert list(folder.iterdir()) == [first]


@pytest.mark.parametrize("damage", [b"", b"a netw", b"A network", b"a network and more"])
def test_makes_a_damaged_entry_anew(tmp_path: Path, damage: bytes):
    make = Maker()
    path = cached(tmp_path, "net", make)
    path.write_bytes(damage)
    assert find_entry(tmp_path, "net") is None
    assert cached(tmp_path, "net", make) == path
    assert path.read_bytes() == CONTENT
    assert make.n_calls == 2


def test_keeps_entries_of_other_names_apart(tmp_path: Path):
    one = cached(tmp_path, "net-1", Maker(b"one"))
    two = cached(tmp_path, "net-2", Maker(b"two"))
    assert (one.read_bytes(), two.read_bytes()) == (b"one", b"two")
    assert find_entry(tmp_path, "net") is None


def test_leaves_nothing_of_a_failure(tmp_path: Path):
    def fail(stream: BinaryIO) -> None:
        stream.write(CONTENT)
        raise ModelError("no luck")

    with pytest.raises(ModelError, match="no luck"):
        cached(tmp_path, "net", fail)
    assert list(tmp_path.iterdir()) == []


def test_reports_a_full_disk(tmp_path: Path):
    def fail(_: BinaryIO) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(ModelError, match=r"No space left on device.*COINCIDE_CACHE"):
        cached(tmp_path, "net", fail)
    assert list(tmp_path.iterdir()) == []


def test_reports_a_folder_that_cannot_be(tmp_path: Path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    with pytest.raises(ModelError, match=r"file: cannot write models here.*COINCIDE_CACHE"):
        cached(blocked, "net", Maker())


def test_two_at_once_agree(tmp_path: Path):
    barrier, paths = threading.Barrier(2, timeout=10), []

    def make(stream: BinaryIO) -> None:
        stream.write(CONTENT[:4])
        barrier.wait()  # both are writing now
        stream.write(CONTENT[4:])

    def work() -> None:
        paths.append(cached(tmp_path, "net", make))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert paths[0] == paths[1]
    assert paths[0].read_bytes() == CONTENT
    assert list(tmp_path.iterdir()) == [paths[0]]


def test_sweeps_only_what_is_stale(tmp_path: Path):
    stale, fresh = tmp_path / ".old-1.part", tmp_path / ".net-2.part"
    stale.touch()
    fresh.touch()
    two_days_ago = time.time() - 2 * 86_400
    os.utime(stale, (two_days_ago, two_days_ago))
    cached(tmp_path, "net", Maker())
    assert not stale.exists()
    assert fresh.exists()


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such permissions")
def test_entries_follow_the_umask(tmp_path: Path):
    before = os.umask(0o022)
    try:
        path = cached(tmp_path, "net", Maker())
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o644


def test_folder_comes_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COINCIDE_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.setenv("COINCIDE_CACHE", "")
    assert cache_folder().name == "coincide"
