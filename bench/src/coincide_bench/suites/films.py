"""Simulated events in which people film: what was a burst of photos is one clip.

Its first photo is where the clip begins, the others are frames of it. What clips have heard is
drawn by the rates that were measured on generated sounds: most that overlap are tied, and a few
that do not are tied wrongly.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from coincide.model import Floats, Indices
from coincide.model.soundlags import HeardLag, HeardTie
from coincide.solver.evidence import FrameRows
from coincide_bench.event import BenchEvent, keep_photos
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.simulated import simulated_events
from coincide_bench.suites.splits import make_rng

SUITE = "filmed"
# photos no further apart than this were filmed without a break
_GAP_S = 60.0
# clips that overlap by so much are tied, so often, to so many seconds; what that says in nats
_LEAST_S, _TIED, _SD_S, _SAYS = 5.0, 0.8, 0.05, 6.0
# and of those that do not, so many as a share of all clips, wrongly and by less
_WRONG, _SAYS_WRONG = 0.1, 3.0


def filmed_events(seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    """Yield simulated events, their bursts filmed."""
    for event in simulated_events(seeds, context):
        yield as_filmed(event)


def as_filmed(event: BenchEvent) -> BenchEvent:
    """Return an event whose bursts are clips, with what these show and have heard."""
    table = event.table
    gallery = table.gallery_of(np.arange(table.n_photos))
    goes_on = np.zeros(table.n_photos, bool)
    goes_on[1:] = (np.diff(table.camera_time_s) <= _GAP_S) & (np.diff(gallery) == 0)
    kept = np.flatnonzero(~goes_on)
    clip = np.cumsum(~goes_on) - 1
    frames = FrameRows(
        clip[goes_on],
        (table.camera_time_s - table.camera_time_s[kept][clip])[goes_on],
        event.features["pooled"][goes_on],
    )
    length_s = np.zeros(len(kept))
    np.maximum.at(length_s, frames.clip, frames.within_s)
    filmed = replace(keep_photos(event, kept), suite=SUITE, frames=frames)
    return replace(filmed, heard=tuple(_heard(filmed, length_s)))


def _heard(event: BenchEvent, length_s: Floats) -> Iterator[HeardTie]:
    rng = make_rng(event.seed, "heard", event.name)
    table = event.table
    gallery = table.gallery_of(np.arange(table.n_photos))
    offset_s = np.array([event.truth.get(name, np.nan) for name in table.names])
    begins_s = table.camera_time_s + offset_s[gallery]
    clips = np.flatnonzero((length_s >= _LEAST_S) & np.isfinite(begins_s))
    for a, b in _pairs(clips, gallery):
        apart_s = float(begins_s[b] - begins_s[a])
        both_s = min(length_s[a], apart_s + length_s[b]) - max(0.0, apart_s)
        if both_s >= _LEAST_S and rng.random() < _TIED:
            told_s = apart_s + float(rng.normal(0.0, _SD_S))
            yield HeardTie(a, b, (HeardLag(told_s, _SD_S, _SAYS),), max(0.0, apart_s), sure=True)
    others = np.array([*_pairs(clips, gallery)]).reshape(-1, 2)
    n_wrong = min(round(_WRONG * len(clips)), len(others))
    for a, b in rng.permutation(others)[:n_wrong].tolist():
        told_s = float(rng.uniform(-length_s[b], length_s[a]))
        yield HeardTie(a, b, (HeardLag(told_s, _SD_S, _SAYS_WRONG),), max(0.0, told_s))


def _pairs(clips: Indices, gallery: Indices) -> Iterator[tuple[int, int]]:
    """Yield all clips of two galleries, by row."""
    for number, a in enumerate(clips.tolist()):
        for b in clips[number + 1 :].tolist():
            if gallery[a] != gallery[b]:
                yield a, b
