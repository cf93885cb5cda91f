"""Honest answers about photos never make an offset certain and wrong, and none is ignored.

The events are like those on which people's answers failed: one view photographed eleven minutes
apart, a true pair of a camera that nothing else places, and a trip of days that look alike.
"""

import numpy as np
import pytest

from coincide.model import FindingKind, Floats, Offsets
from coincide.model.explanation import Moment, Question
from coincide.model.hints import AnswerKind, RowHints
from coincide.model.times import DAY_S, HOUR_S, MINUTE_S
from coincide.project.judge.clockquestions import with_answers_counted
from coincide.project.options import SyncOptions
from coincide.project.read.features import EventFeatures
from coincide.project.solve.joint import read_solution, solve_problem, state_problem
from tests.scenes import NOON_S, PHONE, Shots, afternoon, make_features, said_of

N_OWN = 24
SEEDS = range(6)


def two_cameras(
    seed: int, *, apart_s: float, n_shared: int = 0
) -> tuple[EventFeatures, tuple[int, int]]:
    """Return a phone and a camera an hour ahead, and the rows of a pair that look alike.

    The camera photographed the scene of that pair ``apart_s`` after the phone. They share
    ``n_shared`` more scenes, taken at the same time, and each has ``N_OWN`` of its own.
    """
    rng = np.random.default_rng(seed)
    n_both = 1 + n_shared
    both_s = rng.choice(afternoon(rng, N_OWN), n_both)
    galleries, rows = {}, []
    for name, first, later_s in (("pia", n_both, 0.0), ("bob", n_both + N_OWN, apart_s)):
        scenes = np.concatenate([np.arange(n_both), np.arange(first, first + N_OWN)])
        times_s = np.concatenate([both_s, afternoon(rng, N_OWN)])
        times_s[0] += later_s
        order = np.argsort(times_s)
        rows.append(len(rows) * (n_both + N_OWN) + int(np.flatnonzero(scenes[order] == 0)[0]))
        how = {"device": PHONE} if name == "pia" else {"ahead_s": HOUR_S}
        galleries[name] = Shots(scenes[order], times_s[order], **how)  # type: ignore[arg-type]
    return make_features(rng, galleries), (rows[0], rows[1])


def solved(features: EventFeatures, hints: RowHints) -> tuple[Offsets, tuple[Question, ...]]:
    problem = state_problem(features, "pia", SyncOptions(), hints=hints)
    offsets, why = read_solution(problem, solve_problem(problem))
    return with_answers_counted(offsets, features.event, hints), why.questions


@pytest.mark.parametrize("said", ["instant", "same", "about"])
@pytest.mark.parametrize("seed", SEEDS)
def test_one_view_photographed_minutes_apart_makes_nothing_certain_and_wrong(
    seed: int, said: Moment
) -> None:
    features, pair = two_cameras(seed, apart_s=11 * MINUTE_S)
    offsets, _ = solved(features, said_of(pair, said))
    assert not offsets["bob"].certain


@pytest.mark.parametrize("seed", SEEDS)
def test_true_moments_outweigh_a_view_that_was_taken_for_the_same(seed: int) -> None:
    features, pair = two_cameras(seed, apart_s=11 * MINUTE_S, n_shared=4)
    offsets, _ = solved(features, said_of(pair, "same"))
    assert offsets["bob"].offset_s == pytest.approx(-HOUR_S, abs=20.0)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_true_pair_places_its_camera_or_is_counted(seed: int) -> None:
    features, pair = two_cameras(seed, apart_s=0.0)
    exactly, _ = solved(features, said_of(pair, "instant"))
    assert exactly["bob"].certain
    assert exactly["bob"].offset_s == pytest.approx(-HOUR_S, abs=20.0)

    roughly, _ = solved(features, said_of(pair, "about"))
    counted = {finding.kind for finding in roughly["bob"].findings}
    assert roughly["bob"].certain or FindingKind.PAIRS_COUNTED in counted


def trip(seed: int) -> tuple[EventFeatures, Floats]:
    """Return a phone and a camera a day and an hour ahead, and when each photo was taken truly.

    On each of four days both photograph some of the same five places within half an hour of
    the usual time, and what the other never sees. Two moments they share.
    """
    rng = np.random.default_rng(seed)
    n_places, n_days, n_own, n_shared = 5, 4, 8, 2
    usual_s = rng.uniform(0.0, 10 * HOUR_S, n_places)
    mornings_s = NOON_S - 4 * HOUR_S + DAY_S * np.arange(n_days)
    shared_s = rng.choice(mornings_s, n_shared) + rng.uniform(0.0, 10 * HOUR_S, n_shared)
    shared = n_places + np.arange(n_shared)
    n_scenes, galleries, true_s = n_places + n_shared, {}, []
    for name in ("pia", "bob"):
        scenes, times_s = [shared], [shared_s + rng.uniform(-4.0, 4.0, n_shared)]
        for morning_s in mornings_s:
            places = np.flatnonzero(rng.random(n_places) < 0.6)
            about_s = rng.uniform(-HOUR_S / 2, HOUR_S / 2, len(places))
            scenes += [places, np.arange(n_scenes, n_scenes + n_own)]
            n_scenes += n_own
            times_s += [
                morning_s + usual_s[places] + about_s,
                morning_s + rng.uniform(0.0, 10 * HOUR_S, n_own),
            ]
        taken_s = np.round(np.concatenate(times_s))
        order = np.argsort(taken_s)
        how = {"device": PHONE} if name == "pia" else {"ahead_s": DAY_S + HOUR_S}
        galleries[name] = Shots(np.concatenate(scenes)[order], taken_s[order], **how)  # type: ignore[arg-type]
        true_s.append(taken_s[order])
    return make_features(rng, galleries), np.concatenate(true_s)


def true_answer(apart_s: float) -> Moment:
    if apart_s <= 8.0:
        return "instant"
    if apart_s <= 5 * MINUTE_S:
        return "same"
    return "different" if apart_s < DAY_S / 2 else "other-day"


@pytest.mark.parametrize("seed", SEEDS)
def test_true_answers_about_a_trip_of_similar_days_bring_it_to_the_end(seed: int) -> None:
    """Questions once showed pictures taken a day apart, six in a row."""
    features, true_s = trip(seed)
    said, asked_s = dict[Moment, list[list[int]]](), list[float]()
    offsets, questions = solved(features, RowHints({}))
    while questions and len(asked_s) < 6:
        rows = sorted((questions[0].photo_a, questions[0].photo_b))
        asked_s.append(abs(float(np.diff(true_s[rows])[0])))
        said.setdefault(true_answer(asked_s[-1]), []).append(rows)
        answers = {AnswerKind(word, named=False): np.array(it) for word, it in said.items()}
        offsets, questions = solved(features, RowHints(answers))
    assert sum(apart_s > DAY_S / 2 for apart_s in asked_s) <= 1
    assert offsets["bob"].certain
    assert offsets["bob"].offset_s == pytest.approx(-DAY_S - HOUR_S, abs=20.0)
