"""``make coverage``: the rooms that are told are those that are there."""

from pathlib import Path

import pytest

from tools.stage_coverage import (
    BAR,
    CORE,
    Share,
    below_the_bar,
    only_by_slow,
    room_of,
    shares,
)

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "coincide"


def summary(n_branches: int, n_taken: int) -> dict[str, dict[str, int]]:
    return {"summary": {"num_branches": n_branches, "covered_branches": n_taken}}


def test_files_count_for_their_room() -> None:
    report = {
        "files": {
            "src/coincide/solver/joint/solve.py": summary(10, 9),
            "/else/coincide/src/coincide/solver/joint/board.py": summary(30, 30),
            "src/coincide/errors.py": summary(0, 0),
        }
    }
    found = shares(report)
    assert found == {"solver/joint": Share(40, 39), "errors": Share(0, 0)}
    assert found["solver/joint"].share == 39 / 40
    assert found["errors"].share == 1.0


@pytest.mark.parametrize(
    ("path", "room"),
    [
        ("solver/units.py", "solver"),
        ("writing/plan/build.py", "writing/plan"),
        ("media/pictures/upright.py", "media"),
    ],
)
def test_rooms_of_rooms_are_told_apart_where_they_are_much(path: str, room: str) -> None:
    assert room_of(f"src/coincide/{path}") == room


def test_every_core_room_is_there() -> None:
    assert [room for room in CORE if not (PACKAGE / room).is_dir()] == []


def test_a_core_room_below_the_bar_or_not_measured_is_named() -> None:
    enough = {room: Share(100, round(100 * BAR)) for room in CORE}
    assert below_the_bar(enough) == []
    assert below_the_bar(enough | {"solver/links": Share(100, 94)}) == ["solver/links"]
    del enough["ingest"]
    assert below_the_bar(enough) == ["ingest"]


def test_a_package_that_only_slow_tests_cover_is_named() -> None:
    everything = {"media": Share(100, 98), "solver": Share(100, 98), "app": Share(100, 98)}
    ci = {"media": Share(100, 96), "solver": Share(100, 94)}
    assert only_by_slow(ci, everything) == ["solver", "app"]
