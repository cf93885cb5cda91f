"""What was heard, as the solver takes it: by rows, and with all that headers may mean."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from coincide.model import Event, HeaderReading, Photo, ReadingKind
from coincide.model.soundlags import HeardLag, HeardTie
from coincide.sound.model import Lag, Overheard

# a meaning less likely than this, beside the maker's usual one, is not asked about: no device is
# known that writes it
_LEAST_SHARE = 0.02

# what one pair may say at most (nats), and what sound vouches for does say: that it is not music,
# not short and has no rival is more than its strength tells
_VOUCHED_NATS = 5.0

Meanings = Mapping[str, ReadingKind]


def heard_ties(
    event: Event,
    overheard: Sequence[Overheard],
    meant: Meanings | None = None,
) -> tuple[HeardTie, ...]:
    """Return what clips have heard by rows of an event, as far as they are in it.

    A clip may have begun earlier than its time says, where that may be of its end: then each lag
    is one for each meaning, the less likely the meaning, the less it says. ``meant``: what the
    headers of a gallery mean, where that is settled.
    """
    photos = list(event.photos)
    rows = {photo.key: row for row, photo in enumerate(photos)}
    number = event.table.gallery_of(np.arange(len(photos)))
    names, settled, ties = event.table.names, meant or {}, []
    for item in overheard:
        if item.first not in rows or item.second not in rows:
            continue
        a, b = rows[item.first], rows[item.second]
        if number[a] == number[b] or not item.lags:
            continue
        meanings = {
            row: [*_meanings(photos[row], settled.get(names[number[row]]))] for row in (a, b)
        }
        best = max(item.lags, key=lambda lag: (lag.certain, lag.weight))
        lags = [
            HeardLag(lag.lag_s + late_a - late_b, lag.sigma_s, nats_of(lag) + log_a + log_b)
            for lag in sorted(item.lags, key=lambda lag: (-lag.certain, -lag.weight))
            for late_a, log_a in meanings[a]
            for late_b, log_b in meanings[b]
        ]
        lags = [lag for lag in lags if lag.nats > 0.0]
        if lags:
            ties.append(HeardTie(a, b, tuple(lags), best.start_s, best.certain, item.told))
    return tuple(ties)


def nats_of(lag: Lag) -> float:
    """Return how much a lag says for two clips having met so."""
    return max(lag.weight, _VOUCHED_NATS) if lag.certain else lag.weight


def late_s(photo: Photo, kind: ReadingKind | None) -> float | None:
    """Return how much later than its time says a clip began, if its header means so."""
    clip = photo.clip
    if clip is None or kind is None or not clip.readings:
        return 0.0
    said = clip.readings[0]
    same = (
        reading for reading in clip.readings if reading.kind == kind and reading.clock == said.clock
    )
    found = next(same, None)
    return None if found is None else found.start_s - said.start_s


def open_readings(photo: Photo) -> list[HeaderReading]:
    """Return what the header of a clip may mean, the likeliest first, but for its zone."""
    readings = () if photo.clip is None else photo.clip.readings
    least_log = float(np.log(_LEAST_SHARE))
    return [
        reading
        for reading in readings
        if reading.kind != "saved"
        and reading.clock == readings[0].clock
        and reading.log_prior - readings[0].log_prior >= least_log
    ]


def _meanings(photo: Photo, meant: ReadingKind | None) -> Iterator[tuple[float, float]]:
    """Yield by how much later than its time says a clip may have begun, and how likely that is.

    Told beside the likeliest meaning, which its time is of; zones are the clocks' business.
    """
    clip = photo.clip
    readings = () if clip is None else clip.readings
    settled_s = late_s(photo, meant)
    if meant is not None or not readings:
        yield settled_s or 0.0, 0.0
        return
    said, likely = readings[0], open_readings(photo)
    for reading in likely if said in likely else (said, *likely):
        yield reading.start_s - said.start_s, reading.log_prior - said.log_prior
