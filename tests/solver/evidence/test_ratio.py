from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from coincide.model import Floats, PhotoTable
from coincide.solver.evidence.measures import PlaceMeasure, VectorMeasure
from coincide.solver.evidence.ratio import RatioTable, learn_table, own_pairs
from coincide.solver.evidence.usual import LOOK
from coincide.solver.options import EvidenceOptions
from tests.conftest import make_table

OPTIONS = EvidenceOptions()
HOURS = np.sort(np.random.default_rng(0).uniform(0.0, 36_000.0, 90)).tolist()


class Known:
    """A measure that gives the likeness it was made with, whatever the galleries."""

    def __init__(self, kind: str, table: PhotoTable, likeness: Floats) -> None:
        self.kind, self.table, self.likeness = kind, table, likeness

    def block(self, a: int, b: int) -> Floats:
        return self.likeness[self.table.rows(a), self.table.rows(b)]


def telling(table: PhotoTable, *, kind: str = "look", within_s: float = 240.0) -> Known:
    """Photos near in time are alike, and others are not, but for noise."""
    rng = np.random.default_rng(1)
    apart_s = np.abs(np.subtract.outer(table.camera_time_s, table.camera_time_s))
    return Known(kind, table, 2.5 * (apart_s <= within_s) + rng.standard_normal(apart_s.shape))


def silent(table: PhotoTable, *, kind: str = "look") -> Known:
    """Likeness has nothing to do with time."""
    rng = np.random.default_rng(2)
    return Known(kind, table, rng.standard_normal((table.n_photos, table.n_photos)))


def learned(
    measure: Known,
    *,
    options: EvidenceOptions = OPTIONS,
    scales_s: Sequence[float] = OPTIONS.scales_s,
) -> RatioTable:
    table = measure.table
    found = learn_table(table, measure, scales_s, range(table.n_galleries), options)
    assert found is not None
    return found


def test_own_pairs_are_of_one_gallery_and_leave_out_bursts() -> None:
    table = make_table([0.0, 5.0, 100.0], [0.0, 50.0])
    likeness = np.arange(25.0).reshape(5, 5)
    pairs = own_pairs(table, Known("look", table, likeness), [0, 1], OPTIONS)
    assert pairs.apart_s.tolist() == [100.0, 95.0, 50.0]
    assert pairs.likeness.tolist() == [2.0, 7.0, 19.0]


def test_own_pairs_leave_out_what_is_unknown_and_galleries_that_do_not_teach() -> None:
    table = make_table([0.0, 50.0, 100.0], [0.0, 50.0])
    likeness = np.ones((5, 5))
    likeness[0, :] = np.nan
    measure = Known("look", table, likeness)
    assert own_pairs(table, measure, [0], OPTIONS).apart_s.tolist() == [50.0]
    assert len(own_pairs(table, measure, [], OPTIONS).likeness) == 0


def test_of_many_galleries_some_teach() -> None:
    table = make_table(*[[0.0, 50.0, 100.0]] * 10)
    measure = silent(table)
    assert len(own_pairs(table, measure, range(10), OPTIONS).apart_s) == 30
    assert len(own_pairs(table, measure, range(10), replace(OPTIONS, most_pairs=9)).apart_s) == 9


@pytest.mark.parametrize("cap", [1.0, 3.0, 5.0])
@pytest.mark.parametrize("make", [telling, silent])
def test_tables_rise_with_likeness_and_are_bounded(make: type[Known], cap: float) -> None:
    found = learned(make(make_table(HOURS)), options=replace(OPTIONS, cap=cap))
    said = found.log_ratio[:, :-1]
    assert (np.diff(said, axis=1) >= 0).all()
    assert (np.ptp(said, axis=1) <= 2 * cap + 1e-9).all()
    assert np.abs(said).max() <= 2 * cap
    # and pairs of which nothing is known say nothing
    assert (found.log_ratio[:, -1] == 0).all()


def test_tables_are_fair_for_the_far() -> None:
    """By the far pairs that it saw, no table speaks for nearness on average."""
    table = make_table(HOURS)
    measure = telling(table)
    # so that what is usual counts for nothing beside the event's own pairs
    own = learned(measure, options=replace(OPTIONS, own_pairs=1e-6), scales_s=(60.0,))
    pairs = own_pairs(table, measure, [0], OPTIONS)
    far = pairs.likeness[pairs.apart_s > 4.0 * 60.0]
    mean = np.exp(own.log_ratio[0])[own.bins(far)].mean()
    assert mean == pytest.approx(1.0, abs=1e-3)
    near = pairs.likeness[pairs.apart_s <= 60.0]
    assert np.exp(own.log_ratio[0])[own.bins(near)].mean() > 3.0


