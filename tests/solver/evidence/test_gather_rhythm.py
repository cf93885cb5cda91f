import numpy as np
import pytest

from coincide.model import Floats, PhotoTable
from coincide.solver.evidence import make_crowd
from coincide.solver.evidence.form import Crowd
from coincide.solver.evidence.gather import RhythmEvidence
from coincide.solver.evidence.keyframes import photo_weights
from coincide.solver.options import EvidenceOptions
from tests.conftest import make_table

OPTIONS = EvidenceOptions()
TRIED_S = np.arange(-7200.0, 7201.0, 60.0)


def rhythm_of(table: PhotoTable) -> tuple[RhythmEvidence, Crowd]:
    """Return the rhythm of a table, and its first gallery as the crowd."""
    weights = photo_weights(table, OPTIONS.burst_s)
    crowd = make_crowd(table, weights, [0], np.zeros(table.n_galleries))
    return RhythmEvidence(table, weights, OPTIONS), crowd


def bursts(rng: np.random.Generator, at_s: Floats) -> list[float]:
    """Return a few photos within half a minute of each time."""
    near_s = [start_s + rng.uniform(0.0, 30.0, rng.integers(2, 5)) for start_s in at_s]
    return np.sort(np.concatenate(near_s)).tolist()


@pytest.mark.parametrize("seed", range(5))
def test_cameras_that_fire_together_fit_where_they_did(seed: int) -> None:
    rng = np.random.default_rng(seed)
    at_s = np.sort(rng.uniform(0.0, 14_400.0, 14))
    ahead_s = 1800.0
    table = make_table(bursts(rng, at_s), (np.array(bursts(rng, at_s)) + ahead_s).tolist())
    rhythm, crowd = rhythm_of(table)
    odds = rhythm.against(1, crowd, TRIED_S)
    assert TRIED_S[np.argmax(odds)] == pytest.approx(-ahead_s, abs=60.0)
    elsewhere = odds[np.abs(TRIED_S + ahead_s) > 600.0]
    assert odds.max() > elsewhere.max() + 3.0


def test_cameras_that_fire_evenly_say_nothing_of_where() -> None:
    """All offsets that leave the gallery inside of the crowd's time are alike."""
    table = make_table(np.arange(0.0, 28_800.0, 45.0).tolist(), np.arange(0.0, 3600.0, 61).tolist())
    rhythm, crowd = rhythm_of(table)
    inside_s = np.arange(2400.0, 22_000.0, 333.0)
    odds = rhythm.against(1, crowd, inside_s)
    assert np.ptp(odds) < 0.1 * np.sum(rhythm.weights[table.rows(1)])
    assert odds.min() > rhythm.against(1, crowd, np.array([60_000.0]))[0]


def test_where_nobody_shoots_every_photo_costs_the_same() -> None:
    table = make_table([0.0, 600.0, 7200.0], [0.0, 1000.0, 2000.0])
    rhythm, crowd = rhythm_of(table)
    far = rhythm.against(1, crowd, np.array([1e6, -1e6]))
    assert far.tolist() == pytest.approx([3 * np.log(OPTIONS.anywhere)] * 2)


def test_a_burst_says_no_more_than_one_photo() -> None:
    crowd_s = [0.0, 5.0, 4000.0, 4003.0, 9000.0]
    one, ten = make_table(crowd_s, [0.0, 4000.0]), make_table(crowd_s, [*[0.0] * 10, 4000.0])
    tried_s = np.array([0.0, 500.0])
    found = [rhythm.against(1, crowd, tried_s) for rhythm, crowd in map(rhythm_of, (one, ten))]
    np.testing.assert_allclose(found[0], found[1])


def test_without_a_crowd_or_without_offsets_nothing_is_said() -> None:
    table = make_table([0.0, 600.0], [0.0, 600.0])
    rhythm, crowd = rhythm_of(table)
    nobody = make_crowd(table, rhythm.weights, [], np.zeros(2))
    assert rhythm.against(1, nobody, TRIED_S).tolist() == [0.0] * len(TRIED_S)
    assert len(rhythm.against(1, crowd, np.zeros(0))) == 0


@pytest.mark.parametrize("times", [[[0.0], [9.0]], [[5.0] * 3, [5.0] * 3], [[0.0, 59.0], [3.0]]])
def test_a_moment_has_no_rhythm(times: list[list[float]]) -> None:
    rhythm, crowd = rhythm_of(make_table(*times))
    assert not rhythm.against(1, crowd, TRIED_S).any()


def test_a_photo_among_hours_has_finite_odds() -> None:
    rhythm, crowd = rhythm_of(make_table([0.0, 1e4], [3.0]))
    odds = rhythm.against(1, crowd, TRIED_S)
    assert np.isfinite(odds).all()
    assert TRIED_S[np.argmax(odds)] == 0.0
