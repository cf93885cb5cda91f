"""How fast is embedding, against the same work done one step after the other."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image

from coincide.features.backbones import Backbone, open_backbone
from coincide.features.images import decode
from coincide.features.options import EmbedOptions
from coincide.features.session import BackboneSession
from coincide.media.isolated import in_process
from coincide.media.records import read_files
from coincide.model import Event, Gallery, Photo
from coincide.project.read.features import embed_missing
from coincide.storage.store import Store

WIDTH_PX, HEIGHT_PX = 4000, 3000  # 12 MP
TAP = "pooled"


# how often embedding and reading are measured either way, by turns
ROUNDS = 4


@dataclass(frozen=True)
class EmbedSpeed:
    """Photos per second: everything overlapped and stored, and the bare serial loop.

    ``here`` is the same as ``pipeline`` without worker processes, decoded in threads; ``reading``
    and ``reading_here`` are of hashes, headers and tags.
    """

    n_photos: int
    pipeline: float
    serial: float
    here: float
    reading: float
    reading_here: float

    @property
    def ratio(self) -> float:
        """How many times faster than the serial loop."""
        return self.pipeline / self.serial

    @property
    def isolation(self) -> float:
        """How many times as fast as without worker processes."""
        return self.pipeline / self.here

    @property
    def reading_isolation(self) -> float:
        """The same of reading."""
        return self.reading / self.reading_here


def measure_embedding(
    folder: Path, n_photos: int, options: EmbedOptions, *, tell: Callable[[int, int], None]
) -> EmbedSpeed:
    """Write distinct 12 MP photos and embed them all ways, in one run on the same files.

    With and without worker processes by turns, several times: what else the machine does then
    falls on both.
    """
    photos = write_large_photos(folder, n_photos, tell=tell)
    backbone = open_backbone(options.backbone, weights=options.weights)
    session = BackboneSession(backbone, [TAP], threads=options.threads, batch=options.batch)
    session.run(np.stack([decode(photos[0].file, backbone.preprocess)]))  # warm, for both
    paths = [photo.file for photo in photos]
    read_files(paths[:8])
    serial_s = _seconds(partial(_serial, photos, backbone, session, options))
    # by whether tasks run in this process
    embedding_s, reading_s = {True: 0.0, False: 0.0}, {True: 0.0, False: 0.0}
    for number in range(ROUNDS):
        for here in (True, False) if number % 2 else (False, True):
            project = folder / f"{number}-{here}"
            with in_process() if here else nullcontext():
                embedding_s[here] += _seconds(
                    partial(_pipeline, photos, backbone, project, options)
                )
                reading_s[here] += _seconds(partial(read_files, paths))
    n_read = ROUNDS * n_photos
    return EmbedSpeed(
        n_photos,
        pipeline=n_read / embedding_s[False],
        serial=n_photos / serial_s,
        here=n_read / embedding_s[True],
        reading=n_read / reading_s[False],
        reading_here=n_read / reading_s[True],
    )


def pipeline_seconds(photos: list[Photo], folder: Path, options: EmbedOptions) -> float:
    """Return how long it takes to embed and store photos, the network warm."""
    backbone = open_backbone(options.backbone, weights=options.weights)
    warm = BackboneSession(backbone, [TAP], threads=options.threads, batch=options.batch)
    warm.run(np.stack([decode(photos[0].file, backbone.preprocess)]))
    return _seconds(partial(_pipeline, photos, backbone, folder, options))


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _serial(
    photos: list[Photo], backbone: Backbone, session: BackboneSession, options: EmbedOptions
) -> None:
    """Decode a batch, run it, decode the next: nothing overlaps and nothing is kept."""
    with in_process():
        for start in range(0, len(photos), options.batch):
            batch = photos[start : start + options.batch]
            session.run(np.stack([decode(photo.file, backbone.preprocess) for photo in batch]))


def _pipeline(photos: list[Photo], backbone: Backbone, folder: Path, options: EmbedOptions) -> None:
    event = Event("speed", (Gallery("speed", tuple(photos)),))
    with Store(folder / "project") as store:
        n_embedded, failed = embed_missing(
            event, backbone, [backbone.tap(TAP)], store, options, lambda _stage, _done, _total: None
        )
    if n_embedded != len(photos) or failed:
        raise RuntimeError(f"embedded {n_embedded} of {len(photos)} photos; failed: {failed}")


def write_large_photos(
    folder: Path, n_photos: int, *, tell: Callable[[int, int], None]
) -> list[Photo]:
    """Write distinct JPEGs of 12 MP with the detail of real ones (about 3 MB each)."""
    folder.mkdir(parents=True, exist_ok=True)
    canvas = detailed_canvas()
    paths = [folder / f"{number:05d}.jpg" for number in range(n_photos)]
    with ThreadPoolExecutor() as pool:
        for done, _ in enumerate(pool.map(partial(_write_one, canvas), enumerate(paths)), start=1):
            tell(done, n_photos)
    return [Photo(path, f"{number:064x}", number, number) for number, path in enumerate(paths)]


def detailed_canvas() -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
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


def _write_one(
    canvas: np.ndarray[tuple[int, int, int], np.dtype[np.uint8]], job: tuple[int, Path]
) -> None:
    number, path = job
    top, left = np.random.default_rng(number).integers(0, 1000, 2)
    cut = canvas[top : top + HEIGHT_PX, left : left + WIDTH_PX]
    Image.fromarray(cut if number % 2 else cut[:, ::-1]).save(path, quality=90)
