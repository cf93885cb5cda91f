"""One frozen options class per stage: every threshold, its default, its unit and its reason."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Method = Literal["paper", "median"]
LinkApproach = Literal["exact", "coverage"]


@dataclass(frozen=True, slots=True)
class IngestOptions:
    """How folders become galleries."""

    # a header may promise any size; 250 MP is above every camera and still fits in memory
    max_pixels: int = 250_000_000
    # photos of one clock, unlike software versions or numbering: at least this many of each
    # before one folder is taken for two bodies of the same model
    min_photos_per_body: int = 5


@dataclass(frozen=True, slots=True)
class EmbedOptions:
    """How photos become vectors."""

    # a registered name, or the path of an ONNX file
    backbone: str = "efficientnet-lite0"
    # the network's weights as a file of the user's own; None: packaged, cached or downloaded
    weights: Path | None = None
    # fixed and padded, so that the same photo gives the same bytes in any company
    batch: int = 8
    # inference threads; None: all cores
    threads: int | None = None
    # decoding threads, ahead of inference; None: all cores
    decoders: int | None = None
    # photos per shard file: large enough to be few, small enough to lose little when killed
    shard: int = 64


@dataclass(frozen=True, slots=True)
class VladOptions:
    """How the regions of a photo become one vector (the paper, section III-C)."""

    words: int = 256
    # k-means sees at most this many regions, drawn evenly over the photos: beyond that
    # more regions move the words very little, and cost grows without bound
    max_regions: int = 100_000
    iterations: int = 25
    seed: int = 0


@dataclass(frozen=True, slots=True)
class LinkOptions:
    """How photos of different galleries are linked (the paper, section III-C)."""

    approach: LinkApproach = "exact"
    # links per gallery pair, as a share of all photos of the event; the paper's value
    alpha: float = 0.1
    # rows of one similarity tile: bounds memory, changes nothing but rounding
    tile: int = 2048


@dataclass(frozen=True, slots=True)
class MrfOptions:
    """Weights of the MRF's two terms, as in the authors' public parameter file."""

    gamma: float = 0.1385  # great-circle distance
    delta: float = 29.66  # time gaps


@dataclass(frozen=True, slots=True)
class SyncOptions:
    """The whole pipeline."""

    method: Method = "paper"
    # taps of the backbone, e.g. "28x28" or "14x14,28x28" (late fusion); None: the backbone's own
    features: str | None = None
    anchor: str | None = None
    ingest: IngestOptions = IngestOptions()
    embed: EmbedOptions = EmbedOptions()
    vlad: VladOptions = VladOptions()
    link: LinkOptions = LinkOptions()
    mrf: MrfOptions = MrfOptions()
