"""Albums that are written twice, and folders that only look like one."""

import json
from pathlib import Path

import msgspec
import pytest

from coincide.errors import UsageError
from coincide.writing.album import Wishes, write_story
from coincide.writing.album.manifest import FILE, Made
from coincide.writing.album.model import Story
from coincide.writing.choices import Form
from tests.writing.album.stories import files_in, story
from tests.writing.album.test_resumed import quiet

FORMS: list[Form] = ["site", "folders"]
MINE = {"mine/only-copy.jpg": b"\xff\xd8 mine", "CNAME": b"me.example", ".git/config": b"[core]"}


def write(told: Story, out: Path, form: Form = "site", **wishes: object) -> tuple[str, ...]:
    return write_story(told, out, form, Wishes(**wishes), quiet).left  # type: ignore[arg-type]


def plant(folder: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


@pytest.mark.parametrize("form", FORMS)
def test_f07_foreign_files_in_an_album_stay_and_are_named(tmp_path: Path, form: Form) -> None:
    told, album = story(tmp_path / "event"), tmp_path / "album"
    assert write(told, album, form) == ()
    plant(album, MINE)
    (album / "mine" / "link.jpg").symlink_to(tmp_path / "event")
    (album / "empty").mkdir()
    written = write_story(told, album, form, Wishes(who=True), quiet)
    assert {name: files_in(album)[name] for name in MINE} == MINE
    assert (album / "empty").is_dir()
    assert set(written.left) == {*MINE, "mine/link.jpg"}
    (note,) = (one for one in written.notes if one.startswith("Left"))
    assert "4 files that are not of this album" in note
    assert "CNAME" in note


@pytest.mark.parametrize("form", FORMS)
def test_f07_what_an_album_no_longer_shows_is_deleted(tmp_path: Path, form: Form) -> None:
    told, album = story(tmp_path / "event", film=True), tmp_path / "album"
    write(told, album, form)
    before = files_in(album)
    fewer = story(tmp_path / "event2")  # without the film
    write(fewer, album, form)
    fresh = tmp_path / "fresh"
    write(fewer, fresh, form)
    assert files_in(album) == files_in(fresh)
    assert files_in(album).keys() != before.keys()


def test_f07_a_planted_list_makes_no_album_of_a_folder_of_photos(tmp_path: Path) -> None:
    told, photos = story(tmp_path / "event"), tmp_path / "photos"
    mine = {f"IMG_{number}.jpg": b"\xff\xd8 %d" % number for number in range(7)}
    line = msgspec.json.encode(Made("a" * 24, "b", dict.fromkeys(mine, 4)))
    for planted in (b"", b"\n", line + b"\n", b'{"recipe": "half a li'):
        plant(photos, mine | {FILE: planted})
        for form in FORMS:
            with pytest.raises(UsageError, match="is no album that Coincide wrote for you"):
                write(told, photos, form)
        assert files_in(photos) == mine | {FILE: planted}


def test_f07_a_list_with_a_foreign_line_deletes_nothing(tmp_path: Path) -> None:
    told, album, outside = story(tmp_path / "event"), tmp_path / "album", tmp_path / "outside"
    write(told, album)
    plant(album, {"IMG_1.jpg": b"mine"})
    plant(outside, {"IMG_2.jpg": b"mine"})
    (album / "link").symlink_to(outside)
    files = {"IMG_1.jpg": 4, "link/IMG_2.jpg": 4, "../outside/IMG_2.jpg": 4}
    for names in (files, {name: size for name, size in files.items() if ".." not in name}):
        with (album / FILE).open("ab") as file:
            file.write(msgspec.json.encode(Made("c" * 24, "d", names)) + b"\n")
        before = files_in(album)
        if ".." in str(names):
            assert "IMG_1.jpg" in write(told, album)  # such a line says nothing
            continue
        with pytest.raises(UsageError, match="is no album"):
            write(told, album)
        assert files_in(album) == before
    assert files_in(outside) == {"IMG_2.jpg": b"mine"}


def test_f07_an_edited_copy_is_neither_deleted_nor_replaced(tmp_path: Path) -> None:
    told, album = story(tmp_path / "event"), tmp_path / "album"
    write(told, album, "folders")
    copy = next(iter(sorted(album.rglob("*.jpg"))))
    edited = copy.read_bytes() + b"my retouching"
    copy.write_bytes(edited)
    with pytest.raises(UsageError, match="was changed"):
        write(told, album, "folders")
    assert copy.read_bytes() == edited
    write(told, tmp_path / "site")
    index = tmp_path / "site" / "index.html"
    index.write_text("my own page")
    with pytest.raises(UsageError, match="was changed"):
        write(told, tmp_path / "site")
    assert index.read_text() == "my own page"


def test_f07_a_link_in_place_of_a_folder_of_the_album_is_refused(tmp_path: Path) -> None:
    told, album = story(tmp_path / "event"), tmp_path / "album"
    write(told, album)
    (album / "pictures").rename(tmp_path / "outside")
    before = files_in(tmp_path / "outside")
    (album / "pictures").symlink_to(tmp_path / "outside")
    next((tmp_path / "outside").iterdir()).unlink()  # so that one is made again
    before = files_in(tmp_path / "outside")
    with pytest.raises(UsageError, match="symbolic link"):
        write(told, album)
    assert files_in(tmp_path / "outside") == before


def test_f07_a_list_that_is_a_link_is_not_written_through(tmp_path: Path) -> None:
    told, album = story(tmp_path / "event"), tmp_path / "album"
    write(told, album)
    (album / FILE).rename(tmp_path / "list")
    (album / FILE).symlink_to(tmp_path / "list")
    before = (tmp_path / "list").read_bytes()
    with pytest.raises(UsageError, match="symbolic link"):
        write(told, album)
    assert (tmp_path / "list").read_bytes() == before


def test_f07_the_folder_that_is_named_may_be_a_link(tmp_path: Path) -> None:
    told = story(tmp_path / "event", film=True)
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write(told, tmp_path / "link")
    assert write(story(tmp_path / "event2"), tmp_path / "link", who=True) == ()
    assert (tmp_path / "real" / "index.html").is_file()


def test_f07_an_album_that_was_moved_is_still_ours(tmp_path: Path) -> None:
    told, album = story(tmp_path / "event"), tmp_path / "album"
    write(told, album)
    moved = album.rename(tmp_path / "elsewhere")
    assert write(told, moved, who=True) == ()
    assert json.loads((moved / "album.json").read_text())["title"]
