import json
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from coincide.app.cli.app import app
from coincide.errors import UsageError
from coincide_bench.figures.tables import Table
from coincide_bench.mess import run as mess_run
from coincide_bench.suites.realevents import RealEvent, TrueClock
from coincide_bench.wholeplan.tables import update_page
from tests.bench.mess.bases import tiny_base
from tests.photo_files import write_photo

EVENT = RealEvent("trip", (TrueClock("phone"), TrueClock("camera")), "the phone")
TABLE = Table("A table", ("what", "is"), (("harmed", "0"),))


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["bench", *map(str, arguments)])


def page_with(*names: str) -> str:
    return "\n".join(f"<!-- plans:begin {one} -->\nold\n<!-- plans:end {one} -->" for one in names)


def test_tables_are_written_between_their_marks_and_nowhere_else() -> None:
    text = update_page(page_with("as-is", "mess"), {"as-is": TABLE})
    assert "| harmed | 0 |" in text
    assert text.count("old") == 1
    assert update_page(text, {"as-is": TABLE}) == text
    with pytest.raises(UsageError, match="no place for mess/bars"):
        update_page(text, {"mess/bars": TABLE})


def test_as_is_tells_figures_and_writes_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("coincide_bench.asis.run.EVENTS", (EVENT,))
    monkeypatch.setattr("coincide_bench.suites.realevents.EVENTS", (EVENT,))
    for camera, make in (("phone", "Apple"), ("camera", "Canon")):
        for number in range(4):
            path = tmp_path / "sets" / "trip" / camera / f"{number}.jpg"
            write_photo(path, f"2024:05:04 14:0{number}:00", make=make)
    page, results = tmp_path / "page.md", tmp_path / "as-is.json"
    page.write_text(page_with("as-is", "as-is/bars", "as-is/clocks"), encoding="utf-8")
    options = ("--cache", tmp_path / "cache", "--json", results, "--write", page)
    done = run("as-is", "--datasets", tmp_path / "sets", *options)
    assert done.exit_code == 0, done.output
    (event,) = json.loads(results.read_text(encoding="utf-8"))["events"]
    assert event["figures"]["photos"] == 8
    assert {gallery["name"] for gallery in event["galleries"]} == {"phone", "camera"}
    assert "| trip | 8 |" in page.read_text(encoding="utf-8")


def test_as_is_needs_photos_and_knows_its_events(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COINCIDE_DATASETS", raising=False)
    assert "--datasets" in str(run("as-is").exception)
    unknown = run("as-is", "--datasets", tmp_path, "--only", "nowhere")
    assert "met_2017" in str(unknown.exception)


def test_mess_lists_its_kinds_and_refuses_others() -> None:
    listed = run("mess", "--list")
    assert listed.exit_code == 0
    assert len(listed.output.splitlines()) >= 24
    assert "battery-died" in listed.output
    assert "there are" in str(run("mess", "--kinds", "nonsense").exception)


def test_mess_runs_some_kinds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COINCIDE_DATASETS", raising=False)
    monkeypatch.setattr(mess_run, "open_base", lambda *_: tiny_base(tmp_path / "base"))
    results = tmp_path / "mess.json"
    options = ("--n", "2", "--cache", tmp_path / "cache", "--json", results)
    done = run("mess", "--kinds", "one-second, one-photo", *options)
    assert done.exit_code == 0, done.output
    cases = json.loads(results.read_text(encoding="utf-8"))["cases"]
    assert [(one["kind"], one["seed"]) for one in cases] == [
        *(("one-second", seed) for seed in (10_000, 10_001)),
        *(("one-photo", seed) for seed in (10_000, 10_001)),
    ]


def test_the_page_of_the_docs_has_a_place_for_every_table() -> None:
    text = (Path(__file__).parents[3] / "docs" / "lab.md").read_text(encoding="utf-8")
    names = ("as-is", "as-is/bars", "mess", "mess/bars", "mess/cases")
    filled = update_page(text, dict.fromkeys(names, TABLE))
    assert filled.count("| harmed | 0 |") == len(names)


def test_help_teaches() -> None:
    for command in ("as-is", "mess"):
        words = " ".join(run(command, "--help").output.split())
        assert "Example" in words
        assert "harmed" in words
