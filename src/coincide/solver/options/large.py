"""Options of events too large to be solved at once."""

from dataclasses import dataclass

from coincide.solver.options.setting import BY_HAND, setting


@dataclass(frozen=True, slots=True)
class LargeOptions:
    """How events too large to be solved at once are cut and joined; see docs/how-it-works.md."""

    direct_galleries: int = setting(
        150, BY_HAND, "galleries and photos up to which all are solved together"
    )
    direct_photos: int = setting(30_000, BY_HAND, "the same, of photos")
    cluster_size: int = setting(
        40, BY_HAND, "galleries of one cluster: as many as the solver takes seconds for"
    )
    loose: float = setting(
        0.15,
        BY_HAND,
        "clusters are not put together whose tie is below this share of what holds either together",
    )
    speaking: int = setting(
        100,
        BY_HAND,
        "photos that speak for a gallery: those most alike to others', one of each minute first",
    )
    cluster_speaking: int = setting(
        240, BY_HAND, "photos that speak for a cluster when clusters are joined"
    )
    sure: float = setting(
        0.9,
        BY_HAND,
        "a gallery speaks for its cluster when it is so likely to be right within it",
    )
    join_temper: float = setting(
        0.6,
        BY_HAND,
        "the photos that speak for a cluster were chosen for being like others', and say less for"
        " it: so much, beside what tempers they have anyway",
    )
    fewest: int = setting(
        4, BY_HAND, "a cluster of fewer is no cluster: it goes where it has most in common"
    )
    overfull: float = setting(
        1.25, BY_HAND, "a full cluster may take such galleries in, up to so many times its size"
    )
    answer_votes: float = setting(
        20.0,
        BY_HAND,
        "what a person's answer about two galleries counts, in photos: they are to be solved"
        " together",
    )


@dataclass(frozen=True, slots=True)
class ProcessOptions:
    """How clusters are handed to processes."""

    tasks_ahead: int = setting(2, BY_HAND, "tasks made ahead for each process: bounds memory")
