"""Each shot is in one group at most, of the right kind, and the best of it stands for it."""

from dataclasses import replace

import numpy as np

from coincide.album import Shots, find_groups, near_pairs
from coincide.album.options import GroupOptions
from coincide.features.same import Sameness
from coincide.model import Floats

COPY, NEAR, OTHER = Sameness(1.0, 0.99, 0.2), Sameness(0.97, 0.6, 3.0), Sameness(0.3, 0.0, 99.0)


def shots(
    times_s: list[float],
    people: list[int],
    looks: list[int] | None = None,
    worth: Floats | None = None,
) -> Shots:
    """Return shots whose looks are the same where their numbers are."""
    count = len(times_s)
    look = np.zeros((count, 0)) if looks is None else np.eye(max(looks) + 1)[looks]
    return Shots(
        event_time_s=np.array(times_s),
        sd_s=np.zeros(count),
        gallery=np.array(people),
        person=np.array(people),
        position_deg=np.full((count, 2), np.nan),
        length_s=np.zeros(count),
        look=look.astype(np.float32),
        worth=worth,
    )


def test_seconds_of_one_camera_are_compared_and_minutes_are_not() -> None:
    assert near_pairs(shots([0, 2, 3, 90], [0, 1, 0, 0])) == ((0, 2),)


def test_what_looks_alike_is_compared_whatever_its_time() -> None:
    pairs = near_pairs(shots([0, 500, 9000, 99000], [0, 0, 1, 1], [0, 1, 2, 0]))
    assert pairs == ((0, 3),)


def test_few_are_compared_with_each() -> None:
    many = shots([100.0 * n for n in range(40)], [0] * 40, [0] * 20 + [1] * 20)
    assert len(near_pairs(many)) <= GroupOptions().candidates * 40


def test_clips_are_not_compared() -> None:
    made = replace(shots([0, 2, 3], [0, 0, 0]), length_s=np.array([0.0, 5.0, 0.0]))
    assert near_pairs(made) == ((0, 2),)


def test_nothing_is_near_nothing() -> None:
    assert near_pairs(shots([], [])) == ()
    assert find_groups(shots([], []), {}) == ()


def test_copies_are_one_group_whoever_has_them_and_whenever() -> None:
    made = shots([0, 500, 9000], [0, 1, 2], worth=np.array([0.2, 0.9, 0.4]))
    (group,) = find_groups(made, {(0, 1): COPY, (1, 2): COPY, (0, 2): OTHER})
    assert (group.rows, group.best, group.kind) == ((0, 1, 2), 1, "same")


def test_seconds_of_one_camera_that_are_near_identical_are_a_burst() -> None:
    made = shots([0, 2, 4, 30], [0, 0, 0, 0], worth=np.array([0.5, 0.5, 0.7, 0.9]))
    found = {(0, 1): NEAR, (1, 2): NEAR, (2, 3): NEAR}
    (group,) = find_groups(made, found)
    assert (group.rows, group.best, group.kind) == ((0, 1, 2), 2, "burst")


def test_shots_of_two_people_at_one_moment_are_alike() -> None:
    made = shots([0, 10, 4000], [0, 1, 1], [0, 0, 1])
    (group,) = find_groups(made, {(0, 1): NEAR, (0, 2): NEAR})
    assert (group.rows, group.best, group.kind) == ((0, 1), 0, "alike")


def test_a_burst_with_a_copy_is_a_burst() -> None:
    made = shots([0, 2, 9000], [0, 0, 1])
    (group,) = find_groups(made, {(0, 1): NEAR, (1, 2): COPY})
    assert (group.rows, group.kind) == ((0, 1, 2), "burst")


def test_what_is_not_alike_is_in_no_group() -> None:
    assert find_groups(shots([0, 2], [0, 0]), {(0, 1): OTHER}) == ()
