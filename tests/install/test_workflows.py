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
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
KNOWN = frozenset(typer.main.get_group(app).commands)
SYSTEMS = ("ubuntu", "macos", "windows")


def jobs() -> Iterator[tuple[str, dict[str, Any]]]:
    for document in DOCUMENTS.values():
        yield from document["jobs"].items()


def steps() -> Iterator[dict[str, Any]]:
    for _, job in jobs():
        yield from job.get("steps", [])


RUNS = [step["run"] for step in steps() if "run" in step]


def test_all_files_are_there() -> None:
    assert set(DOCUMENTS) == {"test.yml", "packages.yml", "release.yml"}


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
    modules = {found for run in RUNS for found in re.findall(r"-m (tools[.\w]+)", run)}
    assert modules == {"tools.release", "tools.recipes"}
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_coincide_is_called_with_commands_that_exist() -> None:
    named = {found for run in RUNS for found in re.findall(r"\bcoincide ([a-z]+)", run)}
    assert named == {"doctor", "demo", "sync", "report"}
    assert named <= KNOWN


@pytest.mark.parametrize("name", ["default", "install"])
def test_all_systems_and_pythons_are_tried(name: str) -> None:
    matrix = dict(jobs())[name]["strategy"]["matrix"]
    assert matrix["python"] == ["3.11", "3.12", "3.13"]
    assert [os.split("-")[0] for os in matrix["os"]] == list(SYSTEMS)


def test_packages_and_standalone_programs_are_kept() -> None:
    kept = [step["with"]["name"] for step in steps() if "upload-artifact" in step.get("uses", "")]
    assert {"packages", "standalone-${{ matrix.os }}"} <= set(kept)


def test_a_file_grants_nothing_and_a_job_no_more_than_it_needs() -> None:
    assert all(document["permissions"] == {} for document in DOCUMENTS.values())
    granted = {name: job["permissions"] for name, job in jobs()}
    allowed = {
        "publish": {"id-token": "write"},
        "release": {"contents": "write", "id-token": "write", "attestations": "write"},
        "image": {"contents": "read", "packages": "write"},
        "images": {"packages": "write"},
    }
    assert granted == {name: allowed.get(name, {"contents": "read"}) for name in granted}


def test_only_a_tag_publishes_and_only_what_was_tested() -> None:
    release = DOCUMENTS["release.yml"]
    assert release[True] == {"push": {"tags": ["v*"]}}  # YAML reads the word on as True
    assert set(release["jobs"]["publish"]["needs"]) == {"test", "packages"}
    assert release["jobs"]["release"]["needs"] == "publish"
    others = [name for name in DOCUMENTS if name != "release.yml"]
    assert not [name for name in others if "tags" in (DOCUMENTS[name][True]["push"] or {})]


def test_no_step_keeps_the_right_to_push() -> None:
    checkouts = [step for step in steps() if "actions/checkout@" in step.get("uses", "")]
    assert len(checkouts) > 5
    assert all(step["with"]["persist-credentials"] is False for step in checkouts)


def test_no_expression_is_put_into_a_shell() -> None:
    assert [run for run in RUNS if "${{" in run] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_used_action_is_pinned_and_its_version_is_told(path: Path) -> None:
    used = re.findall(r"uses: (.+)", path.read_text(encoding="utf-8"))
    assert used
    pinned = re.compile(
        r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\./\.github/workflows/\w+\.yml.*"
    )
    assert [line for line in used if not pinned.fullmatch(line)] == []


def test_one_action_has_one_version() -> None:
    pins = {step["uses"] for step in steps() if "uses" in step}
    assert len(pins) == len({pin.split("@")[0] for pin in pins})


def test_forms_name_what_the_program_has() -> None:
    forms = {path.name: yaml.safe_load(path.read_text("utf-8")) for path in FORMS}
    assert set(forms) == {"bug.yml", "certain-and-wrong.yml", "idea.yml", "config.yml"}
    wrong = forms["certain-and-wrong.yml"]["body"]
    asked = {part["id"] for part in wrong if part.get("validations", {}).get("required")}
    assert asked == {"said", "truth", "event", "doctor"}
    for name in ("bug.yml", "certain-and-wrong.yml"):
        told = (FORMS[0].parent / name).read_text(encoding="utf-8")
        named = set(re.findall(r"coincide ([a-z]+)\b", told)) & set(KNOWN)
        assert "doctor" in named
        assert [word for word in re.findall(r"`coincide ([a-z]+)", told) if word not in KNOWN] == []


def test_proposals_of_versions_cover_every_place_that_names_some() -> None:
    told = yaml.safe_load((ROOT / ".github" / "dependabot.yml").read_text(encoding="utf-8"))
    found = {
        (update["package-ecosystem"], folder)
        for update in told["updates"]
        for folder in update.get("directories", [update.get("directory")])
    }
    assert found == {
        ("github-actions", "/"),
        ("pip", "/"),
        ("pip", "/.ci"),
        ("pip", "/bench"),
        ("npm", "/web"),
    }
    for _, folder in found:
        assert (ROOT / folder.lstrip("/")).is_dir()
