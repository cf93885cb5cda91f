"""The cameras of the guests: invented makes, each with its own look."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageChops, ImageEnhance, ImageFilter

from coincide.model import Device, Singles

NameStyle = Literal["phone", "IMG", "DSC", "P101"]


@dataclass(frozen=True, slots=True)
class SensorLook:
    """What a sensor makes of the light. Neutral: all gains 1, all defects 0."""

    red: float = 1.0  # white balance, against green
    blue: float = 1.0
    exposure: float = 1.0
    contrast: float = 1.0
    saturation: float = 1.0
    vignette: float = 0.0  # light lost in the corners, as a share
    blur_px: float = 0.0
    noise: float = 0.0  # standard deviation in grey levels, in daylight


@dataclass(frozen=True, slots=True)
class CameraModel:
    """One device: what it writes of itself, and the form of its photos."""

    device: Device
    phone: bool
    long_side_px: int
    aspect: float  # long side over short side
    names: NameStyle
    quality: int  # of the JPEG
    f_number: float
    focal_length_mm: float  # of the widest view
    look: SensorLook

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of a landscape photo, both even."""
        return self.long_side_px, 2 * round(self.long_side_px / self.aspect / 2)


def _phone(
    make: str, model: str, system: str, px: int, aspect: float, look: SensorLook
) -> CameraModel:
    device = Device(make, model, None, system)
    return CameraModel(device, True, px, aspect, "phone", 84, 1.8, 4.3, look)


def _camera(
    make: str, model: str, px: int, aspect: float, names: NameStyle, look: SensorLook
) -> CameraModel:
    mirror = names == "DSC"
    return CameraModel(
        Device(make, model),
        False,
        px,
        aspect,
        names,
        90 if mirror else 82,
        4.0 if mirror else 3.3,
        24.0 if mirror else 6.2,
        look,
    )


PHONES: tuple[CameraModel, ...] = (
    _phone(
        "Pebblo", "Pebblo 9", "PebbloOS 9.2", 1280, 4 / 3, SensorLook(1.0, 1.0, 1.05, 1.1, 1.15)
    ),
    _phone(
        "Zefira", "Zefira Mini", "ZUI 4.1", 1440, 16 / 9, SensorLook(0.96, 1.06, 1.0, 1.0, 0.95)
    ),
    _phone(
        "Quillon", "Quillon Q3", "Quill 12", 1200, 4 / 3, SensorLook(1.05, 0.96, 1.1, 1.05, 1.2)
    ),
    _phone(
        "Pebblo", "Pebblo 6s", "PebbloOS 7.0", 1024, 4 / 3, SensorLook(1.03, 0.93, 0.95, 0.92, 0.9)
    ),
    _phone(
        "Zefira", "Zefira Duo", "ZUI 5.0", 1600, 16 / 9, SensorLook(0.98, 1.03, 1.05, 1.12, 1.1)
    ),
)
CAMERAS: tuple[CameraModel, ...] = (
    _camera(
        "TAMARIK", "TAMARIK T70", 1536, 1.5, "DSC", SensorLook(1.03, 0.98, 0.98, 1.1, 1.05, 0.12)
    ),
    _camera(
        "Okulon", "Okulon Pico 40", 1024, 4 / 3, "IMG", SensorLook(1.08, 0.9, 0.95, 0.9, 0.85, 0.2)
    ),
    _camera(
        "Veldra", "Veldra VX-2", 1200, 4 / 3, "P101", SensorLook(0.95, 1.08, 1.02, 1.05, 1.0, 0.1)
    ),
    _camera("Okulon", "Okulon R100", 1440, 1.5, "IMG", SensorLook(1.0, 1.02, 1.08, 1.0, 1.1, 0.15)),
    _camera(
        "Lumiko", "Lumiko Snap", 960, 4 / 3, "DSC", SensorLook(1.06, 1.02, 1.1, 0.88, 0.8, 0.28)
    ),
    _camera(
        "TAMARIK", "TAMARIK T9", 1600, 1.5, "DSC", SensorLook(0.98, 0.97, 0.94, 1.15, 1.0, 0.18)
    ),
)


