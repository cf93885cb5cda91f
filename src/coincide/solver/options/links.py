"""Options of links: which photos of different galleries look alike."""

from dataclasses import dataclass
from typing import Literal

from coincide.solver.options.setting import BY_HAND, PAPER, choice, setting

LinkApproach = Literal["exact", "coverage"]


@dataclass(frozen=True, slots=True)
class NeighbourOptions:
    """How each photo's best matches in other galleries are found; see docs/how-it-works.md."""

    n_best: int = setting(12, BY_HAND, "matches kept of each photo")
    directions: int = setting(
        128, BY_HAND, "directions in which photos differ most: what is searched by"
    )
    shortlist: int = setting(
        32,
        BY_HAND,
        "matches by these directions, which are then compared by whole vectors: of the twelve best"
        " by those, 98 % and more are among them (ADR 33)",
    )
    above_chance: bool = choice(
        True,
        "leave out matches that are no more alike than photos with nothing in common are by chance",
    )
    exact_photos: int = setting(
        50_000,
        BY_HAND,
        "up to so many photos all are compared; beyond, an index is made, which is then faster (on"
        " two cores 52 s to 109 s for 100,000 photos, 21 s to 18 s for 30,000) and needs faiss",
    )
    probes: int = setting(48, BY_HAND, "lists looked through for a photo")
    query_tile: int = setting(256, BY_HAND, "photos searched for at once: bounds memory")
    threads: int | None = choice(None, "None: all cores")


@dataclass(frozen=True, slots=True)
class LinkOptions:
    """How photos of different galleries are linked (the paper, section III-C)."""

    approach: LinkApproach = choice(
        "exact", "as many links for every two galleries, or the best first over the whole event"
    )
    alpha: float = setting(
        0.1, PAPER, "links per gallery pair, as a share of all photos of the event"
    )
    tile: int = setting(
        2048, BY_HAND, "rows of one similarity tile: bounds memory, changes nothing but rounding"
    )
    neighbours: NeighbourOptions = choice(
        NeighbourOptions(), "for events too large to be solved at once"
    )


@dataclass(frozen=True, slots=True)
class MrfOptions:
    """Weights of the MRF's two terms, as in the authors' public parameter file."""

    gamma: float = setting(0.1385, PAPER, "great-circle distance")
    delta: float = setting(29.66, PAPER, "time gaps")


@dataclass(frozen=True, slots=True)
class AgreementOptions:
    """When the links of two galleries are too few, or too much at odds, to trust an estimate."""

    few_links: int = setting(3, BY_HAND, "below so many links one false pair decides the answer")
