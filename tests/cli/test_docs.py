"""Every command, option and exit code is in the docs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from coincide import errors
from coincide.cli.app import app

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")


def commands(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    if hasattr(command, "commands"):
        for sub_name, sub in command.commands.items():
            yield from commands(sub, f"{name} {sub_name}".strip())
    else:
        yield name, command


COMMANDS = dict(commands(typer.main.get_command(app), ""))


def test_all_commands_are_found() -> None:
    assert {"sync", "timeline", "demo", "bench table", "bench learn", "bench embed"} <= set(
        COMMANDS
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_and_options_are_documented(name: str) -> None:
    assert name in PAGE
    assert COMMANDS[name].help
    for parameter in COMMANDS[name].params:
        assert parameter.help, f"{name} {parameter.name} has no help"
        if parameter.param_type_name == "option":
            assert parameter.opts[0] in PAGE, f"{name} {parameter.opts[0]}"


def test_exit_codes_are_documented_and_distinct() -> None:
    kinds = errors.CoincideError.__subclasses__()
    codes = [kind.exit_code for kind in kinds]
    assert len(set(codes)) == len(codes)
    for code in codes:
        assert f"| {code} |" in PAGE
