"""Sound of a large event: how long search and verification take, and how much memory."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from coincide.sound.features import sound_features
from coincide.sound.options import RATE, SoundOptions
from coincide.sound.search import find_candidates
from coincide.sound.ties import verify_candidates
from coincide_bench.memory import PeakMemory
from coincide_bench.sound.measure import WITHIN_S
from coincide_bench.sound.rooms import heard, own_noise, random_phone, random_place, random_room
from coincide_bench.sound.scenes import rng_of
from coincide_bench.sound.sources import PROGRAMMES, Rng, Sound, applause, levelled, song, talk

# an evening: items follow each other, and each fifth is the song that was there before
EVENING_S, ITEM_S = 900.0, 45.0
N_PHONES = 10
# people around, below the programme
PEOPLE = 0.35
CLIP_S = (6.0, 22.8)


@dataclass(frozen=True)
class LargeRun:
    """What a large event took; ``wrong``: certain ties that are off, replays among them."""

    n_clips: int
    sound_s: float
    n_candidates: int
    features_s: float
    search_s: float
    verify_s: float
    peak_gb: float
    n_certain: int
    n_wrong: int
    n_overlapping: int


def evening(rng: Rng) -> Sound:
    """Return the programme of an evening, where songs come again."""
    record = song(ITEM_S, rng)
    names = list(PROGRAMMES)
    items = [
        record if number % 5 == 4 else PROGRAMMES[names[number % 5]](ITEM_S, rng)
        for number in range(round(EVENING_S / ITEM_S))
    ]
    return np.concatenate(items)


def evening_clips(seed: int, n_clips: int) -> Iterator[tuple[float, Sound]]:
    """Yield clips of an evening, each with when it began: as many of every phone."""
    rng = rng_of(seed, "evening")
    room, programme = random_room(rng), evening(rng)
    stage, corner = random_place(room, rng), random_place(room, rng)
    around = talk(EVENING_S, rng) + applause(EVENING_S, rng)
    per_phone = -(-n_clips // N_PHONES)
    for number in range(n_clips):
        if number % per_phone == 0:
            phone = random_phone(room, float(rng.uniform(3, 20)), rng)
            track = levelled(heard(programme, room, stage, phone, rng))
            track += levelled(heard(around, room, corner, phone, rng), PEOPLE)
        n = int(rng.uniform(*CLIP_S) * RATE)
        at = int(rng.integers(0, len(track) - n))
        noise = own_noise(n, rng) * 10 ** (-phone.snr_db / 20)
        yield at / RATE, levelled(levelled(track[at : at + n]) + noise, 0.1)


def measure_large(
    seed: int, n_clips: int, *, threads: int, options: SoundOptions = SoundOptions()
) -> LargeRun:
    """Search and verify all pairs of an evening's clips."""
    starts, sounds = zip(*evening_clips(seed, n_clips), strict=True)
    began = time.perf_counter()
    features = [sound_features(sound, options.features) for sound in sounds]
    featured = time.perf_counter()
    with PeakMemory() as memory:
        candidates = find_candidates(
            features, options=options.search, feature_options=options.features, threads=threads
        )
        searched = time.perf_counter()
        ties = verify_candidates(sounds, features, candidates, options=options, threads=threads)
        verified = time.perf_counter()
    certain = [(tie, tie.certain) for tie in ties if tie.certain is not None]
    ends = [start + len(sound) / RATE for start, sound in zip(starts, sounds, strict=True)]
    return LargeRun(
        n_clips=n_clips,
        sound_s=sum(map(len, sounds)) / RATE,
        n_candidates=len(candidates),
        features_s=featured - began,
        search_s=searched - featured,
        verify_s=verified - searched,
        peak_gb=memory.peak_gb,
        n_certain=len(certain),
        n_wrong=sum(
            abs(starts[tie.second] - starts[tie.first] - lag.lag_s) > WITHIN_S
            for tie, lag in certain
        ),
        n_overlapping=sum(
            min(ends[i], ends[j]) - max(starts[i], starts[j]) >= options.tie.certain_s
            for i in range(n_clips)
            for j in range(i)
        ),
    )
