import math
import time
from pathlib import Path

import pytest

from coincide.model import Offsets
from coincide_bench.event import BenchEvent
from coincide_bench.methods import METHODS
from coincide_bench.speed.solve import (
    AfterFeatures,
    SolveTime,
    fastest_s,
    growth_exponent,
    measure_after_features,
    sized_event,
    solve_times,
)
from tests.bench.trials import make_event


def test_the_exponent_of_a_power_law_is_found() -> None:
    times = [SolveTime(n, n // 70, 3e-6 * n**1.3) for n in (1000, 3000, 10_000)]
    assert growth_exponent(times) == pytest.approx(1.3)
    assert growth_exponent(times[:1]) is None


def test_events_grow_while_galleries_stay_as_large() -> None:
    times = list(solve_times(METHODS["midpoints"], (210, 420), seed=10_000))
    assert [(one.n_photos, one.n_galleries) for one in times] == [(210, 3), (420, 6)]
    assert all(one.solve_s > 0 for one in times)
    assert sized_event(300, 10_000, n_galleries=10).table.n_galleries == 10


def test_the_fastest_of_three_short_runs_counts() -> None:
    pauses_s = iter((0.02, 0.0, 0.02))

    def pausing(event: BenchEvent) -> Offsets:
        time.sleep(next(pauses_s))
        return METHODS["midpoints"](event)

    assert fastest_s(pausing, make_event({"a": 0.0, "b": 1.0})) < 0.02
    assert next(pauses_s, None) is None


def test_the_share_is_of_embedding_all_photos() -> None:
    assert AfterFeatures(2500, 35, 200, embed_s=250.0, solve_s=25.0).share == pytest.approx(0.1)


@pytest.mark.slow
@pytest.mark.alone
def test_both_are_measured_in_one_run(tmp_path: Path) -> None:
    measured = measure_after_features(
        tmp_path,
        METHODS["midpoints"],
        n_photos=160,
        n_galleries=4,
        n_embedded=8,
        seed=10_000,
        tell=lambda _done, _total: None,
    )
    assert (measured.n_photos, measured.n_galleries, measured.n_embedded) == (160, 4, 8)
    assert measured.embed_s > 1.0
    assert math.isfinite(measured.share)
    assert measured.share < 0.1
