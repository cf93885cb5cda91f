"""Pictures to compare features on: dealt sets of real photos, and rendered demo events.

Every picture goes through every network once; the pooled vectors of its layers are kept, a
deal only picks rows of them.
"""

import hashlib
import logging
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from coincide.demo import DemoOptions, render_event
from coincide.errors import EventError
from coincide.features.options import EmbedOptions
from coincide.features.run import embed
from coincide.features.session import BackboneSession
from coincide.model import Floats, Indices, Photo, Singles
from coincide_bench.feature_choice.candidates import VLAD, Layer, open_with_head, pool
from coincide_bench.folders import load_known
from coincide_bench.suites import vectors
from coincide_bench.suites.cache import keep, kept_path, load_kept
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.photosets import SplitSet, load_split, split_sets
from coincide_bench.suites.rendered import DIFFICULTIES, N_DEV, rendered_photos
from coincide_bench.suites.splits import (
    deal_name,
    deal_photos,
    find_runs,
    is_large_enough,
    make_rng,
)
from coincide_bench.suites.virtual_cameras import CAMERAS, RECIPE

logger = logging.getLogger(__name__)

Halves = NDArray[np.float16]

SPLITS, RENDERED = "splits", "rendered"
VECTORS = "vectors"  # the name of the array in a kept file
ATTENDANCE = 0.6
SIZES = (5, 3)  # galleries of a deal: the first for which there are enough photos


@dataclass(frozen=True)
class Pictures:
    """How to have n pictures: ``take`` puts them into a folder and yields some at a time.

    They may be gone at the next step. ``what`` changes when the pictures do.
    """

    what: tuple[str, ...]
    n: int
    take: Callable[[Path], Iterable[Sequence[Photo]]]


@dataclass(frozen=True)
class Trial:
    """An event's photos by gallery: gallery g owns rows starts[g]:starts[g + 1].

    times_s: (N,) true times. layers: (N, D) each, rows of length one. ``cluster``: the
    photos behind it, as trials of the same photos are not independent.
    """

    suite: str
    event: str
    cluster: str
    seed: int
    times_s: Floats
    starts: Indices
    layers: Mapping[Layer, Singles]


def split_trials(
    seeds: Sequence[int], layers: Sequence[Layer], context: BenchContext
) -> Iterator[Trial]:
    """Yield deals of the real photo sets at hand; a gallery sees through its virtual camera."""
    for wanted in split_sets(context):
        photos = load_split(context, wanted)
        if photos is not None:
            yield from _deals(wanted, photos, seeds, _split_layers(photos, layers, context))


def rendered_trials(
    seeds: Sequence[int], layers: Sequence[Layer], context: BenchContext
) -> Iterator[Trial]:
    """Yield the demo events of the rendered suite's development seeds."""
    for seed in seeds[:N_DEV]:
        for number, (name, options) in enumerate(DIFFICULTIES.items()):
            chosen = replace(options, seed=seed * len(DIFFICULTIES) + number)
            yield _demo_trial(chosen, f"{RENDERED}/{name}/{seed}", seed, layers, context)


def _deals(
    wanted: SplitSet,
    photos: Sequence[Photo],
    seeds: Sequence[int],
    arrays: Mapping[Layer, Halves],
) -> Iterator[Trial]:
    sizes = [k for k in SIZES if is_large_enough(len(photos), k, ATTENDANCE)]
    if not sizes:
        logger.warning("The photo set %s is too small to be dealt and is left out.", wanted.name)
        return
    times_s = np.array([photo.camera_time_s for photo in photos])
    runs, name = find_runs(times_s), deal_name(wanted.name, sizes[0], ATTENDANCE)
    for seed in seeds:
        deal = deal_photos(runs, sizes[0], ATTENDANCE, make_rng(seed, name))
        counts = [len(rows) for rows in deal.rows]
        rows, cameras = np.concatenate(deal.rows), np.repeat(deal.cameras, counts)
        picked = rows * len(CAMERAS) + cameras
        yield Trial(
            suite=SPLITS,
            event=name,
            cluster=wanted.folder,
            seed=seed,
            times_s=times_s[rows],
            starts=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
            layers={layer: array[picked].astype(np.float32) for layer, array in arrays.items()},
        )


