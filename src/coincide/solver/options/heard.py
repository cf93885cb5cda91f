"""Options of sound: how much of what clips have heard counts."""

from dataclasses import dataclass

from coincide.solver.options.setting import BY_HAND, setting


@dataclass(frozen=True, slots=True)
class HeardOptions:
    """What sound says of where galleries are."""

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
