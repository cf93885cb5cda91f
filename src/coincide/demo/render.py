"""Render the plan of an event to files."""

import json
import os
from collections import defaultdict
from collections.abc import Iterator, Mapping
from concurrent.futures import as_completed
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from msgspec import to_builtins
from PIL import Image

from coincide.demo.companions import check_beside, write_beside
from coincide.demo.draw.canvas import Canvas, new_canvas
from coincide.demo.draw.people import Cast
from coincide.demo.draw.scenery import HEIGHT, WIDTH
from coincide.demo.exif import make_exif
from coincide.demo.filmplan import film_truths, plan_films
from coincide.demo.places.details import paint_detail
from coincide.demo.scene import (
    LIGHT_STEP_S,
    cast_of,
    draw_moment,
    light_of,
    paint_backdrop,
    photograph,
    unit_of,
)
from coincide.demo.schedule.cameras import develop
from coincide.demo.schedule.options import DemoOptions
from coincide.demo.schedule.plan import DemoPlan, Orientation, PhotographerPlan, PlannedShot
from coincide.demo.schedule.script import plan_event
from coincide.engine.local import Threads
from coincide.errors import UsageError
from coincide.model.progress import Progress

# the stored pixels of a photo that a viewer turns upright by its tag
_STORE = {6: Image.Transpose.ROTATE_90, 8: Image.Transpose.ROTATE_270}


@dataclass(frozen=True, slots=True)
class _Task:
    """Photos that share one backdrop, or one private photo alone."""

    plan: DemoPlan
    cast: Cast
    directory: Path
    shots: tuple[tuple[PhotographerPlan, PlannedShot], ...]


def render_event(
    directory: Path, options: DemoOptions = DemoOptions(), *, progress: Progress | None = None
) -> dict[str, float]:
    """Render an event into a new or empty directory; return the offset_s of each gallery.

    Writes ``directory/<gallery>/<photo>`` and ``directory/truth.json``, and of films
    ``directory/truth-clips.json``. The same options give the same bytes. ``progress`` is
    told photos done and photos in all.
    """
    plan = plan_event(options)
    check_beside(plan)
    _check_empty(directory)
    for gallery in plan.galleries:
        (directory / gallery.name).mkdir(parents=True)
    done = 0
    # threads, not processes: most of the work leaves Python, and they start safely anywhere
    with Threads(max_workers=os.cpu_count()) as pool:
        for future in as_completed(
            [pool.submit(_render, task) for task in _tasks(plan, directory)]
        ):
            done += future.result()
            if progress is not None:
                progress(done, options.n_photos)
    write_beside(plan, directory)
    _write_truth(directory / "truth.json", to_builtins(plan.truth))
    films = film_truths(plan_films(plan))
    if films:
        _write_truth(directory / "truth-clips.json", to_builtins(films))
    return plan.offsets_s


def _write_truth(path: Path, truth: Mapping[str, object]) -> None:
    text = json.dumps(truth, indent=2, sort_keys=True)
    path.write_text(text + "\n", encoding="utf-8")


def _check_empty(directory: Path) -> None:
    if directory.exists() and not directory.is_dir():
        raise UsageError(f"{directory} is a file: name a new or empty directory")
    if directory.is_dir() and any(directory.iterdir()):
        raise UsageError(f"{directory} is not empty: name a new directory, or empty this one")


def _tasks(plan: DemoPlan, directory: Path) -> Iterator[_Task]:
    cast = cast_of(plan)
    groups: dict[tuple[object, ...], list[tuple[PhotographerPlan, PlannedShot]]] = defaultdict(list)
    for gallery in plan.galleries:
        for shot in gallery.shots:
            step = (shot.moment, shot.event_time_s // LIGHT_STEP_S)
            groups[(gallery.name, shot.file_name) if shot.moment is None else step].append(
                (gallery, shot)
            )
    for shots in groups.values():
        yield _Task(plan, cast, directory, tuple(shots))


def _render(task: _Task) -> int:
    """Render the photos of a task; return how many."""
    if task.shots[0][1].moment is None:
        for gallery, shot in task.shots:
            _write(task, gallery, shot, _draw_private(task, shot))
    else:
        backdrop = paint_backdrop(task.plan, task.shots[0][1])
        for gallery, shot in task.shots:
            _write(task, gallery, shot, draw_moment(task.plan, task.cast, shot, backdrop))
    return len(task.shots)


def _draw_private(task: _Task, shot: PlannedShot) -> Canvas:
    canvas = new_canvas(WIDTH, HEIGHT, unit_of(task.plan))
    rng = np.random.default_rng([shot.seed, 0])
    light = light_of(shot)
    paint_detail(canvas, light, rng, task.cast, shot.subject or "")
    return canvas


def _write(task: _Task, gallery: PhotographerPlan, shot: PlannedShot, canvas: Canvas) -> None:
    camera = gallery.camera
    light = light_of(shot)
    width, height = camera.size_px
    size_px = (width, height) if shot.orientation == 1 else (height, width)
    picture = photograph(task.plan, canvas, shot.view, size_px)
    rng = np.random.default_rng([shot.seed, 1])
    photo = to_stored(develop(picture, camera.look, rng, dark=light.dark), shot.orientation)
    exif = make_exif(camera, shot, light, offset_s=gallery.offset_s)
    path = task.directory / gallery.name / shot.file_name
    photo.save(path, "JPEG", quality=camera.quality, exif=exif)


def to_stored(upright: Image.Image, orientation: Orientation) -> Image.Image:
    """Return the pixels as stored, which a viewer turns upright by the orientation tag."""
    return upright if orientation == 1 else upright.transpose(_STORE[orientation])
