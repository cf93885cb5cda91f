"""The event that all programs are given, made once."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import CopyDemo
from tests.programs.events import Expected, Said, corrected, make_event, replanned
from tests.programs.screen import Screen, hidden_screen


@dataclass(frozen=True, slots=True)
class Tagged:
    """A synced event that nothing is written to, and what is said inside its files."""

    path: Path
    said: dict[Path, Said]

    def corrected(self, to: Path, *arguments: str) -> Expected:
        """Copy it, plan and apply."""
        return corrected(self.path, to, self.said, *arguments)

    def copied(self, to: Path) -> list[Path]:
        """Copy it as it is; return its photos and videos."""
        shutil.copytree(self.path, to)
        return sorted(to.glob("[!.]*/[!.]*"))

    def replanned(self, event: Path, files: list[Path], *arguments: str) -> Expected:
        """Plan and apply in a copy that a program has already."""
        return replanned(event, self.said, files, *arguments)


@pytest.fixture(scope="session")
def tagged(copy_demo: CopyDemo, tmp_path_factory: pytest.TempPathFactory) -> Tagged:
    """The event."""
    path = tmp_path_factory.mktemp("programs") / "event"
    return Tagged(path, make_event(copy_demo, path))


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    """A screen that nobody sees."""
    with hidden_screen(tmp_path / "home") as found:
        yield found
