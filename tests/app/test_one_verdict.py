"""The same verdict, word for word, wherever one looks: ten events in trouble."""

import json
import re
from pathlib import Path

import pytest

import coincide
from coincide.model.words import how_sure, reasons_in_words
from coincide.project import Project
from tests.bench.mess.bases import tiny_base
from tests.bench.mess.made import make
from tests.command import run_here
from tests.review_app import opened_app

pytestmark = pytest.mark.slow

KINDS = (
    "battery-died",
    "cameras-alone",
    "dates-without-times",
    "hours-off",
    "no-device-tags",
    "nothing-wrong",
    "one-second",
    "phones-share-nothing",
    "stranger",
    "wrong-year",
)
# how sure, and why not, of each gallery
Said = dict[str, tuple[str, tuple[str, ...]]]


def in_python(folder: Path) -> Said:
    placed = coincide.open(folder).offsets
    return {name: (how_sure(one.verdict), reasons_in_words(one)) for name, one in placed.items()}


def in_json(text: str) -> Said:
    galleries = json.loads(text)["galleries"]
    return {name: (one["how_sure"], tuple(one["reasons"])) for name, one in galleries.items()}


def on_a_page(event: dict[str, list[dict[str, str]]]) -> Said:
    return {one["name"]: (one["how_sure"], tuple(one["reasons"])) for one in event["galleries"]}


def in_report(page: str) -> Said:
    data = re.search(r'id="coincide-data">(.*?)</script>', page, re.DOTALL)
    assert data is not None
    return on_a_page(json.loads(data[1])["event"])


def in_table(printed: str) -> dict[str, str]:
    """Return all that the table of the command line says of each gallery."""
    told: dict[str, str] = {}
    for line in printed.splitlines():
        cells = [cell.strip() for cell in line.split("│")[1:-1]]
        if cells:
            name = cells[0] or [*told][-1]
            told[name] = f"{told.get(name, '')} {' '.join(cells[1:])}"
    return told


@pytest.mark.parametrize("kind", KINDS)
def test_every_surface_says_the_same_of_every_clock(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    folder = make(kind, tiny_base(tmp_path / "base"), tmp_path).folder
    out, page = tmp_path / "offsets.json", tmp_path / "report.html"
    printed = run_here("sync", folder, "--json", out)
    assert printed.returncode == 0, printed.stderr
    found = in_python(folder)
    assert len(found) > 1
    assert in_json(out.read_text(encoding="utf-8")) == found
    assert run_here("report", folder, "--out", page).returncode == 0
    assert in_report(page.read_text(encoding="utf-8")) == found
    with opened_app(folder) as app:
        app.settled()
        assert on_a_page(app.get("/api/event")) == found
    anchor = Project.at(folder).shown().solution.offsets.anchor
    told = in_table(printed.stdout)
    assert told.keys() == found.keys()
    for name, (sure, reasons) in found.items():
        assert "; ".join(reasons) in told[name]
        assert sure in told[name] or name == anchor
