"""The workflow files: not yet run, so at least what they name has to be there."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main
import yaml

from coincide.app.cli.app import app
from tests.journeys.shell import ROOT

FILES = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
DOCUMENTS = {path.name: yaml.safe_load(path.read_text(encoding="utf-8")) for path in FILES}
SYSTEMS = ("ubuntu", "macos", "windows")


def jobs() -> Iterator[tuple[str, dict[str, Any]]]:
    for document in DOCUMENTS.values():
        yield from document["jobs"].items()


def steps() -> Iterator[dict[str, Any]]:
    for _, job in jobs():
        yield from job["steps"]


RUNS = [step["run"] for step in steps() if "run" in step]


def test_both_files_are_there() -> None:
    assert set(DOCUMENTS) == {"test.yml", "packages.yml"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_first_line_says_that_it_was_not_run(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("# Not yet run: ")


def test_every_make_target_is_there() -> None:
    named = {found for run in RUNS for found in re.findall(r"\bmake ([a-z-]+)", run)}
    assert {"check", "test", "packages", "standalone", "first-five-minutes"} <= named
    for target in sorted(named):
        command = ["make", "--dry-run", "--question", target]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert "No rule to make target" not in done.stderr, target


def test_every_script_is_there() -> None:
    named = {
        found for run in RUNS for found in re.findall(r"(?<![\w/])(?:\.ci|tools)/[\w./]+", run)
    }
    assert named == {".ci/run"}
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_coincide_is_called_with_commands_that_exist() -> None:
    known = typer.main.get_group(app).commands
    named = {found for run in RUNS for found in re.findall(r"\bcoincide ([a-z]+)", run)}
    assert named == {"doctor", "demo", "sync", "report"}
    assert named <= set(known)


@pytest.mark.parametrize("name", ["default", "install"])
def test_all_systems_and_pythons_are_tried(name: str) -> None:
    matrix = dict(jobs())[name]["strategy"]["matrix"]
    assert matrix["python"] == ["3.11", "3.12", "3.13"]
    assert [os.split("-")[0] for os in matrix["os"]] == list(SYSTEMS)


def test_packages_and_standalone_programs_are_kept() -> None:
    kept = [step["with"]["name"] for step in steps() if "upload-artifact" in step.get("uses", "")]
    assert {"packages", "standalone-${{ matrix.os }}"} <= set(kept)


def test_nothing_may_write_to_the_repository() -> None:
    for document in DOCUMENTS.values():
        assert document["permissions"] == {"contents": "read"}


def test_every_used_action_has_a_version() -> None:
    used = [step["uses"] for step in steps() if "uses" in step]
    assert used
    assert [one for one in used if not re.fullmatch(r"actions/[a-z-]+@v\d+", one)] == []
