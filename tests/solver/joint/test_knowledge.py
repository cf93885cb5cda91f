import math
from dataclasses import replace
from statistics import NormalDist

import numpy as np
import pytest

from coincide.model.hints import AnswerKind, RowHints
from coincide.model.times import DAY_S, HOUR_S
from coincide.solver.clocks import ClockBelief, RoughWord
from coincide.solver.evidence import EvidenceInputs
from coincide.solver.joint import solve_joint
from coincide.solver.joint.knowledge import (
    NO_HINTS,
    PriorKnowledge,
    Told,
    mixture_odds,
)
from tests.conftest import make_table
from tests.scenes import said_of, told
from tests.solver.joint.simulated import STEADY

TABLE = make_table([0.0, 1000.0, 2000.0], [500.0, 1500.0], [0.0, 60.0])
TRIED_S = np.arange(-3000.0, 3001.0, 10.0)


def belief(gallery: str, offset_s: float, *, sd_s: float = 2.0, weight: float = 0.9) -> ClockBelief:
    return ClockBelief(gallery, offset_s, sd_s, weight, "a phone")


def test_the_same_moment_speaks_for_the_one_offset() -> None:
    # row 1 of the first gallery at 1000 s, row 4 of the second at 1500 s
    known = PriorKnowledge(TABLE, told((1, 4), same=True))
    odds = known.answer_odds(0, 1, TRIED_S)
    # of one scene, which goes on for a while
    assert TRIED_S[np.argmax(odds)] == pytest.approx(-500.0, abs=30.0)
    assert odds.max() > 4.0
    # people err: no answer rules all else out
    assert odds.min() > -5.0
    assert known.relative_s(0, 1).tolist() == [-500.0]


def test_an_answer_holds_the_other_way_round_and_for_no_other_pair() -> None:
    known = PriorKnowledge(TABLE, told((1, 4), same=True))
    np.testing.assert_allclose(
        known.answer_odds(1, 0, TRIED_S), known.answer_odds(0, 1, TRIED_S)[::-1]
    )
    assert known.relative_s(1, 0).tolist() == [500.0]
    assert not known.answer_odds(0, 2, TRIED_S).any()
    assert len(known.relative_s(2, 1)) == 0


def test_different_moments_speak_against_the_one_offset_only() -> None:
    odds = PriorKnowledge(TABLE, told((1, 4), same=False)).answer_odds(0, 1, TRIED_S)
    assert TRIED_S[np.argmin(odds)] == -500.0
    # people err: it is not ruled out
    assert -5.0 < odds.min() < -3.0
    assert (odds < 0.1).all()
    assert len(PriorKnowledge(TABLE, told((1, 4), same=False)).relative_s(0, 1)) == 0


def test_the_order_of_two_photos_leaves_half_of_all_offsets() -> None:
    known = PriorKnowledge(TABLE, said_of((1, 4), "before"))
    odds = known.answer_odds(0, 1, TRIED_S)
    np.testing.assert_allclose(known.answer_odds(1, 0, TRIED_S), odds[::-1])
    # the second clock is 500 s ahead where the photos are of one moment
    assert odds[TRIED_S > -200.0] == pytest.approx(math.log(1.9), abs=0.01)
    assert odds[TRIED_S < -800.0] == pytest.approx(math.log(0.1), abs=0.01)


def test_who_cannot_tell_has_said_nothing() -> None:
    unclear = PriorKnowledge(TABLE, said_of((1, 4), "unclear"))
    assert not unclear.answer_odds(0, 1, TRIED_S).any()
    assert not unclear.has_answer(0, 1)
    assert len(unclear.relative_s(0, 1)) == 0


def test_every_answer_is_news() -> None:
    both = RowHints({AnswerKind("same", named=True): np.array([[1, 4], [0, 3]])})
    once = PriorKnowledge(TABLE, told((1, 4), same=True)).answer_odds(0, 1, TRIED_S)
    np.testing.assert_allclose(PriorKnowledge(TABLE, both).answer_odds(0, 1, TRIED_S), 2 * once)


def test_two_clocks_tell_the_offset_between_them() -> None:
    known = PriorKnowledge(TABLE, beliefs=(belief("g0", 600.0), belief("g1", -400.0)))
    assert known.relative_s(0, 1).tolist() == [-1000.0]
    odds = known.pair_odds(0, 1, TRIED_S)
    assert TRIED_S[np.argmax(odds)] == -1000.0
    np.testing.assert_allclose(known.pair_odds(1, 0, TRIED_S), odds[::-1])


