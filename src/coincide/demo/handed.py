"""Write what lies beside the photos that were rendered: RAW, films, forwarded copies."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PIL import Image, ImageOps

from coincide.demo.beside import CHAT, Forwarded, plan_forwarded
from coincide.demo.dng import dng_bytes
from coincide.demo.film import check_films, write_film
from coincide.demo.filming import Film, plan_films
from coincide.demo.people import Cast
from coincide.demo.plan import DemoPlan
from coincide.demo.scene import cast_of
from coincide.engine.threads import Threads

# what a messenger makes of a photo
FORWARDED_PX, FORWARDED_QUALITY = 800, 70


def check_beside(plan: DemoPlan) -> None:
    """Raise UsageError, before anything is rendered, for what cannot be made of this plan."""
    if plan_films(plan):
        check_films()
    plan_forwarded(plan)


def write_beside(plan: DemoPlan, directory: Path) -> None:
    """Write the RAW photos, films and forwarded copies; take away originals not kept."""
    forwarded = plan_forwarded(plan)
    cast = cast_of(plan)
    tasks: list[Callable[[], None]] = [
        partial(_write_film, film, plan, cast, directory) for film in plan_films(plan)
    ]
    tasks += [partial(_forward, one, directory) for one in forwarded]
    if plan.options.raw:
        tasks += [
            partial(_write_raw, directory / gallery.name / shot.file_name)
            for gallery in plan.galleries
            if not gallery.camera.phone
            for shot in gallery.shots
        ]
    if forwarded:
        (directory / CHAT).mkdir()
    with Threads(max_workers=os.cpu_count()) as pool:
        for future in [pool.submit(task) for task in tasks]:
            future.result()
    for one in forwarded:
        if not one.original_kept:
            for path in _files_of_shot(directory / one.gallery / one.shot.file_name):
                path.unlink()


def _files_of_shot(jpeg: Path) -> list[Path]:
    raw = _raw_beside(jpeg)
    return [jpeg, raw] if raw.exists() else [jpeg]


def _raw_beside(jpeg: Path) -> Path:
    return jpeg.with_suffix(".DNG")


def _write_raw(jpeg: Path) -> None:
    with Image.open(jpeg) as photo:
        _raw_beside(jpeg).write_bytes(dng_bytes(photo, photo.getexif()))


def _write_film(film: Film, plan: DemoPlan, cast: Cast, directory: Path) -> None:
    write_film(directory / film.gallery.name / film.file_name, plan, cast, film)


def _forward(one: Forwarded, directory: Path) -> None:
    with Image.open(directory / one.gallery / one.shot.file_name) as photo:
        copy = ImageOps.exif_transpose(photo)
    copy.thumbnail((FORWARDED_PX, FORWARDED_PX))
    # an empty block, or Pillow would hand the tags on
    copy.save(directory / CHAT / one.file_name, "JPEG", quality=FORWARDED_QUALITY, exif=b"")
