"""A summary covers chapters, people and cameras, and is the same each time."""

from dataclasses import replace

import numpy as np

from coincide.album import Album, Chapter, Group, PhotoMoment, Shots, make_album, summary
from tests.album.test_groups import shots


def day(n_chapters: int, per_moment: int, seed: int = 1) -> Shots:
    """Return shots of chapters two hours apart, three moments each, by four people."""
    rng = np.random.default_rng(seed)
    times = [
        7200.0 * chapter + 600.0 * moment + 5.0 * number
        for chapter in range(n_chapters)
        for moment in range(3)
        for number in range(per_moment)
    ]
    people = rng.integers(0, 4, len(times)).tolist()
    return shots(times, people, rng.integers(0, 6, len(times)).tolist())


def test_every_chapter_and_person_is_in_it() -> None:
    made = day(8, 6)
    album = make_album(made)
    rows = summary(album, made, 10)
    assert len(rows) == 10
    assert list(rows) == sorted(set(rows))
    assert all(set(chapter.rows) & set(rows) for chapter in album.chapters)
    assert set(made.person[list(rows)].tolist()) == {0, 1, 2, 3}


def test_no_two_of_one_moment_while_a_chapter_has_none() -> None:
    made = day(5, 8)
    album = make_album(made)
    moments = [set(one.rows) for chapter in album.chapters for one in chapter.moments]
    for n in range(1, 6):
        rows = set(summary(album, made, n))
        assert all(len(rows & moment) <= 1 for moment in moments)
        assert sum(bool(rows & set(chapter.rows)) for chapter in album.chapters) == n


def test_who_stands_for_a_group_stands_for_it() -> None:
    made = shots([0, 1, 2, 3], [0, 0, 0, 0])
    group = Group((0, 1, 2), 1, "burst")
    album = Album((Chapter((PhotoMoment((0, 1, 2, 3), 0),), "", 0),), (group,))
    assert summary(album, made, 4) == (1, 3)


def test_what_came_out_better_is_chosen() -> None:
    made = replace(shots([0, 1, 2], [0, 0, 0]), worth=np.array([0.1, 0.9, 0.2]))
    album = Album((Chapter((PhotoMoment((0, 1, 2), 0),), "", 0),))
    assert summary(album, made, 1) == (1,)


def test_what_is_in_no_chapter_is_not_in_it() -> None:
    album = Album((Chapter((PhotoMoment((1,), 1),), "", 1),))
    assert summary(album, shots([0, 1, 2], [0, 1, 2]), 3) == (1,)


def test_nothing_has_an_empty_summary() -> None:
    assert summary(Album(()), shots([], []), 5) == ()
    assert summary(make_album(day(2, 2)), day(2, 2), 0) == ()


def test_the_same_thing_is_not_taken_twice_while_there_is_another() -> None:
    # two plates, hours apart, that came out best of all; and three other things
    made = shots([0, 9000, 18000, 27000, 36000], [0, 0, 0, 0, 0], [0, 1, 0, 2, 3])
    made = replace(made, worth=np.array([0.9, 0.1, 0.9, 0.1, 0.1]))
    rows = tuple(PhotoMoment((row,), row) for row in range(5))
    album = Album((Chapter(rows, "", 0),))
    assert len({0, 2} & set(summary(album, made, 4))) == 1
    assert summary(album, made, 5) == (0, 1, 2, 3, 4)


def test_faces_are_chosen_before_what_is_as_good_otherwise() -> None:
    made = replace(shots([0, 1, 2], [0, 0, 0]), worth=np.full(3, 0.5), faces=np.array([0, 0, 0.8]))
    album = Album((Chapter((PhotoMoment((0, 1, 2), 0),), "", 0),))
    assert summary(album, made, 1) == (2,)
