"""Which pairs are asked about, and what an answer tells, against a count by hand."""

from collections.abc import Sequence
from dataclasses import replace
from math import exp, log

import numpy as np
import pytest

from coincide.model import Estimate, Floats, Placement, Question
from coincide.model.hints import RowHints
from coincide.solver.joint import JointSolution, best_questions
from coincide.solver.joint.answers import MODEL
from coincide.solver.joint.confidence import Posterior
from coincide.solver.joint.knowledge import PriorKnowledge
from coincide.solver.joint.questions import (
    AnswersByPlace,
    answers_by_place,
    information,
    is_certain,
    place_entropy,
    settling,
)
from tests.conftest import make_table
from tests.scenes import answered
from tests.solver.joint.planted import NEAR_S, Planted, board_of
from tests.solver.joint.planted import solution_of as by_hand


def entropy(chances: Floats) -> float:
    return float(-np.sum(chances * np.log(chances)))


def told_by(likely: Posterior, apart_s: float, shows: float) -> float:
    """Return what an answer tells, place by place of ten minutes each."""
    places: dict[int, list[tuple[float, Floats]]] = {}
    shifts_s = [*NEAR_S, *likely.other_s]
    masses = [*(likely.at_mode * likely.local), *likely.other]
    for shift_s, mass in zip(shifts_s, masses, strict=True):
        answers = np.exp(MODEL.log_chances(np.array([abs(apart_s + shift_s)])))[:, 0]
        places.setdefault(round(shift_s / 600.0), []).append((mass, answers))
    chances = [sum(mass for mass, _ in there) for there in places.values()]
    each = [
        np.sum([mass * answers for mass, answers in there], axis=0) / max(chance, 1e-300)
        for there, chance in zip(places.values(), chances, strict=True)
    ]
    far = np.exp(MODEL.log_chances(np.array([43_200.0])))[:, 0]
    chances, each = [*chances, likely.anywhere], [*each, far]
    overall = np.sum([chance * one for chance, one in zip(chances, each, strict=True)], axis=0)
    apart = sum(chance * entropy(one) for chance, one in zip(chances, each, strict=True) if chance)
    return shows * (entropy(overall) - apart)


def likely_at(at_mode: float, *others: tuple[float, float]) -> Posterior:
    """Return a block that is about where it is, or at other shifts with a chance."""
    local = np.exp(-((NEAR_S / 80.0) ** 2) / 2)
    shift_s, mass = np.array(others).reshape(-1, 2).T
    local /= local.sum()
    anywhere = 1.0 - at_mode - float(mass.sum())
    return Posterior(local, at_mode, shift_s, mass, anywhere, (-1e5, 1e5))


@pytest.mark.parametrize("shows", [0.3, 1.0])
@pytest.mark.parametrize("apart_s", [0.0, 70.0, -400.0, -3600.0])
def test_an_answer_tells_what_a_sum_over_places_has_it(apart_s: float, shows: float) -> None:
    likely = likely_at(0.5, (3600.0, 0.3), (3660.0, 0.05), (-9000.0, 0.05))
    found = information(answers_by_place(likely, np.array([apart_s])), np.array([shows]))
    assert found[0] == pytest.approx(told_by(likely, apart_s, shows))


@pytest.mark.parametrize("apart_s", [0.0, 900.0, -3600.0])
@pytest.mark.parametrize("at_mode", [0.5, 0.9, 0.98])
def test_how_likely_an_answer_settles_a_place_is_counted_answer_by_answer(
    apart_s: float, at_mode: float
) -> None:
    likely = likely_at(at_mode, (3600.0, 1 - at_mode))
    near = np.abs(apart_s + np.append(NEAR_S, 3600.0))
    answers = np.exp(MODEL.log_chances(near))[:-1]  # who cannot tell settles nothing
    here = answers[:, :-1] @ (at_mode * likely.local)
    there = answers[:, -1] * (1 - at_mode)
    sure = np.maximum(here, there) >= 0.99 * (here + there)
    found = settling(answers_by_place(likely, np.array([apart_s, apart_s])), np.array([1.0, 0.5]))
    assert found[0] == pytest.approx(float(np.sum((here + there)[sure])))
    assert found[1] == pytest.approx(found[0] / 2)


