"""Questions ask about the stretch that most photos wait for."""

from dataclasses import replace

import numpy as np

from coincide.library.decide import decisions_of, waits_of
from coincide.library.questions import best_questions, undecided_of
from coincide.library.solve import Family, Solved, Tie, TimeAnswer, solve_library
from coincide.model.times import HOUR_S
from tests.library.made import Days, camera_of, phone_of, zone_of_home

LATE_S = -HOUR_S + 1500.0


def library(rng: np.random.Generator, answers: tuple[TimeAnswer, ...] = ()) -> tuple[Solved, ...]:
    """Return a camera 25 min behind, of which one occasion tells, too little to be written."""
    phone = phone_of("Ben", Days().utc_s(rng))
    camera = camera_of("Anna", Days(photos=20).utc_s(np.random.default_rng(1)), LATE_S)
    tie = Tie("o", camera.key, 10, phone.key, 10, LATE_S, 15.0, 0.95)
    return solve_library([phone, camera], Family((tie,), answers))


def n_written(every: tuple[Solved, ...]) -> int:
    decisions = [one for solved in every for one in decisions_of(solved)]
    return sum(one.n_photos for one in decisions if one.state == "wrong")


def test_the_answer_mends_about_what_the_question_promised(rng: np.random.Generator) -> None:
    every = library(rng)
    assert n_written(every) == 0
    (question,) = best_questions(every)
    clock = question.solved.clock
    assert not clock.is_phone
    shown_s = float(clock.first_s[question.session])
    utc_s = shown_s + LATE_S
    true_s = utc_s + float(zone_of_home(np.array([utc_s]))[0])
    answer = TimeAnswer(clock.key, question.session, shown_s, true_s, 60.0)
    mended = n_written(library(np.random.default_rng(5), (answer,)))
    assert mended > 5 * 20
    assert 0.3 * mended < question.worth < 3.0 * mended


def test_a_stretch_that_is_sure_and_not_known_to_minutes_is_worth_asking(
    rng: np.random.Generator,
) -> None:
    """Its sessions are certain before the answer, which is what writes them."""
    phone = phone_of("Ben", Days().utc_s(rng))
    camera = camera_of("Anna", Days(photos=20).utc_s(np.random.default_rng(1)), LATE_S)
    ties = [Tie(f"o{i}", camera.key, i, phone.key, i, LATE_S, 400.0, 0.97) for i in (4, 8, 12, 16)]
    every = solve_library([phone, camera], Family(ties))
    (solved,) = (one for one in every if not one.clock.is_phone)
    waiting = [
        session
        for decision in decisions_of(solved)
        for session, wait in zip(
            decision.stretch.sessions, waits_of(solved, decision.stretch), strict=True
        )
        if wait == "not known to 5 min"
    ]
    assert len(waiting) > 5
    (question,) = best_questions(every)
    assert question.n_decided >= solved.material.n_photos[waiting].sum()


def test_what_was_asked_is_not_asked_again(rng: np.random.Generator) -> None:
    every = library(rng)
    (question,) = best_questions(every)
    key = question.solved.clock.key
    again = best_questions(every, [(key, question.session)])
    assert [one.session for one in again] != [question.session]


def test_a_clock_that_is_known_to_be_right_is_not_asked_about(rng: np.random.Generator) -> None:
    utc_s = Days(n=10).utc_s(rng)
    phone, camera = phone_of("Ben", utc_s), camera_of("Anna", utc_s, -HOUR_S)
    ties = tuple(Tie(f"o{i}", camera.key, i, phone.key, i, -HOUR_S, 15.0, 0.95) for i in range(10))
    every = solve_library([phone, camera], Family(ties))
    assert best_questions(every) == []
    solved = next(one for one in every if not one.clock.is_phone)
    assert not undecided_of(solved).any()
    doubtful = replace(solved, history=replace(solved.history, right=np.zeros(10)))
    assert undecided_of(doubtful).any()
