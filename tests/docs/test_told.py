"""Every command, option, error, exit code and setting is in the documentation, and explained."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from coincide import errors
from coincide.app.cli.app import app
from coincide.features.backbones.onnx_file import _KEYS as ONNX_KEYS
from coincide.ingest.eventfile import _EVENT_KEYS, _GALLERY_KEYS
from tools.reference.options import SET_BY

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "coincide"
REFERENCE = ROOT / "docs" / "reference"


def page(name: str) -> str:
    return (REFERENCE / name).read_text(encoding="utf-8")


def sections(text: str) -> dict[str, str]:
    """Return the parts of a page by their headings, whatever their level."""
    parts = re.split(r"(?m)^##+ (.+)$", text)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def sources(*words: str) -> Iterator[tuple[Path, str]]:
    """Yield the modules that have one of these words in a line that begins a class."""
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        lines = re.findall(r"(?m)^class .*$", text)
        if any(word in line for line in lines for word in words):
            yield path, text


def commands(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    yield name, command
    for sub_name, sub in getattr(command, "commands", {}).items():
        yield from commands(sub, f"{name} {sub_name}")


COMMANDS = dict(commands(typer.main.get_command(app), "coincide"))


def test_all_commands_are_found() -> None:
    some = {"coincide sync", "coincide hint pin", "coincide cameras list", "coincide bench run"}
    assert some <= set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_and_options_are_told_with_types_and_help(name: str) -> None:
    told = sections(page("cli.md"))[name]
    assert COMMANDS[name].help
    for parameter in COMMANDS[name].params:
        assert parameter.help, f"{name} {parameter.name} has no help"
        if parameter.param_type_name != "option":
            continue
        (row,) = re.findall(rf"(?m)^\| [^|]*`{parameter.opts[0]}`.*$", told)
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]]
        assert len(cells) == 4
        assert cells[1] or parameter.is_flag, row
        assert " ".join(parameter.help.split())[:12].split("--")[0] in cells[3]


def error_classes() -> dict[str, str]:
    """Return the error classes of the source by name, with their files, read without importing."""
    found: dict[str, str] = {}
    bases: dict[str, set[str]] = {}
    for path, text in sources("("):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef):
                bases[node.name] = {base.id for base in node.bases if isinstance(base, ast.Name)}
                found[node.name] = str(path)
    ours = {"CoincideError"}
    while more := {name for name, above in bases.items() if above & ours} - ours:
        ours |= more
    return {name: found[name] for name in ours}


@pytest.mark.parametrize("name", sorted(error_classes()))
def test_errors_are_told_with_what_to_do(name: str) -> None:
    told = sections(page("errors.md"))[name]
    paragraphs = [part for part in told.split("\n\n") if part.strip()]
    assert f".{name}`" in paragraphs[0]
    assert len(paragraphs) >= (3 if hasattr(errors, name) else 2), "say what to do"


def test_exit_codes_are_told_and_distinct() -> None:
    codes = [kind.exit_code for kind in errors.CoincideError.__subclasses__()]
    assert len(set(codes)) == len(codes)
    told = [int(code) for code in re.findall(r"(?m)^\| (\d+) \|", page("errors.md"))]
    assert told == sorted({0, 1, 130, *codes})


def settings() -> Iterator[tuple[str, str]]:
    """Yield the options classes of the source with their keys, read without importing."""
    for path, text in sources("Options:", "class Caution:"):
        if SOURCE / "bench" in path.parents:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef) and re.search(r"Options$|^Caution$", node.name):
                for line in node.body:
                    if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
                        yield node.name, line.target.id


def test_settings_are_found() -> None:
    found = set(settings())
    assert {("JointOptions", "pooling"), ("VladOptions", "seed"), ("Caution", "slight")} <= found
    assert len(found) > 100


@pytest.mark.parametrize(("owner", "key"), sorted(set(settings())))
def test_settings_are_told_with_type_default_and_meaning(owner: str, key: str) -> None:
    told = sections(page("options.md"))[owner]
    (row,) = re.findall(rf"(?m)^\| `{key}` \|.*$", told)
    _, _, kind, default, meaning, *_ = (cell.strip() for cell in re.split(r"(?<!\\)\|", row))
    assert kind
    assert default
    assert len(meaning) > 5, f"{owner}.{key}: say what it means in its reason, or a comment"
    assert kind.endswith(", s") or not key.endswith("_s")


@pytest.mark.parametrize("option", sorted(set(SET_BY.values())))
def test_the_options_that_set_them_exist(option: str) -> None:
    command, name = option.split()
    assert any(name in found.opts for found in COMMANDS[f"coincide {command}"].params)


def test_keys_of_event_files_and_onnx_files_are_told() -> None:
    told = sections(page("options.md"))
    for key in {*_EVENT_KEYS, *_GALLERY_KEYS}:
        assert f"| `{key}` |" in told["Event file"]
    for key in ONNX_KEYS - {"taps"}:
        assert f"\n{key} = " in told["Settings of an ONNX file"]
    assert "[taps]" in told["Settings of an ONNX file"]


def test_variables_of_the_environment_are_told() -> None:
    told = sections(page("options.md"))["Environment"]
    source = "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    ours = set(re.findall(r"\bCOINCIDE_[A-Z]+\b", source))
    assert {"COINCIDE_CACHE", "COINCIDE_EXIFTOOL"} <= ours
    for name in ours:
        assert f"| `{name}` |" in told, name
