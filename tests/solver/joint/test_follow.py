"""Galleries without any tie, once sound has told the clocks of the others."""

from dataclasses import replace

import numpy as np
import pytest

from coincide.model import PhotoTable
from coincide.model.hints import RowHints
from coincide.model.soundlags import HeardTie
from coincide.solver.clocks import ClockBelief
from coincide.solver.evidence import EvidenceInputs
from coincide.solver.joint import JointSolution, solve_joint
from coincide.solver.joint.knowledge import NO_HINTS
from tests.solver.joint.test_soundties import table_of, tie

# what phones' clocks show more than true time: the anchor and the next two are tied by sound
AHEAD_S = (3.0, -1.0, -2.0, 0.0, 0.0)
CLIPS_S = (0.0, 900.0, 2000.0, 3100.0)
NAMES = "abcde"


def five() -> PhotoTable:
    return table_of(*([at_s + ahead_s for at_s in CLIPS_S] for ahead_s in AHEAD_S))


def ties() -> list[HeardTie]:
    n = len(CLIPS_S)
    return [tie(row, gallery * n + row, 0.0) for gallery in (1, 2) for row in range(n)]


def phone(name: str) -> ClockBelief:
    return ClockBelief(name, 0.0, 2.0, 0.9, "a phone", hours_weight=0.05, keeps_itself=True)


def solved(*heard: HeardTie, hints: RowHints = NO_HINTS) -> JointSolution:
    material, beliefs = EvidenceInputs(five(), {}, heard=heard), [phone(name) for name in NAMES]
    return solve_joint(material, anchor="a", beliefs=beliefs, hints=hints)


def test_galleries_without_a_tie_go_along_with_those_that_sound_has_moved() -> None:
    by_clocks, by_sound = solved().offsets, solved(*ties()).offsets
    for name, ahead_s in zip("bc", AHEAD_S[1:3], strict=True):
        assert by_sound[name].offset_s == pytest.approx(3.0 - ahead_s, abs=0.2)
    # without sound all clocks are taken to be right, and that is the anchor's
    assert by_clocks["d"].offset_s == pytest.approx(0.0, abs=0.5)
    # with it they are right by the mean of those that are told: three seconds later
    for name in "de":
        assert by_sound[name].offset_s == pytest.approx(3.0, abs=0.5)


def test_an_interval_moves_with_its_offset_and_does_not_become_narrower() -> None:
    by_clocks, by_sound = (found.offsets["d"].estimate for found in (solved(), solved(*ties())))
    assert by_clocks is not None
    assert by_sound is not None
    assert by_sound.low_s < by_sound.offset_s < by_sound.high_s
    width_s = by_clocks.high_s - by_clocks.low_s
    assert by_sound.high_s - by_sound.low_s == pytest.approx(width_s, rel=0.3)


def test_whoever_a_person_placed_stays_there() -> None:
    pinned = replace(NO_HINTS, pinned=((3, 0.25),))
    found = solved(*ties(), hints=pinned).offsets
    assert found["d"].offset_s == 0.25
    assert found["e"].offset_s == pytest.approx(3.0, abs=0.5)


def test_what_time_it_is_is_told_by_the_mean_of_clocks_that_keep_themselves() -> None:
    tuned = solved(*ties()).tuned
    assert tuned is not None
    assert tuned.true_s is not None
    assert tuned.true_s == pytest.approx(np.mean(AHEAD_S[:3]) - AHEAD_S[0], abs=0.1)
    bare = solve_joint(EvidenceInputs(five(), {}, heard=tuple(ties())), anchor="a").tuned
    assert bare is not None
    assert bare.true_s is None
