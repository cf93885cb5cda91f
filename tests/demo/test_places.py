"""Places and acts: the same place by another light, the same moment from another spot."""

import numpy as np
import pytest
from PIL import Image

from coincide.demo.draw.canvas import Canvas, copy_canvas, new_canvas
from coincide.demo.draw.light import indoors, light_at
from coincide.demo.draw.people import draw_cast
from coincide.demo.draw.scenery import HEIGHT, WIDTH
from coincide.demo.draw.stage import Stage, light_up
from coincide.demo.places import PLACES
from coincide.demo.places.details import SUBJECTS, paint_detail
from coincide.demo.schedule.photographers import SUBJECTS as PLANNED_SUBJECTS
from coincide.demo.schedule.programme import PROGRAMME, ProgrammeMoment

UNIT = 0.2
CAST = draw_cast(np.random.default_rng(1))


def backdrop(moment: ProgrammeMoment) -> Canvas:
    place = PLACES[moment.place]
    light = light_at(moment.middle_s)
    light = indoors(light) if place.inside else light
    canvas = new_canvas(WIDTH, HEIGHT, UNIT)
    place.paint(canvas, light, np.random.default_rng(2))
    light_up(canvas, light, place.lamps(light))
    return canvas


def act(canvas: Canvas, moment: ProgrammeMoment, since_s: float, stand: float = 0.0) -> Image.Image:
    place = PLACES[moment.place]
    drawn = copy_canvas(canvas)
    light = light_at(moment.start_s + since_s)
    light = indoors(light) if place.inside else light
    stage = Stage(drawn, light, place.lamps(light), CAST, since_s, stand)
    place.acts[moment.key](stage)
    return drawn.image


def difference(a: Image.Image, b: Image.Image) -> float:
    return float(np.abs(np.asarray(a, dtype=float) - np.asarray(b, dtype=float)).mean())


@pytest.mark.parametrize("moment", PROGRAMME, ids=lambda moment: moment.key)
def test_a_moment_shows_people_moves_on_and_looks_alike_seconds_later(moment):
    canvas = backdrop(moment)
    begin = act(canvas, moment, 60.0)
    assert difference(begin, canvas.image) > 2.0
    assert difference(begin, act(canvas, moment, 60.0, stand=1.0)) > 0.5
    starts_s = [40.0, 75.0, 110.0]
    early = [act(canvas, moment, start_s) for start_s in starts_s]
    soon = [act(canvas, moment, start_s + 3.0) for start_s in starts_s]
    late = [act(canvas, moment, start_s + 0.55 * moment.length_s) for start_s in starts_s]
    soon_apart = np.mean([difference(a, b) for a, b in zip(early, soon, strict=True)])
    late_apart = np.mean([difference(a, b) for a, b in zip(early, late, strict=True)])
    assert 0.0 < soon_apart < late_apart


def test_every_act_is_on_the_programme():
    acts = {(name, key) for name, place in PLACES.items() for key in place.acts}
    assert acts == {(moment.place, moment.key) for moment in PROGRAMME}


def test_a_place_keeps_its_shapes_at_another_hour():
    first, last = (m for m in PROGRAMME if m.key in ("ice", "bonfire"))

    def edges(moment: ProgrammeMoment) -> np.ndarray:
        grey = np.asarray(backdrop(moment).image.convert("L"), dtype=float)
        rows = np.abs(np.diff(grey, axis=1))[110:]
        return rows / rows.std()

    by_day, at_night = edges(first), edges(last)
    same = np.corrcoef(by_day.ravel(), at_night.ravel())[0, 1]
    other = np.corrcoef(by_day.ravel(), edges(PROGRAMME[0]).ravel())[0, 1]
    assert same > 0.3 > other


def test_evenings_are_dark_but_not_black():
    means = {m.key: float(np.asarray(backdrop(m).image).mean()) for m in PROGRAMME}
    assert means["fireworks"] < 0.6 * means["rowing"]
    assert min(means.values()) > 25


@pytest.mark.parametrize("subject", PLANNED_SUBJECTS)
def test_every_planned_subject_can_be_painted_and_varies_with_its_seed(subject):
    assert set(SUBJECTS) == set(PLANNED_SUBJECTS)

    def paint(seed: int) -> Image.Image:
        canvas = new_canvas(WIDTH, HEIGHT, UNIT)
        rng = np.random.default_rng(seed)
        paint_detail(canvas, light_at(PROGRAMME[4].start_s), rng, CAST, subject)
        return canvas.image

    assert difference(paint(1), paint(1)) == 0.0
    assert difference(paint(1), paint(2)) > 5.0
