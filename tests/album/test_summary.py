"""A summary covers chapters, people and cameras, and is the same each time."""

from dataclasses import replace

import numpy as np

from coincide.album import Album, Chapter, Group, PhotoMoment, Shots, make_album, summary
from coincide.album.options import SummaryOptions
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


def single(n: int, **columns: np.ndarray) -> tuple[Album, Shots]:
    """Return n shots of different things, hours apart, each a moment of its own."""
    hours = [9000.0 * number for number in range(n)]
    made = replace(shots(hours, [0] * n, list(range(n))), **columns)  # type: ignore[arg-type]
    return Album((Chapter(tuple(PhotoMoment((row,), row) for row in range(n)), "", 0),)), made


def test_faces_leave_room_for_places() -> None:
    # faces in the second half alone; of what is worth as much the first is taken
    faces = np.repeat([0.0, 0.8], 10)
    album, made = single(20, worth=np.full(20, 0.6), faces=faces)
    half = SummaryOptions(face_share=0.5, time_weight=0.0)
    n_faces = sum(faces[row] > 0 for row in summary(album, made, 8, half))
    assert n_faces == 4
    every = SummaryOptions(face_share=100.0, time_weight=0.0)
    assert sum(faces[row] > 0 for row in summary(album, made, 8, every)) == 8


def test_what_came_out_badly_is_left_out_whatever_it_shows() -> None:
    worth = np.full(6, 0.6)
    worth[2] = 0.1
    album, made = single(6, worth=worth, faces=np.array([0.0, 0.0, 0.9, 0.0, 0.0, 0.0]))
    assert 2 not in summary(album, made, 5)
    assert 2 in summary(album, made, 6)


def test_the_cover_is_in_it_also_for_its_group() -> None:
    album, made = single(12, worth=np.full(12, 0.6))
    for cover in range(12):
        assert cover in summary(replace(album, cover=cover), made, 4)
    grouped = replace(album, cover=5, groups=(Group((4, 5, 6), 4, "alike"),))
    rows = set(summary(grouped, made, 12))
    assert rows == set(range(12)) - {4, 6}
    assert set(summary(grouped, made, 12, hidden={5})) == set(range(12)) - {5, 6}


def test_of_two_chapters_the_larger_is_shown_first() -> None:
    made = replace(shots([0.0, 9000.0, 9200.0, 9400.0, 9600.0], [0] * 5), worth=np.full(5, 0.6))
    small = Chapter((PhotoMoment((0,), 0),), "", 0)
    large = Chapter(tuple(PhotoMoment((row,), row) for row in range(1, 5)), "", 1)
    assert summary(Album((small, large)), made, 1) != (0,)


def test_what_is_given_is_in_it_and_counts() -> None:
    made = day(4, 5)
    album = make_album(made)
    free = summary(album, made, 6)
    given = [row for row in range(len(made)) if row not in free][:2]
    rows = summary(album, made, 6, given=given)
    assert len(rows) == 6
    assert {*given} < {*rows}
    assert not {*given} & {*summary(album, made, 6, given=given, hidden=given)}
