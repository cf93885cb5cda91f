"""Moments: runs without a pause, longer where it still looks the same, never too long."""

import numpy as np

from coincide.album.moments import find_moments, most_typical
from coincide.album.options import AlbumOptions
from tests.album.shots import looks, shots_at

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
