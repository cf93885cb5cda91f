"""A chapter is shown by what came out best of what most people photographed together."""

from dataclasses import replace

import numpy as np

from coincide.album import AlbumOptions, make_album
from coincide.album.covers import cover_choices, with_covers
from tests.album.shots import shots_at

# a moment of one person, and one of two
TIMES_S, PEOPLE = [0.0, 1.0, 2.0, 3.0, 200.0, 201.0, 202.0], [0, 0, 0, 0, 0, 1, 1]


def test_it_is_the_best_of_the_fullest_moment() -> None:
    shots = shots_at(TIMES_S, person=PEOPLE)
    album = make_album(shots)
    for best in (4, 5, 6):
        worth = np.full(len(shots), 0.3)
        worth[best] = 0.9
        (chapter,) = with_covers(album, replace(shots, worth=worth)).chapters
        assert chapter.cover == best


def test_few_come_into_question_however_many_there_are() -> None:
    times_s = [500.0 * moment + second for moment in range(30) for second in range(40)]
    shots = shots_at(times_s)
    options = AlbumOptions(cover_moments=4, cover_shots=5)
    for chapter in make_album(shots).chapters:
        choices = cover_choices(chapter, shots, options)
        assert len(set(choices)) == len(choices) <= 1 + 5 + 3
        assert set(choices) <= set(chapter.rows)


def test_where_nobody_looked_it_stays_what_is_typical() -> None:
    shots = shots_at(TIMES_S, person=PEOPLE)
    album = make_album(shots)
    assert with_covers(album, shots) == album
