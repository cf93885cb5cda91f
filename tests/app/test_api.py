"""``coincide.open(folder)``: everything that a script asks of a project, on a real event."""

import json
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

import coincide
from coincide.errors import CoincideError, PlanError, StoreError, UsageError
from coincide.model.hints import Answer, Pin, Rejection, SetRight
from coincide.model.knowntimes import KnownClock, KnownTime
from coincide.model.times import to_text
from coincide.project import Project
from coincide.project.album.edits import hide, name_chapter
from coincide.project.plans.cameras import PATH_VARIABLE
from tests.drawn import write_event
from tests.project.kept_projects import KEPT, contents, copied, count_work, run, synced_event


@pytest.fixture(scope="module")
def synced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synced_event(tmp_path_factory.mktemp("api"))


@pytest.fixture
def party(synced: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "cameras.json"))
    return copied(synced, tmp_path / "party")


@pytest.fixture
def project(party: Path) -> coincide.OpenProject:
    return coincide.open(party)


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    return count_work(monkeypatch)


def test_from_a_folder_to_a_timeline(tmp_path: Path) -> None:
    party = write_event(tmp_path / "party", {"ann": 4, "bob": 4})
    project = coincide.open(str(party))
    assert not project.folder.exists()  # type: ignore[union-attr]
    for ask in ("offsets", "timeline", "event", "why", "changed"):
        with pytest.raises(StoreError, match=r"Run coincide sync first"):
            getattr(project, ask)
    told: list[str] = []
    found = project.sync(progress=lambda stage, _done, _total: told.append(stage))
    assert {"read", "embed", "solve"} <= set(told)
    assert (project.folder, project.changed) == (party / KEPT, ())
    assert list(found) == list(project.offsets) == ["ann", "bob"]
    assert (found.anchor, found.method, found.event_time) == ("ann", "joint", "anchor")
    times_s = [entry.event_time_s for entry in project.timeline]
    assert len(times_s) == project.event.n_photos == 8
    assert times_s == sorted(time_s for time_s in times_s if time_s is not None)
    assert project.why is not None


def test_offsets_are_a_mapping_of_what_the_command_line_found(
    project: coincide.OpenProject, party: Path, work: Counter[str]
) -> None:
    document = json.loads((party / KEPT / "offsets.json").read_text())
    told = {name: one["offset_s"] for name, one in document["galleries"].items()}
    assert {name: placed.offset_s for name, placed in project.offsets.items()} == told
    assert len(project.offsets) == 3
    assert "dan" not in project.offsets
    with pytest.raises(KeyError):
        project.offsets["dan"]
    assert project.sync().keys() == told.keys()
    assert work == {}


def test_looking_changes_nothing(project: coincide.OpenProject, party: Path) -> None:
    before = contents(party)
    assert project.changed == ()
    assert (len(project.offsets), len(project.timeline), len(project.hints)) == (3, 15, 0)
    assert project.event.skipped == ()
    assert project.plan(unsure=True, slight=True).event == "party"
    assert project.report(party.parent / "party.html").read_text().startswith("<!doctype html>")
    assert contents(party) == before


def test_options_are_the_projects(project: coincide.OpenProject, party: Path) -> None:
    options = coincide.SyncOptions(method="median", features="pooled", anchor="cyd")
    assert project.sync(options).method == "median"
    assert coincide.open(party).options == options
    assert coincide.open(party).sync().anchor == "cyd"
    assert project.sync(coincide.SyncOptions()).method == "joint"


def test_what_is_said_is_used_by_the_next_sync_and_taken_back(
    project: coincide.OpenProject, party: Path, work: Counter[str]
) -> None:
    project.pin("bob", 60.0)
    assert project.changed == ("hints or choices were changed",)
    assert project.offsets["bob"].offset_s != 60.0
    assert project.sync()["bob"].offset_s == 60.0
    assert "pinned: bob" in run("hint", "list", party)  # the command line knows it
    assert project.unsay().hints == project.hints
    assert len(project.hints) == 0
    assert project.offsets["bob"].offset_s != 60.0
    assert work["solve"] == 1
    with pytest.raises(UsageError, match="no change to undo"):
        project.unsay()


