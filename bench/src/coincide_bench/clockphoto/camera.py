"""A screen as a camera sees it: perspective, blur, exposure, glare, noise, and a JPEG of it."""

import io
from collections.abc import Sequence

import cv2
import numpy as np
from PIL import Image

from coincide.model import Floats
from coincide_bench.clockphoto.conditions import Conditions
from coincide_bench.clockphoto.screen import boxes_of, code_px, shown, subpixels

# the picture is sampled so much finer than its pixels are, across and down
_FINER = 2
_TILE_PX = 512


def photographed(
    time_s: float, zone_s: int, given: Conditions, rng: np.random.Generator
) -> Image.Image:
    """Return a photo that was begun at a moment in UTC."""
    light = subpixels(shown(time_s, zone_s, given, float(rng.random())), given.pixel_gap)
    room = _room(given.frame, rng)
    scene = _on_frame(light.astype(np.float32), room, given, rng)
    scene = _blurred(scene, given)
    scene *= 2.0**given.stops
    scene += given.glare * _glare(given.frame, rng)
    grain = _grain(given.frame, rng)
    scene += grain * (given.noise * np.sqrt(np.clip(scene, 0.02, 1)))
    levels = 255 * np.clip(scene, 0, 1) ** (1 / 2.2)
    return Image.fromarray(levels.astype(np.uint8))


def as_jpeg(image: Image.Image, quality: int, exif: Image.Exif) -> bytes:
    """Return the bytes of a photo's file."""
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=quality, exif=exif)
    return buffer.getvalue()


def _room(frame: tuple[int, int], rng: np.random.Generator) -> Floats:
    """Return what is around the screen: soft shapes, and some lines as of shelves and tiles."""
    width, height = frame
    coarse = rng.uniform(0.02, 0.35, (12, 16, 3)).astype(np.float32)
    room = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    for _ in range(25):
        ends = [(int(rng.integers(width)), int(rng.integers(height))) for _ in range(2)]
        level = float(rng.uniform(0, 0.6))
        cv2.rectangle(room, ends[0], ends[1], (level,) * 3, int(rng.integers(2, 40)))
    return np.asarray(np.clip(room, 0, 1))


def _on_frame(light: Floats, room: Floats, given: Conditions, rng: np.random.Generator) -> Floats:
    """Return the scene with the screen in it, somewhere where all of its codes are seen."""
    target = _aimed(given, rng).astype(np.float32)
    low = np.clip(np.floor(target.min(axis=0)).astype(int), 0, given.frame)
    high = np.clip(np.ceil(target.max(axis=0)).astype(int), 0, given.frame)
    rows, columns = light.shape[:2]
    source = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float32)
    turn = cv2.getPerspectiveTransform(source, (target - low.astype(np.float32)) * _FINER)
    size = (int(high[0] - low[0]), int(high[1] - low[1]))

    def warped(picture: Floats) -> Floats:
        fine = cv2.warpPerspective(picture, turn, (size[0] * _FINER, size[1] * _FINER))
        return np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA))

    covered = warped(np.ones((rows, columns), np.float32))[..., None]
    part = room[low[1] : high[1], low[0] : high[0]]
    part[:] = warped(light) + (1 - covered) * part
    return room


def _aimed(given: Conditions, rng: np.random.Generator) -> Floats:
    """Return the corners of the screen in the frame, which has both codes in it, or one.

    Raises ValueError where not even one fits: nobody presses the shutter then.
    """
    width, height = given.screen
    screen = [(0, 0), (width, 0), (width, height), (0, height)]
    frame = np.array(given.frame, np.float64)
    boxes = boxes_of(given.screen)
    first = int(rng.integers(2))
    for wanted in (boxes, [boxes[first]]):
        points = [
            (left + across * side, top + down * side)
            for left, top, side in wanted
            for across, down in ((0, 0), (1, 0), (1, 1), (0, 1))
        ]
        seen = _seen([*screen, *points], given)
        codes = seen[4:]
        low, high = codes.min(axis=0), codes.max(axis=0)
        free = frame - (high - low)
        if (free >= 0).all():
            return np.asarray(seen[:4] - low + rng.uniform(0.05, 0.95, 2) * free)
    raise ValueError("no code fits into the frame")


def _seen(points: Sequence[tuple[float, float]], given: Conditions) -> Floats:
    """Return where points of the screen are seen, in pixels of the frame, from anywhere."""
    width, height = given.screen
    plane = np.array([(x - width / 2, y - height / 2, 0) for x, y in points], np.float64)
    across, down = np.radians(given.tilt_deg)
    turn = np.radians(given.turn_deg)
    about_y = np.array(
        [[np.cos(across), 0, np.sin(across)], [0, 1, 0], [-np.sin(across), 0, np.cos(across)]]
    )
    about_x = np.array(
        [[1, 0, 0], [0, np.cos(down), -np.sin(down)], [0, np.sin(down), np.cos(down)]]
    )
    about_z = np.array(
        [[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]]
    )
    solid = plane @ about_y.T @ about_x.T @ about_z.T
    far = 3.0 * max(width, height)
    flat = solid[:, :2] * far / (far + solid[:, 2:])
    scale = given.share * given.frame[0] / code_px(given.screen)
    return np.asarray(flat * scale)


def _blurred(scene: Floats, given: Conditions) -> Floats:
    soft = cv2.GaussianBlur(scene, (0, 0), given.blur_px)
    length = max(round(given.motion_px), 1)
    if length < 2:
        return np.asarray(soft)
    kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
    angle = np.radians(given.motion_deg)
    for step in np.linspace(-0.5, 0.5, 4 * length):
        x, y = length + step * length * np.cos(angle), length + step * length * np.sin(angle)
        kernel[round(y), round(x)] += 1
    return np.asarray(cv2.filter2D(soft, -1, kernel / kernel.sum()))


def _grain(frame: tuple[int, int], rng: np.random.Generator) -> Floats:
    """Return noise of a standard deviation of one, the same in tiles: nobody looks for that."""
    width, height = frame
    tile = rng.standard_normal((_TILE_PX, _TILE_PX, 3), dtype=np.float32)
    times = (-(-height // _TILE_PX), -(-width // _TILE_PX), 1)
    return np.asarray(np.tile(tile, times)[:height, :width])


def _glare(frame: tuple[int, int], rng: np.random.Generator) -> Floats:
    """Return a lamp's reflection: a soft spot anywhere in the frame."""
    width, height = frame
    x, y = rng.uniform(0, width), rng.uniform(0, height)
    size = rng.uniform(0.05, 0.3) * width
    across = np.exp(-(((np.arange(width) - x) / size) ** 2)).astype(np.float32)
    down = np.exp(-(((np.arange(height) - y) / size) ** 2)).astype(np.float32)
    return np.asarray((down[:, None] * across[None])[..., None])
