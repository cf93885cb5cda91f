"""What an answer says of a distance in time: planted curves are found, and the record is whole."""

import numpy as np
import pytest

from coincide.solver.joint.answers import ANSWERED, AnswerModel
from coincide_bench.answers.model import fit, scores
from coincide_bench.answers.record import AnsweredPair, read_record


def answered(event: str, later_s: float, *answers: str) -> AnsweredPair:
    return AnsweredPair(
        event=event,
        photos=("a", "b"),
        later_s=later_s,
        exact_s=1.0,
        similarity=0.5,
        answers=answers,  # type: ignore[arg-type]
        orders=("-",),
    )


def test_the_record_has_two_hundred_pairs_read_by_three() -> None:
    pairs = read_record()
    assert len(pairs) >= 200
    assert {len(pair.answers) for pair in pairs} == {len(pair.orders) for pair in pairs} == {3}
    apart_s = np.abs([pair.later_s for pair in pairs])
    assert 0.45 < (apart_s <= 900).mean() < 0.55
    # look-alikes that are hours apart are among them
    assert sum(abs(pair.later_s) > 3600 and pair.similarity > 0.3 for pair in pairs) >= 15
    assert len({pair.event for pair in pairs}) == 13


def test_planted_answers_are_found() -> None:
    rng = np.random.default_rng(7)
    planted = AnswerModel(
        np.array([[-3, -3, 0], [0, -2, 0], [1, -1, 0], [1, 1, 0], [-1, 2, 0], [0, 0, 0]], float)
    )
    apart_s = 10 ** rng.uniform(0.5, 5.5, 1500)
    chances = np.exp(planted.log_chances(apart_s))
    drawn = [rng.choice(ANSWERED, p=one / one.sum()) for one in chances.T]
    found = fit(answered("e", t, a) for t, a in zip(apart_s.tolist(), drawn, strict=True))
    asked_s = np.array([5.0, 60.0, 900.0, 1e4])
    off = np.exp(found.log_chances(asked_s)) - np.exp(planted.log_chances(asked_s))
    assert np.abs(off).max() < 0.1


def test_an_answer_rules_nothing_out() -> None:
    pairs = [answered("e", 5.0, "same")] * 30 + [answered("e", 9000.0, "different")] * 30
    model = fit(pairs)
    assert np.exp(model.log_chances(np.array([5.0, 9000.0]))).min() > 0.005


@pytest.mark.slow
def test_answers_of_events_left_out_are_foretold_better_than_by_their_frequency() -> None:
    found = scores(read_record())
    assert found.in_sample < found.held_out < found.flat - 0.2
