from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from coincide.errors import EventError
from coincide.ingest import read_event
from coincide.model import Device
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.photosets import (
    INFERRED,
    REAL,
    SPLITS,
    STRANGERS,
    STRANGERS_FOLDER,
    CameraSet,
    SplitSet,
    load_cameras,
    load_galleries,
    load_split,
    split_sets,
)
from tests.photo_files import gps_tags, write_photo


def context_of(datasets: Path | None, *, report: bool = False) -> BenchContext:
    return BenchContext(Path("unused"), datasets, report, lambda _stage, _done, _total: None)


@pytest.fixture
def datasets(shared: Path) -> BenchContext:
    return context_of(shared / "datasets", report=True)


@pytest.fixture
def made_up(tmp_path: Path) -> BenchContext:
    for n in range(4):
        write_photo(
            tmp_path / "trip" / "phone" / f"{n}.jpg",
            f"2024:05:04 14:0{n}:00",
            zone="+02:00",
            serial="123",
            gps=gps_tags(),
        )
    return context_of(tmp_path)


def test_nothing_that_gives_the_answer_away_is_handed_on(made_up: BenchContext) -> None:
    galleries = load_galleries(made_up, "trip", ["phone"])
    assert galleries is not None
    assert len(galleries["phone"]) == 4
    for photo in galleries["phone"]:
        assert photo.gps_time_s is None
        assert photo.zone_s is None
        assert photo.device == Device()
        assert photo.position is not None


def test_tags_are_handed_on_where_they_are_allowed(made_up: BenchContext) -> None:
    wanted = CameraSet("trip", (("phone", 0.0),), "known", 0.0)
    galleries = load_cameras(made_up, wanted, tags=True)
    assert galleries is not None
    for photo in galleries["phone"]:
        assert photo.gps_time_s is not None
        assert photo.zone_s == 7200
        assert photo.device.serial == "123"


@pytest.mark.parametrize("positions", [True, False])
def test_positions_only_where_they_are_real(made_up: BenchContext, positions: bool) -> None:
    photos = load_split(made_up, SplitSet("trip", "trip", "phone", positions=positions))
    assert photos is not None
    assert all((photo.position is not None) == positions for photo in photos)


def test_photos_before_a_moment_are_left_out(made_up: BenchContext) -> None:
    (first, second, *_) = load_split(made_up, SplitSet("trip", "trip", "phone")) or ()
    wanted = CameraSet("trip", (("phone", 0.0),), "known", 0.0, since_s=second.camera_time_s)
    galleries = load_cameras(made_up, wanted)
    assert galleries is not None
    assert len(galleries["phone"]) == 3
    assert first.key not in {photo.key for photo in galleries["phone"]}


def test_missing_set_is_left_out_but_a_wrong_one_is_named(
    made_up: BenchContext, caplog: pytest.LogCaptureFixture
) -> None:
    assert load_galleries(made_up, "nowhere", ["phone"]) is None
    assert load_galleries(context_of(None), "trip", ["phone"]) is None
    assert "nowhere is not at hand" in caplog.text
    with pytest.raises(EventError, match="no photos of camera"):
        load_galleries(made_up, "trip", ["camera"])


def test_held_out_sets_are_for_reports() -> None:
    held_out = {one.name for one in SPLITS if one.report_only}
    assert held_out == {"mongolia_2025"}
    assert held_out.isdisjoint(one.name for one in split_sets(context_of(None)))
    assert split_sets(context_of(None, report=True)) == SPLITS


# The table against the files


def median_zone_s(shared: Path, folder: str, camera: str) -> float:
    """How far the camera's clock is ahead of GPS time."""
    galleries = {g.name: g.photos for g in read_event([shared / "datasets" / folder]).galleries}
    differences = [
        photo.camera_time_s - photo.gps_time_s
        for photo in galleries[camera]
        if photo.gps_time_s is not None
    ]
    return float(np.median(differences))


@pytest.mark.parametrize(
    ("folder", "cameras"),
    [
        ("annapurna_2017", ("sony_hx60v", "lenovo_k6")),
        ("mongolia_2025", ("iphone16pro", "iphone15pro")),
        ("gt_places_2016", ("iphone6_a_ios9.3.5", "iphone6_b_ios9.3.4")),
    ],
)
def test_offsets_agree_with_gps_time(shared: Path, folder: str, cameras: tuple[str, str]) -> None:
    wanted = next(one for one in REAL if one.folder == folder)
    offsets_s = dict(wanted.offsets_s)
    true_s = [median_zone_s(shared, folder, name) + offsets_s[name] for name in cameras]
    assert true_s[0] == pytest.approx(true_s[1], abs=wanted.tolerance_s)


def spans(context: BenchContext, wanted: CameraSet) -> list[tuple[float, float]]:
    galleries = load_cameras(context, wanted)
    assert galleries is not None
    offsets_s = dict(wanted.offsets_s)
    return [
        (photos[0].camera_time_s + offsets_s[name], photos[-1].camera_time_s + offsets_s[name])
        for name, photos in galleries.items()
    ]


@pytest.mark.parametrize("wanted", [*REAL, *INFERRED], ids=lambda one: one.folder)
def test_cameras_overlap_once_their_clocks_are_right(
    datasets: BenchContext, wanted: CameraSet
) -> None:
    first, *others = spans(datasets, wanted)
    for other in others:
        assert min(first[1], other[1]) > max(first[0], other[0])


def test_camera_that_was_reset_falls_into_the_visit(datasets: BenchContext) -> None:
    wanted = next(one for one in REAL if one.folder == "met_2017")
    phone, camera = spans(datasets, wanted)
    # the phone's visit of an hour lies inside the three hours of the camera
    assert camera[0] - wanted.tolerance_s < phone[0] < phone[1] < camera[1] + wanted.tolerance_s


def test_bursts_of_the_clouds_agree(datasets: BenchContext) -> None:
    wanted = next(one for one in INFERRED if one.folder == "nubes_2021")
    galleries = load_cameras(datasets, wanted)
    assert galleries is not None
    offsets_s = dict(wanted.offsets_s)
    starts = []
    for name, photos in galleries.items():
        times_s = np.array([photo.camera_time_s for photo in photos]) + offsets_s[name]
        starts.append(times_s[np.diff(times_s, prepend=-np.inf) > 60])
    gaps_s = np.abs(starts[0][:, None] - starts[1][None, :]).min(axis=1)
    right = np.mean(gaps_s < 30)
    wrong = np.mean(np.abs(starts[0][:, None] - starts[1][None, :] - 600).min(axis=1) < 30)
    assert right > 2 * wrong


@pytest.mark.slow
def test_every_set_is_there_with_enough_photos(datasets: BenchContext) -> None:
    for wanted in (*REAL, *INFERRED):
        galleries = load_cameras(datasets, wanted)
        assert galleries is not None
        assert all(len(photos) >= 3 for photos in galleries.values())
    stations = load_galleries(datasets, STRANGERS_FOLDER, STRANGERS)
    assert stations is not None
    assert [len(photos) for photos in stations.values()] == [8, 22, 37]
    for split in SPLITS:
        photos = load_split(datasets, split)
        assert photos is not None
        assert len(photos) >= 20
        assert all(a.camera_time_s <= b.camera_time_s for a, b in pairwise(photos))
        assert any(photo.position is not None for photo in photos) == split.positions
