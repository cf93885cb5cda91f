"""Events that are taken for large: the same answer, in the same words."""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coincide.engine import LocalEngine
from coincide.errors import UsageError
from coincide.model import Explanation, Offsets
from coincide.model.hints import Hints, Pin
from coincide.model.times import HOUR_S
from coincide.project import choose_anchor, save_hints
from coincide.project.costs import Meter
from coincide.project.options import SyncOptions
from coincide.project.read.features import EventFeatures
from coincide.project.solve.joint import state_problem
from coincide.project.solve.large import check_large, on_engine, solve_large_problem
from coincide.solver.options import JointOptions, LargeOptions, LinkOptions, NeighbourOptions
from tests.scenes import PHONE, afternoon, make_features, seen_by

LARGE = SyncOptions(joint=JointOptions(large=LargeOptions(direct_galleries=2)))


def solved(features: EventFeatures, told: list[str] | None = None) -> tuple[Offsets, Explanation]:
    problem = state_problem(features, choose_anchor(features.event), LARGE)
    stages = [] if told is None else told
    return solve_large_problem(
        problem, LocalEngine(), Meter(), lambda stage, _done, _total: stages.append(stage)
    )


def four(**ann: object) -> EventFeatures:
    """Ann as asked for, Bob an hour ahead of everything, Cyd a phone and right, Dot with them."""
    rng = np.random.default_rng(10_003)
    at_s = afternoon(rng, 30)
    galleries = {
        "ann": seen_by(rng, at_s, **ann),
        "bob": seen_by(rng, at_s, ahead_s=HOUR_S),
        "cyd": seen_by(rng, at_s, device=PHONE),
        "dot": seen_by(rng, at_s, ahead_s=-700.0),
    }
    return make_features(rng, galleries)


def test_offsets_are_found_and_errors_named() -> None:
    told: list[str] = []
    offsets, why = solved(four(ahead_s=200.0), told)
    assert offsets.anchor == "cyd"
    assert offsets["bob"].offset_s == pytest.approx(-HOUR_S, abs=30.0)
    assert offsets["bob"].error.startswith("time zone or daylight saving: −1 h")
    assert offsets["dot"].offset_s == pytest.approx(700.0, abs=30.0)
    assert why.n_hints_missing == 0
    assert {*told} == {"link", "solve"}


def test_a_clock_confirmed_by_gps_tells_true_time() -> None:
    offsets, _ = solved(four(ahead_s=50.0, to_utc_s=-7250.0))
    assert offsets.event_time == "true"
    assert offsets["ann"].offset_s == pytest.approx(-50.0, abs=2.0)
    assert offsets["bob"].offset_s == pytest.approx(-HOUR_S, abs=30.0)


def test_a_pin_is_kept_to_the_second(tmp_path: Path) -> None:
    features = four()
    save_hints(tmp_path, Hints(pins=(Pin("bob", -3456.0),)))
    offsets, _ = solved(replace(features, event=replace(features.event, project=tmp_path)))
    assert offsets["bob"].offset_s == pytest.approx(-3456.0)


def test_a_small_event_is_not_large() -> None:
    table = four().event.table
    assert not check_large(table, SyncOptions())
    assert check_large(table, LARGE)


def test_what_a_large_event_cannot_have_is_told_before_the_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = four().event.table
    with pytest.raises(UsageError, match="--verify"):
        check_large(table, replace(LARGE, verify=True))
    many = replace(LARGE, link=LinkOptions(neighbours=NeighbourOptions(exact_photos=10)))
    assert check_large(table, many)
    monkeypatch.setitem(sys.modules, "faiss", None)
    with pytest.raises(UsageError, match=r"coincide\[cluster\]"):
        check_large(table, many)


class Elsewhere(LocalEngine):
    """An engine whose tasks are not run in this process, as far as anybody is told."""

    in_process = False


def negated(shared: int, item: int) -> int:
    return shared - item


def test_clusters_go_where_the_engine_is() -> None:
    assert list(on_engine(Elsewhere(1), Meter(), None)(negated, 10, [1, 2, 3])) == [9, 8, 7]
