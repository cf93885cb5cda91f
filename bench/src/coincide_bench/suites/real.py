"""Several real cameras at one event, with hidden offsets on top of what is known of them.

Each seed keeps a random part of the photos, so that seeds are more than the same photos
with other numbers: how far the result hangs on a few lucky photos then shows. Position,
zone and GPS time are not handed on; in the suite "tagged" they are. The photos themselves
are at hand, and a method may look at them closer. Whether the pictures suffice to find an
offset nobody can say of real galleries, so all of them count as recoverable.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from coincide.model import Floats, Indices, Photo
from coincide_bench.event import BenchEvent, OffsetsKind, PhotosAtHand, draw_hidden_s
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.photosets import INFERRED, REAL, CameraSet, Galleries, load_cameras
from coincide_bench.suites.splits import MIN_PHOTOS, Part, assemble, make_rng, scene_ev_of
from coincide_bench.suites.vectors import SetVectors, plain_vectors

REAL_SUITE, INFERRED_SUITE = "real", "inferred"
CLOSER = "closer"  # where the cache has what a closer look found
KEPT = 0.8  # share of each gallery's photos that a seed keeps


@dataclass(frozen=True)
class Draw:
    """What a trial adds to each gallery's clock, and which of its photos it keeps."""

    hidden_s: Floats
    rows: tuple[Indices, ...]


def real_events(seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    """Yield the sets whose true offsets are known: developed on, with development seeds."""
    return _events(REAL_SUITE, REAL, seeds, context)


def inferred_events(seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    """Yield the sets whose offsets are only inferred; never to be mixed with the known."""
    return _events(INFERRED_SUITE, INFERRED, seeds, context)


def _events(
    suite: str, sets: Sequence[CameraSet], seeds: Sequence[int], context: BenchContext
) -> Iterator[BenchEvent]:
    for wanted in sets:
        galleries = load_cameras(context, wanted)
        if galleries is None:
            continue
        photos = [photo for gallery in galleries.values() for photo in gallery]
        vectors = plain_vectors(photos, context)
        for seed, kind in trials_of(seeds):
            event = camera_event(suite, wanted, galleries, vectors, seed, kind)
            draw = draw_trial(suite, wanted, galleries, seed, kind)
            yield replace(event, at_hand=at_hand(galleries, draw, context))


def trials_of(seeds: Sequence[int]) -> Iterator[tuple[int, OffsetsKind]]:
    """Yield the trials of a set: all photos as recorded once, then a draw for each seed."""
    for number, seed in enumerate(seeds):
        if number == 0:  # clocks as they were: the same for every seed
            yield seed, "recorded"
        yield seed, "continuous"


def draw_trial(
    suite: str, wanted: CameraSet, galleries: Galleries, seed: int, kind: OffsetsKind
) -> Draw:
    """Return what a trial draws; "recorded" keeps every photo, any other kind a random part."""
    rng = make_rng(seed, suite, wanted.folder, kind)
    hidden_s = draw_hidden_s(rng, kind, len(galleries))
    sizes = [len(photos) for photos in galleries.values()]
    rows = (np.arange(n) if kind == "recorded" else thinned(n, rng) for n in sizes)
    return Draw(hidden_s, tuple(rows))


def camera_event(
    suite: str,
    wanted: CameraSet,
    galleries: Galleries,
    vectors: SetVectors,
    seed: int,
    kind: OffsetsKind,
) -> BenchEvent:
    """Return one trial of a set; ``vectors`` are of all its photos, gallery by gallery."""
    draw = draw_trial(suite, wanted, galleries, seed, kind)
    offsets_s = dict(wanted.offsets_s)
    parts = []
    first = 0
    for (name, photos), added_s, rows in zip(
        galleries.items(), draw.hidden_s, draw.rows, strict=True
    ):
        kept = [photos[row] for row in rows]
        part = plain_part(kept, vectors, first + rows, added_s, offset_s=offsets_s[name])
        parts.append(part)
        first += len(photos)
    event = assemble(
        parts,
        suite=suite,
        name=wanted.folder,
        cluster=wanted.folder,
        seed=seed,
        offsets_kind=kind,
        names=tuple(galleries),
    )
    others = frozenset(event.table.names) - {event.anchor}
    return replace(
        event,
        truth_kind=wanted.truth_kind,
        tolerance_s=wanted.tolerance_s,
        recoverable=others,
    )


def at_hand(galleries: Galleries, draw: Draw, context: BenchContext) -> PhotosAtHand:
    """Return the photos that a trial keeps, to be looked at closer."""
    kept = [
        photos[row]
        for photos, rows in zip(galleries.values(), draw.rows, strict=True)
        for row in rows
    ]
    return PhotosAtHand(tuple(kept), context.cache / CLOSER)


def plain_part(
    photos: Sequence[Photo],
    vectors: SetVectors,
    rows: Indices,
    hidden_s: float,
    *,
    offset_s: float = 0.0,
    stranger: bool = False,
) -> Part:
    """Return a gallery of photos as they are, without positions; ``rows``: their vectors.

    ``offset_s``: what is known of its clock; ``hidden_s`` is added on top of the clock.
    """
    return Part(
        times_s=np.array([photo.camera_time_s for photo in photos]) + offset_s,
        position_deg=np.full((len(rows), 2), np.nan),
        scene_ev=scene_ev_of(photos),
        features=vectors.features(rows),
        moments=frozenset(),
        hidden_s=float(hidden_s) - offset_s,
        stranger=stranger,
    )


def thinned(n_photos: int, rng: np.random.Generator) -> Indices:
    """Return the rows of the photos to keep, ascending; never so few that nothing is left."""
    n_kept = max(min(MIN_PHOTOS, n_photos), round(KEPT * n_photos))
    return np.sort(rng.choice(n_photos, n_kept, replace=False))
