"""Events of thousands of photos: tiny pictures on disk, simulated vectors in the store.

All that a person would wait for is done beforehand, so that what is measured is the app.
"""

import shutil
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from PIL import Image

import coincide
import coincide_bench
from coincide import project as pipeline
from coincide.features.backbones import open_backbone
from coincide.features.colour import DIM as COLOURS
from coincide.model import Singles
from coincide.project.features import chosen_taps, colour_key, feature_key
from coincide.project.options import SyncOptions
from coincide.storage.store import Store
from coincide_bench.event import BenchEvent
from coincide_bench.solve_speed import sized_event
from tests.once import made_once, name_of
from tests.photo_files import exif_bytes

SIZE_PX = (96, 72)
# whatever decides about an event that was synced
SOURCES = (Path(coincide.__file__).parent, Path(coincide_bench.__file__).parent, Path(__file__))


def copy_synced(kept: Path, n_photos: int, n_galleries: int, to: Path) -> Path:
    """Copy a large event that is synced, which takes minutes and is kept for the next run."""
    name = name_of((n_photos, n_galleries), *SOURCES)

    def make(folder: Path) -> None:
        for path in kept.glob("synced-*"):  # of other sources, and large
            if path.is_dir():
                shutil.rmtree(path)
                path.with_name(f"{path.name}.made").unlink(missing_ok=True)
        pipeline.Project.at(write_large_event(folder, n_photos, n_galleries)).sync()

    return Path(shutil.copytree(made_once(kept / f"synced-{name}", make), to))


def write_large_event(folder: Path, n_photos: int, n_galleries: int, *, seed: int = 1) -> Path:
    """Write an event that needs no embedding any more; return its folder."""
    simulated = sized_event(n_photos, seed, n_galleries)
    _write_photos(folder, simulated, np.random.default_rng(seed))
    event = pipeline.load_event(folder)
    table = simulated.table
    row_of = {
        f"{name}/{number:05d}.jpg": table.rows(gallery).start + number
        for gallery, name in enumerate(table.names)
        for number in range(table.rows(gallery).stop - table.rows(gallery).start)
    }
    photos = [photo for gallery in event.galleries for photo in gallery.photos]
    rows = [row_of[photo.path.relative_to(folder).as_posix()] for photo in photos]
    look = np.asarray(simulated.features["pooled"], np.float32)[rows]
    backbone = open_backbone(SyncOptions().embed.backbone)
    (tap,) = chosen_taps(backbone, None)
    keys = [photo.key for photo in photos]
    with Store(folder / ".coincide") as store:
        store.save_vectors(feature_key(backbone, tap), keys, look)
        store.save_vectors(colour_key(backbone.preprocess), keys, _colours(look, seed))
    return folder


def _write_photos(folder: Path, event: BenchEvent, rng: np.random.Generator) -> None:
    """Write pictures whose colour goes with true time, each with a pattern of its own."""
    table = event.table
    first_s = float(table.camera_time_s.min())
    for gallery, name in enumerate(table.names):
        (folder / name).mkdir(parents=True)
        for number, time_s in enumerate(table.camera_time_s[table.rows(gallery)].tolist()):
            true_s = time_s + event.truth.get(name, 0.0) - first_s
            hue = np.array([true_s / 3600 % 1, true_s / 600 % 1, gallery / table.n_galleries])
            noise = rng.uniform(-60, 60, (3, 4, 3))
            pixels = np.clip(60 + 140 * hue + noise, 0, 255).astype(np.uint8)
            picture = Image.fromarray(pixels).resize(SIZE_PX, Image.Resampling.BICUBIC)
            shown = datetime.fromtimestamp(round(time_s), UTC).strftime("%Y:%m:%d %H:%M:%S")
            exif = exif_bytes(shown, make="Maker", model=f"M{gallery}")
            picture.save(folder / name / f"{number:05d}.jpg", quality=70, exif=exif)


def _colours(look: Singles, seed: int) -> Singles:
    """Return colours that go with what is seen, as they do."""
    rng = np.random.default_rng(seed)
    directions = rng.normal(size=(look.shape[1], COLOURS)).astype(np.float32)
    found: Singles = np.abs(look @ directions)
    return found / np.linalg.norm(found, axis=1, keepdims=True)
