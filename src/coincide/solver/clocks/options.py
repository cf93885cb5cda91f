"""Every threshold on what metadata say of a clock: its default, its unit and its reason."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GpsClockOptions:
    """When GPS times confirm a clock."""

    # a fresh fix is a few seconds old, and a clock of 20 ppm drifts by 1.7 s a day
    agree_s: float = 10.0
    # of 20 stale fixes spread over an hour, five fall within 10 s in 5 of a million galleries
    min_fixes: int = 5
    # the same for any number of stale fixes: at least this share of them must agree
    min_share: float = 0.25
    # a fix is never later than its shot: at most this many, as a share of those that agree
    max_later_share: float = 0.25
    # a second group of fixes this far away and at least half as large: the clock was changed
    apart_s: float = 60.0
    # whole seconds in both tags, and a receiver that may lag by one: no clock is known better
    min_sd_s: float = 1.0


@dataclass(frozen=True, slots=True)
class BeliefOptions:
    """Which sources speak of a clock, and how much each is believed.

    A weight is the probability that the source is right, within its sd; else the clock
    may show anything. None is 1: pictures that say otherwise must be able to win.
    """

    use_trusted: bool = True  # clocks that a person vouches for
    use_gps: bool = True  # clocks that GPS times confirm
    use_phones: bool = True  # phones, which the network sets
    use_cameras: bool = True  # all other clocks
    use_zone_tags: bool = True  # zones that files name
    gps: GpsClockOptions = GpsClockOptions()
    # a person vouches for it, and set it by something
    trusted_sd_s: float = 1.0
    trusted_weight: float = 0.999  # not 1, see above
    # software may have written GPS times from the camera's own time and a recorded track
    gps_weight: float = 0.98
    # set by the network to well within a second, unless somebody switched that off
    phone_sd_s: float = 2.0
    phone_weight: float = 0.9  # the chance of that
    # set by hand, by a watch, months ago; most are off by minutes, a zone or more
    camera_sd_s: float = 60.0
    camera_weight: float = 0.3  # the chance that it is right all the same
