"""Shell completion: the scripts that are printed, and bash asked to complete with one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from coincide.app.cli.app import app

NAME = "_COINCIDE_COMPLETE"


def script(shell: str) -> str:
    done = CliRunner().invoke(
        app, [], prog_name="coincide", env={NAME: f"source_{shell}"}, catch_exceptions=False
    )
    assert done.exit_code == 0
    return done.stdout


@pytest.fixture
def bin_folder(tmp_path: Path) -> Path:
    """A folder with a program called coincide, whatever way this one was installed."""
    program = tmp_path / "coincide"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m coincide "$@"\n')
    program.chmod(0o755)
    return tmp_path


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [("sy", {"sync"}), ("sync --verb", {"--verbose"}), ("hint lo", {"lock"}), ("doc", {"doctor"})],
)
def test_bash_completes(bin_folder: Path, typed: str, offered: set[str]) -> None:
    (bin_folder / "completion.sh").write_text(script("bash"))
    words = " ".join(f"'{word}'" for word in ["coincide", *typed.split()])
    ask = (
        f"source {bin_folder / 'completion.sh'}\n"
        f"COMP_WORDS=({words}); COMP_CWORD={len(typed.split())}\n"
        "complete -p coincide >&2 || exit 9\n"
        '_coincide_completion coincide; printf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    done = subprocess.run(
        ["bash", "--norc", "-c", ask],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}"},
    )
    assert done.returncode == 0, done.stderr
    assert "_coincide_completion" in done.stderr
    assert set(done.stdout.split()) == offered


@pytest.mark.parametrize(
    ("shell", "registers"),
    [("zsh", "compdef _coincide_completion coincide"), ("fish", "complete --command coincide")],
)
def test_other_shells_have_their_script(shell: str, registers: str) -> None:
    text = script(shell)
    assert registers in text
    assert f"{NAME}=complete_{shell}" in text


@pytest.mark.parametrize(
    ("shell", "asked"),
    [
        ("zsh", {"_TYPER_COMPLETE_ARGS": "coincide sy"}),
        (
            "fish",
            {"_TYPER_COMPLETE_ARGS": "coincide sy", "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
        ),
    ],
)
def test_other_shells_are_answered(shell: str, asked: dict[str, str]) -> None:
    """What their scripts run, for neither need be installed."""
    done = CliRunner().invoke(
        app, [], prog_name="coincide", env={NAME: f"complete_{shell}", **asked}
    )
    assert done.exit_code == 0
    assert "sync" in done.stdout
    assert "timeline" not in done.stdout


@pytest.mark.parametrize("option", ["--install-completion", "--show-completion"])
def test_completion_is_offered(option: str) -> None:
    assert option in CliRunner().invoke(app, ["--help"], env={"COLUMNS": "200"}).stdout
