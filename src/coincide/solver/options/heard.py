"""Options of sound: how much of what clips have heard counts, and how exact it is."""

from dataclasses import dataclass

from coincide.solver.options.setting import BY_HAND, PHYSICAL, setting


@dataclass(frozen=True, slots=True)
class HeardOptions:
    """What sound says of where galleries are."""

    search_sd_s: float = setting(
        10.0,
        BY_HAND,
        "places are looked for in cells of half a minute: a sharper word would fall between them."
        " To the tenth of a second they are found afterwards",
    )
    stretch_s: float = setting(
        300.0,
        BY_HAND,
        "what was heard in so long a stretch counts once: one song gives many ties that agree",
    )
    loose_nats: float = setting(
        3.5, BY_HAND, "what a tie may say at most that sound alone does not vouch for"
    )
    sure_nats: float = setting(
        9.0,
        BY_HAND,
        "what one may say at most that it does vouch for: one in ten thousand is wrong",
    )
    told_nats: float = setting(
        14.0,
        BY_HAND,
        "what one may say that a person has heard: more than any sound, less than a pinned offset",
    )
    heard_places: int = setting(
        20, BY_HAND, "places of a block that sound proposes, those that it says most for"
    )
    agrees_s: float = setting(
        8.0, BY_HAND, "a tie speaks for a result that has its clips so near to where it says"
    )
    exactly_s: float = setting(
        3.0,
        BY_HAND,
        "and so near once clocks are told to a tenth of a second: two headers of whole seconds,"
        " each of a clip that began a moment later",
    )
    header_sd_s: float = setting(
        0.6, PHYSICAL, "a header tells whole seconds, and recording begins a moment after"
    )
    least_clock_sd_s: float = setting(
        0.1, PHYSICAL, "sound takes a tenth of a second for 35 m: no clock is told closer"
    )
    outlier: float = setting(
        3.0, BY_HAND, "ties that are off by more than so many standard deviations count less"
    )
    rounds: int = setting(10, BY_HAND, "of weighing ties anew: more change nothing")
