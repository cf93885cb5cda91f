"""Options of sound: how much of what clips have heard counts, and how exact it is."""

from dataclasses import dataclass

from coincide.solver.options.setting import BY_HAND, PHYSICAL, setting


@dataclass(frozen=True, slots=True)
class MeaningOptions:
    """What the headers of clips mean: start or end, weighed by what the clips have heard."""

    least_share: float = setting(
        0.02,
        BY_HAND,
        "a meaning less likely than this, beside the maker's usual one, is not asked about: no"
        " device is known that writes it",
    )
    meaning_sd_s: float = setting(
        0.9,
        PHYSICAL,
        "so near two clips are where their headers say: each tells whole seconds, and recording"
        " begins a moment after, 0.6 s of each (header_sd_s) and the root of two",
    )
    meaning_reach_s: float = setting(
        600.0,
        BY_HAND,
        "a clock may be so far from where it was solved to be, with its clips' headers misread: no"
        " phone's clip is longer as a rule",
    )
    unusual_gain: float = setting(
        0.5,
        BY_HAND,
        "a meaning that is not the maker's usual one is taken when it says so much more (nats):"
        " equals are not swapped",
    )
    open_nats: float = setting(
        4.0,
        BY_HAND,
        "a meaning that says no less than this below the one taken is still open, one in fifty: the"
        " interval reaches to where the gallery would be by it",
    )
    meaning_rounds: int = setting(
        5, BY_HAND, "of settling each gallery by the others: more change nothing"
    )


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
        100.0,
        BY_HAND,
        "what one may say that a person has heard: more than all sounds and pictures together, less"
        " than a pinned offset",
    )
    told_sd_s: float = setting(
        1.0,
        BY_HAND,
        "how exactly that is looked for: with headers of whole seconds between two clocks. Wider,"
        " a rival some seconds off would take its place",
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
    follow_rounds: int = setting(
        4, BY_HAND, "of moving galleries without ties after those that sound has moved"
    )
    agreeing_clocks: float = setting(
        2.0,
        BY_HAND,
        "clocks that sound has told agree on the time if they are no further off than so many"
        " standard deviations",
    )
