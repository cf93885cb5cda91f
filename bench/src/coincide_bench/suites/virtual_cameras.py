"""Eight virtual cameras: what other cameras would have made of a real photo.

One camera's photos, dealt to several pseudo-galleries, would be matched by what the sensor
leaves on every photo. So each gallery's photos are taken again: another part of the scene,
other proportions, colours, tones, sharpness, resolution, noise and compression. What a
camera is, is fixed; what changes from shot to shot (the framing, the metering) is drawn.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageChops, ImageFilter

from coincide.model import Floats

# raise whenever the pixels that come out change: it is part of the digest of all vectors
RECIPE = 1

MIDDLE = 118.0  # the grey that contrast leaves alone, on the 0 to 255 scale
NO_NOISE = 128  # in a picture of noise
LUMA = (0.299, 0.587, 0.114)  # ITU-R BT.601, what saturation keeps
NEUTRAL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))

# What is drawn anew for every shot, as standard deviations
FRAMING_JITTER = 0.12  # of the place of the frame, as a share of the room there is
ZOOM_JITTER = 0.03  # of the side that is kept, as a share
EXPOSURE_JITTER = 0.06  # metering, in log units
BALANCE_JITTER = 0.02  # automatic white balance, in log units

Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]


@dataclass(frozen=True, slots=True)
class Frame:
    """What of the scene is seen.

    ``kept``: the share of the side that the frame could have at most, at its ``aspect``
    (long side over short side). ``across``, ``down``: where it lies in the room that is
    left, 0 to 1.
    """

    kept: float
    across: float
    down: float
    aspect: float


@dataclass(frozen=True, slots=True)
class Colour:
    """White balance against green, and what the sensor mixes: rows give red, green, blue."""

    red: float = 1.0
    blue: float = 1.0
    saturation: float = 1.0
    mixing: Matrix = NEUTRAL


@dataclass(frozen=True, slots=True)
class Tone:
    """How bright, how hard, and how the shadows are: a gamma below 1 lifts them."""

    exposure: float = 1.0
    contrast: float = 1.0
    gamma: float = 1.0


@dataclass(frozen=True, slots=True)
class VirtualCamera:
    """One camera.

    ``sharpness``: above 0 an unsharp mask of so many per cent, below 0 a blur of so many
    pixels. ``noise``: standard deviation in grey levels. ``quality``: of the JPEG.
    """

    name: str
    frame: Frame
    colour: Colour
    tone: Tone
    sharpness: float
    noise: float
    long_side_px: int
    quality: int


_WARM: Matrix = ((1.08, -0.04, -0.04), (0.02, 0.98, 0.0), (0.0, 0.08, 0.92))
_GREENISH: Matrix = ((0.95, 0.05, 0.0), (-0.03, 1.06, -0.03), (0.0, 0.06, 0.94))
_PURPLISH: Matrix = ((1.04, -0.06, 0.02), (0.02, 0.94, 0.04), (0.03, -0.05, 1.02))

CAMERAS: tuple[VirtualCamera, ...] = (
    VirtualCamera(
        "phone-vivid",  # a recent phone: vivid, sharpened, clean
        Frame(0.95, 0.5, 0.5, 4 / 3),
        Colour(saturation=1.25),
        Tone(exposure=1.06, contrast=1.12),
        sharpness=80.0,
        noise=1.5,
        long_side_px=768,
        quality=88,
    ),
    VirtualCamera(
        "phone-cool",  # an older phone: cool, flat, soft
        Frame(0.86, 0.2, 0.4, 16 / 9),
        Colour(0.93, 1.09, saturation=0.9),
        Tone(exposure=0.97, contrast=0.93),
        sharpness=-0.8,
        noise=3.5,
        long_side_px=640,
        quality=78,
    ),
    VirtualCamera(
        "reflex",  # with a longer lens: neutral, hard, under-exposed for safety
        Frame(0.72, 0.7, 0.4, 3 / 2),
        Colour(1.02, 0.98),
        Tone(exposure=0.86, contrast=1.18, gamma=1.04),
        sharpness=40.0,
        noise=1.0,
        long_side_px=768,
        quality=92,
    ),
    VirtualCamera(
        "compact-warm",  # warm, bright, noisy
        Frame(0.8, 0.35, 0.65, 4 / 3),
        Colour(1.08, 0.89, mixing=_WARM),
        Tone(exposure=1.12, contrast=0.95),
        sharpness=20.0,
        noise=5.0,
        long_side_px=560,
        quality=74,
    ),
    VirtualCamera(
        "compact-cheap",  # a green cast, washed out, blurred, strongly compressed
        Frame(0.9, 0.75, 0.6, 4 / 3),
        Colour(0.99, 0.97, saturation=0.78, mixing=_GREENISH),
        Tone(exposure=1.05, contrast=0.85, gamma=0.9),
        sharpness=-1.0,
        noise=4.0,
        long_side_px=400,
        quality=55,
    ),
    VirtualCamera(
        "mirrorless-film",  # a film look: square, muted, lifted shadows
        Frame(0.92, 0.5, 0.3, 1.0),
        Colour(1.04, 0.94, saturation=0.7),
        Tone(contrast=0.88, gamma=0.85),
        sharpness=-0.4,
        noise=2.5,
        long_side_px=600,
        quality=86,
    ),
    VirtualCamera(
        "bridge-zoom",  # zoomed in: a purple cast, over-sharpened
        Frame(0.62, 0.45, 0.55, 4 / 3),
        Colour(1.03, 1.07, saturation=1.1, mixing=_PURPLISH),
        Tone(exposure=0.93, contrast=1.08),
        sharpness=140.0,
        noise=3.0,
        long_side_px=512,
        quality=80,
    ),
    VirtualCamera(
        "tablet-dark",  # wide, dark, cool
        Frame(0.88, 0.8, 0.25, 4 / 3),
        Colour(0.95, 1.05, saturation=1.05),
        Tone(exposure=0.8, contrast=1.02, gamma=1.12),
        sharpness=-0.6,
        noise=2.0,
        long_side_px=480,
        quality=70,
    ),
)


def render(image: Image.Image, camera: VirtualCamera, rng: np.random.Generator) -> Image.Image:
    """Return an upright RGB photo as another camera would have taken it, not yet compressed."""
    picture = _framed(image, camera, rng)
    gains = np.exp(rng.normal(0.0, BALANCE_JITTER, 2)) * (camera.colour.red, camera.colour.blue)
    exposure = camera.tone.exposure * float(np.exp(rng.normal(0.0, EXPOSURE_JITTER)))
    picture = picture.convert("RGB", _conversion(camera.colour, float(gains[0]), float(gains[1])))
    picture = picture.point(_curve(camera.tone, exposure) * 3)
    return _with_noise(_focused(picture, camera.sharpness), camera.noise, rng)


def write_jpeg(picture: Image.Image, camera: VirtualCamera, path: Path) -> None:
    """Write a rendering with the camera's compression and no tag at all."""
    picture.save(path, "JPEG", quality=camera.quality)


