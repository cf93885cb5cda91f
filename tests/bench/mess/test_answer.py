"""What a person who knows would answer."""

from pathlib import PurePosixPath

import pytest

from coincide.model import Dispute
from coincide_bench.mess.answer import moment_of, right_clock
from coincide_bench.wholeplan.known import KnownFile
from coincide_bench.wholeplan.words import Told, Truth

ASKED = Dispute("a", "b", 3600.0)


def file(name: str, off_s: float, true_s: float = 1000.0) -> KnownFile:
    return KnownFile(PurePosixPath(name), name[0], Truth(true_s), Told(true_s + off_s))


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
    a, b = [file("a", one) for one in off_s[:2]], [file("b", one) for one in off_s[2:]]
    assert right_clock(ASKED, {"a": a, "b": b}) == right
    # of a photo that nobody knows nobody can say
    assert right_clock(ASKED, {"a": [*a, None], "b": [*b, None]}) is None


@pytest.mark.parametrize(
    ("apart_s", "moment"), [(0.0, "same"), (59.0, "same"), (-600.0, "about"), (3600.0, "different")]
)
def test_how_near_two_photos_are_is_told_by_the_truth(apart_s: float, moment: str) -> None:
    one, other = file("a1", 7200.0), file("b1", 0.0, 1000.0 + apart_s)
    assert moment_of(one, other) == moment
    assert moment_of(one, None) is None
    assert moment_of(one, KnownFile(PurePosixPath("b2"), "b", None, Told(0.0))) is None