def _demo_trial(
    options: DemoOptions, name: str, seed: int, layers: Sequence[Layer], context: BenchContext
) -> Trial:
    photos = rendered_photos(options, context)
    # what was drawn shows in the vectors, so these tell a changed renderer
    drawn = hashlib.sha256(photos.pooled.tobytes()).hexdigest()
    pictures = Pictures((repr(options), drawn), options.n_photos, partial(_draw, options))
    arrays = _layers_of(pictures, layers, context)
    if VLAD in layers:
        arrays[VLAD] = photos.vlad.astype(np.float16)
    return Trial(
        suite=RENDERED,
        event=name,
        cluster=name,
        seed=seed,
        times_s=photos.camera_time_s + np.repeat(photos.offset_s, np.diff(photos.starts)),
        starts=photos.starts,
        layers={layer: array.astype(np.float32) for layer, array in arrays.items()},
    )


def _draw(options: DemoOptions, folder: Path) -> Iterator[Sequence[Photo]]:
    render_event(folder / "event", options)
    yield list(load_known(folder / "event").event.photos)


def _split_layers(
    photos: Sequence[Photo], layers: Sequence[Layer], context: BenchContext
) -> dict[Layer, Halves]:
    """Return the vectors of every photo through every virtual camera, (n · cameras, D)."""
    what = (str(RECIPE), repr(CAMERAS), *(photo.key for photo in photos))
    take = partial(vectors.render_all, photos, CAMERAS)
    arrays = _layers_of(Pictures(what, len(photos) * len(CAMERAS), take), layers, context)
    if VLAD in layers:
        made = vectors.rendered_vectors(photos, context).vlad
        arrays[VLAD] = made.reshape(-1, made.shape[-1])
    return arrays


def _layers_of(
    pictures: Pictures, layers: Sequence[Layer], context: BenchContext
) -> dict[Layer, Halves]:
    """Return the layers' vectors, kept or made; the pictures are taken once for all networks."""
    wanted = [layer for layer in layers if layer.pooling != "vlad"]
    paths = {layer: _kept_at(pictures, layer, context.cache) for layer in wanted}
    kept = {layer: load_kept(path, [VECTORS]) for layer, path in paths.items()}
    arrays = {layer: found[VECTORS] for layer, found in kept.items() if found is not None}
    missing = [layer for layer in wanted if layer not in arrays]
    if missing:
        with tempfile.TemporaryDirectory(prefix="coincide-bench-") as folder:
            made = _embed(pictures, Path(folder), missing, context)
        for layer, array in made.items():
            keep(paths[layer], {VECTORS: array})
        arrays |= made
    return arrays


def _embed(
    pictures: Pictures, folder: Path, layers: Sequence[Layer], context: BenchContext
) -> dict[Layer, Halves]:
    """Return the layers' vectors of all pictures, (pictures, D), in their order."""
    options = EmbedOptions()
    by_network = {name: [one for one in layers if one.backbone == name] for name in _names(layers)}
    sessions = {
        name: BackboneSession(open_with_head(name), [one.tap for one in some], batch=options.batch)
        for name, some in by_network.items()
    }
    parts: dict[Layer, list[Halves]] = {layer: [] for layer in layers}
    n_done = 0
    for chunk in pictures.take(folder):
        for name, session in sessions.items():
            for batch in embed(chunk, session, session.backbone.preprocess, options):
                if batch.failed:
                    raise EventError(f"{batch.failed[0].path} {batch.failed[0].reason}.")
                for layer in by_network[name]:
                    pooled = pool(batch.responses[layer.tap], layer.pooling)
                    parts[layer].append(pooled.astype(np.float16))
        n_done += len(chunk)
        context.progress("embed", n_done, pictures.n)
    return {layer: np.concatenate(blocks) for layer, blocks in parts.items()}


def _kept_at(pictures: Pictures, layer: Layer, cache: Path) -> Path:
    digest = open_with_head(layer.backbone).digest
    return kept_path(cache / "layers", [*pictures.what, digest, repr(layer)])


def _names(layers: Sequence[Layer]) -> list[str]:
    return sorted({layer.backbone for layer in layers})
