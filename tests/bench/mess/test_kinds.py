"""Every kind of trouble: what was meant is in the files, and the truth of each is right."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from coincide.model import Photo, Timeless
from coincide_bench.mess.event import Base
from coincide_bench.mess.kinds import KINDS, fits
from coincide_bench.mess.photos import CAMERA_S
from tests.bench.mess.bases import tiny_base
from tests.bench.mess.checks import CHECKS
from tests.bench.mess.made import SEED, Made, make


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Base:
    return tiny_base(tmp_path_factory.mktemp("base"))


Case = Callable[[str, int], Made]


@pytest.fixture(scope="module")
def case(base: Base, tmp_path_factory: pytest.TempPathFactory) -> Case:
    """What makes a kind of trouble with a seed; each is made once, and only looked at."""
    return cache(lambda name, seed: make(name, base, tmp_path_factory.mktemp(name), seed))


# All kinds


@pytest.mark.parametrize("name", KINDS)
def test_files_say_what_was_meant_and_all_else_is_right(name: str, case: Case) -> None:
    made = case(name, SEED)
    read: dict[Path, Photo | Timeless] = {
        Path(str(path)): photo
        for photo in made.event.photos
        for path in (photo.path, *(one.path for one in photo.companions))
    }
    read |= {Path(str(one.path)): one for one in made.event.timeless}
    assert len(made.files) >= 24
    for file in made.files:
        found = read[(made.folder / file.path).resolve()]
        if file.told is None:
            # the file itself says nothing; what lies beside it may
            assert isinstance(found, Timeless) or found.time_from == "takeout"
            continue
        assert isinstance(found, Photo)
        assert abs(found.recorded_time_s - file.told.time_s) < 1.0
        if found.time_from == "exif" and file.told.zone_s is not None:
            assert found.zone_s == file.told.zone_s
        if not file.wrong and file.error_s is not None:  # what trouble did not touch is right
            assert abs(file.error_s) <= CAMERA_S + 1


@pytest.mark.parametrize("name", KINDS)
def test_the_same_seed_gives_the_same_bytes(
    name: str, case: Case, base: Base, tmp_path: Path
) -> None:
    one, other = case(name, SEED), make(name, base, tmp_path)
    assert [file.path for file in one.files] == [file.path for file in other.files]
    for file in one.files:
        same = (other.folder / file.path).read_bytes()
        assert (one.folder / file.path).read_bytes() == same
    assert one.files == other.files


def test_another_seed_is_another_case(case: Case) -> None:
    made = [case("hours-off", seed) for seed in (SEED, SEED + 1)]
    assert {file.path for file in made[0].files} != {file.path for file in made[1].files}


def test_there_are_kinds_enough_and_each_is_told_in_a_sentence() -> None:
    assert len(KINDS) >= 24
    assert all(len(kind.what.split()) > 3 for kind in KINDS.values())


def test_guests_are_needed_where_a_stranger_comes(tmp_path: Path) -> None:
    alone = tiny_base(tmp_path, guests=False)
    assert not fits(KINDS["stranger"], alone)
    assert fits(KINDS["another-day"], alone)
    assert fits(KINDS["hours-off"], alone)


# One by one: the trouble is really there


def test_every_kind_is_looked_at() -> None:
    assert CHECKS.keys() == KINDS.keys()


@pytest.mark.parametrize("seed", [SEED, SEED + 1])
@pytest.mark.parametrize("name", KINDS)
def test_the_trouble_is_there(name: str, seed: int, case: Case) -> None:
    made = case(name, seed)
    for check in CHECKS[name]:
        assert check(made), getattr(check, "__name__", name)
