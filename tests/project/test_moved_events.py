"""A plan is for the folder it lies in: renamed, copied, or copied without its photos."""

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from coincide.app.cli.app import app
from coincide.errors import PlanError
from coincide.model.hints import Pin
from coincide.project import (
    Project,
    UserInput,
    apply_plan,
    open_plan,
    plan_solution,
    save_plan,
    undo_plan,
    verify_plan,
)
from coincide.project.plans.cameras import PATH_VARIABLE
from coincide.storage.store import Store
from coincide.writing.plan import PlanOptions, Target
from tests.project.kept_projects import KEPT, copied, synced_event
from tests.project.plans.test_plans import photos_of


@pytest.fixture(scope="module")
def synced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = synced_event(tmp_path_factory.mktemp("moved"))
    project = Project.at(folder)
    project.say(
        lambda said: UserInput(said.hints.adding(Pin("bob", 3600.0, confirmed=True)), said.choices)
    )
    project.sync()
    return folder


@pytest.fixture
def party(synced: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "cameras.json"))
    return copied(synced, tmp_path / "party")


def planned(folder: Path, out: Path | None = None, **options: object) -> Path:
    plan = plan_solution(Project.at(folder), PlanOptions(**options))  # type: ignore[arg-type]
    path = out or folder / KEPT / "plan.json"
    save_plan(plan, path)
    return path


def applied(path: Path) -> None:
    report = apply_plan(open_plan(path))
    assert report.done > 0
    assert report.failed == ()


def as_copied(folder: Path, into: Path, *, times: bool = True) -> Path:
    """Copy as people do: with the times of files, or with new ones."""
    copy = shutil.copy2 if times else shutil.copyfile
    return Path(shutil.copytree(folder, into, copy_function=copy))


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".coincide" not in str(path.relative_to(folder))
    }


@pytest.mark.parametrize("times", [True, False])
@pytest.mark.parametrize("to", ["sidecar", "file"])
def test_undo_in_a_copy_leaves_the_original_alone(party: Path, to: Target, times: bool) -> None:
    before = contents(party)
    applied(planned(party, to=to))
    corrected = photos_of(party)
    copy = as_copied(party, party.parent / "copy", times=times)
    assert contents(copy) == contents(party) != before
    report = undo_plan(open_plan(copy / KEPT / "plan.json"))
    assert report.left == ()
    assert contents(copy) == before
    assert photos_of(party) == corrected
    assert not list(copy.rglob(".coincide-originals"))
    undo_plan(open_plan(party / KEPT / "plan.json"))
    assert contents(party) == before


def test_a_plan_in_a_copy_is_applied_there(party: Path) -> None:
    planned(party)
    before = photos_of(party)
    copy = as_copied(party, party.parent / "copy")
    path = copy / KEPT / "plan.json"
    applied(path)
    assert photos_of(party) == before
    assert list(copy.rglob("*.xmp"))
    assert {one.state for one in verify_plan(open_plan(path))} == {"new"}
    with Store(copy / KEPT, readonly=True) as store:
        assert store.load_plan_paths() == [path]
    with Store(party / KEPT, readonly=True) as store:
        assert store.load_plan_paths() == []


def test_a_renamed_event_is_undone_and_its_folders_have_their_times_again(party: Path) -> None:
    before = photos_of(party)
    applied(planned(party))
    moved = party.rename(party.parent / "Summer feast")
    look = Project.at(moved).look()
    assert look is not None
    assert (look.changed, "bob" in look.corrected) == ((), True)  # what was applied is known
    assert undo_plan(open_plan(moved / KEPT / "plan.json")).left == ()
    moved.rename(party)
    assert photos_of(party) == before


def test_an_apply_goes_on_after_a_rename_and_is_undone_after_another(party: Path) -> None:
    before = photos_of(party)
    path = planned(party)
    asked = iter([False, True])
    apply_plan(open_plan(path), stop=lambda: next(asked, True))
    moved = party.rename(party.parent / "moved")
    applied(moved / KEPT / "plan.json")
    again = moved.rename(party.parent / "moved again")
    assert undo_plan(open_plan(again / KEPT / "plan.json")).left == ()
    again.rename(party)
    assert photos_of(party) == before


def test_a_project_folder_without_its_photos_is_refused(party: Path, tmp_path: Path) -> None:
    applied(planned(party))
    other = tmp_path / "other"
    shutil.copytree(party / KEPT, other / KEPT)
    with pytest.raises(PlanError, match=r"which has none of them\. Nothing was changed"):
        open_plan(other / KEPT / "plan.json")


def test_a_plan_put_among_a_copys_photos_could_be_for_either(party: Path) -> None:
    before = contents(party)
    applied(planned(party, party / "my plan.json"))
    copy = as_copied(party, party.parent / "copy")
    with pytest.raises(PlanError, match="it could be meant for either"):
        open_plan(copy / "my plan.json")
    shutil.rmtree(party)  # now there is but one
    assert undo_plan(open_plan(copy / "my plan.json")).left == ()
    assert contents(copy) == before | {
        name: data for name, data in contents(copy).items() if name.startswith("my plan")
    }


def test_copies_that_an_original_made_are_not_taken_back_from_a_copy(
    party: Path, tmp_path: Path
) -> None:
    path = party / KEPT / "plan.json"
    save_plan(plan_solution(Project.at(party), PlanOptions("copies", out=tmp_path / "all")), path)
    applied(path)
    copy = as_copied(party, party.parent / "copy")
    with pytest.raises(PlanError, match=r"writes to .*all, which the original"):
        open_plan(copy / KEPT / "plan.json")
    assert list((tmp_path / "all").iterdir())


def test_a_lone_copy_of_a_plan_is_for_the_event_it_names(party: Path, tmp_path: Path) -> None:
    path = planned(party)
    lone = Path(shutil.copy(path, tmp_path / "lone.json"))
    assert open_plan(lone).plan.roots == open_plan(path).plan.roots == (party,)


def test_a_linked_way_to_an_event_is_no_copy(party: Path, tmp_path: Path) -> None:
    path = planned(party)
    (tmp_path / "link").symlink_to(party)
    opened = open_plan(tmp_path / "link" / KEPT / path.name)
    assert opened.plan.roots == (party,)


def test_the_command_line_says_where_it_undoes(party: Path) -> None:
    applied(planned(party))
    copy = as_copied(party, party.parent / "copy")
    corrected = photos_of(party)
    run = CliRunner().invoke(app, ["undo", str(copy / KEPT / "plan.json")], input="y\n")
    assert run.exit_code == 0, run.output
    assert f"Below {copy}" in run.output
    assert photos_of(party) == corrected
    assert not list(copy.rglob("*.xmp"))
