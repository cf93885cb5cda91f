"""Things that stand or hang about: lights, flags, tables, balloons, cars, boats.

Unless it says otherwise, a thing is drawn in a frame on the ground where a grown-up is one
unit tall.
"""

import math
from collections.abc import Sequence

import numpy as np

from coincide.demo.draw.canvas import Canvas, Colour, Point, darker, lighter, mix
from coincide.demo.draw.people import CLOTHES


def hang(start: Point, end: Point, sag: float, n: int = 24) -> list[Point]:
    """Return a line that hangs between two points."""
    shares = np.linspace(0, 1, n).tolist()
    return [
        (
            start[0] + (end[0] - start[0]) * s,
            start[1] + (end[1] - start[1]) * s + 4 * sag * s * (1 - s),
        )
        for s in shares
    ]


def draw_bunting(canvas: Canvas, start: Point, end: Point, sag: float, size: float) -> None:
    """Hang a line of small flags; in units of the canvas."""
    n = max(6, round(math.dist(start, end) / (1.5 * size)))
    line = hang(start, end, sag, n)
    canvas.line(line, (240, 234, 220), size * 0.08)
    for nth, (x, y) in enumerate(line[1:-1]):
        flag = [(x - size * 0.45, y), (x + size * 0.45, y), (x, y + size)]
        canvas.polygon(flag, CLOTHES[(nth * 5) % len(CLOTHES)])


def draw_string_lights(canvas: Canvas, start: Point, end: Point, sag: float, *, on: float) -> None:
    """Hang a string of bulbs that shine as far as they are ``on``."""
    n = max(6, round(math.dist(start, end) / 42))
    line = hang(start, end, sag, n)
    canvas.line(line, (60, 52, 50), 2.0)
    bulbs = canvas.glowing() if on > 0.1 else canvas
    for x, y in line[1:-1]:
        if on > 0.1:
            bulbs.glow(x, y + 5, 34, (255, 196, 110), 0.75 * on)
        bulbs.ellipse(x, y + 5, 5, 6.5, mix((236, 226, 200), (255, 240, 190), on))


def draw_balloon(canvas: Canvas, colour: Colour) -> None:
    """Draw a balloon in a frame at its knot, where it is one unit tall."""
    canvas.line([(0, 0), (0.04, 0.35), (-0.03, 0.7), (0.02, 1.05)], (240, 236, 230), 0.02)
    canvas.ellipse(0, -0.52, 0.4, 0.5, colour)
    canvas.ellipse(0.08, -0.44, 0.3, 0.4, darker(colour, 0.15), 0.5)
    canvas.ellipse(-0.14, -0.7, 0.09, 0.13, lighter(colour, 0.75), 0.9)
    canvas.polygon([(-0.06, 0.04), (0.06, 0.04), (0, -0.05)], darker(colour, 0.15))


def draw_table(canvas: Canvas, width: float, cloth: Colour = (250, 246, 238)) -> None:
    """Draw a table with a cloth down to the ground, its top 0.45 high."""
    half = width / 2
    canvas.shade(0, 0.01, half * 1.1, 0.06, 0.4)
    canvas.polygon([(-half, -0.45), (half, -0.45), (half, 0), (-half, 0)], darker(cloth, 0.12))
    n_folds = max(4, round(width * 6))
    for k in range(1, n_folds):
        x = -half + width * k / n_folds
        canvas.line([(x, -0.38), (x - 0.01, 0)], darker(cloth, 0.24), 0.012, 0.7)
    canvas.ellipse(0, -0.45, half, min(0.085, half * 0.3), cloth)
    hem = [(-half, -0.45)] + [
        (-half + width * k / 16, -0.36 + 0.05 * math.sin(math.pi * (k % 2))) for k in range(17)
    ]
    canvas.polygon([*hem, (half, -0.45)], lighter(cloth, 0.3))


def draw_candle(canvas: Canvas, x: float, y: float, flicker: float, burnt: float = 0.0) -> None:
    """Draw a candle at (x, y) that gets shorter as it has burnt."""
    tall = 0.12 * (1 - 0.6 * burnt)
    canvas.box(x - 0.012, y - tall, x + 0.012, y, (250, 240, 220))
    shine = canvas.glowing()
    shine.glow(x, y - tall - 0.02, 0.16, (255, 190, 90), 0.6)
    shine.ellipse(x + 0.003 * flicker, y - tall - 0.024, 0.010, 0.026, (255, 216, 120))


