"""The clock page as a screen shows it during an exposure: codes that change, rows that follow."""

from functools import lru_cache

import cv2
import numpy as np
import zxingcpp
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from coincide.features.clockcode import ClockCode
from coincide.model import Floats
from coincide_bench.clockphoto.conditions import Conditions

Pixels = NDArray[np.uint8]
# tenths of a second that the two codes of the page stay; the slow one comes half a tenth later
_FAST, _SLOW, _LATER_S = 1, 10, 0.05
# samples of an exposure, evenly spread
_SAMPLES = 16
_QUIET = 4


def codes_at(time_s: float, zone_s: int) -> tuple[str, str]:
    """Return what the two codes say at a moment in UTC."""
    fast = int(np.floor(10 * time_s))
    late = int(np.floor(10 * (time_s - _LATER_S)))
    slow = late - late % _SLOW
    return (
        ClockCode(fast / 10, _FAST / 10, zone_s).text,
        ClockCode(slow / 10, _SLOW / 10, zone_s).text,
    )


@lru_cache(256)
def modules_of(text: str) -> Pixels:
    """Return a code with its quiet zone, 255 where it is light."""
    code = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode, ec_level="Q")
    light = np.array(code.to_image(scale=1, add_quiet_zones=False)) > 0
    return np.pad(light, _QUIET, constant_values=True).astype(np.uint8) * 255


def code_px(screen: tuple[int, int]) -> int:
    """Return the width of one code's modules on a screen, in its pixels."""
    return boxes_of(screen)[0][2] * 25 // 33


def boxes_of(screen: tuple[int, int]) -> list[tuple[int, int, int]]:
    """Return left, top and side of both codes: beside each other, or one above the other."""
    width, height = screen
    upright = height > width
    room = min(width, int(0.4 * height)) if upright else min(width // 2, int(0.7 * height))
    side = int(0.92 * room) // 33 * 33
    gap = (room - side) // 2
    left = (width - room) // 2 + gap
    if upright:
        return [(left, gap, side), (left, gap + room, side)]
    return [(width // 2 - room + gap, gap, side), (width // 2 + gap, gap, side)]


def page_at(time_s: float, zone_s: int, screen: tuple[int, int], *, dark: bool) -> Pixels:
    """Return the whole page at a moment, (height, width), grey."""
    return _page(int(np.floor(time_s / _LATER_S)), zone_s, screen, dark)


@lru_cache(4)
def _page(number: int, zone_s: int, screen: tuple[int, int], dark: bool) -> Pixels:
    """Return the page of the n-th twentieth of a second: it changes with no other."""
    time_s = (number + 0.5) * _LATER_S
    width, height = screen
    paper, ink = (18, 235) if dark else (245, 25)
    image = Image.new("L", screen, paper)
    for text, (left, top, side) in zip(codes_at(time_s, zone_s), boxes_of(screen), strict=True):
        code = Image.fromarray(modules_of(text)).resize((side, side), Image.Resampling.NEAREST)
        image.paste(code, (left, top))
    last = boxes_of(screen)[1]
    seconds = (time_s + zone_s) % 86400
    hours, minutes = int(seconds // 3600), int(seconds // 60) % 60
    words = f"{hours:02d}:{minutes:02d}:{seconds % 60:04.1f}"
    font = ImageFont.load_default(size=min(width // 8, height // 8))
    ImageDraw.Draw(image).text((width * 0.25, last[1] + last[2] + 10), words, ink, font)
    return np.asarray(image)


def shown(time_s: float, zone_s: int, given: Conditions, phase: float) -> Floats:
    """Return the light of a screen during an exposure, (height, width), from 0 to 1.

    Rows of a screen follow one after the other, and so do those of a camera: what one row of the
    photo sees is a mean of what its row of the screen showed meanwhile. ``phase`` is when the
    screen begins anew, as a share of a frame.
    """
    width, height = given.screen
    period_s = 1 / given.refresh_hz
    row = np.arange(height)[:, None] / height
    times_s = row * given.readout_s + np.linspace(0, given.exposure_s, _SAMPLES)[None]
    frames = np.floor(times_s / period_s - row + phase).astype(np.int64)
    light = np.zeros((height, width))
    for frame in np.unique(frames):
        weight = (frames == frame).mean(axis=1)
        drawn_s = time_s + (frame - phase) * period_s
        light += weight[:, None] * page_at(drawn_s, zone_s, given.screen, dark=given.dark_page)
    return (light / 255) ** 2.2


def subpixels(light: Floats, gap: float) -> Floats:
    """Return a screen's light with the stripes of its pixels, (3 height, 3 width, 3), linear."""
    fine = np.repeat(np.repeat(light, 3, axis=0), 3, axis=1)
    out = np.zeros((*fine.shape, 3), np.float32)
    for colour in range(3):
        out[:, colour::3, colour] = 3 * (1 - gap / 2) * fine[:, colour::3]
    out[::3] *= 1 - gap
    # no eye and no lens sees all of the stripes
    return np.asarray(cv2.blur(out, (2, 1)))
