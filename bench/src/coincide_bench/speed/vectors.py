"""How fast is embedding, against the same work done one step after the other."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import numpy as np

from coincide.features.backbones import Backbone, open_backbone
from coincide.features.images import decode
from coincide.features.options import EmbedOptions
from coincide.features.session import BackboneSession
from coincide.media.isolated import in_process
from coincide.media.records import read_files
from coincide.model import Event, Gallery, Photo
from coincide.project.read.features import embed_missing
from coincide.storage.store import Store
from coincide_bench.speed.material import write_photos
from coincide_bench.speed.timing import Measured, SpeedSettings, Tell, by_turns, measured, seconds

TAP = "pooled"
N_PHOTOS = 500
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


def run(settings: SpeedSettings, tell: Tell) -> Measured:
    """Measure how fast photos are embedded, with and without worker processes."""
    options = EmbedOptions(backbone=settings.backbone)
    found = measure_embedding(settings.folder, settings.photos or N_PHOTOS, options, tell=tell)
    rows = {
        "embedding, photos/s": f"{found.pipeline:.1f}",
        "bare serial loop": f"{found.serial:.1f}",
        "ratio": f"{found.ratio:.2f}",
        "in this process, without limits": f"{found.here:.1f}",
        "worker processes, times as fast": f"{found.isolation:.2f}",
        "hashes, headers and tags": f"{found.reading:.0f}",
        "the same in this process": f"{found.reading_here:.0f}",
    }
    title = f"{found.n_photos} photos of 12 MP, {settings.backbone}"
    return measured(title, rows, asdict(found))


def measure_embedding(
    folder: Path, n_photos: int, options: EmbedOptions, *, tell: Tell
) -> EmbedSpeed:
    """Write distinct 12 MP photos and embed them all ways, in one run on the same files."""
    photos = write_photos(folder, n_photos, tell=tell)
    session = _warm_session(photos, options)
    backbone, paths = session.backbone, [photo.file for photo in photos]
    read_files(paths[:8])
    serial_s = seconds(partial(_serial, photos, session, options))

    def embed(kind: str, number: int) -> None:
        _pipeline(photos, backbone, folder / f"{number}-{kind}", options)

    ways = (
        partial(embed, "workers"),
        lambda _number: read_files(paths),
        partial(_here, partial(embed, "here")),
        partial(_here, lambda _number: read_files(paths)),
    )
    rates = [ROUNDS * n_photos / sum(taken_s) for taken_s in by_turns(ways, ROUNDS)]
    pipeline, reading, here, reading_here = rates
    return EmbedSpeed(n_photos, pipeline, n_photos / serial_s, here, reading, reading_here)


def pipeline_seconds(photos: list[Photo], folder: Path, options: EmbedOptions) -> float:
    """Return how long it takes to embed and store photos, the network warm."""
    backbone = _warm_session(photos, options).backbone
    return seconds(partial(_pipeline, photos, backbone, folder, options))


def _warm_session(photos: list[Photo], options: EmbedOptions) -> BackboneSession:
    backbone = open_backbone(options.backbone, weights=options.weights)
    session = BackboneSession(backbone, [TAP], threads=options.threads, batch=options.batch)
    session.run(np.stack([decode(photos[0].file, backbone.preprocess)]))
    return session


def _here(work: Callable[[int], object], number: int) -> None:
    with in_process():
        work(number)


def _serial(photos: list[Photo], session: BackboneSession, options: EmbedOptions) -> None:
    """Decode a batch, run it, decode the next: nothing overlaps and nothing is kept."""
    preprocess = session.backbone.preprocess
    with in_process():
        for start in range(0, len(photos), options.batch):
            batch = photos[start : start + options.batch]
            session.run(np.stack([decode(photo.file, preprocess) for photo in batch]))


def _pipeline(photos: list[Photo], backbone: Backbone, folder: Path, options: EmbedOptions) -> None:
    event = Event("speed", (Gallery("speed", tuple(photos)),))
    with Store(folder / "project") as store:
        n_embedded, failed = embed_missing(
            event, backbone, [backbone.tap(TAP)], store, options, lambda _stage, _done, _total: None
        )
    if n_embedded != len(photos) or failed:
        raise RuntimeError(f"embedded {n_embedded} of {len(photos)} photos; failed: {failed}")
