from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coincide_bench.event import BenchEvent
from coincide_bench.suites import coverage
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.coverage import coverage_events, kept_rows, thin_deal, thin_event
from coincide_bench.suites.photosets import CameraSet, SplitSet
from coincide_bench.suites.splits import DealtSet
from tests.bench.suites.photo_sets import make_dealt, make_photos, make_vectors, run_times
from tests.bench.trials import drawn_event

SEEDS = range(10_000, 10_006)


def nothing_told(_stage: str, _done: int, _total: int) -> None:
    pass


def photos_of(event: BenchEvent) -> set[float]:
    """The photos of an event, by the vectors that name them."""
    return set(event.features["pooled"][:, 0].tolist())


def test_three_of_ten_photos_are_dropped_but_never_a_gallery() -> None:
    rng = np.random.default_rng(0)
    assert len(kept_rows(10, rng)) == 7
    assert len(kept_rows(3, rng)) == 3
    rows = kept_rows(100, rng)
    assert np.all(np.diff(rows) > 0)


def test_each_seed_deals_drops_and_hides_anew() -> None:
    dealt = make_dealt(run_times(40, 4))
    events = [thin_deal(dealt, 5, seed) for seed in SEEDS]
    assert len({frozenset(photos_of(event)) for event in events}) == len(SEEDS)
    assert len({tuple(event.truth.values()) for event in events}) == len(SEEDS)
    for event in events:
        assert event.suite == "coverage"
        assert event.name == "made_up/k5/a0.6"
        assert event.table.n_photos <= 0.75 * 160
        for name, offset_s in event.truth.items():
            rows = event.table.rows(event.table.names.index(name))
            times_s = event.table.camera_time_s[rows] + offset_s
            # the vectors name the photo, whose true time is known
            numbers = event.features["pooled"][rows, 0].astype(int) - 1
            assert times_s.tolist() == dealt.times_s[numbers].tolist()
    again = thin_deal(dealt, 5, SEEDS[0])
    assert np.array_equal(again.table.camera_time_s, events[0].table.camera_time_s)


def test_a_whole_event_is_thinned_likewise() -> None:
    whole = drawn_event(1)
    whole = replace(whole, features={"pooled": np.ones((whole.table.n_photos, 2), np.float32)})
    event = thin_event(whole, 10_003)
    assert event.seed == 10_003
    assert event.table.names == whole.table.names
    assert event.truth != whole.truth
    assert event.span_s == pytest.approx(whole.span_s)


@pytest.fixture
def sets(monkeypatch: pytest.MonkeyPatch) -> None:
    def open_one(wanted: SplitSet, _context: object) -> DealtSet:
        return make_dealt(run_times(40, 4), name=wanted.name)

    def cameras(_context: object, wanted: CameraSet) -> object:
        return {name: make_photos(run_times(5, 4)) for name, _ in wanted.offsets_s}

    def drawn(seeds: Sequence[int], _context: object) -> Iterator[BenchEvent]:
        for seed in seeds[:2]:
            event = drawn_event(seed, name="rendered/easy")
            vectors = {"pooled": np.ones((event.table.n_photos, 2), np.float32)}
            yield replace(event, cluster=f"rendered/easy/{seed}", features=vectors)

    monkeypatch.setattr(coverage, "open_set", open_one)
    monkeypatch.setattr(coverage, "load_cameras", cameras)
    monkeypatch.setattr(coverage, "rendered_events", drawn)
    monkeypatch.setattr(
        coverage, "plain_vectors", lambda photos, _context: make_vectors(len(photos), None)
    )


@pytest.mark.usefixtures("sets")
@pytest.mark.parametrize("report", [False, True])
def test_the_walks_are_for_reports_alone(tmp_path: Path, report: bool) -> None:
    context = BenchContext(tmp_path, tmp_path, report, nothing_told)
    events = list(coverage_events(SEEDS, context))
    names = {event.name for event in events}
    assert ("photowalk_2024" in names) == ("gt_places_2016" in names) == report
    assert {"odm_seneca_2013/k3/a0.6", "rendered/easy/10000", "rendered/easy/10001"} <= names
    assert not names & {"met_2017", "annapurna_2017"}
    trials = [(event.name, event.seed) for event in events]
    assert len(set(trials)) == len(trials)
    assert {sum(name == one for name, _ in trials) for one in names} == {
        len(SEEDS),
        coverage.N_RENDERED_SEEDS,
    }
    assert {event.offsets_kind for event in events} == {"continuous"}
    # of the full twenty seeds there are well over three hundred galleries to place
    assert sum(event.table.n_galleries - 1 for event in events) * 20 / len(SEEDS) > 300
