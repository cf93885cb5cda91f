import numpy as np
import pytest

from coincide.solver.clocks import counted_on
from coincide_bench.event import BenchEvent
from coincide_bench.suites.times import as_timed
from tests.conftest import make_table

N = 40


@pytest.fixture
def event() -> BenchEvent:
    table = make_table(*([float(n)] for n in range(N)))
    look = np.ones((N, 2), np.float32)
    return BenchEvent(
        *("simulated", "simulated/a", "a", 1, "recorded", table, {"pooled": look}, "g0"),
        truth={f"g{n}": 60.0 * n for n in range(N - 1)},
        truth_kind="known",
        recoverable=frozenset(),
    )


def test_some_clocks_are_measured_where_they_are(event: BenchEvent) -> None:
    timed = as_timed(event)
    assert timed.suite == "timed"
    assert 8 <= len(timed.beliefs) <= 24
    off_s = [abs(one.offset_s - event.truth[one.gallery]) for one in timed.beliefs]
    assert float(np.median(off_s)) < 3.0
    assert all(one.is_known and one.exact for one in timed.beliefs)
    assert as_timed(event) == timed


def test_a_stranger_has_no_place_that_could_be_known(event: BenchEvent) -> None:
    assert f"g{N - 1}" not in {one.gallery for one in as_timed(event).beliefs}


def test_they_are_what_is_left_out(event: BenchEvent) -> None:
    beliefs = as_timed(event).beliefs
    assert counted_on(beliefs, ("clocks", "exact")) == beliefs
    assert counted_on(beliefs, ("clocks",)) == counted_on(beliefs, ("exact",)) == ()
