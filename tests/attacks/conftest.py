"""A small event of two galleries, in the current folder."""

from pathlib import Path

import pytest

from coincide.project.plans.cameras import PATH_VARIABLE
from tests.writing.plan.events import write_event

CLOCKS = {
    "anna": ["2024:05:04 14:00:00", "2024:05:04 14:10:00"],
    "ben": ["2024:05:04 15:00:05", "2024:05:04 15:10:05"],
}


@pytest.fixture
def trip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "cameras.json"))
    monkeypatch.setenv("COINCIDE_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    write_event(tmp_path / "trip", CLOCKS)
    return tmp_path / "trip"
