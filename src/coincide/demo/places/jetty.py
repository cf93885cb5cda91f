"""The jetty on the lake: a boat ride, the sunset, and the fireworks at night."""

import math
from dataclasses import replace

import numpy as np

from coincide.demo.draw.canvas import Canvas, Colour, Point, darker, lighter
from coincide.demo.draw.crowd import around, choose, in_row, wander
from coincide.demo.draw.figures import draw_person
from coincide.demo.draw.fires import draw_fireworks, fireworks_colours
from coincide.demo.draw.light import Light
from coincide.demo.draw.poses import Pose, toasting, watching, waving
from coincide.demo.draw.scenery import (
    HORIZON,
    grain_over,
    paint_fir,
    paint_flowers,
    paint_forest,
    paint_glitter,
    paint_grass,
    paint_ground,
    paint_hill,
    paint_sky,
    paint_sun,
    paint_water,
    ridge,
)
from coincide.demo.draw.stage import Lamp, Stage
from coincide.demo.draw.things import draw_hull, draw_sailboat
from coincide.demo.places.place import DemoPlace

SHORE_Y = 775.0
SUN_X = 1430.0
WOOD: Colour = (168, 126, 88)
POSTS = (
    (1130.0, 560.0),
    (1090.0, 660.0),
    (1030.0, 790.0),
    (1290.0, 560.0),
    (1345.0, 660.0),
    (1430.0, 790.0),
)


def paint(canvas: Canvas, light: Light, rng: np.random.Generator) -> None:
    """Paint lake, mountains, jetty and boathouse."""
    paint_sky(canvas, light, rng)
    paint_sun(canvas, light, SUN_X)
    paint_hill(canvas, _valley(ridge(rng, 340, 220, 6)), (112, 126, 164), light, 0.42)
    paint_hill(canvas, _valley(ridge(rng, 400, 110, 8)), (84, 116, 130), light, 0.22)
    woods = ridge(rng, 428, 22, 12)
    paint_hill(canvas, woods, (62, 104, 80), light, 0.15)
    paint_forest(canvas, rng, woods, (62, 104, 80), light, 0.15)
    paint_water(canvas, light, rng, HORIZON, SHORE_Y + 40)
    if light.sun_height_deg < 40:
        paint_glitter(canvas, light, SUN_X, HORIZON + 6, SHORE_Y, lighter(light.horizon, 0.5))
    ground = canvas.under(light.ambient)
    paint_ground(ground, SHORE_Y + 20, (128, 160, 84), (84, 128, 62), rng, 0.5)
    ground.blob(
        [
            (-40, 800),
            (500, 770),
            (1000, 792),
            (1500, 790),
            (2000, 766),
            (2440, 800),
            (2440, 830),
            (-40, 830),
        ],
        (206, 188, 146),
    )
    paint_grass(ground, rng, 815, (98, 146, 70), 2400)
    _paint_jetty(ground)
    _paint_boathouse(ground, light)
    _paint_reeds(ground, rng)
    for x, size in ((60, 470), (170, 380), (2290, 520), (2180, 400)):
        paint_fir(ground, rng, x, 830, size, (58, 104, 74))
    paint_flowers(ground, rng, (1500, 860, 2300, 990), 90)
    if light.dark > 0.3:
        _paint_lanterns(canvas, light)
    grain_over(canvas, rng)


def _valley(line: list[Point]) -> list[Point]:
    """Open the mountains where the sun will set."""
    return [(x, y + (428 - y) * math.exp(-(((x - SUN_X) / 290) ** 2))) for x, y in line]


