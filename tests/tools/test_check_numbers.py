import doctest
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from coincide.solver.options.setting import BY_HAND, PHYSICAL, Origin, choice, fitted, setting
from tools import check_numbers
from tools.check_numbers import (
    SOLVER,
    SOUND,
    SOURCE,
    TABLES,
    UNITS,
    counted,
    exception_problems,
    main,
    n_in_tables,
    n_with_reason,
    name_problems,
    numbers_in,
    option_classes,
    option_problems,
    read_names,
)


def found(source: str) -> list[tuple[str, str]]:
    return [(number.what, number.text) for number in numbers_in(source, "a.py")]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("LIMIT = 5", [("constant", "5")]),
        # a constant is one whatever its value: it has a meaning, or it had no name
        ("DEPTH = 2", [("constant", "2")]),
        ("DEPTH: int = 2", [("constant", "2")]),
        ("A, B = 1.0, 30.0", [("literal", "30.0"), ("constant", "(1.0, 30.0)")]),
        ("LONG_S = 2 * HOUR_S", [("constant", "2 * HOUR_S")]),
        (
            "GRID = np.arange(-60.0, 61.0, 5.0)",
            [("literal", one) for one in ("-60.0", "61.0", "5.0")],
        ),
        ("_LIMIT_S = 4.0", [("constant", "4.0")]),
        ("limit_s = 4.0", [("constant", "4.0")]),
        # right below the reason, and in capitals
        ("# why\n\nLIMIT_S = 4.0", [("constant", "4.0")]),
        ("LIMIT_S = 4.0\n# why", [("constant", "4.0")]),
        ("# why\nlimit_s = 4.0", [("constant", "4.0")]),
        ("def f(n=7): ...", [("default argument", "7")]),
        ("def f(*, share: float = 0.5): ...", [("default argument", "0.5")]),
        ("def f(x):\n    return x > 0.05", [("literal", "0.05")]),
        ("def f(x):\n    return -2 * x", [("literal", "-2")]),
        ("x = f(1 << 16)", [("literal", "16"), ("sum of numbers", "1 << 16")]),
        ("x = f(2 + 2)", [("sum of numbers", "2 + 2")]),
        ("x = float('0.3')", [("literal", "float('0.3')")]),
        ("class A:\n    s: float = 4.0", [("literal", "4.0")]),
        ("class AOptions:\n    s: float = 4.0", [("literal", "4.0")]),
        ("class A:\n    s: float = setting(4.0, BY_HAND, 'why')", [("literal", "4.0")]),
    ],
)
def test_a_planted_number_is_found(source: str, expected: list[tuple[str, str]]) -> None:
    assert sorted(found(source)) == sorted(expected)


@pytest.mark.parametrize(
    "source",
    [
        "def f(x, n=0, m=-1):\n    return 2 * x[-2:, 1] + 1.0 - 1 / 2",
        "NOTHING = np.zeros((0, 2))",
        "ON = True",
        "NAME = 'a5'",
        "def f(x=True, y='3'):\n    return f'{x:.3f}'",
        "EARTH_RADIUS_M = 6_371_008.8",
        "# why\n_LIMIT_S = 4.0",
        "# why\nLIMIT_S = 4.0",
        "X = f()\n# why, and\n# more of it\nSTEPS: Steps = ((4.0, 1 / 3), (10.0, 5))",
        "class AOptions:\n    s: float = setting(4.0, BY_HAND, 'why')",
        "class AOptions:\n    s: tuple[float, ...] = setting((-4.0, 1 / 3), BY_HAND, 'why')",
    ],
)
def test_plain_numbers_units_and_options_are_none(source: str) -> None:
    assert found(source) == []


def test_the_place_is_told() -> None:
    (number,) = numbers_in("\n\nX = 3\n", "joint/board.py")
    assert str(number).startswith("joint/board.py:3: constant 3 has no reason")


@dataclass(frozen=True, slots=True)
class GoodOptions:
    """Nothing is wrong."""

    width_s: float = setting(3.0, BY_HAND, "as wide as that")
    asks: bool = choice(True, "whether to ask")
    knots: tuple[float, ...] = setting(
        (1.0, 2.0), fitted("python -m coincide_bench.fit"), "as fitted"
    )


