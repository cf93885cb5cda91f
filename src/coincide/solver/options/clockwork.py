"""Options of clocks that change during the event: set anew, too fast, too slow."""

from dataclasses import dataclass

from coincide.solver.options.moves import Steps
from coincide.solver.options.setting import BY_HAND, PHYSICAL, setting


@dataclass(frozen=True, slots=True)
class CourseOptions:
    """How clocks are set anew during an event, or two devices share a folder."""

    set_share: float = setting(
        0.05, BY_HAND, "of clocks that are set by hand, so many are set anew during an event …"
    )
    to_right: float = setting(0.75, BY_HAND, "… of these so many because they are wrong …")
    by_hours: float = setting(
        0.23, BY_HAND, "… or by whole hours, n of them 1/n as often as one; the rest by anything"
    )
    from_right: float = setting(
        0.3, BY_HAND, "a clock that is right is set anew so much less often"
    )
    two_share: float = setting(
        0.005, BY_HAND, "of galleries so many are of two devices that no tag tells apart"
    )
    stray: float = setting(
        0.01,
        BY_HAND,
        "a photo's likeness may mislead, so often: without it one look-alike makes a jump, and with"
        " 0.05 true jumps vanish",
    )
    border_temper: float = setting(
        0.25,
        BY_HAND,
        "where a clock was set is known less well than whether: photos of one scene, between two"
        " nights, do not speak independently",
    )
    one_place_s: float = setting(
        300.0, BY_HAND, "offsets nearer than this are one place, and a smaller step is none"
    )
    order_s: float = setting(
        120.0,
        BY_HAND,
        "photos are in order whatever the clock does, as far as offsets are exact",
    )
    run_s: float = setting(
        60.0, BY_HAND, "of two devices, the one that was used last is rather used again within this"
    )
    states: int = setting(14, BY_HAND, "offsets that a clock may have had, at most")
    most_hours: int = setting(12, BY_HAND, "zones that a clock may be moved through, either way")
    offsets_agreed: int = setting(32, BY_HAND, "offsets tried that matches agree on")
    fine_steps: Steps = setting(
        ((240.0, 20.0),), BY_HAND, "shifts looked at around where a side seems to be, in seconds"
    )
    whole_hours_odds: float = setting(
        4.0, BY_HAND, "sides whole hours apart are likelier than any others by this much (nats)"
    )
    clear: float = setting(
        0.5, BY_HAND, "jumps are followed from this share of the clearest one's gain on"
    )
    course_rounds: int = setting(
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
