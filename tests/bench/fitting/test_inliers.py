from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coincide.features.verify.run import REVISITED, inlier_log_ratio
from coincide_bench.fitting import inliers
from coincide_bench.fitting.inliers import (
    LEAST,
    VerifiedMatches,
    dealt_photos,
    fit_table,
    joined,
    report,
    revisited_share,
    split_set,
    top_matches,
    verified_matches,
)
from coincide_bench.suites.context import BenchContext
from tests.bench.verify_deals import make_deal


def make_matches(near: list[int], other: list[int]) -> VerifiedMatches:
    gap_s = np.array([60.0] * len(near) + [7200.0] * len(other))
    return VerifiedMatches(gap_s, np.ones(len(gap_s)), np.array([*near, *other], np.float64))


def test_top_matches_are_the_best_of_every_other_gallery() -> None:
    rng = np.random.default_rng(0)
    pooled = rng.normal(size=(12, 5)).astype(np.float32)
    gallery = np.repeat([0, 1, 2], 4)
    links = top_matches(pooled, gallery, n_best=2)
    found = set(zip(links.photo_a.tolist(), links.photo_b.tolist(), strict=True))
    assert len(found) == len(links)
    expected = set()
    for row in range(12):
        for other in {0, 1, 2} - {int(gallery[row])}:
            columns = np.flatnonzero(gallery == other)
            best = columns[np.argsort(-(pooled[row] @ pooled[columns].T))[:2]]
            expected |= {(min(row, int(column)), max(row, int(column))) for column in best}
    assert found == expected


def test_table_is_monotone_and_bounded() -> None:
    # by chance 9 is rarer near than 8: the table must not follow
    table = fit_table(
        [make_matches([0] * 50 + [8] * 20 + [9] * 5 + [200] * 25, [0] * 400 + [8, 9])]
    )
    assert list(table.log_ratio) == sorted(table.log_ratio)
    assert table.log_ratio[0] < 0 < table.log_ratio[-1] <= np.log(1 / REVISITED)
    assert inlier_log_ratio(np.array([300.0]), table)[0] > 1.3


def test_bound_is_how_often_places_are_seen_again() -> None:
    matches = make_matches([0] * 50 + [200] * 50, [0] * 5000)
    for revisited in (0.5, 0.1):
        table = fit_table([matches], revisited=revisited)
        assert table.log_ratio[-1] == pytest.approx(np.log(1 / revisited), abs=0.01)


def test_places_seen_again_are_counted_against_near_ones() -> None:
    moving = make_matches([0] * 8 + [20] * 2, [0] * 10)
    survey = VerifiedMatches(
        np.array([10.0] * 10 + [400.0] * 10), np.ones(20), np.array([0] * 19 + [50], np.float64)
    )
    # near: 0.2 and 0; at another time: 0 and 0.1
    assert revisited_share([moving], survey) == pytest.approx(0.5)


def test_same_counts_near_and_far_say_nothing() -> None:
    counts = [0] * 100 + [9] * 50 + [30] * 50
    table = fit_table([make_matches(counts, counts)])
    assert np.allclose(table.log_ratio, 0.0, atol=0.01)


def test_every_set_weighs_the_same() -> None:
    telling, silent = make_matches([50] * 100, [0] * 100), make_matches([0] * 100, [0] * 100)
    once = fit_table([telling, silent])
    many = fit_table([joined([telling] * 9), joined([silent] * 9)])
    # only the half links added to each bin differ
    assert np.allclose(once.log_ratio[-1], many.log_ratio[-1], atol=0.2)
    assert fit_table([telling, silent]).log_ratio[-1] < fit_table([telling]).log_ratio[-1]


def test_unknown_counts_and_the_time_in_between_are_left_out() -> None:
    known = make_matches([0] * 30 + [40] * 30, [0] * 60)
    unknown = VerifiedMatches(
        np.array([60.0, 7200.0, 900.0]), np.ones(3), np.array([np.nan, np.nan, 99.0])
    )
    assert fit_table([joined([known, unknown])]) == fit_table([known])


def test_report_tells_the_shares() -> None:
    text = report({"made up": make_matches([40, 0], [0, 0, 0, 9])}, other_s=1800.0, least=LEAST)
    assert "made up: 2 near links, 4 beyond 1800 s" in text
    assert "   9 inliers and more: 0.5000 0.2500" in text


def test_counts_are_made_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    context = BenchContext(tmp_path / "cache", None, report=False, progress=lambda *_: None)
    deal = make_deal(tmp_path)
    first = verified_matches(deal, context)
    same_place = first.gap_s <= 60.0
    assert (first.n_inliers[same_place] > 30).all()
    assert (first.n_inliers[~same_place] < 15).all()

    def never(*_: object, **__: object) -> None:
        raise AssertionError("verified again")

    monkeypatch.setattr(inliers, "verify_links", never)
    again = verified_matches(deal, context)
    assert np.array_equal(first.n_inliers, again.n_inliers)
    with pytest.raises(AssertionError, match="verified again"):
        verified_matches(replace(deal, cameras=(2,) * len(deal.photos)), context)


@pytest.mark.slow
def test_deal_of_a_real_set_has_files_times_and_vectors(shared: Path, tmp_path: Path) -> None:
    context = BenchContext(tmp_path, shared / "datasets", report=False, progress=lambda *_: None)
    deal = dealt_photos(split_set("europe_2019"), 10_000, context)
    n_photos = len(deal.photos)
    assert len(deal.cameras) == len(deal.gallery) == len(deal.times_s) == n_photos > 50
    assert np.allclose(np.linalg.norm(deal.pooled, axis=1), 1.0, atol=0.01)
    times_s = [photo.camera_time_s for photo in deal.photos]
    assert deal.times_s.tolist() == times_s
