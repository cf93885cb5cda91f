import numpy as np
import pytest

from coincide.features.session import BackboneSession
from coincide.features.vlad import normalise
from coincide_bench.feature_choice import pooling
from coincide_bench.feature_choice.candidates import (
    CANDIDATES,
    DEFAULT,
    HEAD,
    POOLED,
    VLAD,
    Candidate,
    Layer,
    open_with_head,
    pool,
    vectors_of,
)

STARTS = np.array([0, 4, 9])
OTHER = Layer("efficientnet-lite0", "14x14", "mean")


def random_units(n: int, dim: int, seed: int = 0) -> np.ndarray:
    return normalise(np.random.default_rng(seed).normal(1.0, 1.0, (n, dim)).astype(np.float32))


LAYERS = {POOLED: random_units(9, 12), OTHER: random_units(9, 5, seed=1)}


def test_names_are_distinct_and_the_default_comes_first() -> None:
    names = [candidate.name for candidate in CANDIDATES]
    assert len(set(names)) == len(names)
    assert names[0] == DEFAULT
    assert CANDIDATES[0] == Candidate(DEFAULT, ((POOLED, 1.0),))


@pytest.mark.parametrize("candidate", CANDIDATES, ids=lambda one: one.name)
def test_all_taps_of_the_default_network_exist(candidate: Candidate) -> None:
    for layer, weight in candidate.layers:
        assert weight > 0
        if layer.backbone == "efficientnet-lite0":
            assert (open_with_head(layer.backbone).tap(layer.tap).kind == "map") == (
                layer.pooling != "as it is"
            )


def test_the_head_is_the_map_whose_mean_is_pooled() -> None:
    images = np.random.default_rng(0).integers(0, 256, (2, 224, 224, 3), dtype=np.uint8)
    session = BackboneSession(open_with_head("efficientnet-lite0"), [HEAD, "pooled"], batch=2)
    responses = session.run(images)
    pooled = pool(responses["pooled"], "as it is")
    assert pool(responses[HEAD], "mean") == pytest.approx(pooled, abs=1e-5)
    assert not np.allclose(pool(responses[HEAD], "gem"), pooled, atol=1e-3)


def test_vlad_cannot_be_pooled_without_its_words() -> None:
    with pytest.raises(ValueError, match="vlad needs more"):
        pool(np.zeros((1, 4, 2), np.float32), VLAD.pooling)


def test_similarities_of_joined_layers_are_averaged() -> None:
    joined = vectors_of(Candidate("both", ((POOLED, 1.0), (OTHER, 3.0))), LAYERS, STARTS)
    one, other = LAYERS[POOLED], LAYERS[OTHER]
    assert joined @ joined.T == pytest.approx((one @ one.T + 3 * other @ other.T) / 4, abs=1e-5)


def test_transforms_are_per_event_or_per_gallery() -> None:
    alone = ((POOLED, 1.0),)
    vectors = LAYERS[POOLED]
    expected = {
        "none": vectors,
        "half centred": pooling.centre(vectors, share=0.5),
        "centred": pooling.centre(vectors),
        "centred by gallery": pooling.centre(vectors, STARTS),
        "whitened": pooling.whiten(vectors, 32),
    }
    results = {
        how: vectors_of(Candidate(how, alone, how), LAYERS, STARTS)  # type: ignore[arg-type]
        for how in expected
    }
    for how, array in expected.items():
        assert results[how] == pytest.approx(array, abs=1e-6), how
    assert not np.allclose(results["centred"], results["centred by gallery"], atol=0.01)
