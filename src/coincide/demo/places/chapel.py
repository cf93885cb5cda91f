"""The chapel on the hill: guests arrive; the couple comes out in a rain of confetti."""

import math
from dataclasses import replace

import numpy as np

from coincide.demo.draw.canvas import Canvas, Colour, darker, lighter
from coincide.demo.draw.crowd import choose, in_row, passing, wander
from coincide.demo.draw.light import Light
from coincide.demo.draw.people import CLOTHES
from coincide.demo.draw.poses import Pose, cheering, clapping, standing, walking
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
from coincide.demo.draw.things import draw_bunting, draw_car
from coincide.demo.places.place import DemoPlace

WALL: Colour = (246, 240, 228)
ROOF: Colour = (176, 84, 62)
DOOR_X, STEP_Y = 1250.0, 640.0


def paint(canvas: Canvas, light: Light, rng: np.random.Generator) -> None:
    """Paint the chapel, its hill and the mountains behind."""
    paint_sky(canvas, light, rng)
    paint_hill(canvas, ridge(rng, 330, 200, 7), (120, 140, 166), light, 0.55)
    paint_hill(canvas, ridge(rng, 400, 90, 9), (96, 136, 120), light, 0.35)
    woods = ridge(rng, 430, 34, 10)
    paint_forest(canvas, rng, woods, (70, 118, 74), light, 0.12)
    ground = canvas.under(light.ambient)
    paint_ground(ground, HORIZON + 6, (136, 178, 92), (92, 146, 66), rng, 0.5)
    for x, y, size in ((250, 610, 430), (640, 560, 300), (2080, 620, 450), (1800, 560, 280)):
        paint_tree(ground, rng, x, y, size, (88, 140, 74))
    _paint_path(ground, rng)
    _paint_chapel(ground, light)
    paint_grass(ground, rng, 660, (104, 158, 74), 2600)
    _paint_path(ground, rng)
    _paint_wall(ground, rng)
    paint_flowers(ground, rng, (0, 700, 850, 990), 130)
    paint_flowers(ground, rng, (1650, 700, 2400, 990), 130)
    draw_bunting(ground, (640, 380), (1040, 400), 40, 22)
    draw_bunting(ground, (1640, 440), (2080, 330), 40, 22)
    grain_over(canvas, rng)


def _paint_path(canvas: Canvas, rng: np.random.Generator) -> None:
    canvas.polygon([(1205, 640), (1295, 640), (1560, 1000), (900, 1000)], (218, 200, 166))
    for near, x, dark in rng.random((220, 3)).tolist():
        y = 650 + near * 350
        half = 45 + 285 * (y - 640) / 360
        size = 2 + 9 * near
        tone = darker((218, 200, 166), 0.05 + 0.16 * dark)
        canvas.ellipse(1240 + (2 * x - 1) * half * 0.95, y, size, size * 0.4, tone)


def _paint_chapel(canvas: Canvas, light: Light) -> None:
    # the nave runs back to the right
    canvas.polygon([(1380, 420), (1640, 450), (1640, 610), (1380, 640)], darker(WALL, 0.16))
    canvas.polygon([(1250, 280), (1560, 350), (1665, 455), (1390, 425)], darker(ROOF, 0.1))
    for k in range(9):
        line = [(1266 + 34 * k, 292 + 7 * k), (1400 + 30 * k, 426 + 3.5 * k)]
        canvas.line(line, darker(ROOF, 0.3), 2.5)
    for k in range(3):
        x = 1440 + 68 * k
        _paint_window(canvas, x, 555, 15, 62)
    canvas.polygon([(1120, 640), (1120, 420), (1250, 280), (1380, 420), (1380, 640)], WALL)
    eaves = [(1104, 432), (1250, 268), (1396, 432), (1396, 446), (1250, 290), (1104, 446)]
    canvas.polygon(eaves, ROOF)
    canvas.ellipse(1250, 385, 30, 30, darker(WALL, 0.2))
    for k in range(8):
        angle = k * math.pi / 4
        petal = (1250 + 16 * math.cos(angle), 385 + 16 * math.sin(angle))
        canvas.ellipse(*petal, 9, 9, ((120, 150, 210), (226, 150, 110))[k % 2])
    _paint_tower(canvas)
    _paint_door(canvas)
    if light.sun > 0.2:
        canvas.polygon([(1120, 640), (1120, 560), (1060, 640)], (30, 30, 60), 0.18)


def _paint_tower(canvas: Canvas) -> None:
    canvas.polygon([(1030, 640), (1030, 240), (1130, 240), (1130, 640)], lighter(WALL, 0.2))
    canvas.polygon([(1090, 640), (1090, 240), (1130, 240), (1130, 640)], darker(WALL, 0.1))
    canvas.polygon([(1016, 250), (1080, 40), (1144, 250)], ROOF)
    canvas.polygon([(1080, 40), (1144, 250), (1100, 250)], darker(ROOF, 0.25))
    canvas.line([(1080, 44), (1080, 4)], (210, 180, 90), 4)
    canvas.line([(1068, 18), (1092, 18)], (210, 180, 90), 4)
    canvas.ellipse(1080, 350, 26, 26, (250, 250, 246))
    canvas.arc(1080, 350, 25, 0, 360, (90, 70, 60), 4)
    canvas.line([(1080, 350), (1080, 332)], (60, 50, 50), 3)
    canvas.line([(1080, 350), (1092, 356)], (60, 50, 50), 3)
    _paint_window(canvas, 1080, 300, 16, 42)


