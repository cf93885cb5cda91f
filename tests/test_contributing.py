"""CONTRIBUTING.md leads somewhere: the files, names and targets that it tells are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SOURCE = ROOT / "src" / "coincide"
BENCH = ROOT / "bench" / "src" / "coincide_bench"
BASES = (ROOT, SOURCE, SOURCE / "features" / "backbones", SOURCE / "solver", BENCH)
TOLD = sorted(set(re.findall(r"`([^`\n]+)`", PAGE)) | set(re.findall(r"\]\(([^)]+)\)", PAGE)))
# what a newcomer makes on the walks
MADE = ("NAME", "height")


def told(pattern: str) -> list[str]:
    return [one for one in TOLD if re.fullmatch(pattern, one) and not any(m in one for m in MADE)]


@pytest.mark.parametrize("path", told(r"[\w./-]+(\.(py|md|toml)|/)"))
def test_every_file_it_names_is_there(path: str) -> None:
    elsewhere = list((ROOT / "tests").rglob(path)) if path.startswith("test_") else []
    assert elsewhere or any((base / path).exists() for base in BASES)


def test_the_tests_it_tells_to_run_are_there() -> None:
    told_tests = re.findall(r"\btests/[\w/]+", PAGE)
    assert len(told_tests) > 5
    for one in told_tests:
        assert "NAME" in one or (ROOT / one).exists() or (ROOT / f"{one}.py").exists(), one


@pytest.fixture(scope="module")
def code() -> str:
    rooms = ("src", "bench", "tests", "tools")
    files = [path for name in rooms for path in (ROOT / name).rglob("*.py")]
    return "\n".join(path.read_text(encoding="utf-8") for path in files if path != Path(__file__))


@pytest.mark.parametrize("name", told(r"[A-Za-z_]+(\.[A-Za-z_]+)*(\(.*\))?"))
def test_every_name_it_tells_is_in_the_code(name: str, code: str) -> None:
    last = name.split("(", maxsplit=1)[0].rsplit(".", maxsplit=1)[-1]
    assert re.search(rf"\b{last}\b", code)


def test_there_are_such_names() -> None:
    assert len(told(r"[\w./-]+\.py")) > 25
    assert {"BrightnessMeasure", "RECORD_VERSION", "measures_of"} <= set(TOLD)


def test_every_target_it_tells_is_in_the_makefile() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    lines = re.findall(r"(?:`|\$ )make +([a-z -]+)", PAGE)
    told_targets = {target for line in lines for target in line.split()}
    assert {"setup", "check", "test", "docs"} <= told_targets <= targets
