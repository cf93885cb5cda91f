"""Drift: clocks that go too fast or too slow, where an event is long enough to show it.

A quartz of 20 ppm is 1.7 s a day off, so days must pass before photos could tell; see
docs/how-it-works.md. A gallery's drift turns its times about its middle, which is where its offset
was found.
"""

from collections.abc import Container
from dataclasses import dataclass, replace

import numpy as np

from coincide.model import Floats, Offsets
from coincide.solver.joint.board import Board

MAX_PPM = 60.0
RATES_PPM = np.arange(-MAX_PPM, MAX_PPM + 1.0, 4.0)
# camera quartzes are good to this
USUAL_PPM = 20.0
# what no camera exceeds must move photos by the finest scale of evidence, or nothing is seen
FAST_PPM = 40.0
# the middle may have been found a little off while drift was not thought of
SHIFTS_S = np.arange(-30.0, 31.0, 6.0)
# nats by which a drift must be likelier than none
LEAST_GAIN = 3.0
# … and none must lie outside of this share of the probability
SHARE = 0.98


@dataclass(frozen=True)
class Drift:
    """A clock's rate, and what is to be added to its offset, which was found without it.

    ``shift_s`` is what the offset of its first photo changes by.
    """

    rate_ppm: float
    shift_s: float


def with_drift(board: Board, offsets: Offsets, without: Container[int]) -> Offsets:
    """Return offsets with the drift of each clock that shows any; some are not looked at."""
    placements = list(offsets.placements)
    for gallery, placement in enumerate(placements):
        estimate = placement.estimate
        if estimate is None or gallery in without or gallery in dict(board.told.hints.pinned):
            continue
        drift = drift_of(board, gallery)
        if drift is None:
            continue
        # the anchor's first photo is what event time is told by
        shift_s = 0.0 if gallery == board.anchor else drift.shift_s
        moved = replace(
            estimate,
            offset_s=estimate.offset_s + shift_s,
            low_s=estimate.low_s + shift_s,
            high_s=estimate.high_s + shift_s,
        )
        placements[gallery] = replace(placement, estimate=moved, drift_ppm=drift.rate_ppm)
    return replace(offsets, placements=tuple(placements))


def drift_of(board: Board, gallery: int) -> Drift | None:
    """Return the drift of one clock, if there is enough to tell it from none."""
    table, measured = board.evidence.table, board.evidence.measured
    times_s = table.camera_time_s[table.rows(gallery)]
    span_s = float(times_s[-1] - times_s[0])
    crowd = board.crowd_of(gallery, frozenset())
    if not measured.says_anything or not len(crowd.time_s):
        return None
    if FAST_PPM * 1e-6 * span_s < min(measured.scales_s):
        return None
    since_s = times_s - (times_s[0] + times_s[-1]) / 2
    turned_s = 1e-6 * RATES_PPM[:, None] * since_s
    odds = np.array(
        [
            measured.by_photo(gallery, crowd, board.offset_s[gallery] + turned_s + shift_s).sum(1)
            for shift_s in SHIFTS_S
        ]
    )
    chosen = likeliest_rate(board.options.temper * odds)
    if chosen is None:
        return None
    rate_ppm = float(RATES_PPM[chosen])
    shift_s = float(SHIFTS_S[np.argmax(odds[:, chosen])])
    return Drift(rate_ppm, shift_s + rate_ppm * 1e-6 * float(since_s[0]))


def likeliest_rate(odds: Floats) -> int | None:
    """Return which rate is likeliest, None where that may be none.

    ``odds`` (shifts, rates), tempered.
    """
    posterior = np.logaddexp.reduce(odds, axis=0) - (RATES_PPM / USUAL_PPM) ** 2 / 2
    best, none = int(np.argmax(posterior)), int(np.argmin(np.abs(RATES_PPM)))
    mass = np.exp(posterior - np.logaddexp.reduce(posterior))
    below, above = mass[: none + 1].sum(), mass[none:].sum()
    outside = min(below, above) < (1 - SHARE) / 2
    return best if outside and posterior[best] - posterior[none] >= LEAST_GAIN else None
