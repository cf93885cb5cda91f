"""Small simulated events for the joint solver's tests, and events changed in known ways."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from coincide.model import Floats, Offsets, PhotoTable, Singles
from coincide.solver.evidence import EvidenceInputs
from coincide.solver.options import JointOptions
from coincide_bench.event import BenchEvent
from coincide_bench.suites.simulated.events import WORLDS, bench_event
from coincide_bench.suites.simulated.world import draw_world

# clocks that change have tests of their own
STEADY = JointOptions(jumps=False)
# development seeds
SEEDS = range(10_000, 10_004)


def simulated(kind: str, seed: int, *, n_photos: int = 240, n_galleries: int = 5) -> BenchEvent:
    """Return a small world of a kind."""
    options = replace(WORLDS[kind], n_photos=n_photos, n_galleries=n_galleries, seed=seed)
    return bench_event(draw_world(options), suite="simulated", name=kind, seed=seed)


def reordered(material: EvidenceInputs, order: Sequence[int]) -> EvidenceInputs:
    """Return an event with its galleries in another order."""
    table = material.table
    rows = np.concatenate([np.arange(table.n_photos)[table.rows(one)] for one in order])
    sizes = np.diff(table.starts)[list(order)]
    return EvidenceInputs(
        PhotoTable(
            names=tuple(table.names[one] for one in order),
            starts=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
            camera_time_s=table.camera_time_s[rows],
            position_deg=table.position_deg[rows],
            scene_ev=table.scene_ev[rows],
        ),
        {name: vectors[rows] for name, vectors in material.vectors.items()},
    )


def shifted(material: EvidenceInputs, shift_s: float, gallery: int | None = None) -> EvidenceInputs:
    """Return an event with one clock, or all of them, put forward."""
    camera_time_s = material.table.camera_time_s.copy()
    rows = slice(None) if gallery is None else material.table.rows(gallery)
    camera_time_s[rows] += shift_s
    return replace(material, table=replace(material.table, camera_time_s=camera_time_s))


def with_stranger(material: EvidenceInputs, times_s: Floats, vectors: Singles) -> EvidenceInputs:
    """Return an event with one more gallery, at the end."""
    table = material.table
    return EvidenceInputs(
        PhotoTable(
            names=(*table.names, "stranger"),
            starts=np.append(table.starts, table.n_photos + len(times_s)),
            camera_time_s=np.concatenate([table.camera_time_s, times_s]),
            position_deg=np.concatenate([table.position_deg, np.full((len(times_s), 2), np.nan)]),
        ),
        {"look": np.concatenate([material.vectors["look"], vectors])},
    )


def offsets_by_name(offsets: Offsets) -> dict[str, float | None]:
    """Return what was found for each gallery."""
    return {one.gallery: one.offset_s for one in offsets.placements}


def error_s(event: BenchEvent, offsets: Offsets, gallery: str) -> float:
    """Return how far off a gallery is; infinitely when unplaced."""
    found_s = offsets[gallery].offset_s
    true_s = event.truth[gallery] - event.truth[event.anchor]
    return np.inf if found_s is None else found_s - true_s
