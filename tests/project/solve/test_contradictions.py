"""What a person said and the photos deny: told, obeyed, and no harm to the others."""

import json
from collections.abc import Callable
from dataclasses import asdict, replace

import numpy as np
import pytest

from coincide.model import (
    Basis,
    Contradicted,
    Dispute,
    Estimate,
    Explanation,
    Finding,
    FindingKind,
    Offsets,
    OverruledAnswer,
    Placement,
)
from coincide.model.hints import Answer, AnswerKind, Hints, Lock, Pin, rows_of
from coincide.model.times import HOUR_S
from coincide.project.folder.estimates import explanation_of, offsets_of
from coincide.project.options import SyncOptions
from coincide.project.read.features import EventFeatures
from coincide.project.solve.contradictions import denies, overruled, solve_doubting, with_doubts
from coincide.project.solve.joint import JointProblem, read_solution, solve_problem, state_problem
from coincide.solver.joint import JointSolution
from coincide.writing.plan.decide import Caution, decide
from tests.scenes import PHONE, afternoon, make_features, seen_by


@pytest.fixture(scope="module")
def party() -> EventFeatures:
    """Ann, Dan and Eva right, Bob an hour ahead, Cyd a phone."""
    rng = np.random.default_rng(10_003)
    at_s = afternoon(rng, 60)
    at_s = at_s[np.append(True, np.diff(at_s) > 20.0)]
    others = {name: seen_by(rng, at_s) for name in ("ann", "dan", "eva")}
    bob = seen_by(rng, at_s, ahead_s=HOUR_S)
    galleries = {**others, "bob": bob, "cyd": seen_by(rng, at_s, device=PHONE)}
    return make_features(rng, dict(sorted(galleries.items())))


def solved(
    features: EventFeatures, hints: Hints
) -> tuple[Offsets, JointSolution, list[JointProblem]]:
    problem = state_problem(features, "cyd", SyncOptions(), hints=rows_of(hints, features.event))
    asked: list[JointProblem] = []

    def solve(free: JointProblem) -> JointSolution:
        asked.append(free)
        return solve_problem(free)

    solution, doubted = solve_doubting(problem, solve_problem(problem), solve)
    offsets, _ = read_solution(problem, solution)
    return with_doubts(offsets, solution, doubted), solution, asked


@pytest.mark.parametrize("kind", [Pin, Lock])
def test_a_wrong_place_is_obeyed_told_and_misleads_nobody(
    party: EventFeatures, kind: Callable[[str, float], Pin | Lock]
) -> None:
    hints = Hints.empty.adding(kind("bob", HOUR_S))
    offsets, solution, _ = solved(party, hints)
    bob = offsets["bob"]
    assert bob.offset_s == HOUR_S
    assert bob.contradicted is not None
    assert bob.contradicted.offset_s == pytest.approx(-HOUR_S, abs=30.0)
    assert bob.contradicted.low_s <= -HOUR_S <= bob.contradicted.high_s
    assert bob.contradicted.n_pairs > 5
    assert not bob.contradicted.confirmed
    # word against word: the probability is what the person's word is worth, and nobody is certain
    assert (bob.verdict.state, bob.verdict.probability) == ("unsure", 1.0)
    for name in ("ann", "dan", "eva"):
        assert offsets[name].offset_s == pytest.approx(0.0, abs=30.0)
        assert offsets[name].contradicted is None
    number = party.event.table.names.index("bob")
    assert solution.board.offset_s[number] == HOUR_S  # what is shown of evidence is of there


def test_the_default_plan_leaves_it_out_until_it_is_confirmed(party: EventFeatures) -> None:
    bob = next(one for one in party.event.galleries if one.name == "bob")
    offsets, _, _ = solved(party, Hints(pins=(Pin("bob", HOUR_S),)))
    for caution in (Caution(), Caution(unsure=True, slight=True)):
        left = decide(bob, offsets, caution)
        assert left.state == "unsure"
        assert "contradict what you said" in left.why
        assert "hint confirm" in left.why
    offsets, _, _ = solved(party, Hints(pins=(Pin("bob", HOUR_S, confirmed=True),)))
    assert offsets["bob"].contradicted is not None
    assert offsets["bob"].contradicted.confirmed
    assert (offsets["bob"].verdict.state, offsets["bob"].verdict.probability) == ("certain", 1.0)
    moved = decide(bob, offsets)
    assert (moved.state, moved.shift_s) == ("moved", HOUR_S)


@pytest.mark.parametrize("offset_s", [-HOUR_S, -HOUR_S + 20.0])
def test_a_right_place_is_not_questioned_and_costs_no_solve(
    party: EventFeatures, offset_s: float
) -> None:
    offsets, _, asked = solved(party, Hints(pins=(Pin("bob", offset_s), Pin("ann", 0.0))))
    assert asked == []
    assert [one.contradicted for one in offsets.placements] == [None] * 5
    assert offsets["bob"].offset_s == offset_s


