"""A project that stays open: answers are solved by what is in memory; and one at a URL."""

import os
from collections import Counter
from dataclasses import replace
from importlib.metadata import EntryPoint, version
from pathlib import Path

import pytest

from coincide.model import Url, place_of
from coincide.model.hints import Pin
from coincide.plugins import Added
from coincide.project import (
    Known,
    Project,
    Solution,
    SyncResult,
    UserInput,
    apply_plan,
    open_plan,
    plan_solution,
    save_plan,
)
from coincide.project import project as projects
from coincide.project.folder.trust import settled
from coincide.project.options import SyncOptions
from coincide.project.plans.cameras import PATH_VARIABLE
from coincide.project.solutions import inputs
from coincide.project.solutions.inputs import features_digest
from coincide.project.userinput import changes
from coincide.writing.plan import PlanOptions
from tests.drawn import write_event
from tests.photo_files import write_photo
from tests.project.kept_projects import KEPT, contents, copied, count_work, run, synced_event

METHOD = Path(__file__).resolve().parents[2] / "examples" / "new-method" / "coincide_votes.py"


@pytest.fixture(scope="module")
def synced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synced_event(tmp_path_factory.mktemp("warm"))


@pytest.fixture
def party(synced: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "cameras.json"))
    return copied(synced, tmp_path / "party")


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    return count_work(monkeypatch)


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """How often an event is read from now on."""
    told: list[str] = []
    read = projects.load_found_event

    def counted(*sources: object, **more: object) -> object:
        told.append("read")
        return read(*sources, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(projects, "load_found_event", counted)
    return told


def pin(project: Project, offset_s: float) -> Known:
    return project.say(
        lambda said: UserInput(said.hints.adding(Pin("bob", offset_s)), said.choices)
    )


def solved(project: Project, known: Known) -> list[tuple[Solution, SyncResult | None]]:
    shown: list[tuple[Solution, SyncResult | None]] = []
    project.solve_again(known, lambda solution, run: shown.append((solution, run)))
    return shown


def test_answers_are_solved_in_memory_and_kept(
    party: Path, work: Counter[str], unread: list[str]
) -> None:
    project = Project.at(party)
    (cold,) = solved(project, pin(project, 60.0))
    assert cold[0].offsets["bob"].offset_s == 60.0
    assert unread == ["read"]
    first, whole = solved(project, pin(project, 120.0))
    assert unread == ["read"]  # by what is in memory
    assert first[0].offsets == whole[0].offsets
    assert (first[0].evidence, first[0].edges) == (None, None)  # that takes longer
    assert whole[0].evidence is not None
    assert Project.at(party).holding().offsets["bob"].offset_s == 120.0
    assert '"offset_s": 120.0' in (party / KEPT / "offsets.json").read_text()
    ((back, run_),) = solved(project, project.take_back())
    assert (back.offsets, run_) == (cold[0].offsets, None)
    assert '"offset_s": 60.0' in (party / KEPT / "offsets.json").read_text()
    assert (work["solve"], work["decode"]) == (2, 0)


def test_in_memory_is_what_a_sync_finds(party: Path, tmp_path: Path) -> None:
    warm, other = Project.at(party), Project.at(copied(party, tmp_path / "other" / "party"))
    event = warm.holding().event
    for project in (warm, other):
        pin(project, 60.0)
    solved(warm, warm.known())
    for project in (warm, other):
        project.say(changes.rename(event, "cyd", "Zoe"))
    shown = solved(warm, warm.known())
    found = other.sync()
    assert found.run is not None
    assert shown[-1][0].offsets == found.solution.offsets
    assert shown[-1][0].clocks == found.solution.clocks


def test_photos_without_a_time_go_along_and_are_placed_then(tmp_path: Path) -> None:
    party = write_event(tmp_path / "party", {"ann": 5, "bob": 6})
    data = (party / "bob" / "IMG_0003.jpg").read_bytes()
    (party / "bob" / "sent.jpg").write_bytes(data)
    write_photo(party / "bob" / "nowhen.jpg", None, make=None, model=None)
    project = Project.at(party)
    project.sync(warm=True)
    first, whole = solved(project, pin(project, 600.0))
    assert whole[0].offsets["bob"].offset_s == 600.0
    assert [one.photo.path for one in first[0].guesses] == [
        one.photo.path for one in whole[0].guesses
    ]
    assert Project.at(party).holding().guesses == whole[0].guesses


def test_other_options_are_not_solved_by_what_is_in_memory(party: Path) -> None:
    project = Project.at(party)
    project.sync(warm=True)
    run("sync", party, "--anchor", "cyd")
    ((solution, found),) = solved(project, project.known())
    assert (solution.offsets.anchor, found) == ("cyd", None)


def test_what_is_found_again_writes_nothing(party: Path, work: Counter[str]) -> None:
    project = Project.at(party)
    before = contents(party)
    again = project.found_again(project.known())
    assert again.trace is not None
    assert again.offsets == project.holding().offsets
    assert contents(party) == before
    assert work["decode"] == 0


def test_files_that_were_written_are_read_once_and_stay_in_memory(
    party: Path, work: Counter[str], unread: list[str]
) -> None:
    project = Project.at(party)
    pin(project, 3600.0)
    project.sync(warm=True)
    path = party / KEPT / "plan.json"
    save_plan(plan_solution(project, PlanOptions()), path)
    unread.clear()
    apply_plan(open_plan(path), project=project)
    assert unread == ["read"]
    look = Project.at(party).look()
    assert look is not None
    assert (look.changed, unread) == ((), ["read"])  # nobody who looks reads them again
    before = work["solve"]
    shown = solved(project, pin(project, 1800.0))
    assert shown[-1][0].offsets["bob"].offset_s == 1800.0
    assert (work["solve"] - before, unread) == (1, ["read"])
    # a photo that came is not in memory
    write_event(party.parent / "more", {"dan": 2}, seed=3)
    (party.parent / "more" / "dan").rename(party / "dan")
    assert "dan" in project.sync(warm=True).solution.event.table.names


# Options that name files


def test_a_method_of_a_file_is_the_same_from_any_folder(
    party: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
    file = here / "votes.py"
    file.write_bytes(METHOD.read_bytes())
    monkeypatch.chdir(here)
    run("sync", party, "--method", "votes.py")
    assert Project.at(party).holding().offsets.method == "votes.py"
    monkeypatch.chdir(there)
    assert Project.at(party).holding().offsets.method == "votes.py"
    assert Project.at(party).sync().run is None
    os.utime(file, ns=(1, 1))
    look = Project.at(party).look()
    assert look is not None
    assert look.changed == ("options were changed",)


def test_a_network_is_known_by_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    usual = SyncOptions()
    given = replace(usual, embed=replace(usual.embed, weights=tmp_path / "own.bin"))
    missing = features_digest(given)
    (tmp_path / "own.bin").write_bytes(b"1")
    one = features_digest(given)
    (tmp_path / "own.bin").write_bytes(b"22")
    assert len({missing, one, features_digest(given), features_digest(usual)}) == 4


def test_a_network_of_ones_own_is_its_file_and_its_settings(tmp_path: Path) -> None:
    model, usual = tmp_path / "net.onnx", SyncOptions()
    given = replace(usual, embed=replace(usual.embed, backbone=str(model)))
    told = [features_digest(given)]
    for file in (model, tmp_path / "net.toml", tmp_path / "net.onnx.toml"):
        file.write_bytes(b"1")
        told.append(features_digest(given))
    assert len(set(told)) == 4


def test_files_are_named_from_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    usual = SyncOptions()
    assert settled(usual) == usual
    embed = replace(usual.embed, backbone="net.onnx", weights=Path("own.bin"))
    found = settled(replace(usual, method="votes.py", embed=embed))
    assert found.method == str(tmp_path / "votes.py")
    assert found.embed.backbone == str(tmp_path / "net.onnx")
    assert found.embed.weights == tmp_path / "own.bin"


def test_a_package_that_adds_a_method_is_known_by_its_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    entry = EntryPoint("votes", "votes:solve", "coincide.methods")
    added = [Added("method", "votes", "numpy", entry), Added("method", "other", "scipy", entry)]
    monkeypatch.setattr(inputs, "find_added", lambda _: added)
    assert inputs._added("method", "votes") == [("numpy", version("numpy"))]
    missing = Added("method", "votes", "no-such-package", entry)
    monkeypatch.setattr(inputs, "find_added", lambda _: [missing])
    assert inputs._added("method", "votes") == [("no-such-package", None)]


# At a URL


def test_a_project_at_a_url_is_found_once_as_well(tmp_path: Path, work: Counter[str]) -> None:
    party = place_of(write_event(tmp_path / "party", {"ann": 4, "bob": 5}).as_uri())
    kept = place_of((tmp_path / "kept").as_uri())
    assert isinstance(kept, Url)
    found = Project.at(party, project=kept).sync()
    assert found.run is not None
    project = Project.at(party, project=kept)
    assert project.holding().offsets == found.solution.offsets
    assert project.sync().run is None
    assert work["solve"] == 1
    assert project.options == SyncOptions()
    (tmp_path / "party" / "bob" / "IMG_0004.jpg").unlink()
    look = Project.at(party, project=kept).look()
    assert look is not None
    assert look.changed == ("photos were added, removed or changed",)
    assert {file.name for file in (tmp_path / "kept" / "solutions").iterdir()} == {
        "latest",
        f"{found.solution.key}.json.gz",
    }
