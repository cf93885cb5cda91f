"""A project where it lies: moved, linked, of several folders or a file, read-only, corrected."""

import json
import logging
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from coincide.errors import EventError, StoreError, UsageError
from coincide.model.hints import Pin
from coincide.project import (
    Project,
    UserInput,
    apply_plan,
    open_plan,
    plan_solution,
    save_plan,
    undo_plan,
)
from coincide.project.folder import files
from coincide.project.folder import sharedstore as turns
from coincide.project.folder.settings import NAME, ProjectSettings, load_settings, save_settings
from coincide.project.folder.sharedstore import turn
from coincide.project.options import SyncOptions
from coincide.project.plans.cameras import PATH_VARIABLE
from coincide.project.solutions.inputs import listing_digest
from coincide.project.solutions.snapshot import Paths
from coincide.storage.projectstore import unpack
from coincide.writing.plan import PlanOptions
from tests.drawn import write_event
from tests.project.kept_projects import KEPT, contents, copied, count_work, run, synced_event


@pytest.fixture(scope="module")
def synced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synced_event(tmp_path_factory.mktemp("folders"))


@pytest.fixture
def party(synced: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "cameras.json"))
    return copied(synced, tmp_path / "party")


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    return count_work(monkeypatch)


def pin_bob(project: Project, offset_s: float = 3600.0) -> None:
    project.say(
        lambda said: UserInput(
            said.hints.adding(Pin("bob", offset_s, confirmed=True)), said.choices
        )
    )


def planned(project: Project) -> Path:
    path = project.folder / "plan.json"
    assert isinstance(path, Path)
    save_plan(plan_solution(project, PlanOptions()), path)
    return path


def held(folder: Path, **more: Path) -> tuple[str, ...]:
    look = Project.at(folder, **more).look()
    assert look is not None
    return look.changed


# Moved and renamed


def test_a_folder_that_is_renamed_is_the_same_event(party: Path, work: Counter[str]) -> None:
    before = Project.at(party).holding()
    moved = party.rename(party.parent / "Summer feast")
    after = Project.at(moved).holding()
    assert after.offsets == before.offsets
    assert after.event.name == "Summer feast"
    assert {photo.path.parents[1] for photo in after.event.photos} == {moved}
    assert all(photo.file.is_file() for photo in after.event.photos)
    assert [entry.photo.path.name for entry in after.timeline] == [
        entry.photo.path.name for entry in before.timeline
    ]
    assert work == {}
    run("plan", moved, "--to", "table")
    assert Project.at(moved).sync().run is None
    assert load_settings(moved / KEPT).sources == (moved,)
    assert work == {}


def test_paths_are_kept_by_the_root_they_lie_below(tmp_path: Path) -> None:
    paths = Paths([tmp_path / "a", tmp_path / "b"])
    for path, text in (
        (tmp_path / "b" / "c" / "1.jpg", "1/c/1.jpg"),
        (tmp_path / "elsewhere.jpg", f"={tmp_path}/elsewhere.jpg"),
    ):
        assert paths.text(path) == text
        assert paths.path(text) == path


# Other kinds of sources


