"""GoPro's telemetry (GPMF): keys, lengths and values, one payload for each second of a film.

A payload is a device (DEVC) of streams (STRM). One of them holds the GPS: up to HERO10 a time
for the payload (GPSU) beside whether there is a fix (GPSF: 0, 2 or 3) and how good it is (GPSP, a
hundred times the dilution of precision); from HERO11 on all of it with every position (GPS9).
Before the first fix GoPros write a date all the same: that of their making, or the last they knew.
"""

import re
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from coincide.media.video.boxes import BoxFile
from coincide.media.video.samples import Sample, samples_of, track_of
from coincide.model import ExactTime, Floats
from coincide.model.possible import is_possible
from coincide.model.times import DAY_S, from_clock

# of one stream; a real one has ten
_MOST_ENTRIES = 256
# a fix of 2 tells a place and a time, one of 3 a height as well
_FIX = 2
# beyond this dilution of precision a receiver says of itself that it is guessing
_MOST_DILUTION = 10.0
_GPSU = re.compile(rb"(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d\.\d{1,3})")
# GPS9 counts days from here
_START_S = from_clock(2000, 1, 1, 0, 0, 0)
# latitude, longitude, height, two speeds, days, seconds of the day; dilution and fix
_GPS9 = ">7i2H"
_GPS9_TYPES = b"lllllllSS"
_GPS9_NUMBERS = 9


@dataclass(frozen=True, slots=True)
class GpsMoment:
    """A UTC time by satellites; ``share`` of the payload's length after it begins."""

    utc_s: float
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class _Entry:
    """A key with its value: of ``type_``, ``count`` times ``size`` bytes."""

    key: bytes
    type_: int
    size: int
    count: int
    value: bytes


def gps_moment(payload: bytes) -> GpsMoment | None:
    """Return the first time that a payload tells by a fix, None where it has none.

    Raises ValueError for a payload that is damaged.
    """
    for device in _entries(payload):
        if device.key != b"DEVC" or device.type_ != 0:
            continue
        for stream in _entries(device.value):
            if stream.key == b"STRM" and stream.type_ == 0:
                moment = _of_stream({entry.key: entry for entry in _entries(stream.value)})
                if moment is not None:
                    return moment
    return None


def _entries(data: bytes) -> Iterator[_Entry]:
    """Yield the entries of a payload, a device or a stream."""
    at = 0
    for _ in range(_MOST_ENTRIES):
        head = data[at : at + 8]
        if len(head) < 8 or head[:4] == bytes(4):  # the rest is padding
            return
        key, (type_, size, count) = head[:4], struct.unpack(">BBH", head[4:])
        end = at + 8 + size * count
        if end > len(data):
            name = key.decode("ascii", errors="replace")
            raise ValueError(f"its GoPro telemetry is damaged: {name!r} is longer than it can be")
        yield _Entry(key, type_, size, count, data[at + 8 : end])
        at = end + -end % 4


def _of_stream(entries: Mapping[bytes, _Entry]) -> GpsMoment | None:
    if b"GPS9" in entries:
        return _of_gps9(entries)
    told, fix, dilution = (entries.get(key) for key in (b"GPSU", b"GPSF", b"GPSP"))
    if told is None or fix is None or int.from_bytes(fix.value[:4], "big") < _FIX:
        return None
    if dilution is not None and int.from_bytes(dilution.value[:2], "big") > 100 * _MOST_DILUTION:
        return None
    utc_s = _utc_s(told.value)
    return None if utc_s is None else GpsMoment(utc_s)


def _utc_s(text: bytes) -> float | None:
    """Return the time of a text such as ``240503141530.250``; None for one that no clock shows."""
    match = _GPSU.match(text)
    if match is None:
        return None
    *date, second = match.groups()
    year, month, day, hour, minute = (int(part) for part in date)
    try:
        return from_clock(2000 + year, month, day, hour, minute, float(second))
    except ValueError:
        return None


def _of_gps9(entries: Mapping[bytes, _Entry]) -> GpsMoment | None:
    """Return the first time with a fix of a stream that has one with every position."""
    positions, types = entries[b"GPS9"], entries.get(b"TYPE")
    scales = _scales(entries.get(b"SCAL"))
    size = struct.calcsize(_GPS9)
    if positions.size != size or (types is not None and types.value.rstrip(b"\0") != _GPS9_TYPES):
        return None  # of a format that is none we know
    if scales is None:
        raise ValueError("its GoPro telemetry is damaged: GPS9 has no scale")
    n_positions = min(positions.count, _MOST_ENTRIES)
    for number in range(n_positions):
        raw = struct.unpack_from(_GPS9, positions.value, number * size)
        *_, days, second, dilution, fix = (
            value / scale for value, scale in zip(raw, scales, strict=True)
        )
        if fix >= _FIX and dilution <= _MOST_DILUTION:
            return GpsMoment(_START_S + days * DAY_S + second, number / n_positions)
    return None


def _scales(entry: _Entry | None) -> tuple[int, ...] | None:
    if entry is None or entry.size not in (2, 4) or entry.count != _GPS9_NUMBERS:
        return None
    found = struct.unpack(f">{entry.count}{'h' if entry.size == 2 else 'i'}", entry.value)
    return found if all(scale > 0 for scale in found) else None


# When a film began by the satellites that its camera heard meanwhile (GoPro's telemetry).
#
# Each payload tells a UTC time and lies at a time of the film. Where most of them agree on when
# the film began, that is it: a film in slow motion or time lapse, a receiver that is still
# guessing, and a clock that leaps are found out by that. What they all have in common is not: a
# receiver that does not know the leap seconds yet is some seconds off for the whole of a short
# film.

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
