"""The barn, made ready for the feast: dinner, the cake, and the dance."""

import math
from dataclasses import replace

import numpy as np

from coincide.demo.draw.canvas import Canvas, Colour, darker, lighter, mix
from coincide.demo.draw.crowd import around, choose, in_row, passing, wander
from coincide.demo.draw.figures import draw_person
from coincide.demo.draw.light import Light
from coincide.demo.draw.people import Cast, PersonLook
from coincide.demo.draw.poses import (
    Held,
    Pose,
    clapping,
    dancing,
    playing,
    standing,
    toasting,
    walking,
)
from coincide.demo.draw.scenery import grain_over, paint_ground
from coincide.demo.draw.stage import Lamp, Stage
from coincide.demo.draw.things import (
    draw_cake,
    draw_candle,
    draw_posy,
    draw_setting,
    draw_string_lights,
    draw_table,
)
from coincide.demo.places.place import DemoPlace

WOOD: Colour = (160, 116, 80)
PLANK: Colour = (222, 204, 178)
FLOOR_Y = 590.0
BAND_X = 2020.0
SPOTS: tuple[Colour, ...] = ((255, 90, 120), (110, 150, 255), (255, 190, 80), (150, 255, 170))
# the spotlights change their colours now and then
SPOTS_S = 45.0


def paint(canvas: Canvas, light: Light, rng: np.random.Generator) -> None:
    """Paint timber walls, the windows with the evening outside, beams and lights."""
    room = canvas.under(light.ambient)
    _paint_wall(room, rng)
    for x in (330, 900, 1420):
        _paint_window(room, canvas.glowing(), light, x)
    paint_ground(room, FLOOR_Y, (150, 104, 72), (182, 130, 88), rng, 0.35)
    for k in range(-14, 15):
        room.line([(1200 + 62 * k, FLOOR_Y), (1200 + 190 * k, 1000)], darker(WOOD, 0.3), 2.5)
    room.box(0, FLOOR_Y - 10, 2400, FLOOR_Y + 6, darker(WOOD, 0.45))
    _paint_stage(room)
    _paint_beams(room)
    for start, end in (
        ((0, 150), (620, 120)),
        ((620, 120), (1220, 120)),
        ((1220, 120), (1800, 120)),
        ((1800, 120), (2400, 150)),
        ((0, 60), (1220, 130)),
        ((1220, 130), (2400, 60)),
    ):
        draw_string_lights(room, start, end, 62, on=0.55 + 0.45 * light.dark)
    _paint_garlands(room, rng)
    grain_over(canvas, rng)


def _paint_wall(canvas: Canvas, rng: np.random.Generator) -> None:
    x = 0.0
    while x < 2400:
        wide = float(rng.uniform(34, 52))
        tone = darker(PLANK, float(rng.uniform(0.02, 0.16)))
        canvas.box(x, 0, x + wide, FLOOR_Y, tone)
        canvas.line([(x, 0), (x, FLOOR_Y)], darker(PLANK, 0.4), 2.5)
        for y, lean in rng.uniform((0, -4), (FLOOR_Y, 4), (4, 2)).tolist():
            grain = [(x + wide * 0.4, y), (x + wide * 0.5 + lean, y + 70)]
            canvas.line(grain, darker(PLANK, 0.3), 2, 0.6)
        x += wide


def _paint_window(room: Canvas, outside: Canvas, light: Light, x: float) -> None:
    room.box(x - 104, 214, x + 104, 466, lighter(WOOD, 0.3))
    for row in range(24):
        y = 224 + 10 * row
        outside.box(
            x - 94, y, x + 94, y + 11, mix(light.zenith, light.horizon, row / 18 if row < 18 else 1)
        )
    hills = [
        (x - 94, 400),
        (x - 40, 372),
        (x + 20, 392),
        (x + 94, 362),
        (x + 94, 456),
        (x - 94, 456),
    ]
    outside.polygon(hills, mix((60, 96, 84), light.zenith, 0.3 + 0.35 * light.dark))
    room.line([(x, 214), (x, 466)], lighter(WOOD, 0.3), 9)
    room.line([(x - 100, 330), (x + 100, 330)], lighter(WOOD, 0.3), 9)
    room.box(x - 112, 460, x + 112, 474, lighter(WOOD, 0.4))
    for side in (-1, 1):
        curtain = [
            (x + side * 128, 200),
            (x + side * 76, 200),
            (x + side * 100, 330),
            (x + side * 92, 480),
            (x + side * 132, 480),
        ]
        room.polygon(curtain, (236, 214, 196))
        room.line([(x + side * 112, 206), (x + side * 116, 476)], (206, 180, 164), 4)


