"""Steps that add files: the same picture once more, exports, and pictures that no camera took."""

import io
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath

import numpy as np
from PIL import Image, ImageDraw

from coincide.model.times import DAY_S, HOUR_S, MINUTE_S, to_datetime, to_exif_text
from coincide_bench.mess.photos import Drawn, MessPhoto
from coincide_bench.mess.trouble import (
    Scene,
    as_model,
    clocks,
    each,
    exactly,
    folder_of,
    of_clock,
    shift,
    some,
    with_,
    wrong,
)
from coincide_bench.wholeplan.words import Told, Truth

N_COPIES, N_SCANS, N_FORWARDED = 15, 6, 5
# what WhatsApp's own folder is called, and where Takeout puts photos
CHAT, ALBUM = "WhatsApp Images", "Takeout/Google Fotos/Reise"
EDITOR = "Adobe Photoshop Lightroom Classic 9.2 (Windows)"
# an export takes so long for each photo
EXPORT_S = 3.0


def _adding(scene: Scene, photos: Sequence[MessPhoto]) -> Scene:
    return replace(scene, photos=(*scene.photos, *photos))


def two_clocks(scene: Scene) -> Scene:
    """Choose two clocks, phones where there are enough."""
    found = clocks(scene.photos, phone=True)
    found = found if len(found) > 1 else clocks(scene.photos)
    first, second = scene.rng.permutation(found)[:2].tolist()
    return replace(scene, clock=first, other=second)


def _of_one_model(scene: Scene) -> Scene:
    """Give the second of two clocks a device of the first's model, neither with a number."""
    gear = replace(scene.mine[0].gear, serial=None)
    photos = tuple(
        as_model(photo, gear) if photo.clock == scene.other else photo
        for photo in each(with_(gear=gear))(scene).photos
    )
    return replace(scene, photos=photos)


def in_anothers_folder(scene: Scene) -> Scene:
    """Put some photos into the other's folder too, whose clock is an hour ahead; same model."""
    anna, ben = scene.clock, scene.other
    scene = shift(exactly(HOUR_S)(replace(_of_one_model(scene), clock=ben)))
    folder = folder_of(scene.photos, ben)
    chosen = some(of_clock(scene.photos, anna), N_COPIES, scene.rng)
    return _adding(scene, [replace(photo, folder=folder, copy_of=photo) for photo in chosen])


def edited(scene: Scene) -> Scene:
    """Put resized and edited copies of the other's photos into the folder of a clock minutes off.

    Both have one model, or the editor has left out which device it was.
    """
    gear = replace(scene.mine[0].gear, serial=None)
    if scene.rng.random() < 0.5:
        scene = _of_one_model(scene)
    scene = each(with_(gps_s=None))(shift(wrong(5, 55, MINUTE_S)(scene)))
    bare = replace(gear, make="", model="", software=None)
    folder = folder_of(scene.photos, scene.clock)
    chosen = some(of_clock(scene.photos, scene.other), 2 * N_COPIES, scene.rng)
    return _adding(
        scene,
        [
            replace(
                photo,
                folder=folder,
                gear=photo.gear if photo.gear == gear else bare,
                copy_of=photo,
                recipe="edited" if number % 2 else "resized",
                name=f"copy {number + 1}.jpg",
            )
            for number, photo in enumerate(chosen)
        ],
    )


def exported(scene: Scene) -> Scene:
    """Let an editor have exported the clock's photos with the date of the export."""
    began_s = _export_began_s(scene)
    photos = [
        replace(
            photo,
            told_s=began_s + EXPORT_S * number,
            software=EDITOR,
            name=f"{photo.clock}-{number + 1}.jpg",
            gps_s=None,
        )
        for number, photo in enumerate(sorted(scene.mine, key=lambda photo: photo.at_s))
    ]
    others = [photo for photo in scene.photos if photo.clock != scene.clock]
    return replace(scene, photos=(*others, *photos))


