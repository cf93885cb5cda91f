"""Hide the times of real photos and see where they are put: the figures of docs/lab.md.

``python -m tests.project.timeless_trials DATASETS`` prints the table.
"""

import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

from coincide.features.backbones import Backbone, open_backbone
from coincide.ingest import read_event
from coincide.model import Estimate, Event, Gallery, Guess, Offsets, Photo, Placement, Timeless
from coincide.project.options import SyncOptions
from coincide.project.read.features import compute_features
from coincide.project.solve.timeless import place_timeless
from coincide.storage.store import Store
from coincide.timeline import build_timeline

# galleries whose clocks are known to agree, where a set has several
GALLERIES = {
    "jiuzhaigou_2016": ("ipad_air",),
    "newyork_2021": ("nikon_d3200",),
    "odm_seneca_2013": ("canon_powershot_elph_300_hs",),
    "mongolia_2025": ("iphone15pro", "iphone16pro"),
}
HIDDEN = 0.2
OPTIONS = SyncOptions()


@dataclass(frozen=True)
class Trial:
    """Errors in seconds of the guesses of each kind, and how many photos were asked for."""

    n_asked: int
    copy_error_s: tuple[float, ...]
    look_error_s: tuple[float, ...]

    def line(self, name: str) -> str:
        """Return one row of the table."""
        copies, looks = np.array(self.copy_error_s), np.array(self.look_error_s)
        given = len(looks) / self.n_asked
        within = [float((looks <= limit_s).mean()) if len(looks) else 0.0 for limit_s in LIMITS_S]
        shares = " | ".join(f"{share:.0%}" for share in within)
        far = int((copies > 60).sum())
        copied = f"{len(copies)} ({far} > 60 s)"
        return f"| {name} | {self.n_asked} | {copied} | {given:.0%} | {shares} |"


LIMITS_S = (300.0, 1800.0, 3600.0)


def read_set(datasets: Path, name: str) -> Event:
    """Return the galleries of a set whose clocks agree."""
    event = read_event([datasets / name])
    kept = tuple(gallery for gallery in event.galleries if gallery.name in GALLERIES[name])
    return replace(event, galleries=kept)


def forward(photo: Photo, target: Path, rng: np.random.Generator, *, cut: bool) -> None:
    """Write a photo as a messenger passes it on, cut at its edges or not."""
    with Image.open(photo.path) as image:
        picture = ImageOps.exif_transpose(image).convert("RGB")
    if cut:
        left = rng.uniform(0.88, 0.98)
        size = round(picture.width * left), round(picture.height * left)
        x = int(rng.integers(0, picture.width - size[0] + 1))
        y = int(rng.integers(0, picture.height - size[1] + 1))
        picture = picture.crop((x, y, x + size[0], y + size[1]))
    scale = rng.choice([320, 400, 512]) / max(picture.size)
    small = picture.resize((round(picture.width * scale), round(picture.height * scale)))
    small.save(target, quality=int(rng.integers(60, 76)))


def timeless_like(photo: Photo, path: Path, key: str) -> Timeless:
    """Return a photo as one without a time."""
    return Timeless(path, key, "somebody", "hidden")


def ask(
    event: Event, hidden: Sequence[tuple[Timeless, float]], backbone: Backbone, store: Store
) -> Trial:
    """Return how far the guesses are from the truth."""
    event = replace(event, timeless=tuple(photo for photo, _ in hidden))
    placements = tuple(
        Placement(gallery.name, Estimate(0.0, 0.0, 0.0)) for gallery in event.galleries
    )
    timeline = build_timeline(event, Offsets(event.galleries[0].name, "truth", placements))
    found = place_timeless(event, timeline, backbone, store, OPTIONS, lambda *_: None)
    truth_s = {photo.path: time_s for photo, time_s in hidden}

    def error_s(guess: Guess) -> float:
        return abs(guess.event_time_s - truth_s[guess.photo.path])

    return Trial(
        len(hidden),
        tuple(error_s(guess) for guess in found.guesses if guess.kind == "copy"),
        tuple(error_s(guess) for guess in found.guesses if guess.kind == "look"),
    )


def copies_trial(event: Event, backbone: Backbone, store: Store, *, cut: bool) -> Trial:
    """Forward a fifth of the photos, and look for the originals."""
    rng = np.random.default_rng(0)
    folder = store.folder / ("cut" if cut else "whole")
    folder.mkdir(exist_ok=True)
    hidden = []
    for photo in event.photos:
        if rng.random() < HIDDEN:
            path = folder / f"{photo.key[:20]}.jpg"
            forward(photo, path, rng, cut=cut)
            asking = timeless_like(photo, path, f"{folder.name}-{photo.key}")
            hidden.append((asking, photo.camera_time_s))
    return ask(event, hidden, backbone, store)


def hidden_trial(event: Event, backbone: Backbone, store: Store, *, seeds: int) -> Trial:
    """Take a fifth of the photos away and ask when they were taken; for several fifths."""
    trials = []
    for seed in range(seeds):
        rng = np.random.default_rng(seed)
        asked = {photo.path for photo in event.photos if rng.random() < HIDDEN}
        hidden = [
            (timeless_like(photo, photo.path, photo.key), photo.camera_time_s)
            for photo in event.photos
            if photo.path in asked
        ]
        galleries = [
            Gallery(gallery.name, tuple(p for p in gallery.photos if p.path not in asked))
            for gallery in event.galleries
        ]
        rest = replace(event, galleries=tuple(one for one in galleries if one.photos))
        trials.append(ask(rest, hidden, backbone, store))
    return Trial(
        sum(trial.n_asked for trial in trials),
        tuple(error for trial in trials for error in trial.copy_error_s),
        tuple(error for trial in trials for error in trial.look_error_s),
    )


def main() -> None:
    """Print the tables for all sets."""
    datasets, backbone = Path(sys.argv[1]), open_backbone(OPTIONS.embed.backbone)
    for name in GALLERIES:
        event = read_set(datasets, name)
        with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "project") as store:
            compute_features(event, backbone, store, OPTIONS, lambda *_: None)
            for cut in (False, True):
                trial = copies_trial(event, backbone, store, cut=cut)
                print(trial.line(f"{name}, {'cut' if cut else 'whole'} copies"), flush=True)
            print(hidden_trial(event, backbone, store, seeds=5).line(f"{name}, hidden"), flush=True)


if __name__ == "__main__":
    main()
