"""Event time as people read it: local time, with its zone where that is known.

Event time is one clock that never jumps. Local time does: twice a year, and wherever a trip
crosses a border. Devices that follow it say so in their zone tags, photo by photo; cameras
never do, so their photos are shown and written in the zone that such a device was in at that time.
"""

import math
from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import numpy as np

from coincide.errors import UsageError
from coincide.model import Event, Gallery, Offsets, Photo, Timeline, TimelineEntry, ZoneStep
from coincide.model.devices import is_phone
from coincide.model.times import WallTime, from_datetime, to_datetime
from coincide.solver.clocks import zone_by_clocks
from coincide.solver.clocks.zones import tagged_zone_s, tell_of_journey

# the method of offsets that a person told
BY_HAND = "hand"
# a zone is kept through a correction below half a quarter hour: no zone is that near another
ZONE_STEP_S = 450.0


@dataclass(frozen=True)
class LocalTime:
    """How event time becomes local time.

    ``base_s`` is the zone event time is in. ``seen``: event times at which a device that
    follows zones was in one, ascending; empty where none changes. ``named``: a zone by name.
    ``following``: the galleries of devices that change zones by themselves.
    """

    base_s: int | None
    seen: tuple[tuple[float, int], ...] = ()
    named: ZoneInfo | None = None
    following: frozenset[str] = frozenset()

    def stood_still(self, photo: Photo) -> bool:
        """Tell whether a clock that is right by event time missed a change of zone by then."""
        if self.base_s is None or not self.seen:
            return False
        written = self.of(photo, 0.0, follows=False)
        return abs(written.time_s - photo.camera_time_s) >= ZONE_STEP_S

    def of(self, photo: Photo, shift_s: float, *, follows: bool) -> WallTime:
        """Return a photo's time after a shift; ``follows``: its device changes zones by itself."""
        if self.base_s is None and photo.zone_s is not None:
            return self._in_its_own_zone(photo, photo.zone_s, shift_s)
        if self.base_s is None and photo.clip is None:
            return self.at(photo.recorded_time_s + shift_s)  # as the tagged ones beside it
        # a device that follows zones knew which one it was in; a time in UTC knows nothing
        own_zone_s = photo.zone_s if follows and not photo.in_utc else None
        return self.at(photo.camera_time_s + shift_s, own_zone_s=own_zone_s)

    def _in_its_own_zone(self, photo: Photo, zone_s: int, shift_s: float) -> WallTime:
        """Return the time of a photo that tells its zone, where nothing tells the event's."""
        time_s = photo.recorded_time_s + shift_s
        if photo.in_utc:  # to where the photos beside it are, if they tell
            time_s = photo.camera_time_s + shift_s
            zone_s += round(photo.camera_time_s - photo.recorded_time_s)
        is_plain_utc = photo.in_utc and photo.camera_time_s == photo.recorded_time_s
        if abs(shift_s) >= ZONE_STEP_S and not is_plain_utc:
            return self.at(time_s)  # the zone may be what was wrong
        if self.named is not None:
            return LocalTime(zone_s, named=self.named).at(time_s)
        return WallTime(time_s, zone_s)

    def at(self, event_time_s: float, *, own_zone_s: int | None = None) -> WallTime:
        """Return an event time as local time; ``own_zone_s`` is the zone a device was in itself."""
        if self.named is not None:
            return self._by_name(event_time_s, self.named)
        if self.base_s is None:
            return WallTime(event_time_s)
        zone_s = own_zone_s if own_zone_s is not None else self._nearest(event_time_s)
        return WallTime(event_time_s - self.base_s + zone_s, zone_s)

    def _nearest(self, event_time_s: float) -> int:
        """Return the zone that was seen nearest to an event time, the earlier of two."""
        return self.steps[max(0, bisect_left(self.starts_s, event_time_s) - 1)].zone_s

    @cached_property
    def starts_s(self) -> tuple[float, ...]:
        """Where the steps begin."""
        return tuple(step.from_s for step in self.steps)

    @cached_property
    def steps(self) -> tuple[ZoneStep, ...]:
        """The same as steps in event time, half-way between what was seen; none without a zone."""
        if self.base_s is None or self.named is not None:
            return ()
        steps: list[ZoneStep] = []
        last_s = -math.inf
        for time_s, zone_s in self.seen or ((0.0, self.base_s),):
            if not steps or zone_s != steps[-1].zone_s:
                from_s = (last_s + time_s) / 2  # nothing is before the first
                steps.append(ZoneStep(from_s, float(zone_s - self.base_s), zone_s))
            last_s = time_s
        return tuple(steps)

    def _by_name(self, event_time_s: float, zone: ZoneInfo) -> WallTime:
        if self.base_s is None:  # event time then is what the walls' clocks showed
            offset = to_datetime(event_time_s).replace(tzinfo=zone).utcoffset()
            return WallTime(event_time_s, int((offset or timedelta()).total_seconds()))
        moment = datetime.fromtimestamp(0, UTC) + timedelta(seconds=event_time_s - self.base_s)
        local = moment.astimezone(zone)
        offset = local.utcoffset() or timedelta()
        return WallTime(from_datetime(local), int(offset.total_seconds()))


