"""The same picture more than once, and pictures that no camera took."""

import io
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath

import numpy as np
from PIL import Image, ImageDraw

from coincide.model.times import DAY_S, HOUR_S, MINUTE_S, to_datetime, to_exif_text
from coincide_bench.mess.base import Base, Gear
from coincide_bench.mess.kinds.kind import Kind, wrong_by_s
from coincide_bench.mess.photos import (
    Case,
    Drawn,
    MessPhoto,
    a_camera,
    a_phone,
    changed,
    clocks,
    shifted,
    start,
)
from coincide_bench.wholeplan.words import Told, Truth

N_COPIES = 15
# what WhatsApp's own folder is called
CHAT = "WhatsApp Images"


def copies_in_anothers_folder(base: Base, rng: np.random.Generator) -> Case:
    """Put some of Anna's photos into Ben's folder, too; same model, Ben an hour ahead."""
    photos = start(base, rng)
    anna, ben = _two(photos, rng)
    gear = replace(_gear(photos, anna), serial=None)
    photos = changed(photos, anna, lambda photo: replace(photo, gear=gear))
    photos = changed(photos, ben, lambda photo: _as(photo, gear))
    photos = shifted(photos, ben, HOUR_S)
    folder = next(photo.folder for photo in photos if photo.clock == ben)
    copies = [
        replace(photo, folder=folder, copy_of=photo) for photo in _some(photos, anna, N_COPIES, rng)
    ]
    return Case((*photos, *copies))


def edited_copies(base: Base, rng: np.random.Generator) -> Case:
    """Put resized and edited copies of one's photos into another's folder, which is minutes off.

    Both have one model, or the editor has left out which device it was.
    """
    photos = start(base, rng)
    owner, other = _two(photos, rng)
    gear = replace(_gear(photos, owner), serial=None)
    if rng.random() < 0.5:
        photos = changed(photos, owner, lambda photo: replace(photo, gear=gear))
        photos = changed(photos, other, lambda photo: _as(photo, gear))
    photos = shifted(photos, owner, wrong_by_s(rng, 5, 55, MINUTE_S))
    photos = changed(photos, owner, lambda photo: replace(photo, gps_s=None))
    bare = replace(gear, make="", model="", software=None)
    folder = next(photo.folder for photo in photos if photo.clock == owner)
    copies = [
        replace(
            photo,
            folder=folder,
            gear=photo.gear if photo.gear == gear else bare,
            copy_of=photo,
            recipe="edited" if number % 2 else "resized",
            name=f"copy {number + 1}.jpg",
        )
        for number, photo in enumerate(_some(photos, other, 2 * N_COPIES, rng))
    ]
    return Case((*photos, *copies))


def messenger_with_tags(base: Base, rng: np.random.Generator) -> Case:
    """Put copies that a messenger made smaller, tags kept, into a folder of their own."""
    photos = _camera_off(start(base, rng), rng)
    copies = [
        replace(photo, folder="Shared", recipe="messenger", copy_of=photo, name=f"{number:06d}.jpg")
        for number, photo in enumerate(_any(photos, N_COPIES, rng), start=104_217)
    ]
    return Case((*photos, *copies))


def messenger_without_tags(base: Base, rng: np.random.Generator) -> Case:
    """Put copies without any tag into a messenger's folder; a camera is off."""
    photos = _camera_off(start(base, rng), rng)
    return Case((*photos, *_forwarded(photos, _any(photos, N_COPIES, rng))))


def _forwarded(
    photos: Sequence[MessPhoto], sent: Sequence[MessPhoto], *, kept: bool = True
) -> list[MessPhoto]:
    last_s = max(photo.shot.truth.wall_s for photo in photos)
    day = f"{to_datetime(last_s):%Y%m%d}"
    return [
        replace(
            photo,
            folder=CHAT,
            clock=CHAT,
            name=f"IMG-{day}-WA{number:04d}.jpg",
            recipe="messenger",
            copy_of=photo if kept else None,
            exif=False,
            told_s=None,
            zone_s=None,
            gps_s=None,
        )
        for number, photo in enumerate(sent)
    ]


def scans_and_screenshots(base: Base, rng: np.random.Generator) -> Case:
    """Mix scans, screenshots and forwarded pictures of elsewhere into a phone's photos."""
    photos = _camera_off(start(base, rng), rng)
    phone = a_phone(photos, rng)
    folder = next(photo.folder for photo in photos if photo.clock == phone)
    mine = _some(photos, phone, 6, rng)
    drawn = {}
    for number, photo in enumerate(mine):
        wall_s = photo.shown_s + float(rng.integers(30, 600))
        path = PurePosixPath(folder) / f"Screenshot_{to_datetime(wall_s):%Y%m%d-%H%M%S}.png"
        zone_s = photo.shot.truth.zone_s
        drawn[path] = Drawn(_page(rng, "PNG"), Truth(wall_s, zone_s, 2.0), Told(wall_s))
        scanned_s = photo.shown_s + float(rng.integers(20, 400)) * DAY_S
        data = _page(rng, "JPEG", scanned_s)
        path = PurePosixPath(folder) / f"Scan_{number + 1:04d}.jpg"
        drawn[path] = Drawn(data, Truth(scanned_s, zone_s, 2.0), Told(scanned_s))
    guests = [
        replace(photos[0], shot=guest, truth=guest.truth, position=None)
        for guest in base.guests[:5]
    ]
    return Case((*photos, *_forwarded(photos, guests, kept=False)), drawn=drawn)


