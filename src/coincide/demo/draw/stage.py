"""The stage: a place at a time, with its lamps, on which acts put people and things."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from PIL import Image

from coincide.demo.draw.canvas import Canvas, Point, Tint
from coincide.demo.draw.figures import draw_person
from coincide.demo.draw.light import Light
from coincide.demo.draw.people import Cast, PersonLook
from coincide.demo.draw.poses import Pose
from coincide.demo.draw.scenery import HEIGHT, HORIZON, WIDTH

# a grown-up's height, for each unit of ground between their feet and the horizon
TALL = 0.86
# how far something next to us moves when we step aside, in units
PARALLAX = 70.0

Placed = tuple[PersonLook, Point, Pose]


@dataclass(frozen=True, slots=True)
class Lamp:
    """A light around (x, y) that reaches about ``reach`` units."""

    x: float
    y: float
    reach: float
    colour: Tint


@dataclass(frozen=True, slots=True)
class Stage:
    """All an act needs to know. ``since_s``: how long the moment has been going on."""

    canvas: Canvas
    light: Light
    lamps: tuple[Lamp, ...]
    cast: Cast
    since_s: float
    stand: float  # of the photographer, as in View

    def tint_at(self, x: float, y: float) -> Tint:
        """Return the light at a point: that of the day, and of the lamps nearby."""
        red, green, blue = self.light.ambient
        for lamp in self.lamps:
            squared = ((x - lamp.x) ** 2 + (y - lamp.y) ** 2) / lamp.reach**2
            share = math.exp(-squared)
            red += lamp.colour[0] * share
            green += lamp.colour[1] * share
            blue += lamp.colour[2] * share
        return min(red, 1.15), min(green, 1.15), min(blue, 1.15)

    def seen_x(self, x: float, y: float) -> float:
        """Return where a thing on the ground at (x, y) is seen from where we stand."""
        return x - self.stand * PARALLAX * (y - HORIZON) / (HEIGHT - HORIZON)

    def on_ground(self, x: float, y: float, size: float | None = None) -> Canvas:
        """Return a frame on the ground at (x, y), in its light; one unit is a grown-up."""
        unit = TALL * (y - HORIZON) if size is None else size
        lighted = self.canvas.under(self.tint_at(x, y - 0.5 * unit))
        return lighted.frame(self.seen_x(x, y), y, unit)

    def person(self, person: PersonLook, x: float, y: float, pose: Pose) -> None:
        """Put a person on the ground at (x, y), with a shadow."""
        frame = self.on_ground(x, y)
        self._shadow(frame, person.height)
        draw_person(frame.frame(0, 0, person.height), person, pose)

    def _shadow(self, frame: Canvas, tall: float) -> None:
        frame.shade(0, 0, 0.17 * tall, 0.035 * tall, 0.45)
        if self.light.sun > 0.1:
            dx, dy = (value * tall for value in self.light.shadow)
            outline = [(-0.09, 0.01), (0.09, 0.01), (dx + 0.09, dy + 0.02), (dx - 0.05, dy)]
            frame.polygon(outline, (18, 20, 50), 0.26 * self.light.sun)

    def people(self, placed: Iterable[Placed]) -> None:
        """Put people on the ground, the farthest first."""
        for person, (x, y), pose in sorted(placed, key=lambda entry: entry[1][1]):
            self.person(person, x, y, pose)


def light_up(canvas: Canvas, light: Light, lamps: tuple[Lamp, ...]) -> None:
    """Let the lamps shine on a backdrop that was painted in the light of the day alone."""
    if not lamps:
        return
    xs = np.linspace(0, WIDTH, 120, dtype=np.float32)[None, :]
    ys = np.linspace(0, HEIGHT, 50, dtype=np.float32)[:, None]
    day = np.array(light.ambient, dtype=np.float32)
    total = np.zeros((50, 120, 3), dtype=np.float32)
    for lamp in lamps:
        share = np.exp(-((xs - lamp.x) ** 2 + (ys - lamp.y) ** 2) / lamp.reach**2)
        total += share[:, :, None] * np.array(lamp.colour, dtype=np.float32)
    gain = np.minimum((day + total) / day, 3.2)
    size = canvas.image.size
    bands = []
    for band, image in enumerate(canvas.image.split()):
        wide = Image.fromarray(gain[:, :, band]).resize(size, Image.Resampling.BILINEAR)
        pixels = np.asarray(image, dtype=np.float32) * np.asarray(wide)
        bands.append(Image.fromarray(np.minimum(pixels, 255).astype(np.uint8)))
    canvas.image.paste(Image.merge("RGB", bands), (0, 0))
