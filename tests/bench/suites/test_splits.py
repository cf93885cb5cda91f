import logging
from pathlib import Path

import numpy as np
import pytest

from coincide.model import Photo
from coincide_bench.event import BenchEvent
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.photosets import SplitSet
from coincide_bench.suites.splits import (
    METER_EV,
    MIN_PHOTOS,
    Deal,
    Part,
    assemble,
    deal_photos,
    find_runs,
    hidden_of,
    is_large_enough,
    make_rng,
    parts_of,
    split_events,
    split_gps_events,
)
from tests.bench.suites.photo_sets import make_dealt, make_photos, make_vectors, run_times


def nothing_told(_stage: str, _done: int, _total: int) -> None:
    pass


@pytest.fixture
def context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BenchContext:
    """A context in which every set is forty runs of four made-up photos."""

    def load(_context: BenchContext, wanted: SplitSet) -> tuple[Photo, ...]:
        return make_photos(run_times(9 if wanted.folder == "gt_places_2016" else 40, 4))

    monkeypatch.setattr("coincide_bench.suites.splits.load_split", load)
    monkeypatch.setattr(
        "coincide_bench.suites.splits.rendered_vectors",
        lambda photos, _context: make_vectors(len(photos)),
    )
    return BenchContext(tmp_path, tmp_path, False, nothing_told)


def same(one: BenchEvent, other: BenchEvent) -> bool:
    return (
        (one.name, one.table.names, one.truth, one.anchor, one.recoverable)
        == (other.name, other.table.names, other.truth, other.anchor, other.recoverable)
        and np.array_equal(one.table.camera_time_s, other.table.camera_time_s)
        and np.array_equal(one.features["vlad"], other.features["vlad"])
    )


def true_times(event: BenchEvent) -> dict[str, list[float]]:
    return {
        name: (event.table.camera_time_s[event.table.rows(n)] + event.truth[name]).tolist()
        for n, name in enumerate(event.table.names)
        if name in event.truth
    }


# Runs


def test_a_run_ends_at_a_long_gap_or_when_it_gets_long() -> None:
    assert find_runs(np.array([0.0, 120.0, 180.0])).tolist() == [0, 0, 0]
    assert find_runs(np.array([0.0, 121.0])).tolist() == [0, 1]
    assert find_runs(np.arange(0.0, 400.0, 60.0)).tolist() == [0, 0, 0, 0, 1, 1, 1]


def test_photos_of_one_second_are_one_run() -> None:
    assert find_runs(np.zeros(4)).tolist() == [0, 0, 0, 0]


# Deals


def test_each_photo_goes_to_one_gallery_at_most() -> None:
    runs = np.repeat(np.arange(30), 5)
    for seed in range(20):
        deal = deal_photos(runs, 5, 0.6, make_rng(seed, "x"))
        dealt = np.concatenate(deal.rows)
        assert len(np.unique(dealt)) == len(dealt)
        assert all(len(rows) >= MIN_PHOTOS for rows in deal.rows)
        assert all((np.diff(rows) > 0).all() for rows in deal.rows)
        assert len(set(deal.cameras)) == len(deal.cameras) == len(deal.rows)


def test_each_gallery_has_a_meter_that_changes_nothing_else() -> None:
    runs = np.repeat(np.arange(30), 5)
    rng, reference = make_rng(3, "x"), make_rng(3, "x")
    deal = deal_photos(runs, 5, 1.0, rng)
    assert len(set(deal.meters_ev)) == len(deal.rows)
    assert all(-METER_EV <= meter <= METER_EV for meter in deal.meters_ev)
    assert deal.meters_ev == deal_photos(runs, 5, 1.0, make_rng(3, "x")).meters_ev
    # must never change: the deals of all published figures were drawn so, and no more
    reference.random((30, 5)), reference.random((150, 5)), reference.permutation(8)
    assert rng.random() == reference.random()


def test_with_full_attendance_no_photo_is_lost() -> None:
    runs = np.repeat(np.arange(30), 5)
    deal = deal_photos(runs, 8, 1.0, make_rng(0, "x"))
    assert sorted(np.concatenate(deal.rows).tolist()) == list(range(150))
    assert sorted(deal.cameras) == list(range(8))


