"""Render the plan of an event to files."""

import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from coincide.demo.canvas import Canvas, copy_canvas, new_canvas
from coincide.demo.exif import make_exif
from coincide.demo.handed import check_beside, write_beside
from coincide.demo.lens import take
from coincide.demo.light import Light, indoors, light_at
from coincide.demo.options import DemoOptions
from coincide.demo.people import Cast, draw_cast
from coincide.demo.places import PLACES
from coincide.demo.places.details import paint_detail
from coincide.demo.plan import DemoPlan, GalleryPlan, Orientation, Shot
from coincide.demo.scenery import HEIGHT, WIDTH
from coincide.demo.script import plan_event
from coincide.demo.sensor import develop
from coincide.demo.stage import Lamp, Stage, light_up
from coincide.errors import UsageError

# pixels of a panorama per unit: more than any camera resolves, so that edges come out smooth
UNIT = 1.4
# backdrops are painted anew this often: the light changes no faster
LIGHT_STEP_S = 300.0

Progress = Callable[[int, int], None]
# the stored pixels of a photo that a viewer turns upright by its tag
_STORE = {6: Image.Transpose.ROTATE_90, 8: Image.Transpose.ROTATE_270}


@dataclass(frozen=True, slots=True)
class _Task:
    """Photos that share one backdrop, or one private photo alone."""

    plan: DemoPlan
    cast: Cast
    directory: Path
    shots: tuple[tuple[GalleryPlan, Shot], ...]


def render_event(
    directory: Path, options: DemoOptions = DemoOptions(), *, progress: Progress | None = None
) -> dict[str, float]:
    """Render an event into a new or empty directory; return the offset_s of each gallery.

    Writes ``directory/<gallery>/<photo>`` and ``directory/truth.json``. The same
    options give the same bytes. ``progress`` is told photos done and photos in all.
    """
    plan = plan_event(options)
    check_beside(plan)
    _check_empty(directory)
    for gallery in plan.galleries:
        (directory / gallery.name).mkdir(parents=True)
    done = 0
    # threads, not processes: most of the work leaves Python, and they start safely anywhere
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        for future in as_completed(
            [pool.submit(_render, task) for task in _tasks(plan, directory)]
        ):
            done += future.result()
            if progress is not None:
                progress(done, options.n_photos)
    write_beside(plan, directory)
    truth = json.dumps(plan.truth, indent=2, sort_keys=True)
    (directory / "truth.json").write_text(truth + "\n", encoding="utf-8")
    return plan.truth


def _check_empty(directory: Path) -> None:
    if directory.exists() and not directory.is_dir():
        raise UsageError(f"{directory} is a file: name a new or empty directory")
    if directory.is_dir() and any(directory.iterdir()):
        raise UsageError(f"{directory} is not empty: name a new directory, or empty this one")


def _tasks(plan: DemoPlan, directory: Path) -> Iterator[_Task]:
    cast = draw_cast(np.random.default_rng([plan.options.seed, 2]))
    groups: dict[tuple[object, ...], list[tuple[GalleryPlan, Shot]]] = defaultdict(list)
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
        backdrop, lamps = _paint_backdrop(task.plan, task.shots[0][1])
        for gallery, shot in task.shots:
            _write(task, gallery, shot, _draw_moment(task, shot, backdrop, lamps))
    return len(task.shots)


def _light(shot: Shot, time_s: float) -> Light:
    light = light_at(time_s)
    return indoors(light) if shot.moment and PLACES[shot.place].inside else light


def _paint_backdrop(plan: DemoPlan, shot: Shot) -> tuple[Canvas, tuple[Lamp, ...]]:
    place = PLACES[shot.place]
    light = _light(shot, (shot.event_time_s // LIGHT_STEP_S + 0.5) * LIGHT_STEP_S)
    canvas = new_canvas(WIDTH, HEIGHT, UNIT)
    # the same numbers at every hour: the same trees, the same stones
    rng = np.random.default_rng([plan.options.seed, 3, sorted(PLACES).index(shot.place)])
    place.paint(canvas, light, rng)
    lamps = place.lamps(light)
    light_up(canvas, light, lamps)
    return canvas, lamps


def _draw_moment(task: _Task, shot: Shot, backdrop: Canvas, lamps: tuple[Lamp, ...]) -> Canvas:
    moment = next(moment for moment in task.plan.moments if moment.key == shot.moment)
    canvas = copy_canvas(backdrop)
    stage = Stage(
        canvas=canvas,
        light=_light(shot, shot.event_time_s),
        lamps=lamps,
        cast=task.cast,
        since_s=shot.event_time_s - moment.start_s,
        stand=shot.view.stand,
    )
    PLACES[moment.place].acts[moment.key](stage)
    return canvas


def _draw_private(task: _Task, shot: Shot) -> Canvas:
    canvas = new_canvas(WIDTH, HEIGHT, UNIT)
    rng = np.random.default_rng([shot.seed, 0])
    light = _light(shot, shot.event_time_s)
    paint_detail(canvas, light, rng, task.cast, shot.subject or "")
    return canvas


def _write(task: _Task, gallery: GalleryPlan, shot: Shot, canvas: Canvas) -> None:
    camera = gallery.camera
    light = _light(shot, shot.event_time_s)
    width, height = camera.size_px
    size_px = (width, height) if shot.orientation == 1 else (height, width)
    picture = take(canvas.image, shot.view, size_px, unit=UNIT)
    rng = np.random.default_rng([shot.seed, 1])
    photo = to_stored(develop(picture, camera.look, rng, dark=light.dark), shot.orientation)
    exif = make_exif(camera, shot, light, offset_s=gallery.offset_s)
    path = task.directory / gallery.name / shot.file_name
    photo.save(path, "JPEG", quality=camera.quality, exif=exif)


def to_stored(upright: Image.Image, orientation: Orientation) -> Image.Image:
    """Return the pixels as stored, which a viewer turns upright by the orientation tag."""
    return upright if orientation == 1 else upright.transpose(_STORE[orientation])
