"""Sound that comes again: within a clip, and across the clips of an event."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import scipy  # its parts are loaded where they are first used: looking needs none

from coincide.sound.features import Features
from coincide.sound.model import Lag, LagTie
from coincide.sound.options import FeatureOptions

# nearer to itself every sound is alike
_BEAT_S = 0.4
# fewer seconds of a clip are like another part of it by chance
_LEAST_SELF_S = 3.0
# lags of three clips agree when they add up to less
_RING_S = 0.5
# two clips of one camera that agree so well have a sound that comes again
_PROOF_Z = 6.5
# a tie that rests on such sound for more of its stretch is not certain
_PROOF_SHARE = 0.5

REPEATED = "the same sound is heard at several lags: it comes again"


def self_likeness(features: Features, options: FeatureOptions = FeatureOptions()) -> float:
    """Return how alike a clip is to itself some time later, at most: music is, talk is not.

    A correlation: 0 for what never comes again, 1 for a loop.
    """
    rows = features.astype(np.float32)
    least = round(_LEAST_SELF_S / options.hop_s)
    n = len(rows)
    lags = np.arange(round(_BEAT_S / options.hop_s), n - least + 1)
    if len(lags) == 0:
        return 0.0
    spectra = scipy.fft.rfft(rows, scipy.fft.next_fast_len(2 * n, real=True), axis=0)
    power = np.sum(spectra.real**2 + spectra.imag**2, axis=1)
    curve = scipy.fft.irfft(power, scipy.fft.next_fast_len(2 * n, real=True))
    if curve[0] <= 0:
        return 0.0
    return float(np.max(curve[lags] / (n - lags))) / float(curve[0] / n)


def mark_repeats(ties: Sequence[LagTie], *, proofs: Sequence[LagTie] = ()) -> list[LagTie]:
    """Return ties whose sound is not heard elsewhere as they were; others are certain no more.

    Three clips that are tied in a ring must agree: where the lags of a ring do not add up, one
    of them rests on a sound that was played twice, and nobody can tell which. ``proofs``: ties of
    clips that one camera filmed, at two times therefore: whatever both have comes again.
    """
    certain = {(tie.first, tie.second): lag for tie in ties for lag in tie.lags if lag.certain}
    doubted = _broken_rings(certain) | _proven(certain, proofs)
    return [
        LagTie(tie.first, tie.second, tuple(map(_doubt, tie.lags)))
        if (tie.first, tie.second) in doubted
        else tie
        for tie in ties
    ]


def _proven(certain: dict[tuple[int, int], Lag], proofs: Sequence[LagTie]) -> set[tuple[int, int]]:
    """Return the pairs that rest, in either clip, on sound that is proven to come again."""
    again = defaultdict(list)
    for tie in proofs:
        for lag in tie.lags:
            if lag.z >= _PROOF_Z:
                again[tie.first].append((lag.start_s, lag.end_s))
                again[tie.second].append((lag.start_s - lag.lag_s, lag.end_s - lag.lag_s))
    doubted = set()
    for (first, second), lag in certain.items():
        own = {first: (lag.start_s, lag.end_s)}
        own[second] = (lag.start_s - lag.lag_s, lag.end_s - lag.lag_s)
        shared_s = sum(
            max(0.0, min(end_s, last_s) - max(start_s, first_s))
            for clip, (start_s, end_s) in own.items()
            for first_s, last_s in again[clip]
        )
        if shared_s > _PROOF_SHARE * (lag.end_s - lag.start_s):
            doubted.add((first, second))
    return doubted


def _broken_rings(certain: dict[tuple[int, int], Lag]) -> set[tuple[int, int]]:
    beside = defaultdict(set)
    for first, second in certain:
        beside[first].add(second)
    doubted = set()
    for a, others in beside.items():
        for b, c in combinations(sorted(others), 2):
            if (b, c) in certain:
                ring = ((a, b), (b, c), (a, c))
                sides = [certain[side].lag_s for side in ring]
                if abs(sides[0] + sides[1] - sides[2]) > _RING_S:
                    doubted |= set(ring)
    return doubted


def _doubt(lag: Lag) -> Lag:
    return lag.doubted(REPEATED)
