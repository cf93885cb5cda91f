"""What a person chose for the album is where its photos are, whatever became of the chapters."""

from dataclasses import replace
from pathlib import Path

import pytest

from coincide.album import Album, Chapter, Group, PhotoMoment
from coincide.errors import UsageError
from coincide.model import Companion, Photo
from coincide.project import UserInput
from coincide.project.album.edits import choose, hide, name_chapter, set_cover, with_said
from coincide.project.album.make import EventAlbum, Item
from coincide.project.userinput.albumchoices import MOST_HELD, AlbumSaid
from coincide.project.userinput.changes import MAX_NAME, Change


def photo(key: str, *others: str) -> Photo:
    companions = tuple(Companion(Path(f"{one}.jpg"), one, "copy") for one in others)
    return Photo(Path(f"{key}.jpg"), key, 0.0, 0.0, companions=companions)


def album(*chapters: str, groups: tuple[Group, ...] = ()) -> EventAlbum:
    """Return an album: a letter is a photo, a word is a moment, a text is a chapter."""
    letters = "".join(chapters).replace(" ", "")
    rows = iter(range(len(letters)))
    made = []
    for number, text in enumerate(chapters):
        moments = [tuple(next(rows) for _ in word) for word in text.split()]
        parts = tuple(PhotoMoment(one, one[0]) for one in moments)
        made.append(Chapter(parts, f"told {number}", moments[0][0]))
    items = tuple(Item(photo(one), "ann", "ann", float(n)) for n, one in enumerate(letters))
    return EventAlbum(items, Album(tuple(made), groups), ())


def said(*changes: Change) -> AlbumSaid:
    all_ = UserInput()
    for change in changes:
        all_ = change(all_)
    assert all_.of_clocks == UserInput()
    return all_.album


def names(made: EventAlbum, chosen: AlbumSaid) -> list[str]:
    return [one.name for one in with_said(made, chosen).album.chapters]


def covers(made: EventAlbum, chosen: AlbumSaid) -> str:
    shown = with_said(made, chosen)
    return "".join(shown.items[one.cover].photo.key for one in shown.album.chapters)


BEFORE = album("ab cd", "efgh", "ij")


def test_nothing_said_changes_nothing() -> None:
    assert with_said(BEFORE, AlbumSaid()) == BEFORE


def test_a_name_goes_where_most_of_its_photos_go() -> None:
    chosen = said(name_chapter(BEFORE, "f", "  The  dinner "))
    assert names(BEFORE, chosen) == ["told 0", "The dinner", "told 2"]
    # a border moved, chapters came before it, its first photo went elsewhere
    assert names(album("ab", "cd", "efg", "hij"), chosen)[2] == "The dinner"
    assert names(album("abcde", "fghij"), chosen) == ["told 0", "The dinner"]
    # two halves have as many: the one with its first photo has the name
    assert names(album("abcdef", "ghij"), chosen) == ["The dinner", "told 1"]
    # its photos are gone, and come back
    assert names(album("ab", "cd"), chosen) == ["told 0", "told 1"]
    assert names(BEFORE, chosen)[1] == "The dinner"


def test_of_two_names_in_one_chapter_the_latest_counts() -> None:
    chosen = said(name_chapter(BEFORE, "a", "Morning"), name_chapter(BEFORE, "e", "Noon"))
    assert names(album("abcdefgh", "ij"), chosen) == ["Noon", "told 1"]
    assert names(BEFORE, chosen) == ["Morning", "Noon", "told 2"]


def test_a_chapter_named_anew_has_one_name_and_an_empty_one_takes_it_back() -> None:
    chosen = said(name_chapter(BEFORE, "a", "One"), name_chapter(BEFORE, "d", "Two"))
    assert names(BEFORE, chosen)[0] == "Two"
    assert len(chosen.names) == 1
    assert said(*[name_chapter(BEFORE, "a", one) for one in ("One", " ")]) == AlbumSaid()


def test_a_name_clings_to_few_photos_of_a_large_chapter() -> None:
    large = album("".join(chr(200 + n) for n in range(1000)))
    (name,) = said(name_chapter(large, chr(200), "All day")).names
    assert MOST_HELD / 2 < len(name.photos) <= MOST_HELD
    assert len(set(name.photos)) == len(name.photos)
    assert ord(max(name.photos)) - 200 > 900  # from all over it


@pytest.mark.parametrize("name", ["x" * (MAX_NAME + 1), "a\u202eb", "a\x00b"])
def test_odd_names_are_refused(name: str) -> None:
    with pytest.raises(UsageError, match="characters"):
        name_chapter(BEFORE, "a", name)


def test_a_photo_in_no_chapter_names_none() -> None:
    with pytest.raises(UsageError, match="not in a chapter"):
        name_chapter(BEFORE, "z", "Nowhere")
    with pytest.raises(UsageError, match="not in a chapter"):
        set_cover(BEFORE, "z")


def test_a_cover_shows_its_chapter_and_its_moment() -> None:
    chosen = said(set_cover(BEFORE, "c"), set_cover(BEFORE, "d"), set_cover(BEFORE, "h"))
    assert covers(BEFORE, chosen) == "dhi"
    assert chosen.covers == ("d", "h")
    shown = with_said(BEFORE, chosen)
    assert [one.cover for one in shown.album.chapters[0].moments] == [0, 3]
    assert covers(album("abcdefgh", "ij"), chosen) == "hi"  # both in one: the latest
    assert said(set_cover(BEFORE, "c"), set_cover(BEFORE, "c", chosen=False)) == AlbumSaid()


def test_a_hidden_photo_shows_nothing_while_others_can() -> None:
    chosen = said(set_cover(BEFORE, "b"), hide(["b", "e", "i", "j"]))
    assert covers(BEFORE, chosen) == "afi"  # of the last all are hidden
    assert with_said(BEFORE, chosen).hidden == {1, 4, 8, 9}
    back = said(set_cover(BEFORE, "b"), hide(["b"]), hide(["b"], hidden=False))
    assert covers(BEFORE, back) == "bei"


def test_photos_are_chosen_and_let_go() -> None:
    chosen = said(choose(["a", "j", "a"]), choose(["j"], chosen=False))
    assert with_said(BEFORE, chosen).chosen == {0}
    assert chosen.chosen == ("a",)


def test_a_chosen_photo_stands_for_its_group_and_a_hidden_one_does_not() -> None:
    made = album("abcd", groups=(Group((0, 1, 2), 0, "burst"),))

    def best(*changes: Change) -> int:
        return with_said(made, said(*changes)).album.groups[0].best

    assert best() == 0
    assert best(choose(["c"])) == 2
    assert best(choose(["a", "c"])) == 0
    assert best(hide(["a"])) == 1
    assert best(hide(["a", "b", "c"])) == 0
    assert best(hide(["a"]), choose(["a"])) == 1


def test_a_photo_whose_better_file_came_later_is_the_same_photo() -> None:
    chosen = said(hide(["a"]), name_chapter(BEFORE, "a", "Start"), set_cover(BEFORE, "a"))
    better = replace(BEFORE.items[0], photo=photo("original", "a"))
    later = replace(BEFORE, items=(better, *BEFORE.items[1:]))
    assert with_said(later, chosen).hidden == {0}
    assert names(later, chosen)[0] == "Start"
