"""Time zones as numbers: which one a clock shows, by its distance to UTC or its tags."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from coincide.model import Gallery
from coincide.model.times import HOUR_S, MINUTE_S

QUARTER_S = 900
MAX_ZONE_S = 14 * int(HOUR_S)
# the offsets from UTC in use on Earth, summer time included, that are not whole hours
_BROKEN_HOURS = (-9.5, -3.5, -2.5, 3.5, 4.5, 5.5, 5.75, 6.5, 8.75, 9.5, 10.5, 12.75, 13.75)
ZONES_IN_USE_S = frozenset(
    int(hours * HOUR_S) for hours in (*(float(hour) for hour in range(-12, 15)), *_BROKEN_HOURS)
)


def split_zone(to_utc_s: float) -> tuple[int, float] | None:
    """Return the zone a clock shows and its error, given what takes its time to UTC.

    The zone is the nearest quarter hour; ``error_s``, within ±450 s, is what must be added
    to the clock for it to be right in that zone: to_utc_s = error_s − zone_s. None when
    the clock is further from UTC than any zone, as after a reset.

    >>> split_zone(-19795.0), split_zone(14400.5), split_zone(1e9)
    ((19800, 5.0), (-14400, 0.5), None)
    """
    zone_s = round(-to_utc_s / QUARTER_S) * QUARTER_S
    return (zone_s, to_utc_s + zone_s) if abs(zone_s) <= MAX_ZONE_S else None


def tell_of_journey(zones_s: Sequence[int]) -> bool:
    """Tell whether zones, in order of time, come one after another, or there and back.

    Those that come and go are of clocks that did not follow, and no journey's.
    """
    n_zones, n_runs = len(set(zones_s)), sum(1 for _ in groupby(zones_s))
    return n_zones > 1 and n_runs <= n_zones + 1


def tagged_zone_s(gallery: Gallery) -> int | None:
    """Return the zone that the gallery's camera times are in by its tags, None without any.

    Each tagged photo tells it: its own zone, and by how much ingest moved it to put the gallery on
    one clock. The commonest of these; the earliest of equals.
    """
    ordered = sorted(gallery.photos, key=lambda photo: (photo.recorded_time_s, photo.key))
    zones = Counter(
        photo.zone_s + round(photo.camera_time_s - photo.recorded_time_s)
        for photo in ordered
        if photo.zone_s is not None
    )
    return zones.most_common(1)[0][0] if zones else None


def nearest_zone_s(seen: Sequence[tuple[float, int]], time_s: float) -> int | None:
    """Return the zone that was seen nearest to a time, the earlier of two; None of nothing.

    ``seen``: times and the zones that a device was in then, ascending.

    >>> nearest_zone_s([(0.0, 7200), (60.0, 3600)], 30.0), nearest_zone_s([], 30.0)
    (7200, None)
    """
    after = bisect_left(seen, (time_s, 0))
    near = seen[max(0, after - 1) : after + 1]
    return min(near, key=lambda sight: abs(sight[0] - time_s))[1] if near else None


def zone_name(zone_s: int) -> str:
    """Write a zone as people do.

    >>> zone_name(20700), zone_name(-3600), zone_name(0)
    ('UTC+5:45', 'UTC−1', 'UTC')
    """
    hours, rest_s = divmod(abs(zone_s), int(HOUR_S))
    minutes = rest_s // int(MINUTE_S)
    sign = "" if zone_s == 0 else "−" if zone_s < 0 else "+"
    return f"UTC{sign}{hours}:{minutes:02d}" if minutes else f"UTC{sign}{hours or ''}"
