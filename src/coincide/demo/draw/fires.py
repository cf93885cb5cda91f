"""Things that burn: the bonfire, sky lanterns and the fireworks, as functions of time."""

import math

import numpy as np

from coincide.demo.draw.canvas import Canvas, Colour, mix

BURST_EVERY_S = 0.8
BURST_LIFE_S = 3.4
# the fireworks change their colours now and then
PIECE_S = 40.0
PIECES: tuple[tuple[Colour, Colour], ...] = (
    ((255, 120, 110), (255, 214, 120)),
    ((120, 200, 255), (240, 250, 255)),
    ((170, 255, 150), (255, 240, 140)),
    ((240, 140, 255), (140, 170, 255)),
    ((255, 170, 70), (255, 250, 220)),
    ((255, 110, 170), (150, 255, 230)),
)


def draw_bonfire(canvas: Canvas, time_s: float, size: float) -> None:
    """Draw a fire on logs, in a frame on the ground; ``size`` grows and shrinks it."""
    for x0, x1 in ((-0.5, 0.4), (-0.35, 0.5), (-0.6, 0.6)):
        canvas.limb([(x0, 0.02), (x1, -0.16)], (84, 56, 42), 0.09)
        canvas.limb([(x1, 0.02), (x0, -0.16)], (66, 44, 36), 0.08)
    glowing = canvas.glowing()
    glowing.glow(0, -0.5 * size, 2.6 * size, (255, 130, 40), 0.5)
    layers = ((1.0, (240, 90, 30)), (0.74, (255, 150, 44)), (0.48, (255, 214, 96)))
    for share, colour in (*layers, (0.24, (255, 248, 214))):
        glowing.blob(_flame(time_s, size * share), colour, 0.92)
    rng = np.random.default_rng(3)
    for phase, side, speed in rng.random((40, 3)).tolist():
        age = (time_s * (0.25 + 0.3 * speed) + phase) % 1.0
        x = (side - 0.5) * 0.7 + 0.16 * math.sin(9 * (age + phase))
        y = -0.5 * size - 1.7 * age * size
        glowing.ellipse(x, y, 0.012, 0.012, mix((255, 230, 140), (220, 70, 20), age))


def _flame(time_s: float, size: float) -> list[tuple[float, float]]:
    tongues = 5
    points = [(-0.42 * size, 0.0)]
    for k in range(tongues):
        x = (-0.34 + 0.17 * k) * size
        flicker = math.sin(time_s * 5.1 + 2.1 * k) + 0.6 * math.sin(time_s * 8.3 + 1.3 * k)
        tall = (1.15 - 0.32 * abs(k - 2) + 0.10 * flicker) * size
        points += [(x + 0.05 * flicker * size, -tall), (x + 0.085 * size, -tall * 0.55)]
    return [*points, (0.42 * size, 0.0)]


def draw_lantern(canvas: Canvas, x: float, y: float, size: float) -> None:
    """Draw a paper lantern that hangs or floats at (x, y)."""
    glowing = canvas.glowing()
    glowing.glow(x, y, 3.2 * size, (255, 160, 70), 0.55)
    outline = [(x - 0.42 * size, y + 0.5 * size), (x - 0.6 * size, y - 0.4 * size)]
    outline += [
        (x, y - 0.75 * size),
        (x + 0.6 * size, y - 0.4 * size),
        (x + 0.42 * size, y + 0.5 * size),
    ]
    glowing.polygon(outline, (255, 186, 104))
    glowing.ellipse(x, y + 0.25 * size, 0.3 * size, 0.3 * size, (255, 240, 190))


def fireworks_colours(time_s: float) -> tuple[Colour, Colour]:
    """Return the colours of the piece that plays at a time."""
    return PIECES[int(time_s / PIECE_S) % len(PIECES)]


def draw_fireworks(canvas: Canvas, time_s: float, water: tuple[float, float]) -> None:
    """Draw the bursts of a time, and their light on the water between two heights."""
    glowing = canvas.glowing()
    first = math.floor((time_s - BURST_LIFE_S) / BURST_EVERY_S) + 1
    for nth in range(max(0, first), math.floor(time_s / BURST_EVERY_S) + 1):
        rng = np.random.default_rng([9, nth])
        age = (time_s - nth * BURST_EVERY_S) / BURST_LIFE_S
        x, y, size = (float(v) for v in rng.uniform((760, 110, 130), (1660, 300, 240)))
        colours = fireworks_colours(nth * BURST_EVERY_S)
        _draw_burst(glowing, rng, (x, y), size * (1 - (1 - age) ** 3), age, colours)
        fade = (1 - age) ** 1.5
        glowing.glow(x, y, size * 2.2, colours[0], 0.4 * fade)
        for _ in range(26):
            dy, dx = float(rng.random()), float(rng.normal())
            row = water[0] + dy * (water[1] - water[0])
            half = 10 + 30 * dy
            streak = [(x + 45 * dx - half, row), (x + 45 * dx + half, row)]
            glowing.line(streak, colours[0], 2.5, 0.5 * fade)


def _draw_burst(
    canvas: Canvas,
    rng: np.random.Generator,
    centre: tuple[float, float],
    size: float,
    age: float,
    colours: tuple[Colour, Colour],
) -> None:
    x, y = centre
    n_rays = 40
    fade = 1.0 - 0.8 * age**2
    for k, reach in enumerate(rng.uniform(0.75, 1.0, n_rays).tolist()):
        angle = 2 * math.pi * k / n_rays
        dx, dy = math.cos(angle) * reach * size, math.sin(angle) * reach * size
        drop = 46 * age**2
        start = (x + dx * (0.25 + 0.5 * age), y + dy * (0.25 + 0.5 * age) + 0.5 * drop)
        canvas.line([start, (x + dx, y + dy + drop)], colours[0], 3.4, 0.9 * fade)
        canvas.ellipse(x + dx, y + dy + drop, 4.6, 4.6, colours[1], fade)
    if age < 0.25:
        canvas.glow(x, y, 120, (255, 255, 255), 1.0 - 3 * age)
