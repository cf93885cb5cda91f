"""The album is made of all shots, each once, in order."""

from collections.abc import Sequence

import numpy as np

from coincide.album import make_album
from coincide.model import Floats
from tests.album.shots import shots_at


def test_every_shot_is_in_one_chapter_and_in_order() -> None:
    album = make_album(shots_at([0.0, 10.0, 400.0, 90_000.0, 90_020.0]))
    assert [chapter.rows for chapter in album.chapters] == [(0, 1, 2), (3, 4)]
    assert [len(chapter.moments) for chapter in album.chapters] == [2, 1]
    assert all(chapter.cover in chapter.rows for chapter in album.chapters)
    assert album.open == ()


def test_nothing_makes_an_empty_album() -> None:
    album = make_album(shots_at([]))
    assert (album.chapters, album.open) == ((), ())


def test_what_may_be_of_several_chapters_is_open() -> None:
    album = make_album(shots_at([0.0, 10.0, 40_000.0, 90_000.0], sd_s=[0.0, 0.0, 90_000.0, 0.0]))
    assert [chapter.rows for chapter in album.chapters] == [(0, 1), (3,)]
    assert album.open == (2,)


def test_a_chapter_is_shown_by_what_most_people_photographed() -> None:
    times_s = [0.0, 1.0, 2.0, 3.0, 4.0, 200.0, 201.0]
    album = make_album(shots_at(times_s, person=[0, 0, 0, 0, 0, 0, 1]))
    (chapter,) = album.chapters
    assert chapter.cover in (5, 6)


def test_a_gazetteer_is_asked_once_for_the_middle_of_each_chapter() -> None:
    asked = []

    def gazetteer(position_deg: Floats) -> Sequence[str | None]:
        asked.append(position_deg.tolist())
        return ["Rome"]

    place = np.array([[41.99, 12.0], [42.0, 12.0], [42.01, 12.0], [np.nan, np.nan]])
    shots = shots_at([40_000.0, 40_001.0, 40_002.0, 130_000.0], position_deg=place)
    names = [one.name for one in make_album(shots, gazetteer=gazetteer).chapters]
    assert asked == [[[42.0, 12.0]]]
    assert names == ["Thursday 1 January, Rome, midday", "Friday 2 January, midday"]
