"""How much slower is a cluster on one machine than one process, on the same photos and store."""

import time
from dataclasses import dataclass
from pathlib import Path

from coincide import project as pipeline
from coincide.engine import Engine, EngineName, open_engine
from coincide.errors import CoincideError
from coincide.features.backbones import open_backbone
from coincide.features.session import usable_cores
from coincide.model import Offsets, Url, place_of
from coincide.model.places import url_of
from coincide.project.options import SyncOptions
from coincide.project.read.features import chosen_taps
from coincide.project.read.shardjob import FeatureRequest, look_of
from coincide.project.read.shardtask import network
from coincide.storage.objects import Objects
from coincide_bench.speed.material import write_event
from coincide_bench.speed.timing import Measured, SpeedSettings, Tell, measured

N_PHOTOS = 2000


@dataclass(frozen=True)
class EngineRun:
    """A sync by one engine: how long until it was ready, and how long it took then."""

    engine: EngineName
    start_s: float
    seconds: float
    offsets: Offsets


@dataclass(frozen=True)
class EngineSpeed:
    """The same event by both engines."""

    n_photos: int
    local: EngineRun
    ray: EngineRun

    @property
    def ratio(self) -> float:
        """How many times as long Ray takes, start-up aside."""
        return self.ray.seconds / self.local.seconds


def run(settings: SpeedSettings, tell: Tell) -> Measured:
    """Measure a sync on a Ray cluster against the same by one process, start-up aside."""
    found = measure_engines(
        settings.folder,
        settings.photos or N_PHOTOS,
        store=settings.store,
        address=settings.address,
        tell=tell,
    )
    both = (found.local, found.ray)
    rows: dict[str, str] = {
        run.engine: f"{run.seconds:.1f} s, {found.n_photos / run.seconds:.1f} photos/s"
        f" (ready after {run.start_s:.1f} s)"
        for run in both
    }
    rows["ray against local, the same offsets"] = f"{found.ratio:.2f}"
    runs = {run.engine: {"start_s": run.start_s, "seconds": run.seconds} for run in both}
    figures = {"photos": found.n_photos, "runs": runs, "ratio": found.ratio}
    return measured(f"A sync of {found.n_photos} photos of 12 MP", rows, figures)


def measure_engines(
    folder: Path,
    n_photos: int,
    *,
    store: Url | None,
    address: str | None,
    tell: Tell,
) -> EngineSpeed:
    """Write photos to a folder and from there to a store, and sync them by both engines."""
    for done, _ in enumerate(write_event(folder / "event", n_photos), start=1):
        tell(done, n_photos)
    base = url_of(place_of(f"file://{folder.resolve()}"))
    if store is not None:
        base = store
        _upload(folder / "event", base / "event")
    local = _run("local", base, None)
    ray = _run("ray", base, address)
    if ray.offsets != local.offsets:
        raise CoincideError("The engines found different offsets: that must never be.")
    return EngineSpeed(n_photos, local, ray)


def _upload(folder: Path, to: Url) -> None:
    objects = Objects(to)
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    for _ in objects.each(
        lambda path: objects.write(to / path.relative_to(folder), path.read_bytes()), paths
    ):
        pass


def _run(name: EngineName, base: Url, address: str | None) -> EngineRun:
    options, meter = SyncOptions(), pipeline.Meter()
    began = time.perf_counter()
    with open_engine(name, address=address) as engine:
        _warm(engine, options)
        ready = time.perf_counter()
        run = pipeline.Run(engine, meter, look=options)
        project = base / f"project-{name}-{time.time_ns()}"
        event = pipeline.load_event(base / "event", project=project, run=run)
        result = pipeline.sync(event, options, engine=engine, meter=meter)
        seconds = time.perf_counter() - ready
    return EngineRun(name, ready - began, seconds, result.offsets)


def _warm(engine: Engine, options: SyncOptions) -> None:
    """Have every process load the network once: that belongs to starting."""
    backbone = open_backbone(options.embed.backbone)
    look = look_of(backbone, chosen_taps(backbone, None), options.embed)
    for _ in engine.map(_load, look, range(4 * usable_cores())):
        pass


def _load(look: FeatureRequest, _: int) -> None:
    network(look)
    time.sleep(0.2)  # so that no process takes all of these tasks
