"""Names, covers, hidden and chosen photos through a new sync, a written plan, and undo."""

from collections import Counter
from pathlib import Path

import pytest

from coincide.media.exiftool import find_exiftool
from coincide.model import file_of
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
from coincide.project.album.edits import choose, hide, name_chapter, set_cover, with_said
from coincide.project.album.make import EventAlbum, album_of
from coincide.project.plans.cameras import PATH_VARIABLE
from coincide.project.userinput import changes
from coincide.writing.plan import Caution, PlanOptions, Target
from tests.photo_files import write_photo
from tests.project.kept_projects import copied, count_work, run, synced_event

needs_exiftool = pytest.mark.skipif(find_exiftool() is None, reason="ExifTool is not installed")
MODES = ["sidecar", pytest.param("file", marks=needs_exiftool)]


@pytest.fixture(scope="module")
def synced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synced_event(tmp_path_factory.mktemp("album"))


@pytest.fixture
def party(synced: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "cameras.json"))
    return copied(synced, tmp_path / "party")


def shown(project: Project) -> EventAlbum:
    look = project.shown()
    return with_said(album_of(look.solution), look.known.said.album)


def paths(album: EventAlbum, rows: frozenset[int]) -> set[str]:
    return {album.items[row].photo.path.name for row in rows}


def tell(album: EventAlbum) -> tuple[set[str], set[str], str, str]:
    """Return what stands of what was chosen, by the names of files."""
    first = album.album.chapters[0]
    cover = album.items[first.cover].photo.path.name
    return paths(album, album.hidden), paths(album, album.chosen), first.name, cover


def say_four_things(project: Project) -> tuple[set[str], set[str], str, str]:
    made = album_of(project.holding())
    keys = [item.photo.key for item in made.items]
    for change in (
        name_chapter(made, keys[0], "The garden"),
        set_cover(made, keys[4]),
        hide([keys[2]]),
        choose([keys[3]]),
    ):
        project.say(change)
    return tell(shown(project))


def test_what_is_chosen_makes_no_result_old_and_solves_nothing(
    party: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = Project.at(party)
    key = project.holding().key
    told = say_four_things(project)
    assert told[2] == "The garden"
    assert (len(told[0]), len(told[1])) == (1, 1)
    work: Counter[str] = count_work(monkeypatch)
    assert Project.at(party).holding().key == key
    assert Project.at(party).sync().run is None
    assert work == {}
    # one history with the rest: back by what the command line calls undo, change by change
    output = run("hint", "undo", party)
    assert "The last change to the album is undone" in output
    assert "coincide sync" not in output
    assert shown(project).chosen == frozenset()
    for _ in range(3):
        project.take_back()
    assert shown(project) == album_of(project.holding())
    for _ in range(4):
        project.say_again()
    assert tell(shown(project)) == told


def test_it_stands_after_a_new_sync_that_moves_clocks_and_brings_photos(party: Path) -> None:
    project = Project.at(party)
    told = say_four_things(project)
    event = project.holding().event
    project.say(changes.pin(event, "bob", 3.0))
    write_photo(party / "ann" / "early.jpg", "2024:05:04 09:00:00", make="Maker", model="M0")
    anew = project.sync().solution
    assert (anew.offsets["bob"].offset_s, anew.event.n_photos) == (3.0, event.n_photos + 1)
    album = shown(Project.at(party))
    assert len(album.album.chapters) == 2  # the garden is the second now
    assert [one.name for one in album.album.chapters].index("The garden") == 1
    assert (paths(album, album.hidden), paths(album, album.chosen)) == told[:2]
    assert album.items[album.album.chapters[1].cover].photo.path.name == told[3]


@pytest.mark.parametrize("to", MODES)
def test_it_stands_when_a_plan_is_written_and_taken_back(
    party: Path, tmp_path: Path, to: Target
) -> None:
    project = Project.at(party)
    project.say(lambda said: UserInput(said.hints.adding(Pin("bob", 3600.0)), said.choices))
    project.say(changes.confirm(project.sync().solution.event, "bob"))
    project.sync()
    told = say_four_things(project)
    before = {item.photo.path: item.photo.key for item in shown(project).items}
    files = {path: file_of(path).read_bytes() for path in before}

    plan = plan_solution(project, PlanOptions(to, caution=Caution(unsure=True, slight=True)))
    assert {change.gallery for change in plan.files} >= {"bob"}
    save_plan(plan, tmp_path / "plan.json")
    opened = open_plan(tmp_path / "plan.json")
    assert apply_plan(opened, project=project).failed == ()
    changed = {path for path in before if file_of(path).read_bytes() != files[path]}
    assert bool(changed) == (to == "file")

    written = Project.at(party)
    written.sync()
    after = shown(written)
    assert {item.photo.path: item.photo.key for item in after.items} == before
    assert tell(after) == told

    undo_plan(opened, project=project)
    assert {path: file_of(path).read_bytes() for path in before} == files
    again = Project.at(party)
    again.sync()
    assert tell(shown(again)) == told