def _paint_stage(canvas: Canvas) -> None:
    canvas.polygon([(1760, 180), (2290, 180), (2290, 560), (1760, 560)], (126, 44, 58))
    for k in range(14):
        x = 1778 + 38 * k
        canvas.line([(x, 180), (x + 6, 560)], (96, 30, 46), 8)
    swag = [
        (1750, 170),
        (2300, 170),
        (2300, 220),
        (2160, 262),
        (2025, 222),
        (1890, 262),
        (1750, 220),
    ]
    canvas.polygon(swag, (160, 60, 72))
    canvas.polygon([(1730, 560), (2320, 560), (2360, 640), (1700, 640)], lighter(WOOD, 0.12))
    canvas.box(1700, 640, 2360, 690, darker(WOOD, 0.35))
    for k in range(9):
        canvas.ellipse(1730 + 75 * k, 664, 12, 12, (232, 196, 110))


def _paint_beams(canvas: Canvas) -> None:
    beam = darker(WOOD, 0.35)
    for x in (620, 1220, 1690):
        canvas.box(x - 17, 60, x + 17, FLOOR_Y + 26, beam)
        canvas.box(x - 17, 60, x - 9, FLOOR_Y + 26, lighter(beam, 0.16))
        for side in (-1, 1):
            brace = [(x, 210), (x + side * 110, 92), (x + side * 130, 104), (x, 240)]
            canvas.polygon(brace, darker(beam, 0.1))
    canvas.box(0, 62, 2400, 100, beam)
    canvas.box(0, 62, 2400, 70, lighter(beam, 0.18))


def _paint_garlands(canvas: Canvas, rng: np.random.Generator) -> None:
    for x0, x1 in ((0, 620), (620, 1220), (1220, 1690)):
        for share, dx, dy in rng.random((70, 3)).tolist():
            x = x0 + share * (x1 - x0)
            y = 108 + 150 * share * (1 - share) + 14 * dy
            canvas.ellipse(x + 6 * dx, y, 11, 8, darker((96, 140, 84), 0.3 * dx))
            if dy > 0.82:
                canvas.ellipse(x, y, 8, 8, ((250, 236, 230), (240, 170, 170))[dx > 0.5])


def lamps(light: Light) -> tuple[Lamp, ...]:
    """Return the warm pools of light under the strings of bulbs."""
    warm = (0.10 + 0.12 * light.dark, 0.07 + 0.08 * light.dark, 0.02 + 0.02 * light.dark)
    return tuple(Lamp(x, 330, 420, warm) for x in (310.0, 920.0, 1500.0, 2100.0))


def dinner(stage: Stage) -> None:
    """Sit at one long table, and eat."""
    time_s, cast = stage.since_s, stage.cast
    guests = choose(cast.guests, 61, 14)
    seated = [*guests[:7], cast.bride, cast.groom, *guests[7:]]
    burnt = min(1.0, time_s / 600)
    placed = []
    for nth, person in enumerate(seated):
        x = in_row(16, 420, 1880, nth)
        pose = _eating(person, nth, time_s)
        placed.append((person, (x, 716.0), pose))
    for nth, waiter in enumerate(cast.band[:2]):
        x = passing(waiter, time_s, 300, 1980, 160)
        if nth:
            x = 2280 - x
        direction = -1 if nth else 1
        pose = replace(walking(time_s, 0.4 * nth, direction), right=(70, 140))
        placed.append((waiter, (x, 690.0), pose))
    stage.people(placed)
    _draw_long_table(stage, 1150, 745, burnt)
    grown = tuple(guest for guest in cast.guests if guest.height > 0.8)
    for nth, guest in enumerate(choose(grown, 62, 6)):
        x = in_row(3, 430, 900, nth % 3) + (970 if nth >= 3 else 0)
        pose = replace(_eating(guest, nth, time_s), back=True, seated=True)
        stage.person(guest, x, 890, pose)
        _draw_chair(stage.on_ground(x, 890))


def _draw_chair(canvas: Canvas) -> None:
    for side in (-1, 1):
        canvas.box(side * 0.15 - 0.015, -0.62, side * 0.15 + 0.015, 0, darker(WOOD, 0.35))
    for y in (-0.6, -0.5, -0.4):
        canvas.box(-0.15, y, 0.15, y + 0.05, darker(WOOD, 0.2))
    canvas.box(-0.18, -0.32, 0.18, -0.24, (196, 92, 88))


def _eating(person: PersonLook, nth: int, time_s: float) -> Pose:
    lift = max(0.0, math.sin(time_s / 5 + 3 * nth))
    if nth % 4 == 1:
        return replace(toasting(time_s, person.phase), left=(26, -60))
    pose = standing(time_s, person.phase)
    return replace(pose, left=(26, -60), right=(30, -60 - 60 * lift), happy=0.5 + 0.5 * lift)


def _draw_long_table(stage: Stage, x: float, y: float, burnt: float) -> None:
    table = stage.on_ground(x, y)
    draw_table(table, 5.7)
    course = min(2, int(3 * burnt))
    for nth in range(16):
        draw_setting(table, in_row(16, -2.7, 2.7, nth), -0.46, nth, course)
    for nth in range(7):
        dx = in_row(7, -2.6, 2.6, nth)
        draw_posy(table, dx, -0.43, nth)
        draw_candle(table, dx + 0.22, -0.42, math.sin(5 * stage.since_s + nth), burnt)