def local_time(
    event: Event, offsets: Offsets, timeline: Timeline, *, zone: str | None = None
) -> LocalTime:
    """Return how an event's time is written; ``zone`` is a name such as Europe/Berlin."""
    base_s = _base_zone_s(event, offsets)
    if zone is not None:
        try:
            return LocalTime(base_s, named=ZoneInfo(zone))
        except (ZoneInfoNotFoundError, ValueError, OSError) as error:
            raise UsageError(
                f"--zone {zone}: no such zone; write it like Europe/Berlin."
            ) from error
    following = _following(event, timeline)
    return LocalTime(base_s, tuple(_seen(timeline.entries, following)), following=following)


def with_local_times(timeline: Timeline, local: LocalTime) -> Timeline:
    """Return a timeline whose photos have the local time of their moment."""
    guesses = []
    for guess in timeline.guesses:
        at = local.at(guess.event_time_s)
        shift_s = float(round(at.time_s - guess.event_time_s))
        guesses.append(replace(guess, local_shift_s=shift_s, zone_s=at.zone_s))
    if local.base_s is None or local.named is not None:
        entries = tuple(_with_local_time(entry, local) for entry in timeline.entries)
    else:
        entries = tuple(_in_steps(timeline.entries, local, local.base_s))
    return Timeline(entries, tuple(guesses), local.steps)


def _in_steps(
    entries: Sequence[TimelineEntry], local: LocalTime, base_s: int
) -> Iterable[TimelineEntry]:
    """Yield what ``LocalTime.of`` makes of each photo, found for all of them at once."""
    times_s = np.array([entry.event_time_s for entry in entries], dtype=np.float64)  # None is NaN
    rows = np.maximum(np.searchsorted(local.starts_s, times_s) - 1, 0)
    zones_s = np.array([step.zone_s for step in local.steps])[rows].tolist()
    for entry, near_s in zip(entries, zones_s, strict=True):
        photo, time_s = entry.photo, entry.event_time_s
        if time_s is None:
            yield entry
            continue
        own_s = photo.zone_s if entry.gallery in local.following and not photo.in_utc else None
        zone_s = near_s if own_s is None else own_s
        yield TimelineEntry(photo, entry.gallery, time_s, float(zone_s - base_s), zone_s)


def _with_local_time(entry: TimelineEntry, local: LocalTime) -> TimelineEntry:
    photo, time_s = entry.photo, entry.event_time_s
    if time_s is None:
        return entry
    at = local.of(photo, time_s - photo.camera_time_s, follows=entry.gallery in local.following)
    # zones are whole seconds: what a float loses on the way is not part of it
    shift_s = float(round(at.time_s - time_s))
    return TimelineEntry(photo, entry.gallery, time_s, shift_s, at.zone_s)


def _following(event: Event, timeline: Timeline) -> frozenset[str]:
    """Return the galleries whose devices changed their zones by themselves, if any zone changed.

    Phones that were each in one zone alone, but one after another, tell of a journey too; of two
    that name different zones at one time, one did not follow, and nothing tells which.
    """
    changed = frozenset(gallery.name for gallery in event.galleries if follows_zones(gallery))
    phones = {gallery.name for gallery in event.galleries if is_phone(gallery.device)}
    zones = [zone_s for _, zone_s in _seen(timeline.entries, phones | changed)]
    return changed | phones if tell_of_journey(zones) else changed


def follows_zones(gallery: Gallery) -> bool:
    """Tell whether a device changed its zone by itself: its photos' tags differ."""
    zones = {photo.zone_s for photo in gallery.photos if not photo.in_utc}
    return len(zones - {None}) > 1


def _base_zone_s(event: Event, offsets: Offsets) -> int | None:
    """Return the zone that event time is in: the place's, or the one the anchor's tags name."""
    if offsets.method == BY_HAND:
        return None  # a person who moves a clock has not said which zone it shows then
    if offsets.event_time == "true":
        return zone_by_clocks(event.galleries).zone_s
    anchor = next((gallery for gallery in event.galleries if gallery.name == offsets.anchor), None)
    return None if anchor is None else tagged_zone_s(anchor)


def _seen(
    entries: Iterable[TimelineEntry], following: Collection[str]
) -> Iterable[tuple[float, int]]:
    for entry in entries:
        zone_s, time_s = entry.photo.zone_s, entry.event_time_s
        if entry.gallery not in following or entry.photo.in_utc:
            continue
        if zone_s is not None and time_s is not None:
            yield time_s, zone_s
