"""What exact times say of a clock, source by source: each source's word is one reading.

True time is camera time + ``to_true_s``. All exact times of one source err alike (a receiver
without a fix, a watch that is slow), so many of them are no surer than one: they only have to
agree.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

import numpy as np

from coincide.model import Event, ExactSource, Floats, Photo
from coincide.model.hints import RowHints
from coincide.model.knowntimes import KnownClock
from coincide.model.times import offset_in_words
from coincide.solver.units import NORMAL_90

# "gps": GPS tags of photos; "statement": what a person knows of the clock itself
ClockSource = ExactSource | Literal["gps", "statement"]

# A weight is the probability that a source is right; else the clock may show anything.

# as GPS times of photos: some firmware writes dates that are years off, or before its first fix
_GPMF_WEIGHT = 0.98
# the track may be another person's, or its places may have been written into photos by a program
_GPX_WEIGHT = 0.95
# of the camera's own clock, or free running from zero: that it is the time of day is a setting
_TIMECODE_WEIGHT = 0.5
# a checksum lets no misread through; the device's own clock may be off, or the photo may be of a
# picture of the page
_CLOCK_CODE_WEIGHT = 0.98
# clocks on walls are minutes off, stopped or misread, and tell no date
_CLOCK_PHOTO_WEIGHT = 0.9
# people name the wrong photo or day, or the plan instead of what happened, one time in thirty
_PERSON_WEIGHT = 0.97
# ahead and behind are mixed up easily, and summer time is forgotten
_STATEMENT_WEIGHT = 0.95
# software may have written GPS times from the camera's own time and a recorded track
GPS_WEIGHT = 0.98
WEIGHTS: Mapping[ClockSource, float] = MappingProxyType(
    {
        "gps": GPS_WEIGHT,
        "gpmf": _GPMF_WEIGHT,
        "gpx": _GPX_WEIGHT,
        "timecode": _TIMECODE_WEIGHT,
        "clock-code": _CLOCK_CODE_WEIGHT,
        "clock-photo": _CLOCK_PHOTO_WEIGHT,
        "person": _PERSON_WEIGHT,
        "statement": _STATEMENT_WEIGHT,
    }
)
# whole seconds in the camera's own times: no clock is known better
_LEAST_SD_S = 1.0
# exact times agree within so many standard deviations, as one in four hundred does not
_AGREE_SDS = 3.0
# and within this beside it: a clock of 20 ppm drifts by it in six days
_AGREE_S = 10.0
# exact times of one source that are compared with each other: more tell no more
_MOST_COMPARED = 500
# a clip's header is in UTC, or of a clock that shows it, that is no further from it
_IN_UTC_S = 120.0
# a reading of a clip's header that is so unlikely does not make its beginning uncertain
_UNLIKELY_LOG = -3.0


@dataclass(frozen=True, slots=True)
class ClockReading:
    """What one source says of a clock: true time = camera time + ``to_true_s``, ± ``sd_s``.

    ``local``: true time is local time where the event was; else it is UTC. ``n_photos`` agree on
    it. ``weight``: how likely the source is right.
    """

    source: ClockSource
    to_true_s: float
    sd_s: float
    local: bool
    weight: float
    n_photos: int = 1

    @property
    def words(self) -> str:
        """Name the source as a sentence does, after "measured by"."""
        n = self.n_photos
        photos, clips = _counted(n, "photo"), _counted(n, "clip")
        return {
            "gps": f"the GPS time of {photos}",
            "gpmf": f"the satellites that {clips} recorded",
            "gpx": f"a GPS track at the places of {photos}",
            "timecode": f"the timecode of {clips}",
            "clock-code": f"the clock page that {photos} show" + ("s" if n == 1 else ""),
            "clock-photo": f"the clock that {photos} show" + ("s" if n == 1 else ""),
            "person": f"your known times of {photos}",
            "statement": "your statement about its clock",
        }[self.source]


@dataclass(frozen=True, slots=True)
class RoughWord:
    """What is known of a clock's offset roughly: it is right with ``weight``, to ``sd_s``."""

    offset_s: float
    sd_s: float
    weight: float


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Exact times of one source that say nothing together, and why."""

    source: ClockSource
    reason: str


def photo_readings(
    photos: Sequence[Photo],
) -> tuple[tuple[ClockReading, ...], tuple[Disagreement, ...]]:
    """Return what the exact times that files tell say of one clock, and what of it cannot be."""
    by_source: dict[tuple[ExactSource, bool], list[tuple[float, float]]] = {}
    open_ = [photo for photo in photos if _may_tell_utc(photo)]
    # clips alone are on one clock, whichever that is
    mixed = bool(open_) and any(photo.clip is None for photo in photos)
    left_out = {photo.key for photo in open_} if mixed else set()
    for photo in photos:
        exact = photo.exact
        if exact is not None and photo.key not in left_out:
            sd_s = float(np.hypot(exact.sd_s, _begins_sd_s(photo)))
            word = (exact.utc_s - photo.camera_time_s, max(sd_s, _LEAST_SD_S))
            by_source.setdefault((exact.source, exact.local), []).append(word)
    found = [
        _pooled(source, local, np.array(words)) for (source, local), words in by_source.items()
    ]
    if mixed and not found:
        clips = _counted(len(left_out), "clip")
        reason = f"the times of {clips} may be UTC, which those of its photos are not"
        found = [Disagreement("gpmf", reason)]
    return (
        tuple(reading for reading in found if isinstance(reading, ClockReading)),
        tuple(reading for reading in found if isinstance(reading, Disagreement)),
    )


def agrees(a: ClockReading, b: ClockReading) -> bool:
    """Tell whether two readings may be of one clock that was never set anew."""
    return bool(abs(a.to_true_s - b.to_true_s) <= reach_s(a.sd_s, b.sd_s))


def reach_s(sd_s: Floats | float, other_s: Floats | float) -> Floats:
    """Return how far apart two words of these standard deviations may be and still agree."""
    reach: Floats = _AGREE_SDS * np.hypot(sd_s, other_s) + _AGREE_S
    return reach


def _pooled(source: ExactSource, local: bool, words: Floats) -> ClockReading | Disagreement:
    """Return what most words of one source agree on; ``words``: (n, 2) differences and their sd.

    The pile is of all that agree with the word that most agree with. Its spread is part of what
    it may be off by.
    """
    order = np.argsort(words[:, 0], kind="stable")
    every = int(np.ceil(len(order) / _MOST_COMPARED))
    to_true_s, sd_s = words[order[::every]].T
    near = np.abs(to_true_s[:, None] - to_true_s) <= reach_s(sd_s[:, None], sd_s)
    best = int(np.lexsort((sd_s, -near.sum(axis=1)))[0])
    pile = near[best]
    if 2 * pile.sum() <= len(pile):
        lowest, highest = (offset_in_words(float(end)) for end in to_true_s[[0, -1]])
        what = f"the exact times of {len(words)} photos do not agree on one clock error"
        return Disagreement(source, f"{what}: from {lowest} to {highest}")
    sure = 1 / sd_s[pile] ** 2
    mean_s = float(np.average(to_true_s[pile], weights=sure))
    spread_s = float(np.sqrt(np.average((to_true_s[pile] - mean_s) ** 2, weights=sure)))
    share = float(pile.mean())
    return ClockReading(
        source,
        mean_s,
        float(np.hypot(sd_s[pile].min(), spread_s)),
        local,
        share * WEIGHTS[source],
        n_photos=round(share * len(words)),
    )


def _may_tell_utc(photo: Photo) -> bool:
    """Tell whether a clip's header, taken for local time, is in UTC by its exact time.

    Some cameras write that into films and local time into photos: then it is of another clock.
    """
    if photo.clip is None or photo.exact is None or photo.exact.local or photo.in_utc:
        return False
    return any(
        reading.clock == "utc" and abs(reading.start_s - photo.exact.utc_s) <= _IN_UTC_S
        for reading in photo.clip.readings
    )


def _begins_sd_s(photo: Photo) -> float:
    """Return how far off a clip's own time may be for what its header may mean besides.

    An exact time is of its beginning; a header may tell the end of it, or when it was saved.
    """
    if photo.clip is None or not photo.clip.readings:
        return 0.0
    first, *others = photo.clip.readings
    apart_s = (
        abs(reading.start_s - first.start_s)
        for reading in others
        if reading.clock == first.clock and reading.log_prior > _UNLIKELY_LOG
    )
    return max(apart_s, default=0.0)


def _counted(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def known_clocks(event: Event, hints: RowHints) -> Mapping[str, tuple[ClockReading, ...]]:
    """Return what was said of times by gallery: each word is a reading of its clock.

    "Give or take" is taken for an interval of 90 %.
    """
    found: dict[str, list[ClockReading]] = {}
    if hints.times:
        rows = np.array([row for row, _ in hints.times], dtype=np.int64)
        galleries = event.table.gallery_of(rows).tolist()
        for (row, known), gallery in zip(hints.times, galleries, strict=True):
            name = event.table.names[gallery]
            camera_s = float(event.table.camera_time_s[row])
            found.setdefault(name, []).append(
                ClockReading(
                    "person",
                    known.time_s - camera_s,
                    known.within_s / NORMAL_90,
                    True,
                    WEIGHTS["person"],
                )
            )
    for gallery, statement in hints.clocks:
        found.setdefault(event.table.names[gallery], []).append(_of_clock(statement))
    return {name: tuple(readings) for name, readings in found.items()}


def _of_clock(known: KnownClock) -> ClockReading:
    """Return what was said of a clock itself; one that shows a zone is right in UTC but for it."""
    shown_s = known.ahead_s if known.ahead_s is not None else float(known.zone_s or 0)
    return ClockReading(
        "statement",
        -shown_s,
        known.within_s / NORMAL_90,
        known.ahead_s is not None,
        WEIGHTS["statement"],
    )
