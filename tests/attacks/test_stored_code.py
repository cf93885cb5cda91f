"""A project folder that somebody sent names code or weights: nothing of it is run or loaded."""

import hashlib
import io
import json
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import coincide
from coincide import CoincideError
from coincide.features.backbones.efficientnet_lite import VARIANTS, find_weights
from tests.app.review.conftest import serving
from tests.command import run_here
from tests.drawn import write_event

VOTES = Path(__file__).parents[2] / "examples/new-method/coincide_votes.py"
SIZES = {"ann": 5, "bob": 4}
UNTRUSTED = 15


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin with a user who confirmed nothing yet, in the folder that the event lies in."""
    monkeypatch.setenv("COINCIDE_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def ran(tmp_path: Path) -> Path:
    """A file that the planted code writes."""
    return tmp_path / "it-ran"


def marking(ran: Path) -> str:
    return f"from pathlib import Path\nPath({str(ran)!r}).touch()\n"


def planted(folder: Path, ran: Path, **options: object) -> Path:
    """Return an event whose project folder names code of the sender's."""
    project = folder / ".coincide"
    (project / "vectors").mkdir(parents=True, exist_ok=True)
    (project / "version").write_text("1\n")
    (project / "x.py").write_text(marking(ran) + VOTES.read_text(encoding="utf-8"))
    (project / "x.onnx").write_bytes(b"no network")
    named = options or {"method": f"{folder.name}/.coincide/x.py"}
    settings = {"schema": "coincide.project/1", "sources": [".."], "options": named}
    (project / "project.json").write_text(json.dumps(settings))
    return folder


@pytest.fixture
def wedding(tmp_path: Path, ran: Path) -> Path:
    return planted(write_event(tmp_path / "wedding", SIZES), ran)


@pytest.mark.parametrize(
    "command",
    [
        ("sync", "wedding"),
        ("sync", "wedding", "--anchor", "ann"),
        ("sync", "wedding", "--verbose", "--json", "-"),
        ("plan", "wedding", "--sync"),
        ("report", "wedding", "--sync", "--out", "report.html"),
    ],
    ids=lambda command: " ".join(command[:3]),
)
def test_f01_commands_run_no_stored_code(wedding: Path, ran: Path, command: tuple[str]) -> None:
    done = run_here(*command)
    assert not ran.exists()
    assert done.returncode == UNTRUSTED, done.stderr
    for words in (str(wedding / ".coincide" / "x.py"), "project folder", "coincide trust"):
        assert words in done.stderr


def test_f01_python_runs_no_stored_code(wedding: Path, ran: Path) -> None:
    project = coincide.open(wedding)
    with pytest.raises(CoincideError, match=r"x\.py"):
        project.sync()
    # options that were read from the project and passed on are still the project's
    with pytest.raises(CoincideError, match=r"x\.py"):
        project.sync(replace(project.options, anchor="ann"))
    assert not ran.exists()


def test_f01_the_app_runs_no_stored_code(wedding: Path, ran: Path, tmp_path: Path) -> None:
    absolute = str(wedding / ".coincide" / "x.py")
    planted(wedding, ran, method=absolute)
    with serving([tmp_path], [wedding]) as live:
        state = live.get("/api/state")
        assert (state["page"], state["jobs"]) == ("who", [])
        live.post("/api/solve")
        (job,) = live.settled()["jobs"]
        assert job["state"] == "failed"
        assert absolute in job["error"]
        assert "coincide trust" in job["error"]
        assert "bug" not in job["error"].lower()
        assert live.get("/api/state")["page"] == "who"
    assert not ran.exists()


@pytest.mark.parametrize(
    "embed",
    [
        {"backbone": "wedding/.coincide/x.onnx"},
        {"backbone": "googlenet", "weights": "wedding/.coincide/x.onnx"},
        {"weights": "wedding/.coincide/x.onnx"},
    ],
    ids=["backbone", "googlenet", "weights"],
)
def test_f01_stored_weights_are_not_loaded(wedding: Path, ran: Path, embed: dict[str, str]) -> None:
    planted(wedding, ran, embed=embed)
    done = run_here("sync", "wedding")
    assert done.returncode == UNTRUSTED, done.stderr
    assert str(wedding / ".coincide" / "x.onnx") in done.stderr


@pytest.mark.parametrize("options", [{}, {"embed": {"backbone": "wedding/.coincide/x.onnx"}}])
def test_f01_a_project_at_a_url_runs_no_stored_code(
    wedding: Path, ran: Path, options: dict[str, object]
) -> None:
    planted(wedding, ran, **options)
    done = run_here("sync", wedding.as_uri())
    assert not ran.exists()
    assert done.returncode == UNTRUSTED, done.stderr


