"""What the documentation types at a prompt is what the command line takes."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from coincide.app.cli.app import app

ROOT = Path(__file__).resolve().parents[3]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
GUIDE = (ROOT / "docs" / "guide" / "commands.md").read_text(encoding="utf-8")
PROGRAM: Any = typer.main.get_command(app)


def typed(page: Path) -> Iterator[str]:
    """Yield the calls of coincide in a page's console blocks, a continued one as one line."""
    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"(?ms)^```console\n(.*?)^```", text):
        for line in re.findall(r"(?m)^\$ (coincide .*)$", block.replace("\\\n", " ")):
            yield re.split(r"\s(?:&&|\||>|;|2>)", line)[0]


CALLS = [(page.relative_to(ROOT), line) for page in PAGES for line in typed(page)]


def test_calls_are_found() -> None:
    assert len(CALLS) > 30
    assert any(str(page) == "README.md" for page, _ in CALLS)


@pytest.mark.parametrize(("page", "line"), CALLS)
def test_commands_and_options_that_are_typed_exist(page: Path, line: str) -> None:
    words = shlex.split(line, comments=True)[1:]
    command = PROGRAM
    while hasattr(command, "commands") and words and not words[0].startswith("-"):
        name, *words = words
        assert name in command.commands, f"{page}: {line}"
        command = command.commands[name]
    known = {name for found in command.params for name in (*found.opts, *found.secondary_opts)}
    for word in words:
        if re.match(r"--?[a-zA-Z]", word):
            assert word.split("=")[0] in known | {"--help", "-h"}, f"{page}: {line}"


@pytest.mark.parametrize("name", PROGRAM.commands)
def test_the_guide_speaks_of_every_command(name: str) -> None:
    table = GUIDE.split("\n## ")[0]
    assert re.search(rf"`[^`\n]*\bcoincide {name}\b", table), f"docs/guide/commands.md: {name}"