@pytest.mark.parametrize("attendance", [0.3, 0.6])
def test_attendance_is_the_share_of_runs_and_losses_follow(attendance: float) -> None:
    # so many photos in a run that whoever attends it holds one
    runs = np.repeat(np.arange(400), 60)
    deal = deal_photos(runs, 3, attendance, make_rng(1, "x"))
    attended = [len(set(runs[rows].tolist())) / 400 for rows in deal.rows]
    assert np.mean(attended) == pytest.approx(attendance, abs=0.05)
    lost = 1 - len(np.concatenate(deal.rows)) / len(runs)
    assert lost == pytest.approx((1 - attendance) ** 3, abs=0.05)


def test_small_galleries_are_dropped_and_hopeless_deals_refused() -> None:
    # three runs of three: whoever attends little falls below three photos
    runs = np.repeat(np.arange(3), 3)
    sizes = [len(deal_photos(runs, 5, 0.6, make_rng(seed, "x")).rows) for seed in range(10)]
    assert set(sizes) == {2}
    with pytest.raises(ValueError, match="too few"):
        deal_photos(np.zeros(5, np.int64), 3, 0.6, make_rng(0, "x"))


def test_only_sets_that_are_large_enough_are_dealt() -> None:
    assert is_large_enough(84, 8, 1.0)
    assert not is_large_enough(36, 8, 1.0)
    assert not is_large_enough(20, 3, 0.3)
    assert is_large_enough(20, 3, 0.6)


def test_generators_go_by_seed_and_name() -> None:
    first = make_rng(1, "a", "b").random()
    assert first == make_rng(1, "a", "b").random()
    assert len({first, make_rng(2, "a", "b").random(), make_rng(1, "a").random()}) == 3
    # must never change: all published figures rest on it
    assert make_rng(10_000, "jiuzhaigou_2016/k5/a0.6").integers(10**9) == 574216103


# Events


def test_parts_carry_the_vectors_of_their_camera() -> None:
    dealt = make_dealt(run_times(3, 4))
    deal = Deal((np.array([0, 5, 9]), np.array([2, 6, 11])), (7, 2), (0.25, -0.25))
    one, other = parts_of(dealt, deal, np.array([100.0, -50.0]))
    assert one.features["pooled"].tolist() == [[1, 8], [6, 8], [10, 8]]
    assert other.features["vlad"].tolist() == [[3, 3], [7, 3], [12, 3]]
    assert other.features["colour"].tolist() == other.features["vlad"].tolist()
    np.testing.assert_array_equal(one.scene_ev, [np.nan, 5.25, 9.25])
    assert other.scene_ev.tolist() == [1.75, 5.75, 10.75]
    assert one.times_s.tolist() == [0.0, 610.0, 1210.0]
    assert one.moments == {0, 1, 2}
    assert np.isnan(one.position_deg).all()
    with_places, _ = parts_of(dealt, deal, np.zeros(2), gps=True)
    assert with_places.position_deg[:, 0].tolist() == [0.0, 5.0, 9.0]


def gallery(moments: set[int], hidden_s: float, *, stranger: bool = False) -> Part:
    times_s = 600.0 * np.array(sorted(moments), dtype=np.float64)
    features = {"pooled": np.ones((len(moments), 4), np.float32)}
    nowhere = np.full((len(moments), 2), np.nan)
    return Part(
        times_s=times_s,
        position_deg=nowhere,
        scene_ev=times_s / 600.0,
        features=features,
        moments=frozenset(moments),
        hidden_s=hidden_s,
        stranger=stranger,
    )


def assembled(*parts: Part) -> BenchEvent:
    return assemble(
        parts, suite="s", name="n", cluster="c", seed=1, offsets_kind="continuous", names=None
    )


def test_camera_time_plus_truth_is_true_time() -> None:
    event = assembled(gallery({0, 1, 2}, 500.0), gallery({1, 2, 3}, -70.0))
    assert event.truth == {"g0": -500.0, "g1": 70.0}
    assert event.table.camera_time_s.tolist() == [500, 1100, 1700, 530, 1130, 1730]
    assert true_times(event) == {"g0": [0, 600, 1200], "g1": [600, 1200, 1800]}
    assert event.table.scene_ev.tolist() == [0, 1, 2, 1, 2, 3]
    assert event.span_s == 1800


