"""The feature choices that are compared: layers, how they are pooled, joined and transformed."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from coincide.features import vlad
from coincide.features.backbones import Backbone, Tap, open_backbone
from coincide.model import Indices, Singles
from coincide_bench.feature_choice import pooling

Pooling = Literal["as it is", "mean", "gem", "quarters", "vlad"]
Transform = Literal["none", "half centred", "centred", "centred by gallery", "whitened"]

LITE0, LITE1, LITE2 = (f"efficientnet-lite{number}" for number in range(3))
DEFAULT = "pooled"  # what all others are compared with
# the map whose average is "pooled"; no tap of the backbone, but a tensor of its graph
HEAD, HEAD_TENSOR = "head", "_conv_head.relu6"
# more make photos of one event alike in nothing: with N photos, N − 1 leave no similarity
WHITENED_DIMS = 32


@dataclass(frozen=True, slots=True)
class Layer:
    """A tap of a backbone, and how its regions become one vector."""

    backbone: str
    tap: str
    pooling: Pooling


@dataclass(frozen=True, slots=True)
class Candidate:
    """Layers with their weights in the similarity, and what is done to them per event."""

    name: str
    layers: tuple[tuple[Layer, float], ...]
    transform: Transform = "none"

    @property
    def backbones(self) -> frozenset[str]:
        """The networks it takes."""
        return frozenset(layer.backbone for layer, _ in self.layers)


POOLED = Layer(LITE0, "pooled", "as it is")
VLAD = Layer(LITE0, "28x28", "vlad")


def _alone(name: str, layer: Layer, transform: Transform = "none") -> Candidate:
    return Candidate(name, ((layer, 1.0),), transform)


CANDIDATES: tuple[Candidate, ...] = (
    _alone(DEFAULT, POOLED),
    _alone("GeM", Layer(LITE0, HEAD, "gem")),
    _alone("logits", Layer(LITE0, "logits", "as it is")),
    _alone("7x7 mean", Layer(LITE0, "7x7", "mean")),
    _alone("14x14 mean", Layer(LITE0, "14x14", "mean")),
    _alone("14x14 GeM", Layer(LITE0, "14x14", "gem")),
    _alone("28x28 mean", Layer(LITE0, "28x28", "mean")),
    _alone("28x28 GeM", Layer(LITE0, "28x28", "gem")),
    _alone("28x28 quarters", Layer(LITE0, "28x28", "quarters")),
    _alone("28x28 VLAD", VLAD),
    _alone("pooled, centred by gallery", POOLED, "centred by gallery"),
    _alone("pooled, whitened", POOLED, "whitened"),
    _alone("pooled, half centred", POOLED, "half centred"),
    _alone("pooled, centred", POOLED, "centred"),
    _alone("GeM, centred", Layer(LITE0, HEAD, "gem"), "centred"),
    _alone("28x28 VLAD, centred", VLAD, "centred"),
    Candidate(
        "pooled + 14x14 mean, centred",
        ((POOLED, 1.0), (Layer(LITE0, "14x14", "mean"), 0.5)),
        "centred",
    ),
    Candidate(
        "pooled + 28x28 mean, centred",
        ((POOLED, 1.0), (Layer(LITE0, "28x28", "mean"), 0.25)),
        "centred",
    ),
    Candidate(
        "pooled + 28x28 quarters, centred",
        ((POOLED, 1.0), (Layer(LITE0, "28x28", "quarters"), 0.5)),
        "centred",
    ),
    Candidate(
        "pooled + all stages, centred",
        (
            (POOLED, 1.0),
            (Layer(LITE0, "7x7", "mean"), 0.5),
            (Layer(LITE0, "14x14", "mean"), 0.5),
            (Layer(LITE0, "28x28", "quarters"), 0.5),
        ),
        "centred",
    ),
    _alone("Lite1 pooled", Layer(LITE1, "pooled", "as it is")),
    _alone("Lite1 pooled, centred", Layer(LITE1, "pooled", "as it is"), "centred"),
    _alone("Lite2 pooled", Layer(LITE2, "pooled", "as it is")),
    _alone("Lite2 pooled, half centred", Layer(LITE2, "pooled", "as it is"), "half centred"),
    _alone("Lite2 pooled, centred", Layer(LITE2, "pooled", "as it is"), "centred"),
    _alone("Lite2 GeM, centred", Layer(LITE2, HEAD, "gem"), "centred"),
    Candidate(
        "Lite2 pooled + 33x33 quarters, centred",
        (
            (Layer(LITE2, "pooled", "as it is"), 1.0),
            (Layer(LITE2, "33x33", "quarters"), 0.5),
        ),
        "centred",
    ),
    Candidate(
        "Lite0 + Lite2 pooled, centred",
        ((POOLED, 1.0), (Layer(LITE2, "pooled", "as it is"), 1.0)),
        "centred",
    ),
)


def open_with_head(name: str) -> Backbone:
    """Return a backbone with one tap more: the map before the average."""
    backbone = open_backbone(name)
    side = backbone.tap(backbone.paper_taps[-1]).shape[0]
    head = Tap(HEAD, HEAD_TENSOR, "map", (side, side, *backbone.tap("pooled").shape))
    return replace(backbone, taps=(*backbone.taps, head))


def pool(responses: Singles, how: Pooling) -> Singles:
    """Return the vectors of some photos, of length one; VLAD takes words, so it is elsewhere."""
    if how == "mean":
        return pooling.mean_of_regions(responses)
    if how == "gem":
        return pooling.gem_of_regions(responses)
    if how == "quarters":
        return pooling.quarters_of_regions(responses)
    if how == "as it is":
        return vlad.normalise(responses)
    raise ValueError(f"{how} needs more than the responses")


def vectors_of(candidate: Candidate, layers: Mapping[Layer, Singles], starts: Indices) -> Singles:
    """Return a candidate's vectors of an event, (N, D), from those of its layers."""
    parts = [
        _transformed(layers[layer], candidate.transform, starts) for layer, _ in candidate.layers
    ]
    return pooling.join(parts, [weight for _, weight in candidate.layers])


def _transformed(vectors: Singles, how: Transform, starts: Indices) -> Singles:
    if how == "centred":
        return pooling.centre(vectors)
    if how == "half centred":
        return pooling.centre(vectors, share=0.5)
    if how == "centred by gallery":
        return pooling.centre(vectors, starts)
    return pooling.whiten(vectors, WHITENED_DIMS) if how == "whitened" else vectors
