"""What version 0.1.0 left in project folders is read, used, gone on with and taken back today.

All by the command line and the app, as people would: how today's version keeps things is its own
business.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from coincide.errors import ChangedError, PlanError, StoreError, UsageError
from coincide.media.exiftool import find_exiftool
from coincide.project.plans.cameras import PATH_VARIABLE
from coincide.storage.userdata import FOLDER_VARIABLE
from tests.project.old_projects import EVENT, EXPECTED, PROJECT, run, tree, unpack
from tests.review_app import App, opened_app

N_PHOTOS, N_TIMELESS = 41, 2
PHOTOS = [Path(name).name for name in EXPECTED["before"] if name.lower().endswith(".jpg")]
N_PLANNED, N_COPIES = 36, 46
RIGHT_S = 300.0  # a gallery that is further off is placed wrongly

needs_exiftool = pytest.mark.skipif(find_exiftool() is None, reason="ExifTool is not installed")
BROKEN_OFF = [
    "killed_sidecars",
    *(pytest.param(case, marks=needs_exiftool) for case in ("killed", "stopped")),
]


@pytest.fixture(autouse=True)
def account(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Remember no camera of ours in the home folder, and have no record of what 0.1.0 wrote."""
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "cameras.json"))
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "data"))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def result(project: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((project / "offsets.json").read_text(encoding="utf-8"))
    return document


def n_embedded(project: Path) -> int:
    costs = json.loads((project / "costs.json").read_text(encoding="utf-8"))
    return sum(stage["photos"] for name, stage in costs["stages"].items() if name != "read")


def assert_same_places(project: Path) -> None:
    galleries = result(project)["galleries"]
    assert galleries.keys() == EXPECTED["offsets_s"].keys()
    # against the clock that 0.1.0 took for the reference, the first by name
    first_s = galleries[min(galleries)]["offset_s"]
    for name, offset_s in EXPECTED["offsets_s"].items():
        found_s = galleries[name]["offset_s"] - first_s
        assert found_s == pytest.approx(offset_s, abs=RIGHT_S), name


def contents(home: Path) -> dict[str, Any]:
    """Return the digests of all files but unfinished ones, which any run clears away."""
    return {name: digest for name, (digest, _) in tree(home).items() if "/." not in name}


def undone(plan: Path) -> str:
    """Undo what 0.1.0 kept no record of: refused, with the files as they are, unless trusted."""
    home = plan.parents[2]
    before = contents(home)
    with pytest.raises(ChangedError, match=r"no record of having written \d+ of them.*--trust"):
        run("undo", plan, "--yes")
    assert contents(home) == before
    return run("undo", plan, "--yes", "--trust")


def standing(plan: Path) -> dict[str, int]:
    """Return how many files are as planned and as before, as coincide verify says it."""
    lines = (line.split(maxsplit=1) for line in run("verify", plan).splitlines())
    return {words: int(number) for number, words in lines}


# What was computed


def test_a_result_is_shown_and_found_again_without_a_photo_embedded(home: Path) -> None:
    event = unpack("synced", home)
    assert n_embedded(event / PROJECT) == N_PHOTOS  # so it was counted then
    with pytest.raises(StoreError, match=r"from version 0\.1, .* Run coincide sync once"):
        run("timeline", event)
    run("sync", event)
    assert n_embedded(event / PROJECT) == 0
    shown = run("timeline", event)
    assert [name for name in PHOTOS if name not in shown] == []
    assert_same_places(event / PROJECT)
    assert len(result(event / PROJECT)["timeless"]) == N_TIMELESS


@pytest.mark.parametrize("case", ["sidecars", "files", "stopped", "copies", "undone"])
def test_after_a_plan_was_applied_galleries_keep_their_places(home: Path, case: str) -> None:
    event = unpack(case, home)
    run("sync", event)
    assert n_embedded(event / PROJECT) == 0
    assert_same_places(event / PROJECT)
    corrected = [
        name
        for name, gallery in result(event / PROJECT)["galleries"].items()
        if "correction of its files" in gallery["basis"]
    ]
    whole = ["Flora", "Kim", "Maya"]
    assert corrected == {"sidecars": whole, "files": whole, "stopped": whole[:2]}.get(case, [])


# What was said


def said_in(app_: App) -> dict[str, Any]:
    """Return what the app shows of hints and choices, as it was noted from 0.1.0."""
    app_.settled()
    event = app_.get("/api/event")
    return {
        "anchor": event["anchor"],
        "event_time": event["event_time"],
        "galleries": [
            [one["name"], one["n_photos"], one["trusted"], one["held"]]
            for one in event["galleries"]
        ],
        # 0.1.0 kept whose clock is right as well, and did not list it among these
        "hints": [
            hint["words"]
            for hint in event["hints"]
            if not hint["words"].startswith(("trusted: ", "anchor: "))
        ],
    }


@pytest.mark.slow
def test_all_that_was_said_is_there_back_to_the_first_word_and_forth_to_the_last(
    home: Path,
) -> None:
    history, at = EXPECTED["said"]["history"], EXPECTED["said"]["at"]
    with opened_app(unpack("said", home)) as opened:
        assert said_in(opened) == history[at]
        for state in reversed(history[:at]):
            opened.post("/api/undo")
            found = said_in(opened)
            if not any(trusted for _, _, trusted, _ in state["galleries"]):
                # nobody had said whose time counts: 0.1.0 took the first by name
                found["anchor"] = state["anchor"]
            assert found == state
        assert not opened.settled()["can_undo"]
        for _ in history[1:]:
            opened.post("/api/redo")
        assert said_in(opened) == history[-1]
        assert not opened.settled()["can_redo"]


def test_hints_are_listed_used_and_undone_on_the_command_line(home: Path) -> None:
    event = unpack("said", home)
    said = EXPECTED["said"]
    lines, n_hints = run("hint", "list", event).splitlines(), len(said["listed"])
    assert lines[:n_hints] == said["listed"]
    # 0.1.0 kept these as well, and did not list them
    told = [line.split(maxsplit=1)[1].split(":")[0] for line in lines[n_hints:]]
    assert told == ["trusted", "anchor"]
    run("sync", event)
    assert n_embedded(event / PROJECT) == 0
    found, now = result(event / PROJECT), said["history"][said["at"]]
    assert list(found["galleries"]) == [name for name, *_ in now["galleries"]]
    assert found["anchor"] == now["anchor"]
    pinned_s = found["galleries"]["Kim"]["offset_s"] - found["galleries"]["Flora"]["offset_s"]
    assert pinned_s == pytest.approx(809197664.0 - EXPECTED["offsets_s"]["Flora"], abs=1.0)
    for _ in range(said["at"]):
        run("hint", "undo", event)
    assert run("hint", "list", event).splitlines() == [f"There are no hints for {EVENT}."]
    with pytest.raises(UsageError, match="no change"):
        run("hint", "undo", event)
    run("sync", event)
    assert_same_places(event / PROJECT)


# What was planned and written


@pytest.mark.parametrize("case", ["sidecars", "files", "copies"])
def test_an_applied_plan_is_verified_and_undone_to_the_byte(home: Path, case: str) -> None:
    plan = unpack(case, home) / PROJECT / "plan.json"
    assert tree(home) != EXPECTED["before"]
    n_planned = N_COPIES if case == "copies" else N_PLANNED
    assert standing(plan) == {"as planned": n_planned}
    assert f"{n_planned} files are restored" in undone(plan)
    assert tree(home) == EXPECTED["before"]
    assert standing(plan) == {"as before the plan": n_planned}


@pytest.mark.parametrize("case", BROKEN_OFF)
def test_a_plan_that_was_broken_off_is_undone_to_the_byte(home: Path, case: str) -> None:
    plan = unpack(case, home) / PROJECT / "plan.json"
    n_done = {"killed": 13, "killed_sidecars": 10, "stopped": 23}[case]
    assert standing(plan) == {"as planned": n_done, "as before the plan": N_PLANNED - n_done}
    undone(plan)
    assert tree(home) == EXPECTED["before"]


@pytest.mark.parametrize("case", BROKEN_OFF)
def test_a_plan_that_was_broken_off_is_gone_on_with(home: Path, case: str) -> None:
    event = unpack(case, home)
    plan = event / PROJECT / "plan.json"
    run("apply", plan, "--yes")
    assert standing(plan) == {"as planned": N_PLANNED}
    run("sync", event)
    assert n_embedded(event / PROJECT) == 0
    assert_same_places(event / PROJECT)
    n_ours = {"killed": 23, "killed_sidecars": 26, "stopped": 13}[case]
    with pytest.raises(ChangedError, match=f"written {N_PLANNED - n_ours} of them"):
        run("undo", plan, "--yes")
    assert standing(plan) == {"as planned": N_PLANNED - n_ours, "as before the plan": n_ours}
    run("undo", plan, "--yes", "--trust")
    assert tree(home) == EXPECTED["before"]


@pytest.mark.parametrize("case", ["planned", "undone"])
def test_a_plan_that_is_not_in_force_can_be_applied(home: Path, case: str) -> None:
    plan = unpack(case, home) / PROJECT / "plan.json"
    assert tree(home) == EXPECTED["before"]
    assert standing(plan) == {"as before the plan": N_PLANNED}
    if case == "planned":
        with pytest.raises(PlanError, match="never applied"):
            run("undo", plan, "--yes")
    assert f"{N_PLANNED} written" in run("apply", plan, "--yes")
    assert standing(plan) == {"as planned": N_PLANNED}
    run("undo", plan, "--yes")
    assert tree(home) == EXPECTED["before"]


@pytest.mark.slow
def test_an_applied_plan_is_known_to_the_app_which_says_how_to_take_it_back(home: Path) -> None:
    event = unpack("sidecars", home)
    written = tree(home)
    with opened_app(event) as opened:
        opened.settled()
        (plan,) = opened.get("/api/plans")
        assert (plan["state"], plan["n_files"]) == ("applied", N_PLANNED)
        opened.post("/api/take-back", path=plan["path"])
        state = opened.settled()
        assert [one["state"] for one in opened.get("/api/plans")] == ["applied"]
        assert tree(home) == written
        (ended,) = [job for job in state["jobs"] if job["what"] == "undo"]
        assert f"{N_PLANNED} files were left" in ended["error"]
        assert "--trust" in ended["error"]
        run("undo", Path(plan["path"]), "--yes", "--trust")
        assert [one["state"] for one in opened.get("/api/plans")] == ["undone"]
    assert tree(home) == EXPECTED["before"]


def test_a_new_plan_leaves_the_applied_one_alone(home: Path) -> None:
    event = unpack("sidecars", home)
    plan = event / PROJECT / "plan.json"
    kept = plan.read_bytes()
    run("sync", event)
    run("plan", event, "--to", "file", "--unsure", "--slight")
    assert (event / PROJECT / "plan-2.json").exists()
    assert plan.read_bytes() == kept
    undone(plan)
    assert tree(home) == EXPECTED["before"]


# A folder that a version to come has laid out


@pytest.fixture
def newer(home: Path) -> Path:
    project = unpack("said", home) / PROJECT
    (project / "version").write_text("99\n", encoding="utf-8")
    return project


@pytest.mark.parametrize(
    "arguments",
    [
        ("sync", EVENT),
        ("timeline", EVENT),
        ("plan", EVENT),
        ("hint", "list", EVENT),
        ("hint", "undo", EVENT),
        ("report", EVENT, "--out", "report.html"),
    ],
    ids=" ".join,
)
def test_a_newer_layout_is_refused_and_left_alone(newer: Path, arguments: tuple[str, ...]) -> None:
    before = {path: path.read_bytes() for path in newer.rglob("*") if path.is_file()}
    with pytest.raises(StoreError, match="layout 99"):
        run(*arguments)
    assert {path: path.read_bytes() for path in newer.rglob("*") if path.is_file()} == before


def test_a_newer_layout_is_refused_in_words(newer: Path) -> None:
    command = [sys.executable, "-m", "coincide", "sync", EVENT]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == StoreError.exit_code
    assert "layout 99" in done.stderr
    assert str(Path(EVENT) / PROJECT) in done.stderr
