"""A rendered event through the command line, from wrong clocks to words."""

import csv
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from coincide.app.cli.app import app
from coincide.demo import DemoOptions
from tests.conftest import CopyDemo


def run(*arguments: str | Path) -> str:
    done = CliRunner(env={"COLUMNS": "160"}).invoke(app, [*map(str, arguments)])
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.fixture(scope="module")
def demo(
    copy_demo: CopyDemo, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, dict[str, float]]:
    options = DemoOptions(n_galleries=3, n_photos=48, seed=10_000)
    folder = copy_demo(options, tmp_path_factory.mktemp("demo") / "party")
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    return folder, truth["offsets_s"]


def test_what_is_certain_is_right_and_every_way_of_telling_agrees(
    demo: tuple[Path, dict[str, float]],
) -> None:
    folder, truth = demo
    text = run("sync", folder)
    document = json.loads((folder / ".coincide" / "offsets.json").read_text(encoding="utf-8"))
    assert document["method"] == "joint"
    anchor = document["anchor"]
    certain = {
        name: gallery
        for name, gallery in document["galleries"].items()
        if name != anchor and gallery["state"] == "certain"
    }
    assert certain
    for name, gallery in certain.items():
        assert abs(gallery["offset_s"] - truth[name] + truth[anchor]) <= 300.0
        assert gallery["probability"] >= 0.99
        assert gallery["findings"] == gallery["reasons"] == []
        assert "look" in gallery["basis"]
        assert gallery["error"] in text
    assert text.count("certain, ±") == len(certain)
    with (folder / ".coincide" / "offsets.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["gallery"]: row for row in csv.DictReader(file)}
    for name, gallery in certain.items():
        assert float(rows[name]["probability"]) == pytest.approx(gallery["probability"], abs=1e-4)
        assert float(rows[name]["low_s"]) == pytest.approx(gallery["interval_s"][0], abs=1e-3)


def test_evidence_and_priors_can_be_left_out(
    demo: tuple[Path, dict[str, float]], tmp_path: Path
) -> None:
    folder, _ = demo
    few = ("--without", "rhythm", "--no-prior", "hours")
    run("sync", folder, *few, "--out", tmp_path)
    document = json.loads((tmp_path / "offsets.json").read_text(encoding="utf-8"))
    bases = [gallery["basis"] or "" for gallery in document["galleries"].values()]
    assert any("look" in basis for basis in bases)
    assert not any("rhythm" in basis for basis in bases)


@pytest.mark.slow
def test_a_closer_look_is_part_of_the_basis(
    demo: tuple[Path, dict[str, float]], tmp_path: Path
) -> None:
    pytest.importorskip("cv2", reason="OpenCV is an extra")
    folder, _ = demo
    run("sync", folder, "--verify", "--out", tmp_path)
    document = json.loads((tmp_path / "offsets.json").read_text(encoding="utf-8"))
    assert any("geometry" in (one["basis"] or "") for one in document["galleries"].values())
