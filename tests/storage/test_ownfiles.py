"""Files of ours in folders that somebody else may have made."""

import os
from pathlib import Path

import pytest

from coincide.storage.ownfiles import (
    check_folder,
    open_descriptor,
    own_folder,
    read_own,
    write_own,
)


def test_a_file_is_written_whole_and_read_back(tmp_path: Path) -> None:
    write_own(tmp_path / "a" / "plan.json", b"{}")
    assert read_own(tmp_path / "a" / "plan.json") == b"{}"
    assert [one.name for one in (tmp_path / "a").iterdir()] == ["plan.json"]


def test_a_link_is_not_read_or_opened(tmp_path: Path) -> None:
    (tmp_path / "precious.jpg").write_bytes(b"photo")
    (tmp_path / "plan.json").symlink_to("precious.jpg")
    with pytest.raises(OSError, match="symbolic link"):
        read_own(tmp_path / "plan.json")
    with pytest.raises(OSError, match="symbolic link"):
        open_descriptor(tmp_path / "plan.json", os.O_RDWR | os.O_CREAT)


def test_a_dangling_link_creates_nothing(tmp_path: Path) -> None:
    (tmp_path / "plan.json").symlink_to("elsewhere")
    with pytest.raises(OSError, match="symbolic link"):
        open_descriptor(tmp_path / "plan.json", os.O_RDWR | os.O_CREAT)
    assert not (tmp_path / "elsewhere").exists()


def test_writing_replaces_a_link_and_leaves_what_it_led_to(tmp_path: Path) -> None:
    (tmp_path / "precious.jpg").write_bytes(b"photo")
    (tmp_path / "plan.json").symlink_to("precious.jpg")
    write_own(tmp_path / "plan.json", b"{}")
    assert (tmp_path / "precious.jpg").read_bytes() == b"photo"
    assert not (tmp_path / "plan.json").is_symlink()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes")
def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "plan.json.journal")
    with pytest.raises(OSError, match="not a regular file"):
        read_own(tmp_path / "plan.json.journal")


def test_a_read_is_bounded(tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(bytes(100))
    assert len(read_own(tmp_path / "big", most=100)) == 100
    assert len(read_own(tmp_path / "big", most=100, end=7)) == 7
    assert len(read_own(tmp_path / "big", most=50, end=7)) == 7
    with pytest.raises(OSError, match="more than 99 bytes"):
        read_own(tmp_path / "big", most=99)
    with pytest.raises(OSError, match="more than 99 bytes"):
        read_own(tmp_path / "big", most=99, end=100)


def test_no_file_is_emptied_before_it_is_known(tmp_path: Path) -> None:
    (tmp_path / "token").write_bytes(b"secret")
    with pytest.raises(ValueError, match="truncate"):
        open_descriptor(tmp_path / "token", os.O_RDWR | os.O_TRUNC)
    assert (tmp_path / "token").read_bytes() == b"secret"


def test_a_failed_write_leaves_no_part(tmp_path: Path) -> None:
    (tmp_path / "plan.json").mkdir()
    with pytest.raises(OSError, match="plan"):
        write_own(tmp_path / "plan.json", b"{}")
    assert [one.name for one in tmp_path.iterdir()] == ["plan.json"]


def test_a_folder_of_ours_is_no_link(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / ".coincide").symlink_to("outside")
    with pytest.raises(OSError, match="a symbolic link, unlike"):
        own_folder(tmp_path / ".coincide")
    own_folder(tmp_path / "new" / "one")
    assert (tmp_path / "new" / "one").is_dir()


def test_links_above_a_folder_count_below_its_base_only(tmp_path: Path) -> None:
    real = tmp_path / "real" / "event" / "sub"
    real.mkdir(parents=True)
    (tmp_path / "home").symlink_to("real")
    check_folder(tmp_path / "home" / "event" / "sub", below=tmp_path / "home")
    (tmp_path / "real" / "link").symlink_to("event")
    with pytest.raises(OSError, match="a symbolic link, unlike"):
        check_folder(tmp_path / "home" / "link" / "sub", below=tmp_path / "home")