def test_one_clock_alone_tells_nothing_of_two_galleries() -> None:
    known = PriorKnowledge(TABLE, beliefs=(belief("g0", 600.0), belief("nobody", 0.0)))
    assert len(known.relative_s(0, 1)) == 0
    assert not known.pair_odds(0, 1, TRIED_S).any()
    assert known.belief(1) is None
    assert not known.clock_odds(1, TRIED_S).any()
    assert TRIED_S[np.argmax(known.clock_odds(0, TRIED_S))] == 600.0


def test_a_surer_clock_says_more() -> None:
    odds = [
        PriorKnowledge(
            TABLE, beliefs=(belief("g0", 0.0), belief("g1", 0.0, weight=weight))
        ).pair_odds(0, 1, np.zeros(1))[0]
        for weight in (0.3, 0.9, 0.99)
    ]
    assert odds == sorted(odds)
    vague = PriorKnowledge(TABLE, beliefs=(belief("g0", 0.0), belief("g1", 0.0, sd_s=60.0)))
    assert vague.pair_odds(0, 1, np.zeros(1))[0] < odds[1]


@pytest.mark.parametrize("weight", [0.1, 0.9, 0.999])
def test_a_mixture_is_a_fair_bet_over_a_day(weight: float) -> None:
    off_s = np.arange(-DAY_S / 2, DAY_S / 2)
    assert np.exp(mixture_odds(off_s, 60.0, weight)).mean() == pytest.approx(1.0, abs=1e-6)
    assert mixture_odds(np.array([DAY_S]), 60.0, weight)[0] == pytest.approx(np.log(1 - weight))


def test_a_belief_to_the_millisecond_can_still_be_met() -> None:
    assert mixture_odds(np.array([2.0]), 1e-3, 0.9)[0] > 5.0


def silent(seed: int = 0) -> EvidenceInputs:
    """Three galleries of other times, of which there is no picture to look at."""
    rng = np.random.default_rng(seed)
    times_s = [np.sort(rng.uniform(0.0, 7200.0, 12)) + start_s for start_s in (0.0, 5e4, -9e5)]
    return EvidenceInputs(make_table(*(times.tolist() for times in times_s)), {})


def test_clocks_place_galleries_that_have_no_pictures() -> None:
    truth = {"g0": 120.0, "g1": -5e4 + 400.0, "g2": 9e5}
    beliefs = tuple(belief(name, offset_s, weight=0.98) for name, offset_s in truth.items())
    offsets = solve_joint(silent(), anchor="g0", options=STEADY, beliefs=beliefs).offsets
    for name, offset_s in truth.items():
        assert offsets[name].offset_s == pytest.approx(offset_s - truth["g0"], abs=15.0)
    ignored = replace(STEADY, priors=("overlap", "hours"))
    without = solve_joint(silent(), anchor="g0", options=ignored, beliefs=beliefs).offsets
    alone = solve_joint(silent(), anchor="g0", options=ignored).offsets
    assert without == alone


def test_a_pin_fixes_its_gallery_and_speaks_to_the_others() -> None:
    pinned = replace(NO_HINTS, pinned=((1, 1234.5),))
    offsets = solve_joint(silent(), anchor="g0", options=STEADY, hints=pinned).offsets
    found = offsets["g1"].estimate
    assert found is not None
    assert (found.offset_s, found.low_s, found.high_s) == (1234.5, 1234.5, 1234.5)
    assert found.probability == 1.0
    assert offsets["g0"].offset_s == 0.0


def test_a_pin_on_the_anchor_moves_nobody() -> None:
    pinned = replace(NO_HINTS, pinned=((0, 3600.0),))
    offsets = solve_joint(silent(), anchor="g0", options=STEADY, hints=pinned).offsets
    assert offsets["g0"].offset_s == 0.0