def test_a_place_that_is_nearly_certain_is_settled_by_one_more_answer() -> None:
    here, shown = np.zeros(1), np.ones(1)
    nearly = settling(answers_by_place(likely_at(0.98, (3600.0, 0.02)), here), shown)[0]
    assert (
        nearly
        > 0.25
        > 0.05
        > settling(answers_by_place(likely_at(0.5, (3600.0, 0.5)), here), shown)[0]
    )
    assert (
        settling(answers_by_place(likely_at(0.995, (3600.0, 0.005)), here), shown)[0] == 0.0
    )  # it is certain


@pytest.mark.parametrize(
    ("probability", "certain"), [(0.99, True), (0.989, False), (None, False), (0.0, False)]
)
def test_certain_is_who_is_placed_with_ninety_nine_in_a_hundred(
    probability: float | None, certain: bool
) -> None:
    assert is_certain(solution_of([[0.0], [0.0]], chance=probability), 1) is certain
    nowhere = solution_of([[0.0], [0.0]], placed=False)
    assert not is_certain(nowhere, 1)


def solution_of(
    times_s: Sequence[Sequence[float]],
    ratio: Floats | None = None,
    *,
    chance: float | None = 0.5,
    placed: bool = True,
    offset_s: Sequence[float] | None = None,
) -> JointSolution:
    """Return galleries of which the second, and nobody else, may be asked about the first."""
    table = make_table(*(list(times) for times in times_s))
    shape = len(times_s[1]), len(times_s[0])
    ratios = {(1, 0): np.ones(shape) if ratio is None else ratio}
    partners = {one: (0,) if one == 1 else () for one in range(len(times_s))}
    board = board_of(table, Planted(ratios), partners=partners, offset_s=offset_s)
    estimate = Estimate(0.0, 0.0, 0.0, chance) if placed else None
    placements = tuple(Placement(name, estimate) for name in table.names)
    return by_hand(placements, board)


class PlantedGains:
    """What pairs were thought of, and gains for each as they are given beforehand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, likely: Posterior, *gains: float) -> None:
        self.gains = gains
        self.blocks: list[Sequence[int]] = []
        self.apart_s: list[float] = []
        self.shows: list[float] = []
        self.likely = likely
        monkeypatch.setattr("coincide.solver.joint.questions.posterior_of", self.posterior)
        monkeypatch.setattr("coincide.solver.joint.questions.answers_by_place", self.answers)
        monkeypatch.setattr("coincide.solver.joint.questions.information", self.tells)

    def posterior(self, _board: object, block: Sequence[int]) -> Posterior:
        self.blocks.append(block)
        return self.likely

    def answers(self, likely: Posterior, apart_s: Floats) -> AnswersByPlace:
        self.apart_s = apart_s.tolist()
        return answers_by_place(likely, apart_s)

    def tells(self, _answers: AnswersByPlace, shows: Floats) -> Floats:
        self.shows = shows.tolist()
        return np.resize(self.gains or (1.0,), len(shows))


def test_pairs_are_looked_for_where_a_block_is_and_at_the_three_best_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    others = [(-4000.0, 0.04), (-1000.0, 0.3), (-3000.0, 0.06), (-2000.0, 0.2)]
    asked = PlantedGains(monkeypatch, likely_at(0.4, *others))
    times_s = [[0.0], [7.0, 1007.0, 2007.0, 3007.0, 4007.0]]
    best_questions(solution_of(times_s, offset_s=[3.0, 3.0]))
    assert asked.blocks == [(1,)]
    assert asked.apart_s == [7.0, 1007.0, 2007.0, 3007.0]


def test_pairs_are_within_a_minute_as_placed(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = PlantedGains(monkeypatch, likely_at(1.0))
    solution = solution_of([[0.0], [-71.0, -70.0, 50.0, 51.0]], offset_s=[0.0, 10.0])
    assert len(best_questions(solution)) == 2
    assert asked.apart_s == [-60.0, 60.0]
    own = {(one.gallery, one.photo_a, one.photo_b) for one in best_questions(solution)}
    assert own == {("g1", 2, 0), ("g1", 3, 0)}


def test_the_four_most_alike_are_asked_about_by_the_chance_that_they_show_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Unlike pairs may yet be of one moment, but show it less: e^−ratio times three in five."""
    asked = PlantedGains(monkeypatch, likely_at(1.0))
    ratio = np.array([[0.0], [2.0], [-1.0], [1.0], [3.0], [-2.0]])
    best_questions(solution_of([[0.0], [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]], ratio))
    assert asked.apart_s == [0.0, 1.0, 3.0, 4.0]
    by_hand = [1 - 0.6 * exp(-one) for one in (0.0, 2.0, 1.0, 3.0)]
    np.testing.assert_allclose(asked.shows, by_hand)
    # nothing is seen with less than no chance
    best_questions(solution_of([[0.0], [0.0]], np.array([[-1.0]])))
    assert asked.shows == [0.0]


