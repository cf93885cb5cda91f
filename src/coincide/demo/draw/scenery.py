"""What backdrops are made of: sky, hills, trees, meadow, water.

All in units of a place, where the horizon lies at HORIZON and the ground below it.
"""

import math

import numpy as np
from PIL import Image, ImageChops

from coincide.demo.draw.canvas import (
    Canvas,
    Colour,
    Point,
    cloud_noise,
    darker,
    lighter,
    lit,
    mix,
    smooth,
)
from coincide.demo.draw.light import Light
from coincide.demo.schedule.photographers import PLACE_SIZE
from coincide.demo.schedule.plan import View
from coincide.model import Floats, Singles

WIDTH, HEIGHT = PLACE_SIZE
HORIZON = 430.0
# the side of a tile of grain, which repeats
GRAIN_PX = 400
# no grain, in a picture of grain
NEUTRAL = 128


def paint_sky(canvas: Canvas, light: Light, rng: np.random.Generator) -> None:
    """Paint the sky down to the horizon: colours of the hour, drifting clouds, stars."""
    width, height = canvas.image.width, round((HORIZON + 10) * canvas.unit)
    small = (width // 4, height // 4)
    down = (np.linspace(0, 1, small[1], dtype=np.float32) ** 1.3)[:, None, None]
    top = np.array(light.zenith, dtype=np.float32)
    low = np.array(light.horizon, dtype=np.float32)
    sky = top + (low - top) * down + np.zeros((small[1], small[0], 1), dtype=np.float32)
    sky = _paint_clouds(sky, light, rng)
    image = Image.fromarray(np.clip(sky, 0, 255).astype(np.uint8))
    canvas.image.paste(image.resize((width, height), Image.Resampling.BICUBIC), (0, 0))
    if light.dark > 0.5:
        _paint_stars(canvas, light)


def _paint_clouds(sky: Singles, light: Light, rng: np.random.Generator) -> Singles:
    height, width = sky.shape[:2]
    noise = cloud_noise(rng, height * 2, width * 2, 10)
    # they drift across in some hours
    shift = int((light.hour - 14.0) / 8.0 * width)
    noise = noise[height // 2 : height // 2 + height, shift : shift + width]
    density = np.clip((noise - 0.53) / 0.16, 0, 1)
    below = np.roll(density, -6, axis=0)
    shade = (0.92 + 0.08 * (1 - below))[:, :, None]
    colour = np.array(light.cloud, dtype=np.float32) * shade
    share = (density * 0.85)[:, :, None]
    return np.asarray(sky + (colour - sky) * share, dtype=np.float32)


def _paint_stars(canvas: Canvas, light: Light) -> None:
    rng = np.random.default_rng(77)
    glowing = canvas.glowing()
    for x, y, size in rng.random((170, 3)).tolist():
        alpha = (light.dark - 0.5) * 2 * (0.4 + 0.6 * size)
        glowing.ellipse(x * WIDTH, y * HORIZON, 0.8 + size, 0.8 + size, (236, 240, 255), alpha)


def paint_sun(canvas: Canvas, light: Light, x: float) -> None:
    """Paint the sun over the horizon at x, for places that look west in the evening."""
    y = HORIZON - 14 - 11 * light.sun_height_deg
    if not -3 < light.sun_height_deg < 20:
        return
    glowing = canvas.glowing()
    glowing.glow(x, y, 620, (255, 170, 90), 0.55)
    glowing.glow(x, y, 190, (255, 220, 150), 0.9)
    glowing.ellipse(x, y, 36, 36, (255, 244, 206))


def ridge(rng: np.random.Generator, base: float, size: float, bumps: int) -> list[Point]:
    """Return a hilly line from the left edge to the right, around ``base``."""
    heights = base - size * rng.random(bumps + 3)
    xs = np.linspace(-150, WIDTH + 150, bumps + 3)
    return smooth(list(zip(xs.tolist(), heights.tolist(), strict=True)), steps=12)


def paint_hill(
    canvas: Canvas, line: list[Point], colour: Colour, light: Light, haze: float
) -> None:
    """Fill the land below a line; ``haze`` is the share of sky in its colour."""
    seen = mix(lit(colour, light.ambient), light.horizon, haze)
    outline = [*line, (WIDTH + 200, HEIGHT), (-200, HEIGHT)]
    canvas.glowing().polygon(outline, seen)


def paint_forest(
    canvas: Canvas,
    rng: np.random.Generator,
    line: list[Point],
    colour: Colour,
    light: Light,
    haze: float,
) -> None:
    """Set small trees along a line, as a wood seen from afar."""
    glowing = canvas.glowing()
    for x, y in line:
        for _ in range(3):
            dx, size = float(rng.uniform(-14, 14)), float(rng.uniform(9, 19))
            shade = mix(
                lit(mix(colour, darker(colour), float(rng.random())), light.ambient),
                light.horizon,
                haze,
            )
            if rng.random() < 0.6:
                glowing.ellipse(x + dx, y - size * 0.4, size * 0.8, size, shade)
            else:
                tip = [
                    (x + dx - size * 0.5, y + 4),
                    (x + dx, y - size * 2),
                    (x + dx + size * 0.5, y + 4),
                ]
                glowing.polygon(tip, shade)


def paint_ground(
    canvas: Canvas, top: float, far: Colour, near: Colour, rng: np.random.Generator, grain: float
) -> None:
    """Fill everything below ``top`` with a textured ground, from far to near."""
    width, y0 = canvas.image.width, round(top * canvas.unit)
    height = canvas.image.height - y0
    small = (max(2, width // 2), max(2, height // 2))
    down = np.linspace(0, 1, small[1], dtype=np.float32)[:, None, None]
    a = np.array(lit(far, canvas.tint), dtype=np.float32)
    b = np.array(lit(near, canvas.tint), dtype=np.float32)
    # noise squeezed in height, as ground seen at a low angle is
    noise = cloud_noise(rng, small[1], small[0], 24)[:, :, None] - 0.5
    fine = rng.standard_normal((small[1], small[0], 1), dtype=np.float32) * 0.12
    ground = (a + (b - a) * down) * (1 + grain * (noise + fine))
    image = Image.fromarray(np.clip(ground, 0, 255).astype(np.uint8))
    canvas.image.paste(image.resize((width, height), Image.Resampling.BICUBIC), (0, y0))


def paint_grass(
    canvas: Canvas, rng: np.random.Generator, top: float, colour: Colour, n_blades: int
) -> None:
    """Scatter blades and flowers over a meadow, larger towards us."""
    tones = (darker(colour, 0.25), lighter(colour, 0.18), mix(colour, (220, 210, 90), 0.3))
    depth = np.sort(rng.random(n_blades)) ** 1.2
    for near, x, tone in zip(
        depth.tolist(),
        rng.random(n_blades).tolist(),
        rng.integers(3, size=n_blades).tolist(),
        strict=True,
    ):
        px, y = x * WIDTH, top + near * (HEIGHT - top)
        size = 3 + 17 * near
        lean = size * 0.35 * math.sin(px)
        canvas.line([(px, y), (px + lean, y - size)], tones[tone], 1.0 + near, 0.7)


def paint_flowers(
    canvas: Canvas, rng: np.random.Generator, area: tuple[float, float, float, float], n: int
) -> None:
    """Scatter flowers in (x0, y0, x1, y1)."""
    x0, y0, x1, y1 = area
    colours = ((250, 240, 244), (246, 196, 80), (226, 96, 110), (170, 130, 214), (250, 160, 120))
    for near in np.sort(rng.random(n)).tolist():
        x, y = float(rng.uniform(x0, x1)), y0 + near * (y1 - y0)
        size = 1.8 + 3.4 * near
        canvas.line([(x, y), (x, y + 4 * size)], (70, 120, 60), 0.3 * size)
        canvas.ellipse(x, y, size * 1.2, size, colours[int(rng.integers(5))])
        canvas.ellipse(x, y, size * 0.4, size * 0.35, (255, 224, 120))


def paint_tree(
    canvas: Canvas,
    rng: np.random.Generator,
    x: float,
    y: float,
    size: float,
    colour: Colour,
    *,
    fruit: Colour | None = None,
) -> None:
    """Paint a leafy tree with its foot at (x, y)."""
    tree = canvas.frame(x, y, size)
    bark: Colour = (104, 76, 56)
    tree.polygon([(-0.05, 0), (-0.03, -0.5), (0.03, -0.5), (0.055, 0)], bark)
    tree.polygon([(0.01, 0), (0.01, -0.5), (0.03, -0.5), (0.055, 0)], darker(bark, 0.3))
    for dx in (-0.18, 0.16):
        tree.line([(0, -0.3), (dx, -0.52)], bark, 0.03)
    for layer, tone in ((0, darker(colour, 0.32)), (1, colour), (2, lighter(colour, 0.16))):
        for _ in range(26):
            angle, reach = float(rng.uniform(0, 2 * math.pi)), math.sqrt(float(rng.random()))
            px = 0.33 * reach * math.cos(angle) - 0.04 * layer
            py = -0.66 + (0.24 - 0.03 * layer) * reach * math.sin(angle) - 0.045 * layer
            r = float(rng.uniform(0.06, 0.11)) * (1 - 0.22 * layer)
            tree.ellipse(px, py, r, r * 0.85, tone, 0.92)
    for _ in range(30):
        px, py = float(rng.normal(0, 0.14)), -0.68 + float(rng.normal(0, 0.085))
        if fruit is not None:
            tree.ellipse(px, py, 0.016, 0.016, fruit)
        tree.line([(px, py), (px + 0.02, py - 0.01)], lighter(colour, 0.3), 0.008, 0.6)


def paint_fir(
    canvas: Canvas, rng: np.random.Generator, x: float, y: float, size: float, colour: Colour
) -> None:
    """Paint a fir tree with its foot at (x, y)."""
    tree = canvas.frame(x, y, size)
    tree.box(-0.025, -0.12, 0.025, 0, (92, 66, 50))
    for step in range(6):
        half, low = 0.2 - 0.03 * step, -0.08 - 0.14 * step
        jag = [(half * (1 - 2 * k / 8), low + (0.025 if k % 2 else 0)) for k in range(9)]
        tree.polygon([(0, low - 0.26), *jag], darker(colour, 0.25 - 0.04 * step))
        light_side = [(0, low - 0.26), (-half * 0.9, low), (-half * 0.2, low - 0.02)]
        tree.polygon(light_side, lighter(colour, 0.03 * float(rng.random()) + 0.02 * step), 0.6)


def paint_water(
    canvas: Canvas, light: Light, rng: np.random.Generator, top: float, bottom: float
) -> None:
    """Paint a lake between two heights: the sky upside down, with ripples."""
    glowing = canvas.glowing()
    deep = mix(mix(light.zenith, (24, 70, 96), 0.45), (0, 0, 0), 0.08)
    n_rows = round(bottom - top)
    for row in range(0, n_rows, 2):
        share = row / n_rows
        colour = mix(mix(light.horizon, (200, 220, 230), 0.1), deep, min(1.0, share * 1.4) ** 0.7)
        glowing.box(0, top + row, WIDTH, top + row + 3, colour)
    bright, dim = lighter(light.horizon, 0.25), darker(deep, 0.25)
    n = 1500
    for near, x, pick in zip(
        (rng.random(n) ** 1.3).tolist(), rng.random(n).tolist(), rng.random(n).tolist(), strict=True
    ):
        y, length = top + near * (bottom - top), 8 + 70 * near * pick
        streak = [(x * WIDTH - length, y), (x * WIDTH, y - 0.6), (x * WIDTH + length, y)]
        glowing.line(streak, bright if pick < 0.5 else dim, 0.8 + 2.0 * near, 0.30)


def paint_glitter(
    canvas: Canvas, light: Light, x: float, top: float, bottom: float, colour: Colour
) -> None:
    """Paint the sun's path on the water."""
    rng = np.random.default_rng(5)
    strength = min(1.0, light.sun * 1.6 + 0.15)
    for near, dx in rng.random((260, 2)).tolist():
        y = top + near * (bottom - top)
        px = x + (dx - 0.5) * (60 + 240 * near)
        length = 5 + 26 * near
        canvas.glowing().line(
            [(px - length, y), (px + length, y)], colour, 1.2 + 2 * near, 0.6 * strength
        )


def grain_over(canvas: Canvas, rng: np.random.Generator, strength: float = 5.0) -> None:
    """Lay a fine paper grain over everything, so that no surface is quite flat."""
    fine = np.kron(rng.standard_normal((200, 200)), np.ones((2, 2))) * strength
    grain = np.asarray(fine + cloud_noise(rng, GRAIN_PX, GRAIN_PX, 10) * 4 - 2, dtype=np.int16)
    tile = Image.fromarray((NEUTRAL + grain).clip(0, 255).astype(np.uint8)).convert("RGB")
    image = canvas.image
    sheet = Image.new("RGB", image.size)
    for left in range(0, image.width, GRAIN_PX):
        for top in range(0, image.height, GRAIN_PX):
            sheet.paste(tile, (left, top))
    image.paste(ImageChops.add(image, sheet, offset=-NEUTRAL), (0, 0))


# more than this, relative to the photo, is not seen in it
FINEST = 1.4


def take(
    panorama: Image.Image,
    view: View,
    size_px: tuple[int, int],
    *,
    unit: float,
    finest: float = FINEST,
) -> Image.Image:
    """Return the upright picture of a view, of a size in pixels.

    ``unit``: pixels of the panorama per unit; ``finest``: how much finer than the photo its
    first, larger picture is at most. The view is moved, and if need be
    shrunk, so that the photo never shows anything beyond the panorama.
    """
    corners = frame_corners(view, size_px[0] / size_px[1]) * unit
    # first finer than the photo will be, so that the step to fewer pixels smooths the edges
    finer = min(finest, max(1.0, float(np.linalg.norm(corners[1] - corners[0])) / size_px[0]))
    width, height = (round(length * finer) for length in size_px)
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float64)
    picture = panorama.transform(
        (width, height),
        Image.Transform.PERSPECTIVE,
        homography(target, corners),
        Image.Resampling.BILINEAR,
    )
    return picture.resize(size_px, Image.Resampling.HAMMING)


def frame_corners(view: View, aspect: float) -> Floats:
    """Return the corners (4, 2) of a view in units, clockwise from the top left one."""
    half_h = view.height / 2
    half_w = half_h * aspect
    left, right = 1 + view.keystone, 1 - view.keystone
    corners = np.array(
        [
            (-half_w, -half_h * left),
            (half_w, -half_h * right),
            (half_w, half_h * right),
            (-half_w, half_h * left),
        ]
    )
    roll = math.radians(view.roll_deg)
    turn = np.array([(math.cos(roll), math.sin(roll)), (-math.sin(roll), math.cos(roll))])
    corners = corners @ turn
    limit = np.array([WIDTH, HEIGHT])
    corners *= min(1.0, float((limit / np.ptp(corners, axis=0)).min()))
    centred = corners + np.array([view.x, view.y])
    too_low = np.maximum(0.0, -centred.min(axis=0))
    too_high = np.maximum(0.0, centred.max(axis=0) - limit)
    return np.asarray(centred + too_low - too_high, dtype=np.float64)


def homography(source: Floats, target: Floats) -> tuple[float, ...]:
    """Return the eight numbers of the projection that takes four points (4, 2) to four others."""
    rows = []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows.append((x, y, 1, 0, 0, 0, -u * x, -u * y))
        rows.append((0, 0, 0, x, y, 1, -v * x, -v * y))
    solution = np.linalg.solve(np.array(rows, dtype=np.float64), target.reshape(8))
    return tuple(float(value) for value in solution)
