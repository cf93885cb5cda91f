"""Several real cameras at one event, with hidden offsets on top of what is known of them.

Each seed keeps a random part of the photos, so that seeds are more than the same photos
with other numbers: how far the result hangs on a few lucky photos then shows. Position,
zone and GPS time are never handed on. Whether the pictures suffice to find an offset nobody
can say of real galleries, so all of them count as recoverable.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from coincide.bench.event import BenchEvent, OffsetsKind, draw_hidden_s
from coincide.bench.suites.context import BenchContext
from coincide.bench.suites.photosets import INFERRED, REAL, CameraSet, Galleries, load_cameras
from coincide.bench.suites.splits import MIN_PHOTOS, Part, assemble, make_rng
from coincide.bench.suites.vectors import SetVectors, plain_vectors
from coincide.model import Floats, Indices

KEPT = 0.8  # share of each gallery's photos that a seed keeps


def real_events(seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    """Yield the sets whose true offsets are known; nothing may be tuned on them."""
    return _events("real", REAL, seeds, context)


def inferred_events(seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    """Yield the sets whose offsets are only inferred; never to be mixed with the known."""
    return _events("inferred", INFERRED, seeds, context)


def _events(
    suite: str, sets: Sequence[CameraSet], seeds: Sequence[int], context: BenchContext
) -> Iterator[BenchEvent]:
    for wanted in sets:
        galleries = load_cameras(context, wanted)
        if galleries is None:
            continue
        photos = [photo for gallery in galleries.values() for photo in gallery]
        vectors = plain_vectors(photos, context)
        for number, seed in enumerate(seeds):
            if number == 0:  # all photos, clocks as they were: the same for every seed
                yield camera_event(suite, wanted, galleries, vectors, seed, "recorded")
            yield camera_event(suite, wanted, galleries, vectors, seed, "continuous")


def camera_event(
    suite: str,
    wanted: CameraSet,
    galleries: Galleries,
    vectors: SetVectors,
    seed: int,
    kind: OffsetsKind,
) -> BenchEvent:
    """Return one trial of a set; ``vectors`` are of all its photos, gallery by gallery.

    "recorded" keeps every photo, any other kind a random part of each gallery.
    """
    rng = make_rng(seed, suite, wanted.folder, kind)
    hidden_s = draw_hidden_s(rng, kind, len(galleries))
    offsets_s = dict(wanted.offsets_s)
    parts = []
    first = 0
    for (name, photos), added_s in zip(galleries.items(), hidden_s, strict=True):
        rows = np.arange(len(photos)) if kind == "recorded" else thinned(len(photos), rng)
        times_s = np.array([photo.camera_time_s for photo in photos])[rows] + offsets_s[name]
        parts.append(plain_part(times_s, vectors, first + rows, added_s - offsets_s[name]))
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


def plain_part(
    times_s: Floats, vectors: SetVectors, rows: Indices, hidden_s: float, *, stranger: bool = False
) -> Part:
    """Return a gallery of photos as they are, without positions."""
    return Part(
        times_s=times_s,
        position_deg=np.full((len(rows), 2), np.nan),
        features=vectors.features(rows),
        moments=frozenset(),
        hidden_s=float(hidden_s),
        stranger=stranger,
    )


def thinned(n_photos: int, rng: np.random.Generator) -> Indices:
    """Return the rows of the photos to keep, ascending; never so few that nothing is left."""
    n_kept = max(min(MIN_PHOTOS, n_photos), round(KEPT * n_photos))
    return np.sort(rng.choice(n_photos, n_kept, replace=False))
