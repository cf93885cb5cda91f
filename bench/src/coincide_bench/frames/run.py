"""Look for photos in films: is the right film found, and how near the right moment."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from coincide.demo import DemoOptions
from coincide.features.backbones import open_backbone
from coincide.features.frames import ClipFrames, embed_clips
from coincide.features.images import decode
from coincide.features.inclips import ClipLook
from coincide.features.options import EmbedOptions, FrameOptions
from coincide.features.session import BackboneSession
from coincide.media.video.frames import frames_near, key_frames
from coincide.media.video.reel import open_reel
from coincide.model.progress import StageProgress
from coincide_bench.folders import demo_event
from coincide_bench.frames.films import KEY_EVERY_S, KINDS, Film, make_film, warped, write_film
from coincide_bench.suites.splits import make_rng

TAP = "pooled"
# photos taken during each film
N_PHOTOS = 10
# sets with fewer photos make no walk
LEAST_PHOTOS = 60
# a photo is found that is placed this near
NEAR_S = 2.0


@dataclass(frozen=True)
class Search:
    """A photo that was looked for: where it was taken, and where it was found, if anywhere."""

    kind: str
    clip: str
    true_s: float
    found_clip: str | None
    found_s: float | None
    from_s: float | None = None
    to_s: float | None = None
    n_inliers: int = 0

    @property
    def error_s(self) -> float | None:
        """How far from the truth it was placed, in the right clip."""
        if self.found_s is None or self.found_clip != self.clip:
            return None
        return abs(self.found_s - self.true_s)

    @property
    def is_near(self) -> bool:
        """Whether it was found where it was taken."""
        return self.error_s is not None and self.error_s <= NEAR_S


@dataclass(frozen=True)
class Taken:
    """A photo taken during a clip."""

    kind: str
    clip: str
    true_s: float
    photo: Path


@dataclass(frozen=True)
class SearchFigures:
    """How many photos were found, as shares; the median error is of those in the right clip."""

    n_photos: int
    right_clip: float
    near: float
    nearer: float
    median_s: float | None


def figures_of(found: Sequence[Search]) -> SearchFigures:
    """Return the figures of some searches."""
    errors_s = [search.error_s for search in found if search.error_s is not None]
    return SearchFigures(
        n_photos=len(found),
        right_clip=len(errors_s) / len(found),
        near=sum(search.is_near for search in found) / len(found),
        nearer=sum(error_s <= NEAR_S / 2 for error_s in errors_s) / len(found),
        median_s=float(np.median(errors_s)) if errors_s else None,
    )


def photos_of_sets(datasets: Path) -> dict[str, list[Path]]:
    """Return the photos of each real set that has enough of them, by name."""
    found = {}
    for folder in sorted(path for path in datasets.iterdir() if path.is_dir()):
        photos = sorted(
            path for path in folder.rglob("*") if path.suffix.lower() in {".jpg", ".jpeg"}
        )
        if len(photos) >= LEAST_PHOTOS and _is_wide(photos[0]):
            found[folder.name] = photos
    return found


def photos_of_demo(folder: Path, seed: int) -> dict[str, list[Path]]:
    """Return the photos of a rendered event, by gallery, where no real ones are at hand."""
    known = demo_event(folder, DemoOptions(seed=seed, n_galleries=4, n_photos=200))
    galleries = (
        (gallery.name, [photo.file for photo in gallery.photos])
        for gallery in known.event.galleries
    )
    return {name: photos for name, photos in galleries if len(photos) > 1}


def real_clips(datasets: Path) -> list[Path]:
    """Return the clips among the real sets that show something."""
    return [
        clip
        for clip in sorted(datasets.glob("video_*/*.mp4"))
        if max(key_frames(clip, at_most=1)[0].image.size) >= 400
    ]


def _is_wide(photo: Path) -> bool:
    with Image.open(photo) as image:
        return min(image.size) >= 400


def search_films(
    sets: Mapping[str, Sequence[Path]],
    clips: Sequence[Path],
    seed: int,
    folder: Path,
    progress: StageProgress,
    options: FrameOptions = FrameOptions(),
) -> Iterator[Search]:
    """Make films of each set, take photos during them and during real clips, and look for them."""
    files, taken = make_films(sets, seed, folder, progress)
    for clip in clips:
        files[clip.stem] = clip
        taken += _taken_in_clip(clip, seed, folder)
    session = BackboneSession(open_backbone(EmbedOptions().backbone), [TAP])
    keys = sorted(files)
    embedded = embed_clips([files[key] for key in keys], session, TAP, options)
    frames: dict[str, ClipFrames] = {}
    for key, one in zip(keys, embedded, strict=True):
        frames[key] = one
        progress("embed", len(frames), len(keys))
    look = ClipLook(files, frames, options)
    for number, photo in enumerate(taken):
        progress("bench", number, len(taken))
        yield _search(photo, look, session)
    progress("bench", len(taken), len(taken))


def make_films(
    sets: Mapping[str, Sequence[Path]], seed: int, folder: Path, progress: StageProgress
) -> tuple[dict[str, Path], list[Taken]]:
    """Write a film of each kind and set, and the photos taken during it."""
    files: dict[str, Path] = {}
    taken: list[Taken] = []
    n_films = len(sets) * len(KINDS)
    for name, photos in sets.items():
        for kind in KINDS:
            key, rng = f"{name}-{kind}", make_rng(seed, "photos", name, kind)
            film = make_film(kind, photos, seed)
            key_every_s = float(rng.choice(KEY_EVERY_S))
            files[key] = write_film(folder / f"{key}.mp4", film, key_every_s)
            taken += _taken_in_film(key, film, folder, rng)
            progress("render", len(files), n_films)
    return files, taken


def _taken_in_film(key: str, film: Film, folder: Path, rng: np.random.Generator) -> Iterator[Taken]:
    for number, true_s in enumerate(np.sort(rng.uniform(0, film.length_s - 0.1, N_PHOTOS))):
        photo = folder / f"{key}-{number}.jpg"
        warped(film.seen_at(float(true_s)), rng).save(photo, quality=80)
        yield Taken(film.kind, key, float(true_s), photo)


def _taken_in_clip(clip: Path, seed: int, folder: Path) -> Iterator[Taken]:
    """Yield warped frames of a real clip; its cameras saw one scene, so which it was counts."""
    rng = make_rng(seed, "photos", clip.stem)
    with open_reel(clip) as reel:
        length_s = reel.duration_s or 0.0
    for number, wanted_s in enumerate(rng.uniform(0, 0.9 * length_s, N_PHOTOS)):
        for frame in frames_near(clip, float(wanted_s), 0.0, 1.0)[:1]:
            photo = folder / f"{clip.stem}-{number}.jpg"
            warped(frame.image, rng).save(photo, quality=80)
            yield Taken("real", clip.stem, frame.time_s, photo)


def _search(taken: Taken, look: ClipLook, session: BackboneSession) -> Search:
    pixels = decode(taken.photo, session.backbone.preprocess)
    found = look.find(taken.photo, session.run(pixels[None])[TAP][0])
    if found is None:
        return Search(taken.kind, taken.clip, taken.true_s, None, None)
    return Search(
        *(taken.kind, taken.clip, taken.true_s, found.clip, found.time_s),
        *(found.from_s, found.to_s, found.n_inliers),
    )
