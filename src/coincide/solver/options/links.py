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
        " by those, 98 % and more are among them (`coincide bench recall`)",
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
    lists: float = setting(
        8.0,
        BY_HAND,
        "lists of the index, times √N: finer lists find more for the same work, and cost more to"
        " make",
    )
    probes: int = setting(48, BY_HAND, "lists looked through for a photo")
    query_tile: int = setting(256, BY_HAND, "photos searched for at once: bounds memory")
    threads: int | None = choice(None, "None: all cores")
    direction_sample: int = setting(
        8192, BY_HAND, "photos from which directions are learned; more do not move them"
    )
    chance_sample: int = setting(
        2048, BY_HAND, "photos of which every two are compared, to see what likeness chance gives"
    )
    least_length: float = setting(1e-6, BY_HAND, "a photo of nothing has no direction")
    per_list: int = setting(
        40, BY_HAND, "photos that each list of the index is learned from: more move lists little"
    )
    list_rounds: int = setting(8, BY_HAND, "rounds of learning the lists: more move them little")
    list_seed: int = setting(
        1, BY_HAND, "where learning the lists begins: any, but always the same"
    )
    block: int = setting(8192, BY_HAND, "photos read at once: bounds memory")


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
    coverage_steps: int = setting(10, PAPER, "coverage is looked at in tenths")
    deeper: int = setting(
        4,
        BY_HAND,
        "when the links found for two galleries are used up, so many times as many are looked for:"
        " changes the work, not the links",
    )
    neighbours: NeighbourOptions = choice(
        NeighbourOptions(), "for events too large to be solved at once"
    )
