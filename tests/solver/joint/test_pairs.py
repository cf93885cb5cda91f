import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coincide.model import Floats
from coincide.model.hints import AnswerKind
from coincide.model.times import HOUR_S
from coincide.solver.clocks import ClockBelief
from coincide.solver.evidence import Crowd, EvidenceInputs, gather_evidence
from coincide.solver.joint.answers import answer_odds
from coincide.solver.joint.knowledge import PriorKnowledge
from coincide.solver.joint.pairs import (
    CELL_S,
    Candidates,
    added,
    highest,
    most_agreed,
    pair_candidates,
    pair_odds,
    proposed_s,
)
from coincide.solver.options import EvidenceOptions, JointOptions
from tests.conftest import make_table
from tests.scenes import Shots, afternoon, answered, make_features, make_material, seen_by
from tests.solver.joint.planted import BARE, Planted, evidence_of
from tests.solver.joint.simulated import STEADY, shifted

CELLS = st.integers(-100_000, 100_000)
ODDS = st.floats(-50.0, 50.0)


@st.composite
def modes(draw: st.DrawFn) -> Candidates:
    cells = draw(st.lists(CELLS, min_size=1, max_size=12, unique=True))
    odds = draw(st.lists(ODDS, min_size=len(cells), max_size=len(cells)))
    return Candidates(np.sort(np.array(cells, np.int64)), np.array(odds))


def assert_same(one: Candidates, other: Candidates) -> None:
    np.testing.assert_array_equal(one.cells, other.cells)
    np.testing.assert_allclose(one.odds, other.odds, rtol=1e-12, atol=1e-12)


@given(modes())
def test_turned_twice_is_as_before_and_stays_in_order(one: Candidates) -> None:
    assert_same(one.reversed().reversed(), one)
    assert (np.diff(one.reversed().cells) > 0).all()


@given(modes(), CELLS)
def test_shifted_back_is_as_before_and_turning_turns_the_shift(one: Candidates, step: int) -> None:
    assert_same(one.shifted(step).shifted(-step), one)
    assert_same(one.shifted(step).reversed(), one.reversed().shifted(-step))


@given(modes(), modes(), modes())
def test_adding_is_in_any_order(one: Candidates, two: Candidates, three: Candidates) -> None:
    assert_same(added([one, two]), added([two, one]))
    assert_same(added([one, added([two, three])]), added([added([one, two]), three]))
    assert_same(added([one]), one)


@given(modes(), modes(), CELLS)
def test_adding_and_shifting_or_turning_may_be_swapped(
    one: Candidates, two: Candidates, step: int
) -> None:
    both = added([one, two])
    assert_same(added([one.shifted(step), two.shifted(step)]), both.shifted(step))
    assert_same(added([one.reversed(), two.reversed()]), both.reversed())


@given(modes())
def test_modes_reach_their_neighbours_but_say_less_there(one: Candidates) -> None:
    wide = one.spread
    assert (np.diff(wide.cells) > 0).all()
    assert wide.odds.max() == one.odds.max()
    said = dict(zip(wide.cells.tolist(), wide.odds.tolist(), strict=True))
    for cell, odds in zip(one.cells.tolist(), one.odds.tolist(), strict=True):
        assert said[cell] >= odds
        assert said[cell + 2] >= min(odds, 0.6 * odds)


def test_a_cell_that_a_pair_is_silent_on_counts_zero() -> None:
    both = added(
        [Candidates(np.array([1, 2]), np.array([3.0, 4.0])), Candidates.only(2 * CELL_S, 5.0)]
    )
    assert both.cells.tolist() == [1, 2]
    assert both.odds.tolist() == [3.0, 9.0]


def test_of_one_cell_the_highest_is_kept() -> None:
    found = highest(Candidates(np.array([4, 1, 4]), np.array([1.0, 2.0, 3.0])))
    assert found.cells.tolist() == [1, 4]
    assert found.odds.tolist() == [2.0, 3.0]