def _paint_jetty(canvas: Canvas) -> None:
    for x, y in POSTS:
        canvas.box(x - 7, y - 66 * (y - 380) / 400, x + 7, y + 34, darker(WOOD, 0.35))
    deck = [(1150, 530), (1270, 530), (1480, 1000), (960, 1000)]
    canvas.polygon([(x, y + 16) for x, y in deck], darker(WOOD, 0.5), 0.8)
    canvas.polygon(deck, WOOD)
    for k in range(26):
        share = (k / 26) ** 1.7
        y, half = 530 + 470 * share, 60 + 200 * share
        tone = darker(WOOD, 0.32) if k % 2 else darker(WOOD, 0.2)
        canvas.line(
            [(1210 - half + 6 * share, y), (1210 + half + 10 * share, y)], tone, 1.5 + 4 * share
        )
    canvas.line([(1150, 530), (960, 1000)], lighter(WOOD, 0.25), 5)
    canvas.line([(1270, 530), (1480, 1000)], darker(WOOD, 0.3), 6)


def _paint_boathouse(canvas: Canvas, light: Light) -> None:
    red: Colour = (164, 72, 60)
    for x in (330, 450, 570, 690):
        canvas.box(x - 6, 600, x + 6, 690, (84, 62, 50))
    canvas.polygon([(320, 430), (700, 430), (700, 625), (320, 625)], red)
    for k in range(20):
        canvas.line([(330 + 19 * k, 430), (330 + 19 * k, 625)], darker(red, 0.22), 2)
    canvas.polygon([(290, 440), (420, 320), (620, 320), (735, 440)], (92, 84, 92))
    canvas.polygon([(290, 440), (735, 440), (726, 428), (302, 428)], (60, 54, 62))
    canvas.box(450, 500, 590, 625, (58, 44, 44))
    glass = canvas.glowing() if light.dark > 0.3 else canvas
    for x in (345, 620):
        canvas.box(x - 4, 486, x + 60, 552, (244, 236, 222))
        glass.box(x, 490, x + 56, 548, (255, 214, 130) if light.dark > 0.3 else (150, 190, 206))
        canvas.line([(x + 28, 490), (x + 28, 548)], (244, 236, 222), 4)
    canvas.polygon([(330, 640), (690, 640), (660, 740), (360, 740)], darker(red, 0.4), 0.28)
    canvas.box(280, 618, 760, 634, WOOD)


def _paint_reeds(canvas: Canvas, rng: np.random.Generator) -> None:
    for x0, lean, tall in rng.random((150, 3)).tolist():
        x = 1780 + 420 * x0
        y = 815 - 16 * math.sin(x / 40)
        tip = (x + 34 * (lean - 0.5), y - 60 - 90 * tall)
        canvas.line([(x, y), tip], ((110, 140, 70), (150, 150, 84))[tall > 0.5], 3)
        if lean > 0.7:
            canvas.line([tip, (tip[0], tip[1] + 24)], (110, 72, 46), 8)


def _paint_lanterns(canvas: Canvas, light: Light) -> None:
    glowing = canvas.glowing()
    for x, y in POSTS:
        top = y - 66 * (y - 380) / 400
        glowing.glow(x, top, 95, (255, 180, 90), 0.7 * light.dark)
        glowing.ellipse(x, top, 9, 11, (255, 232, 170))


def lamps(light: Light) -> tuple[Lamp, ...]:
    """Return the lanterns on the jetty's posts."""
    if light.dark < 0.3:
        return ()
    warm = (0.24 * light.dark, 0.17 * light.dark, 0.06 * light.dark)
    return tuple(Lamp(x, y, 170, warm) for x, y in POSTS)


def _sailboats(stage: Stage, colours: tuple[Colour, ...]) -> None:
    for nth, colour in enumerate(colours):
        speed = 0.25 + 0.12 * nth
        x = 500 + 480 * nth + speed * stage.since_s
        boat = stage.canvas.under(stage.light.ambient)
        draw_sailboat(boat.frame(x, 470 + 22 * (nth % 3), 80 + 26 * (nth % 3)), colour)


