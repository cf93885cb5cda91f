"""The real events as they are: whose clock counts as right, and how exactly that is known.

The truth of the sets that are solved with hidden offsets is in ``photosets``; here it is told
of every photo of every camera, in the zone of its place. A camera's zone tag is a setting of
its menu, which nobody changes on a journey: what it tells is the clock on its back. A phone's
is set by the network.
"""

from dataclasses import dataclass

from coincide.model import Photo
from coincide.model.devices import is_phone
from coincide.model.times import DAY_S, HOUR_S, MINUTE_S, from_clock
from coincide_bench.suites.photosets import NETWORK_S
from coincide_bench.wholeplan.words import Told, Truth

# a clock that nothing confirms, but that a network sets
UNCONFIRMED_S = 60.0


@dataclass(frozen=True)
class TrueClock:
    """One camera: what to add to its clock to read the place's, and how exact that is.

    ``since_s``: nothing is known of earlier photos.
    """

    camera: str
    offset_s: float = 0.0
    tolerance_s: float = NETWORK_S
    since_s: float = -float("inf")


@dataclass(frozen=True)
class RealEvent:
    """One set of photos with several cameras; a camera that is not named has no known truth.

    ``zones``: the place's zone from some UTC on, the first from the beginning; empty where files
    tell walls' clocks only. ``renamed``: a website named its files. ``report_only``: nothing may
    be developed on it. ``crosses_zones``: whole-hour steps of its clocks may be true.
    """

    folder: str
    clocks: tuple[TrueClock, ...]
    right: str
    zones: tuple[tuple[float, int], ...] = ()
    renamed: bool = False
    report_only: bool = False
    crosses_zones: bool = False

    def truth_of(self, camera: str, photo: Photo) -> Truth | None:
        """Return when a photo of a camera was taken; None where nobody knows."""
        clock = next((clock for clock in self.clocks if clock.camera == camera), None)
        if clock is None or photo.recorded_time_s < clock.since_s:
            return None
        own = told_by(photo)
        wall_s = own.time_s + clock.offset_s
        if not self.zones:
            return Truth(wall_s, None, clock.tolerance_s)
        if own.zone_s is not None:
            return Truth(wall_s, own.zone_s, clock.tolerance_s)
        if clock.offset_s and len(self.zones) > 1:
            return self._of_home_time(own.time_s + clock.offset_s, clock)
        return Truth(wall_s, self._zone_by_wall(wall_s), clock.tolerance_s)

    def _zone_by_wall(self, wall_s: float) -> int:
        """Return the zone of a clock on the wall, which shows the old one until the change."""
        zone_s = self.zones[0][1]
        for at_s, later_s in self.zones[1:]:
            zone_s = later_s if wall_s - zone_s >= at_s else zone_s
        return zone_s

    def _of_home_time(self, last_wall_s: float, clock: TrueClock) -> Truth:
        """Return the truth by a clock that stayed on one time through all zones."""
        instant_s = last_wall_s - self.zones[-1][1]
        zone_s = next(zone for at_s, zone in reversed(self.zones) if instant_s >= at_s)
        return Truth(instant_s + zone_s, zone_s, clock.tolerance_s)


BEGIN = -float("inf")


def told_by(photo: Photo) -> Told:
    """Return what a photo's file says; the zone only where a network set it."""
    return Told(photo.recorded_time_s, photo.zone_s if is_phone(photo.device) else None)


def _phones(*cameras: str, tolerance_s: float = NETWORK_S) -> tuple[TrueClock, ...]:
    return tuple(TrueClock(camera, 0.0, tolerance_s) for camera in cameras)


def _zone(hours: float) -> tuple[tuple[float, int], ...]:
    return ((BEGIN, int(hours * HOUR_S)),)


# 14:00 in Japan, after which the group was on its way to Paris
_FLIGHT_S = from_clock(2018, 9, 30, 5, 0, 0)

