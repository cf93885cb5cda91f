"""SECURITY.md and the table of attacks point to tests, which have to be there."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
TABLE = "docs/reference/attacks.md"
N_GROUPS, N_FINDINGS = 66, 29
# number, attack, outcome in the review, tests
ROWS = [
    tuple(cell.strip() for cell in line.strip("|").split(" | "))
    for line in (ROOT / TABLE).read_text(encoding="utf-8").splitlines()
    if re.match(r"\| \d", line)
]


@cache
def names_in(path: str) -> frozenset[str]:
    """Return the names of the tests of a file, without what they are parametrised with."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(one.name for one in tree.body if isinstance(one, functions))


def test_what_it_points_to_is_there() -> None:
    named = set(re.findall(r"`(tests/[\w/.]+)`", PAGE))
    assert len(named) > 15
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []
    linked = re.findall(r"\]\(([^)]+)\)", PAGE)
    assert TABLE in linked
    assert [name for name in linked if not (ROOT / name).exists()] == []


def test_every_group_of_attacks_is_in_the_table_once() -> None:
    assert [int(row[0].strip("| ")) for row in ROWS] == list(range(1, N_GROUPS + 1))
    assert {len(row) for row in ROWS} == {4}


def test_every_finding_is_in_the_table() -> None:
    found = {int(number) for row in ROWS for number in re.findall(r"\bF(\d+)", row[2])}
    assert found == set(range(1, N_FINDINGS + 1))
    assert all(re.match(r"held|F\d|known limit", row[2]) for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_every_group_names_tests_that_exist(row: tuple[str, ...]) -> None:
    named = re.findall(r"`([^`]+)`", row[3])
    assert named
    for one in named:
        path, _, name = one.partition("::")
        assert name.startswith("test_")
        assert name in names_in(path), one


@pytest.mark.parametrize("row", [row for row in ROWS if row[2].startswith("F")], ids=lambda r: r[2])
def test_a_finding_is_shown_by_a_test_of_its_number(row: tuple[str, ...]) -> None:
    number = int(re.findall(r"F(\d+)", row[2])[0])
    assert f"f{number:02d}_" in row[3]
