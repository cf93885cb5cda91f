import numpy as np
import pytest

from coincide.solver.evidence.usual import LOOK, TABLES, flat
from coincide.solver.options import EvidenceOptions


def test_shares_are_shares_and_everything_has_one() -> None:
    assert LOOK.far.sum() == pytest.approx(1.0, abs=0.01)
    assert (LOOK.far > 0).all()
    for scale_s in LOOK.scales_s:
        near = LOOK.near(scale_s)
        assert near.sum() == pytest.approx(1.0)
        assert (near > 0).all()


def test_what_is_alike_is_near_and_the_more_so_the_nearer() -> None:
    assert LOOK.log_ratio.shape == (len(LOOK.scales_s), len(LOOK.edges) + 1)
    alike = LOOK.edges[:-1] >= 1.5
    middle = LOOK.log_ratio[:, 1:-1]
    assert (middle[:, alike][:, :-6] > 0).all()
    assert (middle[:, LOOK.edges[1:] <= 0.0] < 0).all()
    # a likeness says less of an hour than of a quarter of a minute
    assert (np.diff(middle[:, alike].max(axis=1)) < 0).all()


def test_there_is_a_row_for_each_scale_that_evidence_is_asked_at() -> None:
    assert LOOK.scales_s == EvidenceOptions().scales_s
    assert list(TABLES) == ["look"]


@pytest.mark.parametrize(("asked_s", "known_s"), [(1.0, 15.0), (100.0, 60.0), (1e6, 3600.0)])
def test_a_scale_between_is_taken_as_the_nearest_one(asked_s: float, known_s: float) -> None:
    assert np.array_equal(LOOK.near(asked_s), LOOK.near(known_s))


def test_a_flat_table_says_nothing() -> None:
    table = flat(np.array([1.0, 2.0, 3.0]))
    assert table.far.tolist() == [0.25] * 4
    assert np.array_equal(table.near(60.0), table.far)