def test_recoverable_needs_three_shared_moments_along_the_way() -> None:
    event = assembled(
        gallery({0, 1, 2, 3}, 0.0),
        gallery({1, 2, 3, 7, 8, 9}, 0.0),  # shares three with the anchor
        gallery({7, 8, 9}, 0.0),  # shares none with the anchor, three with the one before
        gallery({0, 1, 20, 21}, 0.0),  # two are not enough
    )
    assert event.anchor == "g0"
    assert event.recoverable == {"g1", "g2"}


def test_a_stranger_has_no_truth_and_is_no_anchor() -> None:
    event = assembled(
        gallery({0, 1, 2}, 5.0, stranger=True), gallery({0, 1, 2}, 1.0), gallery({0, 1, 2}, 2.0)
    )
    assert event.strangers == {"g0"}
    assert event.anchor == "g1"
    assert event.truth == {"g1": -1.0, "g2": -2.0}
    assert event.recoverable == {"g2"}


def test_suite_has_every_deal_and_kind(context: BenchContext) -> None:
    events = list(split_events([10_000], context))
    names = [event.name for event in events if event.cluster == "jiuzhaigou_2016"]
    kinds = [event.offsets_kind for event in events if event.name == "jiuzhaigou_2016/k5/a0.6"]
    assert len(set(names)) == 9
    assert kinds == ["continuous", "hours", "reset"]
    assert all(event.suite == "splits" for event in events)
    assert "mongolia_2025" not in {event.cluster for event in events}
    # thirty-six photos are too few for eight galleries
    assert "gt_places_2016-samsung/k8/a1.0" not in {event.name for event in events}
    for event in events:
        assert all((np.diff(times) >= 0).all() for times in true_times(event).values())
        assert np.isnan(event.table.position_deg).all()


def test_report_admits_the_set_held_out(context: BenchContext) -> None:
    reporting = BenchContext(context.cache, context.datasets, True, nothing_told)
    clusters = {event.cluster for event in split_events([0], reporting)}
    assert "mongolia_2025" in clusters


def test_kinds_differ_in_offsets_alone(context: BenchContext) -> None:
    three = [e for e in split_events([3], context) if e.name == "newyork_2021/k5/a0.6"]
    assert len({tuple(sorted(event.truth.items())) for event in three}) == 3
    assert true_times(three[0]) == true_times(three[1]) == true_times(three[2])
    assert all(offset % 3600 == 0 for offset in three[1].truth.values())


def test_same_seed_same_events_and_no_deal_hangs_on_another(context: BenchContext) -> None:
    first = list(split_events([1, 2], context))
    again = list(split_events([2], context))
    of_second = [event for event in first if event.seed == 2]
    assert all(same(one, other) for one, other in zip(of_second, again, strict=True))
    assert not same(first[0], again[0])


def test_positions_are_an_arm_of_their_own(context: BenchContext) -> None:
    with_gps = list(split_gps_events([1], context))
    without = {(e.name, e.offsets_kind): e for e in split_events([1], context)}
    assert {event.cluster for event in with_gps} == {"odm_seneca_2013", "europe_2019"}
    for event in with_gps:
        assert event.suite == "splits-gps"
        assert same(event, without[event.name, event.offsets_kind])
        assert not np.isnan(event.table.position_deg).any()


def test_hidden_offsets_are_drawn_apart_from_the_deal() -> None:
    deal = Deal((np.arange(3), np.arange(3, 6)), (0, 1), (0.0, 0.0))
    assert hidden_of(deal, 1, "x", "hours").tolist() == hidden_of(deal, 1, "x", "hours").tolist()
    assert (
        hidden_of(deal, 1, "x", "continuous").tolist()
        != hidden_of(deal, 1, "y", "continuous").tolist()
    )


def test_without_photos_there_is_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert list(split_events([0], BenchContext(tmp_path, None, True, nothing_told))) == []
    assert "jiuzhaigou_2016 is not at hand" in caplog.text
