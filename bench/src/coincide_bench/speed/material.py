"""Photos of 12 MP and clips to measure with: distinct, and as detailed as real ones."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from coincide.features.session import usable_cores
from coincide.model import Photo
from coincide.model.times import from_clock, to_exif_text
from coincide_bench.speed.timing import Tell

WIDTH_PX, HEIGHT_PX = 4000, 3000  # 12 MP
START_S = from_clock(2024, 5, 4, 14, 0, 0)
GALLERIES = 10
PAUSE_S = 20  # between two photos of one camera
DATE_TIME_ORIGINAL, EXIF_IFD, MAKE, MODEL = 0x9003, 0x8769, 0x010F, 0x0110
# as phones film, but for the size: what a phone's decoder chip does takes a processor long
CLIP_PX, RATE, SOUND_HZ = (1280, 720), 25, 48_000

Canvas = np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]


def write_photos(folder: Path, n_photos: int, *, tell: Tell) -> list[Photo]:
    """Write distinct JPEGs of 12 MP with the detail of real ones (about 3 MB each)."""
    folder.mkdir(parents=True, exist_ok=True)
    canvas = _detailed_canvas()
    paths = [folder / f"{number:05d}.jpg" for number in range(n_photos)]
    with ThreadPoolExecutor() as pool:
        for done, _ in enumerate(pool.map(partial(_write_one, canvas), enumerate(paths)), start=1):
            tell(done, n_photos)
    return [Photo(path, f"{number:064x}", number, number) for number, path in enumerate(paths)]


def _write_one(canvas: Canvas, job: tuple[int, Path]) -> None:
    number, path = job
    top, left = np.random.default_rng(number).integers(0, 1000, 2)
    cut = canvas[top : top + HEIGHT_PX, left : left + WIDTH_PX]
    Image.fromarray(cut if number % 2 else cut[:, ::-1]).save(path, quality=90)


def write_event(folder: Path, n_photos: int) -> Iterator[Path]:
    """Write distinct JPEGs of 12 MP, by several cameras that saw the same walk; yield each."""
    canvas = _detailed_canvas()
    paths = [
        folder / f"camera-{number % GALLERIES}" / f"{number:05d}.jpg" for number in range(n_photos)
    ]
    for path in paths[:GALLERIES]:
        path.parent.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(usable_cores()) as pool:
        yield from pool.map(partial(_write_dated, canvas), range(n_photos), paths)


def _write_dated(canvas: Canvas, number: int, path: Path) -> Path:
    """Write one photo: where on the canvas depends on when, so that likeness tells of time."""
    taken_s = START_S + PAUSE_S * number / GALLERIES
    angle = (taken_s - START_S) / 600.0
    jitter = np.random.default_rng(number).integers(-40, 41, 2)
    top, left = np.array([500 + 450 * np.sin(angle), 500 + 450 * np.sin(1.7 * angle)]) + jitter
    rows = slice(int(top), int(top) + HEIGHT_PX)
    exif = Image.Exif()
    exif[MAKE], exif[MODEL] = "Coincide", path.parent.name
    exif.get_ifd(EXIF_IFD)[DATE_TIME_ORIGINAL] = to_exif_text(taken_s)
    cut = canvas[rows, int(left) : int(left) + WIDTH_PX]
    Image.fromarray(cut).save(path, quality=90, exif=exif)
    return path


def _detailed_canvas() -> Canvas:
    """Return a picture larger than a photo: soft shapes, edges and sensor noise."""
    rng = np.random.default_rng(0)
    height, width = HEIGHT_PX + 1000, WIDTH_PX + 1000
    layers = np.zeros((height, width, 3), np.float32)
    for cells, strength in ((6, 90.0), (40, 50.0), (400, 30.0)):
        coarse = rng.uniform(0, 255, (cells, cells, 3)).astype(np.uint8)
        smooth = Image.fromarray(coarse).resize((width, height), Image.Resampling.BICUBIC)
        layers += strength / 255.0 * np.asarray(smooth, np.float32)
    layers += rng.normal(0, 4.0, (height, width, 1)).astype(np.float32)
    return np.clip(layers, 0, 255).astype(np.uint8)


def write_clip(path: Path, seed: int, length_s: float, *, coder: str, **options: str) -> Path:
    """Write a clip in which something moves, with noise to hear, unlike that of any other seed."""
    import av

    rng = np.random.default_rng(seed)
    width, height = CLIP_PX
    field = rng.integers(0, 255, (height // 16, width // 8, 3)).astype(np.uint8)
    wide = field.repeat(16, axis=0).repeat(16, axis=1)
    with av.open(str(path), "w") as out:
        pictures: Any = out.add_stream(coder, rate=RATE, options=options)
        pictures.width, pictures.height, pictures.pix_fmt = width, height, "yuv420p"
        sounds: Any = out.add_stream("aac", rate=SOUND_HZ, layout="mono")
        for number in range(round(length_s * RATE)):
            left = 2 * number % width
            shown = np.ascontiguousarray(wide[:, left : left + width])
            frame = av.VideoFrame.from_ndarray(shown, format="rgb24")
            frame.pts, frame.time_base = number, Fraction(1, RATE)
            out.mux(pictures.encode(frame))
        out.mux(pictures.encode(None))
        heard = rng.normal(0, 0.1, round(length_s * SOUND_HZ)).astype(np.float32)
        for at in range(0, len(heard), 1024):
            part = av.AudioFrame.from_ndarray(heard[None, at : at + 1024], "fltp", "mono")
            part.sample_rate, part.pts, part.time_base = SOUND_HZ, at, Fraction(1, SOUND_HZ)
            out.mux(sounds.encode(part))
        out.mux(sounds.encode(None))
    return path
