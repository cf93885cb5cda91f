from dataclasses import replace

import numpy as np

from coincide.sound.features import sound_features
from coincide.sound.model import Lag, LagTie
from coincide.sound.options import RATE
from coincide.sound.repetition import REPEATED, mark_repeats, self_likeness
from tests.sound.sounds import murmur, noisy


def lag(lag_s: float, *reasons: str) -> Lag:
    return Lag(lag_s, 0.03, 5.0, 20.0, 0.6, 0.0, 0.0, 9.0, reasons)


def test_a_loop_is_like_itself_and_talk_is_not() -> None:
    assert self_likeness(sound_features(noisy(np.tile(murmur(4.0), 5), 1))) > 0.5
    assert self_likeness(sound_features(murmur(20.0))) < 0.15


def test_too_short_a_clip_is_like_nothing() -> None:
    assert self_likeness(sound_features(murmur(2.0))) == 0.0


def test_silence_is_like_nothing() -> None:
    assert self_likeness(sound_features(np.zeros(20 * RATE, np.float32))) == 0.0


def test_a_ring_that_adds_up_stays_certain() -> None:
    ties = [LagTie(0, 1, (lag(5.0),)), LagTie(0, 2, (lag(9.1),)), LagTie(1, 2, (lag(4.0),))]
    assert mark_repeats(ties) == ties


def test_a_ring_that_does_not_add_up_makes_all_its_ties_doubtful() -> None:
    outside = LagTie(2, 3, (lag(1.0),))
    ties = [
        LagTie(0, 1, (lag(5.0),)),
        LagTie(0, 2, (lag(69.0),)),
        LagTie(1, 2, (lag(4.0),)),
        outside,
    ]
    marked = mark_repeats(ties)
    assert [tie.certain for tie in marked[:3]] == [None, None, None]
    assert all(tie.lags[0].reasons == (REPEATED,) for tie in marked[:3])
    assert marked[3] == outside


def test_what_is_not_certain_makes_nobody_doubtful() -> None:
    ties = [
        LagTie(0, 1, (lag(5.0),)),
        LagTie(0, 2, (lag(69.0, "weak"),)),
        LagTie(1, 2, (lag(4.0),)),
    ]
    assert mark_repeats(ties) == ties


def test_what_one_camera_heard_twice_makes_nobody_certain() -> None:
    # clips 0 and 3 are one camera's: what they share from second 0 to 9 comes again
    proof = LagTie(0, 3, (lag(1.0, "weak"),))
    ties = [LagTie(0, 1, (lag(5.0),)), LagTie(1, 2, (lag(4.0),))]
    marked = mark_repeats(ties, proofs=[proof])
    assert marked[0].lags[0].reasons == (REPEATED,)
    assert marked[1] == ties[1]


def test_chance_proves_nothing_and_neither_does_another_part_of_the_clip() -> None:
    ties = [LagTie(0, 1, (lag(5.0),))]
    chance = replace(lag(1.0), z=5.2)
    later = replace(lag(40.0), start_s=40.0, end_s=60.0)
    assert mark_repeats(ties, proofs=[LagTie(0, 3, (chance, later))]) == ties
