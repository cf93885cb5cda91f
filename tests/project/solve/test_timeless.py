"""Photos without a time: forwarded copies, look-alikes, and those of which nobody knows."""

import io
import shutil
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from coincide.project import (
    Project,
    load_event,
    sync,
)
from coincide.project.options import SyncOptions
from coincide.solver.options import Method
from tests.photo_files import exif_bytes


def scene(number: int, seed: int = 0) -> Image.Image:
    """Return a picture of one of many places, seen a little differently by each seed."""
    rng = np.random.default_rng(number)
    coarse = rng.integers(0, 255, (6, 8, 3)).astype(np.float64)
    fine = rng.normal(0, 25, (24, 32, 3))
    whole = np.asarray(Image.fromarray(coarse.astype(np.uint8)).resize((32, 24)), np.float64)
    moved = np.random.default_rng([number, seed]).normal(0, 25, (24, 32, 3)) if seed else fine
    pixels = np.clip(whole + moved, 0, 255).astype(np.uint8)
    return Image.fromarray(pixels).resize((640, 480), Image.Resampling.BICUBIC)


def write_event(folder: Path, n_photos: int = 12) -> Path:
    for number, person in enumerate(("ann", "bob")):
        (folder / person).mkdir(parents=True)
        for n in range(n_photos):
            moment = f"2024:05:04 {10 + n:02d}:00:00"
            exif = exif_bytes(moment, make="Maker", model=f"M{number}")
            scene(n, seed=1 + number).save(folder / person / f"IMG_{n:04d}.jpg", exif=exif)
    return folder


def forward(source: Path, target: Path, *, cut: bool = False) -> Path:
    """Write a photo as a messenger passes it on: small, compressed again, without tags."""
    with Image.open(source) as image:
        picture = image.convert("RGB")
    if cut:
        picture = picture.crop((20, 10, 620, 470))
    small = picture.resize((400, 300), Image.Resampling.BILINEAR)
    small.save(target, quality=65)
    return target


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_event(tmp_path_factory.mktemp("timeless") / "party")
    forward(folder / "ann" / "IMG_0003.jpg", folder / "bob" / "IMG-20240504-WA0001.jpg")
    forward(folder / "bob" / "IMG_0007.jpg", folder / "ann" / "cut.jpg", cut=True)
    scene(5, seed=9).save(folder / "bob" / "looks like five.jpg")
    noise = np.random.default_rng(0).integers(0, 255, (480, 640, 3), dtype=np.uint8)
    Image.fromarray(noise).save(folder / "bob" / "like nothing.jpg")
    return folder


@pytest.mark.parametrize("method", ["joint", "paper"])
def test_copies_and_look_alikes_find_their_place(folder: Path, method: Method) -> None:
    result = sync(load_event(folder), SyncOptions(method=method))
    assert len(result.event.timeless) == 4
    guesses = {guess.photo.path.name: guess for guess in result.timeline.guesses}
    copy, cut = guesses["IMG-20240504-WA0001.jpg"], guesses["cut.jpg"]
    assert (copy.kind, copy.like.name, copy.like.parent.name) == ("copy", "IMG_0003.jpg", "ann")
    assert (cut.kind, cut.like.name, cut.like.parent.name) == ("copy", "IMG_0007.jpg", "bob")
    times_s = {entry.photo.path: entry.event_time_s for entry in result.timeline}
    assert copy.event_time_s == times_s[copy.like]
    assert "like nothing.jpg" not in guesses
    assert "timeless" in result.seconds
    look = guesses.get("looks like five.jpg")
    assert look is None or look.kind == "look"


def test_guesses_are_kept_with_the_result(folder: Path, tmp_path: Path) -> None:
    event = load_event(folder)
    result = sync(event)
    Project.at(folder, project=tmp_path / "kept").sync()
    kept = Project.at(folder, project=tmp_path / "kept").holding()
    assert kept.timeline == result.timeline
    again = sync(event)
    assert again.guesses == result.guesses
    assert again.n_embedded == 0


def test_guesses_stay_when_the_event_is_moved(folder: Path, tmp_path: Path) -> None:
    party = Path(shutil.copytree(folder, tmp_path / "party"))
    result = Project.at(party).sync().solution
    moved = load_event(party.rename(tmp_path / "elsewhere"))
    guesses = Project.at(tmp_path / "elsewhere").holding().timeline.guesses
    assert len(guesses) == len(result.guesses) > 1
    assert {guess.photo for guess in guesses} <= set(moved.timeless)
    assert [one.event_time_s for one in guesses] == [one.event_time_s for one in result.guesses]


def test_a_photo_without_a_time_changes_no_offset(folder: Path, tmp_path: Path) -> None:
    plain = write_event(tmp_path / "plain")
    assert sync(load_event(plain)).offsets == sync(load_event(folder)).offsets
    assert sync(load_event(plain)).guesses == ()


def test_what_cannot_be_decoded_has_no_place(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = write_event(tmp_path / "party", n_photos=4)
    victim = forward(folder / "ann" / "IMG_0001.jpg", folder / "bob" / "sent.jpg")
    event = load_event(folder)
    data = victim.read_bytes()
    victim.write_bytes(data[: data.index(b"\xff\xda") + 20])  # cut after the event was read
    assert sync(event).guesses == ()
    assert "sent.jpg cannot be placed on the timeline" in caplog.text


def test_two_moments_that_are_the_same_picture_are_not_told_apart(tmp_path: Path) -> None:
    """A camera on a tripod: the same view for hours, so a copy may be of any of them."""
    folder = tmp_path / "party"
    for number, person in enumerate(("ann", "bob")):
        (folder / person).mkdir(parents=True)
        for n in range(4):
            exif = exif_bytes(f"2024:05:04 {10 + n}:00:00", make="Maker", model=f"M{number}")
            data = io.BytesIO()
            scene(1).save(data, "JPEG", exif=exif, quality=80 + n + 10 * number)
            (folder / person / f"IMG_{n:04d}.jpg").write_bytes(data.getvalue())
    forward(folder / "ann" / "IMG_0000.jpg", folder / "bob" / "sent.jpg")
    assert [guess.kind for guess in sync(load_event(folder)).guesses] != ["copy"]
