"""Read a GPX track: its points with a time, in order, whatever else the file holds.

GPX tells UTC. A file is held to a size, to a depth and to a number of points, and may declare
nothing: an entity can grow to any size while it is read.
"""

import re
from xml.parsers import expat

import numpy as np

from coincide.model.arrays import Track
from coincide.model.times import parse_exif_time, parse_zone_s

# a point takes some 100 bytes: a week, one a second
MOST_BYTES = 64 << 20
_MOST_POINTS = 1_000_000
# a point is four deep, and what programs add to it a few more
_MAX_DEPTH = 32
# a time has no more letters; what else stands there is dropped
_MOST_LETTERS = 64
_TIME = re.compile(
    r"\s*(?P<time>\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)(?:[.,](?P<part>\d+))?"
    r"\s*(?P<zone>Z|[+-][\d:]+)?\s*",
    re.ASCII,
)
_LEAST_POINTS = 2


def parse_gpx(data: bytes) -> Track:
    """Return the points of a GPX file that tell a time; raise ValueError saying why it has none."""
    if len(data) > MOST_BYTES:
        raise ValueError(f"it is larger than {MOST_BYTES >> 20} MiB")
    points = _Points()
    try:
        points.read(data)
    except (expat.ExpatError, LookupError, UnicodeError) as error:  # the last two: odd encodings
        raise ValueError(f"it is not GPX: {error}") from error
    if not points.is_gpx:
        raise ValueError("it is not GPX: it does not begin with <gpx>")
    if len(points.found) < _LEAST_POINTS:
        raise ValueError("it has no track with times; waypoints and routes have none")
    table = np.array(sorted(points.found), dtype=np.float64)
    first = np.append(True, np.diff(table[:, 0]) > 0)
    return Track(*table[first].T)


class _Points:
    """Gathers points as the parser comes by them."""

    def __init__(self) -> None:
        self.found: list[tuple[float, float, float]] = []
        self.is_gpx = False
        self._depth = 0
        self._place: tuple[float, float] | None = None
        self._text: list[str] | None = None
        self._time_s: float | None = None

    def read(self, data: bytes) -> None:
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._enter
        parser.EndElementHandler = self._leave
        parser.CharacterDataHandler = self._hear
        parser.StartDoctypeDeclHandler = self._refuse
        parser.Parse(data, True)

    def _enter(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise ValueError("its XML elements are nested too deeply")
        kind = name.rpartition(":")[2]
        if self._depth == 1:
            self.is_gpx = kind == "gpx"
        elif kind == "trkpt":
            self._place = _place(attributes)
            self._time_s = None
        elif kind == "time" and self._place is not None:
            self._text = []

    def _leave(self, name: str) -> None:
        self._depth -= 1
        kind = name.rpartition(":")[2]
        if kind == "time" and self._text is not None:
            self._time_s, self._text = _utc_s("".join(self._text)), None
        elif kind == "trkpt":
            if self._place is not None and self._time_s is not None:
                self.found.append((self._time_s, *self._place))
            if len(self.found) > _MOST_POINTS:
                raise ValueError(f"it has more than {_MOST_POINTS} points")
            self._place = None

    def _hear(self, text: str) -> None:
        if self._text is not None and sum(map(len, self._text)) < _MOST_LETTERS:
            self._text.append(text[:_MOST_LETTERS])

    def _refuse(self, *_: object) -> None:
        raise ValueError("it declares XML entities, which a track does not need")


def _place(attributes: dict[str, str]) -> tuple[float, float] | None:
    try:
        latitude, longitude = float(attributes["lat"]), float(attributes["lon"])
    except (KeyError, ValueError):
        return None
    possible = abs(latitude) <= 90 and abs(longitude) <= 180
    return (latitude, longitude) if possible else None


def _utc_s(text: str) -> float | None:
    match = _TIME.fullmatch(text)
    if match is None:
        return None
    time_s = parse_exif_time(match["time"], subseconds=(match["part"] or "")[:9])
    zone_s = parse_zone_s(match["zone"] or "Z")
    return None if time_s is None or zone_s is None else time_s - zone_s
