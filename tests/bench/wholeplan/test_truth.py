from pathlib import PurePosixPath

import pytest

from coincide_bench.wholeplan.truth import (
    KnownFile,
    knowable_files,
    n_shared_moments,
    stretches,
)
from coincide_bench.wholeplan.words import Told, Truth

HOUR_S = 3600.0
ZONE = 7200


def photo(
    clock: str,
    at_s: float,
    *,
    error_s: float | None = 0.0,
    gps_off_s: float | None = None,
    named_off_s: float | None = None,
    original: str | None = None,
) -> KnownFile:
    true = Truth(at_s, ZONE)
    return KnownFile(
        path=PurePosixPath(f"{clock}/{at_s:.0f}.jpg"),
        clock=clock,
        truth=true,
        told=None if error_s is None else Told(at_s + error_s),
        gps_s=None if gps_off_s is None else at_s - ZONE + gps_off_s,
        named=None if named_off_s is None else Told(at_s + named_off_s),
        original=None if original is None else PurePosixPath(original),
    )


def clock(name: str, times_s: list[float], error_s: float = 0.0) -> list[KnownFile]:
    return [photo(name, at_s, error_s=error_s) for at_s in times_s]


APART = [0.0, 600.0, 1200.0, 1800.0]


def test_a_stretch_ends_where_the_clock_is_set_anew_or_the_owner_changes() -> None:
    files = [*clock("a", APART[:2]), *clock("a", APART[2:], HOUR_S), *clock("b", APART)]
    parts = stretches(files)
    assert [(part.clock, len(part.files), part.right) for part in parts] == [
        ("a", 2, True),
        ("a", 2, False),
        ("b", 4, True),
    ]


def test_a_clock_that_drifts_by_seconds_is_one_stretch() -> None:
    files = [photo("a", at_s, error_s=100.0 + at_s / 60) for at_s in APART]
    assert len(stretches(files)) == 1


def test_photos_without_time_or_truth_are_in_no_stretch() -> None:
    unknown = KnownFile(PurePosixPath("x.jpg"), "a", None, Told(0.0))
    assert stretches([photo("a", 0.0, error_s=None), unknown]) == []
    assert not unknown.wrong
    assert unknown.error_s is None


@pytest.mark.parametrize(
    ("theirs_s", "n_moments"),
    [
        (APART, 4),
        ([at_s + 180.0 for at_s in APART], 4),
        ([at_s + 181.0 for at_s in APART], 0),
        ([0.0, 30.0, 60.0], 1),
        ([5000.0], 0),
    ],
)
def test_moments_are_shared_within_three_minutes(theirs_s: list[float], n_moments: int) -> None:
    (mine,), (theirs,) = stretches(clock("a", APART)), stretches(clock("b", theirs_s))
    assert n_shared_moments(mine, theirs) == n_moments


def test_a_burst_is_one_moment() -> None:
    burst = [0.0, 2.0, 4.0, 6.0]
    (mine,), (theirs,) = stretches(clock("a", burst)), stretches(clock("b", burst))
    assert n_shared_moments(mine, theirs) == 1


def test_three_moments_with_a_right_clock_make_a_wrong_one_knowable() -> None:
    wrong = clock("b", APART[:3], HOUR_S)
    assert knowable_files([*clock("a", APART), *wrong]) == {file.path for file in wrong}
    assert not knowable_files([*clock("a", APART[:2]), *wrong])
    assert not knowable_files([*clock("a", APART, 7 * HOUR_S), *wrong])


def test_knowledge_passes_from_clock_to_clock() -> None:
    later = [at_s + 10_000.0 for at_s in APART]
    between = clock("b", [*APART, *later], HOUR_S)
    last = clock("c", later, -HOUR_S)
    files = [*clock("a", APART), *between, *last]
    assert knowable_files(files) == {file.path for file in (*between, *last)}


def test_right_photos_are_not_among_the_knowable() -> None:
    assert not knowable_files([*clock("a", APART), *clock("b", APART)])


def test_two_stretches_of_one_clock_tell_each_other_nothing() -> None:
    files = [*clock("a", APART, HOUR_S), *clock("a", [at_s + 60.0 for at_s in APART])]
    assert not knowable_files(files)


def test_a_true_gps_time_or_name_tells_the_whole_stretch() -> None:
    rest = clock("a", APART[1:], HOUR_S)
    for first in (
        photo("a", 0.0, error_s=HOUR_S, gps_off_s=-5.0),
        photo("a", 0.0, error_s=HOUR_S, named_off_s=1.0),
    ):
        assert len(knowable_files([first, *rest])) == 4
    for first in (
        photo("a", 0.0, error_s=HOUR_S, gps_off_s=-3000.0),
        photo("a", 0.0, error_s=HOUR_S, named_off_s=HOUR_S),
    ):
        assert not knowable_files([first, *rest])


def test_an_original_tells_its_copy_alone() -> None:
    original = photo("a", 0.0)
    copy = photo("b", 1.0, error_s=None, original=str(original.path))
    other = photo("b", 50_000.0, error_s=None)
    assert knowable_files([original, copy, other]) == {copy.path}
    gone = photo("b", 1.0, error_s=None, original="a/gone.jpg")
    assert not knowable_files([original, gone])


def test_a_photo_without_a_time_is_told_by_its_name() -> None:
    assert knowable_files([photo("a", 0.0, error_s=None, named_off_s=0.0)])
