"""Films made of photos, so that what is seen at any moment is known.

Three ways of filming: a *walk* goes from photo to photo of one set, some seconds each; a *pan*
moves over one photo and comes back; a *stage* is filmed from one spot, and people move on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Literal

import av
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from coincide_bench.suites.splits import make_rng

FilmKind = Literal["walk", "pan", "stage"]
KINDS: tuple[FilmKind, ...] = ("walk", "pan", "stage")
# from where to where the view goes, across and down, as shares of the room there is
Way = tuple[float, float, float, float]

SIZE_PX = (640, 360)
RATE = 12
LENGTH_S = 40.0
KEY_EVERY_S = (0.5, 1.0, 2.0, 5.0)
# of a walk: how long each photo is seen, and the share of it that a frame shows
_HOLD_S, _SHOWN = (3.0, 6.0), 0.75
# of a pan: seconds for the way over the photo
_WAY_S = (10.0, 16.0)
# of a stage: how many move, and how large they are beside the frame's height
_N_MOVERS, _MOVER = 6, (0.35, 0.6)
# each photo is enlarged, so that a frame is never larger than what it shows
_CANVAS_PX = 1280


@dataclass(frozen=True)
class Mover:
    """Somebody on a stage: a picture with its outline, and where it is at any time."""

    cut: Image.Image
    centre: tuple[float, float]
    swing: tuple[float, float]
    pace: tuple[float, float]
    phase: tuple[float, float]

    def at(self, time_s: float) -> tuple[int, int]:
        """Return where it stands, in pixels of the frame."""
        x, y = (
            self.centre[n] + self.swing[n] * np.sin(self.pace[n] * time_s + self.phase[n])
            for n in (0, 1)
        )
        return int(x - self.cut.width / 2), int(y - self.cut.height / 2)


@dataclass(frozen=True)
class Film:
    """What is filmed: canvases, when each begins and which way is gone over it, and movers."""

    kind: FilmKind
    canvases: tuple[Image.Image, ...]
    begins_s: tuple[float, ...]
    ways: tuple[Way, ...]
    way_s: float
    movers: tuple[Mover, ...] = ()
    length_s: float = LENGTH_S

    def seen_at(self, time_s: float) -> Image.Image:
        """Return what the camera sees at a time."""
        number = int(np.searchsorted(self.begins_s, time_s, side="right")) - 1
        canvas, way = self.canvases[number], self.ways[number]
        done = (time_s - self.begins_s[number]) / self.way_s % 2.0
        there = done if done <= 1.0 else 2.0 - done
        width = _SHOWN * canvas.width if self.kind != "pan" else 0.5 * canvas.width
        height = min(width * SIZE_PX[1] / SIZE_PX[0], canvas.height)
        left = (way[0] + there * (way[2] - way[0])) * (canvas.width - width)
        top = (way[1] + there * (way[3] - way[1])) * (canvas.height - height)
        box = (left, top, left + width, top + height)
        frame = canvas.resize(SIZE_PX, Image.Resampling.BILINEAR, box=box)
        for mover in self.movers:
            frame.paste(mover.cut, mover.at(time_s), mover.cut.getchannel("A"))
        return frame


def make_film(kind: FilmKind, photos: Sequence[Path], seed: int) -> Film:
    """Return a film made of photos of one set, in their order."""
    rng = make_rng(seed, f"film {kind} {photos[0].parent.name}")
    first = int(rng.integers(0, max(len(photos) - 16, 1)))
    taken = [_canvas(path) for path in photos[first : first + (14 if kind == "walk" else 1)]]
    if kind == "stage":
        others = [photos[n] for n in rng.integers(0, len(photos), _N_MOVERS)]
        movers = tuple(_mover(_canvas(path), rng) for path in others)
        return Film(kind, (taken[0],), (0.0,), ((0.5, 0.5, 0.5, 0.5),), 1.0, movers)
    if kind == "pan":
        way_s = float(rng.uniform(*_WAY_S))
        # over once, so that no view comes twice
        way = (0.0, float(rng.uniform(0, 1)), 1.0, float(rng.uniform(0, 1)))
        return Film(kind, (taken[0],), (0.0,), (way,), way_s, length_s=way_s)
    holds = rng.uniform(*_HOLD_S, len(taken))
    begins = np.concatenate([[0.0], np.cumsum(holds)[:-1]])
    ways = tuple(_way(rng) for _ in taken)
    length_s = float(min(LENGTH_S, holds.sum()))
    return Film(kind, tuple(taken), tuple(begins.tolist()), ways, _HOLD_S[1], length_s=length_s)


def _way(rng: np.random.Generator) -> Way:
    left, top, right, bottom = rng.uniform(0, 1, 4).tolist()
    return left, top, right, bottom


def write_film(path: Path, film: Film, key_every_s: float) -> Path:
    """Write a film as an MP4, as a phone would."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=RATE, options={"preset": "veryfast"})
        stream.width, stream.height, stream.pix_fmt = *SIZE_PX, "yuv420p"
        stream.gop_size = max(1, round(key_every_s * RATE))
        for number in range(round(film.length_s * RATE)):
            pixels = np.asarray(film.seen_at(number / RATE))
            frame = av.VideoFrame.from_ndarray(pixels, format="rgb24")
            frame.pts, frame.time_base = number, Fraction(1, RATE)
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return path


