"""What a page shows of a photo: the same picture in a few sizes, and nothing but its pixels.

No tags, no comments, no profile and no small picture of the original come along: what is written
was drawn anew from pixels, in the colours that every screen assumes.
"""

import base64
import io
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageCms

from coincide.features.images import to_rgb
from coincide.media.isolated import isolated
from coincide.media.pictures import open_picture

# the longer sides: in a row on a screen, the same on a fine one, and alone on the screen
SIZES_PX = (400, 800, 1600)
QUALITIES = (70, 72, 76)
# 0 to 6: higher takes longer and saves little; 2 costs a third of the default's time
METHOD = 2
# bits of each colour of a placeholder; two by two dots stand for a picture until it is there
_DEPTH = 4


@dataclass(frozen=True)
class Views:
    """A photo as WebP by size, the smallest first, and the colours that stand for it."""

    width_px: int
    height_px: int
    colours: str
    webp: tuple[bytes, ...]


@isolated
def views_of(path: Path) -> Views:
    """Return the pictures of a photo or of a clip's first frames; raise one of DECODE_ERRORS."""
    images = scaled(_upright(path, SIZES_PX[-1]))
    webp = tuple(
        encoded(image, "WEBP", quality) for image, quality in zip(images, QUALITIES, strict=False)
    )
    return Views(*images[-1].size, colours_of(images[0]), webp)


def upright(path: Path, long_px: int) -> Image.Image:
    """Return a photo upright in sRGB, its longer side at most so long."""
    return Image.fromarray(_upright_pixels(path, long_px))


@isolated
def _upright_pixels(path: Path, long_px: int) -> NDArray[np.uint8]:
    return np.asarray(_upright(path, long_px), dtype=np.uint8)


def _upright(path: Path, long_px: int) -> Image.Image:
    image = open_picture(path, lambda one: one.draft("RGB", _fitting(one.size, long_px)))
    size = _fitting(image.size, long_px)
    if size != image.size and image.mode == "RGB":
        image = image.resize(size, Image.Resampling.BICUBIC, reducing_gap=2.0)
    image = in_srgb(image)
    return image if size == image.size else image.resize(size, Image.Resampling.BICUBIC)


def _fitting(size: tuple[int, int], long_px: int) -> tuple[int, int]:
    """Return a size of the same shape whose longer side is at most so long."""
    longest = max(size)
    if longest <= long_px:
        return size
    width, height = (max(1, round(side * long_px / longest)) for side in size)
    return width, height


def scaled(image: Image.Image) -> list[Image.Image]:
    """Return an image in all sizes, the smallest first; one that is small has fewer.

    Each is made of the next larger one: a quarter of the pixels to look at.
    """
    found = [image]
    for size_px in reversed(SIZES_PX[:-1]):
        size = _fitting(found[0].size, size_px)
        if size != found[0].size:
            found.insert(0, found[0].resize(size, Image.Resampling.BICUBIC, reducing_gap=2.0))
    return found


def in_srgb(image: Image.Image) -> Image.Image:
    """Return an image in sRGB, by the profile that is inside, if any."""
    profile = image.info.get("icc_profile")
    if image.mode == "RGB" and profile is None and "transparency" not in image.info:
        return image
    if profile is None or image.mode != "RGB" or is_srgb(profile):
        return to_rgb(image)
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        found = ImageCms.profileToProfile(image, source, ImageCms.createProfile("sRGB"))
    except (ImageCms.PyCMSError, OSError):
        return image  # a profile that nobody understands: the colours are as they are
    return image if found is None else found


def is_srgb(profile: bytes) -> bool:
    """Tell whether a profile is that of sRGB, which needs none."""
    try:
        name = ImageCms.getProfileDescription(ImageCms.ImageCmsProfile(io.BytesIO(profile)))
    except (ImageCms.PyCMSError, OSError):
        return False
    return "srgb" in name.lower()


def encoded(image: Image.Image, format_: str, quality: int) -> bytes:
    """Return an image as a file's bytes, without anything but pixels."""
    image.info = {}  # comments and profiles would be written along
    data = io.BytesIO()
    if format_ == "WEBP":
        image.save(data, format_, quality=quality, method=METHOD)
    else:
        image.save(data, format_, quality=quality, optimize=True, exif=b"")
    return data.getvalue()


def colours_of(image: Image.Image) -> str:
    """Return the colours of a picture's quarters, 12 bits each, as eight letters.

    >>> colours_of(Image.new("RGB", (9, 6), (255, 128, 0)))
    '-A-A-A-A'
    """
    dots = image.resize((2, 2), Image.Resampling.BOX).tobytes()
    number = 0
    for value in dots:
        number = number << _DEPTH | value >> (8 - _DEPTH)
    return base64.urlsafe_b64encode(number.to_bytes(6, "big")).decode()
