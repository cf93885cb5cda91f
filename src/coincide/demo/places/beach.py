"""The beach around the bay: ice cream in the afternoon, a bonfire at night."""

import math

import numpy as np

from coincide.demo.draw.canvas import Canvas, Colour, darker, lighter
from coincide.demo.draw.crowd import around, choose, passing, wander
from coincide.demo.draw.fires import draw_bonfire, draw_lantern
from coincide.demo.draw.light import Light
from coincide.demo.draw.poses import Pose, cheering, playing, standing, walking
from coincide.demo.draw.scenery import (
    HORIZON,
    grain_over,
    paint_fir,
    paint_forest,
    paint_ground,
    paint_hill,
    paint_sky,
    paint_water,
    ridge,
)
from coincide.demo.draw.stage import Lamp, Placed, Stage
from coincide.demo.draw.things import draw_string_lights
from coincide.demo.places.place import DemoPlace

SAND_Y = 600.0
SAND: Colour = (236, 212, 160)
FIRE = (1250.0, 760.0)


def paint(canvas: Canvas, light: Light, rng: np.random.Generator) -> None:
    """Paint the bay, the far shore with its village, sand, rocks and tepees."""
    paint_sky(canvas, light, rng)
    paint_hill(canvas, ridge(rng, 360, 260, 4), (134, 124, 158), light, 0.5)
    paint_hill(canvas, ridge(rng, 420, 70, 7), (104, 132, 110), light, 0.3)
    paint_forest(canvas, rng, ridge(rng, 430, 14, 12), (76, 116, 84), light, 0.2)
    _paint_village(canvas, light, rng)
    paint_water(canvas, light, rng, HORIZON, SAND_Y + 20)
    ground = canvas.under(light.ambient)
    paint_ground(ground, SAND_Y, SAND, darker(SAND, 0.1), rng, 0.22)
    foam = [(-40, 590), (400, 612), (800, 596), (1250, 616), (1700, 598), (2100, 614), (2440, 592)]
    ground.blob(
        [*foam, (2440, 640), (1700, 634), (1250, 650), (700, 632), (-40, 640)], darker(SAND, 0.16)
    )
    ground.line(foam, (250, 250, 250), 6, 0.7)
    _paint_pebbles(ground, rng)
    for x, y, size in ((2250, 640, 430), (2350, 690, 560), (40, 650, 420)):
        paint_fir(ground, rng, x, y, size, (66, 112, 82))
    _paint_tepee(ground, 420, 740, 330, (246, 236, 216))
    _paint_tepee(ground, 2010, 700, 260, (236, 196, 170))
    for x in (700, 1150, 1640):
        ground.box(x - 5, 330, x + 5, 660, (120, 90, 66))
    for start, end in (
        ((420, 420), (700, 336)),
        ((700, 336), (1150, 336)),
        ((1150, 336), (1640, 336)),
        ((1640, 336), (2010, 450)),
    ):
        draw_string_lights(ground, start, end, 44, on=light.dark)
    grain_over(canvas, rng)


def _paint_village(canvas: Canvas, light: Light, rng: np.random.Generator) -> None:
    village = canvas.under(light.ambient)
    glowing = canvas.glowing()
    for x0, size, tone in rng.random((22, 3)).tolist():
        x, wide = 300 + 900 * x0, 13 + 12 * size
        wall: Colour = ((246, 236, 216), (240, 206, 170), (226, 190, 180))[int(tone * 3)]
        village.box(x, 432 - wide, x + wide, 434, wall)
        village.polygon(
            [(x - 3, 432 - wide), (x + wide / 2, 420 - 1.5 * wide), (x + wide + 3, 432 - wide)],
            (176, 92, 74),
        )
        if light.dark > 0.4:
            glowing.glow(x + wide / 2, 424, 16, (255, 200, 110), 0.8 * light.dark)
            glowing.box(x + wide * 0.3, 420, x + wide * 0.7, 428, (255, 226, 150))
            glowing.line(
                [(x + wide / 2, 440), (x + wide / 2, 486)], (255, 200, 110), 3, 0.3 * light.dark
            )


def _paint_pebbles(canvas: Canvas, rng: np.random.Generator) -> None:
    for near, x, tone in rng.random((420, 3)).tolist():
        size = 2 + 7 * near
        shade = darker((196, 186, 172), 0.4 * tone)
        canvas.ellipse(2400 * x, 640 + 355 * near**1.5, size, size * 0.5, shade, 0.8)
    for x, y, size in ((180, 660, 60), (270, 680, 38), (1830, 640, 46), (2140, 810, 70)):
        canvas.blob(
            [
                (x - size, y),
                (x - size * 0.6, y - size * 0.8),
                (x + size * 0.3, y - size * 0.9),
                (x + size, y - size * 0.1),
                (x, y + size * 0.12),
            ],
            (150, 146, 144),
        )
        canvas.blob(
            [
                (x - size * 0.5, y - size * 0.6),
                (x + size * 0.2, y - size * 0.8),
                (x + size * 0.3, y - size * 0.5),
            ],
            (182, 178, 174),
        )


