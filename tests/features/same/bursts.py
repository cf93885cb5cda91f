"""The next photo of a burst, made from one: the hand moves, somebody in it moves, other noise."""

import math

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from coincide.model import Floats

Rng = np.random.Generator

# what is left out around, so that a moved picture is never empty at its edges
_MARGIN = 0.03
# how far a hand moves, as a share of the width, at least and as a deviation; and how it turns
_LEAST_MOVE, _MOVE, _TURN_DEG = 0.002, 0.005, 0.3
# share of bursts from a tripod, where only who is in it moves
_TRIPOD = 0.2
# how far somebody moves and how large they are, as shares of the width
_STEP, _SIZE = (0.01, 0.03), (0.12, 0.3)
_TRIES = 8
_NOISE = (0.5, 3.0)


def burst_of(image: Image.Image, rng: Rng) -> tuple[Image.Image, Image.Image]:
    """Return two photos of a burst, made from one picture."""
    tripod = rng.uniform() < _TRIPOD
    move, turn_deg = np.zeros(2), 0.0
    if not tripod:
        way = rng.uniform(0, 2 * math.pi)
        far = _LEAST_MOVE + abs(rng.normal(0, _MOVE))
        move, turn_deg = far * np.array([math.cos(way), math.sin(way)]), rng.normal(0, _TURN_DEG)
    noise = rng.uniform(*_NOISE)
    moved = _with_mover(image, rng)
    return (
        _noisy(_seen(image, np.zeros(2), 0.0), noise, rng),
        _noisy(_seen(moved, move, turn_deg), noise, rng),
    )


def _seen(image: Image.Image, move: Floats, turn_deg: float) -> Image.Image:
    """Return the inner part of a picture, from beside by a share of its width, and turned."""
    width, height = image.size
    size = round(width * (1 - 2 * _MARGIN)), round(height * (1 - 2 * _MARGIN))
    turn = math.radians(turn_deg)
    cos, sin = math.cos(turn), math.sin(turn)
    x, y = width / 2 + move[0] * width, height / 2 + move[1] * width
    across, down = size[0] / 2, size[1] / 2
    numbers = (cos, sin, x - cos * across - sin * down, -sin, cos, y + sin * across - cos * down)
    return image.transform(size, Image.Transform.AFFINE, numbers, Image.Resampling.BICUBIC)


def _with_mover(image: Image.Image, rng: Rng) -> Image.Image:
    """Return a picture in which something that can be seen has moved a little."""
    box = max((_box(image, rng) for _ in range(_TRIES)), key=lambda one: _detail(image, one))
    part = image.crop(box)
    outline = Image.new("L", part.size, 0)
    ImageDraw.Draw(outline).ellipse((2, 2, part.width - 2, part.height - 2), fill=255)
    way, far = rng.uniform(0, 2 * math.pi), rng.uniform(*_STEP) * image.width
    corner = box[0] + round(far * math.cos(way)), box[1] + round(far * math.sin(way))
    moved = image.copy()
    moved.paste(part, corner, outline.filter(ImageFilter.GaussianBlur(2.0)))
    return moved


def _box(image: Image.Image, rng: Rng) -> tuple[int, int, int, int]:
    side = rng.uniform(*_SIZE) * image.width
    wide, high = round(side), round(min(side * 1.5, 0.6 * image.height))
    room = np.array([image.width - wide, image.height - high]) * (1 - 2 * _STEP[1])
    left, top = (rng.uniform(0.1, 0.9, 2) * room).round().astype(int).tolist()
    return left, top, left + wide, top + high


def _detail(image: Image.Image, box: tuple[int, int, int, int]) -> float:
    return float(np.asarray(image.crop(box).convert("L")).std())


def _noisy(image: Image.Image, sigma: float, rng: Rng) -> Image.Image:
    levels = np.asarray(image, np.float32)
    noise = sigma * rng.standard_normal(levels.shape[:2], dtype=np.float32)
    return Image.fromarray(np.clip(levels + noise[..., None], 0, 255).round().astype(np.uint8))
