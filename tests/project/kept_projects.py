"""A small event that is synced once, and what counts the work that is done of it."""

import hashlib
import shutil
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from coincide.app.cli.app import app
from coincide.errors import CoincideError
from coincide.project import Project
from tests.drawn import write_event

SIZES = {"ann": 5, "bob": 6, "cyd": 4}
KEPT = ".coincide"


def synced_event(folder: Path) -> Path:
    """Write an event of three people and sync it; return its folder."""
    party = write_event(folder / "party", SIZES)
    Project.at(party).sync()
    return party


def copied(event: Path, to: Path) -> Path:
    """Return a copy of an event with all that is kept of it, times of change and all."""
    return Path(shutil.copytree(event, to, symlinks=True))


def run(*arguments: object) -> str:
    """Run a command as the shell would; return its text, raise its error."""
    result = CliRunner().invoke(app, [str(one) for one in arguments])
    if isinstance(result.exception, CoincideError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.output


def contents(folder: Path) -> dict[str, str]:
    """Return the sha256 of every file below a folder, and the names of all folders.

    But for the cache of pictures, which the app says it keeps.
    """
    return {
        path.relative_to(folder).as_posix(): (
            "" if path.is_dir() else hashlib.sha256(path.read_bytes()).hexdigest()
        )
        for path in folder.rglob("*")
        if not path.name.startswith("pictures.sqlite")
    }


def count_work(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Return what will be counted from now on: solves of every kind, and photos that are opened."""
    counted: Counter[str] = Counter()

    def counting(what: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def counted_work(*arguments: Any, **more: Any) -> Any:
            counted[what] += 1
            return work(*arguments, **more)

        return counted_work

    for module, name, what in (
        ("project.project", "solve", "solve"),
        ("project.solve.sync", "solve", "solve"),
        ("project.solve.joint", "solve_joint", "solve jointly"),
        ("features.run", "decode", "decode"),
    ):
        home = import_module(f"coincide.{module}")
        monkeypatch.setattr(home, name, counting(what, getattr(home, name)))
    return counted
