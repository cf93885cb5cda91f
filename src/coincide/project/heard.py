"""What was heard, as the solver takes it: by rows, and with all that headers may mean."""

from collections.abc import Iterator, Sequence

import numpy as np

from coincide.model import Event, Photo
from coincide.model.heard import HeardLag, HeardTie
from coincide.sound.overheard import Overheard

# meanings of a header that are less likely than this beside the likeliest are not asked about
_LEAST_LOG = float(np.log(0.02))


def heard_ties(event: Event, overheard: Sequence[Overheard]) -> tuple[HeardTie, ...]:
    """Return what clips have heard by rows of an event, as far as they are in it.

    A clip may have begun earlier than its time says, where that may be of its end: then each lag
    is one for each meaning, the less likely the meaning, the less it says.
    """
    photos = list(event.photos)
    rows = {photo.key: row for row, photo in enumerate(photos)}
    number = event.table.gallery_of(np.arange(len(photos)))
    ties = []
    for one in overheard:
        if one.first not in rows or one.second not in rows:
            continue
        a, b = rows[one.first], rows[one.second]
        if number[a] == number[b] or not one.lags:
            continue
        best = max(one.lags, key=lambda lag: (lag.certain, lag.weight))
        lags = [
            HeardLag(lag.lag_s + late_a - late_b, lag.sigma_s, lag.weight + log_a + log_b)
            for lag in sorted(one.lags, key=lambda lag: (-lag.certain, -lag.weight))
            for late_a, log_a in _meanings(photos[a])
            for late_b, log_b in _meanings(photos[b])
        ]
        lags = [lag for lag in lags if lag.nats > 0.0]
        if lags:
            ties.append(HeardTie(a, b, tuple(lags), best.start_s, best.certain))
    return tuple(ties)


def _meanings(photo: Photo) -> Iterator[tuple[float, float]]:
    """Yield by how much later than its time says a clip may have begun, and how likely that is.

    Told beside the likeliest meaning, which its time is of; zones are the clocks' business.
    """
    clip = photo.clip
    readings = () if clip is None else clip.readings
    if not readings:
        yield 0.0, 0.0
        return
    said = readings[0]
    for one in readings:
        log = one.log_prior - said.log_prior
        if one is said or (one.clock == said.clock and one.kind != "saved" and log >= _LEAST_LOG):
            yield one.start_s - said.start_s, log
