"""How photos become vectors: every threshold, its default, its unit and its reason."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class EmbedOptions:
    """How photos become vectors."""

    # a registered name, that of a network another package adds, or the path of an ONNX file
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

    words: int = 256  # visual words
    # k-means sees at most this many regions, drawn evenly over the photos: beyond that
    # more regions move the words very little, and cost grows without bound
    max_regions: int = 100_000
    iterations: int = 25  # of k-means, at most; it ends when no region changes its word
    seed: int = 0  # of k-means


@dataclass(frozen=True, slots=True)
class FrameOptions:
    """Which frames of a clip are looked at, and how a photo is looked for among them."""

    # seconds between key frames: people at an event stand still for longer
    every_s: float = 2.0
    # frames of one clip, however long it is: what a long one shows is mostly the same
    at_most: int = 60
    # seconds between frames that speak for offsets: denser ones would drown the photos near them
    ask_every_s: float = 8.0
    # frames, of all clips, that look most like a photo and are compared closer
    n_best: int = 8
    # seconds between frames around the best of them
    step_s: float = 1.0
    # points that must agree for a photo to be found: by chance a dozen may
    min_inliers: int = 16
    # frames that show at least so much of a photo, as a share of the best, may be its moment
    as_good: float = 0.95