def test_without_own_pairs_what_is_usual_comes_out() -> None:
    table = make_table([0.0], [5.0])
    found = learned(silent(table))
    assert np.array_equal(found.edges, LOOK.edges)
    inside = slice(3, 20)  # where neither the bound nor the rising tells otherwise
    np.testing.assert_allclose(found.log_ratio[:, inside], LOOK.log_ratio[:, inside], atol=0.5)


def test_with_learning_off_the_event_does_not_matter() -> None:
    off = replace(OPTIONS, learn=False)
    alone = learned(silent(make_table([0.0], [5.0])), options=off)
    for make in (telling, silent):
        found = learned(make(make_table(HOURS)), options=off)
        np.testing.assert_array_equal(found.log_ratio, alone.log_ratio)


def test_an_event_whose_likeness_says_nothing_learns_a_flat_table() -> None:
    table = make_table(HOURS, HOURS, HOURS)
    usual = learned(silent(table), options=replace(OPTIONS, learn=False))
    found = learned(silent(table))
    common = (LOOK.edges >= -1.0) & (LOOK.edges <= 1.0)  # where the event has pairs
    steepness = [np.ptp(one.log_ratio[:, 1:-1][:, common], axis=1) for one in (found, usual)]
    # an hour has most pairs to learn from, a quarter of a minute hardly any
    assert (steepness[0][2:] < 0.5 * steepness[1][2:]).all()
    assert steepness[0][-1] < 0.15 * steepness[1][-1]


def test_an_event_whose_likeness_tells_learns_more_than_is_usual() -> None:
    table = make_table(HOURS)
    usual = learned(silent(table), options=replace(OPTIONS, learn=False))
    found = learned(telling(table))
    scale = OPTIONS.scales_s.index(240.0)
    alike = np.searchsorted(found.edges, 3.0)
    assert found.log_ratio[scale, alike] > usual.log_ratio[scale, alike] + 0.3


def test_a_measure_without_a_usual_table_needs_pairs_of_its_own() -> None:
    few = make_table([0.0, 60.0, 120.0])
    assert learn_table(few, silent(few, kind="place"), (60.0,), [0], OPTIONS) is None
    table = make_table(HOURS)
    flat = learned(silent(table, kind="place"))
    steep = learned(telling(table, kind="place"))
    assert np.ptp(steep.log_ratio[2]) > np.ptp(flat.log_ratio[2]) + 1.0


def test_places_that_follow_time_teach_that_near_is_near() -> None:
    walk = [(46.0 + 1e-6 * time_s, 7.0) for time_s in HOURS]
    table = make_table(HOURS, positions=[walk])
    found = learn_table(table, PlaceMeasure(table), (960.0,), [0], OPTIONS)
    assert found is not None
    near, far = found.bins(np.array([-np.log10(20.0), -np.log10(3000.0)]))
    assert found.log_ratio[0, near] > 0.5 > -0.5 > found.log_ratio[0, far]


def test_in_a_short_event_the_far_begins_sooner() -> None:
    """Nothing is four scales away, but what is beyond the scale must still do."""
    table = make_table(np.arange(0.0, 600.0, 8.0).tolist())
    usual = learned(telling(table), options=replace(OPTIONS, learn=False), scales_s=(60.0,))
    found = learned(telling(table, within_s=60.0), scales_s=(60.0,))
    assert not np.allclose(found.log_ratio, usual.log_ratio, atol=0.2)


def test_bins_of_unknown_likeness_are_the_last() -> None:
    table = RatioTable(np.array([0.0, 1.0]), np.zeros((1, 4)))
    likeness = np.array([[-1.0, 0.5], [9.0, np.nan]])
    assert table.bins(likeness).tolist() == [[0, 1], [2, 3]]


def test_photos_all_alike_teach_nothing_and_harm_nothing() -> None:
    table = make_table(HOURS)
    measure = VectorMeasure("look", table, np.ones((len(HOURS), 8), np.float32))
    found = learn_table(table, measure, OPTIONS.scales_s, [0], OPTIONS)
    assert found is not None
    assert np.isfinite(found.log_ratio).all()
