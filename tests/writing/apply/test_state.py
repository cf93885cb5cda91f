"""Files by size, time and bytes."""

import hashlib
import os
from pathlib import Path

import pytest

from coincide.writing.apply.state import FileState, same_file, state_of


def written(path: Path, data: bytes, mtime_ns: int = 10**18) -> FileState:
    path.write_bytes(data)
    os.utime(path, ns=(mtime_ns, mtime_ns))
    state = state_of(path)
    assert state is not None
    return state


def test_the_state_of_a_file_is_its_size_time_and_hash(tmp_path: Path) -> None:
    state = written(tmp_path / "-a b\n.jpg", b"abc", 123_456_789_000)
    assert state == FileState(3, 123_456_789_000, hashlib.sha256(b"abc").hexdigest())


def test_nothing_has_no_state(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert state_of(tmp_path / "missing") is None
    assert state_of(tmp_path / "file" / "below a file") is None


def test_what_is_not_a_regular_file_has_no_state_and_is_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"abc")
    (tmp_path / "link").symlink_to("real")
    os.mkfifo(tmp_path / "pipe")
    for name in ("link", "pipe", "."):
        with pytest.raises(OSError, match=r"links|regular|directory"):
            state_of(tmp_path / name)


def test_equal_size_and_time_are_enough_for_a_quick_look_only(tmp_path: Path) -> None:
    path = tmp_path / "photo"
    state = written(path, b"abc")
    written(path, b"abd")  # as a program does that puts the old time back
    assert same_file(path, state, thorough=False)
    assert not same_file(path, state, thorough=True)


def test_another_time_alone_is_no_change(tmp_path: Path) -> None:
    path = tmp_path / "photo"
    state = written(path, b"abc")
    written(path, b"abc", 5)
    assert same_file(path, state, thorough=False)
    assert same_file(path, state, thorough=True)


@pytest.mark.parametrize("thorough", [False, True])
def test_other_bytes_a_link_and_nothing_are_changes(tmp_path: Path, thorough: bool) -> None:
    path = tmp_path / "photo"
    state = written(path, b"abc")
    written(path, b"abcd")
    assert not same_file(path, state, thorough=thorough)
    written(path, b"abd", 5)
    assert not same_file(path, state, thorough=thorough)
    path.unlink()
    assert not same_file(path, state, thorough=thorough)
    written(tmp_path / "same", b"abc")
    path.symlink_to("same")
    assert not same_file(path, state, thorough=thorough)


def test_nothing_is_expected_where_nothing_was(tmp_path: Path) -> None:
    assert same_file(tmp_path / "missing", None, thorough=True)
    (tmp_path / "link").symlink_to("nowhere")
    assert not same_file(tmp_path / "link", None, thorough=True)
