"""The garden of the villa, with a marquee: the toast, and the balloons."""

import math
from dataclasses import replace

import numpy as np

from coincide.demo.draw.canvas import Canvas, Colour, darker, lighter
from coincide.demo.draw.crowd import around, choose, passing, wander
from coincide.demo.draw.light import Light
from coincide.demo.draw.people import CLOTHES
from coincide.demo.draw.poses import cheering, toasting, walking, watching, waving
from coincide.demo.draw.scenery import (
    HORIZON,
    grain_over,
    paint_flowers,
    paint_forest,
    paint_grass,
    paint_ground,
    paint_hill,
    paint_sky,
    paint_tree,
    ridge,
)
from coincide.demo.draw.stage import Lamp, Stage
from coincide.demo.draw.things import draw_balloon, draw_bunting, draw_posy, draw_table
from coincide.demo.places.place import DemoPlace

VILLA: Colour = (246, 214, 140)
SHUTTER: Colour = (72, 128, 112)
TENT: Colour = (252, 250, 246)


def paint(canvas: Canvas, light: Light, rng: np.random.Generator) -> None:
    """Paint villa, marquee, fountain, hedges and a striped lawn."""
    paint_sky(canvas, light, rng)
    paint_hill(canvas, ridge(rng, 380, 150, 6), (124, 146, 160), light, 0.5)
    paint_forest(canvas, rng, ridge(rng, 425, 40, 11), (64, 110, 78), light, 0.1)
    ground = canvas.under(light.ambient)
    paint_ground(ground, HORIZON + 8, (126, 182, 110), (74, 142, 78), rng, 0.35)
    for k in range(9):  # mown in stripes
        x = 1200 + (k - 4.5) * 330
        stripe = [(1200 + (x - 1200) * 0.25, 520), (1200 + (x + 165 - 1200) * 0.25, 520)]
        ground.polygon([*stripe, (x + 165, 1000), (x, 1000)], (150, 204, 126), 0.28)
    _paint_villa(ground)
    _paint_hedge(ground, rng)
    for x, y, size in ((80, 600, 460), (2330, 620, 500)):
        paint_tree(ground, rng, x, y, size, (74, 126, 84))
    _paint_marquee(ground)
    _paint_fountain(ground, rng)
    paint_grass(ground, rng, 640, (92, 156, 86), 1600)
    paint_flowers(ground, rng, (60, 590, 420, 650), 120)
    paint_flowers(ground, rng, (2020, 590, 2380, 660), 120)
    draw_bunting(ground, (1010, 335), (1330, 300), 40, 22)
    grain_over(canvas, rng)


def _paint_villa(canvas: Canvas) -> None:
    canvas.polygon([(1270, 525), (1270, 235), (1850, 235), (1850, 525)], VILLA)
    canvas.polygon([(1690, 525), (1690, 235), (1850, 235), (1850, 525)], darker(VILLA, 0.08))
    canvas.polygon([(1230, 240), (1350, 140), (1770, 140), (1890, 240)], (150, 88, 76))
    for k in range(14):
        canvas.line([(1360 + 30 * k, 142), (1260 + 46 * k, 238)], (122, 70, 64), 3)
    for x in (1440, 1680):
        canvas.box(x, 108, x + 34, 172, (170, 120, 100))
    for row, y in enumerate((280, 395)):
        for column in range(5):
            x = 1312 + 112 * column
            if row == 1 and column == 2:
                continue
            canvas.box(x, y, x + 46, y + 78, (252, 248, 240))
            canvas.box(x + 4, y + 4, x + 42, y + 74, (118, 156, 176))
            canvas.line([(x + 23, y), (x + 23, y + 78)], (252, 248, 240), 4)
            canvas.box(x - 20, y, x - 2, y + 78, SHUTTER)
            canvas.box(x + 48, y, x + 66, y + 78, SHUTTER)
    canvas.box(1532, 400, 1588, 525, (106, 70, 54))
    canvas.polygon([(1510, 400), (1560, 366), (1610, 400)], (252, 248, 240))
    for step in range(3):
        canvas.box(
            1510 - 12 * step, 520 + 8 * step, 1610 + 12 * step, 528 + 8 * step, (222, 214, 204)
        )


def _paint_hedge(canvas: Canvas, rng: np.random.Generator) -> None:
    for x0, x1 in ((0, 500), (1030, 1480), (1640, 2400)):
        n = round((x1 - x0) / 9)
        for x, y, tone in rng.random((n, 3)).tolist():
            shade = darker((70, 128, 72), 0.35 * tone)
            canvas.ellipse(x0 + x * (x1 - x0), 548 - 34 * y, 20, 16, shade)


