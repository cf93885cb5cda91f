"""An album that was stopped goes on, and one that is built twice is the same to the byte."""

from pathlib import Path

import pytest

from coincide.errors import UsageError
from coincide.model.progress import StageProgress
from coincide.writing.album import Wishes, renditions, write_story
from coincide.writing.album.manifest import FILE, load_made
from tests.writing.album.stories import files_in, story


class StoppedError(Exception):
    pass


def quiet(_stage: str, _done: int, _total: int) -> None:
    pass


def stop_at(most: int) -> StageProgress:
    def progress(_stage: str, done: int, _total: int) -> None:
        if done >= most:
            raise StoppedError

    return progress


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The kinds of all that is made from now on."""
    kinds: list[str] = []
    make = renditions._make

    def noted(folder: Path, job: renditions.RenditionJob) -> renditions.Made:
        kinds.append(job.kind)
        return make(folder, job)

    monkeypatch.setattr(renditions, "_make", noted)
    return kinds


def test_built_twice_it_is_the_same_to_the_byte(tmp_path: Path) -> None:
    told = story(tmp_path / "event", film=True)
    wishes = Wishes(who=True, originals="stripped")
    for folder in ("one", "two"):
        write_story(told, tmp_path / folder, "site", wishes, quiet)
    assert files_in(tmp_path / "one") == files_in(tmp_path / "two")


def test_stopped_it_goes_on_and_ends_the_same(tmp_path: Path, made: list[str]) -> None:
    told = story(tmp_path / "event", film=True)
    with pytest.raises(StoppedError):
        write_story(told, tmp_path / "album", "site", Wishes(), stop_at(3))
    assert not (tmp_path / "album" / "index.html").exists()
    n_before, n_kept = len(made), len(load_made(tmp_path / "album"))
    assert n_kept >= 3
    write_story(told, tmp_path / "album", "site", Wishes(), quiet)
    assert len(made) - n_before == 8 - n_kept  # seven pictures and a film
    write_story(told, tmp_path / "whole", "site", Wishes(), quiet)
    assert files_in(tmp_path / "album") == files_in(tmp_path / "whole")


def test_what_is_made_is_not_made_again_but_what_is_damaged_is(
    tmp_path: Path, made: list[str]
) -> None:
    told, album = story(tmp_path / "event"), tmp_path / "album"
    write_story(told, album, "site", Wishes(), quiet)
    whole = files_in(album)
    made.clear()
    cut = sorted((album / "pictures").iterdir())[0]
    cut.write_bytes(cut.read_bytes()[:100])
    with (album / FILE).open("ab") as file:
        file.write(b'{"recipe": "half a li')
    (album / "pictures" / ".abc.part").write_bytes(b"left behind")
    written = write_story(told, album, "site", Wishes(), quiet)
    assert made == ["views"]
    # nobody can tell whose it is: it is left, and named
    assert files_in(album) == whole | {"pictures/.abc.part": b"left behind"}
    assert written.left == ("pictures/.abc.part",)


def test_a_page_that_is_there_stays_whole_until_the_new_one_is(tmp_path: Path) -> None:
    album = tmp_path / "album"
    told = story(tmp_path / "event")
    write_story(told, album, "site", Wishes(), quiet)
    before = files_in(album)
    with pytest.raises(StoppedError):
        write_story(told, album, "site", Wishes(originals="as-is"), stop_at(9))
    after = files_in(album)
    assert {name: after[name] for name in before if name != FILE} == {
        name: data for name, data in before.items() if name != FILE
    }


def test_a_folder_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    told = story(tmp_path / "event")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    for form in ("site", "folders"):
        with pytest.raises(UsageError, match="no album"):
            write_story(told, tmp_path / "mine", form, Wishes(), quiet)  # type: ignore[arg-type]
    (tmp_path / "letter.pdf").write_text("dear")
    with pytest.raises(UsageError, match="no album"):
        write_story(told, tmp_path / "letter.pdf", "pdf", Wishes(), quiet)
    with pytest.raises(UsageError, match="is a folder"):
        write_story(told, tmp_path / "mine", "pdf", Wishes(), quiet)
