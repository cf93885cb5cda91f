"""What one clock's metadata say of its offset to true local time."""

from dataclasses import dataclass

from coincide.model import Event, Gallery
from coincide.model.devices import is_phone
from coincide.solver.clocks.eventzone import EventZone, event_zone
from coincide.solver.clocks.gps import GpsClock, check_by_gps
from coincide.solver.clocks.options import BeliefOptions
from coincide.solver.clocks.words import UNSEEN_S, in_words
from coincide.solver.clocks.zones import tagged_zone_s, zone_name

# A weight is the probability that a source is right, within its sd; else the clock may show
# anything. None is 1: pictures that say otherwise must be able to win.

# a person vouches for the clock, and set it by something
_TRUSTED_SD_S = 1.0
# not 1, see above
_TRUSTED_WEIGHT = 0.999
# software may have written GPS times from the camera's own time and a recorded track
GPS_WEIGHT = 0.98
# the network sets a phone to well within a second, unless somebody switched that off
_PHONE_SD_S = 2.0
# the chance that nobody did
_PHONE_WEIGHT = 0.9
# the chance that a phone is whole hours off: set by hand, it did not follow to another zone
_PHONE_HOURS_WEIGHT = 0.03
# a camera is set by hand, by a watch, months ago; most are off by minutes, a zone or more
_CAMERA_SD_S = 60.0
# the chance that it is right all the same
_CAMERA_WEIGHT = 0.3
# the chance that it was right once: it is on another zone's time, or on winter time in summer
_CAMERA_HOURS_WEIGHT = 0.25


@dataclass(frozen=True, slots=True)
class ClockBelief:
    """A mixture: with probability ``weight`` the offset is ``offset_s`` ± ``sd_s``, else anything.

    The offset is what must be added to the gallery's camera time to give true time in the
    event's zone, so that beliefs of different galleries are about one clock. ``assumed``: nobody
    measured or said it, such clocks usually are so. ``keeps_itself``: set by the network or by
    satellites, not by a hand. ``hours_weight``: with that probability it is whole hours off.
    ``witness``: galleries of one device name the same one, and count once; empty: nobody else does.
    """

    gallery: str
    offset_s: float
    sd_s: float
    weight: float
    reason: str
    assumed: bool = False
    keeps_itself: bool = False
    hours_weight: float = 0.0
    witness: str = ""


def clock_beliefs(
    event: Event, options: BeliefOptions = BeliefOptions()
) -> tuple[ClockBelief, ...]:
    """Return one belief for each gallery about which something is known, in the event's order."""
    clocks: dict[str, GpsClock] = {}
    if options.use_gps:
        checks = (check_by_gps(gallery) for gallery in event.galleries)
        clocks = {check.gallery: check for check in checks if isinstance(check, GpsClock)}
    zone = event_zone(
        event.galleries,
        clocks.values(),
        use_tags=options.use_zone_tags,
        use_trusted=options.use_trusted,
    )
    beliefs = (
        _belief(gallery, clocks.get(gallery.name), zone, options) for gallery in event.galleries
    )
    return tuple(belief for belief in beliefs if belief is not None)


def _belief(
    gallery: Gallery, clock: GpsClock | None, zone: EventZone, options: BeliefOptions
) -> ClockBelief | None:
    """Return what the best source says: a person, then GPS, then the kind of device."""
    if gallery.trusted and options.use_trusted:
        return ClockBelief(
            gallery.name,
            0.0,
            _TRUSTED_SD_S,
            _TRUSTED_WEIGHT,
            "marked as trusted",
            keeps_itself=True,
        )
    if clock is not None:
        return _by_gps(clock, zone)
    tag_s = tagged_zone_s(gallery) if options.use_zone_tags else None
    # a clock without a tag is taken to show the event's own zone
    offset_s = 0.0 if tag_s is None or zone.zone_s is None else float(zone.zone_s - tag_s)
    shown = "" if tag_s is None else f", on {zone_name(tag_s)} by its tags"
    if is_phone(gallery.device):
        if not options.use_phones:
            return None
        reason = f"a phone, set by the network{shown}"
        return ClockBelief(
            gallery.name,
            offset_s,
            _PHONE_SD_S,
            _PHONE_WEIGHT,
            reason,
            assumed=True,
            keeps_itself=True,
            hours_weight=_PHONE_HOURS_WEIGHT,
        )
    if not options.use_cameras:
        return None
    reason = f"a camera, set by hand{shown}"
    return ClockBelief(
        gallery.name,
        offset_s,
        _CAMERA_SD_S,
        _CAMERA_WEIGHT,
        reason,
        assumed=True,
        hours_weight=_CAMERA_HOURS_WEIGHT,
    )


def _by_gps(clock: GpsClock, zone: EventZone) -> ClockBelief | None:
    """Return the belief in a measured clock; None if local time is unknown for want of a zone.

    Such a clock is right in UTC, which says nothing to the others, who show local time.
    """
    if zone.zone_s is None:
        return None
    reason = f"confirmed by the GPS time of {clock.n_used} photos"
    if clock.zone_s is not None and clock.error_s is not None:
        state = "right" if abs(clock.error_s) < UNSEEN_S else in_words(clock.error_s)
        reason += f": {zone_name(clock.zone_s)}, {state}"
    return ClockBelief(
        clock.gallery,
        clock.to_utc_s + zone.zone_s,
        clock.sd_s,
        GPS_WEIGHT,
        reason,
        keeps_itself=True,
    )
