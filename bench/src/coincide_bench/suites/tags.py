"""The real cameras once more, with what their tags say of clocks and places.

The trials are those of the suite "real", photo for photo and offset for offset, so what the
tags add is all the difference. A clock is judged by the tags of the photos that the trial
keeps. The truth of most of these sets was itself read from GPS times: the suite shows what
becomes of what the tags know, not whether they are right.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from coincide.model import Event, Floats, Gallery, Photo
from coincide.solver.clocks import ClockBelief, clock_beliefs
from coincide_bench.event import BenchEvent, OffsetsKind, move_beliefs
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.photosets import REAL, CameraSet, Galleries, load_cameras
from coincide_bench.suites.real import REAL_SUITE, at_hand, camera_event, draw_trial, trials_of
from coincide_bench.suites.vectors import SetVectors, plain_vectors

SUITE = "tagged"


@dataclass(frozen=True)
class BelievedSet:
    """What the tags of a whole set say of its clocks, as they were recorded."""

    folder: str
    n_clocks: int
    beliefs: tuple[ClockBelief, ...]


def tagged_events(seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    """Yield the sets whose true offsets are known, their tags allowed."""
    for wanted in REAL:
        galleries = load_cameras(context, wanted, tags=True)
        if galleries is None:
            continue
        photos = [photo for gallery in galleries.values() for photo in gallery]
        vectors = plain_vectors(photos, context)
        for seed, kind in trials_of(seeds):
            event = tagged_event(wanted, galleries, vectors, seed, kind)
            draw = draw_trial(REAL_SUITE, wanted, galleries, seed, kind)
            yield replace(event, at_hand=at_hand(galleries, draw, context))


def tagged_event(
    wanted: CameraSet, galleries: Galleries, vectors: SetVectors, seed: int, kind: OffsetsKind
) -> BenchEvent:
    """Return a trial of the suite "real" with beliefs and positions; ``galleries`` have tags."""
    event = camera_event(REAL_SUITE, wanted, galleries, vectors, seed, kind)
    draw = draw_trial(REAL_SUITE, wanted, galleries, seed, kind)
    kept = {
        name: tuple(photos[row] for row in rows)
        for (name, photos), rows in zip(galleries.items(), draw.rows, strict=True)
    }
    added_s = dict(zip(galleries, draw.hidden_s.tolist(), strict=True))
    return replace(
        event,
        suite=SUITE,
        table=replace(event.table, position_deg=_positions(kept, wanted.misplaced)),
        beliefs=move_beliefs(_beliefs(wanted.folder, kept), added_s),
    )


def believed_sets(context: BenchContext) -> Iterator[BelievedSet]:
    """Yield what the tags say of the clocks of each set that is at hand."""
    for wanted in REAL:
        galleries = load_cameras(context, wanted, tags=True)
        if galleries is not None:
            yield BelievedSet(wanted.folder, len(galleries), _beliefs(wanted.folder, galleries))


def _beliefs(name: str, galleries: Galleries) -> tuple[ClockBelief, ...]:
    members = tuple(Gallery(gallery, photos) for gallery, photos in galleries.items())
    return clock_beliefs(Event(name, members))


def _positions(galleries: Galleries, misplaced: Sequence[str]) -> Floats:
    """Return latitude and longitude of all photos, (N, 2); NaN where unknown or false."""
    return np.array(
        [
            _position(photo, known=name not in misplaced)
            for name, photos in galleries.items()
            for photo in photos
        ],
        dtype=np.float64,
    )


def _position(photo: Photo, *, known: bool) -> tuple[float, float]:
    if photo.position is None or not known:
        return np.nan, np.nan
    return photo.position.latitude_deg, photo.position.longitude_deg