def _paint_tepee(canvas: Canvas, x: float, y: float, size: float, cloth: Colour) -> None:
    tent = canvas.frame(x, y, size)
    tent.shade(0, 0, 0.6, 0.06, 0.5)
    for dx in (-0.1, 0.0, 0.1):
        tent.line([(dx, -1.2), (-dx * 0.3, -0.95)], (120, 86, 60), 0.025)
    tent.polygon([(0, -1.02), (0.52, 0), (-0.52, 0)], cloth)
    tent.polygon([(0, -1.02), (0.52, 0), (0.2, 0)], darker(cloth, 0.16))
    tent.polygon([(0, -0.62), (0.15, 0), (-0.15, 0)], (92, 66, 56))
    for level in (0.3, 0.42, 0.7):
        half = 0.52 * (1 - level / 1.02)
        band = [(-half, -level), (half, -level)]
        tent.line(band, ((206, 92, 76), (72, 130, 132))[level > 0.35], 0.03)
    tent.polygon([(0, -0.62), (0.15, 0), (-0.15, 0)], (92, 66, 56))


def lamps(light: Light) -> tuple[Lamp, ...]:
    """Return the fire and the strings of bulbs, once it gets dark."""
    if light.dark < 0.4:
        return ()
    dark = light.dark
    bulbs = (0.22 * dark, 0.15 * dark, 0.05 * dark)
    fire = (0.72 * dark, 0.42 * dark, 0.10 * dark)
    return (
        Lamp(FIRE[0], FIRE[1] - 60, 400, fire),
        *(Lamp(x, 480, 330, bulbs) for x in (500.0, 920.0, 1400.0, 1850.0)),
    )


def ice(stage: Stage) -> None:
    """Have an ice cream from the cart; children run, a kite flies."""
    time_s, cast = stage.since_s, stage.cast
    _draw_parasols(stage)
    placed = []
    for nth, guest in enumerate(choose(cast.guests, 71, 17)):
        y = 790 + 9.0 * nth
        if guest.height < 0.8:
            direction = 1 if nth % 2 else -1
            x = passing(guest, direction * time_s, 640, 1720, 45)
            placed.append((guest, (x, y), walking(2 * time_s, guest.phase, direction)))
            continue
        x, near = around((nth * 5) % 17, 17, 1140, 190, 650)
        y = 690 + 190 * near
        pose = standing(time_s, guest.phase)
        pose = Pose(pose.left, (35, 125), turn=pose.turn, held_right="cone", happy=0.9)
        placed.append((guest, wander(guest, x, y, time_s, 26), pose))
    _draw_cart(stage, 1040, 705)
    placed.append(
        (
            cast.bride,
            (1190.0, 800.0),
            Pose((12, 8), (35, 125), turn=0.4, held_right="cone", happy=1),
        )
    )
    placed.append(
        (
            cast.groom,
            (1285.0, 805.0),
            Pose((35, 120), (12, 8), turn=-0.4, held_left="cone", happy=1),
        )
    )
    stage.people(placed)
    _draw_kite(stage)


def _draw_cart(stage: Stage, x: float, y: float) -> None:
    cart = stage.on_ground(x, y, 250)
    cart.shade(0, 0, 0.75, 0.07, 0.5)
    stage.person(
        stage.cast.band[3], x, y - 12, Pose((30, -60), (60, 130), held_right="cone", happy=1)
    )
    for dx in (-0.62, 0.62):
        cart.box(dx - 0.02, -1.15, dx + 0.02, -0.3, (230, 226, 220))
    cart.box(-0.68, -0.56, 0.68, -0.14, (250, 190, 200))
    cart.box(-0.68, -0.60, 0.68, -0.53, (252, 250, 246))
    for k, tone in enumerate(((150, 100, 76), (250, 240, 214), (244, 170, 190), (170, 214, 160))):
        cart.ellipse(-0.42 + 0.28 * k, -0.35, 0.09, 0.09, tone)
    for k in range(8):
        x0 = -0.76 + 0.19 * k
        tone = ((252, 250, 246), (226, 84, 96))[k % 2]
        cart.polygon(
            [(x0 * 0.8, -1.42), ((x0 + 0.19) * 0.8, -1.42), (x0 + 0.19, -1.14), (x0, -1.14)], tone
        )
        cart.ellipse(x0 + 0.095, -1.14, 0.095, 0.06, tone)
    for dx in (-0.4, 0.4):
        cart.ellipse(dx, -0.13, 0.15, 0.15, (70, 60, 64))
        cart.ellipse(dx, -0.13, 0.1, 0.1, (246, 214, 120))


