"""The page of licences has every package that pyproject.toml asks for, and the weights."""

import re
import tomllib
from pathlib import Path

import pytest

from coincide.features.backbones.registry import BACKBONES
from tools import make_licences

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "reference" / "licences.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
GROUPS = {"": PROJECT["dependencies"], **PROJECT["optional-dependencies"]}


@pytest.mark.parametrize(
    ("group", "line"), [(group, line) for group, lines in GROUPS.items() for line in lines]
)
def test_every_direct_dependency_is_there_with_versions_and_licence(group: str, line: str) -> None:
    section = PAGE.split(f"## coincide[{group}]" if group else "## Always installed")[1]
    match = re.match(r"([\w-]+)(?:\[\w+\])?(.*)", line)
    assert match is not None
    row = re.search(
        rf"^\| \*\*{re.escape(match[1])}\*\* \| {re.escape(match[2])} \| (.+) \| [\d.]+ \|$",
        section.split("\n## ")[0],
        re.MULTILINE,
    )
    assert row is not None, line
    assert re.search(r"MIT|BSD|Apache|GPL", row[1])


def test_what_the_benchmark_needs_is_there_and_not_coincide_itself() -> None:
    section = PAGE.split("\n## coincide-bench\n")[1].split("\n## ")[0]
    assert re.search(
        r"^\| \*\*matplotlib\*\* \| >=[\d.]+ \| .+ \| [\d.]+ \|$", section, re.MULTILINE
    )
    assert "| kiwisolver | | BSD" in section.replace("  ", " ")
    assert "| **coincide**" not in section


def test_a_licence_that_nothing_tells_is_said_and_one_read_by_us_counts() -> None:
    told = {
        "silent": "UNKNOWN",
        "av": "BSD-3-Clause",
        "two": "MIT License; Apache Software License",
    }
    assert make_licences.licence_of("av", told) == make_licences.READ_IN_PACKAGE["av"]
    assert make_licences.licence_of("two", told) == "MIT or Apache-2.0"
    with pytest.raises(SystemExit, match="silent: its metadata tell no licence"):
        make_licences.licence_of("silent", told)


def test_every_network_of_ours_is_there() -> None:
    for name in BACKBONES:
        assert re.sub(r"\d$", "", name) in PAGE.lower()


def test_what_comes_with_a_package_is_found_too() -> None:
    """Starlette is asked for by FastAPI alone, and nobody else's packages are listed."""
    used = make_licences.find_used(make_licences.direct_requirements())
    assert used["starlette"].groups == {"web"}
    assert "mdurl" in used
    assert not {"pytest", "mypy", "mkdocs"} & set(used)
    assert all(one.licence for one in used.values())


def test_what_is_under_the_gpl_is_named() -> None:
    rows = {
        row[1]: row[0] for row in re.finditer(r"^\| \*\*([\w-]+)\*\* .*$", PAGE, flags=re.MULTILINE)
    }
    assert "GPL-3.0-or-later" in rows["exiv2"]
    for name in ("pillow-heif", "av"):
        assert re.search(r"GPL.*x265|x265.*GPL", rows[name])
    assert "`exiv2` is under the GPL" in PAGE
