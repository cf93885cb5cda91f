"""What happens to a picture on its way: sent, made smaller, cut, its colours changed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageEnhance

Rng = np.random.Generator

# long sides that messengers send, and what they are beside a photo of 12 MP
_SENT_PX, _OF_PX = (1600, 1280, 960), 4000
_SENT_QUALITY = (60, 80)
_KEPT_QUALITY = (70, 95)
_RESIZED = (0.3, 0.9)
# share of each side that a cut leaves: to 90 %, or less is cut off
_LEFT = (0.9, 0.97)
_LIGHT, _CONTRAST, _COLOUR = (0.8, 1.25), (0.8, 1.25), (0.3, 1.7)
_BALANCE = (0.85, 1.18)


@dataclass(frozen=True)
class Copy:
    """A copy as it is written: without tags, at a quality."""

    image: Image.Image
    quality: int


def sent(image: Image.Image, rng: Rng) -> Copy:
    """Return a picture as a messenger hands it on.

    One that is smaller than a camera's is made smaller by as much as a camera's would be.
    """
    long_side = float(rng.choice(_SENT_PX))
    scale = min(long_side / max(image.size), 1.0)
    if max(image.size) < _OF_PX / 2:
        scale = long_side / _OF_PX
    return Copy(_scaled(image, scale), _between(_SENT_QUALITY, rng))


def resized(image: Image.Image, rng: Rng) -> Copy:
    """Return a smaller picture."""
    return Copy(_scaled(image, rng.uniform(*_RESIZED)), _between(_KEPT_QUALITY, rng))


def cropped(image: Image.Image, rng: Rng) -> Copy:
    """Return a part of a picture: 90 % or more of each side, from anywhere."""
    return Copy(_cut(image, rng), _between(_KEPT_QUALITY, rng))


def lit(image: Image.Image, rng: Rng) -> Copy:
    """Return a lighter or a darker picture."""
    return _kept(ImageEnhance.Brightness(image).enhance(rng.uniform(*_LIGHT)), rng)


def hardened(image: Image.Image, rng: Rng) -> Copy:
    """Return a picture of more or less contrast."""
    return _kept(ImageEnhance.Contrast(image).enhance(rng.uniform(*_CONTRAST)), rng)


def saturated(image: Image.Image, rng: Rng) -> Copy:
    """Return a picture of more or less colour."""
    return _kept(ImageEnhance.Color(image).enhance(rng.uniform(*_COLOUR)), rng)


def greyed(image: Image.Image, rng: Rng) -> Copy:
    """Return a picture in black and white."""
    return _kept(image.convert("L").convert("RGB"), rng)


def balanced(image: Image.Image, rng: Rng) -> Copy:
    """Return a warmer or a cooler picture."""
    return _kept(_balanced(image, rng), rng)


def combined(image: Image.Image, rng: Rng) -> Copy:
    """Return a picture that was cut, changed in light and colour, and sent."""
    made = _cut(image, rng)
    for name in rng.permutation(["light", "contrast", "colour", "balance"])[:2].tolist():
        made = _CHANGES[name](made, rng)
    return sent(made, rng)


def _balanced(image: Image.Image, rng: Rng) -> Image.Image:
    levels = np.arange(256)
    gains = (rng.uniform(*_BALANCE), 1.0, rng.uniform(*_BALANCE))
    curve = np.concatenate([np.clip(levels * gain, 0, 255).round() for gain in gains])
    return image.point(curve.astype(int).tolist())


def _cut(image: Image.Image, rng: Rng) -> Image.Image:
    width, height = (round(side * rng.uniform(*_LEFT)) for side in image.size)
    left = int(rng.integers(image.width - width + 1))
    top = int(rng.integers(image.height - height + 1))
    return image.crop((left, top, left + width, top + height))


def _scaled(image: Image.Image, scale: float) -> Image.Image:
    size = max(1, round(image.width * scale)), max(1, round(image.height * scale))
    return image.resize(size, Image.Resampling.LANCZOS)


def _kept(image: Image.Image, rng: Rng) -> Copy:
    return Copy(image, _between(_KEPT_QUALITY, rng))


def _between(ends: tuple[int, int], rng: Rng) -> int:
    return int(rng.integers(ends[0], ends[1] + 1))


_CHANGES: Mapping[str, Callable[[Image.Image, Rng], Image.Image]] = {
    "light": lambda image, rng: lit(image, rng).image,
    "contrast": lambda image, rng: hardened(image, rng).image,
    "colour": lambda image, rng: saturated(image, rng).image,
    "balance": _balanced,
}
EDITS: Mapping[str, Callable[[Image.Image, Rng], Copy]] = {
    "sent": sent,
    "resized": resized,
    "cropped": cropped,
    "light": lit,
    "contrast": hardened,
    "saturation": saturated,
    "black and white": greyed,
    "white balance": balanced,
    "combined": combined,
}
