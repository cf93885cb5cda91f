"""A demo event whose people photographed one clock: what a whole sync makes of it."""

import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image
from PIL.ExifTags import IFD, Base

from coincide.demo import DemoOptions, render_event
from coincide.model.progress import StageProgress
from coincide.project import Project
from coincide.project.options import SyncOptions
from coincide_bench.clockphoto.taken import ZONE_S, exif_at, write_clock_photo
from coincide_bench.folders import TRUTH


@dataclass(frozen=True, slots=True)
class Synced:
    """One gallery of an event: how far off it is placed, with clock photos and without any.

    None where it is not placed. ``n_clocks``: its photos that were read as clocks.
    """

    seed: int
    gallery: str
    n_clocks: int
    with_s: float | None
    without_s: float | None


def sync_events(
    folder: Path, seeds: Sequence[int], progress: StageProgress = lambda _stage, _done, _total: None
) -> list[Synced]:
    """Sync one event of each seed twice: as it is, and as if clock photos could not be read."""
    found = []
    for number, seed in enumerate(seeds):
        event = folder / str(seed)
        offsets_s = _write_event(event, seed)
        with_s, n_clocks = _errors(event, offsets_s, SyncOptions(), progress)
        shutil.rmtree(event / ".coincide")
        blind = SyncOptions(clock_photos=False)
        without_s, _ = _errors(event, offsets_s, blind, progress)
        found += [
            Synced(seed, name, n_clocks[name], with_s[name], without_s[name]) for name in offsets_s
        ]
        progress("bench", number + 1, len(seeds))
    return found


def _write_event(folder: Path, seed: int) -> dict[str, float]:
    """Render an event in which everyone photographs a clock at some time; return true offsets."""
    render_event(folder, DemoOptions(n_galleries=5, n_photos=70, seed=seed, n_films=0))
    truth = json.loads((folder / TRUTH).read_text(encoding="utf-8"))
    begins_s = min(chapter["start_s"] for chapter in truth["chapters"])
    ends_s = max(chapter["end_s"] for chapter in truth["chapters"])
    rng = np.random.default_rng([seed, 1])
    for name, offset_s in truth["offsets_s"].items():
        event_time_s = float(rng.uniform(begins_s, ends_s))
        like = min(path for path in (folder / name).iterdir() if path.suffix.lower() == ".jpg")
        with Image.open(like) as image:
            exif = image.getexif()
            precise = Base.SubsecTimeOriginal in exif.get_ifd(IFD.Exif)
        exif = exif_at(exif, event_time_s - offset_s, precise=precise)
        write_clock_photo(folder / name / "clock.jpg", event_time_s - ZONE_S, exif, rng)
    return {str(name): float(value) for name, value in truth["offsets_s"].items()}


def _errors(
    folder: Path, truth: dict[str, float], options: SyncOptions, progress: StageProgress
) -> tuple[dict[str, float | None], dict[str, int]]:
    solution = Project.at(folder).sync(options, progress=progress).solution
    placements = {
        placement.gallery: placement.estimate for placement in solution.offsets.placements
    }
    errors: dict[str, float | None] = {}
    for name, offset_s in truth.items():
        estimate = placements.get(name)
        errors[name] = None if estimate is None else estimate.offset_s - offset_s
    n_clocks = {
        gallery.name: sum(photo.exact is not None for photo in gallery.photos)
        for gallery in solution.event.galleries
    }
    return errors, {name: n_clocks.get(name, 0) for name in truth}
