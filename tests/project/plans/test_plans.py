"""Plans of whole events: applied, synced again, joined by a late gallery, undone."""

import shutil
from pathlib import Path

import pytest

from coincide import project as pipeline
from coincide.demo import DemoOptions
from coincide.errors import PlanError
from coincide.media.exiftool import find_exiftool
from coincide.model import Event
from coincide.project import OpenPlan, Solution
from coincide.project.plans.cameras import PATH_VARIABLE
from coincide.writing.apply import carry
from coincide.writing.plan import Plan, PlanOptions
from tests.conftest import CopyDemo
from tests.writing.apply.trees import Seen, snapshot

needs_exiftool = pytest.mark.skipif(find_exiftool() is None, reason="ExifTool is not installed")


def quiet(_stage: str, _done: int, _total: int) -> None:
    pass


@pytest.fixture(scope="module")
def rendered(copy_demo: CopyDemo, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event with its vectors, so that each test embeds nothing."""
    options = DemoOptions(n_galleries=4, n_photos=80, seed=3)
    folder = copy_demo(options, tmp_path_factory.mktemp("rendered") / "party")
    synced(folder)
    return folder


@pytest.fixture(autouse=True)
def cameras(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "cameras.json"
    monkeypatch.setenv(PATH_VARIABLE, str(path))
    return path


@pytest.fixture
def party(rendered: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(rendered, tmp_path / "party"))


def synced(folder: Path) -> Solution:
    return pipeline.Project.at(folder).sync().solution


def planned(folder: Path, **options: object) -> Plan:
    project = pipeline.Project.at(folder)
    return pipeline.plan_solution(project, PlanOptions(**options))  # type: ignore[arg-type]


def applied(plan: Plan, path: Path) -> OpenPlan:
    pipeline.save_plan(plan, path)
    opened = pipeline.open_plan(path)
    report = pipeline.apply_plan(opened, progress=quiet)
    assert (report.done, report.failed) == (len(plan.files), ())
    return opened


def photos_of(folder: Path) -> dict[str, Seen]:
    """Return all there is to see below an event's folder but what is ours."""
    inside = snapshot(folder)
    return {
        name: seen
        for name, seen in inside.items()
        if name != str(folder) and ".coincide" not in Path(name).parts
    }


def times_of(event: Event) -> dict[Path, float]:
    return {photo.path: photo.recorded_time_s for photo in event.photos}


@pytest.mark.parametrize("to", ["sidecar", pytest.param("file", marks=needs_exiftool)])
def test_applied_and_undone_is_as_before(party: Path, tmp_path: Path, to: str) -> None:
    before = photos_of(party)
    plan = planned(party, to=to)
    assert len(plan.files) >= 40
    opened = applied(plan, tmp_path / "plan.json")
    assert {found.state for found in pipeline.verify_plan(opened)} == {"new"}
    assert photos_of(party) != before
    pipeline.undo_plan(opened, progress=quiet)
    assert photos_of(party) == before
    assert {found.state for found in pipeline.verify_plan(opened)} == {"old"}


@pytest.mark.parametrize("to", ["sidecar", pytest.param("file", marks=needs_exiftool)])
def test_a_second_sync_finds_the_same_and_shifts_nothing_twice(
    party: Path, tmp_path: Path, to: str
) -> None:
    first = synced(party)
    made = times_of(first.event)
    applied(planned(party, to=to), tmp_path / "plan.json")
    again = pipeline.Project.at(party).sync()
    assert again.run is None  # what was applied is what it says, so it still holds
    assert again.solution.offsets == first.offsets
    assert times_of(pipeline.load_event(party)) == made
    assert planned(party, to=to).files == ()
    # whoever solves anew keeps those places, and embeds nothing
    anew = pipeline.sync(pipeline.load_event(party))
    assert times_of(anew.event) == made
    assert anew.n_embedded == 0
    for gallery in first.event.galleries:
        before, after = first.offsets[gallery.name], anew.offsets[gallery.name]
        if before.placed and before.offset_s:
            assert after.offset_s == round(before.offset_s)


def test_without_its_project_folder_an_applied_event_is_left_as_it_is(
    party: Path, tmp_path: Path
) -> None:
    applied(planned(party), tmp_path / "plan.json")
    shutil.rmtree(party / ".coincide")
    synced(party)
    assert planned(party).files == ()


@needs_exiftool
def test_a_late_gallery_joins_what_was_applied_and_each_plan_is_undone_alone(
    party: Path, tmp_path: Path
) -> None:
    before = photos_of(party)
    late = sorted(folder for folder in party.iterdir() if folder.is_dir())[-1]
    aside = tmp_path / "aside"
    late.replace(aside)
    synced(party)
    first = applied(planned(party, to="file"), tmp_path / "first.json")
    aside.replace(late)
    synced(party)
    plan = planned(party, to="file")
    assert {change.gallery for change in plan.files} == {late.name}
    second = applied(plan, tmp_path / "second.json")
    pipeline.undo_plan(first, progress=quiet)
    pipeline.undo_plan(second, progress=quiet)
    assert photos_of(party) == before


def test_a_plan_that_was_applied_is_not_written_over(party: Path, tmp_path: Path) -> None:
    plan, path = planned(party), tmp_path / "plan.json"
    applied(plan, path)
    with pytest.raises(PlanError, match="was applied"):
        pipeline.save_plan(plan, path)
    other = tmp_path / "mine.json"
    other.write_text("{}")
    with pytest.raises(PlanError, match="not a plan"):
        pipeline.save_plan(plan, other)


@needs_exiftool
def test_copies_are_named_and_corrected_and_undone(party: Path, tmp_path: Path) -> None:
    before, out = photos_of(party), tmp_path / "in order"
    plan = planned(party, to="copies", out=out)
    opened = applied(plan, tmp_path / "plan.json")
    event = pipeline.load_event(out, project=tmp_path / "project")
    names = [photo.path.name for photo in sorted(event.photos, key=lambda one: one.recorded_time_s)]
    assert names == sorted(names)
    assert len(names) == len(plan.files) == 80
    pipeline.undo_plan(opened, progress=quiet)
    assert not out.exists()
    assert photos_of(party) == before


def test_by_hand_moves_one_gallery_and_is_remembered_only_of_true_time(
    party: Path, tmp_path: Path, cameras: Path
) -> None:
    event = pipeline.load_event(party)
    name = event.galleries[1].name
    plan = pipeline.plan_by_hand(event, {name: 3720.0}, PlanOptions(), progress=quiet)
    assert {change.moment.shift_s for change in plan.files} == {3720.0}
    assert {change.gallery for change in plan.files} == {name}
    applied(plan, tmp_path / "plan.json")
    assert not cameras.exists()


def test_a_journal_without_its_plan_is_told(party: Path, tmp_path: Path) -> None:
    opened = applied(planned(party), tmp_path / "plan.json")
    opened.path.unlink()
    assert pipeline.load_event(party).n_photos == 80  # a warning, no failure
    with pytest.raises(PlanError, match="Cannot read the plan"):
        pipeline.open_plan(opened.path)


def test_undo_of_what_was_never_applied_is_refused(party: Path, tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    pipeline.save_plan(planned(party), path)
    with pytest.raises(PlanError, match="never applied"):
        carry.undo_plan(carry.open_plan(path), progress=lambda *_: None, stop=lambda: False)