def test_f01_an_event_file_beside_such_a_project_runs_nothing(
    wedding: Path, ran: Path, tmp_path: Path
) -> None:
    (wedding / ".coincide").rename(tmp_path / ".coincide-trip")
    text = '[[gallery]]\nname = "Ann"\npaths = ["wedding/ann"]\n'
    text += '[[gallery]]\nname = "Bob"\npaths = ["wedding/bob"]\n'
    Path("trip.toml").write_text(text)
    settings = Path(".coincide-trip/project.json")
    settings.write_text(settings.read_text().replace("wedding/.coincide/", ".coincide-trip/"))
    done = run_here("sync", "trip.toml")
    assert not ran.exists()
    assert done.returncode == UNTRUSTED, done.stderr


@pytest.mark.slow
def test_looking_still_works_and_runs_nothing(tmp_path: Path, ran: Path) -> None:
    wedding = write_event(tmp_path / "wedding", SIZES)
    assert run_here("sync", "wedding").returncode == 0
    planted(wedding, ran)
    for command in (
        ("who", "wedding"),
        ("timeline", "wedding"),
        ("hint", "list", "wedding"),
        ("report", "wedding", "--out", "report.html"),
        ("album", "wedding", "--out", "album"),
    ):
        done = run_here(*command)
        assert done.returncode == 0, done.stderr
    with serving([tmp_path], [wedding]) as live:
        assert live.get("/api/state")["page"] == "event"
        assert live.get("/api/event")
    assert not ran.exists()


@pytest.mark.slow
def test_f01_looking_again_loads_no_stored_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = shutil.copy(find_weights(VARIANTS["efficientnet-lite0"]), tmp_path / "sent.pth")
    wedding = write_event(tmp_path / "wedding", SIZES)
    assert run_here("sync", "wedding", "--weights", weights).returncode == 0
    # what was found is found again for this page, by the network of the project
    with serving([tmp_path], [wedding]) as live:
        assert any(live.get(f"/api/profile/{one}", around=0.0)["score"] for one in SIZES)
    monkeypatch.setenv("COINCIDE_DATA", str(tmp_path / "data of who gets the folder"))
    with serving([tmp_path], [wedding]) as live:
        assert live.get("/api/state")["changed"] == []
        assert not any(live.get(f"/api/profile/{one}", around=0.0)["score"] for one in SIZES)


def test_what_a_user_names_is_run_until_its_content_changes(tmp_path: Path, ran: Path) -> None:
    write_event(tmp_path / "wedding", SIZES)
    method = tmp_path / "mine.py"
    method.write_text(VOTES.read_text(encoding="utf-8"))
    assert run_here("sync", "wedding", "--method", "mine.py").returncode == 0
    assert run_here("sync", "wedding").returncode == 0  # kept, and confirmed
    method.write_text(marking(ran) + method.read_text())
    done = run_here("sync", "wedding")
    assert done.returncode == UNTRUSTED
    assert not ran.exists()
    # naming it again is the confirmation, also from Python
    options = coincide.SyncOptions(method=str(method))
    assert coincide.open("wedding").sync(options).method == "mine.py"
    assert ran.exists()
    assert run_here("sync", "wedding").returncode == 0


def test_trust_lists_asks_confirms_and_forgets(
    wedding: Path, ran: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = wedding / ".coincide" / "x.py"
    monkeypatch.setattr(sys, "stdin", io.StringIO("n\n"))
    refused = run_here("trust", "wedding")
    assert refused.returncode == 1
    assert str(code) in refused.stdout
    assert hashlib.sha256(code.read_bytes()).hexdigest() in refused.stdout
    assert run_here("sync", "wedding").returncode == UNTRUSTED
    assert run_here("trust", "wedding", "--yes").returncode == 0
    assert not ran.exists()  # to confirm is not to run
    assert str(code) in run_here("trust", "--list").stdout
    assert "already" in run_here("trust", "wedding").stdout
    assert run_here("sync", "wedding").returncode == 0
    assert ran.exists()
    assert run_here("trust", "--forget", str(code)).returncode == 0
    assert str(code) not in run_here("trust", "--list").stdout
    assert run_here("sync", "wedding").returncode == UNTRUSTED
    assert run_here("trust", "--forget", str(code)).returncode == 2
    assert run_here("trust").returncode == 2


def test_a_project_without_code_needs_no_trust(tmp_path: Path) -> None:
    write_event(tmp_path / "wedding", SIZES)
    done = run_here("trust", "wedding")
    assert done.returncode == 0
    assert "nothing to confirm" in done.stdout
