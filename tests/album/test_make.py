"""The album is made of all shots, each once, in order."""

from collections.abc import Sequence

import numpy as np
import pytest

from coincide.album import Shots, make_album
from coincide.album.chapters import find_chapters
from coincide.album.make import find_moments, headed, most_typical
from coincide.album.options import AlbumOptions
from coincide.model import Floats, Indices
from tests.album.shots import looks, shots_at
from tests.album.test_chapters import HOUR_S, RUN, n_chapters


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


def headings(shots: Shots, options: AlbumOptions = AlbumOptions()) -> Indices:
    return headed(shots, find_chapters(shots, options), options)


@pytest.mark.parametrize("few", [1, 2])
def test_few_photos_have_no_heading_unless_they_are_all_of_their_day(few: int) -> None:
    stop = np.arange(few) * 20.0
    same_day = headings(shots_at(np.concatenate([RUN, stop + 4 * HOUR_S])))
    next_day = headings(shots_at(np.concatenate([RUN, stop + 9 * HOUR_S])))
    assert (n_chapters(same_day), n_chapters(next_day)) == (1, 2)
    assert n_chapters(headings(shots_at(np.concatenate([RUN, RUN + 4 * HOUR_S])))) == 2


def test_many_stops_of_few_photos_have_headings_of_three_at_least() -> None:
    times_s = np.concatenate([np.arange(2) * 20.0 + nth * 4500.0 for nth in range(9)])
    place = np.array([(46.7 + 0.05 * (nth // 2), 9.2) for nth in range(18)])  # kilometres apart
    shots = shots_at(times_s, position_deg=place)
    assert n_chapters(headings(shots, AlbumOptions(fewest_photos=1))) == 9
    _, sizes = np.unique(headings(shots), return_counts=True)
    assert sizes.min() >= 3
    assert len(sizes) > 1


def test_what_is_in_no_chapter_has_no_heading() -> None:
    sd_s = [0.0] * 12 + [1e6]
    assert headings(shots_at([*RUN, 9000.0], sd_s=sd_s)).tolist() == [0] * 12 + [-1]
    assert len(headings(shots_at([]))) == 0


OPTIONS = AlbumOptions()


def sizes(times_s: list[float], kinds: list[int] | None = None) -> list[int]:
    look = None if kinds is None else looks(kinds, np.random.default_rng(0), noise=0.1)
    shots = shots_at(times_s, look=look)
    moments = find_moments(shots, np.arange(len(times_s)), OPTIONS)
    assert [row for one in moments for row in one.rows] == list(range(len(times_s)))
    assert all(one.cover in one.rows for one in moments)
    return [len(one.rows) for one in moments]


def test_a_pause_ends_a_moment() -> None:
    assert sizes([0.0, 30.0, 200.0, 210.0]) == [2, 2]
    assert sizes([]) == []


def test_what_still_looks_the_same_after_minutes_is_one_moment() -> None:
    assert sizes([0.0, 30.0, 200.0, 210.0], [0, 0, 0, 0]) == [4]
    assert sizes([0.0, 30.0, 200.0, 210.0], [0, 0, 1, 1]) == [2, 2]
    assert sizes([0.0, 30.0, 900.0, 910.0], [0, 0, 0, 0]) == [2, 2]


def test_a_moment_does_not_go_on_for_ever() -> None:
    found = sizes([60.0 * n for n in range(40)])
    assert sum(found) == 40
    assert max(found) <= OPTIONS.moment_most_s / 60.0 + 1


def test_the_cover_looks_like_the_others() -> None:
    look = looks([0, 1, 1, 1], np.random.default_rng(1))
    assert most_typical(look) != 0
    assert most_typical(np.zeros((5, 0), np.float32)) == 2
