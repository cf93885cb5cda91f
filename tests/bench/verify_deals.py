"""A small deal whose photos show four places, each seen by two galleries in one minute."""

import hashlib
from pathlib import Path

import numpy as np

from coincide.model import Photo
from coincide_bench.fitting.inliers import DealtPhotos
from tests.features.verify.scenes import scene, seen_from_aside

N_PLACES = 4


def make_deal(folder: Path) -> DealtPhotos:
    """Return photos of two galleries; their vectors are all but equal, so they tell nothing."""
    photos = []
    for aside in (False, True):
        for place in range(N_PLACES):
            picture = scene(place, (640, 480))
            path = folder / f"{place}-{aside}.png"
            (seen_from_aside(picture) if aside else picture).convert("RGB").save(path)
            key = hashlib.sha256(path.read_bytes()).hexdigest()
            time_s = 7200.0 * place + 30.0 * aside
            photos.append(Photo(path, key, time_s, time_s))
    vectors = np.random.default_rng(1).normal(1.0, 0.1, (2 * N_PLACES, 16)).astype(np.float32)
    return DealtPhotos(
        photos=tuple(photos),
        cameras=(0,) * N_PLACES + (1,) * N_PLACES,
        gallery=np.repeat([0, 1], N_PLACES),
        times_s=np.array([photo.camera_time_s for photo in photos]),
        pooled=vectors / np.linalg.norm(vectors, axis=1, keepdims=True),
    )
