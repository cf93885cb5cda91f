import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from coincide.ingest import read_event
from coincide.media.imagedata import image_digest
from coincide.model import Position
from coincide_bench.mess.event import CAMERAS, PHONES, Shot
from coincide_bench.mess.files import exif_of, with_exif, write_case
from coincide_bench.mess.photos import Case, MessPhoto, device_name, named
from coincide_bench.wholeplan.words import Truth
from tests.photo_files import exif_bytes, write_photo

AT_S = 1_718_020_800.0  # 2024-06-10 12:00 by the clock on the wall


def photo(tmp_path: Path, **changes: object) -> MessPhoto:
    picture = tmp_path / "picture.jpg"
    if not picture.exists():
        write_photo(picture, seed=1, size=(900, 600), orientation=6)
    shot = Shot(picture, "a", Truth(AT_S, 7200, 2.0), scene_ev=9.0)
    made = MessPhoto(shot, "Anna", "Anna", PHONES[0], shot.truth, AT_S, AT_S)
    return replace(made, **changes)  # type: ignore[arg-type]


def test_other_tags_leave_the_picture_alone(tmp_path: Path) -> None:
    path = write_photo(tmp_path / "a.jpg", seed=1, orientation=6)
    data = path.read_bytes()
    other, bare = tmp_path / "b.jpg", tmp_path / "c.jpg"
    other.write_bytes(with_exif(data, exif_bytes("2001:01:01 00:00:00")))
    bare.write_bytes(with_exif(data, None))
    assert image_digest(other) == image_digest(path) == image_digest(bare)
    with Image.open(bare) as image:
        assert not image.getexif()


def test_tags_are_read_back_as_they_were_meant(tmp_path: Path) -> None:
    meant = photo(
        tmp_path,
        zone_s=7200,
        gps_s=AT_S - 7200 - 3.0,
        position=Position(-33.7151, 150.3112),
        gear=replace(CAMERAS[0], software="Ver. 2"),
    )
    write_case(Case((meant,)), tmp_path / "event", tmp_path, np.random.default_rng(0))
    (gallery,) = read_event([tmp_path / "event"]).galleries
    (found,) = gallery.photos
    assert found.recorded_time_s == AT_S
    assert found.zone_s == 7200
    assert found.gps_time_s == AT_S - 7200 - 3.0
    assert found.position is not None
    assert found.position.latitude_deg == pytest.approx(-33.7151, abs=1e-4)
    assert found.position.longitude_deg == pytest.approx(150.3112, abs=1e-4)
    assert (found.device.make, found.device.model) == ("NIKON CORPORATION", "NIKON D5300")
    assert (found.device.serial, found.device.software) == ("6012345", "Ver. 2")
    assert found.scene_ev == pytest.approx(9.0, abs=0.01)
    assert found.orientation == 6


def test_no_time_is_no_time(tmp_path: Path) -> None:
    meant = photo(tmp_path, told_s=None)
    data = meant.shot.picture.read_bytes()
    path = tmp_path / "event" / "Anna" / "x.jpg"
    path.parent.mkdir(parents=True)
    path.write_bytes(with_exif(data, exif_of(meant, data)))
    with Image.open(path) as image:
        assert 0x0132 not in image.getexif()


@pytest.mark.parametrize(
    ("recipe", "long_px"), [("messenger", 800), ("resized", 640), ("edited", 828)]
)
def test_what_is_passed_on_is_another_picture(tmp_path: Path, recipe: str, long_px: int) -> None:
    original = photo(tmp_path)
    copy = photo(tmp_path, recipe=recipe, copy_of=original, folder="Ben", name="c.jpg")
    folder, cache = tmp_path / "event", tmp_path / "cache"
    files = write_case(Case((original, copy)), folder, cache, np.random.default_rng(0))
    by_folder = {file.path.parts[0]: file for file in files}
    assert by_folder["Ben"].original == by_folder["Anna"].path
    with Image.open(io.BytesIO((folder / "Ben" / "c.jpg").read_bytes())) as image:
        assert max(image.size) == long_px
        assert image.size[0] < image.size[1]  # turned upright
    assert len(list((cache / "pictures").iterdir())) == 1


@pytest.mark.parametrize(
    ("gear", "name"),
    [
        (PHONES[0], "IMG_0042.JPG"),
        (PHONES[1], "20240610_120000.jpg"),
        (PHONES[2], "PXL_20240610_100000000.jpg"),
        (PHONES[3], "IMG_20240610_120000.jpg"),
        (CAMERAS[0], "DSC_0042.JPG"),
        (CAMERAS[1], "P1010042.JPG"),
    ],
)
def test_devices_name_photos_as_they_do(tmp_path: Path, gear: object, name: str) -> None:
    assert device_name(photo(tmp_path, gear=gear), 42) == name


def test_no_two_photos_have_one_name_and_numbers_go_by_true_time(tmp_path: Path) -> None:
    shots = [
        photo(
            tmp_path,
            shot=Shot(tmp_path / "picture.jpg", "a", Truth(AT_S + 60.0 * n, 7200)),
            gear=CAMERAS[0],
        )
        for n in (2, 0, 1)
    ]
    case = Case(tuple(shots), numbers={"Anna": 9998})
    placed = named(case, np.random.default_rng(0))
    names = [path.name for path, _ in placed]
    assert names == ["DSC_9999.JPG", "DSC_0001.JPG", "DSC_0002.JPG"]
    assert [one.at_s for _, one in placed] == sorted(one.at_s for _, one in placed)
    twins = Case((photo(tmp_path, name="x.jpg"), photo(tmp_path, name="x.jpg")))
    assert len({path for path, _ in named(twins, np.random.default_rng(0))}) == 2
