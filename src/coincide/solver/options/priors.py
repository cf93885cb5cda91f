"""Options of what is known beside the photos: priors, clocks, and a person's answers."""

from dataclasses import dataclass

from coincide.solver.options.setting import BY_HAND, PHYSICAL, setting


@dataclass(frozen=True, slots=True)
class PriorOptions:
    """What is likely of offsets before any photo is looked at."""

    overlap_tail: float = setting(
        3.0, BY_HAND, "middles may be anywhere, only less and less likely: a heavy tail"
    )
    more_sd_s: float = setting(
        60.0, BY_HAND, "however long galleries are, their middles may lie a minute further apart"
    )
    moment_sd_s: float = setting(
        300.0,
        BY_HAND,
        "photos of a moment do not tell how long the event was: that two galleries are that short"
        " must never be enough to be certain of 300 s. The longer they are, the less is left open"
        " so",
    )
    whole_hours_share: float = setting(
        0.05, BY_HAND, "a clock in the wrong zone is a whole hour off, so often …"
    )
    half_hours_share: float = setting(0.01, BY_HAND, "… rarely a half …")
    round_sd_s: float = setting(45.0, BY_HAND, "… to the minute or so")


@dataclass(frozen=True, slots=True)
class KnowledgeOptions:
    """How much what a person said, and what clocks are believed to show, counts."""

    same_moment_sd_s: float = setting(
        45.0,
        BY_HAND,
        "the same moment is the same thing happening, give or take a minute: so far apart photos"
        " are that a person calls one. Were it less, a true answer would pull galleries off their"
        " place",
    )
    about_sd_s: float = setting(
        600.0,
        BY_HAND,
        '"about the same time" is asked for as a quarter of an hour, and taken a little wider',
    )
    wrong_answers: float = setting(0.02, BY_HAND, "people err: of answers so many are wrong")
    looking_away: float = setting(
        0.2,
        BY_HAND,
        'two people may look different ways in one moment: "not the same" rules it out only so far',
    )
    least_sd_s: float = setting(
        3.0,
        BY_HAND,
        "evidence is looked at in steps of seconds; a sharper belief would fall between them",
    )
    one_hour_share: float = setting(
        0.5,
        BY_HAND,
        "of clocks that are whole hours off so many missed a change of summer time, or are one zone"
        " away; the others are anywhere …",
    )
    furthest_hours: int = setting(14, PHYSICAL, "… no further: zones do not lie wider apart")
