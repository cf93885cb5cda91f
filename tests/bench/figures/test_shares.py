from dataclasses import replace

from coincide.model import Jump
from coincide_bench.event import PlantedJump
from coincide_bench.figures.outcome import judge
from coincide_bench.figures.shares import SHARES, trial_counts
from tests.bench.trials import answer, answer_truth, make_event

TRUTH = {"a": 0.0, "b": 100.0, "c": 200.0, "d": 300.0}


def test_intervals_and_certain_answers_are_counted() -> None:
    event = make_event(TRUTH, strangers=1)
    told = answer(
        event,
        {"b": 100.0, "c": 1000.0, "stranger0": 5.0},
        probability={"b": 0.995, "c": 0.6, "stranger0": 0.999},
        width_s=50.0,
    )
    counts = trial_counts(judge(event, told, {}), "all")
    assert set(counts) == set(SHARES)
    # d is unplaced; the stranger has no truth to hold, yet its certain answer is wrong
    assert counts["coverage_90"] == (1, 2)
    assert counts["certain_right"] == (1, 2)


def test_bare_values_are_no_intervals() -> None:
    event = make_event(TRUTH)
    assert trial_counts(judge(event, answer_truth(event), {}), "all")["coverage_90"] == (0, 0)


def test_jumps_and_clean_clocks_are_counted_apart() -> None:
    planted = (PlantedJump("b", 1, 60.0, 20, 20), PlantedJump("c", 1, 60.0, 20, 20))
    event = replace(make_event(TRUTH), jumps=planted)
    told = answer_truth(event)
    claimed = {"b": (Jump(1, 60.0),), "d": (Jump(1, 60.0),)}
    placements = tuple(replace(one, jumps=claimed.get(one.gallery, ())) for one in told.placements)
    counts = trial_counts(judge(event, replace(told, placements=placements), {}), "all")
    assert counts["jumps_found"] == (1, 2)
    assert counts["clean_split"] == (1, 2)
