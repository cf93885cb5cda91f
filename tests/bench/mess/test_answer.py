"""Whose clock a person who knows would call right."""

from pathlib import PurePosixPath

import pytest

from coincide.model import Dispute
from coincide_bench.mess.answer import right_clock
from coincide_bench.wholeplan.known import KnownFile
from coincide_bench.wholeplan.looked import Looked, LookedGallery
from coincide_bench.wholeplan.words import Told, Truth

ASKED = (Dispute("a", "b", 3600.0),)


def file(name: str, off_s: float) -> KnownFile:
    return KnownFile(PurePosixPath(name), name[0], Truth(1000.0), Told(1000.0 + off_s))


def looked(*disputes: Dispute) -> Looked:
    galleries = tuple(
        LookedGallery(name, (PurePosixPath(f"{name}1"), PurePosixPath(f"{name}2")), "", "", "")
        for name in "ab"
    )
    return Looked({}, galleries, 0, "a", disputes)


@pytest.mark.parametrize(
    ("off_s", "right"),
    [
        ((0.0, 3.0, 3600.0, 3600.0), "a"),
        ((3600.0, 3600.0, 0.0, 3.0), "b"),
        ((0.0, 0.0, 3.0, 3.0), None),  # both: nobody needs to say so
        ((0.0, 3600.0, 3600.0, 3600.0), None),  # a clock that was set on the way is not right
    ],
)
def test_a_clock_is_right_where_all_its_photos_are(
    off_s: tuple[float, ...], right: str | None
) -> None:
    files = [file(name, by_s) for name, by_s in zip(("a1", "a2", "b1", "b2"), off_s, strict=True)]
    assert right_clock(files, looked(*ASKED)) == right
    assert right_clock(files, looked()) is None
