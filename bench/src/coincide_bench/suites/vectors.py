"""Vectors of real photos for the bench, computed once and kept in its cache.

The photos of a split are rendered by all virtual cameras and embedded once; a deal only
picks rows. VLAD words are learned once per set, from all of its renderings, not per deal:
learning them again for each of hundreds of deals would cost hours and move the words little.
"""

import hashlib
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from coincide.errors import EventError
from coincide.features import vlad
from coincide.features.backbones import Backbone, open_backbone
from coincide.features.images import DECODE_ERRORS
from coincide.features.options import EmbedOptions, VladOptions
from coincide.features.run import embed
from coincide.features.session import BackboneSession, usable_cores
from coincide.model import Photo, Singles
from coincide.model.progress import StageProgress
from coincide.project.read.features import colour_key, feature_key
from coincide_bench.suites.cache import keep, kept_path, load_kept
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.virtual_cameras import CAMERAS, RECIPE, VirtualCamera, render, write_jpeg

Halves = NDArray[np.float16]

VECTOR_TAP, MAP_TAP = "pooled", "28x28"
# photos rendered before their renderings are embedded: bounds the temporary files
RENDERED_AHEAD = 8


@dataclass(frozen=True)
class SetVectors:
    """Vectors of n photos, each of length one, and the words that the VLAD was made with.

    pooled: (n, …, 1280), vlad: (n, …, words · channels), colour: (n, …, D), words: (words,
    channels). Of renderings, the second axis is the virtual camera; of plain photos there
    is none.
    """

    pooled: Halves
    vlad: Halves
    colour: Halves
    words: Singles

    def features(self, *index: NDArray[np.int64]) -> dict[str, Singles]:
        """Return the rows an event is made of, under the names methods know."""
        return {
            "pooled": self.pooled[index].astype(np.float32),
            "vlad": self.vlad[index].astype(np.float32),
            "colour": self.colour[index].astype(np.float32),
        }


def rendered_vectors(
    photos: Sequence[Photo],
    context: BenchContext,
    *,
    cameras: Sequence[VirtualCamera] = CAMERAS,
    words: Singles | None = None,
) -> SetVectors:
    """Return the vectors of every photo as every virtual camera takes it: (n, cameras, D).

    ``words``: another set's, where the photos are to be mixed into that set's events.
    """
    backbone = open_backbone(EmbedOptions().backbone)
    path = _cache_path(context.cache, photos, backbone, f"{RECIPE} {tuple(cameras)}", words)
    kept = _load(path)
    if kept is not None:
        return kept
    with tempfile.TemporaryDirectory(prefix="coincide-bench-") as folder:
        jobs = render_all(photos, cameras, Path(folder))
        n_renderings = len(photos) * len(cameras)
        made = _compute(jobs, n_renderings, backbone, words, context.progress)
    shape = (len(photos), len(cameras), -1)
    vectors = SetVectors(
        pooled=made.pooled.reshape(shape),
        vlad=made.vlad.reshape(shape),
        colour=made.colour.reshape(shape),
        words=made.words,
    )
    keep(path, vars(vectors))
    return vectors


def plain_vectors(photos: Sequence[Photo], context: BenchContext) -> SetVectors:
    """Return the vectors of photos as they are: (n, D)."""
    backbone = open_backbone(EmbedOptions().backbone)
    path = _cache_path(context.cache, photos, backbone, "plain", None)
    kept = _load(path)
    if kept is not None:
        return kept
    vectors = _compute([photos], len(photos), backbone, None, context.progress)
    keep(path, vars(vectors))
    return vectors


def render_all(
    photos: Sequence[Photo], cameras: Sequence[VirtualCamera], folder: Path
) -> Iterator[list[Photo]]:
    """Yield the renderings of a few photos at a time; their files are gone at the next step."""
    with ThreadPoolExecutor(usable_cores(), thread_name_prefix="render") as pool:
        for start in range(0, len(photos), RENDERED_AHEAD):
            some = photos[start : start + RENDERED_AHEAD]
            made = pool.map(partial(render_photo, cameras=cameras, folder=folder), some)
            renderings = [photo for of_photo in made for photo in of_photo]
            yield renderings
            for rendering in renderings:
                rendering.file.unlink()


def render_photo(photo: Photo, *, cameras: Sequence[VirtualCamera], folder: Path) -> list[Photo]:
    """Write one photo as each of some virtual cameras takes it; return the renderings."""
    try:
        with Image.open(photo.file) as image:
            upright = ImageOps.exif_transpose(image).convert("RGB")
    except DECODE_ERRORS as error:
        raise EventError(f"{photo.path} cannot be decoded: {error}.") from error
    renderings = []
    for camera in cameras:
        # by name, not by number: a camera's renderings do not hang on the others
        seed = hashlib.sha256(f"{photo.key} {camera.name}".encode()).digest()
        rng = np.random.default_rng(int.from_bytes(seed[:8], "big"))
        path = folder / f"{photo.key}-{camera.name}.jpg"
        write_jpeg(render(upright, camera, rng), camera, path)
        renderings.append(replace(photo, path=path, key=f"{photo.key} {camera.name}"))
    return renderings


def _compute(
    chunks: Iterable[Sequence[Photo]],
    n_photos: int,
    backbone: Backbone,
    words: Singles | None,
    progress: StageProgress,
) -> SetVectors:
    """Embed the photos chunk by chunk; learn the words unless they are given."""
    options = EmbedOptions()
    session = BackboneSession(backbone, [VECTOR_TAP, MAP_TAP], batch=options.batch)
    pooled: list[Halves] = []
    maps: list[Halves] = []
    colours: list[Halves] = []
    n_done = 0
    progress("embed", 0, n_photos)
    for chunk in chunks:
        for batch in embed(chunk, session, backbone.preprocess, options):
            if batch.failed:
                raise EventError(f"{batch.failed[0].path} {batch.failed[0].reason}.")
            pooled.append(vlad.normalise(batch.responses[VECTOR_TAP]).astype(np.float16))
            maps.append(batch.responses[MAP_TAP].astype(np.float16))
            colours.append(batch.colours.astype(np.float16))
            n_done += len(batch.photos)
            progress("embed", n_done, n_photos)
    if words is None:
        blocks = (block.astype(np.float32) for block in maps)
        regions = vlad.sample_regions(blocks, n_photos, VladOptions())
        words = vlad.learn_words(regions, VladOptions())
    encode = partial(_encode, words=words)
    with ThreadPoolExecutor(usable_cores(), thread_name_prefix="vlad") as pool:
        encoded = list(pool.map(encode, maps))
    return SetVectors(
        np.concatenate(pooled), np.concatenate(encoded), np.concatenate(colours), words
    )


def _encode(maps: Halves, *, words: Singles) -> Halves:
    return vlad.encode(maps.astype(np.float32), words).astype(np.float16)


# The cache


def _cache_path(
    cache: Path, photos: Sequence[Photo], backbone: Backbone, made_how: str, words: Singles | None
) -> Path:
    """Return a path that changes with whatever changes the vectors."""
    what = [made_how, repr(VladOptions())]
    what += [feature_key(backbone, backbone.tap(name)) for name in (VECTOR_TAP, MAP_TAP)]
    what += [colour_key(backbone.preprocess)]
    what += ["own" if words is None else hashlib.sha256(words.tobytes()).hexdigest()]
    what += [photo.key for photo in photos]
    return kept_path(cache / "vectors", what)


def _load(path: Path) -> SetVectors | None:
    kept = load_kept(path, [field.name for field in fields(SetVectors)])
    return None if kept is None else SetVectors(**kept)
