"""``coincide album``: what it is asked for, what it says, and what it leaves alone."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from coincide.project import Project
from coincide.project.album.edits import hide, name_chapter
from coincide.project.album.export import story_of
from coincide.project.album.items import Item
from coincide.project.album.make import EventAlbum, album_of
from tests.command import run_here
from tests.drawn import write_event
from tests.project.kept_projects import run


@pytest.fixture(scope="module")
def party(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event of two people, synced."""
    folder = write_event(tmp_path_factory.mktemp("album") / "party", {"ann": 4, "bob": 3})
    run("sync", folder, "--anchor", "ann")
    return folder


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("album", b""),
        ("a.html", b"<!doctype html>"),
        ("a.pdf", b"%PDF-"),
        ("a.json", b'{\n "schema": "coincide.album/1"'),
    ],
)
def test_the_ending_tells_what_is_written(
    party: Path, tmp_path: Path, name: str, begins: bytes
) -> None:
    done = run_here("album", party, "--out", tmp_path / name, "--title", "Our day")
    assert done.returncode == 0, done.stderr
    assert "wrote" in done.stdout
    if name == "album":
        assert (tmp_path / name / "index.html").is_file()
        assert json.loads((tmp_path / name / "album.json").read_text())["title"] == "Our day"
    else:
        assert (tmp_path / name).read_bytes().startswith(begins)


def test_folders_are_asked_for_by_name(party: Path, tmp_path: Path) -> None:
    done = run_here("album", party, "--out", tmp_path / "copies", "--as", "folders")
    assert done.returncode == 0, done.stderr
    assert len(list((tmp_path / "copies").rglob("*.jpg"))) >= 4


def test_a_mistake_is_told(party: Path, tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_text("mine")
    done = run_here("album", party, "--out", tmp_path / "a.pdf")
    assert (done.returncode, "is no album" in done.stderr) == (2, True)
    assert (tmp_path / "a.pdf").read_text() == "mine"
    done = run_here("album", party, "--out", tmp_path / "b.pdf", "--originals", "as-is")
    assert (done.returncode, "Originals can be included in a folder" in done.stderr) == (2, True)


def test_no_album_is_written_among_the_photos(party: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(party)
    for out in (party / "album", tmp_path / "link" / "album", party):
        done = run_here("album", party, "--out", out)
        assert (done.returncode, "is inside the event's folder" in done.stderr) == (2, True)
    assert not (party / "album").exists()


def test_what_is_hidden_or_in_no_chapter_is_not_told_as_if_it_were(party: Path) -> None:
    solution = Project.at(party).shown().solution
    made = album_of(solution)
    n_photos = solution.event.n_photos
    whole = story_of(made, solution.event, "t")
    assert len(whole.shown) == n_photos
    assert whole.people == ("ann", "bob")
    hidden = EventAlbum(made.items, made.album, made.unplaced, hidden=frozenset({0}))
    left = story_of(hidden, solution.event, "t")
    assert len(left.shown) == n_photos - 1
    assert made.items[0].photo.key not in {one.key for one in left.shown}
    # a photo that is named twice, with a time and as one without, is there once
    lone = Item(made.items[0].photo, made.items[0].gallery, "ann", 0.0)
    nowhere = EventAlbum((lone,), made.album.__class__(()), (lone.photo,))
    (one,) = story_of(nowhere, solution.event, "t").shown
    assert one.local_time_s is None


def test_what_a_person_chose_is_what_is_written(party: Path, tmp_path: Path) -> None:
    event = Path(shutil.copytree(party, tmp_path / "party"))
    run("sync", event, "--anchor", "ann")
    project = Project.at(event)
    made = album_of(project.shown().solution)
    told = [made.items[row].photo.key for chapter in made.album.chapters for row in chapter.rows]
    project.say(name_chapter(made, told[0], "The garden"))
    project.say(hide(told[1:2]))
    run("album", event, "--out", tmp_path / "a.json")
    written = json.loads((tmp_path / "a.json").read_text())
    assert written["chapters"][0]["name"] == "The garden"
    assert len(_rows(written)) == len(told) - 1


def test_a_summary_is_of_so_many_that_are_not_hidden(party: Path, tmp_path: Path) -> None:
    solution = Project.at(party).shown().solution
    assert solution.event.n_photos > 3
    run("album", party, "--out", tmp_path / "a.json", "--best", "3")
    written = json.loads((tmp_path / "a.json").read_text())
    assert len(_rows(written)) == 3


def test_a_storyboard_of_the_best_shows_each_of_them(party: Path, tmp_path: Path) -> None:
    done = run_here("album", party, "--out", tmp_path / "a.pdf", "--best", "4")
    assert ": 4 photos" in done.stdout
    whole = run_here("album", party, "--out", tmp_path / "a.pdf")
    assert ": 4 photos" not in whole.stdout, "all of one moment"


def _rows(written: dict[str, Any]) -> list[object]:
    return [row for one in written["chapters"] for part in one["moments"] for row in part["photos"]]
