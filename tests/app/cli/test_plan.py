"""``coincide plan``, ``apply``, ``undo``, ``verify``, ``shift``: as a user types them."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from coincide.app.cli.app import app
from coincide.errors import ChangedError, CoincideError, PlanError, StoreError, UsageError
from coincide.project.plans.cameras import PATH_VARIABLE
from tests.writing.apply.trees import snapshot
from tests.writing.plan.events import write_event

CLOCKS = {
    "anna": ["2024:05:04 14:00:00", "2024:05:04 14:10:00"],
    "ben": ["2024:05:04 15:00:05", "2024:05:04 15:10:05"],
}


@pytest.fixture
def trip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "cameras.json"))
    monkeypatch.chdir(tmp_path)
    write_event(tmp_path / "trip", CLOCKS)
    return tmp_path / "trip"


def run(*arguments: object, answer: str = "") -> str:
    """Run a command as the shell would; return its text, raise its error."""
    result = CliRunner().invoke(app, [str(one) for one in arguments], input=answer)
    if isinstance(result.exception, CoincideError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.output


def sidecars(folder: Path) -> dict[str, str]:
    found = {}
    for path in sorted(folder.rglob("*.xmp")):
        time = re.search(r'exif:DateTimeOriginal="([^"]+)"', path.read_text())
        assert time is not None
        found[path.relative_to(folder).as_posix()] = time[1]
    return found


def test_a_plan_can_be_read_at_eighty_columns_and_shows_examples(
    trip: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = run("shift", "trip", "-1h0m5s", "--gallery", "ben", "--out", "plan.json")
    assert max(len(line.rstrip()) for line in out.splitlines() if "coincide" not in line) <= 80
    assert "2 files: -1 h 00 min 05 s (given by a person)" in out
    assert "left: not asked for" in out
    assert "ben/IMG_0000.jpg\n    2024-05-04 15:00:05 → 2024-05-04 14:00:00" in out
    monkeypatch.setenv("COLUMNS", "140")
    out = run("shift", "trip", "-1h0m5s", "--gallery", "ben", "--out", "plan.json")
    assert "ben/IMG_0000.jpg  2024-05-04 15:00:05 → 2024-05-04 14:00:00" in out


def test_a_folder_is_shifted_applied_verified_and_undone(trip: Path) -> None:
    before = snapshot(trip / "ben")
    out = run("shift", "trip", "-1h0m5s", "--gallery", "ben", "--out", "plan.json")
    assert "2 new sidecars" in out
    assert "coincide apply plan.json" in out
    assert not sidecars(trip)
    assert "2 written" in run("apply", "plan.json", "--yes")
    assert sidecars(trip) == {
        "ben/IMG_0000.jpg.xmp": "2024-05-04T14:00:00",
        "ben/IMG_0001.jpg.xmp": "2024-05-04T14:10:00",
    }
    assert "2 as planned" in run("verify", "plan.json")
    assert "2 files are restored" in run("undo", "plan.json", "--yes")
    assert snapshot(trip / "ben") == before
    assert "2 as before the plan" in run("verify", "plan.json")


def test_apply_asks_and_a_no_writes_nothing(trip: Path) -> None:
    run("shift", "trip", "+1h", "--out", "plan.json")
    result = CliRunner().invoke(app, ["apply", "plan.json"], input="n\n")
    assert result.exit_code == 1
    assert "Write 4 files?" in result.output
    assert str(trip) in result.output
    assert not sidecars(trip)
    run("apply", "plan.json", answer="y\n")
    assert len(sidecars(trip)) == 4


def test_yes_writes_nothing_outside_the_current_folder(
    trip: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("shift", "trip", "+1h", "--out", "plan.json")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    with pytest.raises(UsageError, match="--in"):
        run("apply", "../plan.json", "--yes")
    assert not sidecars(trip)
    run("apply", "../plan.json", "--yes", "--in", trip)
    assert len(sidecars(trip)) == 4


def test_a_clock_on_a_photo(trip: Path) -> None:
    run("shift", "trip", "--photo", "ben/IMG_0000.jpg", "--shows", "14:03:10", "--out", "p.json")
    run("apply", "p.json", "--yes")
    assert sidecars(trip)["ben/IMG_0000.jpg.xmp"] == "2024-05-04T14:03:10"
    assert "anna/IMG_0000.jpg.xmp" not in sidecars(trip)


def test_two_photos_of_one_moment(trip: Path) -> None:
    run("shift", "trip", "--photo", "ben/IMG_0000.jpg", "--same", "anna/IMG_0000.jpg", "--out", "p")
    run("apply", "p", "--yes")
    assert sidecars(trip)["ben/IMG_0001.jpg.xmp"] == "2024-05-04T14:10:00"


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("+1h", "--remembered"),
        ("--shows", "14:00:00"),
        ("--photo", "ben/IMG_0000.jpg"),
        ("--photo", "ben/IMG_0000.jpg", "--shows", "noon"),
        ("--photo", "ben/IMG_0000.jpg", "--same", "ben/IMG_0001.jpg"),
        ("--remembered",),
        ("soon",),
        ("+1.5s",),
        ("+0s",),
        ("-800000d",),
        ("+1h", "--to", "copies", "--into", "trip/in order"),
        ("+1h", "--for", "capture-one"),
        ("+1h", "--for", "digikam", "--to", "file"),
        ("+1h", "--to", "copies"),
        ("+1h", "--zone", "Middle/Earth"),
    ],
)
def test_what_makes_no_sense_is_refused(trip: Path, arguments: tuple[str, ...]) -> None:
    with pytest.raises(UsageError):
        run("shift", "trip", *arguments)
    assert not (trip / ".coincide" / "plan.json").exists()


def test_a_second_shift_adds_to_the_first(trip: Path) -> None:
    for name in ("plan.json", "plan-2.json"):
        assert "not asked for" in run("shift", "trip", "+5m", "--gallery", "anna")
        run("apply", trip / ".coincide" / name, "--yes")
    assert sidecars(trip)["anna/IMG_0000.jpg.xmp"] == "2024-05-04T14:10:00"


def test_the_same_moment_as_a_photo_that_was_corrected(trip: Path) -> None:
    run("shift", "trip", "+1h", "--gallery", "anna", "--out", "a.json")
    run("apply", "a.json", "--yes")
    run("shift", "trip", "--photo", "ben/IMG_0000.jpg", "--same", "anna/IMG_0000.jpg", "--out", "b")
    run("apply", "b", "--yes")
    assert sidecars(trip)["ben/IMG_0000.jpg.xmp"] == "2024-05-04T15:00:00"


def test_a_changed_photo_stops_everything(trip: Path) -> None:
    run("shift", "trip", "+1h", "--out", "plan.json")
    photo = trip / "ben" / "IMG_0001.jpg"
    photo.write_bytes(photo.read_bytes() + b"x")
    with pytest.raises(ChangedError, match=r"IMG_0001\.jpg"):
        run("apply", "plan.json", "--yes")
    assert not sidecars(trip)


def test_what_was_changed_after_it_was_applied_is_named(trip: Path) -> None:
    run("shift", "trip", "+1h", "--out", "plan.json")
    run("apply", "plan.json", "--yes")
    sidecar = trip / "ben" / "IMG_0001.jpg.xmp"
    sidecar.write_text(sidecar.read_text() + " ")
    with pytest.raises(ChangedError):
        run("verify", "plan.json")
    with pytest.raises(ChangedError, match="1 files were left"):
        run("undo", "plan.json", "--yes")
    assert list(sidecars(trip)) == ["ben/IMG_0001.jpg.xmp"]


def test_a_plan_of_someone_elses_making_cannot_leave_its_folder(trip: Path, tmp_path: Path) -> None:
    run("shift", "trip", "+1h", "--out", "plan.json")
    document = json.loads(Path("plan.json").read_text())
    outside = tmp_path / "outside"
    outside.mkdir()
    (trip / "link").symlink_to(outside)
    for path in ("../outside/x.xmp", "/etc/x.xmp", "link/x.xmp"):
        document["files"][0]["writes"] = {"root": 0, "path": path}
        Path("forged.json").write_text(json.dumps(document))
        with pytest.raises(PlanError):
            run("apply", "forged.json", "--yes")
    assert not list(outside.iterdir())
    assert not sidecars(trip)


def test_a_table_and_a_script_are_texts(trip: Path) -> None:
    table = run("shift", "trip", "+1h", "--to", "table")
    assert table.splitlines()[0] == "file,tag,old,new,gallery,why"
    assert table.count("EXIF:DateTimeOriginal,2024:05:04 14:00:00,2024:05:04 15:00:00") == 1
    run("shift", "trip", "+1h", "--to", "script", "--out", "fix.args")
    assert Path("fix.args").read_text().count("-execute") == 4
    run("shift", "trip", "+2h", "--to", "script", "--out", "fix.args")  # it wrote that one itself
    Path("fix.args").write_text("mine")
    with pytest.raises(StoreError, match="exists"):
        run("shift", "trip", "+1h", "--to", "script", "--out", "fix.args")
    assert Path("fix.args").read_text() == "mine"


def test_cameras_are_listed_and_forgotten(trip: Path) -> None:
    assert "No camera is remembered" in run("cameras", "list")
    path = trip.parent / "cameras.json"
    camera = {
        "make": "Canon",
        "model": "EOS ben",
        "serial": "ben-1",
        "shift_s": -3605.0,
        "event": "wedding",
        "last": "2024-01-01 12:00:00",
    }
    path.write_text(json.dumps({"schema": "coincide.cameras/1", "cameras": [camera]}))
    assert "-1 h 00 min 05 s" in run("cameras", "list")
    run("shift", "trip", "--remembered", "--out", "plan.json")
    run("apply", "plan.json", "--yes")
    assert sidecars(trip)["ben/IMG_0000.jpg.xmp"] == "2024-05-04T14:00:00"
    assert "1 camera forgotten" in run("cameras", "forget")
    assert not path.exists()


def test_the_newest_plan_of_an_event_is_meant_where_its_folder_is_named(trip: Path) -> None:
    with pytest.raises(PlanError, match=r"no plan yet\. Make one first: coincide plan trip"):
        run("apply", "trip", "--yes")
    run("shift", "trip", "-1h0m5s", "--gallery", "ben")
    with pytest.raises(PlanError, match="No plan of trip is applied"):
        run("undo", "trip", "--yes")
    assert "2 written" in run("apply", "trip", "--yes")
    assert "plan.json" in run("verify", "trip")
    with pytest.raises(PlanError, match="All plans of trip are applied"):
        run("apply", "trip", "--yes")
    run("shift", "trip", "+1m", "--gallery", "anna")
    assert "2 written" in run("apply", "trip/.coincide", "--yes")
    assert "plan-2.json" in run("undo", "trip", "--yes")
    assert "plan.json" in run("undo", "trip", "--yes")
    assert not sidecars(trip)


def test_an_empty_plan_says_what_to_do_next(trip: Path) -> None:
    told = " ".join(run("plan", "trip", "--sync").split())
    assert "There is nothing to write: no clock is certain to be wrong." in told
    assert f"coincide sync {trip}, or in coincide review {trip}, would help most." in told


def test_a_plan_of_files_that_a_program_reads_no_sidecars_of_says_so(trip: Path) -> None:
    """Nobody may read that every file is right."""
    run("hint", "pin", "trip", "ben", "-1h")
    told = " ".join(run("plan", "trip", "--for", "lightroom", "--sync").split())
    assert "2 files are left alone" in told
    assert "There is nothing to write: the files that are wrong are left alone" in told
