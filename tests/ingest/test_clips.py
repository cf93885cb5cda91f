from pathlib import Path

from coincide.ingest.photos import show_shots
from coincide.ingest.shots import group_shots
from coincide.media.file import MediaFile, TakenTime, media_file
from coincide.model import Clip, HeaderReading, Photo
from tests.ingest.media import NOON, file

ENDED = (
    HeaderReading("end", "utc", NOON, -0.16),
    HeaderReading("start", "utc", NOON + 40.0, -2.0),
)
FILMED = {"duration_s": 40.0, "sound": True, "readings": ENDED, "time_from": "video"}


def photos(*files: MediaFile) -> tuple[Photo, ...]:
    return show_shots(group_shots(files), {}, "anna").photos


def test_a_video_is_a_clip_and_a_photo_is_none() -> None:
    film, photo = photos(file("a/CLIP.MP4", **FILMED), file("a/IMG_1.JPG"))
    assert film.clip == Clip(40.0, sound=True, readings=ENDED)
    assert photo.clip is None


def test_the_likeliest_reading_is_the_photos_time() -> None:
    (film,) = photos(file("a/CLIP.MP4", **FILMED))
    assert film.clip is not None
    assert film.clip.readings[0].start_s == film.recorded_time_s


def test_a_live_photos_film_moves_with_its_still_and_is_no_clip() -> None:
    film = file("a/IMG_1.MOV", NOON + 1.0, **(FILMED | {"duration_s": 2.8, "clock": "utc"}))
    (still,) = photos(film, file("a/IMG_1.HEIC"))
    assert still.clip is None
    assert [(one.path.name, one.role) for one in still.companions] == [("IMG_1.MOV", "live")]


def test_a_motion_photos_film_beside_it_moves_with_it() -> None:
    names = ("PXL_20240504_120000123.MP.jpg", "PXL_20240504_120000123.MP.mp4")
    film = file(names[1], NOON, **(FILMED | {"duration_s": 1.5, "clock": "utc"}))
    (still,) = photos(file(names[0]), film)
    assert still.clip is None
    assert [(one.path.name, one.role) for one in still.companions] == [(names[1], "live")]


def test_a_film_longer_than_a_live_photos_stands_for_itself() -> None:
    found = photos(file("a/IMG_1.MOV", **FILMED), file("a/IMG_1.HEIC"))
    assert {photo.path.suffix: photo.clip is not None for photo in found} == {
        ".MOV": True,
        ".HEIC": False,
    }


def test_whoever_corrected_a_clip_told_its_start() -> None:
    made = file("a/CLIP.MP4", **FILMED)
    corrected = media_file(Path("a/CLIP.MP4"), made.record, TakenTime(NOON + 60.0, None, "sidecar"))
    assert corrected is not None
    (film,) = photos(corrected)
    assert film.clip is not None
    assert film.clip.readings == (HeaderReading("start", "local", NOON + 60.0, 0.0),)
