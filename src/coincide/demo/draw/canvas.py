"""A drawing surface in units of its own, with a frame and a light that can be moved about."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

import numpy as np
from PIL import Image, ImageDraw

from coincide.model import Singles

Colour = tuple[int, int, int]
Tint = tuple[float, float, float]
Point = tuple[float, float]

WHITE: Colour = (255, 255, 255)


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """Return a colour on the way from a to b.

    >>> mix((0, 0, 0), (200, 100, 50), 0.5)
    (100, 50, 25)
    """
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


def darker(colour: Colour, share: float = 0.2) -> Colour:
    """Return a colour mixed with a warm black."""
    return mix(colour, (20, 14, 30), share)


def lighter(colour: Colour, share: float = 0.2) -> Colour:
    """Return a colour mixed with white."""
    return mix(colour, WHITE, share)


# this is asked for every shape, of few colours in few lights
@lru_cache(maxsize=4096)
def lit(colour: Colour, tint: Tint) -> Colour:
    """Return a colour as it looks in a light."""
    red, green, blue = colour
    return (
        min(255, round(red * tint[0])),
        min(255, round(green * tint[1])),
        min(255, round(blue * tint[2])),
    )


def smooth(points: Sequence[Point], *, closed: bool = False, steps: int = 8) -> list[Point]:
    """Return a curve through the points (Catmull–Rom), as a line of short pieces."""
    n = len(points)
    path = np.asarray(points, dtype=np.float64)
    at = np.arange(steps) / steps
    pieces = []
    for i in range(n if closed else n - 1):
        near = [i - 1, i, i + 1, i + 2]
        index = [k % n if closed else min(max(k, 0), n - 1) for k in near]
        a, b, c, d = (path[k][:, None] for k in index)
        curve = 2 * b + (c - a) * at + (2 * a - 5 * b + 4 * c - d) * at**2
        pieces.append(0.5 * (curve + (3 * b - a - 3 * c + d) * at**3))
    if not closed:
        pieces.append(path[-1][:, None])
    return [(float(x), float(y)) for x, y in np.concatenate(pieces, axis=1).T]


@dataclass(frozen=True, slots=True)
class Canvas:
    """An image and a frame on it: x to the right, y down, in units of ``unit`` pixels."""

    image: Image.Image
    draw: ImageDraw.ImageDraw
    unit: float
    origin: Point = (0.0, 0.0)  # of the frame, in pixels
    flip: float = 1.0  # −1: x to the left
    tint: Tint = (1.0, 1.0, 1.0)

    def frame(self, x: float, y: float, size: float, *, flip: bool = False) -> "Canvas":
        """Return the canvas with its zero moved to (x, y) and a unit of ``size`` units."""
        # by name, not by replace(), which takes as long as drawing an arm
        return Canvas(
            self.image,
            self.draw,
            self.unit * size,
            self.pixel((x, y)),
            -self.flip if flip else self.flip,
            self.tint,
        )

    def under(self, tint: Tint) -> "Canvas":
        """Return the canvas in another light."""
        return replace(self, tint=tint)

    def glowing(self) -> "Canvas":
        """Return the canvas for things that shine by themselves."""
        return replace(self, tint=(1.0, 1.0, 1.0))

    def pixel(self, point: Point) -> Point:
        """Return the pixel of a point of the frame."""
        x, y = point
        return self.origin[0] + self.flip * x * self.unit, self.origin[1] + y * self.unit

    def _fill(self, colour: Colour, alpha: float) -> tuple[int, int, int, int]:
        return (*lit(colour, self.tint), round(255 * alpha))

    def polygon(self, points: Sequence[Point], colour: Colour, alpha: float = 1.0) -> None:
        """Fill a polygon."""
        self.draw.polygon([self.pixel(point) for point in points], self._fill(colour, alpha))

    def blob(self, points: Sequence[Point], colour: Colour, alpha: float = 1.0) -> None:
        """Fill a shape with a soft outline through the points."""
        self.polygon(smooth(points, closed=True), colour, alpha)

    def box(self, x0: float, y0: float, x1: float, y1: float, colour: Colour) -> None:
        """Fill a rectangle."""
        self.polygon([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], colour)

    def ellipse(
        self, x: float, y: float, rx: float, ry: float, colour: Colour, alpha: float = 1.0
    ) -> None:
        """Fill an ellipse around (x, y)."""
        px, py = self.pixel((x, y))
        rx, ry = abs(rx) * self.unit, abs(ry) * self.unit
        self.draw.ellipse((px - rx, py - ry, px + rx, py + ry), self._fill(colour, alpha))

    def arc(
        self, x: float, y: float, r: float, start: float, end: float, colour: Colour, width: float
    ) -> None:
        """Draw a part of a circle, in degrees clockwise from three o'clock."""
        angles = np.radians(np.linspace(start, end, 12))
        ring = np.stack([x + r * np.cos(angles), y + r * np.sin(angles)], axis=1)
        self.line([(float(px), float(py)) for px, py in ring], colour, width)

    def line(
        self, points: Sequence[Point], colour: Colour, width: float, alpha: float = 1.0
    ) -> None:
        """Draw a line through the points."""
        px = max(1, round(width * self.unit))
        path = [self.pixel(point) for point in points]
        self.draw.line(path, self._fill(colour, alpha), px, joint="curve" if px > 2 else None)

    def limb(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        """Draw a line with round ends."""
        self.line(points, colour, width)
        for x, y in (points[0], points[-1]):
            self.ellipse(x, y, width / 2, width / 2, colour)

    def shade(self, x: float, y: float, rx: float, ry: float, strength: float) -> None:
        """Lay a soft shadow on the ground."""
        for share in (1.0, 0.8, 0.55):
            self.ellipse(x, y, rx * share, ry * share, (18, 20, 40), strength / 3)

    def glow(self, x: float, y: float, radius: float, colour: Colour, strength: float) -> None:
        """Shine around a point, fading to nothing at ``radius``."""
        px, py = self.pixel((x, y))
        r = max(1, round(radius * self.unit))
        mask = _fall().resize((2 * r, 2 * r), Image.Resampling.BILINEAR)
        mask = mask.point([min(255, round(level * strength)) for level in range(256)])
        left, top = round(px) - r, round(py) - r
        self.image.paste(colour, (left, top, left + 2 * r, top + 2 * r), mask)


@cache
def _fall() -> Image.Image:
    """Return how light falls off from a point to the edge of its reach."""
    at = np.linspace(-1, 1, 256)
    fall = np.clip(1 - np.hypot(at[None, :], at[:, None]), 0, 1) ** 2
    return Image.fromarray((fall * 255).round().astype(np.uint8))


def new_canvas(width: float, height: float, unit: float) -> Canvas:
    """Return a black canvas of a size in units."""
    image = Image.new("RGB", (round(width * unit), round(height * unit)))
    # in this mode Pillow blends what is half transparent
    return Canvas(image, ImageDraw.Draw(image, "RGBA"), unit)


def copy_canvas(canvas: Canvas) -> Canvas:
    """Return a canvas with the same picture, to draw on."""
    image = canvas.image.copy()
    return replace(canvas, image=image, draw=ImageDraw.Draw(image, "RGBA"))


def cloud_noise(rng: np.random.Generator, height: int, width: int, cells: int) -> Singles:
    """Return smooth noise (height, width) in 0..1, coarse shapes with finer ones on them."""
    total = np.zeros((height, width), dtype=np.float32)
    for octave in range(4):
        n = cells * 2**octave
        grid = rng.random((max(2, n * height // width), n)).astype(np.float32)
        layer = Image.fromarray(grid).resize((width, height), Image.Resampling.BICUBIC)
        total += np.asarray(layer) / 2**octave
    low, high = float(total.min()), float(total.max())
    return np.asarray((total - low) / (high - low), dtype=np.float32)