def draw_camera(
    rng: np.random.Generator, *, phone: bool, nth_of_kind: int, spread: float, scale: float = 1.0
) -> CameraModel:
    """Return a device of the catalogue, with a serial number and its owner's settings.

    ``scale``: pixels of a side, as a share of what the catalogue says.
    """
    catalogue = PHONES if phone else CAMERAS
    camera = catalogue[nth_of_kind % len(catalogue)]
    serial = None if phone else str(rng.integers(10**6, 10**7))
    look = _spread_look(rng, camera.look, spread)
    return replace(
        camera,
        device=replace(camera.device, serial=serial),
        long_side_px=2 * round(camera.long_side_px * scale / 2),
        look=replace(look, blur_px=look.blur_px * scale),
    )


def _spread_look(rng: np.random.Generator, look: SensorLook, spread: float) -> SensorLook:
    jitter = rng.normal(0.0, 0.025, 5) * spread

    def gain(value: float, nth: int) -> float:
        return 1.0 + (value - 1.0) * spread + float(jitter[nth])

    return SensorLook(
        red=gain(look.red, 0),
        blue=gain(look.blue, 1),
        exposure=gain(look.exposure, 2),
        contrast=gain(look.contrast, 3),
        saturation=gain(look.saturation, 4),
        vignette=look.vignette * spread,
        blur_px=float(rng.uniform(0.0, 0.7)) * spread,
        noise=float(rng.uniform(1.0, 3.5)) * spread,
    )


MIDDLE = 118.0  # the grey that contrast leaves alone
NEUTRAL = 128  # no noise, in a picture of noise


def develop(
    picture: Image.Image, look: SensorLook, rng: np.random.Generator, *, dark: float
) -> Image.Image:
    """Return a picture as a camera records it; ``dark`` is 0 by day and 1 at night."""
    # each photo is metered anew
    exposure = look.exposure * float(rng.normal(1.0, 0.03))
    curve = np.concatenate(
        [_curve(gain * exposure, look.contrast) for gain in (look.red, 1.0, look.blue)]
    )
    picture = ImageEnhance.Color(picture.point(curve.tolist())).enhance(look.saturation)
    if look.blur_px > 0.2:
        picture = picture.filter(ImageFilter.BoxBlur(look.blur_px))
    # more noise where the sensor had to amplify
    noise = _noise(rng, picture.size, look.noise * (1 + 1.4 * dark))
    noise += np.asarray(picture)
    picture = Image.fromarray(np.clip(noise, 0, 255, out=noise).astype(np.uint8))
    strength = round(look.vignette, 2)
    return ImageChops.multiply(picture, _vignette(picture.size, strength)) if strength else picture


def _curve(gain: float, contrast: float) -> Singles:
    levels = np.arange(256, dtype=np.float32) * gain
    return np.asarray(np.clip((levels - MIDDLE) * contrast + MIDDLE, 0, 255).round(), np.float32)


@lru_cache(maxsize=64)
def _vignette(size: tuple[int, int], strength: float) -> Image.Image:
    """Return what share of the light arrives at each pixel, white for all of it."""
    x = np.linspace(-1, 1, size[0], dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, size[1], dtype=np.float32)[:, None]
    share = 1 - strength * ((x**2 + y**2) / 2) ** 1.5
    return Image.fromarray((255 * share).round().astype(np.uint8)).convert("RGB")


def _noise(rng: np.random.Generator, size: tuple[int, int], sigma: float) -> npt.NDArray[np.int16]:
    """Return noise around 0: of every pixel's brightness, and of coarser colours."""
    width, height = size
    levels = rng.standard_normal((height, width), dtype=np.float32)
    levels *= sigma
    levels += NEUTRAL
    brightness = np.rint(levels, out=levels).astype(np.int16)
    # colour noise is coarser than the pixels, as a camera's processing leaves it
    coarse = rng.standard_normal((height // 4, width // 4, 3), dtype=np.float32)
    spots = Image.fromarray((NEUTRAL + 0.6 * sigma * coarse).round().astype(np.uint8))
    colours = spots.resize(size, Image.Resampling.BILINEAR)
    noise = np.asarray(colours).astype(np.int16)
    brightness -= 2 * NEUTRAL
    for band in range(3):
        noise[:, :, band] += brightness
    return noise
