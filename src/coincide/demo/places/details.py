"""The private photos: small things and people that one guest alone found worth a photo.

Each is drawn from its own seed, so no two are alike.
"""

import math
from collections.abc import Callable, Mapping

import numpy as np
from PIL import Image, ImageFilter

from coincide.demo.draw.canvas import Canvas, Colour, darker, lighter, mix
from coincide.demo.draw.figures import draw_person
from coincide.demo.draw.light import Light
from coincide.demo.draw.people import CLOTHES, HAIRS, Cast
from coincide.demo.draw.poses import Pose, standing
from coincide.demo.draw.scenery import WIDTH, grain_over, paint_ground
from coincide.demo.draw.things import draw_car

X, Y = WIDTH / 2, 520.0

Subject = Callable[[Canvas, np.random.Generator, Cast], None]


def paint_detail(
    canvas: Canvas, light: Light, rng: np.random.Generator, cast: Cast, subject: str
) -> None:
    """Paint a subject before a blurred background, in the light of the hour."""
    # flash and lamps: nobody photographs a flower in the dark
    tint = tuple(max(value, 0.84) for value in light.ambient)
    lighted = canvas.under((tint[0], tint[1], tint[2]))
    _paint_background(lighted, light, rng)
    SUBJECTS[subject](lighted, rng, cast)
    grain_over(canvas, rng)


def _paint_background(canvas: Canvas, light: Light, rng: np.random.Generator) -> None:
    hue = CLOTHES[int(rng.integers(len(CLOTHES)))]
    base = mix(mix((150, 180, 130), hue, 0.35), light.horizon, 0.25)
    canvas.box(0, 0, 2400, 1000, base)
    for x, y, size, tone in rng.random((90, 4)).tolist():
        colour = mix(base, ((60, 90, 60), (250, 240, 200), hue)[int(tone * 3)], 0.45)
        r = 25 + 80 * size
        canvas.ellipse(600 + 1200 * x, 1000 * y, r, r, colour, 0.6)
    # so much blur needs no fine pixels
    blurred = canvas.image.reduce(8).filter(ImageFilter.BoxBlur(1.5))
    canvas.image.paste(blurred.resize(canvas.image.size, Image.Resampling.BICUBIC), (0, 0))


def _some(rng: np.random.Generator, colours: tuple[Colour, ...] = CLOTHES) -> Colour:
    return colours[int(rng.integers(len(colours)))]


def _flowers(canvas: Canvas, rng: np.random.Generator, cast: Cast) -> None:
    del cast
    petals, n_petals = _some(rng), int(rng.integers(6, 13))
    for _ in range(int(rng.integers(3, 8))):
        x, y = X + float(rng.normal(0, 190)), Y + float(rng.normal(0, 110))
        size = float(rng.uniform(70, 150))
        canvas.line([(x, y), (x + 30, y + 300), (x + 10, 1000)], (74, 124, 66), 12)
        for side in (-1, 1):
            leaf = [(x + 20, y + 260), (x + side * 80, y + 200), (x + side * 130, y + 230)]
            canvas.blob([*leaf, (x + side * 70, y + 270)], (96, 150, 80))
        turn = float(rng.uniform(0, 6))
        for tone, reach in ((darker(petals, 0.2), 1.0), (petals, 0.8)):
            for k in range(n_petals):
                angle = turn + 2 * math.pi * k / n_petals
                px, py = (
                    x + reach * size * 0.62 * math.cos(angle),
                    y + reach * size * 0.56 * math.sin(angle),
                )
                canvas.ellipse(px, py, size * 0.34, size * 0.32, tone)
        canvas.ellipse(x, y, size * 0.3, size * 0.28, (250, 206, 90))
        for k in range(16):
            dx, dy = size * 0.2 * math.cos(2.4 * k), size * 0.2 * math.sin(2.4 * k)
            canvas.ellipse(x + dx * (k / 16), y + dy * (k / 16), 4, 4, (190, 120, 50))


def _plate(canvas: Canvas, rng: np.random.Generator, cast: Cast) -> None:
    del cast
    paint_ground(canvas, 0, (190, 150, 110), (206, 166, 124), rng, 0.3)
    for k in range(7):
        canvas.line([(0, 150 * k), (2400, 150 * k + 30)], (150, 112, 80), 5)
    rim = lighter(_some(rng), 0.3)
    canvas.shade(X + 16, Y + 26, 330, 270, 0.6)
    canvas.ellipse(X, Y, 320, 260, rim)
    canvas.ellipse(X, Y, 300, 242, (250, 250, 248))
    canvas.ellipse(X, Y, 215, 172, (238, 238, 238))
    foods: tuple[Colour, ...] = (
        (206, 92, 66),
        (122, 168, 80),
        (236, 190, 100),
        (176, 110, 64),
        (250, 226, 180),
        (150, 50, 70),
    )
    for _ in range(int(rng.integers(14, 30))):
        angle, reach = float(rng.uniform(0, 6.3)), 160 * math.sqrt(float(rng.random()))
        x, y = X + reach * math.cos(angle), Y + 0.8 * reach * math.sin(angle)
        size, tone = float(rng.uniform(20, 52)), _some(rng, foods)
        canvas.ellipse(x + 4, y + 6, size, size * 0.8, darker(tone, 0.4), 0.6)
        canvas.ellipse(x, y, size, size * 0.8, tone)
        canvas.ellipse(
            x - size * 0.3, y - size * 0.3, size * 0.25, size * 0.2, lighter(tone, 0.5), 0.8
        )
    for side in (-1, 1):
        x = X + side * 395
        canvas.line([(x, Y - 210), (x, Y + 210)], (204, 208, 216), 16)
        if side < 0:
            for dx in (-26, 0, 26):
                canvas.line([(x + dx, Y - 240), (x + dx, Y - 130)], (204, 208, 216), 9)
            canvas.line([(x - 28, Y - 130), (x + 28, Y - 130)], (204, 208, 216), 14)
        else:
            canvas.ellipse(x, Y - 130, 20, 115, (216, 220, 228))


