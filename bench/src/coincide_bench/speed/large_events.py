"""Simulated events of any size: vectors on disk, made shard by shard, and parts of such events."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from coincide.model import Offsets
from coincide_bench.event import BenchEvent, recoverable_galleries
from coincide_bench.figures.metrics import trial_figures
from coincide_bench.figures.outcome import judge
from coincide_bench.suites.simulated import big_world
from coincide_bench.suites.simulated.events import draw_parameters
from coincide_bench.suites.simulated.looks import DIMENSION, draw_looks, vectors
from coincide_bench.suites.simulated.world import World

# as in the event of a million photos of 5,000 people
PHOTOS_PER_GALLERY = 200
# one in seven is with a second group for a while: without them, only places connect groups
BRIDGE_SHARE = 0.15
# photos made at once
SHARD = 8192


@dataclass(frozen=True)
class LargeEvent:
    """A trial with vectors in half precision, on disk or in memory, and without features."""

    trial: BenchEvent
    vectors: NDArray[np.float16]
    moments: dict[str, frozenset[int]]


def make_large_event(
    n_photos: int,
    seed: int,
    folder: Path,
    *,
    bridge_share: float = BRIDGE_SHARE,
    n_galleries: int | None = None,
) -> LargeEvent:
    """Return a simulated event, its vectors written shard by shard into a folder."""
    n_people = n_galleries or max(2, round(n_photos / PHOTOS_PER_GALLERY))
    world = big_world(n_photos, n_people, seed, bridge_share=bridge_share)
    path = folder / f"vectors-{n_photos}-{n_people}-{seed}-{bridge_share}.npy"
    if not path.exists():
        _write_vectors(world, path)
    moments = world.moments_of()
    trial = BenchEvent(
        suite="scale",
        name=f"scale/{n_photos}",
        cluster=f"scale/{n_photos}/{seed}",
        seed=seed,
        offsets_kind=world.options.offsets,
        table=world.table,
        features={},
        anchor=world.anchor,
        truth=world.truth,
        truth_kind="known",
        recoverable=recoverable_galleries(world.table.names, moments, world.anchor),
    )
    return LargeEvent(trial, np.load(path, mmap_mode="r"), moments)


def _write_vectors(world: World, path: Path) -> None:
    looks, n_photos = draw_looks(world, draw_parameters(world)), world.table.n_photos
    made = np.lib.format.open_memmap(path, mode="w+", dtype=np.float16, shape=(n_photos, DIMENSION))
    for first in range(0, n_photos, SHARD):
        some = slice(first, min(first + SHARD, n_photos))
        made[some] = vectors(world, looks, some)
    made.flush()


@dataclass(frozen=True)
class Accuracy:
    """How good an answer is: P at 1800 s and 300 s and how many are certain, of the recoverable.

    ``n_certain``, ``n_certain_wrong``: of all galleries.
    """

    n_recoverable: int
    precision_1800: float
    precision_300: float
    certain: float
    n_certain: int
    n_certain_wrong: int
    n_wrong: int


def accuracy_of(event: LargeEvent, offsets: Offsets) -> Accuracy:
    """Hold an answer against the truth."""
    outcome = judge(event.trial, offsets, {})
    figures = trial_figures(outcome, "recoverable", confident=True)
    certain = [gallery for gallery in outcome.galleries if gallery.certain]
    return Accuracy(
        n_recoverable=len(outcome.of("recoverable")),
        precision_1800=figures["P_1800"] or 0.0,
        precision_300=figures["P_300"] or 0.0,
        certain=figures["certain"] or 0.0,
        n_certain=len(certain),
        n_certain_wrong=sum(placed.wrong for placed in certain),
        n_wrong=sum(gallery.wrong for gallery in outcome.galleries),
    )
