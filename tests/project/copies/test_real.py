"""Copies of real photos are found, and bursts are none: a camera with many pairs of one second."""

import random
import shutil
from pathlib import Path

import pytest
from PIL import Image, ImageEnhance

from coincide.features.same import compare_files
from coincide.ingest import read_event
from coincide.model import Photo
from coincide.project.copies import find_copies
from tests.project.copies.test_find import no_look

SET = "annapurna_2017"


def smaller(image: Image.Image, scale: float) -> Image.Image:
    return image.resize((round(image.width * scale), round(image.height * scale)))


def cut(image: Image.Image) -> Image.Image:
    x, y = image.width // 40, image.height // 25
    return image.crop((x, y, x + image.width * 19 // 20, y + image.height * 19 // 20))


MADE = {
    "half": lambda image: smaller(image, 0.5),
    "sent": lambda image: smaller(image, 400 / max(image.size)),
    "quality": lambda image: image,
    "cut": cut,
    "lighter": lambda image: ImageEnhance.Brightness(image).enhance(1.15),
    "darker": lambda image: ImageEnhance.Brightness(image).enhance(0.85),
    "harder": lambda image: ImageEnhance.Contrast(image).enhance(1.15),
    "softer": lambda image: ImageEnhance.Contrast(image).enhance(0.85),
    "grey": lambda image: image.convert("L").convert("RGB"),
}


def write_copy(photo: Photo, how: str, folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / f"{how}.jpg"
    with Image.open(photo.file) as image:
        made = MADE[how](image.convert("RGB"))
        made.save(path, quality=60 if how == "quality" else 85, exif=image.info["exif"])
    return path


@pytest.mark.slow
def test_bursts_are_no_copies(shared: Path) -> None:
    event = read_event([shared / "datasets" / SET])
    assert find_copies(event, no_look, compare_files()) == {}


@pytest.mark.slow
def test_copies_of_every_kind_are_found(shared: Path, tmp_path: Path) -> None:
    event = tmp_path / "event"
    shutil.copytree(shared / "datasets" / SET, event)
    photos = list(read_event([event]).photos)
    chosen = random.Random(2).sample(photos, len(MADE))
    made = {
        write_copy(photo, how, event / "somebody"): photo
        for how, photo in zip(MADE, chosen, strict=True)
    }
    found = find_copies(read_event([event]), no_look, compare_files())
    assert set(found) == set(made)
    by_path = {photo.path: photo for photo in photos}
    # of two photos of one second either may be taken for the original: they are one clock's
    for copy, original in found.items():
        assert by_path[original].recorded_time_s == made[Path(str(copy))].recorded_time_s
