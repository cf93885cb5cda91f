from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coincide.model import Device, Photo
from coincide_bench.event import BenchEvent, OffsetsKind
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.photosets import REAL, CameraSet, Galleries
from coincide_bench.suites.real import camera_event, real_events
from coincide_bench.suites.tags import believed_sets, tagged_event, tagged_events
from tests.bench.suites.photo_sets import make_photos, make_vectors

PHONE, CAMERA = Device("Apple", "iPhone 15 Pro"), Device("NIKON CORPORATION", "NIKON D80")
# the camera is 905 s ahead of the phone, whose fixes are a second old
PHONE_S = [100.0 * n + 1.0e9 for n in range(20)]
CAMERA_S = [100.0 * n + 1.0e9 + 905.0 for n in range(10)]
WANTED = CameraSet(
    "trip", (("phone", 0.0), ("camera", -905.0)), "known", 5.0, misplaced=("camera",)
)
ZONE_S = 7200


def _of_phone(photo: Photo) -> Photo:
    # fixes of a receiver do not follow the shots to the millisecond
    fix_s = photo.camera_time_s - ZONE_S - 1.0 - 0.01 * (photo.camera_time_s % 7)
    return replace(photo, device=PHONE, zone_s=ZONE_S, gps_time_s=fix_s)


def galleries() -> Galleries:
    return {
        "phone": tuple(_of_phone(photo) for photo in make_photos(PHONE_S)),
        "camera": tuple(replace(photo, device=CAMERA) for photo in make_photos(CAMERA_S)),
    }


def trial(seed: int, kind: OffsetsKind) -> BenchEvent:
    return tagged_event(WANTED, galleries(), make_vectors(30, None), seed, kind)


@pytest.mark.parametrize("kind", ["recorded", "continuous"])
def test_trials_are_those_of_the_real_suite(kind: OffsetsKind) -> None:
    real = camera_event("real", WANTED, galleries(), make_vectors(30, None), 3, kind)
    tagged = trial(3, kind)
    assert tagged.suite == "tagged"
    assert real.beliefs == ()
    assert tagged.truth == real.truth
    assert tagged.table.camera_time_s.tobytes() == real.table.camera_time_s.tobytes()
    assert tagged.features["pooled"].tobytes() == real.features["pooled"].tobytes()


@pytest.mark.parametrize("kind", ["recorded", "continuous"])
def test_a_clock_confirmed_by_gps_is_believed_where_it_truly_is(kind: OffsetsKind) -> None:
    event = trial(4, kind)
    phone, camera = event.beliefs
    assert (phone.gallery, camera.gallery) == ("phone", "camera")
    assert "confirmed by the GPS time" in phone.reason
    assert phone.offset_s == pytest.approx(event.truth["phone"], abs=3.0)
    # the camera's clock was wrong as recorded: what is thought of it stays wrong by as much
    assert camera.offset_s - event.truth["camera"] == pytest.approx(905.0)


def test_only_the_photos_a_trial_keeps_tell_of_its_clocks() -> None:
    everything, part = trial(5, "recorded"), trial(5, "continuous")
    assert "of 20 photos" in everything.beliefs[0].reason
    assert "of 16 photos" in part.beliefs[0].reason


def test_positions_are_of_the_photos_kept_and_only_where_they_are_real() -> None:
    event = trial(6, "continuous")
    rows = event.table.rows(0)
    # photo n of a gallery is at latitude n, and its vector says n + 1
    assert (event.table.position_deg[rows, 0] == event.features["pooled"][rows, 0] - 1).all()
    assert np.isnan(event.table.position_deg[event.table.rows(1)]).all()


def test_real_sets_are_tagged_as_they_are_stripped(shared: Path, tmp_path: Path) -> None:
    context = BenchContext(tmp_path, shared / "datasets", False, lambda _s, _d, _t: None)
    believed = {one.folder: one for one in believed_sets(context)}
    assert set(believed) == {one.folder for one in REAL}
    annapurna = {one.gallery: one for one in believed["annapurna_2017"].beliefs}
    relative_s = annapurna["lenovo_k6"].offset_s - annapurna["sony_hx60v"].offset_s
    assert relative_s == pytest.approx(-905.0, abs=10.0)
    met = {one.gallery: one for one in believed["met_2017"].beliefs}
    assert met["nikon_d80"].weight < met["pixel2"].weight < 1.0


def test_photowalk_has_the_same_trials_in_both_suites(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    walk = tuple(one for one in REAL if one.folder == "photowalk_2024")
    monkeypatch.setattr("coincide_bench.suites.real.REAL", walk)
    monkeypatch.setattr("coincide_bench.suites.tags.REAL", walk)
    context = BenchContext(tmp_path, shared / "datasets", False, lambda _s, _d, _t: None)
    for real, tagged in zip(
        real_events([10_000], context), tagged_events([10_000], context), strict=True
    ):
        assert tagged.truth == real.truth
        assert tagged.offsets_kind == real.offsets_kind
        assert tagged.table.camera_time_s.tobytes() == real.table.camera_time_s.tobytes()
        assert len(tagged.beliefs) == tagged.table.n_galleries == 4
        for belief in tagged.beliefs:
            assert belief.offset_s == pytest.approx(tagged.truth[belief.gallery], abs=5.0)
