"""Mistakes are made where behaviour is, one at a time, and the same for one seed."""

from pathlib import Path

import pytest

from tools.mutants import mutants_of, mutated, sample

PATH = Path("some.py")


def changes(code: str) -> list[str]:
    return [mutant.became for mutant in mutants_of(PATH, code)]


@pytest.mark.parametrize(
    ("code", "mistakes"),
    [
        ("a < b", ["a <= b"]),
        ("a <= b < c", ["a < b < c"]),
        ("a is None", ["a is not None"]),
        ("a in b", ["a not in b"]),
        ("a + b", ["a - b"]),
        ("a @ b", []),
        ("a += b", ["a -= b"]),
        ("a and b", ["a or b"]),
        ("-a", ["+a"]),
        ("a if b else c", ["a if not b else c"]),
        ("a if not b else c", ["a if b else c"]),
        ("a = 3", ["a = 4"]),
        ("a = 0.0", ["a = 1.0"]),
        ("a = 0.5", ["a = 1.0"]),
        ("a = True", ["a = False"]),
        ("a = 'a text'", []),
        ("min(a)", ["max(a)"]),
        ("np.argmax(a)", ["np.argmin(a)"]),
        ("minimise(a)", []),
    ],
)
def test_what_is_made_of_an_expression(code: str, mistakes: list[str]) -> None:
    assert changes(code) == mistakes


def test_a_condition_is_turned_and_a_result_is_lost() -> None:
    code = "def f(a):\n    if a:\n        return g\n    return None\n"
    assert changes(code) == ["if not a:", "return None"]


def test_types_and_decorators_are_left_alone() -> None:
    code = "@cached(size=3)\ndef f(a: int | None) -> dict[int, 3]:\n    b: tuple[1, 2]\n"
    assert changes(code) == []


def test_a_mutant_is_the_whole_file_with_one_mistake() -> None:
    code = '"""Say so."""\n\na = b + 1\nc = d < e\n'
    plus, one, less = mutants_of(PATH, code)
    assert [(one.line, one.became) for one in (plus, one, less)] == [
        (3, "a = b + 2"),
        (3, "a = b - 1"),
        (4, "c = d <= e"),
    ]
    for mutant in (plus, one, less):
        lines = mutated(code, mutant).splitlines()
        assert mutant.became in lines
        assert len([line for line in code.splitlines() if line and line not in lines]) == 1
    assert plus.in_words == "some.py:3: `a = b + 1` → `a = b + 2`"


def test_all_lines_of_a_statement_count_and_not_those_of_its_body() -> None:
    code = "def f(\n    a=1,\n):\n    if (\n        a\n        and b\n    ):\n        pass\n"
    spans = {(one.line, one.last): one.was for one in mutants_of(PATH, code)}
    assert spans == {(1, 3): "def f(a=1):", (4, 7): "if a and b:"}


def test_a_sample_has_of_every_file_its_share() -> None:
    files = {
        Path(name): mutants_of(Path(name), "\n".join(f"a{n} + b" for n in range(many)))
        for name, many in (("large.py", 200), ("small.py", 40), ("tiny.py", 2), ("empty.py", 0))
    }
    chosen = sample(files, 24, seed=1)
    assert {path.stem: len(those) for path, those in chosen.items()} == {
        "large": 20,
        "small": 4,
        "tiny": 1,
    }
    assert sample(files, 24, seed=1) == chosen
    assert sample(files, 24, seed=2) != chosen
    assert len(sample(files, 10_000, seed=1)[Path("large.py")]) == 200
