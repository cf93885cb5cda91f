"""The sound of a whole event, rendered: what everybody's phone made of one programme."""

from collections.abc import Iterator

import numpy as np

from coincide.sound.features import sound_features
from coincide.sound.model import Overheard
from coincide.sound.options import RATE
from coincide.sound.ties import find_ties
from coincide_bench.sound.drawn import between_cameras, clips_of
from coincide_bench.sound.evenings import Evening, Item
from coincide_bench.sound.rooms import (
    Phone,
    Room,
    heard,
    random_phone,
    random_place,
    random_room,
    recorded,
)
from coincide_bench.sound.scenes import N_PEOPLE, PEOPLE_DB, rng_of
from coincide_bench.sound.sources import PROGRAMMES, Rng, Sound, applause, song, talk

# what sounded before a clip still rings in it
RUN_UP_S = 1.5


def rendered_ties(evening: Evening, *, threads: int = 1) -> tuple[Overheard, ...]:
    """Return what all clips have heard by their sound."""
    clips = clips_of(evening)
    sounds = list(rendered_clips(evening))
    found = find_ties(sounds, [sound_features(sound) for sound in sounds], threads=threads)
    ties = between_cameras(clips, found)
    return tuple(Overheard(clips[tie.first].key, clips[tie.second].key, tie.lags) for tie in ties)


def rendered_clips(evening: Evening) -> Iterator[Sound]:
    """Yield the sound of every clip, in their order."""
    places = {
        stranger: _Place(evening, items, rng_of(evening.seed, "place", stranger))
        for stranger, items in ((False, evening.here), (True, evening.elsewhere))
    }
    phones = {
        filmer.name: random_phone(
            places[filmer.stranger].room,
            filmer.snr_db,
            rng_of(evening.seed, "phone", filmer.name),
        )
        for filmer in evening.filmers
    }
    for clip in clips_of(evening):
        rng = rng_of(evening.seed, "clip", clip.key)
        place, phone = places[clip.filmer.stranger], phones[clip.filmer.name]
        yield place.clip(clip.take.from_s, clip.take.length_s, phone, rng)


class _Place:
    """A room with a loudspeaker and people around, for a whole evening."""

    def __init__(self, evening: Evening, items: tuple[Item, ...], rng: Rng) -> None:
        self.room: Room = random_room(rng)
        self.speaker = random_place(self.room, rng)
        self.from_s = items[0].from_s
        self.programme = np.concatenate([_rendered(evening, item, rng) for item in items])
        length_s = len(self.programme) / RATE
        self.people = [
            (random_place(self.room, rng), rng.uniform(0.3, 1.0), voice(length_s, rng))
            for voice in (applause, *[talk] * (N_PEOPLE - 1))
        ]
        self.below_db = rng.uniform(*PEOPLE_DB)

    def clip(self, from_s: float, length_s: float, phone: Phone, rng: Rng) -> Sound:
        """Return what a phone recorded."""
        start = round((from_s - self.from_s - RUN_UP_S) * RATE)
        n_before = round(RUN_UP_S * RATE)
        main = self._reached(self.programme, start, length_s, self.speaker, phone, rng)
        around = np.zeros_like(main)
        for place, level, voice in self.people:
            around += level * self._reached(voice, start, length_s, place, phone, rng)
        spread = max(float(np.std(around)), float(np.finfo(np.float32).tiny))
        gain = float(np.std(main)) / spread * 10 ** (-self.below_db / 20)
        both = np.asarray(main + gain * around, np.float32)
        return recorded(both[n_before:], phone, rng)

    def _reached(
        self,
        sound: Sound,
        start: int,
        length_s: float,
        place: tuple[float, float],
        phone: Phone,
        rng: Rng,
    ) -> Sound:
        cut = np.zeros(round((length_s + RUN_UP_S) * RATE), np.float32)
        first, last = max(start, 0), min(start + len(cut), len(sound))
        cut[first - start : max(last, first) - start] = sound[first : max(last, first)]
        return heard(cut, self.room, place, phone, rng)


def _rendered(evening: Evening, item: Item, rng: Rng) -> Sound:
    """Return the sound of an item; a record is the same to the sample whenever it is played."""
    if item.record is None:
        return PROGRAMMES[item.what](item.length_s, rng)
    return song(item.length_s, rng_of(evening.seed, "record", item.record))
