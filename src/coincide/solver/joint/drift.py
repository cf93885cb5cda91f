"""Drift: clocks that go too fast or too slow, where an event is long enough to show it.

A quartz of 20 ppm is 1.7 s a day off, so days must pass before photos could tell; see
docs/how-it-works.md. A gallery's drift turns its times about its middle, which is where its offset
was found.
"""

from collections.abc import Container
from dataclasses import dataclass, replace

import numpy as np

from coincide.model import Floats, Offsets
from coincide.model.times import PPM
from coincide.solver.joint.board import Board
from coincide.solver.joint.refine import grid

# rates looked at, in ppm: beyond those of any camera
RATE_STEPS = ((60.0, 4.0),)
# camera quartzes are good to this
_USUAL_PPM = 20.0
# no camera is faster or slower than this; a gallery is looked at where it would move photos by the
# finest scale of evidence: in a shorter one nothing is seen
_FAST_PPM = 40.0
# shifts looked at, in seconds: the middle may have been found a little off while drift was not
# thought of
SHIFT_STEPS = ((30.0, 6.0),)
# nats by which a drift must be likelier than none
_LEAST_DRIFT_GAIN = 3.0
# no drift at all must lie outside of this share of the probability
_DRIFT_SHARE = 0.98


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
        if estimate is None or gallery in without or gallery in dict(board.knowledge.hints.pinned):
            continue
        drift = drift_of(board, gallery)
        if drift is None:
            continue
        # the anchor's first photo is what event time is told by
        shift_s = 0.0 if gallery == board.anchor else drift.shift_s
        moved = estimate.shifted(shift_s)
        placements[gallery] = replace(placement, estimate=moved, drift_ppm=drift.rate_ppm)
    return replace(offsets, placements=tuple(placements))


def drift_of(board: Board, gallery: int) -> Drift | None:
    """Return the drift of one clock, if there is enough to tell it from none."""
    table, measured = board.evidence.table, board.evidence.measured
    rates_ppm, shifts_s = grid(RATE_STEPS), grid(SHIFT_STEPS)
    times_s = table.camera_time_s[table.rows(gallery)]
    span_s = float(times_s[-1] - times_s[0])
    crowd = board.crowd_of(gallery, frozenset())
    if not measured.says_anything or not len(crowd.time_s):
        return None
    if _FAST_PPM * PPM * span_s < min(measured.scales_s):
        return None
    since_s = times_s - (times_s[0] + times_s[-1]) / 2
    turned_s = PPM * rates_ppm[:, None] * since_s
    odds = np.array(
        [
            measured.by_photo(gallery, crowd, board.offset_s[gallery] + turned_s + shift_s).sum(1)
            for shift_s in shifts_s
        ]
    )
    chosen = likeliest_rate(board.options.temper * odds)
    if chosen is None:
        return None
    rate_ppm = float(rates_ppm[chosen])
    shift_s = float(shifts_s[np.argmax(odds[:, chosen])])
    return Drift(rate_ppm, shift_s + rate_ppm * PPM * float(since_s[0]))


def likeliest_rate(odds: Floats) -> int | None:
    """Return which rate is likeliest, None where that may be none.

    ``odds`` (shifts, rates), tempered.
    """
    rates_ppm = grid(RATE_STEPS)
    posterior = np.logaddexp.reduce(odds, axis=0) - (rates_ppm / _USUAL_PPM) ** 2 / 2
    best, none = int(np.argmax(posterior)), int(np.argmin(np.abs(rates_ppm)))
    mass = np.exp(posterior - np.logaddexp.reduce(posterior))
    below, above = mass[: none + 1].sum(), mass[none:].sum()
    outside = min(below, above) < (1 - _DRIFT_SHARE) / 2
    clear = posterior[best] - posterior[none] >= _LEAST_DRIFT_GAIN
    return best if outside and clear else None
