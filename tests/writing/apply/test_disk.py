"""The primitives: whole or not at all, and never over something else."""

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from coincide.writing.apply import disk

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="attributes of Linux")


def test_new_files_are_ours_alone_and_never_overwrite(tmp_path: Path) -> None:
    (tmp_path / "source").write_bytes(b"abc" * 1_000_000)
    disk.write_new(tmp_path / "written", b"abc")
    disk.copy_new(tmp_path / "source", tmp_path / "copied")
    assert (tmp_path / "copied").read_bytes() == b"abc" * 1_000_000
    for name in ("written", "copied"):
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600
        with pytest.raises(FileExistsError):
            disk.write_new(tmp_path / name, b"other")
        with pytest.raises(FileExistsError):
            disk.copy_new(tmp_path / "source", tmp_path / name)
    (tmp_path / "link").symlink_to("nowhere")
    with pytest.raises(FileExistsError):
        disk.write_new(tmp_path / "link", b"abc")
    with pytest.raises(OSError, match="symbolic links"):
        disk.copy_new(tmp_path / "link", tmp_path / "another")


def refuse_links(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "link", refuse)


@pytest.mark.parametrize("number", [errno.EPERM, errno.ENOTSUP, errno.EMLINK, errno.EXDEV])
def test_a_disk_without_links_gets_whole_copies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    source = tmp_path / "source"
    source.write_bytes(b"abc")
    source.chmod(0o640)
    os.setxattr(source, "user.a", b"1")
    os.utime(source, ns=(5 * 10**17, 10**18))
    refuse_links(monkeypatch, number)
    disk.link_or_copy(source, tmp_path / "kept")
    old, new = source.lstat(), (tmp_path / "kept").lstat()
    assert (tmp_path / "kept").read_bytes() == b"abc"
    assert (new.st_mode, new.st_mtime_ns) == (old.st_mode, old.st_mtime_ns)
    assert os.getxattr(tmp_path / "kept", "user.a") == b"1"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept", "source"]
    with pytest.raises(OSError, match=os.strerror(number)):
        disk.link_or_copy(source, tmp_path / "kept")


def test_other_faults_are_not_taken_for_missing_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").touch()
    refuse_links(monkeypatch, errno.ENOSPC)
    with pytest.raises(OSError, match="No space"):
        disk.link_or_copy(tmp_path / "a", tmp_path / "b")
    with pytest.raises(OSError, match="No space"):
        disk.put_new(tmp_path / "a", tmp_path / "b")


@pytest.mark.parametrize("links", [True, False])
def test_a_new_file_never_takes_a_name_that_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    if not links:
        refuse_links(monkeypatch, errno.EPERM)
    part = tmp_path / "part"
    part.write_bytes(b"new")
    (tmp_path / "taken").write_bytes(b"old")
    (tmp_path / "link").symlink_to("nowhere")
    for name in ("taken", "link"):
        with pytest.raises(FileExistsError):
            disk.put_new(part, tmp_path / name)
    disk.put_new(part, tmp_path / "free")
    assert (tmp_path / "free").read_bytes() == b"new"
    assert (tmp_path / "taken").read_bytes() == b"old"
    assert not part.exists()


def test_attributes_that_cannot_be_given_are_left_out_but_no_rights_are_lent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, path = tmp_path / "source", tmp_path / "new"
    source.touch()
    path.touch()
    if os.getuid() == 0:
        os.chown(source, 1234, 1234)
    source.chmod(0o6755)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "chown", refuse)
    monkeypatch.setattr(os, "setxattr", refuse)
    disk.give_attributes(source, path)
    assert path.stat().st_mode & 0o7777 == (0o755 if os.getuid() == 0 else 0o6755)


def test_a_disk_without_permissions_attributes_and_flushes_of_folders_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "source").touch()
    (tmp_path / "new").touch()

    def refuse(number: int) -> Callable[..., None]:
        def fail(*_: object, **__: object) -> None:
            raise OSError(number, os.strerror(number))

        return fail

    monkeypatch.setattr(os, "chmod", refuse(errno.EPERM))  # a FAT card
    monkeypatch.setattr(os, "listxattr", refuse(errno.ENOTSUP))
    monkeypatch.setattr(os, "fsync", refuse(errno.EINVAL))  # a network disk, for folders
    disk.give_attributes(tmp_path / "source", tmp_path / "new")
    disk.fsync_folder(tmp_path)
    with pytest.raises(OSError, match="Invalid"):
        disk.fsync_file(tmp_path / "new")
    monkeypatch.setattr(os, "listxattr", refuse(errno.EIO))
    with pytest.raises(OSError, match="error"):
        disk.give_attributes(tmp_path / "source", tmp_path / "new")


def test_alike_means_one_file_or_equal_bytes(tmp_path: Path) -> None:
    one, other, link = (tmp_path / name for name in ("one", "other", "link"))
    one.write_bytes(b"abc")
    other.write_bytes(b"abc")
    os.link(one, link)
    assert disk.one_file(one, link)
    assert disk.alike(one, link)
    assert not disk.one_file(one, other)
    assert disk.alike(one, other)
    other.write_bytes(b"abd")
    assert not disk.alike(one, other)
    assert not disk.alike(one, tmp_path / "missing")
    assert not disk.alike(tmp_path / "missing", one)


def test_only_parts_of_the_given_names_are_removed(tmp_path: Path) -> None:
    ours, others = ".a.p1.coincide-part", (".a.p2.coincide-part", "a", ".a.p1.coincide")
    for name in (ours, ours + "_exiftool_tmp", *others):
        (tmp_path / name).touch()
    disk.remove_parts(tmp_path, {ours})
    disk.remove_parts(tmp_path / "missing", {ours})
    assert {path.name for path in tmp_path.iterdir()} == set(others)


def test_only_empty_folders_are_removed(tmp_path: Path) -> None:
    (tmp_path / "full" / "empty").mkdir(parents=True)
    assert not disk.remove_empty(tmp_path / "full")
    assert disk.remove_empty(tmp_path / "full" / "empty")
    assert disk.remove_empty(tmp_path / "full")
    assert disk.remove_empty(tmp_path / "full")
