import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from coincide.app.cli.app import app
from coincide_bench.sound import measure
from coincide_bench.sound.measure import Judged, Task, Unrelated


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge two pairs without making any."""
    right = Judged(Task(1, 0), "talk", True, 0.02, 12.0, 0.6, 0.1, ())
    again = Judged(Task(1, 0, "again"), "again", False, None, 9.0, 0.4, 0.3, ("music",))
    monkeypatch.setattr(measure, "judge_all", lambda *_, **__: [right, again])
    monkeypatch.setattr(measure, "judge_unrelated", lambda *_, **__: Unrelated(4, 6, 0, 0, 0.0))


@pytest.mark.usefixtures("few")
def test_figures_are_told_and_written(tmp_path: Path) -> None:
    file = tmp_path / "sound.json"
    wanted = ["bench", "sound", "--clips", "0", "--datasets", str(tmp_path), "--json", str(file)]
    told = CliRunner().invoke(app, wanted)
    assert told.exit_code == 0, told.output
    assert "Of 1 certain ties of one moment 1 are within half a second." in told.output
    written = json.loads(file.read_text())
    assert (written["suite"], written["seeds"], len(written["pairs"])) == ("sound", "tune", 2)
    assert written["unrelated"]["n_pairs"] == 6


@pytest.mark.slow
def test_a_small_part_is_made_and_judged(tmp_path: Path) -> None:
    wanted = ["bench", "sound", "--part", "0.01", "--clips", "0", "--workers", "1"]
    told = CliRunner().invoke(app, [*wanted, "--datasets", str(tmp_path)])
    assert told.exit_code == 0, told.output
    assert "the same song again" in told.output