def takeout(base: Base, rng: np.random.Generator) -> Case:
    """Hand in a phone's photos as Google Takeout does: JSON beside them, some without tags."""
    photos = _camera_off(start(base, rng), rng)
    phone = a_phone(photos, rng)
    stripped = {id(photo) for photo in _some(photos, phone, 6, rng)}
    handed, beside = [], {}
    for number, photo in enumerate(photos):
        if photo.clock != phone:
            handed.append(photo)
            continue
        name = f"photo_{number:03d}.jpg"
        folder = f"{photo.folder}/Takeout/Google Fotos/Reise"
        beside[PurePosixPath(folder) / f"{name}.json"] = _takeout_json(photo, name)
        told_s = None if id(photo) in stripped else photo.told_s
        handed.append(
            replace(photo, folder=folder, name=name, told_s=told_s, exif=told_s is not None)
        )
    return Case(tuple(handed), beside)


def _takeout_json(photo: MessPhoto, name: str) -> bytes:
    taken = {"timestamp": str(int(photo.at_s)), "formatted": "by Google, in UTC"}
    return json.dumps({"title": name, "photoTakenTime": taken}, indent=2).encode()


# What they are made of


def _camera_off(photos: list[MessPhoto], rng: np.random.Generator) -> list[MessPhoto]:
    by_s = wrong_by_s(rng, 5 * 60, 9 * 3600)
    return shifted(photos, a_camera(photos, rng), by_s)


def _two(photos: Sequence[MessPhoto], rng: np.random.Generator) -> tuple[str, str]:
    """Return two clocks, phones where there are enough."""
    found = clocks(photos, phone=True)
    found = found if len(found) > 1 else clocks(photos)
    first, second = rng.permutation(found)[:2].tolist()
    return first, second


def _gear(photos: Sequence[MessPhoto], clock: str) -> Gear:
    return next(photo.gear for photo in photos if photo.clock == clock)


def _as(photo: MessPhoto, gear: Gear) -> MessPhoto:
    """Return a photo as if another device of that model had taken it."""
    zone_s = photo.shot.truth.zone_s if gear.zone_tags else None
    return replace(photo, gear=gear, zone_s=zone_s, gps_s=None)


def _some(
    photos: Sequence[MessPhoto], clock: str, n_most: int, rng: np.random.Generator
) -> list[MessPhoto]:
    return _any([photo for photo in photos if photo.clock == clock], n_most, rng)


def _any(photos: Sequence[MessPhoto], n_most: int, rng: np.random.Generator) -> list[MessPhoto]:
    chosen = sorted(rng.permutation(len(photos))[:n_most].tolist())
    return [photos[index] for index in chosen]


def _page(rng: np.random.Generator, format_: str, scanned_s: float | None = None) -> bytes:
    """Return a page of lines and boxes, as screens and scans have."""
    image = Image.new("RGB", (480, 800), tuple(int(c) for c in rng.integers(200, 256, 3)))
    draw = ImageDraw.Draw(image)
    for _ in range(30):
        x, y, width = (int(v) for v in rng.integers(0, (400, 760, 300)))
        colour = tuple(int(c) for c in rng.integers(0, 200, 3))
        draw.rectangle((x, y, x + width, y + 12), fill=colour)
    exif = Image.Exif()
    if scanned_s is not None:
        exif.update({0x010F: "Canon", 0x0110: "MG3600 series"})
        exif.get_ifd(0x8769)[0x9003] = to_exif_text(scanned_s)
    out = io.BytesIO()
    image.save(out, format_, **({"exif": exif} if scanned_s is not None else {}))
    return out.getvalue()


KINDS: tuple[Kind, ...] = (
    Kind("copies-of-another", "photos of one person lie in another's folder too, same model",
         copies_in_anothers_folder),
    Kind("edited-copies", "resized and edited copies lie in another's folder", edited_copies),
    Kind("messenger-tags", "a messenger's copies, made smaller, have kept their tags",
         messenger_with_tags),
    Kind("messenger-bare", "a messenger's copies have lost all their tags",
         messenger_without_tags),
    Kind("scans-screenshots", "scans, screenshots and forwards lie among the photos",
         scans_and_screenshots),
    Kind("takeout", "a phone's photos come from Google Takeout, with JSON beside them", takeout),
)  # fmt: skip
