from pathlib import Path

import numpy as np
import pytest

from coincide.features.colour import DIM
from coincide.model import Photo
from coincide_bench.event import BenchEvent
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.photosets import INFERRED, REAL, CameraSet, Galleries
from coincide_bench.suites.real import camera_event, inferred_events, real_events, thinned
from tests.bench.suites.photo_sets import make_photos, make_vectors

WANTED = CameraSet("trip", (("phone", 0.0), ("camera", -905.0)), "known", 5.0)
PHONE_S = [100.0 * n for n in range(20)]
# the camera is 905 s ahead and shoots with the phone
CAMERA_S = [100.0 * n + 905.0 for n in range(10)]


def galleries() -> Galleries:
    return {"phone": make_photos(PHONE_S), "camera": make_photos(CAMERA_S)}


def trial(seed: int, kind: str) -> BenchEvent:
    vectors = make_vectors(30, None)
    return camera_event("real", WANTED, galleries(), vectors, seed, kind)  # type: ignore[arg-type]


def true_times(event: BenchEvent, number: int) -> set[float]:
    name = event.table.names[number]
    return set((event.table.camera_time_s[event.table.rows(number)] + event.truth[name]).tolist())


def test_recorded_keeps_every_photo_and_clock() -> None:
    event = trial(1, "recorded")
    assert event.table.camera_time_s.tolist() == PHONE_S + CAMERA_S
    assert event.truth == {"phone": 0.0, "camera": -905.0}
    assert event.anchor == "phone"
    assert event.recoverable == {"camera"}
    assert event.tolerance_s == 5.0
    assert np.isnan(event.table.position_deg).all()


def test_hidden_offsets_come_on_top_of_the_known_ones() -> None:
    event = trial(1, "continuous")
    assert event.truth["phone"] != 0.0
    assert true_times(event, 0) <= set(PHONE_S)
    assert true_times(event, 1) <= set(PHONE_S[:10])


def test_a_seed_keeps_four_photos_of_five_with_their_vectors() -> None:
    event = trial(2, "continuous")
    assert np.diff(event.table.starts).tolist() == [16, 8]
    times_s = event.table.camera_time_s
    for number, first in ((0, 0), (1, 20)):
        rows = event.table.rows(number)
        true_s = times_s[rows] + event.truth[event.table.names[number]]
        expected = [first + round(time / 100.0) + 1 for time in true_s]
        assert event.features["pooled"][rows, 0].tolist() == expected
        # photo n of a gallery has n, the first of each is unknown
        light = np.nan_to_num(event.table.scene_ev[rows])
        assert light.tolist() == [round(time / 100.0) for time in true_s]


def test_seeds_differ_and_repeat() -> None:
    assert trial(3, "continuous").truth == trial(3, "continuous").truth
    assert trial(3, "continuous").truth != trial(4, "continuous").truth
    kept = [set(trial(seed, "continuous").features["vlad"][:16, 0].tolist()) for seed in (3, 4)]
    assert kept[0] != kept[1]


def test_small_galleries_keep_what_they_need() -> None:
    rng = np.random.default_rng(0)
    assert [len(thinned(n, rng)) for n in (1, 2, 3, 4, 10, 100)] == [1, 2, 3, 3, 8, 80]
    rows = thinned(100, rng)
    assert (np.diff(rows) > 0).all()


def test_suites_have_every_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def load(_context: BenchContext, wanted: CameraSet) -> Galleries | None:
        if wanted.folder == "met_2017":
            return None
        return {name: make_photos([100.0 * n for n in range(5)]) for name, _ in wanted.offsets_s}

    def embed(photos: list[Photo], _context: BenchContext) -> object:
        return make_vectors(len(photos), None)

    monkeypatch.setattr("coincide_bench.suites.real.load_cameras", load)
    monkeypatch.setattr("coincide_bench.suites.real.plain_vectors", embed)
    context = BenchContext(tmp_path, tmp_path, False, lambda _stage, _done, _total: None)
    events = list(real_events([7, 8], context))
    assert {event.name for event in events} == {one.folder for one in REAL} - {"met_2017"}
    kinds = [(e.seed, e.offsets_kind) for e in events if e.name == "annapurna_2017"]
    assert kinds == [(7, "recorded"), (7, "continuous"), (8, "continuous")]
    assert {event.truth_kind for event in events} == {"known"}
    inferred = list(inferred_events([7], context))
    assert {event.name for event in inferred} == {one.folder for one in INFERRED}
    assert {event.truth_kind for event in inferred} == {"inferred"}


def test_real_photos(shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    walk = tuple(one for one in REAL if one.folder == "photowalk_2024")
    monkeypatch.setattr("coincide_bench.suites.real.REAL", walk)
    context = BenchContext(tmp_path, shared / "datasets", False, lambda _s, _d, _t: None)
    recorded, hidden = real_events([0], context)
    assert recorded.table.n_photos == 17
    assert recorded.table.names == ("iphone_11", "iphone_13", "iphone_14", "iphone_xr")
    assert set(recorded.truth.values()) == {0.0}
    assert recorded.features["vlad"].shape == (17, 10240)
    assert hidden.table.n_photos == 5 + 3 + 3 + 3
    assert recorded.features["colour"].shape == (17, DIM)
    assert np.isfinite(recorded.table.scene_ev).all()