def _ducks(stage: Stage) -> None:
    for nth in range(5):
        x = 760 + 46 * nth + 0.22 * stage.since_s
        duck = stage.canvas.under(stage.light.ambient).frame(x, 735 - 5 * (nth % 2), 24)
        duck.ellipse(0, 0, 0.8, 0.4, (120, 92, 66))
        duck.ellipse(0.7, -0.5, 0.3, 0.3, (44, 110, 76))
        duck.polygon([(0.95, -0.5), (1.35, -0.42), (0.95, -0.34)], (236, 170, 60))


def rowing(stage: Stage) -> None:
    """Row the couple across the bay, while the guests wave."""
    time_s = stage.since_s
    _sailboats(stage, ((240, 110, 90), (250, 214, 120), (246, 246, 240)))
    _ducks(stage)
    x, y = 1370 + 0.8 * time_s, 655 + 3 * math.sin(time_s)
    boat = stage.canvas.under(stage.light.ambient).frame(stage.seen_x(x, y), y, 165)
    draw_person(
        boat.frame(-0.4, 0.28, 1.35),
        stage.cast.bride,
        Pose(
            (120, 165 + 20 * math.sin(4 * time_s)),
            (30, -60),
            held_right="bouquet",
            happy=1,
            seated=True,
        ),
    )
    draw_person(
        boat.frame(0.28, 0.28, 1.35),
        stage.cast.groom,
        Pose((30, 60), (50 + 20 * math.sin(2 * time_s), 60), turn=-0.8, happy=0.9, seated=True),
    )
    draw_hull(boat, (92, 140, 170), True)
    guests = choose(stage.cast.guests, 31, 13)
    placed = []
    for nth, guest in enumerate(guests):
        pose = waving(time_s, guest.phase) if nth % 3 else watching(time_s, guest.phase)
        x, near = around(nth, 13, 1540, 260, 800)
        placed.append((guest, wander(guest, x, 815 + 110 * near, time_s, 20), pose))
    stage.people(placed)


def sunset(stage: Stage) -> None:
    """Watch the sun go down from the jetty, glass in hand."""
    time_s, cast = stage.since_s, stage.cast
    _sailboats(stage, ((250, 180, 120), (200, 110, 110)))
    arm_in_arm = Pose((14, 10), (30, 30), back=True, lean=2)
    placed = [
        (cast.bride, (1185.0, 625.0), arm_in_arm),
        (cast.groom, (1228.0, 625.0), Pose((30, 30), (12, 6), back=True, lean=-2)),
    ]
    for nth, guest in enumerate(choose(cast.guests, 32, 12)):
        pose = toasting(time_s, guest.phase)
        if nth % 3 == 0:
            pose = watching(time_s, guest.phase)
        x, near = around(nth, 12, 1330, 190, 600)
        placed.append((guest, wander(guest, x, 800 + 120 * near, time_s, 20), pose))
    stage.people(placed)


def fireworks(stage: Stage) -> None:
    """Let off the fireworks, over the heads of everybody."""
    time_s, cast = stage.since_s, stage.cast
    draw_fireworks(stage.canvas, time_s, (HORIZON + 10, SHORE_Y))
    red, green, blue = fireworks_colours(time_s)[0]
    shine = Lamp(1200, 600, 800, (red / 900, green / 900, blue / 900))
    stage = replace(stage, lamps=(*stage.lamps, shine))
    placed = []
    for nth, guest in enumerate(choose(cast.guests, 33, 16)):
        pose = watching(time_s, guest.phase)
        if nth % 5 == 0:
            pose = Pose((130, 150), (20, 10), back=True, held_left="sparkler")
        x = in_row(16, 560, 1960, (nth * 7) % 16)
        placed.append((guest, wander(guest, x, 860 + 7.0 * nth, time_s, 12), pose))
    placed.append((cast.bride, (1190.0, 700.0), Pose((14, 10), (30, 30), back=True)))
    placed.append((cast.groom, (1240.0, 700.0), Pose((140, 160), (12, 6), back=True)))
    stage.people(placed)


PLACE = DemoPlace(paint, lamps, {"rowing": rowing, "sunset": sunset, "fireworks": fireworks})