def test_photos_are_named_by_path_text_or_the_end_of_it(
    project: coincide.OpenProject, party: Path, tmp_path: Path
) -> None:
    keys = {photo.path.relative_to(party).as_posix(): photo.key for photo in project.event.photos}
    ann, bob, cyd = (f"{name}/IMG_0001.jpg" for name in ("ann", "bob", "cyd"))
    project.same(party / ann, str(party / bob))
    project.different(bob, cyd)
    project.about("ann/IMG_0002.jpg", bob)
    project.unclear("ann/IMG_0002.jpg", cyd)
    link = tmp_path / "link"
    link.symlink_to(party)
    coincide.open(link).reject(link / ann, cyd)
    project.set_right("cyd/IMG_0002.jpg")
    assert list(project.hints) == [
        Answer(keys[ann], keys[bob], "same", named=True),
        Answer(keys[bob], keys[cyd], "different", named=True),
        Answer(keys["ann/IMG_0002.jpg"], keys[bob], "about", named=True),
        Answer(keys["ann/IMG_0002.jpg"], keys[cyd], "unclear", named=True),
        Rejection(keys[ann], keys[cyd]),
        SetRight("cyd", keys["cyd/IMG_0002.jpg"]),
    ]


def test_times_are_known(project: coincide.OpenProject) -> None:
    photo = "ann/IMG_0001.jpg"
    project.known_time(photo, "2024-05-03 21:15", within_s=300.0)
    project.known_time(photo, datetime(2024, 5, 3, 21, 15, 30))
    project.known_clock("bob", ahead_s=3600.0)
    project.known_clock("cyd", zone="+09:00", within_s=60.0)
    key = next(one.key for one in project.event.photos if one.path.as_posix().endswith(photo))
    assert list(project.hints) == [
        KnownTime(key, 1714770930.0, 5.0),
        KnownClock("bob", 180.0, ahead_s=3600.0),
        KnownClock("cyd", 60.0, zone_s=32_400, zone="+09:00"),
    ]
    with pytest.raises(UsageError, match="either how far"):
        project.known_clock("bob")
    with pytest.raises(UsageError, match="write it like"):
        project.known_time(photo, "lunch")
    assert project.sync()["bob"].offset_s is not None


def test_a_known_time_is_where_the_event_is_told_from(
    project: coincide.OpenProject, party: Path
) -> None:
    ann = project.event.galleries[0]
    first, last = ann.photos[0], ann.photos[-1]
    project.known_time(first.path, to_text(first.camera_time_s + 3600.0))
    found = project.sync()
    assert (found.anchor, found.event_time) == ("ann", "true")
    assert found["ann"].offset_s == pytest.approx(3600.0, abs=1.0)
    assert project.why is not None
    assert project.why.without_effect == ()
    project.known_time(last.path, to_text(last.camera_time_s - 3600.0))
    assert project.sync().event_time == "anchor"
    assert {one.photo for one in project.why.without_effect} == {first.key, last.key}
    printed = run("sync", party)
    assert "ann: its exact times contradict each other: your known times of 1 photo" in printed
    assert "contradict each other" in (party / KEPT / "offsets.json").read_text()
    printed = run("sync", party, "--method", "median")
    assert "ann: your known times are not used: they need --method joint" in printed


def test_galleries_are_trusted_renamed_and_merged(
    project: coincide.OpenProject, party: Path
) -> None:
    project.trust("bob")
    assert (project.sync().anchor, project.offsets.event_time) == ("bob", "true")
    project.rename("cyd", "Cyd & Co")
    project.sync()
    assert list(project.offsets) == ["Cyd & Co", "ann", "bob"]
    project.merge("ann", "Cyd & Co")
    assert list(project.sync()) == ["ann", "bob"]
    project.trust("bob", trusted=False)
    assert project.sync().event_time == "anchor"
    for _ in range(4):
        said = project.unsay()
    assert said.choices.steps == ()
    assert project.changed == ()  # as it was at first
    assert list(project.offsets) == ["ann", "bob", "cyd"]


def corrected(project: coincide.OpenProject) -> None:
    project.pin("bob", 3600.0)
    project.confirm("bob")
    project.sync()


def test_a_plan_is_made_saved_applied_and_undone(
    project: coincide.OpenProject, party: Path, work: Counter[str]
) -> None:
    corrected(project)
    before, solved = contents(party), work.copy()
    plan = project.plan(to="sidecar", program="digikam")
    assert {change.gallery for change in plan.files} == {"bob"}
    with pytest.raises(PlanError, match="never applied"):
        project.undo(plan)
    assert contents(party) == before
    assert project.apply(plan).done == len(plan.files) == 6
    assert len(list(party.rglob("*.xmp"))) == 6
    assert project.apply(plan).already == 6  # the same file, not one more
    assert [path.name for path in (party / KEPT).glob("plan*.json")] == ["plan.json"]
    assert (project.changed, project.plan().files) == ((), ())
    assert project.undo(plan).undone == 6
    after = contents(party)
    assert {name: after[name] for name in before if KEPT not in name} == {
        name: digest for name, digest in before.items() if KEPT not in name
    }
    assert not list(party.rglob("*.xmp"))
    assert project.changed == ()
    assert work == solved


