"""Look closer at the links that matter, and keep what was counted."""

import numpy as np

from coincide.features.verify import (
    VerifyOptions,
    inlier_log_ratio,
    pair_keys,
    verify_key,
    verify_links,
)
from coincide.model import Event, Links
from coincide.project.features import Progress
from coincide.solver.evidence import VerifiedPairs
from coincide.solver.joint import Solution, telling_links
from coincide.storage.projectstore import ProjectStore


def verify_solution(
    event: Event,
    solution: Solution,
    store: ProjectStore,
    progress: Progress,
    options: VerifyOptions = VerifyOptions(),
) -> VerifiedPairs:
    """Return what a closer look says of the links that a solution hangs on."""
    links = telling_links(solution)
    photos = list(event.photos)
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