def test_the_only_offset_is_in_its_cell() -> None:
    found = Candidates.only(-3610.0, 7.0)
    assert (found.cells.tolist(), found.odds.tolist()) == ([-120], [7.0])


@pytest.fixture(scope="module")
def walk() -> EvidenceInputs:
    """Two cameras that see the same scenes, the second's clock an hour and ten seconds ahead."""
    rng = np.random.default_rng(10_003)
    at_s = afternoon(rng, 20)
    galleries = {"ann": seen_by(rng, at_s), "bob": seen_by(rng, at_s, ahead_s=HOUR_S + 10.0)}
    return make_material(make_features(rng, galleries))


def found_modes(material: EvidenceInputs, a: int = 0, b: int = 1) -> Candidates:
    return pair_candidates(gather_evidence(material), PriorKnowledge(material.table), a, b, STEADY)


def test_the_true_offset_is_the_likeliest(walk: EvidenceInputs) -> None:
    found = found_modes(walk)
    best_s = found.cells[np.argmax(found.odds)] * CELL_S
    assert best_s == pytest.approx(-HOUR_S - 10.0, abs=CELL_S)
    assert found.odds.max() - found.odds.min() <= 12.0
    assert (np.diff(found.cells) > 0).all()


def test_a_pair_the_other_way_round_says_the_same(walk: EvidenceInputs) -> None:
    forth, back = found_modes(walk), found_modes(walk, 1, 0).reversed()
    best = [one.cells[np.argmax(one.odds)] for one in (forth, back)]
    assert abs(int(best[0] - best[1])) <= 1
    assert forth.odds.max() == pytest.approx(back.odds.max(), abs=0.5)
    tried_s = np.array([-HOUR_S, 0.0, 900.0])
    evidence = gather_evidence(walk)
    np.testing.assert_allclose(
        pair_odds(evidence, 0, 1, tried_s), pair_odds(evidence, 1, 0, -tried_s)
    )


def test_a_clock_put_forward_moves_the_candidates_back(walk: EvidenceInputs) -> None:
    before = proposed_s(gather_evidence(walk), 0, 1, JointOptions(candidates=40))
    later = shifted(walk, 100 * CELL_S, gallery=1)
    after = proposed_s(gather_evidence(later), 0, 1, JointOptions(candidates=40))
    np.testing.assert_allclose(after, before - 100 * CELL_S, atol=1e-6)


def test_what_was_told_is_looked_at_though_no_photo_proposed_it() -> None:
    table = make_table([0.0, 600.0, 1000.0], [5000.0, 5600.0, 6000.0])
    evidence = gather_evidence(EvidenceInputs(table, {}))
    assert np.abs(proposed_s(evidence, 0, 1, JointOptions(candidates=40)) - 90_000.0).min() > CELL_S
    clocks = [ClockBelief(name, at_s, 2.0, 0.9, "") for name, at_s in (("g0", 0.0), ("g1", 9e4))]
    found = pair_candidates(evidence, PriorKnowledge(table, beliefs=clocks), 0, 1, STEADY)
    assert found.cells[np.argmax(found.odds)] * CELL_S == 90_000.0


def test_galleries_without_pictures_have_their_middles_and_rhythm() -> None:
    material = EvidenceInputs(make_table([0.0, 600.0, 1000.0], [5000.0, 5600.0, 6000.0]), {})
    found = found_modes(material)
    assert round(-5000.0 / CELL_S) in found.cells.tolist()
    assert np.isfinite(found.odds).all()


def test_offsets_that_most_agree_on_come_first_as_the_mean_of_their_cell() -> None:
    apart_s = np.array([1000.0, 1004.0, 5000.0, 9000.0, 9060.0, 9120.0])
    found = most_agreed(apart_s, np.array([1.0, 3.0, 2.0, 1.0, 1.0, 1.0]), 2)
    assert found.tolist() == [1003.0, 9060.0]  # four votes, and three within two cells
    assert most_agreed(apart_s, np.ones(6), 1).tolist() == [9060.0]
    assert len(most_agreed(apart_s, np.ones(6), 10)) == 5