def _portrait(canvas: Canvas, rng: np.random.Generator, cast: Cast) -> None:
    n = int(rng.integers(1, 4))
    for nth, k in enumerate(rng.permutation(len(cast.guests))[:n].tolist()):
        guest = cast.guests[k]
        size = float(rng.uniform(1000, 1300))
        x = X + 300 * (nth - (n - 1) / 2)
        pose = standing(float(rng.uniform(0, 90)), guest.phase)
        pose = Pose(
            pose.left, pose.right, lean=pose.lean * 2, turn=pose.turn, happy=float(rng.random())
        )
        # the taller they are drawn, the lower their feet: faces at one height
        draw_person(canvas.frame(x, 330 + 0.88 * size, size), guest, pose)


def _car(canvas: Canvas, rng: np.random.Generator, cast: Cast) -> None:
    del cast
    paint_ground(canvas, 690, (190, 180, 166), (160, 152, 142), rng, 0.4)
    draw_car(
        canvas.frame(X, 790, float(rng.uniform(290, 340))), _some(rng), garland=rng.random() < 0.6
    )


def _cat(canvas: Canvas, rng: np.random.Generator, cast: Cast) -> None:
    del cast
    fur = _some(rng, HAIRS)
    paint_ground(canvas, 760, (170, 150, 120), (150, 130, 100), rng, 0.4)
    cat = canvas.frame(
        X + float(rng.normal(0, 60)), 860, float(rng.uniform(380, 470)), flip=rng.random() < 0.5
    )
    cat.shade(0, 0, 0.6, 0.06, 0.6)
    tail = [(0.3, -0.08), (0.62, -0.1), (0.72, -0.4), (0.62, -0.62)]
    cat.limb(tail, darker(fur, 0.1), 0.11)
    cat.blob([(-0.3, 0), (-0.34, -0.5), (0.0, -0.8), (0.34, -0.4), (0.4, 0)], fur)
    cat.ellipse(-0.04, -0.3, 0.17, 0.26, lighter(fur, 0.55))
    for x in (-0.16, 0.1):
        cat.ellipse(x, -0.02, 0.1, 0.06, lighter(fur, 0.6))
    for side in (-1, 1):
        cat.polygon(
            [(side * 0.1 - 0.02, -1.0), (side * 0.28 - 0.02, -1.24), (side * 0.3 - 0.02, -0.9)], fur
        )
        cat.polygon(
            [(side * 0.15 - 0.02, -1.0), (side * 0.25 - 0.02, -1.15), (side * 0.26 - 0.02, -0.93)],
            (236, 160, 160),
        )
    cat.ellipse(-0.02, -0.84, 0.32, 0.26, fur)
    for k in (-0.09, 0.0, 0.09):
        cat.line([(k - 0.02, -1.07), (k - 0.02, -0.96)], darker(fur, 0.4), 0.03)
    cat.ellipse(-0.02, -0.75, 0.14, 0.11, lighter(fur, 0.6))
    for side in (-1, 1):
        cat.ellipse(side * 0.13 - 0.02, -0.88, 0.06, 0.065, (190, 210, 90))
        cat.ellipse(side * 0.13 - 0.02, -0.88, 0.022, 0.055, (24, 20, 24))
        for k in (-1, 0, 1):
            whisker = [(side * 0.1 - 0.02, -0.75), (side * 0.42 - 0.02, -0.76 + 0.06 * k)]
            cat.line(whisker, (250, 250, 250), 0.008)
    cat.polygon([(-0.06, -0.8), (0.02, -0.8), (-0.02, -0.76)], (226, 120, 120))


def _shoes(canvas: Canvas, rng: np.random.Generator, cast: Cast) -> None:
    del cast
    paint_ground(canvas, 0, (150, 190, 110), (104, 152, 76), rng, 0.5)
    n_pairs = int(rng.integers(1, 4))
    for nth in range(n_pairs):
        colour, heel = _some(rng), rng.random() < 0.5
        x0 = X + 360 * (nth - (n_pairs - 1) / 2)
        for side in (-1, 1):
            shoe = canvas.frame(x0 + side * 82, Y + 20 + float(rng.normal(0, 14)), 400)
            shoe.shade(0.03, 0.05, 0.26, 0.42, 0.6)
            outline = [
                (0, -0.45),
                (0.15, -0.3),
                (0.17, 0.0),
                (0.13, 0.4),
                (-0.13, 0.4),
                (-0.17, 0.0),
            ]
            shoe.blob([*outline, (-0.15, -0.3)], colour)
            shoe.ellipse(0, 0.14, 0.1, 0.2, darker(colour, 0.6))
            shoe.blob(
                [(0, -0.4), (0.07, -0.3), (0.0, -0.2), (-0.09, -0.3)], lighter(colour, 0.4), 0.7
            )
            if heel:
                shoe.ellipse(0, -0.12, 0.05, 0.05, (250, 230, 150))
                continue
            for k in range(4):
                shoe.line(
                    [(-0.09, -0.16 + 0.07 * k), (0.09, -0.13 + 0.07 * k)], (250, 250, 250), 0.022
                )


SUBJECTS: Mapping[str, Subject] = {
    "flowers": _flowers,
    "plate": _plate,
    "portrait": _portrait,
    "car": _car,
    "cat": _cat,
    "shoes": _shoes,
}
