"""What tells whether packages are the same, and whether an installed wheel works."""

import os
import subprocess
from pathlib import Path

import pytest

from coincide import __version__
from tools import packages, reproducible, try_extras

FINE = {"name": "coincide", "needed": True, "version": __version__, "problem": None}


def finding(name: str, *, problem: str | None = None, needed: bool = False) -> dict[str, object]:
    return {"name": name, "needed": needed, "version": "1", "problem": problem}


def test_a_byte_that_differs_is_noticed(tmp_path: Path) -> None:
    for name, content in (("first", b"same"), ("second", b"same")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.whl").write_bytes(content)
        (tmp_path / name / "b.whl").write_bytes(content + name.encode())
    (tmp_path / "second" / "c.whl").write_bytes(b"")
    first, second = (reproducible.digests(tmp_path / name) for name in ("first", "second"))
    assert reproducible.differences(first, second) == ["b.whl", "c.whl"]
    assert reproducible.differences(first, first) == []


def test_a_clone_is_of_the_tag_and_of_that_umask(tmp_path: Path) -> None:
    origin = tmp_path / "origin"
    origin.mkdir()
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    before = os.umask(0o022)
    for command in (
        ["init", "--quiet"],
        [*who, "commit", "--quiet", "--allow-empty", "--message", "one"],
        ["tag", "v1"],
        [*who, "commit", "--quiet", "--allow-empty", "--message", "two"],
    ):
        subprocess.run(["git", *command], cwd=origin, check=True)
    reproducible.clone(origin, "v1", tmp_path / "clone", "077")
    assert os.umask(before) == 0o022  # as it was
    log = subprocess.run(
        ["git", "log", "--format=%s"],
        cwd=tmp_path / "clone",
        capture_output=True,
        text=True,
        check=True,
    )
    assert log.stdout == "one\n"
    assert (tmp_path / "clone").stat().st_mode & 0o777 == 0o700


def test_packages_are_dated_by_the_commit(tmp_path: Path) -> None:
    (told,) = packages.commit_date(packages.ROOT).values()
    assert int(told) > 1_700_000_000
    assert packages.commit_date(tmp_path) == {}


@pytest.mark.parametrize(
    ("findings", "problems"),
    [
        ([finding("coincide[web]"), finding("coincide[raw]", problem="missing")], ()),
        ([finding("coincide[web]", problem="missing")], ("coincide[web]: missing",)),
        ([finding("coincide[web]"), finding("numpy", problem="old", needed=True)], ("numpy: old",)),
        ([], ("coincide doctor does not know coincide[web]",)),
    ],
)
def test_what_doctor_says_of_an_installation_counts(
    findings: list[dict[str, object]], problems: tuple[str, ...]
) -> None:
    assert try_extras.judge("web", {"findings": [FINE, *findings]}) == problems


def test_another_version_than_this_is_a_problem() -> None:
    told = {"findings": [FINE | {"version": "0.0.1"}]}
    assert try_extras.judge("", told) == ("version 0.0.1 was installed",)