def test_a_plan_lies_where_it_was_saved(project: coincide.OpenProject, party: Path) -> None:
    corrected(project)
    path = project.save(project.plan(), party.parent / "mine.json")
    assert path == party.parent / "mine.json"
    assert project.apply(path).done == 6
    assert project.undo(str(path)).undone == 6
    assert project.save(project.plan()) == party / KEPT / "plan.json"


def test_copies_go_into_a_new_folder(project: coincide.OpenProject, party: Path) -> None:
    plan = project.plan(to="copies", into=party.parent / "together")
    assert project.apply(plan).done == 15
    copies = sorted(path.name for path in (party.parent / "together").rglob("*.jpg"))
    assert len(copies) == 15
    with pytest.raises(UsageError, match="exists and is not empty"):
        project.plan(to="copies", into=party.parent / "together")


def test_a_result_that_no_longer_holds_is_shown_and_not_planned(
    project: coincide.OpenProject, party: Path
) -> None:
    (party / "bob" / "IMG_0005.jpg").unlink()
    assert project.changed == ("photos were added, removed or changed",)
    assert len(project.timeline) == 15
    with pytest.raises(StoreError, match="out of date: photos were added, removed or changed"):
        project.plan()
    project.sync()
    assert len(project.timeline) == 14
    assert project.plan().event == "party"


@pytest.mark.parametrize(
    ("mistake", "told"),
    [
        (lambda one: one.pin("dan", 1.0), "No gallery is named dan"),
        (lambda one: one.pin("bob", 1e300), "not an offset between two clocks"),
        (lambda one: one.same("ann/IMG_0009.jpg", "bob/IMG_0001.jpg"), "is not a photo of party"),
        (lambda one: one.same("IMG_0001.jpg", "bob/IMG_0001.jpg"), "give more of its path"),
        (lambda one: one.same("ann/IMG_0000.jpg", "ann/IMG_0001.jpg"), "have the same clock"),
        (lambda one: one.rename("bob", "ann"), "Another gallery is named ann"),
        (lambda one: one.merge("bob", "bob"), "Name two galleries"),
        (lambda one: one.plan(program="gimp"), "Unknown program gimp: there are"),
        (lambda one: one.plan(program="capture-one"), "could not be confirmed"),
        (lambda one: one.plan(to="file", program="digikam"), "for sidecars only"),
        (lambda one: one.plan(to="copies"), "Copies need a new folder"),
        (lambda one: one.plan(into="new"), "for copies only"),
        (lambda one: one.plan(to="copies", into=one.folder), "exists and is not empty"),
        (lambda one: one.plan(zone="Atlantis"), "Atlantis"),
        (lambda one: one.apply("nowhere.json"), "nowhere.json"),
        (lambda one: one.sync(coincide.SyncOptions(anchor="dan")), "there are: ann, bob, cyd"),
        (lambda one: one.report(one.folder / "offsets.json"), "is not a report that Coincide"),
    ],
)
def test_mistakes_are_told_and_change_nothing(
    project: coincide.OpenProject,
    party: Path,
    mistake: Callable[[coincide.OpenProject], object],
    told: str,
) -> None:
    project.sync()  # the records of a copy
    before = contents(party)
    with pytest.raises(CoincideError, match=told):
        mistake(project)
    assert contents(party) == before


def test_several_folders_and_another_project_folder(party: Path, tmp_path: Path) -> None:
    project = coincide.open(party / "ann", party / "bob", project=tmp_path / "kept")
    assert list(project.sync()) == ["ann", "bob"]
    assert project.folder == tmp_path / "kept"
    project.same(party / "ann" / "IMG_0001.jpg", "bob/IMG_0001.jpg")
    assert len(project.hints) == 1
    assert coincide.open(party).hints == type(project.hints)()
    assert Pin("ann", 1.0) not in project.hints


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CoincideError, match="does not exist"):
        coincide.open(tmp_path / "nowhere").sync()


def test_the_album_has_every_photo_and_what_was_chosen(
    project: coincide.OpenProject, party: Path
) -> None:
    album = project.album()
    rows = [row for chapter in album.album.chapters for row in chapter.rows]
    assert rows == list(range(len(album.items)))
    assert len(album.items) + len(album.unplaced) == project.event.n_photos
    assert {item.person for item in album.items} <= {"ann", "bob", "cyd"}
    said = Project.at(party)
    said.say(name_chapter(album, album.items[0].photo.key, "The garden"))
    said.say(hide([album.items[2].photo.key]))
    assert project.album().album.chapters[0].name == "The garden"
    assert (project.album().hidden, project.changed) == ({2}, ())
