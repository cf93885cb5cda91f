"""How long planning and writing sidecars takes, against embedding the same photos."""

import hashlib
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from coincide.features.options import EmbedOptions
from coincide.model import Device, Estimate, Event, Gallery, Offsets, Photo, Placement
from coincide.project import save_plan
from coincide.timeline import build_timeline
from coincide.writing.apply.carry import apply_plan, open_plan, undo_plan
from coincide.writing.apply.filereader import read_file_times
from coincide.writing.plan import Files, PlanOptions, build_plan
from coincide_bench.speed.material import START_S, write_photos
from coincide_bench.speed.timing import Measured, SpeedSettings, Tell, measured
from coincide_bench.speed.vectors import pipeline_seconds

N_PHOTOS = 200
# A tenth of a second of writing waits for the disk, and for whoever else uses it: company only
# ever adds, so the quickest of a few rounds is the one that was measured.
ROUNDS = 3


@dataclass(frozen=True)
class WriteSpeed:
    """Seconds for embedding photos, planning, writing their sidecars with reading back, undoing."""

    n_photos: int
    embed_s: float
    plan_s: float
    apply_s: float
    undo_s: float

    @property
    def share(self) -> float:
        """Planning and writing, as a share of embedding."""
        return (self.plan_s + self.apply_s) / self.embed_s


def run(settings: SpeedSettings, tell: Tell) -> Measured:
    """Measure planning and writing sidecars, read back, against embedding the same photos."""
    found = measure_writing(settings.folder, settings.photos or N_PHOTOS, EmbedOptions(), tell=tell)
    rows = {
        "embedding, s": f"{found.embed_s:.2f}",
        "planning": f"{found.plan_s:.2f}",
        "writing and reading back": f"{found.apply_s:.2f}",
        "planning and writing, of embedding": f"{100 * found.share:.1f} %",
        "undoing": f"{found.undo_s:.2f}",
    }
    figures = {**asdict(found), "share": found.share}
    return measured(f"Sidecars of {found.n_photos} photos of 12 MP", rows, figures)


def measure_writing(
    folder: Path, n_photos: int, options: EmbedOptions, *, tell: Tell
) -> WriteSpeed:
    """Write distinct 12 MP photos, embed them, then plan and write their sidecars, in one run."""
    root = folder / "event"
    photos = [_keyed(photo) for photo in write_photos(root, n_photos, tell=tell)]
    embed_s = pipeline_seconds(photos, folder, options)
    offsets = Offsets(
        "anchor", "joint", (_told("anchor", 0.0), _told("moved", 3600.0)), event_time="anchor"
    )
    anchor = Photo(root / "anchor.jpg", "0" * 64, START_S, START_S)
    event = Event("speed", (Gallery("anchor", (anchor,)), Gallery("moved", tuple(photos))))
    plans = [folder / f"plan-{number}.json" for number in range(ROUNDS)]
    rounds = [_plan_apply_undo(event, offsets, root, plan) for plan in plans]
    plan_s, apply_s, undo_s = (min(times) for times in zip(*rounds, strict=True))
    return WriteSpeed(n_photos, embed_s, plan_s, apply_s, undo_s)


def _plan_apply_undo(
    event: Event, offsets: Offsets, root: Path, path: Path
) -> tuple[float, float, float]:
    """Return the seconds that each of the three took; the photos are left as they were."""
    start = time.perf_counter()
    files = Files([root], read_file_times)
    plan = build_plan(event, offsets, build_timeline(event, offsets), files, PlanOptions())
    save_plan(plan, path)
    planned = time.perf_counter()
    report = apply_plan(open_plan(path), progress=lambda *_: None, stop=lambda: False)
    applied = time.perf_counter()
    undo_plan(open_plan(path), progress=lambda *_: None, stop=lambda: False)
    undone = time.perf_counter()
    n_moved = event.n_photos - 1
    if report.done != n_moved:
        raise RuntimeError(f"{report.done} of {n_moved} sidecars were written")
    return planned - start, applied - planned, undone - applied


def _keyed(photo: Photo) -> Photo:
    """Return a photo under its real key, at a time of day."""
    with photo.file.open("rb") as file:
        key = hashlib.file_digest(file, "sha256").hexdigest()
    time_s = START_S + photo.camera_time_s
    return replace(
        photo, key=key, camera_time_s=time_s, recorded_time_s=time_s, device=Device("Canon", "EOS")
    )


def _told(gallery: str, offset_s: float) -> Placement:
    return Placement(gallery, Estimate(offset_s, offset_s, offset_s, 1.0))
