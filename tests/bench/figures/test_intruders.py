from dataclasses import replace

import pytest

from coincide_bench.event import BenchEvent
from coincide_bench.figures.intruders import KINDS, intruder_table, judge_intruders, kind_of
from coincide_bench.suites.registry import SUITES
from coincide_bench.suites.simulated.events import NEGATIVE_WORLDS
from tests.bench.trials import answer, make_event

TRUTH = {"a": 0.0, "b": 100.0, "c": 200.0, "d": 300.0}


def event_of(name: str) -> BenchEvent:
    return make_event(TRUTH, strangers=2, name=name)


def test_strangers_are_counted_and_movements_measured() -> None:
    event = event_of("negative/mixed/lake+walk")
    beside = answer(
        event,
        {"b": 100.0, "c": 260.0, "stranger0": 5.0, "stranger1": 6.0},
        probability={"stranger0": 0.99, "stranger1": 0.98},
    )
    alone = answer(event, {"b": 100.5, "c": 200.0, "d": 300.0})
    effect = judge_intruders(event, beside, alone)
    assert effect.kind == "mixed"
    assert (effect.n_intruders, effect.n_placed, effect.n_certain) == (2, 2, 1)
    assert effect.moved_s == (0.5, 60.0)
    assert (effect.n_others, effect.n_changed) == (3, 1)


def test_movement_is_against_the_anchor() -> None:
    event = event_of("simulated/strangers")
    alone = answer(event, {"b": 100.0, "c": 200.0, "d": 300.0})
    moved = tuple(
        one
        if one.estimate is None
        else replace(one, estimate=replace(one.estimate, offset_s=one.estimate.offset_s + 7.0))
        for one in alone.placements
    )
    effect = judge_intruders(event, replace(alone, placements=moved), alone)
    assert effect.moved_s == (0.0, 0.0, 0.0)
    assert effect.n_placed == 0


def test_with_nobody_else_there_nobody_moves() -> None:
    event = make_event({"a": 0.0}, strangers=2, name="negative/camtrapr")
    effect = judge_intruders(event, answer(event, {"stranger0": 0.0}), None)
    assert (effect.n_intruders, effect.n_placed, effect.n_others) == (2, 1, 0)


def test_the_table_has_the_hard_kind_apart() -> None:
    effects = []
    for name, offset_s in (("negative/mixed/x", 100.5), ("negative/same-place/x", 104.0)):
        event = event_of(name)
        told = answer(event, {"b": offset_s}, probability={"b": 1.0})
        effects.append(judge_intruders(event, told, answer(event, {"b": 100.0})))
    table = intruder_table(effects, "joint")
    assert [row[0] for row in table.rows] == ["mixed", "same place, another day", "all"]
    total = dict(zip(table.header, table.rows[-1], strict=True))
    assert (total["trials"], total["intruders"], total["certain"]) == ("2", "4", "0.0")
    # two of six other galleries are placed, and one of them moved by 4 s
    assert (total["other galleries"], total["moved"]) == ("6", "16.7")
    assert total["largest movement"] == "4 s"


def test_every_simulated_kind_has_a_name() -> None:
    assert {kind_of(f"simulated/{name}") for name in NEGATIVE_WORLDS} <= set(KINDS.values())
    assert not SUITES["negative-simulated"].needs_photos
    with pytest.raises(ValueError, match="lake"):
        kind_of("lake/k3/a0.6")
