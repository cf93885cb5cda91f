"""Put the photos of one gallery on one clock where their zone tags vary."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from coincide.ingest.devices import n_photos
from coincide.model import Photo
from coincide.model.devices import is_phone
from coincide.model.times import zone_text
from coincide.solver.clocks.zones import split_zone, tell_of_journey

# a fix is fresh that is no older; so many must tell a zone
_FRESH_S, _LEAST_TOLD = 20.0, 3


def to_one_clock(photos: Sequence[Photo]) -> tuple[tuple[Photo, ...], tuple[str, ...]]:
    """Return the photos on one clock, by camera time, and notes on what was assumed.

    A phone that followed a trip changed its zone and not its clock, which is
    recorded time − zone. It is expressed in the commonest zone, so that it
    still reads as the time of day: camera = recorded − zone + commonest zone.
    Videos and names in UTC say nothing of where they were taken, but are put there too.
    Where a phone writes no zones, the time of its satellites tells that they changed.
    """
    ordered = sorted(_zoned_by_gps(photos), key=lambda photo: (photo.recorded_time_s, photo.key))
    tagged = [
        (photo.recorded_time_s, photo.zone_s)
        for photo in ordered
        if photo.zone_s is not None and not photo.in_utc
    ]
    zones = [zone_s for _, zone_s in tagged]
    n_in_utc = sum(photo.in_utc for photo in ordered)
    if not zones or (len(set(zones)) < 2 and not n_in_utc):
        return tuple(ordered), ()
    # most_common keeps the order of first appearance among equals: the earliest
    home_s = Counter(zones).most_common(1)[0][0]
    times = [time_s for time_s, _ in tagged]
    moved = []
    for photo in ordered:
        zone_s = photo.zone_s
        if zone_s is None:
            zone_s = zones[_nearest(times, photo.recorded_time_s)]
        moved.append(replace(photo, camera_time_s=photo.recorded_time_s - zone_s + home_s))
    moved.sort(key=lambda photo: (photo.camera_time_s, photo.key))
    n_untagged = len(ordered) - len(tagged) - n_in_utc
    return tuple(moved), (*_notes(zones, home_s, n_untagged), *_utc_notes(n_in_utc, home_s))


def _zoned_by_gps(photos: Sequence[Photo]) -> list[Photo]:
    """Return photos of a phone that writes no zones with those that satellites tell, if they vary.

    Fixes are as old as they are: only fresh ones tell, and a zone that comes and goes is none.
    """
    untold = list(photos)
    if any(photo.zone_s is not None or not is_phone(photo.device) for photo in untold):
        return untold
    told = {photo.key: zone_s for photo in untold if (zone_s := _zone_by_gps(photo)) is not None}
    # a fix that is a quarter of an hour old looks like a fresh one in another zone
    often = Counter(told.values())
    told = {key: zone_s for key, zone_s in told.items() if often[zone_s] >= _LEAST_TOLD}
    ordered = sorted(untold, key=lambda photo: photo.gps_time_s or 0.0)
    if not tell_of_journey([told[photo.key] for photo in ordered if photo.key in told]):
        return untold
    return [
        replace(photo, zone_s=told[photo.key]) if photo.key in told else photo for photo in untold
    ]


def _zone_by_gps(photo: Photo) -> int | None:
    """Return the zone of a photo whose satellites' time is fresh."""
    if photo.gps_time_s is None:
        return None
    told = split_zone(photo.gps_time_s - photo.recorded_time_s)
    if told is None:
        return None
    zone_s, old_s = told
    return zone_s if abs(old_s) <= _FRESH_S else None


def _nearest(times: Sequence[float], time_s: float) -> int:
    """Return the index of the nearest of ascending times, the earlier of two as near."""
    after = bisect_left(times, time_s)
    choices = [index for index in (after - 1, after) if 0 <= index < len(times)]
    return min(choices, key=lambda index: abs(times[index] - time_s))


def _notes(zones: Sequence[int], home_s: int, n_untagged: int) -> tuple[str, ...]:
    if len(set(zones)) < 2:
        return ()
    listed = ", ".join(zone_text(zone_s) for zone_s in sorted(set(zones)))
    notes = [f"its zone changes ({listed}): all times are converted to {zone_text(home_s)}"]
    if n_untagged:
        notes.append(
            f"{n_photos(n_untagged)} without a zone tag, given the zone of the photo nearest in"
            " time"
        )
    return tuple(notes)


def _utc_notes(n_in_utc: int, home_s: int) -> tuple[str, ...]:
    if not n_in_utc:
        return ()
    return (f"{n_photos(n_in_utc)} in UTC, converted to {zone_text(home_s)}",)