@dataclass(frozen=True, slots=True)
class BadOptions:
    """Each has something wrong."""

    bare: int = 3
    unsaid: float = setting(3.5, PHYSICAL, " ")
    no_number: bool = choice(False, "")
    by_nothing: float = setting(1.0, fitted(""), "by whom")
    by_nobody: float = setting(1.0, fitted("python -m coincide_bench.gone"), "by whom")
    guessed: float = setting(1.0, Origin("guess"), "who knows")  # type: ignore[arg-type]


def test_options_without_reason_origin_or_command_are_named() -> None:
    assert option_problems([GoodOptions]) == []
    assert [problem.rpartition(".")[2] for problem in option_problems([BadOptions])] == [
        "bare: no reason",
        "bare: no origin",
        "unsaid: no reason",
        "no_number: no reason",
        "by_nothing: fitted by no command: ''",
        "gone'",
        "guessed: no origin",
    ]


@dataclass(frozen=True, slots=True)
class OtherOptions:
    """Has a name that another class has too."""

    width_s: float = setting(4.0, BY_HAND, "another width")
    asks: bool = choice(True, "the same as there")


def test_a_name_of_two_values_is_named_and_one_that_nobody_reads() -> None:
    read = frozenset({"width_s", "knots"})
    assert name_problems([GoodOptions], read) == []
    assert name_problems([GoodOptions, OtherOptions], read) == [
        "width_s has several values: 3.0 in GoodOptions, 4.0 in OtherOptions"
    ]
    assert name_problems([GoodOptions], frozenset({"knots"})) == [
        "GoodOptions.width_s: no code reads it"
    ]


def test_what_is_only_written_is_not_read() -> None:
    assert read_names(["a.b = c.d", "f(e.g)"]) == {"d", "g"}


def sources() -> dict[str, str]:
    return {
        path.relative_to(root).as_posix(): path.read_text("utf-8")
        for folder, root in ((SOLVER, SOLVER), (SOUND, SOURCE))
        for path in folder.rglob("*.py")
    }


def test_units_and_tables_are_there_once_and_say_who_made_them() -> None:
    known = sources()
    assert exception_problems(known) == []
    table = next(iter(TABLES))
    assert exception_problems({**known, table: '"""By hand."""'}) == [
        f"TABLES: {table} does not say that {TABLES[table]} makes it"
    ]
    unit = "NORMAL_90"
    assert unit in UNITS
    assert exception_problems({**known, "b.py": f"{unit} = 1.645"})[0].startswith(
        f"UNITS: {unit} is told in"
    )
    without = known["units.py"].replace(unit, "NORMAL")
    assert exception_problems({**known, "units.py": without}) == [f"UNITS: there is no {unit}"]


def test_examples_in_its_docstrings_hold() -> None:
    tried = doctest.testmod(check_numbers)
    assert (tried.attempted > 0, tried.failed) == (True, 0)


def test_the_solver_passes() -> None:
    assert len(option_classes()) > 10
    assert main() == 0


def test_options_are_counted_by_origin_and_constants_below_their_reason() -> None:
    assert n_with_reason("# why\n_A = 4.0\n# a name\nB = 'b'\nC = 5\n# why\nD = 1 / 3\n") == 2
    assert counted([GoodOptions], 205, 7) == (
        "numbers: 2 options in 1 classes (1 fitted, 1 by hand),"
        " 205 in fitted tables and their grids, and 7 constants with their reason beside their use"
    )


def test_numbers_of_tables_are_counted_but_not_what_is_recorded_of_them() -> None:
    assert n_in_tables("A = (1.0, (-2, 3))\nRECORD: dict[str, int] = {'photos': 7}\n") == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "planted"),
    [("joint/board.py", "LEAST_GAIN = 7.5"), ("evidence/ratio.py", "def f(n: int = 40): ...")],
)
def test_it_fails_on_a_number_planted_in_the_solver(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    path: str,
    planted: str,
) -> None:
    folder = tmp_path / "solver"
    shutil.copytree(SOLVER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(check_numbers, "SOLVER", folder)
    assert main() == 0
    module = folder / path
    module.write_text(f"{module.read_text('utf-8')}\n\n{planted}\n", "utf-8")
    capsys.readouterr()
    assert main() == 1
    assert f"src/coincide/solver/{path}" in capsys.readouterr().out
