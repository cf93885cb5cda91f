"""Options of the joint solve, those of its parts within."""

from dataclasses import dataclass
from typing import Literal

from coincide.solver.options.evidence import EvidenceOptions
from coincide.solver.options.large import LargeOptions
from coincide.solver.options.setting import BY_HAND, choice, setting


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


@dataclass(frozen=True, slots=True)
class CourseOptions:
    """How clocks are set anew during an event, or two devices share a folder."""

    set_share: float = setting(
        0.03, BY_HAND, "of clocks that are set by hand, so many are set anew during an event"
    )
    two_share: float = setting(
        0.005, BY_HAND, "of galleries so many are of two devices that no tag tells apart"
    )
    states: int = setting(14, BY_HAND, "offsets that a clock may have had, at most")


PriorKind = Literal["overlap", "hours", "clocks", "exact"]


@dataclass(frozen=True, slots=True)
class JointOptions:
    """How all galleries are placed together; see docs/how-it-works.md."""

    evidence: EvidenceOptions = choice(EvidenceOptions(), "what photos say about an offset")
    priors: tuple[PriorKind, ...] = choice(
        ("overlap", "hours", "clocks", "exact"),
        "what is counted on beforehand: galleries overlap, clocks are whole hours off, what is"
        " known of each clock, and with that the exact times of photos, films and people",
    )
    max_partners: int = setting(
        10,
        BY_HAND,
        "galleries with which a gallery is compared: those it has most in common with",
    )
    candidates: int = setting(40, BY_HAND, "offsets looked at for each pair, and kept")
    closer_photos: int = setting(
        3000,
        BY_HAND,
        "photos of an event in which those that matter are compared closer without being asked to:"
        " in more it takes minutes",
    )
    sweeps: int = setting(
        3, BY_HAND, "how often every gallery is moved to where all others want it"
    )
    pooling: bool = choice(
        True, "ask all galleries together; off: each pair alone, as the paper's tree does"
    )
    overlap_share: float = setting(
        0.22,
        BY_HAND,
        "standard deviation of the distance between the middles of two galleries of one event, as a"
        " share of their mean length",
    )
    temper: float = setting(
        0.5,
        BY_HAND,
        "sums over photos and scales see the same moments several times, so log-odds are tempered:"
        " for where exactly a gallery is",
    )
    interval_temper: float = setting(
        0.75, BY_HAND, "the same, for how exactly that is known: its interval and its probability"
    )
    mode_temper: float = setting(1.0, BY_HAND, "the same, for which of several places it is at")
    least_hosts: float = setting(
        0.4,
        BY_HAND,
        "galleries that may be at quite another place are placed last and not asked about the"
        " others, as long as this share of the galleries is left",
    )
    placed_within_s: float = setting(
        1800.0,
        BY_HAND,
        "a gallery is placed when it is likelier than not within this many seconds",
    )
    jumps: bool = choice(
        True, "look for clocks that were set anew during the event, and cut their galleries there"
    )
    drift: bool = choice(
        True,
        "look for clocks that go too fast or too slow, where galleries are long enough to show it",
    )
    most_questions: int = setting(10, BY_HAND, "questions that are told, the most useful first")
    heard: HeardOptions = choice(HeardOptions(), "what the sounds of clips say")
    courses: CourseOptions = choice(CourseOptions(), "when a clock was set anew")
    large: LargeOptions = choice(LargeOptions(), "how large events are cut and joined")
