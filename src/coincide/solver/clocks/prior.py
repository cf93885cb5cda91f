"""What one clock's metadata say of its offset to true local time."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from coincide.model import Event, Gallery
from coincide.model.devices import is_phone
from coincide.solver.clocks.eventzone import EventZone, ZonedClock, event_zone
from coincide.solver.clocks.exact import GPS_WEIGHT, ClockReading, RoughWord, reach_s
from coincide.solver.clocks.gps import GpsClock, check_by_gps
from coincide.solver.clocks.measure import (
    CLOSE_SD_S,
    MeasuredClock,
    Unmeasured,
    measure_clock,
)
from coincide.solver.clocks.words import UNSEEN_S, in_words
from coincide.solver.clocks.zones import split_zone, tagged_zone_s, zone_name
from coincide.solver.options.joint import PriorKind
from coincide.solver.options.setting import choice


@dataclass(frozen=True, slots=True)
class BeliefOptions:
    """Which sources speak of a clock; how much each is believed is told in ``prior``."""

    use_trusted: bool = choice(True, "clocks that a person trusts")
    use_gps: bool = choice(True, "clocks that GPS times confirm")
    use_exact: bool = choice(True, "clocks that exact times of photos and clips measure")
    use_phones: bool = choice(True, "phones, which the network sets")
    use_cameras: bool = choice(True, "all other clocks")
    use_zone_tags: bool = choice(True, "zones that files name")


# A weight is the probability that a source is right, within its sd; else the clock may show
# anything. None is 1: pictures that say otherwise must be able to win. Those of exact times are in
# ``exact``.

# a person vouches for the clock, and set it by something
_TRUSTED_SD_S = 1.0
# not 1, see above
_TRUSTED_WEIGHT = 0.999
# whoever measured a clock with this weight knows it: more than is usual of phones
KNOWN_WEIGHT = 0.95
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

# what a person knows of clocks, by gallery
Known = Mapping[str, Sequence[ClockReading]]


@dataclass(frozen=True, slots=True)
class ClockBelief:
    """A mixture: with probability ``weight`` the offset is ``offset_s`` ± ``sd_s``, else anything.

    The offset is what must be added to the gallery's camera time to give true time in the
    event's zone, so that beliefs of different galleries are about one clock. ``assumed``: nobody
    measured or said it, such clocks usually are so. ``keeps_itself``: set by the network or by
    satellites, not by a hand. ``hours_weight``: with that probability it is whole hours off.
    ``witness``: galleries of one device name the same one, and count once; empty: nobody else does.
    ``exact``: exact times measured it, beside GPS tags or without. ``rough``: what is known of it
    to minutes or hours, as further evidence.
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
    exact: bool = False
    rough: tuple[RoughWord, ...] = ()

    @property
    def is_measured(self) -> bool:
        """Whether somebody measured it or vouches for it, to where it is placed by that alone."""
        return not self.assumed and self.sd_s <= CLOSE_SD_S

    @property
    def vouches(self) -> bool:
        """Whether it says by itself what time it is: it sets itself, or was measured."""
        return self.keeps_itself or self.is_measured

    @property
    def is_known(self) -> bool:
        """Whether it is as good as right: trusted, confirmed by GPS, or measured as surely."""
        return self.weight >= KNOWN_WEIGHT and self.sd_s <= CLOSE_SD_S

    @property
    def as_measured(self) -> "ClockBelief | None":
        """The same without what is only assumed, because most such clocks are so."""
        if not self.assumed:
            return self
        return replace(self, weight=0.0, hours_weight=0.0) if self.rough else None


@dataclass(frozen=True, slots=True)
class ClockStudy:
    """What is believed of the clocks of an event, its zone, and which exact times say nothing."""

    beliefs: tuple[ClockBelief, ...] = ()
    zone: EventZone = field(default_factory=lambda: EventZone(None, ""))
    unmeasured: tuple[Unmeasured, ...] = ()


def clock_beliefs(
    event: Event, options: BeliefOptions = BeliefOptions(), known: Known | None = None
) -> tuple[ClockBelief, ...]:
    """Return one belief for each gallery about which something is known, in the event's order."""
    return study_clocks(event, options, known).beliefs


def counted_on(
    beliefs: Sequence[ClockBelief], priors: Sequence[PriorKind]
) -> tuple[ClockBelief, ...]:
    """Return the beliefs that may be counted on by what a person leaves out."""
    if "clocks" not in priors:
        return ()
    return tuple(belief for belief in beliefs if "exact" in priors or not belief.exact)


def study_clocks(
    event: Event, options: BeliefOptions = BeliefOptions(), known: Known | None = None
) -> ClockStudy:
    """Return what is believed of each clock by its best source, in the event's order.

    ``known``: what a person knows of clocks beside what the files tell.
    """
    zone = zone_by_clocks(event.galleries, options)
    said = known or {}
    beliefs, unmeasured = list[ClockBelief](), list[Unmeasured]()
    for gallery in event.galleries:
        words = said.get(gallery.name, ())
        clock = _measured(gallery, zone.zone_s, words, options)
        belief = _belief(gallery, clock, zone, options)
        if belief is not None:
            beliefs.append(belief)
        silent = _why_silent(gallery, clock, zone, options)
        if silent is not None:
            unmeasured.append(Unmeasured(gallery.name, silent))
    return ClockStudy(tuple(beliefs), zone, tuple(unmeasured))


