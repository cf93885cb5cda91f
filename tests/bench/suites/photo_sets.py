"""Photo sets made of numbers, for tests of the suites on real photos."""

from pathlib import Path

import numpy as np

from coincide.model import Photo, Position
from coincide_bench.suites.photosets import SplitSet
from coincide_bench.suites.splits import DealtSet, make_set
from coincide_bench.suites.vectors import SetVectors

DAY_S = 86400.0


def make_photos(times_s: list[float]) -> tuple[Photo, ...]:
    return tuple(
        Photo(
            path=Path(f"{n}.jpg"),
            key=f"{n:064x}",
            camera_time_s=time,
            recorded_time_s=time,
            position=Position(float(n), 0.0),
            scene_ev=None if n == 0 else float(n),
        )
        for n, time in enumerate(sorted(times_s))
    )


def make_vectors(n_photos: int, n_cameras: int | None = 8) -> SetVectors:
    """Vectors that name their photo and camera: (photo, camera) + 1 in every feature."""
    rows = np.arange(1, n_photos + 1, dtype=np.float16)
    columns = np.arange(1, (n_cameras or 1) + 1, dtype=np.float16)
    both = np.stack(np.meshgrid(rows, columns, indexing="ij"), axis=-1)
    array = both[:, 0] if n_cameras is None else both
    return SetVectors(array, array, array, np.zeros((1, 2), np.float32))


def run_times(n_runs: int, per_run: int, *, start_s: float = 0.0) -> list[float]:
    """Runs of shots, ten minutes apart, ten seconds between shots."""
    return [start_s + 600.0 * run + 10.0 * shot for run in range(n_runs) for shot in range(per_run)]


def make_dealt(times_s: list[float], *, name: str = "made_up", n_cameras: int = 8) -> DealtSet:
    photos = make_photos(times_s)
    wanted = SplitSet(name, f"{name}_folder", "camera", positions=True)
    return make_set(wanted, photos, make_vectors(len(photos), n_cameras))
