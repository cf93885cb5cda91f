"""What a feature choice costs: time on top of decoding, and bytes, for each photo."""

import math
import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from coincide.features import vlad
from coincide.features.backbones import Backbone
from coincide.features.options import EmbedOptions, VladOptions
from coincide.features.session import BackboneSession
from coincide.model import Singles
from coincide_bench.feature_choice.candidates import Candidate, Layer, open_with_head, pool

HALF_BYTES = 2  # the store keeps numbers of 16 bits
# each candidate has its turn this often and its best time counts: others use the machine, too
ROUNDS = 7

Layers = tuple[Layer, ...]


def seconds_per_photo(
    candidates: Sequence[Candidate], *, n_images: int = 32, rounds: int = ROUNDS
) -> dict[str, float]:
    """Return the time of inference and pooling for one photo, by candidate.

    What is done once per event (centring, whitening, VLAD's words) is left out: it is
    next to nothing for each photo.
    """
    works = {layers: _work(layers, n_images) for layers in map(layers_of, candidates)}
    best = dict.fromkeys(works, math.inf)
    for _ in range(rounds + 1):  # the first warms up; it is never the best
        for layers, work in works.items():
            begin = time.perf_counter()
            work()
            best[layers] = min(best[layers], time.perf_counter() - begin)
    return {candidate.name: best[layers_of(candidate)] / n_images for candidate in candidates}


def vector_bytes(candidate: Candidate) -> int:
    """Return the bytes of one photo's vector before what is done per event."""
    return HALF_BYTES * sum(_dims(layer) for layer in layers_of(candidate))


def stored_bytes(candidate: Candidate) -> int:
    """Return what the store keeps of a photo: the responses of the layers, unpooled."""
    taps = {(layer.backbone, layer.tap) for layer in layers_of(candidate)}
    return HALF_BYTES * sum(
        math.prod(open_with_head(backbone).tap(tap).shape) for backbone, tap in taps
    )


def layers_of(candidate: Candidate) -> Layers:
    """Return a candidate's layers without their weights."""
    return tuple(layer for layer, _ in candidate.layers)


def _dims(layer: Layer) -> int:
    channels = open_with_head(layer.backbone).tap(layer.tap).shape[-1]
    return channels * {"quarters": 4, "vlad": VladOptions().words}.get(layer.pooling, 1)


def _work(layers: Layers, n_images: int) -> Callable[[], None]:
    """Return what is to be timed, its networks loaded."""
    parts = list(_parts(layers, n_images))

    def work() -> None:
        for session, images, some in parts:
            responses = session.run(images)
            for layer in some:
                _pooled(responses[layer.tap], layer)

    return work


def _parts(
    layers: Layers, n_images: int
) -> Iterator[tuple[BackboneSession, "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]", Layers]]:
    rng = np.random.default_rng(0)
    for name in dict.fromkeys(layer.backbone for layer in layers):
        backbone: Backbone = open_with_head(name)
        some = tuple(layer for layer in layers if layer.backbone == name)
        size_px = backbone.preprocess.size_px
        images = rng.integers(0, 256, (n_images, size_px, size_px, 3), dtype=np.uint8)
        session = BackboneSession(
            backbone, [layer.tap for layer in some], batch=EmbedOptions().batch
        )
        yield session, images, some


def _pooled(responses: Singles, layer: Layer) -> Singles:
    if layer.pooling != "vlad":
        return pool(responses, layer.pooling)
    # any words take the same time
    words = vlad.normalise(responses.reshape(-1, responses.shape[-1])[: VladOptions().words])
    return vlad.encode(responses, words)
