"""From the sounds of clips to ties: search, look closer, and say what is certain."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from coincide.engine.local import Threads
from coincide.sound.features import Features, Samples
from coincide.sound.model import Lag, LagTie
from coincide.sound.options import SoundOptions, TieOptions
from coincide.sound.repetition import mark_repeats, self_likeness
from coincide.sound.search import EVERY_LAG, Candidate, Gate, find_candidates
from coincide.sound.verify import cut_blocks, verify

# fewer blocks cannot be paired wrongly for comparison
_LEAST_BLOCKS = 6
# lags this near are one: echoes
_SAME_S = 0.15
# another lag with so much of the agreement is a rival: the sound is a loop
_RIVAL = 0.7
# cosines that likeness is told by: the coarse shape
_LIKE_KEPT = 24
# standard deviation of a lag: the sound's way, ten metres from one phone to the other
_SIGMA_S = 0.03
# nats for each standard deviation: far fewer than a normal distribution gives, as rooms are not
# normal
_NATS_PER_Z = 0.5
# the z that chance gives: it is no evidence
_CHANCE_Z = 5.0
# one pair never says more: odds of 150, for what is wrong beyond all measures
_MOST_NATS = 5.0
# what may have been played twice says little
_MOST_MUSIC_NATS = 2.0

WEAK = "the two sounds agree no more than chance may"
SHORT = "too little sound in common"
RIVAL = "another lag fits nearly as well"
MUSIC = "music, and not all that one heard is in the other: it may have been played twice"


def find_ties(
    sounds: Sequence[Samples],
    features: Sequence[Features],
    *,
    options: SoundOptions = SoundOptions(),
    gate: Gate = lambda first, second: EVERY_LAG,
    threads: int = 1,
) -> list[LagTie]:
    """Return what sound says of every two clips that may have heard the same, by clip."""
    candidates = find_candidates(
        features,
        options=options.search,
        feature_options=options.features,
        gate=gate,
        threads=threads,
    )
    return verify_candidates(sounds, features, candidates, options=options, threads=threads)


def verify_candidates(
    sounds: Sequence[Samples],
    features: Sequence[Features],
    candidates: Sequence[Candidate],
    *,
    options: SoundOptions = SoundOptions(),
    threads: int = 1,
) -> list[LagTie]:
    """Return the ties that candidates of a search turn out to be."""
    by_pair = defaultdict(list)
    for candidate in candidates:
        by_pair[candidate.first, candidate.second].append(candidate)
    clips = sorted({clip for pair in by_pair for clip in pair})
    with Threads(threads) as pool:
        likeness = pool.map(lambda clip: self_likeness(features[clip], options.features), clips)
        musical = dict(zip(clips, likeness, strict=True))

        def tie(pair: tuple[int, int]) -> LagTie:
            first, second = pair
            found = [_lag(sounds, features, item, options) for item in by_pair[pair]]
            music = max(musical[first], musical[second])
            return LagTie(first, second, _judged([lag for lag in found if lag], music, options))

        ties = [tie for tie in pool.map(tie, sorted(by_pair)) if tie.lags]
    return mark_repeats(ties)


def _lag(
    sounds: Sequence[Samples],
    features: Sequence[Features],
    candidate: Candidate,
    options: SoundOptions,
) -> Lag | None:
    """Return a candidate after a closer look; None where too little is shared for one."""
    first, second = sounds[candidate.first], sounds[candidate.second]
    blocks = cut_blocks(first, second, candidate.lag_s, options.features)
    if len(blocks.starts_s) < _LEAST_BLOCKS:
        return None
    match = verify(blocks)
    alike = likeness(features[candidate.first], features[candidate.second], match.lag_s, options)
    evidence = _NATS_PER_Z * (max(candidate.z - options.search.least_z, 0) + match.z - _CHANCE_Z)
    return Lag(
        lag_s=match.lag_s,
        sigma_s=_SIGMA_S,
        weight=float(np.clip(evidence, 0.0, _MOST_NATS)),
        z=match.z,
        likeness=alike,
        drift_ppm=match.drift_ppm,
        start_s=match.start_s,
        end_s=match.end_s,
        reasons=_weak(candidate, match.z, match.end_s - match.start_s, options),
    )


def _weak(
    candidate: Candidate, z: float, shared_s: float, options: SoundOptions
) -> tuple[str, ...]:
    tie = options.tie
    agrees = z >= tie.certain_z and z + candidate.z >= tie.certain_sum
    reasons = () if agrees else (WEAK,)
    return reasons if shared_s >= tie.certain_s else (*reasons, SHORT)


def likeness(
    first: Features, second: Features, lag_s: float, options: SoundOptions = SoundOptions()
) -> float:
    """Return the correlation of what two clips heard at a lag: 1 if all that is in one is in both.

    Rooms differ from place to place, so that even of one moment it is seldom above 0.7; what one
    phone alone heard takes from it, and so do the people around when a song is played again.
    """
    lag = round(lag_s / options.features.hop_s)
    start, end = max(0, lag), min(len(first), len(second) + lag)
    if end <= start:
        return 0.0
    a, b = (
        rows[:, :_LIKE_KEPT].astype(np.float32)
        for rows in (first[start:end], second[start - lag : end - lag])
    )
    power = float(np.sum(a * a)) * float(np.sum(b * b))
    return float(np.sum(a * b)) / float(np.sqrt(power)) if power > 0 else 0.0


def _judged(found: Sequence[Lag], music: float, options: SoundOptions) -> tuple[Lag, ...]:
    """Return the lags of two clips, best first, each with all reasons not to be certain of it."""
    best_first = sorted(found, key=lambda lag: -lag.z)
    judged = (_doubted(lag, best_first, music, options.tie) for lag in best_first)
    return tuple(lag for lag in judged if lag.weight > 0)


def _doubted(lag: Lag, all_lags: Sequence[Lag], music: float, options: TieOptions) -> Lag:
    """Return a lag with what speaks against it: others as good, or music that is not all one."""
    rivals = [item for item in all_lags if abs(item.lag_s - lag.lag_s) > _SAME_S]
    if any(rival.z > _RIVAL * lag.z for rival in rivals):
        lag = lag.doubted(RIVAL)
    if music > options.music and lag.likeness < options.music_likeness:
        lag = replace(lag.doubted(MUSIC), weight=min(lag.weight, _MOST_MUSIC_NATS))
    return lag
