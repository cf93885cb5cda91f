"""The words of the solver beside ours: each is there, and stands for something in the code."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("| ")
][1:]
SOLVER = "\n".join(
    path.read_text(encoding="utf-8") for path in (ROOT / "src/coincide/solver").rglob("*.py")
)


def test_words_are_in_order_and_told_once() -> None:
    words = [row[0] for row in ROWS]
    assert words == sorted(set(words))
    assert len(words) > 30


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_word_of_the_solver_is_in_the_solver(row: list[str]) -> None:
    word, ours, meaning = row
    assert ours
    assert len(meaning) > 5
    stem = re.split(r"[ -]", word)[0].removesuffix("ing").removesuffix("s")
    assert re.search(rf"(?i)(?<![a-z]){stem}", SOLVER), word


@pytest.mark.parametrize("word", ["outlier", "posterior", "candidates", "subsample", "tempering"])
def test_the_field_words_that_ours_stand_for_are_told(word: str) -> None:
    assert word in [row[0] for row in ROWS]
