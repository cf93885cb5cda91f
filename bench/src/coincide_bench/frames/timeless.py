"""How far off photos without a time are that are placed in clips, on rendered events.

    python -m coincide_bench.frames.timeless FOLDER EVENTS

Renders the events of the first seeds to develop on below FOLDER, unless they are there, takes the
time from every photo, and looks for each in the clips; when all was taken is known.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from coincide.app.cli.output.tables import console
from coincide.demo import DemoOptions
from coincide.features.backbones import open_backbone
from coincide.features.frames import embed_clips
from coincide.features.images import decode
from coincide.features.options import EmbedOptions, FrameOptions
from coincide.features.session import BackboneSession
from coincide.model import Photo, Timeless
from coincide.project.clips.photos import PlacedClips
from coincide.timeline.options import GuessOptions
from coincide_bench.folders import KnownEvent, demo_event
from coincide_bench.suites.registry import DEV_SEEDS

TAP = "pooled"
SMALL = DemoOptions(n_galleries=5, n_photos=80, n_films=6)
# a photo is of a moment that was filmed, if a film was running then or so shortly before or after
FILMED_S = 30.0


@dataclass(frozen=True)
class Guessed:
    """A photo of an event: when it was taken, and when it is said to have been, if at all.

    ``filmed``: whether any film was running about then.
    """

    seed: int
    true_s: float
    filmed: bool
    guess_s: float | None
    spread_s: float | None

    @property
    def error_s(self) -> float | None:
        """How far off it is placed."""
        return None if self.guess_s is None else abs(self.guess_s - self.true_s)


def guess_all(folder: Path, seed: int, options: GuessOptions = GuessOptions()) -> Iterator[Guessed]:
    """Yield every photo of a rendered event, looked for in its clips without its time."""
    known = demo_event(folder, replace(SMALL, seed=seed))
    told = json.loads((folder / "truth-clips.json").read_text())
    films_s = {folder / name: float(one["start_s"]) for name, one in told.items()}
    lengths_s = {folder / name: float(one["length_s"]) for name, one in told.items()}
    session = BackboneSession(open_backbone(EmbedOptions().backbone), [TAP])
    clips = [one for one in known.event.photos if one.file in films_s]
    embedded = embed_clips([one.file for one in clips], session, TAP, FrameOptions())
    frames = {clip.key: one for clip, one in zip(clips, embedded, strict=True)}
    begins_s = np.array([films_s[one.file] for one in clips])
    placed = PlacedClips.of(clips, begins_s, frames)
    if placed is None:
        raise RuntimeError("this needs coincide[video,verify]")
    for photo, true_s in _photos(known):
        vector = session.run(decode(photo.file, session.backbone.preprocess)[None])[TAP][0]
        asked = Timeless(photo.path, photo.key, "", "")
        found = placed.guess(asked, vector, options)
        near = [
            at - FILMED_S <= true_s <= at + lengths_s[one] + FILMED_S for one, at in films_s.items()
        ]
        yield Guessed(
            *(seed, true_s, any(near)),
            *((None, None) if found is None else (found.event_time_s, found.spread_s)),
        )


def _photos(known: KnownEvent) -> Iterator[tuple[Photo, float]]:
    for gallery in known.event.galleries:
        for photo in gallery.photos:
            if photo.clip is None:
                yield photo, photo.camera_time_s + known.truth[gallery.name]


def figures(found: Sequence[Guessed]) -> str:
    """Return how many photos are placed in clips, and how far off, in words."""
    errors_s = sorted(guessed.error_s for guessed in found if guessed.error_s is not None)
    placed = [guessed for guessed in found if guessed.guess_s is not None]
    if not errors_s:
        return f"none of {len(found)} photos is placed in a clip"
    shares = ", ".join(
        f"{share} % within {float(np.percentile(errors_s, share)):.0f} s"
        for share in (50, 80, 90, 95)
    )
    filmed = sum(guessed.filmed for guessed in found)
    in_spread = sum((guessed.error_s or 0.0) <= (guessed.spread_s or 0.0) for guessed in placed)
    return (
        f"{len(placed)} of {len(found)} photos placed ({filmed} of a moment that was filmed):"
        f" {shares}, furthest {errors_s[-1]:.0f} s; within what is said: {in_spread}"
    )


def main(folder: Path, n_events: int) -> None:
    """Print the figures of each event and of all."""
    found: list[Guessed] = []
    for seed in DEV_SEEDS[:n_events]:
        own = list(guess_all(folder / f"seed-{seed}", seed))
        found += own
        console().print(f"{seed}: {figures(own)}")
    console().print(f"all: {figures(found)}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
