"""The orchard: everybody in one picture, and later a tug of war."""

import math
from dataclasses import replace

import numpy as np

from coincide.demo.draw.canvas import Canvas, Colour, darker
from coincide.demo.draw.crowd import choose, in_row, wander
from coincide.demo.draw.light import Light
from coincide.demo.draw.people import PersonLook
from coincide.demo.draw.poses import Pose, cheering, clapping, standing, waving
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
from coincide.demo.draw.stage import Lamp, Placed, Stage
from coincide.demo.draw.things import draw_bunting
from coincide.demo.places.place import DemoPlace

LEAVES: Colour = (104, 144, 62)
APPLE: Colour = (214, 58, 48)
TREES = (
    (560, 515, 190),
    (860, 510, 180),
    (1500, 512, 190),
    (1820, 516, 200),
    (380, 580, 330),
    (980, 570, 310),
    (1440, 572, 320),
    (2010, 585, 340),
    (130, 720, 620),
    (2290, 730, 640),
)


def paint(canvas: Canvas, light: Light, rng: np.random.Generator) -> None:
    """Paint rows of apple trees, with a farmhouse behind."""
    paint_sky(canvas, light, rng)
    paint_hill(canvas, ridge(rng, 400, 80, 5), (130, 160, 120), light, 0.4)
    paint_forest(canvas, rng, ridge(rng, 432, 20, 12), (84, 122, 66), light, 0.15)
    ground = canvas.under(light.ambient)
    paint_ground(ground, HORIZON + 4, (176, 186, 96), (120, 154, 64), rng, 0.5)
    _paint_farm(ground)
    for nth, (x, y, size) in enumerate(TREES):
        _paint_shade(ground, light, x, y, size)
        paint_tree(ground, rng, x, y, size, LEAVES, fruit=APPLE)
        if nth == 8:
            _paint_ladder(ground)
    paint_grass(ground, rng, 560, (140, 162, 70), 3000)
    paint_flowers(ground, rng, (200, 600, 2200, 990), 120)
    _paint_crates(ground, rng)
    draw_bunting(ground, (380, 370), (980, 370), 46, 20)
    draw_bunting(ground, (1440, 366), (2010, 364), 46, 20)
    grain_over(canvas, rng)


def _paint_shade(canvas: Canvas, light: Light, x: float, y: float, size: float) -> None:
    strength = 0.25 + 0.3 * light.sun
    dx = 0.35 * size * light.shadow[0]
    canvas.shade(x + dx, y + 0.06 * size, 0.36 * size, 0.06 * size, strength)


def _paint_farm(canvas: Canvas) -> None:
    canvas.polygon([(1120, 480), (1120, 400), (1300, 400), (1300, 480)], (238, 222, 190))
    canvas.polygon([(1100, 405), (1160, 345), (1270, 345), (1320, 405)], (170, 92, 66))
    for x in (1140, 1190, 1250):
        canvas.box(x, 425, x + 24, 452, (96, 120, 130))
        canvas.box(x - 7, 425, x - 1, 452, (84, 130, 96))
        canvas.box(x + 25, 425, x + 31, 452, (84, 130, 96))


def _paint_ladder(canvas: Canvas) -> None:
    wood: Colour = (190, 150, 100)
    canvas.line([(250, 745), (190, 380)], wood, 9)
    canvas.line([(310, 745), (230, 380)], darker(wood), 9)
    for k in range(9):
        share = k / 9
        y = 730 - 350 * share
        canvas.line([(252 - 58 * share, y), (306 - 76 * share, y)], wood, 6)


def _paint_crates(canvas: Canvas, rng: np.random.Generator) -> None:
    for x, y in ((420, 760), (510, 790), (2050, 770), (1960, 800)):
        for dx, dy in rng.uniform((-40, -14), (40, 2), (16, 2)).tolist():
            canvas.ellipse(x + dx, y - 44 + dy, 12, 12, APPLE)
            canvas.ellipse(x + dx - 3, y - 48 + dy, 3, 3, (250, 180, 160))
        for row in range(3):
            canvas.box(x - 55, y - 40 + 15 * row, x + 55, y - 28 + 15 * row, (196, 150, 98))
        for dx in (-50, 50):
            canvas.box(x + dx - 6, y - 46, x + dx + 6, y + 4, (160, 116, 74))


def lamps(light: Light) -> tuple[Lamp, ...]:
    """Return no lamps: all is over here before it gets dark."""
    del light
    return ()


