from dataclasses import replace

import numpy as np
import pytest

from coincide_bench.event import BenchEvent, keep_photos
from coincide_bench.methods import material_of
from coincide_bench.suites.films import as_filmed
from tests.conftest import make_table

# two bursts and a photo; a burst that goes on meanwhile, and one elsewhere
TIMES_S = ([0.0, 20.0, 50.0, 500.0, 900.0, 930.0], [10.0, 40.0, 5000.0, 5010.0])


@pytest.fixture
def event() -> BenchEvent:
    table = make_table(*TIMES_S)
    look = np.arange(20.0).reshape(10, 2).astype(np.float32)
    return BenchEvent(
        *("simulated", "simulated/a", "a", 1, "recorded", table, {"pooled": look}, "g0"),
        truth={"g0": 0.0, "g1": 0.0},
        truth_kind="known",
        recoverable=frozenset({"g1"}),
    )


def test_bursts_become_clips_and_nothing_is_lost(event: BenchEvent) -> None:
    filmed = as_filmed(event)
    assert filmed.suite == "filmed"
    assert filmed.table.camera_time_s.tolist() == [0.0, 500.0, 900.0, 10.0, 5000.0]
    assert filmed.frames is not None
    assert filmed.frames.clip.tolist() == [0, 0, 2, 3, 4]
    assert filmed.frames.within_s.tolist() == [20.0, 50.0, 30.0, 30.0, 10.0]
    shown = np.concatenate([filmed.features["pooled"], filmed.frames.look])
    assert sorted(shown[:, 0].tolist()) == event.features["pooled"][:, 0].tolist()
    material = material_of(filmed)
    assert (material.frames, material.heard) == (filmed.frames, filmed.heard)


def test_clips_that_overlap_are_mostly_tied_where_they_are(event: BenchEvent) -> None:
    ties = [one for seed in range(50) for one in as_filmed(replace(event, seed=seed)).heard]
    sure = [one for one in ties if one.sure]
    assert {(one.photo_a, one.photo_b) for one in sure} == {(0, 3)}
    assert 30 <= len(sure) < 50
    assert all(one.lags[0].apart_s == pytest.approx(10.0, abs=0.3) for one in sure)


def test_clips_are_told_by_row(event: BenchEvent) -> None:
    with pytest.raises(ValueError, match="by row"):
        keep_photos(as_filmed(event), np.arange(2))