def _paint_marquee(canvas: Canvas) -> None:
    canvas.shade(760, 655, 360, 24, 0.5)
    canvas.polygon([(440, 640), (440, 400), (1080, 400), (1080, 640)], (196, 190, 190))
    for k in range(8):  # inside, in the shade
        x = 470 + 80 * k
        canvas.polygon([(x, 640), (x, 410), (x + 30, 410), (x + 30, 640)], (214, 208, 204), 0.6)
    for x in (440, 600, 760, 920, 1080):
        canvas.box(x - 7, 395, x + 7, 650, TENT)
    for k in range(8):
        x0, x1 = 420 + 85 * k, 505 + 85 * k
        top0, top1 = 620 + 35 * k, 655 + 35 * k
        tone = TENT if k % 2 else (238, 196, 190)
        canvas.polygon([(top0, 255), (top1, 255), (x1, 400), (x0, 400)], tone)
        canvas.blob(
            [(x0, 395), (x1, 395), (x1 - 6, 425), ((x0 + x1) / 2, 434), (x0 + 6, 425)], tone
        )
    for x in (625, 895):
        canvas.line([(x, 258), (x, 205)], (120, 90, 70), 5)
        canvas.polygon([(x, 206), (x + 54, 220), (x, 234)], (224, 92, 90))


def _paint_fountain(canvas: Canvas, rng: np.random.Generator) -> None:
    stone: Colour = (206, 202, 196)
    canvas.shade(1960, 690, 180, 22, 0.5)
    canvas.ellipse(1960, 665, 160, 36, darker(stone, 0.2))
    canvas.ellipse(1960, 652, 160, 34, stone)
    canvas.ellipse(1960, 652, 140, 26, (126, 184, 206))
    canvas.polygon([(1944, 655), (1950, 540), (1970, 540), (1976, 655)], darker(stone, 0.1))
    canvas.ellipse(1960, 545, 66, 15, stone)
    canvas.ellipse(1960, 541, 58, 11, (150, 200, 216))
    for k, (wide, tall) in enumerate(rng.random((40, 2)).tolist()):
        side = -1 if k % 2 else 1
        end = 1960 + side * (30 + 80 * wide)
        top = 440 + 60 * tall
        arc = [(1960, 540), ((1960 + end) / 2, top), (end, 650)]
        canvas.line(arc, (236, 246, 252), 2, 0.5)


def lamps(light: Light) -> tuple[Lamp, ...]:
    """Return no lamps: all is over here before it gets dark."""
    del light
    return ()


def _draw_tables(stage: Stage) -> None:
    for nth, (x, y) in enumerate(((700.0, 735.0), (1690.0, 745.0), (1180.0, 700.0))):
        table = stage.on_ground(x, y)
        draw_table(table, 0.7, ((250, 246, 238), (246, 206, 200), (206, 226, 220))[nth])
        draw_posy(table, 0.0, -0.45, nth)
        for k in range(5):
            dx = -0.24 + 0.12 * k
            table.polygon(
                [
                    (dx - 0.012, -0.46),
                    (dx + 0.012, -0.46),
                    (dx + 0.018, -0.54),
                    (dx - 0.018, -0.54),
                ],
                (246, 220, 130),
            )


def toast(stage: Stage) -> None:
    """Drink to the couple."""
    time_s, cast = stage.since_s, stage.cast
    _draw_tables(stage)
    placed = [
        (cast.bride, (1110.0, 800.0), replace(toasting(time_s, 0.2), left=(20, 10))),
        (cast.groom, (1200.0, 800.0), replace(toasting(time_s, 0.3), turn=-0.6)),
    ]
    for nth, guest in enumerate(choose(cast.guests, 51, 18)):
        x, near = around((nth * 5) % 18, 18, 1155, 130, 640)
        pose = replace(toasting(time_s, guest.phase), turn=0.8 if x < 1155 else -0.8)
        placed.append((guest, wander(guest, x, 745 + 140 * near, time_s, 18), pose))
    waiter = cast.band[0]
    x = passing(waiter, time_s, 480, 1980, 110)
    placed.append(
        (waiter, (x, 770.0), replace(walking(time_s, 0, 1), right=(70, 150), held_right="glass"))
    )
    stage.people(placed)


def balloons(stage: Stage) -> None:
    """Let the balloons go, and look after them."""
    time_s, cast = stage.since_s, stage.cast
    _draw_tables(stage)
    canvas = stage.canvas.under(stage.light.ambient)
    placed = [
        (cast.bride, (1270.0, 800.0), cheering(time_s, 0.2)),
        (cast.groom, (1355.0, 800.0), waving(time_s, 0.3)),
    ]
    for nth, guest in enumerate(choose(cast.guests, 52, 18)):
        act = (watching, cheering, waving)[nth % 3]
        x, near = around((nth * 5) % 18, 18, 1310, 120, 640)
        spot = wander(guest, x, 740 + 150 * near, time_s, 16)
        placed.append((guest, spot, act(time_s, guest.phase)))
    stage.people(placed)
    rng = np.random.default_rng(53)
    for x0, start, drift, tone in rng.random((64, 4)).tolist():
        # let go one after the other, most of them early on
        rise = (time_s - 170 * start**2) * (0.9 + 0.8 * drift)
        y = 500 - max(0.0, rise) * 2.6 + 6 * math.sin(time_s + 9 * x0)
        if y < -60:
            y = 40 + (y % 260)
        x = 760 + 1080 * x0 + 0.5 * max(0.0, rise) + 14 * math.sin(time_s / 3 + 7 * drift)
        size = 78 * (0.45 + 0.55 * max(0.0, y) / 560)
        draw_balloon(canvas.frame(x, y, size), lighter(CLOTHES[int(tone * 12)], 0.12))


PLACE = DemoPlace(paint, lamps, {"toast": toast, "balloons": balloons})
