"""What two people photographed at one instant: pairs that are near in time, looked at closer."""

from collections.abc import Sequence
from importlib.util import find_spec

import numpy as np

from coincide.album.groups import Pair
from coincide.album.instants import find_instants, instant_pairs
from coincide.album.model import Group, Instant, Shots
from coincide.features.verify import VerifyOptions, pair_keys, verify_key, verify_links
from coincide.model import Links, Photo
from coincide.model.progress import StageProgress
from coincide.storage.projectstore import ProjectStore


def instants_in(
    shots: Shots,
    photos: Sequence[Photo],
    groups: tuple[Group, ...],
    store: ProjectStore,
    progress: StageProgress,
    *,
    keep: bool,
) -> tuple[Instant, ...]:
    """Return the instants of an album's shots, the best first; without OpenCV by looks alone."""
    pairs = instant_pairs(shots)
    counts = counted_points(photos, pairs, store, progress, keep=keep)
    return find_instants(shots, dict(zip(pairs, counts, strict=True)), groups)


def counted_points(
    photos: Sequence[Photo],
    pairs: Sequence[Pair],
    store: ProjectStore,
    progress: StageProgress,
    options: VerifyOptions = VerifyOptions(),
    *,
    keep: bool,
) -> list[float]:
    """Return how many points of each pair agree; NaN where that cannot be told."""
    if not pairs or find_spec("cv2") is None:
        return [float("nan")] * len(pairs)
    links = _links(pairs)
    keys, feature = pair_keys(photos, links), verify_key(options)
    missing = set(store.missing(feature, keys))
    known = [key for key in dict.fromkeys(keys) if key not in missing]
    found = dict(zip(known, store.load_vectors(feature, known)[:, 0], strict=True)) if known else {}
    todo = [pair for pair, key in zip(pairs, keys, strict=True) if key in missing]
    if todo:
        new = verify_links(photos, _links(todo), options, progress=progress)
        counted = dict(zip(pair_keys(photos, _links(todo)), new.tolist(), strict=True))
        if keep:
            values = np.array([*counted.values()], np.float32)[:, None]
            store.save_vectors(feature, [*counted], values)
        found |= counted
    return [float(found[key]) for key in keys]


def _links(pairs: Sequence[Pair]) -> Links:
    rows = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return Links(rows[:, 0], rows[:, 1], np.ones(len(rows)))