def test_votes_further_than_two_cells_away_are_not_for_the_same_offset() -> None:
    near = most_agreed(np.array([0.0, 2 * CELL_S, 900.0]), np.array([1.0, 1.0, 1.6]), 1)
    far = most_agreed(np.array([0.0, 3 * CELL_S, 900.0]), np.array([1.0, 1.0, 1.6]), 1)
    assert (near.tolist(), far.tolist()) == ([0.0], [900.0])


def test_an_offset_reaches_two_cells_either_way() -> None:
    wide = Candidates(np.array([50]), np.array([10.0])).spread
    assert wide.cells.tolist() == [48, 49, 50, 51, 52]
    np.testing.assert_allclose(wide.odds, [6.0, 9.0, 10.0, 9.0, 6.0])
    # what speaks against an offset speaks as much against those beside it
    against = Candidates(np.array([50]), np.array([-10.0])).spread
    assert against.odds.tolist() == [-10.0] * 5


def test_what_is_more_alike_is_proposed_first() -> None:
    """Ann and Bob saw three scenes together, and many that nobody else saw."""
    rng = np.random.default_rng(10_010)
    at_s = afternoon(rng, 30)
    both, alone = [3, 12, 17], [*range(20, 30)]
    times_s = np.concatenate([at_s[both], at_s[alone] + 20_000.0])
    galleries = {"ann": Shots(range(20), at_s[:20]), "bob": Shots([*both, *alone], times_s)}
    material = make_material(make_features(rng, galleries))
    evidence = gather_evidence(material, EvidenceOptions(kinds=("look",)))
    # one from matches, and that of their middles
    found_s = proposed_s(evidence, 0, 1, JointOptions(candidates=1))
    assert len(found_s) == 2
    assert np.abs(found_s).min() < CELL_S


def test_candidates_are_the_middle_and_what_best_matches_agree_on() -> None:
    """Photos 0, 1 and 2 of the second gallery are those of the first, 5000 s later."""
    times_s = [0.0, 700.0, 1900.0, 8000.0]
    table = make_table(times_s, [time_s + 5000.0 for time_s in times_s[:3]])
    ratio = np.array([[3.0, 1.0, 1.0], [1.0, 3.0, 1.0], [1.0, 1.0, 3.0], [-9.0, -9.0, -9.0]])
    evidence = evidence_of(table, Planted({(0, 1): ratio}))
    middle_s = 4000.0 - (5000.0 + 950.0)
    assert proposed_s(evidence, 0, 1, JointOptions(candidates=1)).tolist() == [-5000.0, middle_s]
    # the last photo's matches are as far away as they are unlike, and are proposed last
    unlike_s = {8000.0 - 5000.0 - time_s for time_s in times_s[:3]}
    assert unlike_s.isdisjoint(proposed_s(evidence, 0, 1, JointOptions(candidates=7)).tolist())
    assert unlike_s <= set(proposed_s(evidence, 0, 1, JointOptions(candidates=99)).tolist())
    assert len(proposed_s(evidence, 0, 1, JointOptions(candidates=99))) == 1 + 1 + 6 + 3


def test_each_photo_proposes_its_three_best_matches_both_ways() -> None:
    """No two pairs are as far apart, so that offsets tell which pairs proposed them."""
    rng = np.random.default_rng(10_011)
    own_s, theirs_s = 1e6 * np.arange(40.0), 1e4 * np.arange(41.0)
    ratio = rng.uniform(1.0, 2.0, (40, 41))
    proposed = {(i, int(j)) for i in range(40) for j in np.argsort(ratio[i])[-3:]}
    proposed |= {(int(i), j) for j in range(41) for i in np.argsort(ratio[:, j])[-3:]}
    evidence = evidence_of(make_table(own_s, theirs_s), Planted({(0, 1): ratio}))
    middle_s = 19.5e6 - 20e4
    expected_s = sorted([middle_s, *(own_s[i] - theirs_s[j] for i, j in proposed)])
    np.testing.assert_allclose(proposed_s(evidence, 0, 1, JointOptions(candidates=999)), expected_s)


