"""A chapter is shown by what came out best of what most people photographed together."""

from dataclasses import replace

import numpy as np

from coincide.album import AlbumOptions, Chapter, Instant, make_album
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
    options = AlbumOptions(cover_moments=4, cover_shots=6)
    for chapter in make_album(shots).chapters:
        choices = cover_choices(chapter, shots, options)
        assert len(set(choices)) == len(choices) <= 1 + 6 + 3 * (1 + 3)
        assert set(choices) <= set(chapter.rows)


def test_a_good_photo_of_another_moment_may_show_it() -> None:
    times_s = [500.0 * moment + 2.0 * second for moment in range(3) for second in range(3)]
    shots = shots_at(times_s)
    for best in range(9):
        worth = np.full(9, 0.3)
        worth[best] = 0.9
        covers = [
            one.cover
            for one in with_covers(make_album(shots), replace(shots, worth=worth)).chapters
        ]
        assert best in covers


def test_a_print_with_faces_gives_way_to_people_who_posed() -> None:
    # both as large; the print was photographed once, the people seven times
    shots = shots_at([0.0, *(200.0 + 2.0 * number for number in range(7))])
    faces = np.array([0.9, *([0.9] * 7)])
    made = replace(shots, worth=np.full(8, 0.5), faces=faces)
    assert with_covers(make_album(made), made).cover != 0


def test_where_nobody_looked_it_stays_what_is_typical() -> None:
    shots = shots_at(TIMES_S, person=PEOPLE)
    album = make_album(shots)
    assert with_covers(album, shots) == album


def shown(worth: list[float], faces: list[float] | None = None, **more: object) -> Chapter:
    """Return the chapter of seven shots by how well they came out."""
    made = shots_at(TIMES_S, person=PEOPLE)
    made = replace(made, worth=np.array(worth), faces=None if faces is None else np.array(faces))
    album = replace(make_album(made), **more)  # type: ignore[arg-type]
    return with_covers(album, made).chapters[0]


def test_faces_are_rather_shown_than_what_is_sharp() -> None:
    sharp = [0.2] * 4 + [0.5, 0.2, 0.3]
    assert shown(sharp).cover == 4
    assert shown(sharp, [0.0] * 5 + [0.9, 0.0]).cover == 5


def test_what_several_photographed_is_rather_shown_than_what_one_did() -> None:
    assert shown([0.5] * 4 + [0.4] * 3).cover >= 4
    assert shown([0.9] * 4 + [0.3] * 3).cover < 4


def test_an_instant_of_two_is_rather_shown_than_the_rest_of_its_moment() -> None:
    even = [0.3] * 7
    instants = (Instant((5, 6), 1.0, 2.0),)
    assert shown(even, instants=instants).cover in (5, 6)


def test_one_of_the_covers_shows_the_whole_album() -> None:
    times_s = [*TIMES_S, *(one + 90_000.0 for one in TIMES_S[:3])]
    made = shots_at(times_s, person=[*PEOPLE, 0, 0, 0])
    made = replace(made, worth=np.array([0.3] * 7 + [0.9] * 3))
    album = with_covers(make_album(made), made)
    assert album.cover == album.chapters[1].cover
    plain = with_covers(make_album(made), replace(made, worth=np.array([0.3] * 10)))
    assert plain.cover == plain.chapters[0].cover
    assert with_covers(make_album(shots_at([])), made).cover is None
