from pathlib import Path

import numpy as np
import pytest

from coincide_bench import verify_gain as gain_module
from coincide_bench.suites.context import BenchContext
from coincide_bench.verify_fit import DealtPhotos
from coincide_bench.verify_gain import (
    Scores,
    VerifyGain,
    measure_cost,
    report,
    scores,
    similarity_slope,
    verify_gain,
)
from tests.bench.verify_deals import make_deal


@pytest.fixture
def context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BenchContext:
    """A bench whose one set is the small deal."""
    deal = make_deal(tmp_path)
    monkeypatch.setattr(gain_module, "dealt_photos", lambda *_: deal)
    return BenchContext(tmp_path / "cache", None, report=False, progress=lambda *_: None)


def test_scores_are_those_of_the_definition() -> None:
    rng = np.random.default_rng(0)
    ranking, is_near = rng.integers(0, 8, 60).astype(np.float64), rng.random(60) < 0.3
    near, other = ranking[is_near], ranking[~is_near]
    wins = (near[:, None] > other).mean() + 0.5 * (near[:, None] == other).mean()
    precision = [is_near[ranking >= one].mean() for one in near]
    found = scores(ranking, is_near)
    assert found.auc == pytest.approx(wins)
    assert found.average_precision == pytest.approx(np.mean(precision))


def test_scores_of_one_kind_only_are_unknown() -> None:
    assert np.isnan(scores(np.array([1.0, 2.0]), np.array([True, True])).auc)


def test_slope_is_what_pairs_inside_galleries_say() -> None:
    """Vectors that turn with time: the cosine falls with the gap, so a slope is found."""
    times_s = np.arange(60) * 60.0
    angle = times_s / 1200.0
    pooled = np.stack([np.cos(angle), np.sin(angle)], axis=1).astype(np.float32)
    turned = DealtPhotos((), (), np.zeros(60, np.int64), times_s, pooled)
    assert similarity_slope(turned) > 5.0
    shuffled = np.random.default_rng(0).permutation(60)
    random = DealtPhotos((), (), np.zeros(60, np.int64), times_s, pooled[shuffled])
    assert similarity_slope(random) < 1.0


def test_inliers_tell_what_the_vectors_do_not(context: BenchContext) -> None:
    gain = verify_gain("europe_2019", 10_000, context)
    assert gain.n_near == 4
    assert gain.similarity.auc < 0.9
    assert gain.both == Scores(1.0, 1.0)


def test_cost_is_of_the_order_of_milliseconds(context: BenchContext) -> None:
    cost = measure_cost("europe_2019", 10_000, context)
    assert 1.0 < cost.photo_ms < 2000.0
    assert 0.1 < cost.pair_ms < 1000.0


def test_report_tells_means_and_how_often_it_is_better() -> None:
    gains = [
        VerifyGain(10, 2, Scores(0.6, 0.2), Scores(0.8, 0.4)),
        VerifyGain(10, 3, Scores(0.7, 0.3), Scores(0.7, 0.5)),
    ]
    assert report(gains) == (
        "5 of 20 links near; AUC 0.650 → 0.750 (better in 1/2);"
        " average precision 0.250 → 0.450 (better in 2/2)"
    )
