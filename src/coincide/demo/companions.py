"""Write what lies beside the photos that were rendered: RAW, films, forwarded copies."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

from coincide.demo.dng import dng_bytes
from coincide.demo.draw.people import Cast
from coincide.demo.film import check_films, write_film
from coincide.demo.filmplan import Film, plan_films
from coincide.demo.scene import cast_of
from coincide.demo.schedule.plan import DemoPlan, PlannedShot
from coincide.engine.local import Threads
from coincide.errors import UsageError
from coincide.model.times import to_datetime

CHAT = "Chat"  # the folder of forwarded copies
# of every so many forwarded photos, one whose photographer has kept no original
GONE_EVERY = 3


@dataclass(frozen=True, slots=True)
class Forwarded:
    """A copy sent through a messenger: smaller, without tags, named by the day it came."""

    gallery: str
    shot: PlannedShot
    file_name: str
    original_kept: bool


def plan_forwarded(plan: DemoPlan) -> tuple[Forwarded, ...]:
    """Return the forwarded copies, in the order they were sent: not that of their times."""
    rng = np.random.default_rng([plan.options.seed, 4])
    shots = [
        (gallery.name, shot)
        for gallery in plan.galleries
        for shot in gallery.shots
        if shot.moment is not None
    ]
    sent = rng.permutation(len(shots))[: plan.options.n_forwarded]
    if len(sent) < plan.options.n_forwarded:
        raise UsageError(
            f"only {len(shots)} photos are of moments, so {plan.options.n_forwarded} cannot be"
            " forwarded: ask for fewer, or for more photos"
        )
    return tuple(
        _forwarded(gallery, shot, nth + 1)
        for nth, (gallery, shot) in enumerate(shots[int(index)] for index in sent)
    )


def _forwarded(gallery: str, shot: PlannedShot, number: int) -> Forwarded:
    day = f"{to_datetime(shot.event_time_s):%Y%m%d}"
    return Forwarded(gallery, shot, f"IMG-{day}-WA{number:04d}.jpg", number % GONE_EVERY != 0)


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
    tasks += [partial(_forward, entry, directory) for entry in forwarded]
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
    for item in forwarded:
        if not item.original_kept:
            for path in _files_of_shot(directory / item.gallery / item.shot.file_name):
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