def test_what_is_usual_of_clocks_is_no_word_against_a_person(party: EventFeatures) -> None:
    rng = np.random.default_rng(10_004)
    seen = np.asarray(party.arrays[0])
    blind = replace(party, arrays=[rng.normal(size=seen.shape).astype(np.float32)])
    event = party.event
    phones = tuple(
        replace(one, photos=tuple(replace(photo, device=PHONE) for photo in one.photos))
        for one in event.galleries
    )
    blind = replace(blind, event=replace(event, galleries=phones))
    offsets, _, _ = solved(blind, Hints(pins=(Pin("ann", 2 * HOUR_S),)))
    assert offsets["ann"].offset_s == 2 * HOUR_S
    assert [one.contradicted for one in offsets.placements] == [None] * 5


@pytest.mark.parametrize(
    ("chance", "reach_s", "denied"),
    [(0.93, 60.0, True), (0.55, 60.0, True), (0.45, 60.0, False), (0.99, 2500.0, False)],
)
def test_a_persons_offset_is_denied_where_photos_are_likelier_elsewhere(
    chance: float, reach_s: float, denied: bool
) -> None:
    found = Estimate(-3600.0, -3600.0 - reach_s, -3600.0 + reach_s, chance)
    assert denies(Placement("bob", found), 3600.0) is denied


def test_of_two_places_only_the_wrong_one_is_told(party: EventFeatures) -> None:
    pins = (Pin("bob", -HOUR_S), Pin("dan", 1500.0))
    offsets, _, _ = solved(party, Hints(pins=pins))
    assert [one.gallery for one in offsets.placements if one.contradicted] == ["dan"]
    assert (offsets["bob"].offset_s, offsets["dan"].offset_s) == (-HOUR_S, 1500.0)
    assert offsets["ann"].offset_s == pytest.approx(0.0, abs=30.0)


def test_a_place_of_the_anchor_moves_all_and_is_not_questioned(party: EventFeatures) -> None:
    offsets, _, asked = solved(party, Hints(pins=(Pin("cyd", 9000.0),)))
    assert asked == []
    assert offsets["ann"].offset_s == pytest.approx(9000.0, abs=30.0)


def test_what_files_were_corrected_by_is_nobodys_word(party: EventFeatures) -> None:
    hints = replace(rows_of(Hints.empty, party.event), pinned=((1, HOUR_S),))
    problem = state_problem(party, "cyd", SyncOptions(), hints=hints)
    solution = solve_problem(problem)
    assert solve_doubting(problem, solution, solve_problem) == (solution, {})


def test_an_answer_that_all_the_rest_outweighs_is_told(party: EventFeatures) -> None:
    event = party.event
    photos = list(event.photos)
    starts = event.table.starts
    near, far = photos[starts[0]], photos[starts[2]]
    last = photos[starts[3] - 1]
    hints = rows_of(
        Hints(answers=(Answer(near.key, far.key, "same"), Answer(near.key, last.key, "same"))),
        event,
    )
    right = Offsets(
        "cyd", "joint", tuple(Placement(one, Estimate(0.0, 0.0, 0.0)) for one in event.table.names)
    )
    apart_s = abs(last.camera_time_s - near.camera_time_s)
    (told,) = [one for one in overruled(event, right, hints) if one.photo_b == starts[3] - 1]
    assert told.apart_s == pytest.approx(apart_s)
    about = replace(hints, answers={AnswerKind("about"): hints.pairs("same")})
    # about the same time leaves more open than four hours allow, and less than a day
    assert 4 * 3600.0 > apart_s > 3 * 3600.0
    assert overruled(event, right, about) == ()
    day = replace(hints, answers={AnswerKind("other-day"): hints.pairs("same")})
    assert {(one.photo_a, one.photo_b) for one in overruled(event, right, day)} == {
        *map(tuple, hints.pairs("same").tolist())
    }
    unplaced = replace(right, placements=(Placement("ann", None), *right.placements[1:]))
    assert overruled(event, unplaced, hints) == ()


def test_it_is_kept_as_it_was_told() -> None:
    told = Contradicted(-3600.0, -3608.0, -3595.0, n_pairs=12, confirmed=True)
    findings = tuple(Finding(kind, ("b", "c"), -0.5, 3, "a phone") for kind in FindingKind)
    basis = Basis("corrected", ("look", "rhythm"), "a phone", "text", said=True)
    denied = Placement("a", Estimate(1.0, 0.0, 2.0, 0.9, basis), contradicted=told)
    found = Placement("b", None, findings=(*findings, Finding(FindingKind.THIN)))
    offsets = Offsets("a", "joint", (denied, found))
    assert offsets_of(json.loads(json.dumps(asdict(offsets)))) == offsets
    disputes = (Dispute("a", "b", -3600.0),)
    why = Explanation(overruled=(OverruledAnswer(1, 2, 700.0),), disputes=disputes)
    assert explanation_of(json.loads(json.dumps(asdict(why)))) == why
