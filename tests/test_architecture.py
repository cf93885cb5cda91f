"""ARCHITECTURE.md is true: all that it names is there, all that is there it names, and imports."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "coincide"
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
# a path is told from the package on, or from the folder that its paragraph is about
BASES = (
    *(SOURCE, ROOT, SOURCE / "app" / "review", ROOT / "web" / "src"),
    ROOT / "bench" / "src" / "coincide_bench",
)
# what is on top of everything, what only says which names are public, and which are so no more
ENTRIES = {"__init__", "__main__", "oldnames"}


def parts() -> set[str]:
    """Return the packages and modules right below the package."""
    folders = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    return folders | {path.stem for path in SOURCE.glob("*.py")} - ENTRIES


def drawn_layers() -> list[set[str]]:
    """Return the page's drawing of who may import whom, top first."""
    (drawing,) = re.findall(r"^```\n(app →.*?)```", PAGE, re.DOTALL | re.MULTILINE)
    return [{name.strip() for name in layer.split("|")} for layer in drawing.split("→")]


def contract(kind: str) -> dict[str, list[str]]:
    """Return the first contract of a kind: that of the whole package, before those of its rooms."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    return dict(next(one for one in contracts if one["type"] == kind))


def own_name(module: str) -> str:
    return module.strip().removeprefix("coincide.")


def imports() -> Iterator[tuple[Path, str, str]]:
    """Yield each import between parts of the package: the file, its part and the other one."""
    known = parts()
    for path in sorted(SOURCE.rglob("*.py")):
        part = path.relative_to(SOURCE).parts[0].removesuffix(".py")
        for module in imported(ast.parse(path.read_text(encoding="utf-8"))):
            other = own_name(module).split(".")[0]
            if other in known and other != part and part not in ENTRIES:
                yield path, part, other


def imported(tree: ast.Module) -> Iterator[str]:
    """Yield the modules of the package that a file imports anywhere."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (one.name for one in names if one.name.startswith("coincide."))
            case ast.ImportFrom(module="coincide", names=names):
                yield from (f"coincide.{one.name}" for one in names)
            case ast.ImportFrom(module=str() as module) if module.startswith("coincide."):
                yield module
            case ast.ImportFrom(level=level) if level:
                raise AssertionError("imports within the package are absolute")


def named_paths() -> list[str]:
    """Return what the page names that looks like a file or a folder."""
    words = re.findall(r"`([\w./-]+)`", PAGE) + re.findall(r"\]\(([\w./-]+)\)", PAGE)
    of_code = (".py", ".md", ".ts", ".svelte", "/")
    return sorted({word for word in words if word.endswith(of_code)})


@pytest.mark.parametrize("path", named_paths())
def test_every_file_and_folder_that_it_names_exists(path: str) -> None:
    assert any((base / path).exists() for base in BASES)


def test_it_names_some() -> None:
    assert len(named_paths()) > 50


@pytest.mark.parametrize("part", sorted(parts()))
def test_every_part_of_the_package_is_named_and_described(part: str) -> None:
    told, drawn = PAGE.split("## Imports point down")
    assert f"`{part}/`" in told or f"`{part}.py`" in told or f"`{part}/" in told
    assert re.search(rf"\b{part}\b", drawn)


def test_the_drawing_is_the_contract_that_is_enforced() -> None:
    enforced = [
        {own_name(name) for name in layer.split("|")} for layer in contract("layers")["layers"]
    ]
    assert enforced[0] == {"__main__"}
    assert drawn_layers() == enforced[1:]


def test_every_import_goes_down_in_the_drawing() -> None:
    layer_of = {name: number for number, names in enumerate(drawn_layers()) for name in names}
    assert layer_of.keys() == parts()
    found = list(imports())
    assert len(found) > 500
    upwards = [
        f"{path.relative_to(ROOT)}: {part} imports {other}"
        for path, part, other in found
        if layer_of[other] <= layer_of[part]
    ]
    assert upwards == []


def test_who_knows_numbers_only_is_who_is_held_to_it() -> None:
    sentence = next(one for one in PAGE.split("\n\n") if "know numpy and scipy only" in one)
    names = set(re.findall(r"`(\w+)`", sentence.split("know numpy")[0].split("each other.")[1]))
    assert names == {own_name(name) for name in contract("forbidden")["source_modules"]}