def test_who_has_less_than_three_to_choose_from_proposes_all() -> None:
    table = make_table([0.0, 50_000.0], [0.0])
    evidence = evidence_of(table, Planted({(0, 1): np.ones((2, 1))}))
    assert proposed_s(evidence, 0, 1, JointOptions(candidates=99)).tolist() == [
        0.0,
        25_000.0,
        50_000.0,
    ]


@pytest.mark.parametrize(
    ("alike", "n_others", "others", "best_s"),
    # what says nothing has a twentieth of a vote, so sixty of it have three
    [(3.0, 2, 1.0, 20_000.0), (1.0, 30, -1.0, 20_000.0), (1.0, 60, -1.0, 0.0)],
)
def test_matches_vote_by_how_alike_they_are(
    alike: float, n_others: int, others: float, best_s: float
) -> None:
    table = make_table([*[0.0] * n_others, 20_000.0], [0.0])
    evidence = evidence_of(table, Planted({(0, 1): np.array([[others]] * n_others + [[alike]])}))
    assert proposed_s(evidence, 0, 1, JointOptions(candidates=1)).tolist() == sorted(
        [10_000.0, best_s]
    )


def test_rhythm_proposes_ten_offsets_between_what_begins_after_pauses() -> None:
    def rhythm_of(*times_s: list[float]) -> list[float]:
        table = make_table(*times_s)
        return proposed_s(
            gather_evidence(EvidenceInputs(table, {})), 0, 1, JointOptions(candidates=40)
        ).tolist()

    # 30 s are no pause yet, and 31 s are
    assert rhythm_of([0.0, 30.0, 61.0], [1000.0]) == [-1000.0, -969.5, -939.0]
    # eight starts and two: sixteen offsets, of which ten are looked at, and the middle
    apart = [1000.0 * 1.5**n for n in range(8)]
    assert len(rhythm_of(apart, [0.0, 100_000.0])) == 11


def test_photos_count_tempered_and_what_was_told_in_full() -> None:
    """The two galleries ask each other; far below the best, an offset is forgotten."""
    table = make_table([0.0, 600.0], [0.0, 600.0])
    known = PriorKnowledge(table, answered(same=np.array([[0, 3]])))

    def says(gallery: int, crowd: Crowd, offsets_s: Floats) -> Floats:
        assert crowd.galleries == (1 - gallery,)
        return (8.0 if gallery == 1 else 2.0) + 0.02 * offsets_s * (1 if gallery == 1 else -1)

    evidence = evidence_of(table, Planted({(0, 1): np.eye(2)}, says=says))
    np.testing.assert_allclose(
        pair_odds(evidence, 0, 1, np.array([0.0, 500.0])), [5.0, 5.0 + 0.02 * 500.0]
    )
    found = pair_candidates(evidence, known, 0, 1, BARE)
    assert found.cells.tolist() == [-20, 0, 20]
    answers = answer_odds(AnswerKind("same", named=True), np.array([0.0, 600.0, 1200.0]))
    np.testing.assert_allclose(found.odds, 0.25 * np.array([-7.0, 5.0, 17.0]) + answers)


@pytest.mark.parametrize(("below", "is_kept"), [(11.9, True), (12.1, False)])
def test_what_is_twelve_nats_below_the_best_is_forgotten(below: float, is_kept: bool) -> None:
    table = make_table([0.0, 600.0], [0.0, 600.0])

    def says(_gallery: int, _crowd: Crowd, offsets_s: Floats) -> Floats:
        return np.where(offsets_s == 0.0, 0.0, -below / BARE.temper)

    evidence = evidence_of(table, Planted({(0, 1): np.ones((2, 2))}, says=says))
    found = pair_candidates(evidence, PriorKnowledge(table), 0, 1, BARE)
    assert found.cells.tolist() == ([-20, 0, 20] if is_kept else [0])
