"""Films in step: sets by ties, starts by the surest of them, and none that contradicts itself."""

import pytest

from coincide.album import Angles
from coincide.album.angles import MOST_OFF_S, SoundTie, find_angles


def test_ties_join_clips_by_when_they_began() -> None:
    ties = [SoundTie(3, 1, -4.0, 9.0), SoundTie(3, 7, 2.5, 8.0), SoundTie(4, 5, 1.0, 7.0)]
    assert find_angles(ties) == (
        Angles((1, 3, 7), (0.0, 4.0, 6.5)),
        Angles((4, 5), (0.0, 1.0)),
    )
    assert find_angles([]) == ()


def test_the_surest_ties_place_clips_and_others_may_differ_a_little() -> None:
    off_s = 0.9 * MOST_OFF_S
    ties = [SoundTie(0, 2, 5.0 + off_s, 6.0), SoundTie(0, 1, 2.0, 20.0), SoundTie(1, 2, 3.0, 20.0)]
    (found,) = find_angles(ties)
    assert found.starts_s == pytest.approx((0.0, 2.0, 5.0))


def test_a_set_whose_ties_contradict_each_other_is_left_out() -> None:
    wrong = [SoundTie(0, 1, 2.0, 20.0), SoundTie(1, 2, 3.0, 20.0), SoundTie(0, 2, 7.0, 6.0)]
    assert find_angles([*wrong, SoundTie(4, 5, 1.0, 7.0)]) == (Angles((4, 5), (0.0, 1.0)),)
