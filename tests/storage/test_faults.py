"""The trouble of one file, and that of a disk."""

import errno
import shutil
import sqlite3
from pathlib import Path

import pytest

from coincide.storage import faults


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EDQUOT, errno.EIO])
def test_a_disk_that_is_full_or_broken_stops_all(number: int) -> None:
    assert faults.stops(OSError(number, "said by the system"))
    assert "disk" in faults.in_words(OSError(number, "said by the system"))


@pytest.mark.parametrize("number", [errno.EACCES, errno.ENOENT, errno.EEXIST, errno.EFBIG])
def test_the_trouble_of_one_file_does_not(number: int) -> None:
    assert not faults.stops(OSError(number, "said by the system"))


def test_what_has_no_words_of_ours_has_the_systems() -> None:
    assert faults.in_words(OSError(errno.EBUSY, "Device busy")) == "Device busy"
    assert faults.in_words(OSError("no number")) == "no number"


def test_a_database_on_a_full_disk_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = sqlite3.OperationalError("disk I/O error")
    assert faults.trouble(broken, tmp_path / "new" / "state.sqlite") == "disk I/O error"
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1000))
    assert faults.trouble(broken, tmp_path / "new" / "state.sqlite") == "the disk is full"


def test_our_own_words_for_a_file_are_kept(tmp_path: Path) -> None:
    large = OSError(errno.EFBIG, "it has more than 5 bytes", "state")
    assert "it has more than 5 bytes" in faults.trouble(large, tmp_path)
    assert faults.trouble(OSError(errno.ENOSPC, "none left"), tmp_path) == "the disk is full"
