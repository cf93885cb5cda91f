from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coincide.model import Offsets
from coincide.solver.joint.confidence import calibrated
from coincide.solver.options import JointOptions
from coincide_bench.event import BenchEvent
from coincide_bench.fitting import confidence
from coincide_bench.fitting.confidence import (
    WALK_S,
    WALKERS,
    Stated,
    collect,
    two_alone,
    walk,
)
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.simulated.events import NEGATIVE_WORLDS, bench_event
from coincide_bench.suites.simulated.world import draw_world
from coincide_bench.suites.splits import DealtSet
from coincide_bench.suites.vectors import SetVectors
from tests.bench.trials import answer, make_event

TRUTH = {"a": 100.0, "b": 900.0, "c": -5000.0, "d": 40.0}


@pytest.fixture
def stated(monkeypatch: pytest.MonkeyPatch) -> Stated:
    """One right, one wrong by ten minutes, one unplaced, and a stranger who is placed."""
    chance = {"b": calibrated(1.0), "c": calibrated(-2.0), "stranger0": calibrated(3.0)}

    def said(event: BenchEvent, _options: JointOptions = JointOptions()) -> Offsets:
        found = {"b": 820.0, "c": -5100.0 + 600.0, "d": None, "stranger0": 7.0}
        return answer(event, found, probability=chance, width_s=60.0)

    monkeypatch.setattr(confidence, "run_joint", said)
    return collect([make_event(TRUTH, strangers=1)])


def test_what_was_said_is_held_against_the_truth(stated: Stated) -> None:
    assert stated.right.tolist() == [1.0, 0.0, 0.0]
    # the first is 20 s off, within its interval; of a stranger nothing could hold
    assert stated.held[:2].tolist() == [1.0, 0.0]
    assert np.isnan(stated.held[2])


def test_the_posterior_is_what_it_was_before_it_was_calibrated(stated: Stated) -> None:
    assert stated.log_odds.tolist() == pytest.approx([1.0, -2.0, 3.0])


def test_of_nothing_placed_nothing_is_collected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confidence, "run_joint", lambda event: answer(event, {}))
    found = collect([make_event(TRUTH)])
    assert (len(found.log_odds), len(found.right), len(found.held)) == (0, 0, 0)


def test_real_runs_of_a_small_event_are_collected() -> None:
    options = replace(
        NEGATIVE_WORLDS["strangers"], n_photos=160, n_galleries=4, n_strangers=1, seed=10_000
    )
    event = bench_event(draw_world(options), suite="negative", name="tiny", seed=10_000)
    found = collect([event, event])
    assert len(found.right) % 2 == 0
    assert 0 < len(found.right) <= 2 * 4
    assert np.isfinite(found.log_odds).all()
    half = len(found.right) // 2
    assert found.log_odds[:half].tolist() == found.log_odds[half:].tolist()


def test_two_alone_are_the_anchor_and_one_more() -> None:
    options = replace(NEGATIVE_WORLDS["strangers"], n_photos=160, n_galleries=4, seed=10_000)
    event = bench_event(draw_world(options), suite="negative", name="tiny", seed=10_000)
    other = min(set(event.truth) - {event.anchor})
    alone = two_alone(event, other)
    assert set(alone.table.names) == {event.anchor, other}
    for name in alone.table.names:
        mine, theirs = (
            t.camera_time_s[t.rows(t.names.index(name))] for t in (alone.table, event.table)
        )
        np.testing.assert_array_equal(mine, theirs)
    assert len(alone.features["pooled"]) == alone.table.n_photos


def test_walkers_pass_the_same_places_in_one_half_hour() -> None:
    rng = np.random.default_rng(10_000)
    n_photos = 120
    vectors = SetVectors(*rng.normal(size=(3, n_photos, 8, 4)).astype(np.float16), np.zeros((1, 1)))
    dealt = DealtSet(
        name="set",
        cluster="set",
        times_s=600.0 * np.arange(n_photos),
        position_deg=np.full((n_photos, 2), np.nan),
        scene_ev=np.arange(n_photos, dtype=np.float64),
        runs=np.repeat(np.arange(20), 6),
        vectors=vectors,
    )
    event = walk(dealt, 10_001)
    table = event.table
    assert table.n_galleries == WALKERS
    assert event.span_s <= WALK_S + 1.0
    visited = []
    for number, name in enumerate(table.names):
        times_s = table.camera_time_s[table.rows(number)] + event.truth[name]
        assert (np.diff(times_s) >= 0).all()
        runs = dealt.runs[table.scene_ev[table.rows(number)].astype(int)]
        visited.append(runs[np.concatenate([[True], np.diff(runs) != 0])].tolist())
    # nobody comes back to a place, they share places, and no two have one order
    assert all(len(set(one)) == len(one) for one in visited)
    assert set(visited[0]) & set(visited[1])
    assert len({tuple(one) for one in visited}) == WALKERS


def test_rows_of_development_events_are_kept_seed_by_seed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[int] = []

    def one_event(seeds: Sequence[int], _context: object) -> list[BenchEvent]:
        asked.extend(seeds)
        return [make_event(TRUTH, seed=seed) for seed in seeds]

    seeds = {name: seeds for name, (_, seeds) in confidence.SUITES.items()}
    suites = {name: (one_event, of_suite) for name, of_suite in seeds.items()}
    monkeypatch.setattr(confidence, "SUITES", suites)
    monkeypatch.setattr(
        confidence,
        "run_joint",
        lambda event: answer(event, {"b": 800.0}, probability={"b": 0.9}, width_s=5.0),
    )
    context = BenchContext(tmp_path, None, False, lambda *_: None)
    first, again = ([*confidence.development_rows(context, "digest")] for _ in range(2))
    assert first == again
    assert {row.source for row in first} == {"walk"}
    assert {row.event.split()[-1] for row in first} == {str(seed) for seed in asked}
    # nothing that results are reported on may calibrate; and what is kept is not solved again
    assert asked == [seed for of_suite in seeds.values() for seed in of_suite]
    assert min(asked) >= 10_000
    assert len(first) == len(asked)
