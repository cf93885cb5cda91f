from pathlib import Path

import numpy as np
import pytest

from coincide.model import Photo
from coincide.model.times import DAY_S
from coincide_bench.event import BenchEvent
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.negative import (
    MAX_STRANGERS,
    MIXED,
    STRANGER_CAMERAS,
    another_day,
    can_be_another_day,
    find_days,
    mix,
    negative_events,
)
from coincide_bench.suites.photosets import SPLITS, SplitSet
from coincide_bench.suites.splits import split_events
from tests.bench.suites.photo_sets import make_dealt, make_photos, make_vectors, run_times

N_SEEDS = 12
MORNING_S = 9 * 3600.0


def nothing_told(_stage: str, _done: int, _total: int) -> None:
    pass


def rows_of(event: BenchEvent, name: str) -> slice:
    return event.table.rows(event.table.names.index(name))


def photos_of(event: BenchEvent, name: str) -> set[float]:
    """The photos of a gallery, by the vectors that name them."""
    return set(event.features["pooled"][rows_of(event, name), 0].tolist())


def test_there_are_as_many_cameras_as_strangers_may_need() -> None:
    assert len(STRANGER_CAMERAS) == MAX_STRANGERS


def test_hosts_and_guests_are_sets_of_different_events() -> None:
    folders = {one.name: one.folder for one in SPLITS}
    report_only = {one.name for one in SPLITS if one.report_only}
    for host, guest in MIXED:
        assert folders[host] != folders[guest]
        assert guest not in report_only


# Galleries of another event


def mixtures() -> list[BenchEvent]:
    host = make_dealt(run_times(40, 4), name="host")
    guest = make_dealt(run_times(30, 4, start_s=1e8), name="guest", n_cameras=2)
    return [mix(host, guest, seed) for seed in range(N_SEEDS)]


def test_strangers_are_one_or_two_and_without_truth() -> None:
    events = mixtures()
    assert {len(event.strangers) for event in events} == {1, 2}
    for event in events:
        assert event.anchor not in event.strangers
        assert event.recoverable.isdisjoint(event.strangers)
        assert event.name == "negative/mixed/host+guest"
        assert event.cluster == "host_folder"
    # their place in the order tells nothing
    assert len({event.table.names.index(min(event.strangers)) for event in events}) > 2


def test_strangers_seem_to_fit_in_time() -> None:
    for event in mixtures():
        times_s = event.table.camera_time_s
        for name in event.strangers:
            # five standard deviations of what a clock is off, around an event of seven hours
            assert np.abs(times_s[rows_of(event, name)]).max() < 10 * 3600 + 5 * 6 * 3600


def test_the_event_itself_is_the_deal_of_the_splits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "coincide_bench.suites.splits.open_set",
        lambda wanted, _context: make_dealt(run_times(40, 4), name=wanted.name),
    )
    context = BenchContext(tmp_path, tmp_path, False, nothing_told)
    (split,) = (
        event
        for event in split_events([5], context)
        if (event.name, event.offsets_kind) == ("newyork_2021/k5/a0.6", "continuous")
    )
    guest = make_dealt(run_times(30, 4), name="guest", n_cameras=2)
    event = mix(make_dealt(run_times(40, 4), name="newyork_2021"), guest, 5)
    assert list(event.truth.values()) == list(split.truth.values())
    own = [name for name in event.table.names if name in event.truth]
    for name, of_split in zip(own, split.table.names, strict=True):
        assert photos_of(event, name) == photos_of(split, of_split)
    assert event.anchor == own[0]
    assert split.anchor == split.table.names[0]


# The same place on another day


def two_days() -> list[float]:
    today = run_times(10, 4, start_s=MORNING_S)
    return today + run_times(4, 4, start_s=3 * DAY_S + MORNING_S)


def test_days_with_few_photos_do_not_count() -> None:
    times_s = np.array([*two_days(), 7 * DAY_S, 7 * DAY_S + 5])
    assert [(day.number, len(day.rows)) for day in find_days(times_s)] == [(0, 40), (3, 16)]
    assert can_be_another_day(two_days())
    assert not can_be_another_day(run_times(10, 4, start_s=MORNING_S))
    # two days of twelve photos have no room for an event
    small = run_times(3, 4) + run_times(3, 4, start_s=DAY_S)
    assert not can_be_another_day(small)