# soup, roast and pudding
COURSES: tuple[tuple[Colour, Colour, Colour], ...] = (
    ((236, 150, 70), (244, 176, 90), (120, 164, 84)),
    ((150, 84, 56), (120, 164, 84), (232, 190, 110)),
    ((246, 176, 190), (252, 240, 224), (176, 50, 80)),
)


def draw_setting(canvas: Canvas, x: float, y: float, nth: int, course: int) -> None:
    """Draw a plate with food, and a glass."""
    canvas.ellipse(x, y, 0.085, 0.028, (236, 238, 244))
    canvas.ellipse(x, y - 0.003, 0.06, 0.018, (252, 252, 254))
    for k, colour in enumerate(COURSES[course]):
        dx = 0.026 * math.sin(2.4 * k + nth)
        canvas.ellipse(x + dx, y - 0.014, 0.034, 0.016, colour)
    wine: Colour = (150, 40, 66) if nth % 3 else (240, 216, 130)
    canvas.line([(x + 0.12, y), (x + 0.12, y - 0.05)], (230, 234, 240), 0.008)
    canvas.ellipse(x + 0.12, y - 0.075, 0.022, 0.032, wine)


def draw_posy(canvas: Canvas, x: float, y: float, nth: int) -> None:
    """Draw a small vase of flowers."""
    canvas.polygon(
        [(x - 0.03, y), (x + 0.03, y), (x + 0.02, y - 0.09), (x - 0.02, y - 0.09)], (150, 190, 200)
    )
    for k in range(7):
        dx, dy = 0.055 * math.cos(2.3 * k + nth), -0.14 + 0.04 * math.sin(3.1 * k + nth)
        canvas.line([(x, y - 0.08), (x + dx, y + dy)], (90, 140, 84), 0.008)
        canvas.ellipse(x + dx, y + dy, 0.026, 0.026, CLOTHES[(nth + 5 * k) % len(CLOTHES)])
        canvas.ellipse(x + dx, y + dy, 0.009, 0.009, (255, 236, 160))


def draw_car(canvas: Canvas, colour: Colour, *, garland: bool = True) -> None:
    """Draw an old open-hearted car, seen from its side and driving to the right."""
    canvas.shade(0, 0.0, 1.35, 0.07, 0.6)
    hull = [(-1.25, -0.22), (-1.22, -0.5), (-0.75, -0.56), (-0.5, -0.88), (0.25, -0.9)]
    hull += [(0.5, -0.58), (1.05, -0.52), (1.25, -0.42), (1.28, -0.22)]
    canvas.polygon(hull, colour)
    canvas.polygon([(-1.25, -0.22), (-1.24, -0.34), (1.27, -0.34), (1.28, -0.22)], darker(colour))
    for glass in (
        [(-0.64, -0.58), (-0.45, -0.82), (-0.15, -0.83), (-0.15, -0.58)],
        [(-0.08, -0.58), (-0.08, -0.83), (0.2, -0.83), (0.38, -0.58)],
    ):
        canvas.polygon(glass, (180, 214, 226))
        canvas.line([glass[1], (glass[0][0] + 0.18, glass[0][1])], (240, 250, 255), 0.03, 0.6)
    canvas.line([(-1.2, -0.44), (1.2, -0.44)], lighter(colour, 0.5), 0.02)
    for x in (-0.75, 0.8):
        canvas.ellipse(x, -0.2, 0.23, 0.23, (40, 38, 44))
        canvas.ellipse(x, -0.2, 0.13, 0.13, (206, 208, 214))
        canvas.ellipse(x, -0.2, 0.05, 0.05, (130, 132, 140))
    canvas.ellipse(1.22, -0.42, 0.06, 0.07, (255, 244, 200))
    if garland:
        for k in range(9):
            x, y = 0.45 + 0.085 * k, -0.60 + 0.05 * math.sin(1.9 * k)
            canvas.ellipse(x, y, 0.055, 0.05, ((255, 250, 246), (244, 170, 180))[k % 2])