FAR_S = [0.0, 100.0, 200.0, 300.0]


def gains_of(questions: Sequence[Question]) -> list[float]:
    return [one.gain for one in questions]


def test_five_questions_of_a_block_are_asked_the_best_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of seven pairs: four where the gallery is, and three at the other place."""
    gains = (0.3, 0.1, 0.5, 0.2, 0.4, 0.6, 0.05)
    PlantedGains(monkeypatch, likely_at(0.6, (100.0, 0.3)), *gains)
    found = best_questions(solution_of([FAR_S, FAR_S], np.eye(4)))
    assert gains_of(found) == [0.6, 0.5, 0.4, 0.3, 0.2]
    rows = [(one.photo_a, one.photo_b) for one in found]
    assert rows == [(6, 3), (5, 1), (6, 2), (4, 0), (5, 2)]


@pytest.mark.parametrize(("gain", "n_asked"), [(0.005, 1), (0.0049, 0)])
def test_half_a_hundredth_of_a_nat_is_worth_asking(
    monkeypatch: pytest.MonkeyPatch, gain: float, n_asked: int
) -> None:
    PlantedGains(monkeypatch, likely_at(1.0), gain)
    assert len(best_questions(solution_of([[0.0], [0.0]]))) == n_asked


def test_the_gain_counts_for_everyone_who_hangs_on_a_block(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a block of two both, of the anchor all, and of those who are certain nobody."""
    asked = PlantedGains(monkeypatch, likely_at(1.0), 0.25)
    solution = solution_of([[0.0], [0.0], [0.0], [0.0]])
    board = replace(solution.board, partners={0: (1,), 1: (0,), 2: (0,), 3: ()})
    ratios = dict.fromkeys([(0, 1), (1, 0), (2, 0)], np.ones((1, 1)))
    board = replace(board, evidence=board_of(board.evidence.table, Planted(ratios)).evidence)
    sure = Placement("g2", Estimate(0.0, 0.0, 0.0, 1.0))
    first, second, _, last = solution.offsets.placements
    offsets = replace(solution.offsets, placements=(first, second, sure, last))
    found = best_questions(replace(solution, board=board, offsets=offsets, blocks=((1, 2), (2, 3))))
    assert asked.blocks == [(0,), (1,), (1, 2)]
    # the first and the second are unsure, so two hang on the anchor; others ask the same again
    assert gains_of(found) == [0.5, 0.25]
    assert [(one.photo_a, one.photo_b) for one in found] == [(0, 1), (2, 0)]


def test_ten_questions_are_asked_unless_more_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    PlantedGains(monkeypatch, likely_at(1.0), 0.25)
    times_s = [[0.0], *[[0.0]] * 12]
    solution = solution_of(times_s)
    everyone = range(1, 13)
    partners = {0: (), **dict.fromkeys(everyone, (0,))}
    ratios = {(one, 0): np.ones((1, 1)) for one in everyone}
    board = board_of(solution.board.evidence.table, Planted(ratios), partners=partners)
    solution = replace(solution, board=board)
    assert [one.photo_a for one in best_questions(solution)] == [*range(1, 11)]
    assert len(best_questions(solution, n=11)) == 11


@pytest.mark.parametrize(("apart_s", "n_asked"), [(60.0, 1), (61.0, 2)])
def test_two_photos_within_a_minute_are_asked_about_once(
    monkeypatch: pytest.MonkeyPatch, apart_s: float, n_asked: int
) -> None:
    """Both galleries have a second photo; its own pair is asked about if it is later."""
    PlantedGains(monkeypatch, likely_at(1.0), 0.2)
    times_s = [[0.0, apart_s], [0.0, apart_s]]
    ratio = np.array([[1.0, -9.0], [-9.0, 1.0]])
    found = best_questions(solution_of(times_s, ratio))
    assert len({(one.photo_a, one.photo_b) for one in found}) == n_asked


