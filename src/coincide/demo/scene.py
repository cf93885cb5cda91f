"""Draw what is to be seen at a moment: the place in its light, and what people do there."""

from dataclasses import dataclass

import numpy as np
from PIL import Image

from coincide.demo.draw.canvas import Canvas, copy_canvas, new_canvas
from coincide.demo.draw.light import Light, indoors, light_at
from coincide.demo.draw.people import Cast, draw_cast
from coincide.demo.draw.scenery import FINEST, HEIGHT, WIDTH, take
from coincide.demo.draw.stage import Lamp, Stage, light_up
from coincide.demo.places import PLACES
from coincide.demo.schedule.plan import DemoPlan, PlannedShot, View

# pixels of a panorama per unit, at a scale of 1: more than any camera resolves, so that edges
# come out smooth
_UNIT = 1.4
# backdrops are painted anew this often: the light changes no faster
LIGHT_STEP_S = 300.0


@dataclass(frozen=True)
class Backdrop:
    """A place without people, as it looks for some minutes; and its lamps."""

    canvas: Canvas
    lamps: tuple[Lamp, ...]


def cast_of(plan: DemoPlan) -> Cast:
    """Return the people of an event."""
    return draw_cast(np.random.default_rng([plan.options.seed, 2]))


def unit_of(plan: DemoPlan) -> float:
    """Return the pixels of a panorama per unit."""
    return _UNIT * plan.options.scale


def light_of(shot: PlannedShot) -> Light:
    """Return the light that a photo is taken in."""
    return _light(shot, shot.event_time_s)


def _light(shot: PlannedShot, time_s: float) -> Light:
    light = light_at(time_s)
    return indoors(light) if shot.moment and PLACES[shot.place].inside else light


def paint_backdrop(plan: DemoPlan, shot: PlannedShot) -> Backdrop:
    """Paint the place of a photo of a moment, without the people."""
    place = PLACES[shot.place]
    light = _light(shot, (shot.event_time_s // LIGHT_STEP_S + 0.5) * LIGHT_STEP_S)
    canvas = new_canvas(WIDTH, HEIGHT, unit_of(plan))
    # the same numbers at every hour: the same trees, the same stones
    rng = np.random.default_rng([plan.options.seed, 3, sorted(PLACES).index(shot.place)])
    place.paint(canvas, light, rng)
    lamps = place.lamps(light)
    light_up(canvas, light, lamps)
    return Backdrop(canvas, lamps)


def draw_moment(plan: DemoPlan, cast: Cast, shot: PlannedShot, backdrop: Backdrop) -> Canvas:
    """Draw a moment as it is when a photo of it is taken."""
    moment = next(moment for moment in plan.moments if moment.key == shot.moment)
    canvas = copy_canvas(backdrop.canvas)
    stage = Stage(
        canvas=canvas,
        light=light_of(shot),
        lamps=backdrop.lamps,
        cast=cast,
        since_s=shot.event_time_s - moment.start_s,
        stand=shot.view.stand,
    )
    PLACES[moment.place].acts[moment.key](stage)
    return canvas


def photograph(plan: DemoPlan, canvas: Canvas, view: View, size_px: tuple[int, int]) -> Image.Image:
    """Return the upright picture of a view; small events save the step that smooths edges."""
    finest = max(1.0, FINEST * plan.options.scale)
    return take(canvas.image, view, size_px, unit=unit_of(plan), finest=finest)