def _canvas(path: Path) -> Image.Image:
    with Image.open(path) as image:
        shown = image.convert("RGB")
    # a film is wide: of an upright photo its middle
    height = min(shown.height, round(shown.width * SIZE_PX[1] / SIZE_PX[0]))
    top = (shown.height - height) // 2
    size = (_CANVAS_PX, round(_CANVAS_PX * height / shown.width))
    box = (0, top, shown.width, top + height)
    return shown.resize(size, Image.Resampling.BICUBIC, box=box)


def _mover(canvas: Image.Image, rng: np.random.Generator) -> Mover:
    height = round(SIZE_PX[1] * rng.uniform(*_MOVER))
    width = round(height * 0.45)
    left = int(rng.integers(0, canvas.width - width))
    top = int(rng.integers(0, max(canvas.height - height, 1)))
    cut = canvas.crop((left, top, left + width, top + height)).convert("RGBA")
    outline = Image.new("L", cut.size, 0)
    ImageDraw.Draw(outline).ellipse((2, 2, width - 2, height - 2), fill=255)
    cut.putalpha(outline.filter(ImageFilter.GaussianBlur(1.5)))
    return Mover(
        cut,
        centre=(
            float(rng.uniform(0.15, 0.85) * SIZE_PX[0]),
            float(rng.uniform(0.5, 0.8) * SIZE_PX[1]),
        ),
        swing=(float(rng.uniform(60, 160)), float(rng.uniform(5, 30))),
        pace=(float(rng.uniform(0.15, 0.5)), float(rng.uniform(0.3, 1.0))),
        phase=(float(rng.uniform(0, 6.3)), float(rng.uniform(0, 6.3))),
    )


Corners = NDArray[np.float32]


def warped(image: Image.Image, rng: np.random.Generator) -> Image.Image:
    """Return a picture as another camera would have taken it from beside: view, colours, noise."""
    import cv2

    width, height = image.size
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    shown = rng.uniform(0.75, 1.0)
    shift = rng.uniform(0, 1 - shown, 2) * (width, height)
    seen: Corners = (corners * shown + shift).astype(np.float32)
    seen += (rng.uniform(-0.05, 0.05, (4, 2)) * (width, height)).astype(np.float32)
    size = (800, round(800 * height / width))
    target = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
    matrix = cv2.getPerspectiveTransform(seen, target)
    pixels = cv2.warpPerspective(
        np.asarray(image), matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT
    )
    light = (pixels / 255.0) ** rng.uniform(0.7, 1.4) * rng.uniform(0.85, 1.15, 3)
    noisy = 255.0 * light + rng.normal(0, rng.uniform(0, 6), light.shape)
    blurred = cv2.GaussianBlur(noisy.astype(np.float32), (0, 0), rng.uniform(0.3, 1.2))
    return Image.fromarray(np.clip(blurred, 0, 255).astype(np.uint8))
