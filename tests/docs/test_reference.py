"""The reference in docs/ is what the code of today makes of itself."""

import doctest
import importlib

import pytest

from tools.make_reference import FOLDER, PAGES, texts
from tools.reference.comments import field_comments
from tools.reference.formats import FORMATS, file_name
from tools.reference.markdown import prose, table

NAMES = [*PAGES, *(f"formats/{file_name(name)}" for name in FORMATS)]


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return texts()


@pytest.mark.parametrize("name", NAMES)
def test_it_is_up_to_date(made: dict[str, str], name: str) -> None:
    path = FOLDER / name
    assert path.is_file(), f"{name} is missing: run make reference"
    assert path.read_text(encoding="utf-8") == made[name], "out of date: run make reference"


def test_nothing_else_is_there(made: dict[str, str]) -> None:
    there = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file()}
    assert there == set(NAMES) == set(made)


def test_a_comment_above_and_one_behind_are_told_together() -> None:
    source = (
        'class A:\n    """Doc."""\n\n    # one\n    # two\n    a: int = 1  # three\n    b: int\n'
    )
    assert field_comments(source) == {"a": "one two three"}


def test_a_comment_of_the_line_above_is_not_the_next_ones() -> None:
    source = "class A:\n    a: int = 1  # first\n    b: int = 2\n"
    assert field_comments(source) == {"a": "first"}


def test_docstrings_become_markdown() -> None:
    told = prose("Do it with ``x`` as :class:`Event` has it; see docs/joint.md.")
    assert told == "Do it with `x` as `Event` has it; see [joint](../joint.md)."


def test_a_bar_inside_a_cell_does_not_end_it() -> None:
    assert table(("a",), [("x | y",)]).splitlines()[-1] == r"| x \| y |"


@pytest.mark.parametrize("name", ["markdown", "cli", "comments", "schema"])
def test_examples_in_its_docstrings_hold(name: str) -> None:
    found = doctest.testmod(importlib.import_module(f"tools.reference.{name}"))
    assert found.attempted > 0
    assert found.failed == 0
