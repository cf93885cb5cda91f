"""Options of clocks that change during the event: set anew, too fast, too slow."""

from dataclasses import dataclass

from coincide.solver.options.moves import Steps
from coincide.solver.options.setting import BY_HAND, PHYSICAL, setting


@dataclass(frozen=True, slots=True)
class JumpOptions:
    """When a clock was set anew, at which photo, and by how much; see docs/how-it-works.md."""

    least_step_s: float = setting(300.0, BY_HAND, "a step below this is none")
    small_step_s: float = setting(
        900.0,
        BY_HAND,
        "a step below this may be a moment that went on for minutes, photographed at its begin by"
        " one and at its end by another …",
    )
    small_step_odds: float = setting(-4.0, BY_HAND, "… and must be so much clearer (nats)")
    least_gain: float = setting(
        7.5,
        BY_HAND,
        "two offsets must fit this much better than one: few clocks are ever set anew, and the best"
        " of many places and steps is better than one by chance alone",
    )
    whole_hours_odds: float = setting(
        4.0,
        BY_HAND,
        "zones and summer time are what clocks are set anew for: whole hours are likelier by this"
        " much, and n of them 1/n as likely as one",
    )
    near_hour_s: float = setting(
        120.0, BY_HAND, "… where they are whole hours, as exact as offsets are"
    )
    least_speaking: float = setting(
        1.1,
        BY_HAND,
        "burst-weighted photos on either side that must speak for their own offset: one burst is"
        " one …",
    )
    speaks: float = setting(0.5, BY_HAND, "… each by this much (nats)")
    least_chance: float = setting(
        0.5, BY_HAND, "where a side is likelier elsewhere, nothing is claimed"
    )
    depth: int = setting(
        2,
        BY_HAND,
        "a clock may be set anew more than once: each side is looked at again, so deep …",
    )
    again: float = setting(3.0, BY_HAND, "… but a second time is rarer still (nats)")
    fine_steps: Steps = setting(
        ((240.0, 20.0),), BY_HAND, "shifts looked at around where a side seems to be, in seconds"
    )
    order_s: float = setting(
        120.0,
        BY_HAND,
        "photos are in order whatever the clock does, as far as offsets are exact",
    )
    longest_pause: float = setting(
        18.0, BY_HAND, "pauses are told apart by the logarithm of their seconds, up to years …"
    )
    pause_step: float = setting(0.1, BY_HAND, "… in bins of this width …")
    pause_spread: float = setting(0.5, BY_HAND, "… and no finer than this")
    pauses_at_first: float = setting(
        5.0,
        BY_HAND,
        "until an event has shown more pauses than this, those of x seconds are taken as 1/x as"
        " usual",
    )
    never_say_never: float = setting(
        6.0, BY_HAND, "a pause that is most unusual may yet be the one (nats)"
    )
    stretch: int = setting(
        3,
        BY_HAND,
        "where the place is open, what counts is how few photos end up on the wrong side: the place"
        " is amid the stretch of so many photos either way that holds most of the probability …",
    )
    plausible: float = setting(
        0.1,
        BY_HAND,
        "… and itself at least so likely beside the likeliest, e.g. not within a burst",
    )
    settled_share: float = setting(
        0.98,
        BY_HAND,
        "photos amid which the place is with this probability may be of either side: the others"
        " are on theirs as surely as *certain* asks, 1 % at either end",
    )
    mixed_gain: float = setting(
        4.5,
        BY_HAND,
        "a gallery is of two devices where two offsets, either for any photo, fit this much better"
        " than one (nats) …",
    )
    mixed_speaking: float = setting(
        3.5, BY_HAND, "… burst-weighted photos speak for each, as for a jump …"
    )
    mixed_turns: int = setting(
        4, BY_HAND, "… and alternate: a clock that was set anew and back makes three turns"
    )
    set_right_share: float = setting(
        0.05, BY_HAND, "of the cameras that are wrong, so many are set right during an event"
    )
    most_hours: int = setting(12, BY_HAND, "zones that a clock may be moved through, either way")
    offsets_agreed: int = setting(32, BY_HAND, "offsets tried that matches agree on")
    clear: float = setting(
        0.5, BY_HAND, "jumps are followed from this share of the clearest one's gain on"
    )
    jump_rounds: int = setting(
        4,
        BY_HAND,
        "jumps are looked for this often: a clock that jumped misleads the search for others",
    )


@dataclass(frozen=True, slots=True)
class DriftOptions:
    """When a clock goes too fast or too slow; see docs/how-it-works.md."""

    rate_steps: Steps = setting(
        ((60.0, 4.0),), BY_HAND, "rates looked at, in ppm: beyond those of any camera"
    )
    usual_ppm: float = setting(20.0, PHYSICAL, "camera quartzes are good to this")
    fast_ppm: float = setting(
        40.0,
        BY_HAND,
        "what no camera exceeds must move photos by the finest scale of evidence, or nothing is"
        " seen",
    )
    shift_steps: Steps = setting(
        ((30.0, 6.0),),
        BY_HAND,
        "shifts looked at, in seconds: the middle may have been found a little off while drift was"
        " not thought of",
    )
    least_drift_gain: float = setting(
        3.0, BY_HAND, "nats by which a drift must be likelier than none …"
    )
    drift_share: float = setting(
        0.98, BY_HAND, "… and none must lie outside of this share of the probability"
    )