def draw_sailboat(canvas: Canvas, sail: Colour) -> None:
    """Draw a sailing boat in a frame at the waterline, where its mast is one unit tall."""
    canvas.polygon([(-0.42, -0.1), (0.45, -0.1), (0.32, 0.02), (-0.34, 0.02)], (236, 232, 224))
    canvas.line([(-0.4, -0.07), (0.42, -0.07)], sail, 0.03)
    canvas.line([(0, -0.1), (0, -1.0)], (110, 84, 60), 0.022)
    canvas.polygon([(0.02, -0.97), (0.02, -0.16), (0.42, -0.16)], sail)
    canvas.polygon([(-0.02, -0.9), (-0.02, -0.16), (-0.3, -0.16)], lighter(sail, 0.6))
    canvas.polygon([(-0.34, 0.03), (0.32, 0.03), (0.1, 0.5), (0.0, 0.6)], sail, 0.16)


def draw_hull(canvas: Canvas, colour: Colour, flowers: bool) -> None:
    """Draw a rowing boat's near side in a frame at the waterline, one unit half its length."""
    rim = [(-1.0, -0.36), (-0.5, -0.26), (0.5, -0.26), (1.0, -0.36)]
    canvas.polygon([*rim, (0.78, 0.05), (-0.78, 0.05)], colour)
    canvas.polygon([(-0.85, -0.08), (0.85, -0.08), (0.78, 0.05), (-0.78, 0.05)], darker(colour))
    canvas.line(rim, lighter(colour, 0.5), 0.05)
    if flowers:
        for k in range(12):
            x = -0.95 + 1.9 * k / 11
            y = -0.27 - 0.09 * (abs(x) ** 3)
            canvas.ellipse(x, y, 0.06, 0.055, ((255, 252, 248), (246, 160, 176))[k % 2])
    canvas.ellipse(0, 0.1, 0.95, 0.05, (230, 240, 246), 0.35)
    canvas.line([(0.1, -0.3), (0.62, 0.12)], (150, 110, 74), 0.04)


def draw_cake(canvas: Canvas, cut: float) -> None:
    """Draw a cake of four tiers, one unit tall; ``cut`` is the share that has been eaten."""
    cream: Colour = (255, 248, 240)
    tiers: Sequence[tuple[float, float, float]] = (
        (0.46, 0.0, 0.27),
        (0.36, -0.27, 0.24),
        (0.26, -0.51, 0.2),
        (0.16, -0.71, 0.16),
    )
    canvas.ellipse(0, 0.01, 0.56, 0.09, (206, 176, 120))
    for nth, (half, base, tall) in enumerate(tiers):
        canvas.ellipse(0, base, half, half * 0.17, darker(cream, 0.15))
        canvas.box(-half, base - tall, half, base, darker(cream, 0.06))
        canvas.polygon(
            [(half * 0.4, base), (half, base), (half, base - tall), (half * 0.4, base - tall)],
            (90, 60, 90),
            0.10,
        )
        canvas.ellipse(0, base - tall, half, half * 0.17, cream)
        n_drops = 9 - 2 * nth
        for k in range(n_drops):
            x = half * (2 * k / (n_drops - 1) - 1) * 0.94
            canvas.ellipse(x, base - 0.03, 0.035, 0.03, (246, 176, 186))
            canvas.ellipse(x, base - tall + 0.02, 0.03, 0.045, (255, 226, 226))
        if cut > 0.2 * (nth + 1):
            wedge = [(0, base - tall - 0.02), (half * 0.55, base - tall + 0.05)]
            canvas.polygon([*wedge, (half * 0.55, base), (0, base + half * 0.15)], (150, 92, 60))
            canvas.line([(0, base - tall / 2), (half * 0.55, base - tall / 2)], cream, 0.03)
    for x, colour in ((-0.05, (252, 250, 246)), (0.05, (40, 60, 100))):
        canvas.ellipse(x, -0.98, 0.035, 0.04, (240, 200, 170))
        canvas.polygon([(x, -0.97), (x + 0.045, -0.86), (x - 0.045, -0.86)], colour)
