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
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from coincide.errors import CoincideError
from coincide.features.backbones import open_backbone
from coincide.features.images import decode
from coincide.features.options import EmbedOptions
from coincide.features.session import BackboneSession, usable_cores
from coincide_bench.speed.material import write_event
from coincide_bench.speed.timing import Measured, SpeedSettings, Tell, measured, seconds
from coincide_bench.speed.vectors import TAP

SIZES = (500, 2000)
# photos for the bare rates: enough that starting and stopping does not count
N_BARE = 240

# a process begins with the memory of the one that starts it, so a small one does
WATCH = """
import resource, subprocess, sys
failed = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(failed)
"""


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


def run(settings: SpeedSettings, tell: Tell) -> Measured:
    """Measure whole syncs of 12 MP photos against bare decoding and bare inference."""
    found = measure_whole_runs(settings.folder, settings.sizes or SIZES, tell=tell)
    rows = {
        "bare decoding, photos/s": f"{found.decode:.1f}",
        "bare inference": f"{found.infer:.1f}",
        "one after the other": f"{found.bound:.1f}",
    }
    for run in found.runs:
        rate, gigabytes = run.n_photos / run.seconds, run.peak_bytes / 1e9
        told = f"{rate:.1f}, {run.seconds:.1f} s, {gigabytes:.2f} GB at most"
        rows[f"sync of {run.n_photos} photos"] = told
    rows["largest run against the bound"] = f"{found.ratio:.2f}"
    figures = {**asdict(found), "bound": found.bound, "ratio": found.ratio}
    return measured("Whole runs, photos of 12 MP", rows, figures)


def measure_whole_runs(
    folder: Path, sizes: Sequence[int], *, tell: Tell, n_bare: int = N_BARE
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
    infer_s = seconds(lambda: session.run(stacked))
    return len(photos) / decode_s, len(photos) / infer_s


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


def _copy(paths: Sequence[Path], source: Path, target: Path) -> None:
    for path in paths:
        copied = target / path.relative_to(source)
        copied.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, copied)
