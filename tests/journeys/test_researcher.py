"""A researcher writes a method in one file, measures it against others, and uses it."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.journeys.shell import ROOT, Environment, is_install, run_page

pytestmark = pytest.mark.slow

PAGE = ROOT / "docs" / "tutorials" / "researcher.md"
METHOD = "votes.py"
WRONG_S = 300.0


def test_a_method_is_written_measured_and_used(bench_env: Environment, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    run_page(PAGE, bench_env, folder, leave_out=is_install)
    first, second = figures(folder / "first.json"), figures(folder / "second.json")
    assert first.keys() == {METHOD, "paper", "joint"}
    assert second.keys() == {METHOD}

    # what the page says of the figures
    before, after = first[METHOD], second[METHOD]
    assert before["H_300"] > first["paper"]["H_300"]
    assert first["joint"]["H_300"] > before["H_300"]
    assert before["placed"] == 1.0
    assert before["wrong"] >= 0.45
    assert after["wrong"] < 1 / 3
    assert after["H_300"] > before["H_300"] - 0.05
    assert first["joint"]["wrong"] < 0.08

    notes = (folder / "notes.md").read_text(encoding="utf-8")
    assert notes.startswith("# Votes\n")
    assert f"| {METHOD} |" in notes
    plot = ElementTree.parse(folder / "bench-errors-simulated.svg").getroot()
    assert plot.findtext("{*}title") == "How far off is each method? (simulated)"

    check_offsets(folder / "party")
    assert not (folder / "__pycache__").exists()  # the file was run, and nothing left beside it


def figures(path: Path) -> dict[str, dict[str, float]]:
    """Return the figures of each method over all events and galleries."""
    results: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["results"]
    return {
        one["method"]: one["metrics"]
        for one in results
        if (one["event"], one["subset"], one["offsets"]) == ("all", "all", "continuous")
    }


def check_offsets(party: Path) -> None:
    """Compare what the method made of photos with the truth: most are right."""
    found = json.loads((party / ".coincide" / "offsets.json").read_text())
    truth = json.loads((party / "truth.json").read_text())["offsets_s"]
    assert found["method"] == METHOD
    right = [
        name
        for name, one in found["galleries"].items()
        if one["offset_s"] is not None and abs(one["offset_s"] - truth[name]) < WRONG_S
    ]
    assert len(right) > len(truth) / 2
    bases = {one["basis"] for name, one in found["galleries"].items() if name != found["anchor"]}
    assert f"the method {METHOD}" in bases  # and tells nobody in which folder the file lies
