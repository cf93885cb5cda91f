"""The chapters of the day: stays at one place, each until the next begins."""

from itertools import pairwise

import numpy as np

from coincide.demo.schedule.programme import PROGRAMME, chapter_at, chapters_of, draw_moments


def test_a_chapter_is_a_stay_at_one_place() -> None:
    chapters = chapters_of(PROGRAMME)
    places = [moment.place for moment in PROGRAMME]
    n_moves = sum(one != other for one, other in pairwise(places))
    assert len(chapters) == 1 + n_moves
    assert chapters[0].name == "arrival and confetti"
    assert len({one.name for one in chapters}) == len(chapters)


def test_chapters_follow_each_other_and_last_until_the_next_begins() -> None:
    chapters = chapters_of(draw_moments(np.random.default_rng(3)))
    for before, after in pairwise(chapters):
        assert before.end_s < after.start_s
        assert chapter_at(chapters, after.start_s - 1.0) is before
        assert chapter_at(chapters, after.start_s) is after
    assert chapter_at(chapters, chapters[0].start_s - 60.0) is chapters[0]
