import pytest

from coincide.bench.baselines import align_midpoints
from coincide.bench.metrics import score
from coincide.model import Estimate, Offsets, Placement
from tests.conftest import make_table


def offsets(**values: float | None) -> Offsets:
    placements = tuple(
        Placement(name, None if value is None else Estimate(value, value, value))
        for name, value in values.items()
    )
    return Offsets(anchor="a", method="test", placements=placements)


def test_the_truth_scores_one() -> None:
    result = score(offsets(a=0.0, b=10.0, c=-5.0), {"a": 0.0, "b": 10.0, "c": -5.0})
    assert (result.precision, result.accuracy, result.harmonic_mean) == (1.0, 1.0, 1.0)


def test_a_truth_with_another_origin_scores_the_same() -> None:
    result = score(offsets(a=0.0, b=10.0), {"a": 500.0, "b": 510.0})
    assert result.errors_s == {"b": 0.0}


def test_half_synchronised_with_a_mean_error_of_900_seconds() -> None:
    result = score(offsets(a=0.0, b=900.0, c=1800.0, d=None), dict.fromkeys("abcd", 0.0))
    assert result.precision == pytest.approx(1 / 3)  # c is at the tolerance: not below it
    assert result.accuracy == pytest.approx(0.5)
    assert result.harmonic_mean == pytest.approx(0.4)
    assert "d" not in result.errors_s


def test_nothing_synchronised_scores_zero() -> None:
    result = score(offsets(a=0.0, b=9000.0), {"a": 0.0, "b": 0.0})
    assert (result.precision, result.accuracy, result.harmonic_mean) == (0.0, 0.0, 0.0)


def test_midpoints_align_the_middles() -> None:
    table = make_table([0.0, 10.0, 100.0], [1000.0, 1200.0])
    assert align_midpoints(table, anchor="g0")["g1"].offset_s == -1050.0
    assert align_midpoints(table, anchor="g0")["g0"].offset_s == 0.0
