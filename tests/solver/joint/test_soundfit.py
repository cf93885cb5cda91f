"""Clocks to a tenth of a second by ties between clips, where it is known what these say."""

from dataclasses import replace

import numpy as np
import pytest

from coincide.model import Estimate, Jump, Offsets, PhotoTable, Placement
from coincide.model.soundlags import HeardLag, HeardTie
from coincide.solver.joint.knowledge import NO_HINTS, PriorKnowledge
from coincide.solver.joint.soundfit import Tuned, tune, with_sound
from coincide.solver.joint.soundties import SoundTies
from coincide.solver.options import HeardOptions
from coincide.solver.units import NORMAL_90
from tests.solver.joint.planted import board_of
from tests.solver.joint.test_soundties import EXACT_S, table_of, tie

HEADER_S = 0.6
# the second clip began 107 s after the first, so its clock is 7 s behind
ONE_EACH = table_of([1000.0], [1100.0])


def tuned(table: PhotoTable, *ties: HeardTie, offset_s: list[float]) -> Tuned:
    """Return what ties say of galleries that were placed about here."""
    knowledge = PriorKnowledge(table, heard=SoundTies(table, ties, HeardOptions()))
    found = tune(board_of(table, offset_s=offset_s, knowledge=knowledge))
    assert found is not None
    return found


def test_a_tie_of_two_clips_tells_when_both_began_and_how_exactly() -> None:
    found = tuned(ONE_EACH, tie(0, 1, 107.0), offset_s=[0.0, 5.0])
    assert found.offset_s == {1: pytest.approx(7.0)}
    assert found.start_s == {0: pytest.approx(1000.0), 1: pytest.approx(1107.0)}
    # two headers and a tie, errors of each
    sd_s = np.sqrt(2 * HEADER_S**2 + EXACT_S**2)
    assert found.sd_s == {1: pytest.approx(sd_s)}


def test_a_tie_that_is_off_pulls_no_more_than_three_times_its_error() -> None:
    """Three that agree share its pull: each gives way by its own error."""
    right, off = [tie(0, 1, 107.0)] * 3, tie(0, 1, 109.5)
    found = tuned(ONE_EACH, *right, off, offset_s=[0.0, 5.0])
    assert found.start_s[1] - found.start_s[0] == pytest.approx(107.0 + EXACT_S, abs=0.002)


@pytest.mark.parametrize("away_s", [-6.0, 6.0])
def test_of_lags_that_say_as_much_the_nearer_counts_on_either_side(away_s: float) -> None:
    lags = tuple(HeardLag(107.0 + off_s, EXACT_S, 5.0) for off_s in (away_s, -away_s / 6))
    found = tuned(ONE_EACH, HeardTie(0, 1, lags, sure=True), offset_s=[0.0, 7.0])
    assert found.offset_s == {1: pytest.approx(7.0 - away_s / 6)}


def test_ties_reach_from_gallery_to_gallery_but_not_to_those_apart() -> None:
    table = table_of([0.0], [10.0], [20.0], [30.0], [40.0], [50.0])
    chain = [tie(one, one + 1, 12.0) for one in (2, 1, 0, 4)]
    found = tuned(table, *chain, offset_s=[0.0, 1.0, 3.0, 5.0, 0.0, 0.0])
    assert found.offset_s == {gallery: pytest.approx(2.0 * gallery) for gallery in (1, 2, 3)}
    assert found.start_s.keys() == {0, 1, 2, 3}


def test_only_places_that_sound_tells_closer_are_moved() -> None:
    names, found = "abcdef", Estimate(0.0, -30.0, 30.0, 0.999)
    table = table_of(*([0.0] for _ in names))
    pinned = replace(NO_HINTS, pinned=((2, 0.0),))
    placements = {
        "a": Placement("a", Estimate(0.0, 0.0, 0.0, 1.0)),
        "b": Placement("b", None),
        "c": Placement("c", found),  # pinned
        "d": Placement("d", found, jumps=(Jump(1, 3600.0),)),
        "e": Placement("e", replace(found, low_s=-0.1, high_s=0.1)),
        "f": Placement("f", found),
    }
    board = board_of(table, knowledge=PriorKnowledge(table, pinned))
    others = dict.fromkeys(range(1, 6), 4.0)
    sound = Tuned(others, dict.fromkeys(others, 0.1), {})
    moved = with_sound(board, Offsets("a", "joint", tuple(placements.values())), sound)
    for name in "abcde":
        assert moved[name] == placements[name]
    reach_s = NORMAL_90 * 0.1
    exact = replace(found, offset_s=4.0, low_s=4.0 - reach_s, high_s=4.0 + reach_s)
    assert moved["f"] == Placement("f", exact)
