"""When a film began by the satellites that its camera heard meanwhile (GoPro's telemetry).

Each payload tells a UTC time and lies at a time of the film. Where most of them agree on when the
film began, that is it: a film in slow motion or time lapse, a receiver that is still guessing, and
a clock that leaps are found out by that. What they all have in common is not: a receiver that does
not know the leap seconds yet is some seconds off for the whole of a short film.
"""

import numpy as np

from coincide.media.video.boxes import BoxFile
from coincide.media.video.gpmf import gps_moment
from coincide.media.video.samples import Sample, samples_of, track_of
from coincide.model import ExactTime, Floats
from coincide.model.possible import is_possible
from coincide.model.times import from_clock

# payloads that are looked at, spread over the whole film: the first fix may come late
_MOST_READ = 64
# a payload of a second has some 10 kB; what is far larger is none
_MOST_PAYLOAD = 1 << 18
# the first GoPro with GPS (HERO5) came then; an earlier date is a receiver's that knows none
_EARLIEST_S = from_clock(2016, 9, 1, 0, 0, 0)
# so many payloads must agree: one may be of a fix that is being lost
_LEAST = 3
# and within so many seconds: a payload lasts one, and its time is of its first position or its last
_AGREE_S = 1.5
# a receiver tells a time up to a second after it was so
_SD_S = 1.0


def telemetry_time(boxes: BoxFile) -> ExactTime | None:
    """Return when a film began by its GPS, None where it has none with a fix that agrees.

    Raises ValueError for telemetry that is damaged.
    """
    track = track_of(boxes, b"gpmd")
    if track is None:
        return None
    began_s = np.array(list(_began_s(boxes, samples_of(boxes, track))))
    return _agreed(began_s)


def _began_s(boxes: BoxFile, samples: list[Sample]) -> list[float]:
    """Return when the film began by each payload that has a fix."""
    every = max(1, -(-len(samples) // _MOST_READ))
    found = []
    for sample in samples[::every]:
        if sample.end - sample.start > _MOST_PAYLOAD:
            raise ValueError("its GoPro telemetry is damaged: a payload is too large")
        moment = gps_moment(boxes.read(sample.start, sample.end))
        if moment is not None and moment.utc_s >= _EARLIEST_S and is_possible(moment.utc_s):
            found.append(moment.utc_s - sample.time_s - moment.share * sample.length_s)
    return found


def _agreed(began_s: Floats) -> ExactTime | None:
    """Return the beginning that most payloads agree on."""
    if len(began_s) < _LEAST:
        return None
    ordered = np.sort(began_s)
    ends = np.searchsorted(ordered, ordered + _AGREE_S, side="right")
    first = int(np.argmax(ends - np.arange(len(ordered))))
    pile = ordered[first : ends[first]]
    if len(pile) < _LEAST or 2 * len(pile) <= len(ordered):
        return None
    return ExactTime(float(np.median(pile)), float(np.hypot(_SD_S, pile.std())), "gpmf")
