from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coincide.model import Links
from coincide_bench.ablation import closer
from coincide_bench.ablation.closer import closer_events, count_closer, run_closer
from coincide_bench.event import BenchEvent
from coincide_bench.suites.context import BenchContext
from coincide_bench.verify_fit import DealtPhotos
from tests.bench.trials import make_event
from tests.bench.verify_deals import N_PLACES, make_deal
from tests.conftest import make_table


@pytest.fixture
def context(tmp_path: Path) -> BenchContext:
    return BenchContext(tmp_path / "cache", None, False, lambda _stage, _done, _total: None)


@pytest.fixture
def deal(tmp_path: Path) -> DealtPhotos:
    return make_deal(tmp_path)


def event_of(deal: DealtPhotos) -> BenchEvent:
    """Two galleries; the second clock is an hour behind."""
    first, second = deal.times_s[:N_PLACES], deal.times_s[N_PLACES:] - 3600.0
    event = make_event({"g0": 0.0, "g1": 3600.0}, name="europe_2019/k5/a0.6", seed=10_000)
    table = make_table(first.tolist(), second.tolist())
    return replace(event, table=table, features={"pooled": deal.pooled})


def test_only_deals_that_can_be_rendered_again_are_looked_at(
    context: BenchContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def deals(seeds: list[int], _context: BenchContext) -> list[BenchEvent]:
        asked.extend(seeds)
        right = make_event({"g0": 0.0}, name="newyork_2021/k5/a0.6")
        return [
            right,
            replace(right, name="newyork_2021/k3/a0.6"),
            replace(right, name="newyork_2021/k5/a1.0"),
            replace(right, offsets_kind="hours"),
        ]

    monkeypatch.setattr(closer, "split_events", deals)
    (event,) = closer_events([1, 2, 3, 4], context)
    assert asked == [1, 2]
    assert (event.suite, event.name) == ("splits-verified", "newyork_2021/k5/a0.6")
    assert event.offsets_kind == "continuous"


def test_counts_tell_places_apart_and_are_kept(deal: DealtPhotos, context: BenchContext) -> None:
    rows = np.arange(N_PLACES)
    same = Links(rows, rows + N_PLACES, np.ones(N_PLACES))
    other = Links(rows, np.roll(rows, 1) + N_PLACES, np.ones(N_PLACES))
    assert count_closer(deal, same, context).min() > 2 * count_closer(deal, other, context).max()
    again = count_closer(deal, same, context)
    for photo in deal.photos:
        photo.path.unlink()
    assert count_closer(deal, same, context).tolist() == again.tolist()


def test_the_closer_look_becomes_evidence(
    deal: DealtPhotos, context: BenchContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    solve = closer.solve_joint

    def watched(material: object, **options: object) -> object:
        seen.append(material)
        return solve(material, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(closer, "dealt_photos", lambda *_: deal)
    monkeypatch.setattr(closer, "solve_joint", watched)
    event = event_of(deal)
    offsets = run_closer(event, context)
    assert {one.gallery for one in offsets.placements} == {"g0", "g1"}
    before, after = seen
    assert before.verified is None
    same_place = after.verified.pairs[:, 1] - after.verified.pairs[:, 0] == N_PLACES
    assert same_place.any()
    assert after.verified.log_ratio[same_place].min() > 1.0


def test_another_deal_is_noticed(
    deal: DealtPhotos, context: BenchContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closer, "dealt_photos", lambda *_: replace(deal, pooled=deal.pooled[::-1]))
    with pytest.raises(ValueError, match="another way"):
        run_closer(event_of(deal), context)
