import json
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from coincide.app.cli.app import app
from coincide.errors import StoreError, UsageError
from coincide.project.options import SyncOptions
from coincide_bench.cli.app import COMMANDS, SUCCESSORS
from coincide_bench.cli.speed import DEFAULT_BACKBONE, DEFAULT_METHOD
from coincide_bench.speed.solve import AfterFeatures


def run(*arguments: str | Path) -> Result:
    """Run a command of the benchmark in this process, where suites can be made small."""
    return CliRunner().invoke(app, ["bench", *map(str, arguments)])


def test_scale_writes_its_figures(tmp_path: Path) -> None:
    path = tmp_path / "scale.json"
    done = run("speed", "scale", "--sizes", "40,80", "--method", "midpoints", "--json", path)
    assert done.exit_code == 0
    figures = json.loads(path.read_text(encoding="utf-8"))
    assert figures["method"] == "midpoints"
    assert [one["n_photos"] for one in figures["times"]] == [40, 80]
    assert isinstance(figures["exponent"], float)


def test_after_features_writes_its_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    measured = AfterFeatures(100, 4, 10, embed_s=20.0, solve_s=1.0)
    monkeypatch.setattr(
        "coincide_bench.speed.solve.measure_after_features", lambda *_args, **_options: measured
    )
    path = tmp_path / "after.json"
    assert run("speed", "after-features", "--photos", "100", "--json", path).exit_code == 0
    figures = json.loads(path.read_text(encoding="utf-8"))
    assert figures["share"] == 0.05
    assert figures["embed_s"] == 20.0


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "scale.json").write_text("mine")
    for folder in ("file", "mine"):
        path = tmp_path / folder / "scale.json"
        done = run("speed", "scale", "--sizes", "40", "--method", "midpoints", "--json", path)
        assert isinstance(done.exception, StoreError)
        assert "scale.json" in str(done.exception)
    assert path.read_text() == "mine"


def test_scale_of_large_events_writes_figures_as_it_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from coincide_bench.speed.large import LargeSettings, LargeTime, measure_large

    sizes = []

    def smaller(n_photos: int, settings: LargeSettings, tell: object) -> LargeTime | None:
        sizes.append(n_photos)
        if n_photos == 1000:
            return None  # the first is to warm up: nobody looks at what it finds
        return measure_large(400, settings, tell)  # type: ignore[arg-type]

    monkeypatch.setattr("coincide_bench.speed.large.measure_large", smaller)
    path = tmp_path / "large.json"
    done = run("speed", "large", "--sizes", "5000", "--workers", "1", "--json", path)
    assert done.exit_code == 0, done.output
    assert sizes == [1000, 5000]  # the first to warm up
    figures = json.loads(path.read_text(encoding="utf-8"))
    assert figures["400 solved"]["accuracy"]["n_recoverable"] >= 0
    assert figures["exponent"] is None


def test_a_measure_that_is_not_there_is_answered_with_those_that_are() -> None:
    done = run("speed", "everything")
    assert isinstance(done.exception, UsageError)
    assert "whole-run" in str(done.exception)


def test_an_older_command_is_answered_with_its_successor() -> None:
    for words in ("embed", "album-speed", "table", "library-draws"):
        done = run(words)
        assert isinstance(done.exception, UsageError)
        assert f"coincide bench {SUCCESSORS[words]}" in str(done.exception)
    assert "0033" in str(run("features", "--n-seeds", "1").exception)


def test_there_are_at_most_twelve_commands() -> None:
    assert len(COMMANDS) <= 12


def test_what_is_measured_by_default_is_what_sync_uses() -> None:
    assert SyncOptions().method == DEFAULT_METHOD
    assert SyncOptions().embed.backbone == DEFAULT_BACKBONE