def frame_of(
    size_px: tuple[int, int], frame: Frame, rng: np.random.Generator
) -> tuple[float, float, float, float]:
    """Return the part of a photo that the camera sees: left, top, right, bottom, in pixels.

    A portrait photo is seen by a camera held upright. The frame never leaves the photo.
    """
    width, height = size_px
    aspect = frame.aspect if width >= height else 1 / frame.aspect
    kept = min(1.0, frame.kept * float(1.0 + rng.normal(0.0, ZOOM_JITTER)))
    frame_w = min(width, height * aspect) * kept
    frame_h = frame_w / aspect
    jitter = rng.normal(0.0, FRAMING_JITTER, 2)
    across, down = np.clip((frame.across + jitter[0], frame.down + jitter[1]), 0.0, 1.0)
    left, top = float(across) * (width - frame_w), float(down) * (height - frame_h)
    # rounding may put an edge a hair's breadth outside
    return left, top, min(width, left + frame_w), min(height, top + frame_h)


def _framed(image: Image.Image, camera: VirtualCamera, rng: np.random.Generator) -> Image.Image:
    box = frame_of(image.size, camera.frame, rng)
    frame_w, frame_h = box[2] - box[0], box[3] - box[1]
    scale = camera.long_side_px / max(frame_w, frame_h)
    size = max(1, round(frame_w * scale)), max(1, round(frame_h * scale))
    return image.resize(size, Image.Resampling.BICUBIC, box=box)


def _conversion(colour: Colour, red: float, blue: float) -> tuple[float, ...]:
    """Return white balance, then the sensor's matrix, then saturation, as Pillow takes them."""
    grey = np.tile(LUMA, (3, 1))
    saturate: Floats = grey + colour.saturation * (np.eye(3) - grey)
    matrix = saturate @ np.array(colour.mixing) @ np.diag((red, 1.0, blue))
    return tuple(float(value) for value in np.column_stack([matrix, np.zeros(3)]).ravel())


def _curve(tone: Tone, exposure: float) -> list[int]:
    """Return the tone of each of the 256 levels: exposure, gamma, contrast."""
    levels = np.clip(np.arange(256) * exposure / 255.0, 0.0, 1.0) ** tone.gamma * 255.0
    toned = np.clip((levels - MIDDLE) * tone.contrast + MIDDLE, 0, 255)
    return [round(float(level)) for level in toned]


def _focused(picture: Image.Image, sharpness: float) -> Image.Image:
    if sharpness > 0:
        return picture.filter(
            ImageFilter.UnsharpMask(radius=1.2, percent=round(sharpness), threshold=2)
        )
    return picture.filter(ImageFilter.BoxBlur(-sharpness)) if sharpness < 0 else picture


def _with_noise(picture: Image.Image, sigma: float, rng: np.random.Generator) -> Image.Image:
    if sigma == 0:
        return picture
    # brightness noise only: colour noise is what a camera's own processing removes first
    noise = rng.standard_normal((picture.height, picture.width), dtype=np.float32)
    noise *= sigma
    noise += NO_NOISE
    band = Image.fromarray(np.clip(noise, 0, 255, out=noise).round().astype(np.uint8))
    return ImageChops.add(picture, Image.merge("RGB", (band, band, band)), offset=-NO_NOISE)
