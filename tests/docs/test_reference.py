"""The reference in docs/ is what the code of today makes of itself."""

import doctest
import importlib

import pytest

from tools.check_numbers import is_number, option_classes, options_of
from tools.make_reference import FOLDER, PAGES, texts
from tools.reference import review
from tools.reference.comments import field_comments
from tools.reference.formats import FORMATS, file_name
from tools.reference.markdown import prose, table
from tools.reference.options import count_origins, fitted_tables

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
    # by other targets; the first by hand, and held to the tests by tests/test_security_page.py
    not_made_here = {"attacks.md", "licences.md", "photo-formats.md"}
    assert there - not_made_here == set(NAMES) == set(made)
    assert not_made_here <= there


def test_a_comment_above_and_one_behind_are_told_together() -> None:
    source = (
        'class A:\n    """Doc."""\n\n    # one\n    # two\n    a: int = 1  # three\n    b: int\n'
    )
    assert field_comments(source) == {"a": "one two three"}


def test_a_comment_of_the_line_above_is_not_the_next_ones() -> None:
    source = "class A:\n    a: int = 1  # first\n    b: int = 2\n"
    assert field_comments(source) == {"a": "first"}


def test_the_settings_tell_how_many_numbers_come_from_where(made: dict[str, str]) -> None:
    counts = count_origins(option_classes())
    numbers = [
        name
        for kind in option_classes()
        for name, *found in options_of(kind)
        if is_number(found[0])
    ]
    assert sum(counts.values()) == len(numbers) + len(fitted_tables())
    assert counts["fitted"] >= len(fitted_tables()) == 2
    told = (
        f"{sum(counts.values())} settings and tables: {counts['fitted']} fitted,"
        f" {counts['paper']} from the paper, {counts['physical']} physical,"
        f" {counts['by hand']} by hand, never fitted."
    )
    assert told in made["options.md"]


def test_an_option_tells_its_reason_and_its_origin(made: dict[str, str]) -> None:
    (line,) = [line for line in made["options.md"].splitlines() if "| `alpha` |" in line]
    assert line.endswith(
        "| Links per gallery pair, as a share of all photos of the event. | paper |"
    )


def test_docstrings_become_markdown() -> None:
    told = prose("Do it with ``x`` as :class:`Event` has it; see docs/how-it-works.md.")
    assert told == "Do it with `x` as `Event` has it; see [How it works](../how-it-works.md)."
    assert prose("docs/guide/plugins.md") == "[Plugins](../guide/plugins.md)"


def test_a_bar_inside_a_cell_does_not_end_it() -> None:
    assert table(("a",), [("x | y",)]).splitlines()[-1] == r"| x \| y |"


@pytest.mark.parametrize("name", ["markdown", "cli", "comments", "schema"])
def test_examples_in_its_docstrings_hold(name: str) -> None:
    found = doctest.testmod(importlib.import_module(f"tools.reference.{name}"))
    assert found.attempted > 0
    assert found.failed == 0


def test_an_address_that_is_not_told_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(review.ANSWERS, "/api/graph")
    with pytest.raises(SystemExit, match="/api/graph"):
        review.review_page()
