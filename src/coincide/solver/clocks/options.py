"""Every threshold on what metadata say of a clock: its default, its reason and its origin."""

from dataclasses import dataclass

from coincide.solver.options.setting import BY_HAND, PHYSICAL, choice, setting


@dataclass(frozen=True, slots=True)
class GpsClockOptions:
    """When GPS times confirm a clock."""

    agree_s: float = setting(
        10.0,
        BY_HAND,
        "a fresh fix is a few seconds old, and a clock of 20 ppm drifts by 1.7 s a day",
    )
    min_fixes: int = setting(
        5,
        BY_HAND,
        "of 20 stale fixes spread over an hour, five fall within 10 s in 5 of a million galleries",
    )
    min_share: float = setting(
        0.25,
        BY_HAND,
        "the same for any number of stale fixes: at least this share of them must agree",
    )
    max_later_share: float = setting(
        0.25,
        BY_HAND,
        "a fix is never later than its shot: at most this many, as a share of those that agree",
    )
    apart_s: float = setting(
        60.0,
        BY_HAND,
        "a second group of fixes this far away and at least half as large: the clock was changed",
    )
    min_sd_s: float = setting(
        1.0,
        PHYSICAL,
        "whole seconds in both tags, and a receiver that may lag by one: no clock is known better",
    )
    edge_quantile: float = setting(
        0.1,
        BY_HAND,
        "the lower edge of the pile: robust against one fix that was written after its shot, as the"
        " minimum is not",
    )
    computed_s: float = setting(
        1e-3,
        PHYSICAL,
        "fixes that follow the camera to the millisecond were computed from it: no receiver does",
    )


@dataclass(frozen=True, slots=True)
class ClockErrorOptions:
    """When the error of a clock is put into words, and which words."""

    unseen_s: float = setting(
        2.0,
        PHYSICAL,
        "whole seconds in the tags: less than this cannot be seen, and nobody minds it",
    )
    exact_s: float = setting(
        5.0, BY_HAND, "an interval of less than this on either side is not worth a word"
    )
    min_probability: float = setting(
        0.9, BY_HAND, "below the level of the interval itself, its own value is not to be explained"
    )
    wide_s: float = setting(
        1200.0,
        BY_HAND,
        "an hour is told from its neighbours within this, the widest interval that names a cause",
    )
    far_s: float = setting(
        2_592_000.0,
        BY_HAND,
        "a clock 30 days behind was not set by anyone; it was reset, or never set",
    )
    reset_within_s: float = setting(
        604_800.0, BY_HAND, "photos begin soon, within a week, after a flat battery is charged"
    )
    year_within_s: float = setting(
        7200.0, BY_HAND, "a wrong year is the same day and time of day, but for an hour or two"
    )
    snap_within_s: float = setting(
        60.0, BY_HAND, "an interval of less on either side holds a round value for a reason"
    )
    side_within_s: float = setting(
        120.0, BY_HAND, "either side of a clock that was set anew is told no better than this"
    )
    near_part: float = setting(
        30.0,
        BY_HAND,
        "a round value is named as the cause when the offset is as near to it as this part of the"
        " round step, a thirtieth: chance would do it one time in fifteen …",
    )
    width_part: float = setting(
        3.0, BY_HAND, "… and its interval is no wider than this part of the step, a third"
    )


@dataclass(frozen=True, slots=True)
class BeliefOptions:
    """Which sources speak of a clock, and how much each is believed.

    A weight is the probability that the source is right, within its sd; else the clock
    may show anything. None is 1: pictures that say otherwise must be able to win.
    """

    use_trusted: bool = choice(True, "clocks that a person vouches for")
    use_gps: bool = choice(True, "clocks that GPS times confirm")
    use_phones: bool = choice(True, "phones, which the network sets")
    use_cameras: bool = choice(True, "all other clocks")
    use_zone_tags: bool = choice(True, "zones that files name")
    gps: GpsClockOptions = choice(GpsClockOptions(), "when GPS times confirm a clock")
    error: ClockErrorOptions = choice(ClockErrorOptions(), "how a clock's error is put into words")
    trusted_sd_s: float = setting(1.0, BY_HAND, "a person vouches for it, and set it by something")
    trusted_weight: float = setting(0.999, BY_HAND, "not 1, see above")
    gps_weight: float = setting(
        0.98,
        BY_HAND,
        "software may have written GPS times from the camera's own time and a recorded track",
    )
    phone_sd_s: float = setting(
        2.0,
        BY_HAND,
        "set by the network to well within a second, unless somebody switched that off",
    )
    phone_weight: float = setting(0.9, BY_HAND, "the chance of that")
    camera_sd_s: float = setting(
        60.0,
        BY_HAND,
        "set by hand, by a watch, months ago; most are off by minutes, a zone or more",
    )
    camera_weight: float = setting(0.3, BY_HAND, "the chance that it is right all the same …")
    camera_hours_weight: float = setting(
        0.25, BY_HAND, "… or was so once: on another zone's time, or on winter time in summer"
    )
    phone_hours_weight: float = setting(
        0.03, BY_HAND, "a phone that is set by hand, and did not follow to another zone"
    )
