"""The trouble of one file, and that of a disk."""

import errno

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