def test_answers_place_a_gallery_that_has_no_pictures() -> None:
    material = silent()
    table = material.table
    pairs = np.array([[0, 12], [5, 17], [11, 23]])
    # the same moments, by clocks that differ by an hour and a half
    times_s = table.camera_time_s.copy()
    times_s[12:24] = times_s[:12] + 1.5 * HOUR_S
    material = replace(material, table=replace(table, camera_time_s=times_s))
    hints = RowHints({AnswerKind("same", named=True): pairs})
    found = solve_joint(material, anchor="g0", options=STEADY, hints=hints).offsets["g1"]
    assert found.offset_s == pytest.approx(-1.5 * HOUR_S, abs=20.0)
    assert found.estimate is not None
    assert (found.estimate.probability or 0.0) > 0.9


@pytest.mark.parametrize("off_s", [0.0, 5.0, -20.0, 300.0])
@pytest.mark.parametrize(("sd_s", "used_s"), [(10.0, 10.0), (1.0, 3.0)])
def test_a_clock_is_a_normal_curve_or_anywhere_in_a_day(
    off_s: float, sd_s: float, used_s: float
) -> None:
    near = NormalDist(0.0, used_s).pdf(off_s) * 86_400.0
    odds = mixture_odds(np.array([off_s]), sd_s, 0.7)
    assert odds[0] == pytest.approx(math.log(0.3 + 0.7 * near))


def test_two_clocks_are_as_sure_and_as_exact_as_both_together() -> None:
    beliefs = (
        belief("g0", 100.0, sd_s=30.0, weight=0.9),
        belief("g1", 700.0, sd_s=40.0, weight=0.5),
    )
    known = PriorKnowledge(TABLE, beliefs=beliefs)
    tried_s = np.array([600.0, 660.0, 0.0])
    normal = NormalDist(600.0, 50.0)
    expected = [math.log(0.55 + 0.45 * normal.pdf(one_s) * 86_400.0) for one_s in tried_s]
    np.testing.assert_allclose(known.pair_odds(0, 1, tried_s), expected)
    assert known.relative_s(0, 1).tolist() == [600.0]
    assert known.relative_s(1, 0).tolist() == [-600.0]
    alone = NormalDist(100.0, 30.0)
    by_itself = [math.log(0.1 + 0.9 * alone.pdf(one_s) * 86_400.0) for one_s in tried_s]
    np.testing.assert_allclose(known.clock_odds(0, tried_s), by_itself)


def test_what_is_known_roughly_leaves_what_is_usual_and_rules_out_what_is_far() -> None:
    word = RoughWord(0.0, 1000.0, 0.97)
    usual = belief("g0", 0.0, sd_s=30.0, weight=0.5)
    alone = PriorKnowledge(TABLE, beliefs=(usual,))
    known = PriorKnowledge(TABLE, beliefs=(replace(usual, rough=(word,)),))
    tried_s = np.array([0.0, 1000.0, 40_000.0])
    more = known.clock_odds(0, tried_s) - alone.clock_odds(0, tried_s)
    normal = NormalDist(0.0, 1000.0)
    by_hand = [math.log(0.03 + 0.97 * 86_400.0 * normal.pdf(one_s)) for one_s in tried_s]
    np.testing.assert_allclose(more, by_hand)
    np.testing.assert_allclose(known.right_odds(0, tried_s) - alone.right_odds(0, tried_s), by_hand)
    # by a true time that is known to 500 s with 0.9 only
    told = Told(200.0, 500.0, 0.9)
    more = known.odds_by(0, tried_s, told) - alone.odds_by(0, tried_s, told)
    wide = NormalDist(0.0, math.hypot(1000.0, 500.0))
    weight = 0.97 * 0.9
    by_hand = [
        math.log(1 - weight + weight * 86_400.0 * wide.pdf(one_s + 200.0)) for one_s in tried_s
    ]
    np.testing.assert_allclose(more, by_hand)


def test_what_is_known_roughly_of_two_clocks_tells_how_they_are_apart() -> None:
    first = replace(belief("g0", 0.0), rough=(RoughWord(3000.0, 300.0, 0.9),))
    second = replace(belief("g1", 0.0, weight=0.3), rough=(RoughWord(500.0, 400.0, 0.9),))
    known = PriorKnowledge(TABLE, beliefs=(first, second))
    assert sorted(known.relative_s(0, 1).tolist()) == [-3000.0, -2500.0, 0.0, 500.0]
    plain = PriorKnowledge(TABLE, beliefs=(replace(first, rough=()), replace(second, rough=())))
    tried_s = np.array([-2500.0, 2500.0])
    more = known.pair_odds(0, 1, tried_s) - plain.pair_odds(0, 1, tried_s)
    assert more[0] > more[1] + 3.0
    np.testing.assert_allclose(known.pair_odds(1, 0, -tried_s), known.pair_odds(0, 1, tried_s))