def _draw_parasols(stage: Stage) -> None:
    for x, y, tone in (
        (720.0, 665.0, (90, 160, 180)),
        (1500.0, 660.0, (240, 180, 80)),
        (1760.0, 690.0, (220, 100, 90)),
    ):
        frame = stage.on_ground(x, y, 230)
        frame.shade(0.3, 0.02, 0.5, 0.05, 0.4)
        frame.line([(0, 0), (0.05, -1.0)], (240, 236, 226), 0.03)
        for k in range(6):
            x0 = -0.6 + 0.2 * k
            colour: Colour = tone if k % 2 else (252, 248, 240)
            frame.polygon([(0.05, -1.12), (x0 + 0.05, -0.82), (x0 + 0.25, -0.82)], colour)
        frame.box(-0.35, -0.03, 0.45, 0.05, lighter(tone, 0.4))


def _draw_kite(stage: Stage) -> None:
    time_s = stage.since_s
    x, y = 1560 + 130 * math.sin(time_s / 21), 190 + 60 * math.sin(time_s / 13)
    canvas = stage.canvas.under(stage.light.ambient)
    canvas.line([(x, y), (x - 60, y + 230), (1400, 640)], (250, 250, 250), 1.5)
    kite = canvas.frame(x, y, 64)
    kite.polygon([(0, -1), (0.7, -0.1), (0, 1.1), (-0.7, -0.1)], (236, 84, 84))
    kite.polygon([(0, -1), (0.7, -0.1), (0, -0.1)], (250, 206, 96))
    kite.polygon([(0, 1.1), (-0.7, -0.1), (0, -0.1)], (84, 150, 206))
    tail = [(0.25 * math.sin(k + time_s), 1.1 + 0.35 * k) for k in range(7)]
    kite.line(tail, (250, 250, 250), 0.05)
    for nth, (dx, dy) in enumerate(tail[1:]):
        kite.ellipse(dx, dy, 0.12, 0.08, ((236, 84, 84), (250, 206, 96))[nth % 2])


def bonfire(stage: Stage) -> None:
    """Gather around the fire; lanterns rise."""
    time_s, cast = stage.since_s, stage.cast
    _draw_sky_lanterns(stage)
    back: list[Placed] = []
    front: list[Placed] = []
    for nth, guest in enumerate(choose(cast.guests, 72, 18)):
        angle = math.pi * (1.02 + 0.96 * nth / 11)
        if nth >= 12:  # in front of the fire, but not in its way
            angle = math.pi * (0.08 + 0.1 * (nth - 12) + (0.34 if nth >= 15 else 0.0))
        x, y = FIRE[0] + 500 * math.cos(angle), FIRE[1] + 95 * math.sin(angle)
        spot = wander(guest, x, y, time_s, 10)
        turn = -0.9 * math.cos(angle)
        act = cheering(time_s, guest.phase) if nth % 5 == 2 else standing(time_s, guest.phase)
        pose = Pose(
            act.left,
            act.right,
            lean=act.lean,
            lift=act.lift,
            turn=turn,
            happy=0.8,
            back=nth >= 12,
            held_right="stick" if nth % 4 == 0 else "",
        )
        (front if nth >= 12 else back).append((guest, spot, pose))
    back.append((cast.bride, (1195.0, 668.0), Pose((12, 8), (30, 40), turn=0.3, happy=0.9)))
    back.append((cast.groom, (1265.0, 668.0), Pose((30, 40), (12, 8), turn=-0.3, happy=0.9)))
    back.append((cast.band[0], (900.0, 735.0), playing(time_s, 0.1, "guitar")))
    stage.people(back)
    frame = stage.canvas.under(stage.tint_at(*FIRE)).frame(stage.seen_x(*FIRE), FIRE[1], 210)
    draw_bonfire(frame, time_s, 0.75 + 0.35 * math.sin(math.pi * min(1.0, time_s / 480)))
    stage.people(front)


def _draw_sky_lanterns(stage: Stage) -> None:
    rng = np.random.default_rng(73)
    for x0, start, drift in rng.random((26, 3)).tolist():
        rise = stage.since_s - 500 * start
        if rise < 0:
            continue
        y = 520 - 1.1 * rise * (0.7 + 0.6 * drift)
        if y < 20:
            y = 20 + (y % 200)
        x = 700 + 1100 * x0 + 0.25 * rise
        draw_lantern(stage.canvas, x, y, 10 + 26 * max(0.0, y) / 520)


PLACE = DemoPlace(paint, lamps, {"ice": ice, "bonfire": bonfire})
