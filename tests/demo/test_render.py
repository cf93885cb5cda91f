"""Small events as files: bytes, tags, orientation, refusals."""

import hashlib
import json
import math
from dataclasses import replace
from pathlib import Path

import exiv2
import numpy as np
import pytest
from PIL import Image, ImageOps

import coincide.demo
from coincide.demo import QUICK_SCALE, DemoOptions, plan_event, render_event
from coincide.demo.exif import PHONE_ZONE_S
from coincide.demo.render import to_stored
from coincide.demo.scene import cast_of, draw_moment, paint_backdrop, photograph
from coincide.errors import UsageError
from coincide.model.times import parse_exif_time, to_datetime

SMALL = DemoOptions(3, 24, seed=5)


def digests(directory: Path) -> dict[str, str]:
    return {
        str(path.relative_to(directory)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(directory.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def event(tmp_path_factory) -> tuple[Path, dict[str, float], list[tuple[int, int]]]:
    directory = tmp_path_factory.mktemp("demo") / "event"
    told: list[tuple[int, int]] = []
    truth = render_event(directory, SMALL, progress=lambda done, n: told.append((done, n)))
    return directory, truth, told


def read_tags(path: Path) -> dict[str, str]:
    image = exiv2.ImageFactory.open(str(path))
    image.readMetadata()
    return {datum.key(): datum.toString() for datum in image.exifData()}


def test_the_package_exports_what_it_says():
    assert sorted(coincide.demo.__all__) == [
        "DemoOptions",
        "DemoPlan",
        "PhotographerPlan",
        "PlannedShot",
        "QUICK_SCALE",
        "plan_event",
        "render_event",
    ]
    assert all(hasattr(coincide.demo, name) for name in coincide.demo.__all__)


def test_a_smaller_event_is_the_same_with_fewer_pixels() -> None:
    whole, small = plan_event(SMALL), plan_event(replace(SMALL, scale=QUICK_SCALE))
    assert small.truth == whole.truth
    for large, little in zip(whole.galleries, small.galleries, strict=True):
        assert large.shots == little.shots
        assert large.offset_s == little.offset_s
        assert large.camera.device == little.camera.device
        expected = [QUICK_SCALE * px for px in large.camera.size_px]
        assert little.camera.size_px == pytest.approx(expected, abs=1)


def test_a_smaller_photo_looks_the_same() -> None:
    small = replace(SMALL, scale=QUICK_SCALE)
    shot = next(s for s in plan_event(SMALL).galleries[0].shots if s.moment)
    pictures = []
    for options in (SMALL, small):
        plan = plan_event(options)
        canvas = draw_moment(plan, cast_of(plan), shot, paint_backdrop(plan, shot))
        picture = photograph(plan, canvas, shot.view, (480, 360))
        pictures.append(np.asarray(picture.resize((96, 72)), dtype=float))
    assert np.abs(pictures[0] - pictures[1]).mean() < 5.0


def test_names_of_0_1_work_and_warn():
    with pytest.warns(DeprecationWarning, match="GalleryPlan is now PhotographerPlan"):
        assert coincide.demo.GalleryPlan is coincide.demo.PhotographerPlan
    with pytest.raises(AttributeError, match="Nobody"):
        _ = coincide.demo.Nobody


def test_it_writes_the_planned_photos_and_the_truth_and_nothing_else(event):
    directory, offsets_s, _ = event
    plan = plan_event(SMALL)
    planned = {f"{g.name}/{s.file_name}" for g in plan.galleries for s in g.shots}
    assert set(digests(directory)) == planned | {"truth.json"}
    assert len(planned) == 24
    text = (directory / "truth.json").read_text(encoding="utf-8")
    truth = json.loads(text)
    assert truth["offsets_s"] == offsets_s == plan.offsets_s
    assert set(truth["photos"]) == planned
    assert set(truth["photos"].values()) <= {one["name"] for one in truth["chapters"]}
    assert text == json.dumps(truth, indent=2, sort_keys=True) + "\n"


def test_progress_counts_up_to_all_photos(event):
    _, _, told = event
    assert told[-1] == (24, 24)
    assert [done for done, _ in told] == sorted({done for done, _ in told})


@pytest.mark.slow
def test_the_same_options_give_the_same_bytes_by_any_number_of_threads(tmp_path, monkeypatch):
    options = DemoOptions(2, 8, seed=6, moment_share=0.7)
    for n_threads in (1, 3):
        monkeypatch.setattr("os.cpu_count", lambda n=n_threads: n)
        render_event(tmp_path / str(n_threads), options)
    assert digests(tmp_path / "1") == digests(tmp_path / "3")
    assert len(digests(tmp_path / "1")) == 8 + 1


@pytest.mark.slow
def test_films_are_the_same_bytes_each_time(tmp_path):
    films = []
    for name in ("one", "other"):
        render_event(tmp_path / name, DemoOptions(n_galleries=2, n_photos=6, n_films=2))
        films.append({one.name: one.read_bytes() for one in (tmp_path / name).rglob("*.mp4")})
    assert len(films[0]) == 2
    assert films[0] == films[1]


def test_camera_time_and_offset_give_the_event_time_of_the_plan(event):
    directory, truth, _ = event
    for gallery in plan_event(SMALL).galleries:
        for shot in gallery.shots:
            tags = read_tags(directory / gallery.name / shot.file_name)
            subseconds = tags.get("Exif.Photo.SubSecTimeOriginal")
            shown = tags["Exif.Photo.DateTimeOriginal"]
            camera_time_s = parse_exif_time(shown, subseconds=subseconds)
            assert camera_time_s is not None
            event_time_s = camera_time_s + truth[gallery.name]
            assert event_time_s == pytest.approx(shot.event_time_s, abs=2e-3)
            assert tags["Exif.Photo.DateTimeDigitized"] == tags["Exif.Image.DateTime"] == shown
            assert (subseconds is not None) == gallery.camera.phone


def test_devices_write_of_themselves_what_such_devices_write(event):
    directory, _, _ = event
    kinds = set()
    for gallery in plan_event(SMALL).galleries:
        tags = read_tags(directory / gallery.name / gallery.shots[0].file_name)
        device = gallery.camera.device
        kinds.add(gallery.camera.phone)
        assert tags["Exif.Image.Make"] == device.make
        assert tags["Exif.Image.Model"] == device.model
        if gallery.camera.phone:
            assert tags["Exif.Image.Software"] == device.software
            assert tags["Exif.Photo.OffsetTimeOriginal"] == "+02:00"
            assert "Exif.Photo.BodySerialNumber" not in tags
        else:
            assert tags["Exif.Photo.BodySerialNumber"] == device.serial
            assert "Exif.Photo.OffsetTimeOriginal" not in tags
        seconds, iso = tags["Exif.Photo.ExposureTime"], tags["Exif.Photo.ISOSpeedRatings"]
        assert 1 / 8000 < int(seconds.split("/")[0]) / int(seconds.split("/")[1]) <= 1 / 10
        assert 100 <= int(iso) <= 3200
        assert {"Exif.Photo.FNumber", "Exif.Photo.FocalLength"} <= set(tags)
    assert kinds == {True, False}


def degrees(text: str) -> float:
    whole, minutes, seconds = (
        int(part.split("/")[0]) / int(part.split("/")[1]) for part in text.split()
    )
    return whole + minutes / 60 + seconds / 3600


def test_positions_are_written_and_a_time_by_the_phone_that_is_right(event):
    directory, truth, _ = event
    located, timed = 0, 0
    for gallery in plan_event(SMALL).galleries:
        for shot in gallery.shots:
            tags = read_tags(directory / gallery.name / shot.file_name)
            fix = {"Exif.GPSInfo.GPSTimeStamp", "Exif.GPSInfo.GPSDateStamp"} & set(tags)
            if fix:
                timed += 1
                assert truth[gallery.name] == 0.0
                hours, minutes, seconds = (
                    int(part.removesuffix("/1"))
                    for part in tags["Exif.GPSInfo.GPSTimeStamp"].split()
                )
                at = to_datetime(int(shot.event_time_s - PHONE_ZONE_S))
                assert (hours, minutes, seconds) == (at.hour, at.minute, at.second)
                assert tags["Exif.GPSInfo.GPSDateStamp"] == f"{at:%Y:%m:%d}"
            if shot.position is None:
                assert "Exif.GPSInfo.GPSLatitude" not in tags
                continue
            located += 1
            assert tags["Exif.GPSInfo.GPSLatitudeRef"] == "N"
            latitude = degrees(tags["Exif.GPSInfo.GPSLatitude"])
            longitude = degrees(tags["Exif.GPSInfo.GPSLongitude"])
            assert math.isclose(latitude, shot.position.latitude_deg, abs_tol=1e-6)
            assert math.isclose(longitude, shot.position.longitude_deg, abs_tol=1e-6)
    assert located > timed > 0


def test_sizes_and_orientation(event):
    directory, _, _ = event
    seen = set()
    for gallery in plan_event(SMALL).galleries:
        for shot in gallery.shots:
            with Image.open(directory / gallery.name / shot.file_name) as photo:
                assert photo.size == gallery.camera.size_px
                assert photo.getexif()[0x0112] == shot.orientation
                upright = ImageOps.exif_transpose(photo)
            assert (upright.height > upright.width) == (shot.orientation != 1)
            seen.add(shot.orientation != 1)
    assert seen == {True, False}


@pytest.mark.parametrize("orientation", [1, 6, 8])
def test_a_viewer_that_honours_the_tag_sees_the_photo_upright(orientation, tmp_path):
    upright = Image.new("RGB", (32, 64), "black")
    upright.paste("white", (0, 0, 32, 16))
    exif = Image.Exif()
    exif[0x0112] = orientation
    to_stored(upright, orientation).save(tmp_path / "a.png", exif=exif)
    with Image.open(tmp_path / "a.png") as stored:
        seen = ImageOps.exif_transpose(stored)
    assert np.array_equal(np.asarray(seen), np.asarray(upright))


def test_a_directory_in_use_is_refused_and_left_alone(tmp_path):
    (tmp_path / "holiday.txt").write_text("mine")
    with pytest.raises(UsageError, match="is not empty") as refusal:
        render_event(tmp_path, SMALL)
    assert str(tmp_path) in str(refusal.value)
    assert [path.name for path in tmp_path.iterdir()] == ["holiday.txt"]
    with pytest.raises(UsageError, match="is a file"):
        render_event(tmp_path / "holiday.txt", SMALL)


def test_options_out_of_range_write_nothing(tmp_path):
    with pytest.raises(UsageError):
        render_event(tmp_path / "new", DemoOptions(n_galleries=1))
    assert not (tmp_path / "new").exists()
