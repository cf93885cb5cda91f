"""What an album needs to know of pictures beside their looks: which show the same, how they are.

Both can be kept in the project folder, by what the files contain: nothing is looked at twice.
"""

import hashlib
import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TypeVar

import numpy as np

from coincide.album.groups import Pair
from coincide.album.options import QualityOptions
from coincide.album.quality import N_FIGURES, RECIPE, face_worth, quality_figures, worth
from coincide.engine import LocalEngine
from coincide.features import faces
from coincide.features.faces import face_finder, face_model
from coincide.features.images import small_pixels
from coincide.features.same import Sameness, SameOptions, sameness
from coincide.features.same.compare import read_square
from coincide.features.same.square import Square
from coincide.media.pictures import DECODE_ERRORS
from coincide.model import Floats, Photo
from coincide.model.progress import StageProgress
from coincide.storage.projectstore import ProjectStore

Found = TypeVar("Found")
# kept under a name that changes with all that decides about it
_KIND, _SAME_RECIPE = "album", "same-1"
# photos that are decoded before what they say is kept
_SHARD = 256


def worth_of(
    photos: Sequence[Photo],
    store: ProjectStore,
    progress: StageProgress,
    options: QualityOptions = QualityOptions(),
    *,
    keep: bool = True,
) -> Floats:
    """Return how well photos came out, (N,); in the middle where a file cannot be looked at."""

    def figures(photo: Photo) -> Floats:
        return quality_figures(small_pixels(photo.file, options.long_side_px))

    feature = f"{RECIPE}-{options.long_side_px}"
    kept = _figures_of(photos, figures, (feature, N_FIGURES), store, progress, keep=keep)
    n_px = [float((photo.width_px or 0) * (photo.height_px or 0)) for photo in photos]
    return np.where(kept[:, 0] < 0.0, 0.5, worth(kept, np.array(n_px), options))


def faces_of(
    photos: Sequence[Photo],
    store: ProjectStore,
    progress: StageProgress,
    options: QualityOptions = QualityOptions(),
    *,
    keep: bool = True,
) -> Floats | None:
    """Return how well faces are seen, (N,); None where nothing that finds them is at hand."""
    model = face_model()
    if model is None:
        return None
    # one for each thread: it keeps the size of what it looks at
    finders = threading.local()

    def figures(photo: Photo) -> Floats:
        if not hasattr(finders, "find"):
            finders.find = face_finder(model)
        found: Floats = finders.find(small_pixels(photo.file, faces.LONG_SIDE_PX))
        return found

    named = (faces.RECIPE, faces.N_FIGURES)
    kept = _figures_of(photos, figures, named, store, progress, keep=keep)
    return face_worth(np.maximum(kept, 0.0), options)


def _figures_of(
    photos: Sequence[Photo],
    look: Callable[[Photo], Floats],
    named: tuple[str, int],
    store: ProjectStore,
    progress: StageProgress,
    *,
    keep: bool,
) -> Floats:
    """Return figures of photos, (N, …), of which those that are kept are not looked for again.

    ``named``: what they are kept under, and how many there are. Below 0 where a file cannot be
    looked at.
    """
    feature, n_figures = named
    if not photos:
        return np.zeros((0, n_figures))

    def seen_of(photo: Photo) -> Floats:
        try:
            return look(photo)
        except DECODE_ERRORS:
            return np.full(n_figures, -1.0)

    by_key = {photo.key: photo for photo in photos}
    missing = set(store.missing(feature, list(by_key)))
    known = [key for key in by_key if key not in missing]
    found = dict(zip(known, store.load_vectors(feature, known), strict=True)) if known else {}
    todo = [photo for key, photo in by_key.items() if key in missing]
    n_done = 0
    figures = _each(seen_of, todo)
    while shard := list(islice(figures, _SHARD)):
        keys = [photo.key for photo in todo[n_done : n_done + len(shard)]]
        seen = np.stack(shard).astype(np.float32)
        found.update(zip(keys, seen, strict=True))
        if keep:
            store.save_vectors(feature, keys, seen)
        n_done += len(shard)
        progress("quality", n_done, len(todo))
    return np.array([found[photo.key] for photo in photos], np.float64).reshape(-1, n_figures)


def compared(
    photos: Sequence[Photo],
    pairs: Sequence[Pair],
    store: ProjectStore,
    progress: StageProgress,
    options: SameOptions = SameOptions(),
    *,
    keep: bool = True,
) -> dict[Pair, Sameness]:
    """Return how much pairs of photos are one picture, by row; a file that is broken is in none."""
    digest = hashlib.sha256(repr(options).encode()).hexdigest()[:16]
    name = f"{_SAME_RECIPE}-{digest}"
    kept: dict[str, list[float]] = (store.load_document(_KIND, name) or {}).get("pairs", {})
    words = {pair: _words(photos, pair) for pair in pairs}
    todo = [pair for pair in pairs if words[pair] not in kept]
    if todo:
        found = _compare(photos, todo, progress, options)
        kept = kept | {words[pair]: _numbers(found.get(pair)) for pair in todo}
        if keep:
            store.save_document(_KIND, name, {"pairs": kept})
    said = {pair: kept[words[pair]] for pair in pairs}
    return {pair: Sameness(*numbers) for pair, numbers in said.items() if numbers}


def _compare(
    photos: Sequence[Photo], pairs: Sequence[Pair], progress: StageProgress, options: SameOptions
) -> dict[Pair, Sameness]:
    rows = sorted({row for pair in pairs for row in pair})
    squares: dict[int, Square | None] = {}
    seen = _each(lambda photo: read_square(photo.path, options), [photos[row] for row in rows])
    for row, square in zip(rows, seen, strict=True):
        squares[row] = square
        progress("compare", len(squares), len(rows) + len(pairs))
    found: dict[Pair, Sameness] = {}
    for number, (one, other) in enumerate(pairs, start=1):
        first, second = squares[one], squares[other]
        if first is not None and second is not None:
            found[one, other] = sameness(first, second, options)
        progress("compare", len(rows) + number, len(rows) + len(pairs))
    return found


def _each(look: Callable[[Photo], Found], photos: Sequence[Photo]) -> Iterator[Found]:
    """Yield what is seen of photos, in their order; decoding leaves Python, so threads do it."""
    return (done.value for done in LocalEngine().map(lambda _, photo: look(photo), None, photos))


def _words(photos: Sequence[Photo], pair: Pair) -> str:
    return " ".join(sorted(photos[row].key for row in pair))


def _numbers(found: Sameness | None) -> list[float]:
    return [] if found is None else [found.grey, found.edges, found.apart]


def on_disk(photos: Sequence[Photo]) -> bool:
    """Tell whether all photos lie on a disk: elsewhere each would be fetched anew."""
    return all(isinstance(photo.path, Path) for photo in photos)
