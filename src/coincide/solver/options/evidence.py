"""Options of evidence: what photos say about the offset of a gallery."""

from dataclasses import dataclass
from typing import Literal

from coincide.solver.options.setting import BY_HAND, PHYSICAL, choice, setting

EvidenceKind = Literal["look", "light", "place", "rhythm", "sound", "frames"]


@dataclass(frozen=True, slots=True)
class LikenessOptions:
    """How alike two photos are, as a number."""

    same_view_s: float = setting(
        10.0,
        BY_HAND,
        "photos of one camera so close in time are one view; they would spoil what is usual for it",
    )
    enough_photos: float = setting(
        8.0,
        BY_HAND,
        "a gallery's own mean and spread count as much as what is usual in the whole block once it"
        " has this many photos: of three photos neither can be told",
    )
    least_variance: float = setting(
        1e-6, BY_HAND, "photos that are all alike have a spread all the same, or ratios would be ∞"
    )
    fix_m: float = setting(
        10.0, PHYSICAL, "a position is good to ten metres: nearer than that is all the same"
    )


@dataclass(frozen=True, slots=True)
class RatioOptions:
    """How an event's own galleries teach what likeness says about nearness in time."""

    within_burst_s: float = setting(
        5.0, BY_HAND, "bursts of one camera are alike as no two cameras' photos ever are"
    )
    far: float = setting(4.0, BY_HAND, '"not near" begins at this many times the scale')
    far_share: float = setting(
        0.25, BY_HAND, "… where that is below this share of the longest gallery"
    )
    beyond: float = setting(
        1.5,
        BY_HAND,
        "in a short event nothing is far: then what is beyond this many times the scale must do",
    )
    far_pairs: float = setting(
        4.0, BY_HAND, "of far pairs there are more: what is usual counts as so many times own_pairs"
    )
    quantiles: tuple[float, ...] = setting(
        (0.1, 0.25, 0.4, 0.55, 0.7, 0.8, 0.88, 0.94, 0.97, 0.99),
        BY_HAND,
        "a table of quantiles where nothing is known beforehand, e.g. for distances",
    )
    most_pairs: int = setting(
        400_000,
        BY_HAND,
        "pairs to learn from: beyond that tables do not move, and cost grows with the square",
    )


@dataclass(frozen=True, slots=True)
class EvidenceOptions:
    """What counts as evidence of an offset, and how much; see docs/how-it-works.md."""

    kinds: tuple[EvidenceKind, ...] = choice(
        ("look", "light", "place", "rhythm", "sound", "frames"),
        "what is asked; a kind that an event has nothing of says nothing",
    )
    burst_s: float = setting(
        60.0, BY_HAND, "photos of one camera within this many seconds count as one"
    )
    scales_s: tuple[float, ...] = setting(
        (15.0, 60.0, 240.0, 960.0, 3600.0),
        BY_HAND,
        "a ladder from the length of a burst to that of an hour; rungs that are long beside the"
        " galleries themselves are left out",
    )
    longest_rung: float = setting(
        0.25,
        BY_HAND,
        "… as a share of the longest gallery: in half an hour nothing is an hour away",
    )
    coarse_to_fine: bool = choice(True, "ask all scales, the longest first; off: one_scale_s alone")
    one_scale_s: float = setting(60.0, BY_HAND, "used alone where coarse_to_fine is off")
    scale_weight: float = setting(
        2.0,
        BY_HAND,
        "scales see the same photos, so what counts is this many times their mean, however many"
        " there are",
    )
    learn: bool = choice(
        True,
        "learn from the event's own galleries how alike photos are, starting from what is usual",
    )
    own_pairs: float = setting(50.0, BY_HAND, "what is usual counts as this many pairs")
    partner: float = setting(
        0.4, BY_HAND, "the chance that a photo has a partner among the photos near it in time"
    )
    cap: float = setting(5.0, BY_HAND, "a likeness says at most e^cap to one")
    in_full_s: float = setting(
        7200.0,
        BY_HAND,
        "within minutes people pass the same places one after the other, and alike is not at the"
        " same time: likeness counts in full where the longest gallery has this many seconds, and"
        " in proportion where all are shorter",
    )
    look_share: float = setting(
        1.0,
        BY_HAND,
        "how much of each measure's log ratio counts: look and colour see partly the same",
    )
    colour_share: float = setting(0.5, BY_HAND, "of how alike the colours are")
    brightness_share: float = setting(0.5, BY_HAND, "of how alike the scenes are in brightness")
    place_share: float = setting(0.5, BY_HAND, "of how near the positions are")
    rhythm_share: float = setting(
        0.2, BY_HAND, "how much of the rhythm's log-odds counts beside those of likeness"
    )
    rhythm_scales_s: tuple[float, ...] = setting(
        (30.0, 120.0, 480.0, 1920.0),
        BY_HAND,
        "how far around a moment others' shots count for the rhythm: from a burst to half an hour",
    )
    rhythm_margin_s: float = setting(
        600.0,
        BY_HAND,
        "galleries may lie a little further apart than both together are long, with nothing in"
        " common",
    )
    anywhere: float = setting(
        0.1, BY_HAND, "share of photos that are taken whenever, not when the others shoot"
    )
    pairs_at_once: int = setting(
        65_536, BY_HAND, "pairs that are looked at together: they stay near the processor"
    )
    likeness: LikenessOptions = choice(LikenessOptions(), "how alike two photos are")
    ratio: RatioOptions = choice(RatioOptions(), "what that says about nearness in time")


@dataclass(frozen=True, slots=True)
class ShelfOptions:
    """How much evidence is kept from one solve to the next."""

    most_photos: int = setting(
        40_000,
        BY_HAND,
        "photos of all that is kept: what is kept of one takes some tens of kilobytes",
    )


@dataclass(frozen=True, slots=True)
class AscendingOptions:
    """How times are found among others that ascend."""

    stretches_each: int = setting(
        64,
        BY_HAND,
        "stretches of time for each of the others: the more, the more of them are empty, and the"
        " longer they take to be counted",
    )


@dataclass(frozen=True, slots=True)
class RecallOptions:
    """How much of what photos said is kept for the next time it is asked."""

    most_numbers: int = setting(
        2_000_000,
        BY_HAND,
        "numbers kept, 16 MB of them: what some solves of a large event ask",
    )
