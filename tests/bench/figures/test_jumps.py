from dataclasses import replace

import pytest

from coincide.model import Jump, Offsets
from coincide_bench.event import BenchEvent, PlantedJump
from coincide_bench.figures.jumps import is_found, is_visible, judge_clocks
from coincide_bench.figures.outcome import judge
from tests.bench.trials import answer_truth, make_event

PLANTED = PlantedJump("b", 20, -3600.0, n_linked_before=10, n_linked_after=12)


def jumped_event(*jumps: PlantedJump) -> BenchEvent:
    return replace(make_event({"a": 0.0, "b": 60.0, "c": 0.0}, strangers=1), jumps=jumps)


def claiming(event: BenchEvent, **claims: Jump) -> Offsets:
    told = answer_truth(event)
    placements = (
        replace(one, jumps=(claims[one.gallery],) if one.gallery in claims else ())
        for one in told.placements
    )
    return replace(told, placements=tuple(placements))


@pytest.mark.parametrize(
    ("row", "step_s", "found"),
    [
        (20, -3600.0, True),
        (23, -3300.0, True),
        (17, -3900.0, True),
        (24, -3600.0, False),
        (20, -3299.0, False),
        (20, 3600.0, False),
    ],
)
def test_found_is_within_three_photos_and_300_seconds(row: int, step_s: float, found: bool) -> None:
    assert is_found(PLANTED, Jump(row, step_s)) is found


def test_a_jump_with_too_few_linked_photos_on_one_side_is_not_asked_for() -> None:
    assert is_visible(PLANTED)
    assert not is_visible(replace(PLANTED, n_linked_before=9))
    assert not is_visible(replace(PLANTED, n_linked_after=9))
    event = jumped_event(replace(PLANTED, n_linked_after=9))
    (_, b, _) = judge_clocks(event, claiming(event, b=Jump(20, -3600.0)))
    assert (b.n_planted, b.n_visible, b.n_found) == (1, 0, 0)


def test_every_clock_of_the_event_is_judged_and_no_stranger() -> None:
    event = jumped_event(PLANTED)
    told = claiming(event, b=Jump(21, -3500.0), c=Jump(5, 60.0), stranger0=Jump(1, 9.0))
    clocks = judge(event, told, {}).clocks
    assert [clock.gallery for clock in clocks] == ["a", "b", "c"]
    assert [clock.n_found for clock in clocks] == [0, 1, 0]
    assert [clock.split for clock in clocks] == [False, True, True]


def test_the_anchor_counts_among_the_recoverable() -> None:
    event = replace(jumped_event(PLANTED), recoverable=frozenset("b"))
    outcome = judge(event, answer_truth(event), {})
    assert [clock.gallery for clock in outcome.clocks_of("recoverable")] == ["a", "b"]
    assert len(outcome.clocks_of("all")) == 3
