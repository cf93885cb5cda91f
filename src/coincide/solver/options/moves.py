"""Options of moving galleries and blocks of them to where all others want them."""

from dataclasses import dataclass

from coincide.solver.options.setting import BY_HAND, setting

# grids of shifts around zero, each as (how far either way, in what steps)
Steps = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class BlockOptions:
    """How a block of galleries is asked whether it belongs elsewhere."""

    alternatives: int = setting(
        24, BY_HAND, "alternatives looked at when a block is asked whether it belongs elsewhere"
    )
    representatives: int = setting(
        8, BY_HAND, "members that speak for a large block: those with most to say about the rest"
    )
    loudest_partners: int = setting(
        3, BY_HAND, "… which is what they say to so many partners they have most to say to"
    )
    same_news: float = setting(
        0.65,
        BY_HAND,
        "n members of a block say n^(1 − this) times as much as one: 0 if each had news of its own",
    )


@dataclass(frozen=True, slots=True)
class RefineOptions:
    """How galleries, and blocks that were merged as one, are moved to their likeliest place."""

    around_steps: Steps = setting(
        ((60.0, 10.0), (300.0, 30.0)),
        BY_HAND,
        "shifts looked at around where it is, in seconds: fine near by, coarse further off",
    )
    peak_s: float = setting(120.0, BY_HAND, "the likeliest place is the middle of a peak …")
    hill_s: float = setting(
        600.0, BY_HAND, "… or of a long low hill, the less likeness counts (see in_full_s)"
    )
    fine_step_s: float = setting(4.0, BY_HAND, "steps in which the middle is taken")
    worth: float = setting(
        0.05, BY_HAND, "a move must be worth this much (nats), or equals would be swapped for ever"
    )
    settled_s: float = setting(1.0, BY_HAND, "who moves by less has settled")
    well_merged_s: float = setting(30.0, BY_HAND, "a block that moved by less was merged well")
    block_sweeps: int = setting(2, BY_HAND, "sweeps in which blocks are moved, not galleries alone")
