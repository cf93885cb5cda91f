"""How fast and how large a whole sync is, against bare decoding and bare inference.

On one machine a run can be no faster than decoding every photo and then running the network
on it, each on all cores, unless one fills what the other leaves idle. Reading tags, hashing,
solving and writing must fit into that.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image

from coincide.errors import CoincideError
from coincide.features.backbones import open_backbone
from coincide.features.images import decode
from coincide.features.options import EmbedOptions
from coincide.features.session import BackboneSession, usable_cores
from coincide.model.times import from_clock, to_exif_text
from coincide_bench.embed_speed import HEIGHT_PX, TAP, WIDTH_PX, detailed_canvas

START_S = from_clock(2024, 5, 4, 14, 0, 0)
GALLERIES = 10
PAUSE_S = 20  # between two photos of one camera
# photos for the bare rates: enough that starting and stopping does not count
N_BARE = 240
DATE_TIME_ORIGINAL, EXIF_IFD, MAKE, MODEL = 0x9003, 0x8769, 0x010F, 0x0110

# a process begins with the memory of the one that starts it, so a small one does
WATCH = """
import resource, subprocess, sys
failed = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(failed)
"""

Canvas = np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]


@dataclass(frozen=True)
class WholeRun:
    """One ``coincide sync`` of a folder, in a process of its own."""

    n_photos: int
    seconds: float
    peak_bytes: int


@dataclass(frozen=True)
class WholeRunSpeed:
    """Photos per second of bare decoding and bare inference, and the runs beside them."""

    decode: float
    infer: float
    runs: tuple[WholeRun, ...]

    @property
    def bound(self) -> float:
        """Photos per second of decoding first and inferring then, each on all cores."""
        return 1 / (1 / self.decode + 1 / self.infer)

    @property
    def ratio(self) -> float:
        """The largest run against the bound."""
        largest = max(self.runs, key=lambda run: run.n_photos)
        return largest.n_photos / largest.seconds / self.bound


def measure_whole_runs(
    folder: Path, sizes: Sequence[int], *, tell: Callable[[int, int], None], n_bare: int = N_BARE
) -> WholeRunSpeed:
    """Sync folders of some sizes, and measure the bare rates on the first photos of them."""
    events = [folder / f"event-{n_photos}" for n_photos in sizes]
    # a smaller event is the beginning of the largest
    written = list[Path]()
    largest = folder / f"event-{max(sizes)}"
    for path in write_event(largest, max(sizes)):
        written.append(path)
        tell(len(written), max(sizes))
    for event, n_photos in zip(events, sizes, strict=True):
        if event != largest:
            _copy(written[:n_photos], largest, event)
    photos = sorted(events[-1].rglob("*.jpg"))[:n_bare]
    runs = [_run(event, n_photos) for event, n_photos in zip(events, sizes, strict=True)]
    decode_rate, infer_rate = bare_rates(photos, EmbedOptions())
    return WholeRunSpeed(decode_rate, infer_rate, tuple(runs))


def bare_rates(photos: Sequence[Path], options: EmbedOptions) -> tuple[float, float]:
    """Return photos per second of decoding alone and of inference alone, on all cores."""
    backbone = open_backbone(options.backbone, weights=options.weights)
    with ThreadPoolExecutor(options.decoders or usable_cores()) as pool:
        start = time.perf_counter()
        images = list(pool.map(lambda path: decode(path, backbone.preprocess), photos))
        decode_s = time.perf_counter() - start
    session = BackboneSession(backbone, [TAP], threads=options.threads, batch=options.batch)
    stacked = np.stack(images)
    session.run(stacked[: options.batch])  # the first call sets the network up
    start = time.perf_counter()
    session.run(stacked)
    return len(photos) / decode_s, len(photos) / (time.perf_counter() - start)


def _run(event: Path, n_photos: int) -> WholeRun:
    """Run the command as a user would, and return its time and its largest memory."""
    command = [sys.executable, "-m", "coincide", "sync", os.fspath(event)]
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", WATCH, *command], capture_output=True, check=False, text=True
    )
    seconds = time.perf_counter() - start
    if done.returncode:
        raise CoincideError(f"sync failed: {done.stderr[-2000:]}")
    return WholeRun(n_photos, seconds, int(done.stdout.splitlines()[-1]) * 1024)


def write_event(folder: Path, n_photos: int) -> Iterator[Path]:
    """Write distinct JPEGs of 12 MP, by several cameras that saw the same walk; yield each."""
    canvas = detailed_canvas()
    paths = [
        folder / f"camera-{number % GALLERIES}" / f"{number:05d}.jpg" for number in range(n_photos)
    ]
    for path in paths[:GALLERIES]:
        path.parent.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(usable_cores()) as pool:
        yield from pool.map(partial(_write_photo, canvas), range(n_photos), paths)


def _copy(paths: Sequence[Path], source: Path, target: Path) -> None:
    for path in paths:
        copied = target / path.relative_to(source)
        copied.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, copied)


def _write_photo(canvas: Canvas, number: int, path: Path) -> Path:
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
