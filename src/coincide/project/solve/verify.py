"""Look closer at the links that matter, and keep what was counted."""

from collections.abc import Sequence
from importlib.util import find_spec

import numpy as np

from coincide.features.verify import (
    VerifyOptions,
    inlier_log_ratio,
    pair_keys,
    verify_key,
    verify_links,
)
from coincide.model import Event, Links, Offsets, Photo
from coincide.model.progress import StageProgress
from coincide.project.options import SyncOptions
from coincide.solver.evidence import VerifiedPairs
from coincide.solver.joint import JointSolution, telling_links
from coincide.solver.joint.explain import each_once
from coincide.storage.projectstore import ProjectStore


def looks_closer(options: SyncOptions, event: Event, *, on_disk: bool) -> bool:
    """Tell whether photos are to be compared closer, where an event is not certain without."""
    if options.verify is not None:
        return options.verify
    small = event.n_photos <= options.joint.closer_photos
    return on_disk and small and find_spec("cv2") is not None


def all_certain(offsets: Offsets) -> bool:
    """Tell whether every gallery has a place that needs no closer look."""
    return all(placement.certain for placement in offsets.placements)


def verify_solutions(
    photos: Sequence[Photo],
    solutions: Sequence[JointSolution],
    store: ProjectStore,
    progress: StageProgress,
    options: VerifyOptions = VerifyOptions(),
) -> VerifiedPairs:
    """Return what a closer look says of the links that any of some solutions hangs on.

    ``photos`` are all photos of the event, gallery by gallery.
    """
    links = each_once(Links.joined([telling_links(solution) for solution in solutions]))
    keys, feature = pair_keys(photos, links), verify_key(options)
    missing = set(store.missing(feature, keys))
    todo = np.flatnonzero([key in missing for key in keys])
    if len(todo):
        new = Links(links.photo_a[todo], links.photo_b[todo], links.similarity[todo])
        counts = verify_links(photos, new, options, progress=progress)
        by_key = dict(zip((keys[i] for i in todo), counts.tolist(), strict=True))
        store.save_vectors(feature, [*by_key], np.array([*by_key.values()], np.float32)[:, None])
    pairs = np.column_stack([links.photo_a, links.photo_b])
    if not len(keys):
        return VerifiedPairs(pairs, np.zeros(0))
    counted = store.load_vectors(feature, keys)[:, 0].astype(np.float64)
    return VerifiedPairs(pairs, inlier_log_ratio(counted))
