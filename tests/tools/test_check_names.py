from collections.abc import Mapping
from pathlib import Path

import pytest

from tools.check_names import MOST_IN_A_FOLDER, problems
from tools.measure_house import modules_of


def found(folder: Path, sources: Mapping[str, str]) -> list[str]:
    for name, text in sources.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return problems(modules_of(folder, "box"))


def test_a_clear_package_has_no_problem(tmp_path: Path) -> None:
    sources = {
        "__init__.py": "",
        "clock.py": "class Clock: pass\nclass _Part: pass\n",
        "seed.py": "from box.clock import Clock\nclass _Part: pass\n",
    }
    assert found(tmp_path, sources) == []


@pytest.mark.parametrize(
    ("sources", "words"),
    [
        ({"a.py": "class Clock: pass", "b/c.py": "class Clock: pass"}, "class Clock is defined 2"),
        ({"held.py": ""}, "held.py: name it by the noun"),
        ({"joined.py": ""}, "joined.py: name it by the noun"),
        ({"utils.py": ""}, "utils.py: name it by the noun"),
        ({"a.py": "import box.b", "b.py": "import box.a"}, "a circle of imports: box.a, box.b"),
        (
            {
                "one/__init__.py": "",
                "two/__init__.py": "",
                "one/a.py": "from box.two import c",
                "one/b.py": "",
                "two/c.py": "",
                "two/d.py": "from box.one import b",
            },
            "a circle of imports: box.one, box.two",
        ),
    ],
)
def test_each_fault_is_named(tmp_path: Path, sources: Mapping[str, str], words: str) -> None:
    (problem,) = found(tmp_path, {"__init__.py": "", **sources})
    assert words in problem


def test_a_folder_may_be_full_but_not_more(tmp_path: Path) -> None:
    full = {f"part{n}.py": "" for n in range(MOST_IN_A_FOLDER)}
    assert found(tmp_path, {"__init__.py": "", **full}) == []
    (problem,) = found(tmp_path, {"another.py": ""})
    assert f"{MOST_IN_A_FOLDER + 1} modules, at most {MOST_IN_A_FOLDER}" in problem
