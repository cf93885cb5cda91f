"""Options of evidence: what photos say about the offset of a gallery."""

from dataclasses import dataclass
from typing import Literal

from coincide.solver.options.setting import BY_HAND, choice, setting

EvidenceKind = Literal["look", "light", "place", "rhythm", "sound", "frames"]


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
    most_pairs: int = setting(
        400_000,
        BY_HAND,
        "pairs to learn from: beyond that tables do not move, and cost grows with the square",
    )
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
    anywhere: float = setting(
        0.1, BY_HAND, "share of photos that are taken whenever, not when the others shoot"
    )
    pairs_at_once: int = setting(
        65_536, BY_HAND, "pairs that are looked at together: they stay near the processor"
    )


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
