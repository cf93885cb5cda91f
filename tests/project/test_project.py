"""A project: what is found once is known, what changed is told, options are kept until changed."""

import os
import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from coincide.errors import CoincideError, NothingToSyncError, StoreError, UsageError
from coincide.model.hints import Pin
from coincide.project import Project, UserInput
from coincide.project.folder.settings import NAME, load_settings
from coincide.project.options import SyncOptions
from coincide.project.plans.cameras import PATH_VARIABLE
from coincide.project.solutions import inputs, solutions
from coincide.project.userinput import changes
from tests.drawn import write_event
from tests.photo_files import write_photo
from tests.project.kept_projects import KEPT, contents, copied, count_work, run, synced_event

MEDIAN = SyncOptions(method="median", features="pooled")


@pytest.fixture(scope="module")
def synced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synced_event(tmp_path_factory.mktemp("project"))


@pytest.fixture
def party(synced: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the event for one test alone, and nothing remembered of cameras."""
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "cameras.json"))
    return copied(synced, tmp_path / "party")


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    return count_work(monkeypatch)


def pinned(offset_s: float) -> Callable[[UserInput], UserInput]:
    return lambda said: UserInput(said.hints.adding(Pin("bob", offset_s)), said.choices)


def changed(folder: Path) -> tuple[str, ...]:
    look = Project.at(folder).look()
    assert look is not None
    return look.changed


def offsets_in(folder: Path) -> str:
    return (folder / KEPT / "offsets.json").read_text(encoding="utf-8")


# Found once


def test_what_was_found_is_known(party: Path, work: Counter[str]) -> None:
    before = contents(party)
    again = Project.at(party).sync()
    assert again.run is None
    assert work == {}
    latest = Project.at(party).latest()
    assert latest is not None
    assert latest.offsets == again.solution.offsets == Project.at(party).holding().offsets
    assert latest.timeline == again.solution.timeline
    # the records of a copy are read again; nothing else is written
    told = [name for name, digest in contents(party).items() if before.get(name) != digest]
    assert told == [f"{KEPT}/state.sqlite"]


def test_what_is_read_back_is_what_was_found(tmp_path: Path) -> None:
    party = write_event(tmp_path / "party", {"ann": 4, "bob": 5})
    write_photo(party / "bob" / "nowhen.jpg", None, make=None, model=None)
    (party / "ann" / "broken.jpg").write_bytes(b"no photo")
    found = Project.at(party).sync()
    assert found.run is not None
    read = Project.at(party).latest()
    assert read is not None
    assert len(read.event.timeless) == len(read.event.skipped) == 1
    for name in ("inputs", "event", "offsets", "features", "guesses", "clocks", "why", "listing"):
        assert getattr(read, name) == getattr(found.solution, name), name
    assert read.evidence == found.solution.evidence
    assert read.edges == found.solution.edges
    assert solutions.solution_document(read) == solutions.solution_document(found.solution)
    assert (read.offsets, read.timeline) == (found.run.offsets, found.run.timeline)


def test_undoing_a_hint_brings_back_what_was_found_before(party: Path, work: Counter[str]) -> None:
    first, before = Project.at(party).holding(), offsets_in(party)
    Project.at(party).say(pinned(3600.0))
    assert Project.at(party).sync().solution.offsets["bob"].offset_s == 3600.0
    assert (work["solve"], offsets_in(party) == before) == (1, False)
    Project.at(party).take_back()
    assert Project.at(party).holding().offsets == first.offsets  # looked at, before any sync
    assert Project.at(party).sync().run is None
    assert offsets_in(party) == before  # the files for people say it as well
    assert work["solve"] == 1
    Project.at(party).say_again()
    assert Project.at(party).holding().offsets["bob"].offset_s == 3600.0
    assert work["solve"] == 1


def test_a_damaged_solution_is_found_again(party: Path, work: Counter[str]) -> None:
    whole = Project.at(party).holding()
    (file,) = (party / KEPT / "solutions").glob("*.json.gz")
    for data in (b"", file.read_bytes()[:100], b"no gzip"):
        file.write_bytes(data)
        assert Project.at(party).look() is None
    again = Project.at(party).sync()
    assert again.run is not None
    assert work["solve"] == 1
    assert Project.at(party).holding().offsets == whole.offsets


def test_the_oldest_solutions_make_room(party: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solutions, "MOST", 2)
    for offset_s in (60.0, 120.0):
        Project.at(party).say(pinned(offset_s))
        Project.at(party).sync()
    files = list((party / KEPT / "solutions").glob("*.json.gz"))
    assert {file.name.split(".")[0] for file in files} == set(solutions.latest_keys(party / KEPT))
    assert len(files) == 2
    for _ in range(2):
        Project.at(party).take_back()
    assert changed(party) == ("hints or choices were changed",)  # the first one is gone


def test_without_a_solution_there_is_nothing_to_look_at(tmp_path: Path) -> None:
    party = write_event(tmp_path / "party", {"ann": 2, "bob": 2})
    project = Project.at(party)
    assert project.look() is None
    assert project.found is None
    with pytest.raises(StoreError, match=r"No result in .* yet\. Run coincide sync first"):
        project.holding()
    with pytest.raises(UsageError, match="no change to undo"):
        Project.at(copied(party, tmp_path / "other")).take_back()
    project.refresh()  # nothing to bring up to date
    assert not (party / KEPT).exists()


# What changed, in words


def add_photo(party: Path) -> None:
    shutil.move(write_event(party.parent / "more", {"dan": 1}, seed=7) / "dan", party / "dan")


def remove_photo(party: Path) -> None:
    (party / "cyd" / "IMG_0003.jpg").unlink()


def change_tag(party: Path) -> None:
    """Another time in a tag: as many bytes, and one that looks as old as before."""
    photo = party / "bob" / "IMG_0002.jpg"
    data = photo.read_bytes()
    assert b"14:02:00" in data
    photo.write_bytes(data.replace(b"14:02:00", b"14:03:30"))
    later_ns = photo.stat().st_mtime_ns + 1_000_000
    os.utime(photo, ns=(later_ns, later_ns))


def hint(party: Path) -> None:
    Project.at(party).say(pinned(60.0))


def choose(party: Path) -> None:
    project = Project.at(party)
    project.say(changes.trust(project.holding().event, "ann", trusted=True))


def shift_by_hand(party: Path) -> None:
    out = party.parent / "byhand.json"
    run("shift", party, "+1h", "--gallery", "cyd", "--out", out)
    run("apply", out, "--yes", "--in", party)


PHOTOS, SAID = "photos were added, removed or changed", "hints or choices were changed"
CHANGES = [
    (add_photo, (PHOTOS,)),
    (remove_photo, (PHOTOS,)),
    (change_tag, (PHOTOS,)),
    (hint, (SAID,)),
    (choose, (SAID,)),
]


@pytest.mark.parametrize(("change", "words"), CHANGES, ids=lambda one: getattr(one, "__name__", ""))
def test_what_changed_is_told_and_a_plan_of_it_refused(
    party: Path, work: Counter[str], change: Callable[[Path], None], words: tuple[str, ...]
) -> None:
    assert changed(party) == ()
    change(party)
    before = contents(party)
    assert changed(party) == words
    with pytest.raises(StoreError) as told:
        run("plan", party)
    assert f"is out of date: {', and '.join(words)}. Run coincide sync again" in str(told.value)
    assert contents(party) == before
    assert work == {}
    run("plan", party, "--sync", "--to", "table")
    assert work["solve"] == 1
    assert changed(party) == ()


def test_a_plan_by_hand_is_told(party: Path, work: Counter[str]) -> None:
    shift_by_hand(party)
    assert PHOTOS in changed(party)
    run("undo", party.parent / "byhand.json", "--yes", "--in", party)
    assert changed(party) == ()
    assert work == {}


def test_another_program_is_told(
    party: Path, work: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inputs, "program_digest", lambda: "another")
    assert changed(party) == ("it was computed by another version of Coincide",)
    assert Project.at(party).sync().run is not None
    assert (changed(party), work["solve"]) == ((), 1)


def test_other_options_are_told_until_their_own_is_found(party: Path, work: Counter[str]) -> None:
    """Whoever edits what a project keeps asks for another result."""
    first = Project.at(party).holding()
    Project.at(party).sync(MEDIAN)
    assert Project.at(party).holding().offsets.method == "median"
    assert (work["solve"], work["solve jointly"]) == (1, 0)
    file = party / KEPT / NAME
    file.write_text(file.read_text().replace('"median"', '"paper"'))
    assert changed(party) == ("options were changed",)
    file.write_text(file.read_text().replace('"paper"', '"median"'))
    assert changed(party) == ()
    assert Project.at(party).sync(SyncOptions()).run is None  # found before
    assert Project.at(party).holding().offsets == first.offsets


def test_several_changes_are_all_told(party: Path) -> None:
    remove_photo(party)
    hint(party)
    assert changed(party) == (PHOTOS, SAID)
    with pytest.raises(StoreError, match=f"{PHOTOS}, and {SAID}"):
        Project.at(party).holding()


# Options


def test_options_are_given_once_and_used_until_they_are_changed(party: Path) -> None:
    told = run("sync", party, "--method", "median", "--features", "pooled", "--anchor", "bob")
    assert '"method": "median"' in told
    assert "--defaults forgets them" in told
    kept = Project.at(party).options
    assert (kept.method, kept.features, kept.anchor) == ("median", "pooled", "bob")
    run("sync", party)
    assert Project.at(party).options == kept
    assert Project.at(party).holding().offsets.anchor == "bob"
    run("sync", party, "--anchor", "cyd")
    assert Project.at(party).options == replace(kept, anchor="cyd")
    assert "options of earlier syncs" not in run("sync", party, "--defaults")
    assert Project.at(party).options == SyncOptions()
    assert Project.at(party).holding().offsets.method == "joint"


@pytest.mark.parametrize(
    ("given", "error"),
    [
        (["--anchor", "nobody"], UsageError),
        (["--method", "nothing"], UsageError),
        (["--without", "smell"], UsageError),
        (["--backbone", "nothing"], CoincideError),
        (["--features", "9x9"], CoincideError),
    ],
    ids=str,
)
def test_options_that_lead_to_an_error_are_not_kept(
    party: Path, given: list[str], error: type[Exception]
) -> None:
    run("sync", party, "--anchor", "bob")
    before = Project.at(party).options, offsets_in(party)
    with pytest.raises(error):
        run("sync", party, *given)
    assert (Project.at(party).options, offsets_in(party)) == before
    assert changed(party) == ()


def test_an_event_that_cannot_be_synced_keeps_no_options(tmp_path: Path) -> None:
    alone = write_event(tmp_path / "alone", {"ann": 3})
    with pytest.raises(NothingToSyncError):
        Project.at(alone).sync(MEDIAN)
    assert load_settings(alone / KEPT).options == SyncOptions()
