"""The page on installing: its commands run as they are written, in a clone, from the index."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from coincide.app.doctor.parts import EXTRAS
from tests.install.conftest import Machine, Wheel
from tests.journeys.pages import read_page
from tests.journeys.shell import ROOT, Shell, run_block
from tools.packages import Command

PAGE = ROOT / "docs" / "guide" / "install.md"
TEXT = PAGE.read_text(encoding="utf-8")


@pytest.mark.slow
def test_every_command_runs(machine: Machine, wheel: Wheel, clone: Path, tmp_path: Path) -> None:
    assert wheel.path.is_file()  # the clone's front end is built by now, which saves a minute
    install: Command = [machine.python, "-m", "pip", "install", "--quiet", "pipx", "uv"]
    subprocess.run(install, check=True, env=machine.variables)
    need_index(machine)
    variables = dict(machine.variables)
    variables["PATH"] += f"{os.pathsep}/usr/bin{os.pathsep}/bin"  # mkdir, for one
    with Shell(variables, clone, tmp_path) as shell:
        ran = [one for block in read_page(PAGE) for one in run_block(block, shell, clone)]
    programs = [re.sub(r"^\w+=\w+ ", "", one.command).split()[0] for one in ran]
    assert {"pip", "pipx", "uv", "uvx", "coincide"} <= set(programs)
    assert len((clone / "party" / ".coincide" / "offsets.csv").read_text().splitlines()) == 4


def need_index(machine: Machine) -> None:
    """Skip where uv cannot fetch a package, though pip can: it has settings of its own."""
    command: Command = [machine.python.with_name("uv"), "pip", "install", "--dry-run", "iniconfig"]
    found = subprocess.run(
        command, env=machine.variables, check=False, capture_output=True, text=True
    )
    if found.returncode:
        pytest.skip(f"uv reaches no package index on this machine: {found.stderr.strip()[-300:]}")


def test_only_the_archive_is_left_out() -> None:
    skipped = [block for block in read_page(PAGE) if block.skip]
    assert [block.text.split()[:2] for block in skipped] == [["$", "tar"]]


def test_every_extra_is_there_with_its_lines() -> None:
    rows = re.findall(r"^\| `(\w+)` \| .+ \| `(.+)` \| `(.+)` \|$", TEXT, re.MULTILINE)
    assert {row[0] for row in rows} == {extra.name for extra in EXTRAS}
    for name, in_clone, installed in rows:
        assert in_clone == f'pip install ".[{name}]"'
        assert installed == f'pip install "coincide[{name}]"'


def test_it_says_under_which_licence_the_standalone_program_is() -> None:
    assert "as a whole is passed on under the GPL" in TEXT
