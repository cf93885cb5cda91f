"""What a backbone is: a network on disk, how to feed it, and the layers that can be tapped."""

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from coincide.errors import ModelError

ChannelOrder = Literal["RGB", "BGR"]
Layout = Literal["NCHW", "NHWC"]
Resize = Literal["squash", "crop"]
TapKind = Literal["map", "vector"]


@dataclass(frozen=True, slots=True)
class Preprocess:
    """How a decoded RGB image becomes the network's input: (value − mean) / std.

    ``mean`` and ``std`` are on the 0 to 255 scale and in the order of ``channels``.
    ``resize``: "squash" the whole photo to the square (the paper), or scale the
    shorter side to it and "crop" the middle.
    """

    mean: tuple[float, float, float]
    std: tuple[float, float, float]
    size_px: int = 224
    channels: ChannelOrder = "RGB"
    resize: Resize = "squash"
    layout: Layout = "NCHW"


@dataclass(frozen=True, slots=True)
class Tap:
    """A layer whose responses can be had: ``tensor`` is its name in the ONNX graph.

    ``shape`` of one photo: (regions_h, regions_w, channels) of a map, (dim,) of a vector.
    ``layout`` is how the graph orders a map, not how it comes out.
    """

    name: str
    tensor: str
    kind: TapKind
    shape: tuple[int, ...]
    layout: Layout = "NCHW"


@dataclass(frozen=True)
class Backbone:
    """A network ready to run. ``digest`` identifies the vectors it gives, on any machine.

    ``default_taps`` is what the paper's method uses. ``paper_taps`` are the layers of
    the paper's comparison: the classifier, then the maps from fine to coarse (its
    sixth column fuses those maps); empty where a network has no such counterpart.
    """

    name: str
    model: Path
    digest: str
    preprocess: Preprocess
    taps: tuple[Tap, ...]
    default_taps: tuple[str, ...]
    paper_taps: tuple[str, ...] = ()
    note: str = ""

    def tap(self, name: str) -> Tap:
        """Return the tap of that name, or raise ModelError with the names there are."""
        for tap in self.taps:
            if tap.name == name:
                return tap
        known = ", ".join(tap.name for tap in self.taps)
        raise ModelError(f"The backbone {self.name} has no tap {name!r}; it has: {known}.")


def fingerprint(content: str, preprocess: Preprocess, taps: tuple[Tap, ...]) -> str:
    """Return a digest of all that shapes the vectors: the weights' digest, the feed, the taps."""
    parts = {
        "content": content,
        "preprocess": asdict(preprocess),
        "taps": {tap.name: [tap.tensor, tap.layout] for tap in taps},
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