def test_the_stranger_is_of_another_day_at_the_same_time_of_day() -> None:
    dealt = make_dealt(two_days())
    hosts = set()
    for seed in range(N_SEEDS):
        event = another_day(dealt, seed)
        (stranger,) = event.strangers
        own = set().union(*(photos_of(event, name) for name in event.truth))
        # photos 1 to 40 are of the first day
        days = {n <= 40 for n in own}, {n <= 40 for n in photos_of(event, stranger)}
        assert len(days[0]) == len(days[1]) == 1
        assert days[0] != days[1]
        hosts |= days[0]
        cameras = [
            set(event.features["pooled"][rows_of(event, name), 1].tolist())
            for name in event.table.names
        ]
        assert len(set().union(*cameras)) == event.table.n_galleries
        day = 0 if days[0] == {True} else 3
        morning_s = event.table.camera_time_s[rows_of(event, stranger)] - day * DAY_S - MORNING_S
        assert np.abs(morning_s).max() < 2 * 3600 + 5 * 6 * 3600
    # sixteen photos are too few for an event of their own
    assert hosts == {True}


def test_truth_of_the_same_place_is_of_the_event_alone() -> None:
    event = another_day(make_dealt(two_days()), 1)
    assert len(event.truth) == event.table.n_galleries - 1
    for name, offset_s in event.truth.items():
        true_s = event.table.camera_time_s[rows_of(event, name)] + offset_s
        assert ((true_s >= MORNING_S) & (true_s < MORNING_S + 6000)).all()


# The whole suite


def test_suite_is_lazy_complete_and_repeats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load_stations(_context: object, _folder: str, names: tuple[str, ...]) -> object:
        return {name: make_photos(run_times(5, 2)) for name in names}

    def load(_context: object, wanted: SplitSet) -> tuple[Photo, ...]:
        n_days = 2 if wanted.name == "jiuzhaigou_2016" else 1
        return make_photos([t for d in range(n_days) for t in run_times(20, 4, start_s=d * DAY_S)])

    def render(photos: tuple[Photo, ...], _context: object, **options: object) -> object:
        cameras = options.get("cameras")
        return make_vectors(len(photos), 8 if cameras is None else len(cameras))  # type: ignore[arg-type]

    for module in ("negative", "splits"):
        monkeypatch.setattr(f"coincide_bench.suites.{module}.load_split", load)
        monkeypatch.setattr(f"coincide_bench.suites.{module}.rendered_vectors", render)
    monkeypatch.setattr("coincide_bench.suites.negative.load_galleries", load_stations)
    monkeypatch.setattr(
        "coincide_bench.suites.negative.plain_vectors",
        lambda photos, _c: make_vectors(len(photos), None),
    )
    context = BenchContext(tmp_path, tmp_path, False, nothing_told)
    events = list(negative_events([1, 2], context))
    names = {event.name for event in events if event.seed == 1}
    assert len(events) == 2 * len(names)
    assert "negative/camtrapr" in names
    assert "negative/same-place/jiuzhaigou_2016" in names
    assert "negative/mixed/jiuzhaigou_2016+newyork_2021" in names
    assert not any("mongolia" in name for name in names)
    for event, again in zip(events, negative_events([1, 2], context), strict=True):
        assert event.truth == again.truth
        assert event.strangers == again.strangers
        assert event.strangers
        assert np.array_equal(event.table.camera_time_s, again.table.camera_time_s)


@pytest.mark.slow
def test_stations(shared: Path, tmp_path: Path) -> None:
    context = BenchContext(tmp_path, shared / "datasets", False, nothing_told)
    suite = negative_events(range(3), context)
    events = [next(suite) for _ in range(3)]
    for event in events:
        assert event.name == "negative/camtrapr"
        assert len(event.truth) == 1
        assert len(event.strangers) == 2
        assert event.recoverable == frozenset()
        assert event.table.n_photos == 6 + 18 + 30
        # of the three cameras only one writes its exposures
        assert np.isfinite(event.table.scene_ev).sum() == 18
    assert len({event.anchor for event in events}) > 1
