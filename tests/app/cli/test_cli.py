"""The command line as a user meets it: output, files, exit codes."""

import csv
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from coincide import __version__, errors
from coincide.app.cli import main
from coincide.model import FindingKind, State
from tests.broken_files import build_broken_files
from tests.command import run_here as run
from tests.drawn import write_event


def start(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a command as a process of its own."""
    command = [sys.executable, "-W", "error", "-m", "coincide", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def read_csv(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def party(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_event(tmp_path_factory.mktemp("cli") / "party", {"ann": 8, "bob": 9})
    (folder / "bob" / "clip.mp4").write_bytes(b"\0\0\0\x18ftypmp42" + bytes(40))
    return folder


def test_sync_prints_a_table_and_writes_three_files(party: Path, tmp_path: Path) -> None:
    done = start("sync", party, "--features", "pooled", "--json", tmp_path / "mine.json")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "party: 17 photos, 2 clocks" in done.stdout
    assert "the anchor" in done.stdout
    assert "clip.mp4: " in done.stdout
    project = party / ".coincide"
    document = json.loads((tmp_path / "mine.json").read_text())
    assert document == json.loads((project / "offsets.json").read_text())
    assert document["schema"] == "coincide.offsets/2"
    assert document["anchor"] == "bob"  # who has more photos
    assert set(document["galleries"]) == {"ann", "bob"}
    for gallery in document["galleries"].values():
        assert gallery["placed"] is True
        assert isinstance(gallery["offset_s"], float)
        assert isinstance(gallery["reasons"], list)
        assert {*gallery["findings"]} <= {*FindingKind}
        assert gallery["state"] in get_args(State)
    assert document["galleries"]["bob"]["state"] == "certain"  # against itself
    assert document["skipped"][0]["path"].endswith("clip.mp4")
    rows = read_csv(project / "offsets.csv")
    assert [row["gallery"] for row in rows] == ["ann", "bob"]
    lines = read_csv(project / "timeline.csv")
    assert [line["event_time"] for line in lines] == sorted(line["event_time"] for line in lines)
    assert len(lines) == 17


def test_timeline_lists_what_the_sync_found(party: Path, tmp_path: Path) -> None:
    assert run("sync", party, "--features", "pooled", "--project", tmp_path).returncode == 0
    done = run("timeline", party, "--project", tmp_path)
    lines = done.stdout.splitlines()
    assert len(lines) == 17
    assert lines == sorted(lines, key=lambda line: line[:19])
    # found to seconds: the first photos of both were taken at 14:00:00
    assert lines[0][:16] in ("2024-05-04 13:59", "2024-05-04 14:00")


def test_methods_links_and_anchor_are_choices(party: Path, tmp_path: Path) -> None:
    choices = ("--method", "median", "--links", "coverage", "--anchor", "bob")
    target = tmp_path / "out"
    done = run("sync", party, "--features", "pooled", *choices, "--out", target)
    assert done.returncode == 0, done.stderr
    document = json.loads((target / "offsets.json").read_text())
    assert document["method"] == "median"
    assert document["anchor"] == "bob"
    assert document["galleries"]["bob"]["offset_s"] == 0.0


def test_two_hundred_broken_files_end_normally_each_named(tmp_path: Path) -> None:
    built = build_broken_files(tmp_path / "broken", n=200)
    write_event(tmp_path / "good", {"cyd": 3, "dan": 3})
    folders = sorted((tmp_path / "broken").iterdir()) + sorted((tmp_path / "good").iterdir())
    done = start("sync", *folders, "--features", "pooled", "--project", tmp_path / "project")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    document = json.loads((tmp_path / "project" / "offsets.json").read_text())
    listed = (*document["skipped"], *document["timeless"])
    reasons = {Path(item["path"]).name: item["reason"] for item in listed}
    used = {Path(line["path"]).name for line in read_csv(tmp_path / "project" / "timeline.csv")}
    assert len(reasons) > 100
    assert all(reasons.values())
    unnamed = [p.name for p in built if p.name not in reasons and p.name not in used]
    assert [name for name in unnamed if name.isascii() and name.isprintable()] == []
    for reason in set(reasons.values()):
        assert reason.splitlines()[0][:40] in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["sync", "no-such-folder"], errors.EventError.exit_code, "no-such-folder"),
        (["sync", "{party}", "--anchor", "eve"], errors.UsageError.exit_code, "ann, bob"),
        (["sync", "{party}", "--features", "9x9"], errors.ModelError.exit_code, "28x28"),
        (["sync", "{party}", "--backbone", "no.onnx"], errors.ModelError.exit_code, "no.onnx"),
        (["sync", "{party}/ann"], errors.NothingToSyncError.exit_code, "two clocks"),
        (["timeline", "{party}", "--project", "{tmp}"], errors.StoreError.exit_code, "sync first"),
        (["sync", "{party}", "--method", "magic"], 2, "magic"),
        (["sync", "{party}", "--defaults", "--without", "smell"], 2, "look, light, place, rhythm"),
        (["sync", "{party}", "--defaults", "--no-prior", "smell"], 2, "overlap, hours, clocks"),
        (
            ["sync", "{party}", "--method", "joint", "--links", "coverage"],
            2,
            "--method paper or median",
        ),
        (["sync", "{party}", "--method", "joint", "--delta", "3"], 2, "--method paper or median"),
        (["sync", "{party}", "--method", "paper", "--verify"], 2, "--method joint"),
        (["sync", "{party}", "--method", "median", "--without", "look"], 2, "--method joint"),
        (
            ["sync", "{party}", "--method", "paper", "--delta", "inf"],
            errors.UsageError.exit_code,
            "finite",
        ),
        (["sync", "{party}", "--anchor", ""], errors.UsageError.exit_code, "ann, bob"),
        (["sync", "{party}", "--weights", "no.pth"], errors.ModelError.exit_code, "no.pth"),
        (["sync", "{party}/ann/IMG_0000.jpg"], errors.EventError.exit_code, "IMG_0000.jpg"),
        (["sync"], 2, "EVENT"),
    ],
)
def test_mistakes_end_with_a_message_and_a_code(
    party: Path, tmp_path: Path, arguments: list[str], code: int, says: str
) -> None:
    filled = [argument.format(party=party, tmp=tmp_path / "p") for argument in arguments]
    done = run(*filled)
    assert done.returncode == code
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_so_does_the_process(tmp_path: Path) -> None:
    done = start("sync", tmp_path / "no-such-folder")
    assert done.returncode == errors.EventError.exit_code
    assert done.stderr.startswith("coincide: ")
    assert "no-such-folder" in done.stderr
    assert done.stdout == ""


def test_a_dash_prints_the_json_and_nothing_else(party: Path) -> None:
    done = run("sync", party, "--json", "-", "-v")
    assert json.loads(done.stdout) == json.loads((party / ".coincide/offsets.json").read_text())
    assert "What it cost" in done.stderr
    assert "Add the offset" in done.stderr
    assert not Path("-").exists()
    doctor = run("doctor", "--json", "-")
    assert json.loads(doctor.stdout)


@pytest.mark.parametrize("option", ["--json", "--out"])
def test_no_file_but_an_earlier_result_is_replaced(tmp_path: Path, option: str) -> None:
    folder = write_event(tmp_path / "party", {"ann": 3, "bob": 3})
    photo = folder / "ann" / "IMG_0000.jpg"
    (folder / "timeline.csv").write_text("my own notes\n")
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    target = photo if option == "--json" else folder
    done = run("sync", folder, "--features", "pooled", option, target)
    assert done.returncode == errors.StoreError.exit_code
    assert "is not a result that Coincide wrote" in done.stderr
    after = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert after == before


def test_a_result_of_an_earlier_version_is_replaced_in_the_project_folder_alone(
    tmp_path: Path,
) -> None:
    folder, out = write_event(tmp_path / "party", {"ann": 3, "bob": 3}), tmp_path / "out"
    assert run("sync", folder).returncode == 0
    old = '{\n  "schema": "coincide.offsets/1"\n}\n'
    columns = "gallery,photos,device,offset_s,offset,placed,links,reasons"
    out.mkdir()
    for place in (folder / ".coincide", out):
        (place / "offsets.json").write_text(old)
        (place / "offsets.csv").write_text(f"{columns}\n")
    shutil.rmtree(folder / ".coincide" / "solutions")
    assert run("sync", folder).returncode == 0
    document = json.loads((folder / ".coincide/offsets.json").read_text(encoding="utf-8"))
    assert document["schema"] == "coincide.offsets/2"
    done = run("sync", folder, "--out", out)
    assert done.returncode == errors.StoreError.exit_code
    assert "Give another file, or delete that one first." in done.stderr
    assert (out / "offsets.json").read_text() == old
    (out / "offsets.json").unlink()
    (out / "offsets.csv").unlink()
    for _ in range(2):  # what it wrote itself is replaced
        assert run("sync", folder, "--out", out).returncode == 0


def test_a_run_changes_nothing_outside_its_project_folder(tmp_path: Path) -> None:
    folder = write_event(tmp_path / "party", {"ann": 3, "bob": 3})
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in files(folder)}
    for command in (["sync", folder, "--features", "pooled"], ["timeline", folder]):
        assert run(*command).returncode == 0
    after = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in files(folder)}
    assert {path: seen for path, seen in after.items() if ".coincide" not in path.parts} == before


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_a_folder_of_photos_is_no_project_folder(tmp_path: Path) -> None:
    folder = write_event(tmp_path / "party", {"ann": 3, "bob": 3})
    (folder / "version").write_text("2019 best\n")
    done = run("sync", folder, "--project", folder)
    assert done.returncode == errors.StoreError.exit_code
    assert "not a project folder" in done.stderr
    assert "elete" not in done.stderr
    assert not (folder / "vectors").exists()


def test_markup_in_names_is_printed_as_it_is(tmp_path: Path) -> None:
    folder = write_event(tmp_path / "party [red] :smile:", {"ann [b]": 3, "bob": 3})
    done = run("sync", folder, "--features", "pooled")
    assert done.returncode == 0, done.stderr
    assert "party [red] :smile:: 6 photos" in done.stdout
    assert "ann [b]" in done.stdout


def test_an_empty_folder_stays_empty(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert run("sync", tmp_path / "empty").returncode == errors.EventError.exit_code
    assert list((tmp_path / "empty").iterdir()) == []


def test_a_typing_error_leaves_no_folder_behind(tmp_path: Path) -> None:
    run("sync", tmp_path / "weding")
    assert list(tmp_path.iterdir()) == []


def test_a_bug_shows_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("coincide.project.Project.at", broken)
    monkeypatch.setattr(sys, "argv", ["coincide", "sync", "x"])
    with pytest.raises(ZeroDivisionError):
        main()


def test_version() -> None:
    assert start("--version").stdout == f"coincide {__version__}\n"