def test_several_folders_are_one_project_in_any_order(
    party: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    people = [party / "ann", party / "bob"]
    found = Project.at(*people).sync().solution
    other = Project.at(*reversed(people))
    assert other.folder == Project.at(*people).folder
    assert other.holding().offsets == found.offsets
    assert other.sync().run is None
    assert {photo.path.parent for photo in other.holding().event.photos} == set(people)
    (people[1] / "IMG_0005.jpg").unlink()
    look = other.look()
    assert look is not None
    assert look.changed == ("photos were added, removed or changed",)


def test_an_event_file_is_a_part_of_what_it_rests_on(
    party: Path, tmp_path: Path, work: Counter[str]
) -> None:
    file = tmp_path / "feast.toml"
    text = (
        '[[gallery]]\nname = "{}"\npaths = ["party/ann"]\n'
        '[[gallery]]\nname = "Bob"\npaths = ["party/bob"]\n'
    )
    file.write_text(text.format("Anna"))
    found = Project.at(file).sync()
    assert found.run is not None
    assert Project.at(file).folder == tmp_path / ".coincide-feast"
    assert held(file) == ()
    assert Project.at(file).holding().event == found.solution.event
    file.write_text(text.format("Annie"))
    os.utime(file, ns=(1, 1))
    assert held(file) == ("photos were added, removed or changed",)
    file.write_text(text.format("Anna"))
    assert held(file) == ()
    file.unlink()
    with pytest.raises(EventError, match="does not exist"):
        Project.at(file).look()


def test_two_events_in_one_project_folder_are_kept_apart(party: Path, tmp_path: Path) -> None:
    """Whose result is the latest is no secret: that of the other is refused, and found at once."""
    other, kept = write_event(tmp_path / "trip", {"ann": 3, "bob": 3}, seed=4), tmp_path / "kept"
    first = Project.at(party, project=kept).sync().solution
    assert Project.at(other, project=kept).sync().run is not None
    assert held(other, project=kept) == ()
    again = Project.at(party, project=kept)
    assert again.holding().offsets == first.offsets
    assert again.sync().run is None
    (other / "ann" / "IMG_0001.jpg").unlink()
    assert held(other, project=kept) == ("photos were added, removed or changed",)


def test_photos_of_a_disk_and_of_a_url_do_not_mix(party: Path) -> None:
    with pytest.raises(UsageError, match="has to be a URL too"):
        Project.at(party.as_uri(), project=party / KEPT).sync()


def test_a_folder_that_is_linked_to_is_looked_at_all_the_same(
    party: Path, tmp_path: Path, work: Counter[str]
) -> None:
    """What lies behind a link is not listed, so it is read, and nothing is written."""
    (party / "cyd").rename(tmp_path / "elsewhere")
    (party / "cyd").symlink_to(tmp_path / "elsewhere")
    assert listing_digest([party], party / KEPT) is None
    Project.at(party).sync()
    before = contents(party / KEPT)
    assert held(party) == ()
    assert contents(party / KEPT) == before
    assert Project.at(party).sync().run is None
    link = tmp_path / "link"
    link.symlink_to(party)
    assert Project.at(link).holding().event.roots == (party,)
    (tmp_path / "elsewhere" / "IMG_0000.jpg").unlink()
    assert held(party) == ("photos were added, removed or changed",)


def test_a_folder_that_cannot_be_listed_is_another_than_one_that_can(tmp_path: Path) -> None:
    (tmp_path / "event" / "ann").mkdir(parents=True)
    listed = listing_digest([tmp_path / "event"], tmp_path / "kept")
    assert listing_digest([tmp_path / "gone"], tmp_path / "kept") != listed


# Read-only


@pytest.fixture
def readonly(party: Path) -> Iterator[Path]:
    """The event where nobody may write: root may, so its folders are mounted so."""
    mount = ["mount", "--bind", "-o", "ro", str(party), str(party)]
    done = subprocess.run(mount, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"nothing can be mounted here: {done.stderr.strip()}")
    try:
        with pytest.raises(OSError, match="Read-only"):
            (party / KEPT / "try").touch()
        yield party
    finally:
        subprocess.run(["umount", str(party)], check=True)


def test_a_read_only_project_can_be_looked_at(readonly: Path, tmp_path: Path) -> None:
    assert held(readonly) == ()
    run("timeline", readonly)
    run("plan", readonly, "--to", "table")
    run("report", readonly, "--out", tmp_path / "party.html")
    assert (tmp_path / "party.html").stat().st_size > 10_000
    with pytest.raises(StoreError, match="readonly database"):
        Project.at(readonly).sync(SyncOptions(anchor="bob"))


# Corrected by its own plan


def test_a_solution_holds_with_its_own_plan_and_without(party: Path, work: Counter[str]) -> None:
    project = Project.at(party)
    pin_bob(project)
    found = project.sync().solution
    before = work.copy()
    path = planned(project)
    apply_plan(open_plan(path))
    assert list(party.rglob("*.xmp"))
    look = Project.at(party).look()
    assert look is not None
    assert (look.changed, look.solution.offsets) == ((), found.offsets)
    assert "bob" in look.corrected
    assert plan_solution(Project.at(party), PlanOptions()).files == ()  # it is done
    assert Project.at(party).sync().run is None
    undo_plan(open_plan(path))
    look = Project.at(party).look()
    assert look is not None
    assert (look.changed, look.corrected) == ((), frozenset())
    assert Project.at(party).sync().run is None
    assert work == before


def test_what_is_said_beside_an_applied_plan_is_taken_back_without_a_solve(
    party: Path, work: Counter[str]
) -> None:
    project = Project.at(party)
    pin_bob(project)
    found = project.sync().solution
    apply_plan(open_plan(planned(project)), project=project)
    pin_bob(project, 1800.0)
    assert held(party) == ("hints or choices were changed",)
    assert Project.at(party).sync().solution.offsets["bob"].offset_s == 1800.0
    solved = work["solve"]
    project.take_back()
    assert held(party) == ()
    again = Project.at(party).sync()
    assert (again.run, again.solution.offsets) == (None, found.offsets)
    assert work["solve"] == solved


def test_news_of_a_plan_are_seen(party: Path) -> None:
    project, other = Project.at(party), Project.at(party)
    pin_bob(project)
    project.sync()
    path = planned(project)
    apply_plan(open_plan(path), project=project)
    other.look()
    assert other.has_news()  # asked for the first time
    assert not other.has_news()
    journal = path.with_name(f"{path.name}.journal")
    os.utime(journal, ns=(1, 1))
    assert other.has_news()
    assert not other.has_news()


def test_an_event_that_is_gone_is_told_to_who_looks_next(
    party: Path, caplog: pytest.LogCaptureFixture
) -> None:
    project = Project.at(party)
    pin_bob(project)
    project.sync()
    path = planned(project)
    settings = load_settings(party / KEPT)
    save_settings(party / KEPT, replace(settings, sources=(party / "nowhere",)))
    with caplog.at_level(logging.WARNING):
        assert apply_plan(open_plan(path)).failed == ()
    assert "could not be read again" in caplog.text


# What is kept of options and sources


def test_settings_are_read_as_they_were_kept(tmp_path: Path) -> None:
    assert load_settings(tmp_path / "none") == ProjectSettings()
    settings = ProjectSettings(
        (tmp_path / "party",), SyncOptions(method="paper", features="28x28", anchor="bob")
    )
    save_settings(tmp_path / "party" / KEPT, settings)
    assert load_settings(tmp_path / "party" / KEPT) == settings
    (tmp_path / "party").rename(tmp_path / "moved")
    assert load_settings(tmp_path / "moved" / KEPT).sources == (tmp_path / "moved",)
    file = tmp_path / "moved" / KEPT / NAME
    stamp = file.stat().st_mtime_ns
    save_settings(file.parent, load_settings(file.parent))
    assert file.stat().st_mtime_ns == stamp  # nothing is written where it is the same


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"schema": "coincide.project/2"}', "this version reads coincide.project/1"),
        ('{"schema": "coincide.project/1"}', "Delete it, and give your options"),
        ("no json", "Delete it, and give your options"),
        ("[1]", "Delete it, and give your options"),
        (
            '{"schema": "coincide.project/1", "sources": [], "options": {"smell": 1}}',
            "Delete it, and give your options",
        ),
    ],
)
def test_settings_that_cannot_be_read_are_refused_in_words(
    party: Path, text: str, told: str
) -> None:
    (party / KEPT / NAME).write_text(text)
    before = contents(party)
    for command in (["sync", party], ["plan", party], ["report", party, "--out", "x.html"]):
        with pytest.raises(StoreError, match=told):
            run(*command)
    assert contents(party) == before