@pytest.mark.parametrize("what", ["same", "different", "rejected"])
@pytest.mark.parametrize(("later_s", "is_asked"), [(60.0, False), (61.0, True)])
def test_what_was_answered_is_not_asked_of_the_burst_around_it(
    monkeypatch: pytest.MonkeyPatch, what: str, later_s: float, is_asked: bool
) -> None:
    """The answer was about the first photo of each; the question is about the second of one."""
    PlantedGains(monkeypatch, likely_at(1.0), 0.2)
    solution = solution_of([[0.0], [-later_s, 0.0]], np.array([[-9.0], [1.0]]))
    table = solution.board.evidence.table
    rows = np.array([[0, 1]])
    hints = RowHints(rejected=rows) if what == "rejected" else answered(**{what: rows})
    known = replace(solution, board=replace(solution.board, knowledge=PriorKnowledge(table, hints)))
    asked = {(one.photo_a, one.photo_b) for one in best_questions(known)}
    assert ((2, 0) in asked) is is_asked


def test_how_open_a_place_is() -> None:
    assert place_entropy(likely_at(0.5, (4000.0, 0.5))) == pytest.approx(log(2), rel=1e-4)
    # places within ten minutes are one, and all that is left is one
    four = likely_at(0.25, (4000.0, 0.125), (4060.0, 0.125), (-9000.0, 0.25))
    assert place_entropy(four) == pytest.approx(log(4), rel=1e-4)
    assert place_entropy(likely_at(1.0)) == pytest.approx(0.0, abs=1e-4)


@pytest.mark.parametrize(
    ("offset_s", "chance", "n_photos_off"),
    [(61.0, 0.8, 4.0), (60.0, 0.8, 1.0), (-3600.0, 0.4, 2.0)],
)
@pytest.mark.parametrize(("likely", "open_nats"), [((0.5, 0.5), log(2)), ((0.99, 0.01), log(2))])
def test_an_answer_mends_the_share_of_wrong_photos_that_it_takes_of_what_is_open(
    monkeypatch: pytest.MonkeyPatch,
    offset_s: float,
    chance: float,
    n_photos_off: float,
    likely: tuple[float, float],
    open_nats: float,
) -> None:
    """A place that is hardly open counts as a tossed coin: an answer has little to mend there."""
    here, there = likely
    PlantedGains(monkeypatch, likely_at(here, (4000.0, there)), 0.25)
    solution = solution_of([[0.0], [0.0, 1.0, 2.0, 3.0, 4.0]])
    first, second = solution.offsets.placements
    placed = replace(second, estimate=Estimate(offset_s, offset_s, offset_s, chance))
    offsets = replace(solution.offsets, placements=(first, placed))
    (found, *_) = best_questions(replace(solution, offsets=offsets))
    assert found.mends == pytest.approx(n_photos_off * 0.25 / open_nats, rel=1e-4)


def test_of_an_unplaced_gallery_half_may_be_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    PlantedGains(monkeypatch, likely_at(0.5, (4000.0, 0.5)), 0.25)
    (found, *_) = best_questions(solution_of([[0.0], [0.0, 1.0, 2.0, 3.0]], placed=False))
    assert found.mends == pytest.approx(2.0 * 0.25 / log(2), rel=1e-4)


def test_many_photos_are_asked_about_before_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """As much is told of both places; an hour is off with as good a chance."""
    PlantedGains(monkeypatch, likely_at(0.5, (4000.0, 0.5)), 0.25)
    times_s = [[0.0], [0.0], [0.0, 1.0, 2.0]]
    solution = solution_of(times_s)
    partners = {0: (), 1: (0,), 2: (0,)}
    ratios = {(one, 0): np.ones((len(times_s[one]), 1)) for one in (1, 2)}
    board = board_of(solution.board.evidence.table, Planted(ratios), partners=partners)
    off = Estimate(3600.0, 3600.0, 3600.0, 0.6)
    placements = tuple(replace(one, estimate=off) for one in solution.offsets.placements)
    offsets = replace(solution.offsets, placements=placements)
    found = best_questions(replace(solution, board=board, offsets=offsets))
    assert [one.gallery for one in found] == ["g2", "g1"]
    assert found[0].mends == pytest.approx(3 * found[1].mends)
