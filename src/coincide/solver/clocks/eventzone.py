"""Find the zone of the event's local time: the time that means something to a person."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from coincide.model import Gallery
from coincide.model.devices import is_phone
from coincide.solver.clocks.zones import ZONES_IN_USE_S, tagged_zone_s, zone_name


class ZonedClock(Protocol):
    """A clock that was measured in UTC: ``zone_s`` is what it shows, None beyond all zones."""

    @property
    def gallery(self) -> str:
        """Whose clock it is."""

    @property
    def zone_s(self) -> int | None:
        """The zone it shows, in seconds east of UTC."""


@dataclass(frozen=True, slots=True)
class EventZone:
    """The zone of the event's local time, seconds east of UTC; None when nothing tells."""

    zone_s: int | None
    reason: str


def event_zone(
    galleries: Sequence[Gallery],
    gps_clocks: Iterable[ZonedClock],
    *,
    use_tags: bool = True,
    use_trusted: bool = True,
) -> EventZone:
    """Return the zone of the event's local time, by the best source that knows one.

    A trusted clock is right as it stands, so its zone is the event's. Then phones, which
    follow the place they are in, those that satellites confirm first, by their tags before
    their GPS; between the two, the device that showed a clock page; then cameras, by GPS
    before tags, which somebody set. It is never guessed from positions: borders and
    summer time are not a matter of longitude.
    """
    tags = {g.name: tagged_zone_s(g) if use_tags else None for g in galleries}
    # times that are in UTC by their format, as those of Google Takeout, tell of no place
    of_place = {g.name: None if _in_utc(g) else tags[g.name] for g in galleries}
    implied = {clock.gallery: _in_use(clock) for clock in gps_clocks}
    shown = {g.name: _shown_zone_s(g) for g in galleries}
    trusted = [gallery for gallery in galleries if gallery.trusted and use_trusted]
    phones = [gallery for gallery in galleries if is_phone(gallery.device)]
    confirmed = [gallery for gallery in phones if implied.get(gallery.name) is not None]
    sources = (
        (trusted, tags, "the zone tags of a trusted clock"),
        (trusted, implied, "the GPS time of a trusted clock"),
        (confirmed, tags, "the zone tags of phones that GPS confirms"),
        (phones, tags, "the zone tags of phones"),
        (galleries, shown, "the clock page that photos show"),
        (phones, implied, "the GPS time of phones"),
        (galleries, implied, "the GPS time of cameras"),
        (galleries, of_place, "the zone tags of cameras"),
    )
    for members, zones, reason in sources:
        zone_s = _commonest((gallery, zones.get(gallery.name)) for gallery in members)
        if zone_s is not None:
            return EventZone(zone_s, f"{zone_name(zone_s)} by {reason}")
    return EventZone(None, "neither zone tags nor GPS times determine the zone")


def _in_utc(gallery: Gallery) -> bool:
    return all(photo.in_utc for photo in gallery.photos)


def _in_use(clock: ZonedClock) -> int | None:
    """Return the zone a clock shows if anyone lives in it: else it is a clock error."""
    return clock.zone_s if clock.zone_s in ZONES_IN_USE_S else None


def _shown_zone_s(gallery: Gallery) -> int | None:
    """Return the zone of the devices whose clock pages a gallery's photos show, None if none."""
    exact = (photo.exact for photo in gallery.photos)
    zones = Counter(time.zone_s for time in exact if time is not None)
    known = [zone_s for zone_s in zones if zone_s in ZONES_IN_USE_S]
    return max(known, key=lambda zone_s: (zones[zone_s], -(zone_s or 0)), default=None)


def _commonest(zones: Iterable[tuple[Gallery, int | None]]) -> int | None:
    """Return the zone of most galleries, then of most photos, then the westernmost."""
    votes: Counter[int] = Counter()
    n_photos: Counter[int] = Counter()
    for gallery, zone_s in zones:
        if zone_s is not None:
            votes[zone_s] += 1
            n_photos[zone_s] += len(gallery.photos)
    return min(votes, key=lambda zone_s: (-votes[zone_s], -n_photos[zone_s], zone_s), default=None)