EVENTS: tuple[RealEvent, ...] = (
    RealEvent(
        "annapurna_2017",
        # by GPS time the Sony is on UTC+5:30, five seconds slow, at a place on UTC+5:45
        (TrueClock("lenovo_k6", 0.0, 5.0), TrueClock("sony_hx60v", 905.0, 5.0)),
        right="GPS",
        zones=_zone(5.75),
    ),
    RealEvent(
        "california_2016",
        # twenty pairs and more on four days, no drift
        (*_phones("sm_g386t"), TrueClock("canon_powershot_a2300", 34995.0, 30.0)),
        right="the phone",
        renamed=True,
    ),
    RealEvent(
        "europe_2019",
        # The Fuji seems left on UTC+1; which zone the phone was in is known from 20 April on.
        (
            *_phones("iphone_6s"),
            TrueClock("fuji_x-t20", HOUR_S, UNCONFIRMED_S, from_clock(2019, 4, 20, 0, 0, 0)),
        ),
        right="the phone (the Fuji is inferred, and only from 20 April on)",
        crosses_zones=True,
    ),
    RealEvent(
        "gt_places_2016",
        _phones(
            *("samsung_sm-g925i", "iphone6_a_ios9.3.5", "iphone6_b_ios9.3.4"),
            *("iphone6_c_ios9.3.1", "iphone6_d_photos1.2", "nexus_5x"),
        ),
        right="all phones",
        zones=_zone(-4),
    ),
    RealEvent(
        "met_2017",
        (
            *_phones("pixel2"),
            TrueClock("nikon_d80", 4191 * DAY_S + HOUR_S + 26 * MINUTE_S, 120.0),
        ),
        right="the Pixel",
        zones=_zone(-5),
    ),
    RealEvent(
        "mongolia_2025",
        (
            *_phones("iphone12pro", "iphone15pro", "iphone16pro"),
            *_phones("galaxy_flip5", "galaxy_flip7", tolerance_s=UNCONFIRMED_S),
        ),
        right="all phones",
        zones=_zone(8),
    ),
    RealEvent(
        "newyork_2021",
        _phones("pixel_4"),
        right="the Pixel (of the Nikon nothing is verified: its photos are not judged)",
        zones=_zone(-4),
    ),
    RealEvent(
        "nubes_2021",
        (
            *_phones("moto_g8plus"),
            *_phones("phone_unknown", tolerance_s=UNCONFIRMED_S),
            TrueClock("canon_sx420", -3534.0, 18.0),
        ),
        right="the phones",
    ),
    RealEvent(
        "party_2007",
        # which of the two is right nobody knows; the Samsung shows no time
        (TrueClock("dynax_7d"), TrueClock("nikon_d50", 4586.0, 10.0)),
        right="the Dynax, as agreed",
    ),
    RealEvent(
        "photowalk_2024",
        _phones("iphone_11", "iphone_13", "iphone_14", "iphone_xr"),
        right="all phones",
        zones=_zone(-7),
    ),
    RealEvent(
        "precamp_2007",
        (TrueClock("ixus_430"), TrueClock("ex_z75", 18_637_873.0, 15.0)),
        right="the IXUS (the Casio was reset to January)",
    ),
    RealEvent(
        "studytrip_2018",
        (*_phones("bla_l29", "so_01k", "so_02j"), TrueClock("ilce_6500", -7 * HOUR_S, 60.0)),
        right="the phones",
        zones=((BEGIN, int(9 * HOUR_S)), (_FLIGHT_S, int(2 * HOUR_S))),
        renamed=True,
        report_only=True,
    ),
    RealEvent(
        "travelblog_2011",
        (
            TrueClock("dmc_tz5"),
            TrueClock("canon_eos_rebel_t2i", 0.0, 180.0),
            TrueClock("canon_eos_500d", -(11 * HOUR_S + 44 * MINUTE_S), 1200.0),
        ),
        right="the TZ5",
        renamed=True,
        report_only=True,
        crosses_zones=True,
    ),
    RealEvent(
        "yulefest_2022",
        (
            TrueClock("ilce_7r"),
            *_phones("iphone_x", tolerance_s=UNCONFIRMED_S),
            TrueClock("dsc_rx100m4", -4 * HOUR_S, 1800.0),
        ),
        right="the A7R",
        zones=_zone(10),
        renamed=True,
        report_only=True,
    ),
)
# where photos with a wrong clock can be mended at all
MENDABLE = (
    *("met_2017", "annapurna_2017", "nubes_2021"),
    *("california_2016", "studytrip_2018", "travelblog_2011"),
)
