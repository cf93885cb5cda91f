"""Events whose moments last seconds and look like nothing else, so that clocks can be read off."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from coincide.model import Floats, PhotoTable
from coincide.model.times import DAY_S
from coincide.solver.evidence import EvidenceInputs

N_DIMENSIONS = 64


def clear_event(
    *, n_galleries: int = 5, n_moments: int = 80, days: float = 2.0, seed: int = 10_000
) -> EvidenceInputs:
    """Return an event on clocks that are right, each moment photographed by most."""
    rng = np.random.default_rng(seed)
    moments_s = np.sort(rng.uniform(0.0, days * DAY_S, n_moments))
    looks = rng.standard_normal((n_moments, N_DIMENSIONS))
    times, vectors = [], []
    for _ in range(n_galleries):
        there = np.flatnonzero(rng.random(n_moments) < 0.7)
        times_s = moments_s[there] + rng.normal(0.0, 4.0, len(there))
        order = np.argsort(times_s)
        times.append(times_s[order])
        noise = rng.standard_normal((len(there), N_DIMENSIONS))
        vectors.append(looks[there[order]] + 0.7 * noise)
    sizes = [len(one) for one in times]
    look = np.concatenate(vectors).astype(np.float32)
    table = PhotoTable(
        names=tuple(f"g{number}" for number in range(n_galleries)),
        starts=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        camera_time_s=np.concatenate(times),
        position_deg=np.full((len(look), 2), np.nan),
    )
    return EvidenceInputs(table, {"look": look / np.linalg.norm(look, axis=1, keepdims=True)})


def with_clock(
    material: EvidenceInputs, gallery: int, ahead_s: Callable[[Floats], Floats]
) -> EvidenceInputs:
    """Return an event in which one clock shows more than it should, by what the time is."""
    camera_time_s = material.table.camera_time_s.copy()
    rows = material.table.rows(gallery)
    camera_time_s[rows] += ahead_s(camera_time_s[rows])
    return replace(material, table=replace(material.table, camera_time_s=camera_time_s))


def with_steps(material: EvidenceInputs, gallery: int, steps_s: dict[int, float]) -> EvidenceInputs:
    """Return an event in which one clock is put forward by so much at some of its photos."""

    def ahead_s(times_s: Floats) -> Floats:
        numbers = np.arange(len(times_s))
        return np.sum([step_s * (numbers >= row) for row, step_s in steps_s.items()], axis=0)

    return with_clock(material, gallery, ahead_s)
