"""Folders of thousands of photos that need no embedding: tiny pictures, simulated vectors."""

from pathlib import Path

import numpy as np
from PIL import Image

from coincide.features.backbones import open_backbone
from coincide.features.colour import DIM as COLOURS
from coincide.model import Singles, file_of
from coincide.model.times import to_exif_text
from coincide.project import load_event
from coincide.project.options import SyncOptions
from coincide.project.read.features import chosen_taps, colour_key, feature_key
from coincide.storage.store import Store
from coincide_bench.event import BenchEvent

SIZE_PX = (96, 72)
_MAKE, _MODEL, _PHOTO, _TAKEN = 0x010F, 0x0110, 0x8769, 0x9003


def write_large_event(folder: Path, simulated: BenchEvent) -> Path:
    """Write a simulated event as a folder with a project that knows its features; return it."""
    _write_photos(folder, simulated, np.random.default_rng(simulated.seed))
    event = load_event(folder)
    table = simulated.table
    row_of = {
        f"{name}/{number:05d}.jpg": table.rows(gallery).start + number
        for gallery, name in enumerate(table.names)
        for number in range(table.rows(gallery).stop - table.rows(gallery).start)
    }
    photos = [photo for gallery in event.galleries for photo in gallery.photos]
    rows = [row_of[file_of(photo.path).relative_to(folder).as_posix()] for photo in photos]
    look = np.asarray(simulated.features["pooled"], np.float32)[rows]
    backbone = open_backbone(SyncOptions().embed.backbone)
    (tap,) = chosen_taps(backbone, None)
    keys = [photo.key for photo in photos]
    with Store(folder / ".coincide") as store:
        store.save_vectors(feature_key(backbone, tap), keys, look)
        store.save_vectors(colour_key(backbone.preprocess), keys, _colours(look, simulated.seed))
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
            exif = _exif(time_s, f"M{gallery}")
            picture.save(folder / name / f"{number:05d}.jpg", quality=70, exif=exif)


def _exif(time_s: float, model: str) -> Image.Exif:
    exif = Image.Exif()
    exif.update({_MAKE: "Maker", _MODEL: model})
    exif.get_ifd(_PHOTO)[_TAKEN] = to_exif_text(round(time_s))
    return exif


def _colours(look: Singles, seed: int) -> Singles:
    """Return colours that go with what is seen, as they do."""
    rng = np.random.default_rng(seed)
    directions = rng.normal(size=(look.shape[1], COLOURS)).astype(np.float32)
    found: Singles = np.abs(look @ directions)
    found /= np.linalg.norm(found, axis=1, keepdims=True)
    return found