def exported_beside(scene: Scene) -> Scene:
    """Let an editor have exported some photos with the export's date, originals still there."""
    mine = sorted(scene.mine, key=lambda photo: photo.at_s)
    began_s = _export_began_s(scene)
    return _adding(
        scene,
        [
            replace(
                photo,
                clock=f"{scene.clock}, exported",
                told_s=began_s + EXPORT_S * number,
                software=EDITOR,
                folder=f"{photo.folder}/export",
                name=f"best-{number + 1}.jpg",
                recipe="edited",
                copy_of=photo,
                gps_s=None,
            )
            for number, photo in enumerate(some(mine, max(3, len(mine) // 3), scene.rng))
        ],
    )


def _export_began_s(scene: Scene) -> float:
    last_s = max(photo.shown_s for photo in scene.photos)
    return last_s + float(scene.rng.integers(1, 40)) * DAY_S


def shared(scene: Scene) -> Scene:
    """Put copies that a messenger made smaller, tags kept, into a folder of their own."""
    chosen = enumerate(some(scene.photos, N_COPIES, scene.rng), start=104_217)
    return _adding(
        scene,
        [
            replace(
                photo,
                folder="Shared",
                recipe="messenger",
                copy_of=photo,
                name=f"{number:06d}.jpg",
            )
            for number, photo in chosen
        ],
    )


def forwarded(scene: Scene) -> Scene:
    """Put copies without any tag into a messenger's folder."""
    chosen = some(scene.photos, N_COPIES, scene.rng)
    return _adding(scene, _forwarded(scene, chosen, kept=True))


def _forwarded(scene: Scene, sent: Sequence[MessPhoto], *, kept: bool) -> list[MessPhoto]:
    day = f"{to_datetime(max(photo.shot.truth.wall_s for photo in scene.photos)):%Y%m%d}"
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


def scans_and_screenshots(scene: Scene) -> Scene:
    """Mix scans, screenshots and forwarded pictures of elsewhere into a phone's photos."""
    rng, folder = scene.rng, folder_of(scene.photos, scene.clock)
    drawn = {}
    for number, photo in enumerate(some(scene.mine, N_SCANS, rng)):
        wall_s = photo.shown_s + float(rng.integers(30, 600))
        path = PurePosixPath(folder) / f"Screenshot_{to_datetime(wall_s):%Y%m%d-%H%M%S}.png"
        zone_s = photo.shot.truth.zone_s
        drawn[path] = Drawn(_page(rng, "PNG"), Truth(wall_s, zone_s, 2.0), Told(wall_s))
        scanned_s = photo.shown_s + float(rng.integers(20, 400)) * DAY_S
        data = _page(rng, "JPEG", scanned_s)
        path = PurePosixPath(folder) / f"Scan_{number + 1:04d}.jpg"
        drawn[path] = Drawn(data, Truth(scanned_s, zone_s, 2.0), Told(scanned_s))
    guests = [
        replace(scene.photos[0], shot=guest, truth=guest.truth, position=None)
        for guest in scene.base.guests[:N_FORWARDED]
    ]
    return _adding(replace(scene, drawn=drawn), _forwarded(scene, guests, kept=False))


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


def takeout(scene: Scene) -> Scene:
    """Hand in a phone's photos as Google Takeout does: JSON beside them, some without tags."""
    stripped = {id(photo) for photo in some(scene.mine, N_SCANS, scene.rng)}
    handed, beside = [], {}
    for number, photo in enumerate(scene.photos):
        if photo.clock != scene.clock:
            handed.append(photo)
            continue
        name, folder = f"photo_{number:03d}.jpg", f"{photo.folder}/{ALBUM}"
        beside[PurePosixPath(folder) / f"{name}.json"] = _takeout_json(photo, name)
        told_s = None if id(photo) in stripped else photo.told_s
        handed.append(
            replace(photo, folder=folder, name=name, told_s=told_s, exif=told_s is not None)
        )
    return replace(scene, photos=tuple(handed), beside=beside)


def _takeout_json(photo: MessPhoto, name: str) -> bytes:
    taken = {"timestamp": str(int(photo.at_s)), "formatted": "by Google, in UTC"}
    return json.dumps({"title": name, "photoTakenTime": taken}, indent=2).encode()