def zone_by_clocks(
    galleries: Sequence[Gallery], options: BeliefOptions = BeliefOptions()
) -> EventZone:
    """Return the zone of the event's local time, by what satellites and files say of the clocks."""
    return event_zone(
        galleries,
        tuple(_zoned(galleries, options)),
        use_tags=options.use_zone_tags,
        use_trusted=options.use_trusted,
    )


def _zoned(galleries: Sequence[Gallery], options: BeliefOptions) -> Iterable[ZonedClock]:
    """Yield the clocks that were measured in UTC."""
    for gallery in galleries:
        clock = _measured(gallery, None, (), options)
        if isinstance(clock, GpsClock | MeasuredClock):
            yield clock


def _measured(
    gallery: Gallery,
    zone_s: int | None,
    said: Sequence[ClockReading],
    options: BeliefOptions,
) -> GpsClock | MeasuredClock | Unmeasured | None:
    """Return a clock by all that measured it; where that is GPS tags alone, as these have it."""
    has_exact = options.use_exact and any(photo.exact is not None for photo in gallery.photos)
    if has_exact or said:
        return measure_clock(gallery, zone_s, said, use_gps=options.use_gps)
    check = check_by_gps(gallery) if options.use_gps else None
    return check if isinstance(check, GpsClock) else None


def _why_silent(
    gallery: Gallery,
    clock: GpsClock | MeasuredClock | Unmeasured | None,
    zone: EventZone,
    options: BeliefOptions,
) -> str | None:
    """Return why exact times of a gallery have no effect, None where they have one, or are none."""
    if isinstance(clock, Unmeasured):
        return clock.reason
    if not isinstance(clock, MeasuredClock):
        return None
    if gallery.trusted and options.use_trusted:
        return f"not used, since its clock is marked as trusted: {clock.reason}"
    if not clock.local and zone.zone_s is None:
        return f"not used, since the event's zone is not known: {clock.reason}"
    return None


def _belief(
    gallery: Gallery,
    clock: GpsClock | MeasuredClock | Unmeasured | None,
    zone: EventZone,
    options: BeliefOptions,
) -> ClockBelief | None:
    """Return what the best source says: a person, then what measured it, then its kind."""
    if gallery.trusted and options.use_trusted:
        return ClockBelief(
            gallery.name,
            0.0,
            _TRUSTED_SD_S,
            _TRUSTED_WEIGHT,
            "marked as trusted",
            keeps_itself=True,
        )
    if isinstance(clock, GpsClock):
        return _by_gps(clock, zone)
    usual = _by_kind(gallery, zone, options)
    if not isinstance(clock, MeasuredClock) or (not clock.local and zone.zone_s is None):
        return usual
    return _by_exact(clock, zone, usual)


def _by_kind(gallery: Gallery, zone: EventZone, options: BeliefOptions) -> ClockBelief | None:
    """Return what is usual of such a clock."""
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


def _by_exact(clock: MeasuredClock, zone: EventZone, usual: ClockBelief | None) -> ClockBelief:
    """Return the belief in a clock that exact times measured.

    What is known to minutes or hours replaces nothing: it is evidence beside what is usual.
    """
    if all(reading.source == "timecode" for reading in clock.agreeing):
        return _by_timecode(clock, usual)
    if clock.sd_s > CLOSE_SD_S:
        return _with_rough(usual, clock)
    by_person = all(reading.source in ("person", "statement") for reading in clock.agreeing)
    return ClockBelief(
        clock.gallery,
        clock.to_true_s,
        clock.sd_s,
        clock.weight,
        f"{clock.reason}{_state(clock, zone)}",
        keeps_itself=not by_person,
        exact=True,
    )


def _by_timecode(clock: MeasuredClock, usual: ClockBelief | None) -> ClockBelief:
    """Return the belief in a clock whose films have a timecode, which is no measurement.

    Where it shows what the camera's clock shows it is that clock. Else it was set by something, as
    other cameras may have been: so they are apart as their timecodes are, and nobody is right.
    """
    if usual is not None and abs(clock.to_true_s) <= reach_s(clock.sd_s, 0.0):
        return usual
    reason = f"{clock.agreeing[0].words}, by which its clock is {in_words(clock.to_true_s)}"
    return ClockBelief(
        *(clock.gallery, clock.to_true_s, clock.sd_s, clock.weight, reason),
        assumed=True,
        exact=True,
    )


def _with_rough(usual: ClockBelief | None, clock: MeasuredClock) -> ClockBelief:
    """Return what is usual of a clock, with what is known of it roughly."""
    word = RoughWord(clock.to_true_s, clock.sd_s, clock.weight)
    if usual is None:
        nothing = ClockBelief(clock.gallery, clock.to_true_s, clock.sd_s, 0.0, clock.reason)
        return replace(nothing, assumed=True, rough=(word,))
    return replace(usual, rough=(word,), reason=f"{usual.reason}, and {clock.reason}")


def _state(clock: MeasuredClock, zone: EventZone) -> str:
    """Say what a clock shows and how it is off."""
    split = None if zone.zone_s is None else split_zone(clock.to_true_s - zone.zone_s)
    off_s = clock.to_true_s if split is None else split[1]
    state = "right" if abs(off_s) < max(UNSEEN_S, clock.sd_s) else in_words(off_s)
    return f": {state}" if split is None else f": {zone_name(split[0])}, {state}"


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