def _paint_window(canvas: Canvas, x: float, base: float, half: float, tall: float) -> None:
    canvas.box(x - half, base - tall, x + half, base, (84, 110, 140))
    canvas.ellipse(x, base - tall, half, half, (84, 110, 140))
    canvas.line([(x, base - tall - half), (x, base)], (240, 236, 226), 3)
    canvas.line([(x - half, base - tall / 2), (x + half, base - tall / 2)], (240, 236, 226), 3)


def _paint_door(canvas: Canvas) -> None:
    wood: Colour = (120, 74, 48)
    canvas.box(DOOR_X - 46, 520, DOOR_X + 46, 640, darker(WALL, 0.25))
    canvas.ellipse(DOOR_X, 520, 46, 44, darker(WALL, 0.25))
    canvas.box(DOOR_X - 38, 522, DOOR_X + 38, 640, wood)
    canvas.ellipse(DOOR_X, 522, 38, 37, wood)
    for dx in (-24, -8, 8, 24):
        canvas.line([(DOOR_X + dx, 494), (DOOR_X + dx, 640)], darker(wood, 0.35), 2.5)
    # a garland of flowers around it
    for k in range(25):
        angle = math.pi * (k / 24)
        x, y = DOOR_X - 60 * math.cos(angle), 530 - 62 * math.sin(angle)
        canvas.ellipse(x, y, 13, 12, (96, 146, 90))
        tones: tuple[Colour, ...] = ((255, 250, 246), (244, 168, 178), (250, 214, 150))
        canvas.ellipse(x + 4 * (k % 3 - 1), y, 8, 8, tones[k % 3])
    for step in range(3):
        y = 640 + 9 * step
        canvas.box(
            DOOR_X - 80 - 14 * step,
            y,
            DOOR_X + 80 + 14 * step,
            y + 9,
            darker((224, 216, 204), 0.06 * step),
        )


def _paint_wall(canvas: Canvas, rng: np.random.Generator) -> None:
    for x0, x1 in ((0, 860), (1600, 2400)):
        for row in range(3):
            x = x0 - 30.0 * (row % 2)
            while x < x1:
                wide = float(rng.uniform(34, 62))
                tone = darker((186, 178, 166), float(rng.uniform(0, 0.25)))
                canvas.box(max(x, x0), 690 - 19 * row, min(x + wide - 3, x1), 706 - 19 * row, tone)
                x += wide


def lamps(light: Light) -> tuple[Lamp, ...]:
    """Return no lamps: all is over here before it gets dark."""
    del light
    return ()


def arrival(stage: Stage) -> None:
    """Let the guests arrive: on foot, and the bride in an old car."""
    time_s = stage.since_s
    car_x = min(820.0, 120 + 3.2 * time_s)
    draw_car(stage.on_ground(car_x, 760, 250), (150, 196, 178))
    placed = [(stage.cast.groom, (1330.0, 690.0), standing(time_s, 0.1))]
    for nth, guest in enumerate(choose(stage.cast.guests, 11, 15)):
        y = 740 + 16.0 * nth
        if nth % 3 == 0:
            direction = 1 if guest.phase < 0.5 else -1
            x = passing(guest, time_s * direction, 700, 1750, 150)
            placed.append((guest, (x, y), walking(time_s, guest.phase, direction)))
        else:
            spot = wander(guest, in_row(15, 900, 1850, (nth * 7) % 15), y, time_s)
            placed.append((guest, spot, standing(time_s, guest.phase)))
    stage.people(placed)


def confetti(stage: Stage) -> None:
    """Let the couple walk out between the guests, under confetti."""
    time_s, cast = stage.since_s, stage.cast
    walked = min(1.0, time_s / 330)
    y = 690 + 150 * walked
    placed = [
        (cast.bride, (1222.0, y), Pose((20, -70), (150, 168), held_left="bouquet", happy=1.0)),
        (
            cast.groom,
            (1222.0 + 0.19 * (y - HORIZON), y),
            replace(cheering(time_s, 0.2), right=(8, 8)),
        ),
    ]
    guests = choose(cast.guests, 12, 22)
    for nth, guest in enumerate(guests):
        side = -1 if nth % 2 else 1
        row = nth // 2
        x = 1250 + side * (115 + 28 * row + 40 * guest.phase)
        pose = cheering if guest.phase < 0.6 else clapping
        spot = wander(guest, x, 700 + 19.0 * row, time_s, 9)
        placed.append((guest, spot, pose(time_s, guest.phase)))
    stage.people(placed)
    _draw_confetti(stage, y)


def _draw_confetti(stage: Stage, y: float) -> None:
    rng = np.random.default_rng(21)
    # thrown in waves
    share = 0.55 + 0.45 * math.sin(stage.since_s / 14)
    for x0, phase, speed, tone in rng.random((round(420 * share) + 40, 4)).tolist():
        fall = (stage.since_s * (0.09 + 0.08 * speed) + phase) % 1.0
        x = 1250 + 620 * (x0 - 0.5) + 24 * math.sin(7 * fall + 6 * phase)
        turn = 3.5 + 3.5 * abs(math.sin(stage.since_s * 3 + 9 * phase))
        colour = CLOTHES[int(tone * len(CLOTHES))]
        stage.canvas.ellipse(x, y - 470 + 560 * fall, turn, 4.2, lighter(colour, 0.25))


PLACE = DemoPlace(paint, lamps, {"arrival": arrival, "confetti": confetti})