# Its small parts


def test_files_tell_what_is_wrong_with_a_place(party: Path) -> None:
    file = party / "ann" / "IMG_0000.jpg"
    assert files.read_bytes(file, "below") is None
    with pytest.raises(StoreError, match="Cannot read"):
        files.read_bytes(party, "ann")
    with pytest.raises(StoreError, match="Cannot write"):
        files.write_bytes(file, "below/it", b"")
    with pytest.raises(StoreError, match="Cannot delete"):
        files.delete(party, "ann")
    assert unpack(files.pack({"a": 1}), "it") == {"a": 1}


def test_whoever_comes_second_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "WAIT_S", 0.01)
    code = (
        "import sys, pathlib; from coincide.project.folder.sharedstore import turn\n"
        "with turn(pathlib.Path(sys.argv[1]), print):\n"
        "    print('mine', flush=True); sys.stdin.read()"
    )
    first = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)],
        **{"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True},
    )
    assert first.stdin is not None
    assert first.stdout is not None
    assert first.stdout.readline() == "mine\n"
    told: list[str] = []

    def tell(stage: str, _done: int, _total: int) -> None:
        told.append(stage)
        if len(told) == 3:
            first.communicate()  # the other one ends

    with turn(tmp_path, tell):
        assert told[:3] == ["wait"] * 3
        assert first.returncode == 0


def test_where_nothing_can_be_locked_work_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(_: int) -> bool:
        raise OSError("no locks here")

    monkeypatch.setattr(turns, "take", refuse)
    with turn(tmp_path, lambda *_: None):
        pass
    assert "do not start another sync there" in caplog.text


def test_a_document_says_where_each_photo_lies(party: Path) -> None:
    (file,) = (party / KEPT / "solutions").glob("*.json.gz")
    document = unpack(file.read_bytes(), file)
    assert document is not None
    assert str(party) not in json.dumps(document["event"])
    assert document["event"]["photos"]["path"][0] == "0/ann/IMG_0000.jpg"