def group(stage: Stage) -> None:
    """Line everybody up in three rows around the couple."""
    time_s, cast = stage.since_s, stage.cast
    guests = choose(cast.guests, 41, 24)
    # children and short people to the front
    guests = sorted(guests, key=lambda guest: -guest.height)
    placed = []
    for nth, guest in enumerate(guests):
        row, column = divmod(nth, 8)
        x = in_row(8, 820 - 40 * row, 1580 + 40 * row, column)
        if row == 2:  # room for the couple
            x += 70 if column >= 4 else -70
        # they fidget, and now and then all of them wave
        pose = standing(time_s, guest.phase)
        if math.sin(time_s / 19) > 0.6:
            pose = waving(time_s, guest.phase) if guest.phase < 0.6 else cheering(time_s, 0.3)
        # the rows behind stand on benches
        pose = replace(pose, turn=0, lift=(0.34, 0.17, 0.0)[row])
        placed.append((guest, wander(guest, x, 740 + 34.0 * row, time_s, 5), pose))
    for row, tall in ((0, 0.34), (1, 0.17)):
        bench = stage.on_ground(1200, 742 + 34.0 * row)
        bench.box(-1.6, -tall, 1.6, -tall + 0.05, (150, 112, 78))
        for x in (-1.4, -0.5, 0.5, 1.4):
            bench.box(x - 0.03, -tall, x + 0.03, 0, (120, 88, 62))
    placed.append((cast.bride, (1165.0, 830.0), Pose((18, 8), (24, -72), held_right="bouquet")))
    placed.append((cast.groom, (1240.0, 830.0), Pose((28, -40), (12, 8))))
    stage.people(placed)


def games(stage: Stage) -> None:
    """Pull a rope, guests against guests."""
    time_s = stage.since_s
    # to and fro, and not the same way twice
    pull = 70 * math.sin(time_s / 47) + 60 * math.sin(time_s / 131) + 8 * math.sin(time_s * 2.2)
    y = 800.0
    guests = choose(stage.cast.guests, 42, 22)
    placed = _cheering_crowd(guests[10:], time_s)
    placed.append((stage.cast.bride, (1250.0, 735.0), cheering(time_s, 0.4)))
    for nth, guest in enumerate(guests[:10]):
        side = -1 if nth < 5 else 1
        x = 1250 + pull + side * (130 + 105 * (nth % 5))
        strain = 14 + 6 * math.sin(time_s * 2.2 + nth)
        arms = ((80.0, 80.0), (-50.0, -80.0)) if side > 0 else ((-50.0, -80.0), (80.0, 80.0))
        # both hands towards the middle
        left, right = (arms[0], arms[1])
        pose = Pose(left, right, (26 * side, 6 * side), strain * side, turn=-0.9 * side, happy=0.9)
        placed.append((guest, (x, y), pose))
    stage.people(placed)
    _draw_rope(stage, pull, y)
    _draw_bales(stage)


def _cheering_crowd(guests: list[PersonLook], time_s: float) -> list[Placed]:
    crowd = []
    for nth, guest in enumerate(guests):
        x = in_row(len(guests), 640, 1860, nth)
        spot = wander(guest, x, 690 + 8.0 * (nth % 3), time_s, 16)
        act = (cheering, clapping, waving)[nth % 3]
        crowd.append((guest, spot, act(time_s, guest.phase)))
    return crowd


def _draw_rope(stage: Stage, pull: float, y: float) -> None:
    hand = y - 0.62 * 0.86 * (y - HORIZON)
    rope = [
        (stage.seen_x(1250 + pull + dx, y), hand + 5 * math.sin(dx / 90))
        for dx in range(-640, 660, 40)
    ]
    canvas = stage.canvas.under(stage.light.ambient)
    canvas.line(rope, (140, 104, 66), 11)
    canvas.line(rope, (224, 190, 136), 6)
    x = stage.seen_x(1250 + pull, y)
    canvas.polygon(
        [(x - 16, hand), (x + 16, hand), (x + 10, hand + 58), (x - 10, hand + 58)], (226, 60, 60)
    )


def _draw_bales(stage: Stage) -> None:
    for x, y in ((560.0, 880.0), (1960.0, 890.0)):
        bale = stage.on_ground(x, y, 240)
        bale.shade(0, 0, 0.5, 0.06, 0.5)
        bale.box(-0.42, -0.4, 0.42, 0, (222, 184, 92))
        for k in range(22):
            dx = -0.4 + 0.8 * ((k * 0.37) % 1.0)
            bale.line([(dx, -0.38), (dx + 0.05, -0.02)], darker((222, 184, 92), 0.25), 0.012)
        for dx in (-0.2, 0.2):
            bale.line([(dx, -0.4), (dx, 0)], (150, 90, 60), 0.02)


PLACE = DemoPlace(paint, lamps, {"group": group, "games": games})
