"""One frozen options class per part of the solver: every number, its unit and its reason."""

from dataclasses import dataclass
from typing import Literal, get_args

Method = Literal["joint", "paper", "median"]
TreeMethod = Literal["paper", "median"]
TREE_METHODS: tuple[TreeMethod, ...] = get_args(TreeMethod)
EvidenceKind = Literal["look", "light", "place", "rhythm"]
PriorKind = Literal["overlap", "hours", "clocks"]
LinkApproach = Literal["exact", "coverage"]


@dataclass(frozen=True, slots=True)
class NeighbourOptions:
    """How each photo's best matches in other galleries are found; see docs/how-it-works.md."""

    # matches kept of each photo
    n_best: int = 12
    # directions in which photos differ most: what is searched by
    directions: int = 128
    # matches by these directions, which are then compared by whole vectors: of the twelve best
    # by those, 98 % and more are among them
    candidates: int = 32
    # leave out matches that are no more alike than photos with nothing in common are by chance
    above_chance: bool = True
    # up to so many photos all are compared; beyond, an index is made, which is then faster (on two
    # cores 52 s to 109 s for 100,000 photos, 21 s to 18 s for 30,000) and needs faiss
    exact_photos: int = 50_000
    # lists of the index, times √N: finer lists find more for the same work, and cost more to make
    lists: float = 8.0
    # lists looked through for a photo
    probes: int = 48
    # photos searched for at once: bounds memory
    tile: int = 256
    # None: all cores
    threads: int | None = None


@dataclass(frozen=True, slots=True)
class LinkOptions:
    """How photos of different galleries are linked (the paper, section III-C)."""

    # as many links for every two galleries, or the best first over the whole event
    approach: LinkApproach = "exact"
    # links per gallery pair, as a share of all photos of the event; the paper's value
    alpha: float = 0.1
    # rows of one similarity tile: bounds memory, changes nothing but rounding
    tile: int = 2048
    # for events too large to be solved at once
    neighbours: NeighbourOptions = NeighbourOptions()


@dataclass(frozen=True, slots=True)
class MrfOptions:
    """Weights of the MRF's two terms, as in the authors' public parameter file."""

    gamma: float = 0.1385  # great-circle distance
    delta: float = 29.66  # time gaps


@dataclass(frozen=True, slots=True)
class EvidenceOptions:
    """What counts as evidence of an offset, and how much; see docs/how-it-works.md."""

    # what is asked; a kind that an event has nothing of says nothing
    kinds: tuple[EvidenceKind, ...] = ("look", "light", "place", "rhythm")
    # photos of one camera within this many seconds count as one
    burst_s: float = 60.0
    # a ladder from the length of a burst to that of an hour; rungs that are long beside the
    # galleries themselves are left out
    scales_s: tuple[float, ...] = (15.0, 60.0, 240.0, 960.0, 3600.0)
    # ask all scales, the longest first; off: one_scale_s alone
    coarse_to_fine: bool = True
    one_scale_s: float = 60.0  # used alone where coarse_to_fine is off
    # learn from the event's own galleries how alike photos are, starting from what is usual
    learn: bool = True
    own_pairs: float = 50.0  # what is usual counts as this many pairs
    # the chance that a photo has a partner among the photos near it in time
    partner: float = 0.4
    # a likeness says at most e^cap to one
    cap: float = 5.0
    # within minutes people pass the same places one after the other, and alike is not at the
    # same time: likeness counts in full where the longest gallery has this many seconds, and in
    # proportion where all are shorter
    in_full_s: float = 7200.0
    # how much of each measure's log ratio counts: look and colour see partly the same
    look_share: float = 1.0
    colour_share: float = 0.5  # of how alike the colours are
    brightness_share: float = 0.5  # of how alike the scenes are in brightness
    place_share: float = 0.5  # of how near the positions are
    # how much of the rhythm's log-odds counts beside those of likeness
    rhythm_share: float = 0.2
    # how far around a moment others' shots count for the rhythm: from a burst to half an hour
    rhythm_scales_s: tuple[float, ...] = (30.0, 120.0, 480.0, 1920.0)
    # share of photos that are taken whenever, not when the others shoot
    anywhere: float = 0.1


@dataclass(frozen=True, slots=True)
class LargeOptions:
    """How events too large to be solved at once are cut and joined; see docs/how-it-works.md."""

    # galleries and photos up to which all are solved together
    direct_galleries: int = 150
    direct_photos: int = 30_000  # the same, of photos
    # galleries of one cluster: as many as the solver takes seconds for
    cluster_size: int = 40
    # clusters are not put together whose tie is below this share of what holds either together
    loose: float = 0.15
    # photos that speak for a gallery: those most alike to others', one of each minute first
    speaking: int = 100
    # photos that speak for a cluster when clusters are joined
    cluster_speaking: int = 240
    # a gallery speaks for its cluster when it is so likely to be right within it
    sure: float = 0.9
    # the photos that speak for a cluster were chosen for being like others', and say less for it:
    # so much, beside what tempers they have anyway
    join_temper: float = 0.6


@dataclass(frozen=True, slots=True)
class JointOptions:
    """How all galleries are placed together; see docs/how-it-works.md."""

    evidence: EvidenceOptions = EvidenceOptions()
    # what is counted on beforehand: galleries overlap, clocks are whole hours off, what is known
    # of each clock
    priors: tuple[PriorKind, ...] = ("overlap", "hours", "clocks")
    # galleries with which a gallery is compared: those it has most in common with
    max_partners: int = 10
    # offsets looked at for each pair, and kept
    candidates: int = 40
    # how often every gallery is moved to where all others want it
    sweeps: int = 3
    # ask all galleries together; off: each pair alone, as the paper's tree does
    pooling: bool = True
    # standard deviation of the distance between the middles of two galleries of one event,
    # as a share of their mean length
    overlap_share: float = 0.22
    # sums over photos and scales see the same moments several times, so log-odds are tempered:
    # for where exactly a gallery is
    temper: float = 0.5
    interval_temper: float = 0.75  # the same, for its interval
    mode_temper: float = 1.0  # the same, for which of several places it is at
    # galleries that may be at quite another place are placed last and not asked about the
    # others, as long as this share of the galleries is left
    least_hosts: float = 0.4
    # a gallery is placed when it is likelier than not within this many seconds
    placed_within_s: float = 1800.0
    # look for clocks that were set anew during the event, and cut their galleries there
    jumps: bool = True
    # look for clocks that go too fast or too slow, where galleries are long enough to show it
    drift: bool = True
    large: LargeOptions = LargeOptions()
