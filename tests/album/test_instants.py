"""Two cameras, one instant: two people, seconds, one thing; each shot once, the best first."""

import numpy as np
import pytest

from coincide.album import Group, Shots
from coincide.album.instants import find_instants, instant_pairs
from coincide.album.options import InstantOptions
from tests.album.shots import shots_at

# ten others that look like nothing of these, so that looks have a mean to differ from
REST = 10


def shots(
    times_s: list[float],
    people: list[int],
    kinds: list[int],
    *,
    sd_s: list[float] | None = None,
    guessed: list[bool] | None = None,
) -> Shots:
    """Return shots that look the same where their kinds are; then others, hours later."""
    n = len(times_s)
    look = np.eye(n + REST, dtype=np.float32)[[*kinds, *range(n, n + REST)]]
    later = [1e5 + 1e3 * one for one in range(REST)]
    return shots_at(
        [*times_s, *later],
        person=[*people, *[9] * REST],
        look=look,
        sd_s=None if sd_s is None else [*sd_s, *[0.0] * REST],
        guessed=None if guessed is None else [*guessed, *[False] * REST],
    )


def test_two_people_within_seconds_are_looked_at_and_one_is_not() -> None:
    assert instant_pairs(shots([0, 2, 4], [0, 1, 0], [0, 0, 0])) == ((0, 1), (1, 2))
    assert instant_pairs(shots([0, 2], [0, 0], [0, 0])) == ()
    assert instant_pairs(shots([0, 40], [0, 1], [0, 0])) == ()
    assert instant_pairs(shots([0, 2], [0, 1], [0, 1])) == (), "nothing alike"


def test_a_clock_that_is_not_known_to_seconds_has_no_instants() -> None:
    far, near = InstantOptions().most_sd_s + 1, InstantOptions().most_sd_s - 1
    assert instant_pairs(shots([0, 2], [0, 1], [0, 0], sd_s=[0.0, far])) == ()
    assert instant_pairs(shots([0, 2], [0, 1], [0, 0], sd_s=[0.0, near])) == ((0, 1),)
    assert instant_pairs(shots([0, 2], [0, 1], [0, 0], guessed=[False, True])) == ()


def test_few_pairs_are_looked_at_however_many_people_press_at_once() -> None:
    many = shots([0.1 * n for n in range(40)], list(range(40)), [0] * 40)
    options = InstantOptions(candidates=3, most_pairs=50)
    assert len(instant_pairs(many, InstantOptions(candidates=3))) <= 3 * 40
    assert len(instant_pairs(many, options)) == 50


@pytest.mark.parametrize(("points", "found"), [(5.0, 0), (19.0, 0), (20.0, 1), (300.0, 1)])
def test_points_tell_one_thing(points: float, found: int) -> None:
    # not so near in time that looks alone would do
    assert len(find_instants(shots([0, 9], [0, 1], [0, 0]), {(0, 1): points})) == found


def test_where_nobody_could_look_closer_looks_tell_what_was_next_to_no_time_apart() -> None:
    nobody = {(0, 1): float("nan")}
    assert len(find_instants(shots([0, 3], [0, 1], [0, 0]), nobody)) == 1
    assert find_instants(shots([0, 9], [0, 1], [0, 0]), nobody) == ()
    assert find_instants(shots([0, 3], [0, 1], [0, 1]), nobody) == ()


def test_the_nearest_and_most_alike_is_first_and_each_shot_is_in_one() -> None:
    made = shots([0, 1, 12, 50, 51], [0, 1, 0, 0, 1], [0, 0, 0, 1, 1])
    found = find_instants(made, {(0, 1): 90.0, (1, 2): 90.0, (3, 4): 30.0})
    assert [one.rows for one in found] == [(0, 1), (3, 4)]


def test_copies_of_one_picture_are_not_two_cameras() -> None:
    made = shots([0, 1], [0, 1], [0, 0])
    copies = (Group((0, 1), 0, "same"),)
    assert find_instants(made, {(0, 1): 900.0}, copies) == ()
    assert len(find_instants(made, {(0, 1): 900.0}, (Group((0, 1), 0, "alike"),))) == 1


def test_it_is_told_how_far_they_are_apart_and_how_well_that_is_known() -> None:
    (found,) = find_instants(shots([0, 4], [0, 1], [0, 0], sd_s=[3.0, 4.0]), {(0, 1): 60.0})
    assert found.apart_s == 4.0
    assert found.within_s == pytest.approx(1.645 * 5.0)


def test_every_scene_is_shown_once_before_any_is_shown_again() -> None:
    # a dinner of three instants, the better ones, and a sunset an hour later
    pairs = {(0, 1): 300.0, (2, 3): 200.0, (4, 5): 100.0, (6, 7): 30.0}
    times_s = [0.0, 1.0, 60.0, 61.0, 120.0, 121.0, 3600.0, 3601.0]
    found = find_instants(shots(times_s, [0, 1] * 4, [0, 0, 1, 1, 2, 2, 3, 3]), pairs)
    assert [instant.rows for instant in found] == [(0, 1), (6, 7), (2, 3), (4, 5)]