def cake(stage: Stage) -> None:
    """Cut the cake, in front of everybody."""
    time_s, cast = stage.since_s, stage.cast
    placed = []
    for nth, guest in enumerate(choose(cast.guests, 63, 17)):
        x = in_row(17, 300, 1330, (nth * 5) % 17)
        act = (clapping, standing, toasting)[nth % 3]
        pose = replace(act(time_s, guest.phase), turn=0.9 if x < 800 else -0.9)
        placed.append((guest, wander(guest, x, 680 + 5.0 * (nth % 5), time_s, 12), pose))
    stage.people(placed)
    busy = 10 * math.sin(time_s)
    stage.person(
        cast.bride, 612, 775, Pose((12, 8), (66 + busy, 84), turn=0.8, held_right="knife", happy=1)
    )
    stage.person(cast.groom, 985, 775, Pose((62 + busy, 80), (14, 8), turn=-0.8, happy=1))
    table = stage.on_ground(800, 800)
    draw_table(table, 0.95, (244, 214, 206))
    draw_cake(table.frame(0, -0.44, 0.72), cut=min(1.0, time_s / 330))
    for side in (-1, 1):
        draw_candle(table, side * 0.41, -0.43, math.sin(6 * time_s + side))
        draw_posy(table, side * 0.33, -0.42, 3 + side)


def dance(stage: Stage) -> None:
    """Dance to the band, under coloured lights."""
    time_s, cast = stage.since_s, stage.cast
    colour = SPOTS[int(time_s / SPOTS_S) % len(SPOTS)]
    _draw_beams(stage, colour, time_s)
    _draw_band(stage, cast, time_s)
    placed = []
    for nth, guest in enumerate(choose(cast.guests, 64, 19)):
        x, near = around((nth * 7) % 19, 19, 1470, 130, 640)
        spot = wander(guest, x, 720 + 150 * near, time_s, 55)
        placed.append((guest, spot, dancing(time_s, guest.phase)))
    turn = math.sin(time_s / 2)
    placed.append(
        (cast.bride, (1420.0 + 30 * turn, 810.0), Pose((70, 120), (60, 84), lean=6 * turn, happy=1))
    )
    placed.append(
        (cast.groom, (1525.0 + 30 * turn, 810.0), Pose((60, 84), (70, 110), lean=6 * turn, happy=1))
    )
    stage.people(placed)
    stage.canvas.glow(1500, 560, 900, colour, 0.3)


def _draw_beams(stage: Stage, colour: Colour, time_s: float) -> None:
    canvas = stage.canvas.glowing()
    other = SPOTS[(SPOTS.index(colour) + 1) % len(SPOTS)]
    for nth in range(5):
        x = 1240 + 170 * nth
        swing = 220 * math.sin(time_s / 3 + 1.4 * nth)
        beam = [(x - 8, 104), (x + 8, 104), (x + swing + 120, 800), (x + swing - 120, 800)]
        canvas.polygon(beam, (colour, other)[nth % 2], 0.15)
        canvas.ellipse(x + swing, 800, 130, 26, (colour, other)[nth % 2], 0.25)
    canvas.line([(1500, 100), (1500, 190)], (180, 180, 190), 3)
    canvas.ellipse(1500, 225, 38, 38, (196, 204, 220))
    for k in range(30):
        angle, reach = 2.4 * k + time_s / 4, 34 * math.sqrt(k / 30)
        tone = mix((255, 255, 255), colour, (k % 3) / 2)
        canvas.ellipse(1500 + reach * math.cos(angle), 225 + reach * math.sin(angle), 5, 5, tone)


def _draw_band(stage: Stage, cast: Cast, time_s: float) -> None:
    instruments: tuple[Held, ...] = ("guitar", "fiddle", "sticks", "guitar")
    for nth, (player, held) in enumerate(zip(cast.band, instruments, strict=True)):
        x = BAND_X - 190 + 125 * nth
        frame = stage.canvas.under(stage.tint_at(x, 500)).frame(x, 622, 218 * player.height)
        draw_person(frame, player, playing(time_s, 0.3 * nth, held))
        if held == "sticks":
            for dx, dy, r in ((-0.26, -0.3, 0.14), (0.26, -0.3, 0.14), (0.0, -0.18, 0.22)):
                frame.ellipse(dx, dy, r, r, (178, 52, 58))
                frame.ellipse(dx, dy, r * 0.84, r * 0.84, (244, 240, 232))
    microphone = stage.canvas.under(stage.light.ambient)
    microphone.line([(BAND_X - 240, 625), (BAND_X - 240, 470)], (60, 60, 66), 4)
    microphone.ellipse(BAND_X - 240, 464, 8, 10, (40, 40, 46))


PLACE = DemoPlace(paint, lamps, {"dinner": dinner, "cake": cake, "dance": dance}, inside=True)