def test_answers_are_known_of_just_the_galleries_they_are_about() -> None:
    for same in (True, False):
        known = PriorKnowledge(TABLE, told((1, 4), same=same))
        assert known.has_answer(0, 1)
        assert known.has_answer(1, 0)
        assert not known.has_answer(0, 2)
        assert not known.has_answer(1, 2)
    assert not PriorKnowledge(TABLE).has_answer(0, 1)


def test_answers_and_clocks_are_told_together() -> None:
    clocks = (belief("g0", 0.0), belief("g1", 300.0))
    both = PriorKnowledge(TABLE, told((1, 4), same=True), clocks)
    assert both.relative_s(0, 1).tolist() == [-500.0, 300.0]
    answers, alone = (
        PriorKnowledge(TABLE, told((1, 4), same=True)),
        PriorKnowledge(TABLE, beliefs=clocks),
    )
    np.testing.assert_allclose(
        both.pair_odds(0, 1, TRIED_S),
        answers.answer_odds(0, 1, TRIED_S) + alone.pair_odds(0, 1, TRIED_S),
    )


def test_a_clock_may_be_whole_hours_off() -> None:
    table = make_table([0.0], [0.0])
    camera = ClockBelief("g0", 0.0, 60.0, 0.3, "a camera", assumed=True, hours_weight=0.25)
    knowledge = PriorKnowledge(table, beliefs=[camera])
    right, hour, seven, half, beyond = knowledge.clock_odds(
        0, np.array([0.0, 3600.0, -7 * 3600.0, 1800.0, 15 * 3600.0])
    )
    assert right > hour > seven > half
    assert half == pytest.approx(np.log(0.45), abs=0.01)
    assert beyond == pytest.approx(half, abs=0.01)  # no zone is so far away
    # that it is off by hours is no reason to call its clock right
    assert (
        knowledge.right_odds(0, np.array([3600.0]))[0] < 0 < knowledge.right_odds(0, np.zeros(1))[0]
    )
    plain = PriorKnowledge(table, beliefs=[replace(camera, hours_weight=0.0)])
    assert plain.clock_odds(0, np.array([3600.0]))[0] == pytest.approx(np.log(0.7), abs=0.01)


def test_of_two_clocks_that_are_as_sure_a_clocks_own_hours_count() -> None:
    """What others tell of true time bounds what a clock says only where it is less sure."""
    camera = ClockBelief("g0", 0.0, 60.0, 0.3, "a camera", assumed=True, hours_weight=0.25)
    known = PriorKnowledge(make_table([0.0], [0.0]), beliefs=[camera])
    hour_s = np.array([HOUR_S])
    as_sure, less = (known.odds_by(0, hour_s, Told(0.0, 60.0, weight)) for weight in (0.3, 0.29))
    np.testing.assert_allclose(as_sure, known.clock_odds(0, hour_s))
    assert less[0] == pytest.approx(math.log(0.71))


def test_galleries_of_one_device_are_one_witness_of_true_time() -> None:
    """Two galleries of a phone that is wrong do not outweigh one phone that is right."""
    galleries, placed_s = np.array([0, 1, 2]), np.array([0.0, 0.0, 3000.0])
    apart = [belief(name, 0.0) for name in ("g0", "g1", "g2")]
    as_three = PriorKnowledge(TABLE, NO_HINTS, apart).told(galleries, placed_s)
    assert as_three.true_s == 0.0
    assert as_three.weight == pytest.approx(1 - 0.1 * 0.1)
    shared = [replace(one, witness="g0") for one in apart[:2]]
    known = PriorKnowledge(TABLE, NO_HINTS, [*shared, replace(apart[2], weight=0.91)])
    as_two = known.told(galleries, placed_s)
    assert as_two.true_s == -3000.0
    assert as_two.weight == pytest.approx(0.91)
    alone = PriorKnowledge(TABLE, NO_HINTS, shared).told(galleries[:2], placed_s[:2])
    assert alone.weight == pytest.approx(0.9)
