"""Pairs of clips whose truth is known: of one moment, or of two that sound alike."""

import zlib
from dataclasses import dataclass
from typing import Literal

import numpy as np

from coincide.sound.options import RATE
from coincide_bench.sound.rooms import (
    Phone,
    Room,
    heard,
    random_phone,
    random_place,
    random_room,
    recorded,
)
from coincide_bench.sound.sources import (
    PROGRAMMES,
    Rng,
    Sound,
    applause,
    bell,
    levelled,
    loop,
    song,
    talk,
)

Kind = Literal["unrelated", "bells", "again", "loop", "elsewhere"]
KINDS: tuple[Kind, ...] = ("unrelated", "bells", "again", "loop", "elsewhere")
# how far people at an event are below what all came to hear, in decibels
PEOPLE_DB = (3.0, 18.0)
N_PEOPLE = 3


@dataclass(frozen=True)
class ClipPair:
    """Two clips; ``lag_s``: where the second's sample 0 is on the first's time, None if nowhere.

    ``lag_s`` is by the clocks: the sound's own way to the two phones is not taken off.
    """

    first: Sound
    second: Sound
    lag_s: float | None
    what: str


def rng_of(seed: int, *names: object) -> Rng:
    """Return chance of its own for each use: no two clips share any noise by accident."""
    return np.random.default_rng([seed, *(zlib.crc32(str(name).encode()) for name in names)])


def people(length_s: float, room: Room, phones: tuple[Phone, ...], rng: Rng) -> list[Sound]:
    """Return the people of an event as each phone hears them: talk and clapping all around."""
    total = [np.zeros(int(length_s * RATE), np.float32) for _ in phones]
    for number in range(N_PEOPLE):
        voice = (applause if number == 0 and rng.random() < 0.4 else talk)(length_s, rng)
        place, level = random_place(room, rng), rng.uniform(0.3, 1.0)
        for k, phone in enumerate(phones):
            total[k] += level * heard(voice, room, place, phone, rng)
    return total


def at_event(
    programme: Sound, room: Room, phones: tuple[Phone, ...], rng: Rng, speaker: tuple[float, float]
) -> list[Sound]:
    """Return what reaches each phone: the programme from one place, people from all around."""
    around = people((len(programme) + 1) / RATE, room, phones, rng)
    below_db = rng.uniform(*PEOPLE_DB)
    level = float(np.mean([np.std(array) for array in around]))
    out = []
    for phone, crowd in zip(phones, around, strict=True):
        main = heard(programme, room, speaker, phone, rng)
        gain = float(np.std(main)) / level * 10 ** (-below_db / 20)
        out.append(main + np.asarray(gain * crowd[: len(main)], np.float32))
    return out


def same_moment(
    seed: int, index: int, *, snr_db: float, overlap_s: float, only: str | None = None
) -> ClipPair:
    """Return two clips of one moment that share so many seconds; ``only``: what is heard then."""
    rng = rng_of(seed, "moment", index, snr_db, overlap_s)
    drawn = str(rng.choice(list(PROGRAMMES)))
    what = drawn if only is None else only
    before_s, after_s = rng.uniform(0.5, 12, 2)
    length_s = before_s + overlap_s + after_s
    room = random_room(rng)
    phones = (random_phone(room, snr_db, rng), random_phone(room, snr_db, rng))
    programme = PROGRAMMES[what](length_s, rng)
    a, b = at_event(programme, room, phones, rng, random_place(room, rng))
    start, end = int(before_s * RATE), int((before_s + overlap_s) * RATE)
    first = recorded(a[:end], phones[0], rng_of(seed, "moment first", index, snr_db, overlap_s))
    second = recorded(b[start:], phones[1], rng_of(seed, "moment second", index, snr_db, overlap_s))
    return ClipPair(first, second, start / RATE, what)


def two_moments(seed: int, index: int, kind: Kind) -> ClipPair:
    """Return two clips of different moments: strangers, or the same song, loop or bell again."""
    rng = rng_of(seed, kind, index)
    room = random_room(rng)
    sounds = _programmes(kind, rng)
    rooms = (room, random_room(rng) if kind in ("elsewhere", "unrelated") else room)
    # a record comes from the same loudspeaker again
    speaker = random_place(room, rng)
    clips = []
    for k in range(2):
        own = rng_of(seed, kind, index, "clip", k)
        phone = random_phone(rooms[k], float(own.uniform(0, 25)), own)
        place = speaker if rooms[k] is room else random_place(rooms[k], own)
        (reached,) = at_event(sounds[k], rooms[k], (phone,), own, place)
        clips.append(recorded(reached, phone, rng_of(seed, kind, index, "noise", k)))
    return ClipPair(clips[0], clips[1], None, kind)


def _programmes(kind: Kind, rng: Rng) -> tuple[Sound, Sound]:
    """Return what is played at two moments."""
    lengths = rng.uniform(12, 32, 2)
    if kind == "unrelated":
        names = rng.choice(list(PROGRAMMES), 2)
        first, second = (
            PROGRAMMES[str(n)](float(s), rng) for n, s in zip(names, lengths, strict=True)
        )
        return first, second
    if kind == "bells":
        cast = int(rng.integers(2**31))
        first, second = (bell(float(s), rng, cast=np.random.default_rng(cast)) for s in lengths)
        return first, second
    whole = (loop if kind == "loop" else song)(45.0, rng)
    shift = rng.uniform(-6, 6)
    starts = (6.0, 6.0 + shift)
    first, second = (
        levelled(whole[int(at * RATE) : int((at + s) * RATE)])
        for at, s in zip(starts, lengths, strict=True)
    )
    return first, second
