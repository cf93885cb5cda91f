"""RAW, films and forwarded copies are real files that our own readers take for what they are."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from msgspec import to_builtins
from PIL import Image, ImageOps

import coincide
from coincide.demo import DemoOptions, film, plan_event, render_event
from coincide.demo.companions import CHAT, check_beside, plan_forwarded
from coincide.demo.filmplan import film_truths, plan_films
from coincide.demo.sounds import RATE
from coincide.errors import UsageError
from coincide.media.pictures.video import read_frame
from coincide.media.video.streams import read_streams
from coincide.model import Event

pytest.importorskip("rawpy")
pytest.importorskip("av")
import rawpy

OPTIONS = DemoOptions(2, 12, seed=4, n_phones=1, raw=True, n_films=1, n_forwarded=3)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo") / "event"
    render_event(folder, OPTIONS)
    return folder


@pytest.fixture(scope="module")
def event(folder: Path) -> Event:
    return coincide.load_event(folder)


def test_every_file_is_there_and_originals_that_were_not_kept_are_gone(folder: Path) -> None:
    plan = plan_event(OPTIONS)
    forwarded = plan_forwarded(plan)
    gone = {f"{one.gallery}/{one.shot.file_name}" for one in forwarded if not one.original_kept}
    photos = {f"{g.name}/{shot.file_name}" for g in plan.galleries for shot in g.shots} - gone
    raws = {name.replace(".JPG", ".DNG") for name in photos if name.endswith(".JPG")}
    films = {f"{one.gallery.name}/{one.file_name}" for one in plan_films(plan)}
    copies = {f"{CHAT}/{one.file_name}" for one in forwarded}
    found = {
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    } - {"truth.json", "truth-clips.json"}
    assert len(gone) == 1
    assert {name for name in found if ".coincide" not in name} == photos | raws | films | copies
    offsets_s = json.loads((folder / "truth.json").read_text())["offsets_s"]
    assert set(offsets_s) == {g.name for g in plan.galleries}


def test_raw_and_jpeg_are_one_shot_and_the_film_is_by_the_phones_clock(event: Event) -> None:
    plan = plan_event(OPTIONS)
    assert [gallery.name for gallery in event.galleries] == [g.name for g in plan.galleries]
    for gallery, planned in zip(event.galleries, plan.galleries, strict=True):
        times_s = {shot.file_name: shot.event_time_s for shot in planned.shots}
        times_s |= {one.file_name: one.event_time_s for one in plan_films(plan)}
        for photo in gallery.photos:
            true_s = times_s[photo.path.name] - planned.offset_s
            assert photo.camera_time_s == pytest.approx(true_s, abs=1.0)
            is_camera = not planned.camera.phone
            assert [one.path.suffix for one in photo.companions] == [".DNG"] * is_camera


def test_forwarded_copies_have_no_time_and_show_the_same(folder: Path, event: Event) -> None:
    assert {photo.path.parent.name for photo in event.timeless} == {CHAT}
    for one in plan_forwarded(plan_event(OPTIONS)):
        with Image.open(folder / CHAT / one.file_name) as copy:
            assert not copy.getexif()
            seen = np.asarray(copy, float)
        if one.original_kept:
            with Image.open(folder / one.gallery / one.shot.file_name) as original:
                small = ImageOps.exif_transpose(original).resize((seen.shape[1], seen.shape[0]))
            assert np.abs(np.asarray(small, float) - seen).mean() < 6.0


def test_a_raw_is_developed_to_what_its_jpeg_shows(folder: Path) -> None:
    path = next(folder.rglob("*.DNG"))
    with Image.open(path.with_suffix(".JPG")) as photo, rawpy.imread(str(path)) as raw:
        small = (photo.width // 8, photo.height // 8)
        seen = np.asarray(photo.convert("RGB").resize(small), float)
        developed = raw.postprocess(use_camera_wb=True, no_auto_bright=True, gamma=(2.2, 0))
        assert developed.shape[:2] == (photo.height, photo.width)
    made = np.asarray(Image.fromarray(developed).resize(small), float)
    assert np.abs(seen - made).mean() < 10.0


def test_a_film_is_seen_and_heard_for_as_long_as_it_is(folder: Path) -> None:
    (one,) = plan_films(plan_event(OPTIONS))
    path = folder / one.gallery.name / one.file_name
    assert read_frame(path).size == (640, 360)
    streams = read_streams(path)
    assert float(streams.duration_s) == pytest.approx(one.length_s, abs=1 / film.FRAMES_PER_S)
    assert (streams.rate, streams.sample_rate) == (film.FRAMES_PER_S, RATE)
    told = json.loads((folder / "truth-clips.json").read_text())
    assert told == to_builtins(film_truths([one]))


@pytest.mark.slow
def test_the_same_options_give_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    render_event(tmp_path / "again", OPTIONS)
    for path in (tmp_path / "again").rglob("*"):
        if path.is_file():
            assert path.read_bytes() == (folder / path.relative_to(tmp_path / "again")).read_bytes()


def test_without_the_extra_nothing_is_rendered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(film, "has_av", lambda: False)
    with pytest.raises(UsageError, match=r"coincide\[video\]"):
        render_event(tmp_path / "event", OPTIONS)
    assert not (tmp_path / "event").exists()
    check_beside(plan_event(replace(OPTIONS, n_films=0)))
