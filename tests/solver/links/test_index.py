"""An index of photos that is sent to another machine."""

import pickle
import sys

import numpy as np
import pytest

from coincide.errors import UsageError
from coincide.model import Singles
from coincide.solver.links.index import PhotoIndex
from coincide.solver.options import NeighbourOptions


@pytest.fixture(scope="module")
def vectors() -> Singles:
    """Photos that each show something else."""
    drawn = np.random.default_rng(0).standard_normal((200, 16)).astype(np.float32)
    lengths: Singles = np.linalg.norm(drawn, axis=1, keepdims=True)
    return drawn / lengths


def made_of(vectors: Singles) -> PhotoIndex:
    index = PhotoIndex(vectors, len(vectors), NeighbourOptions(probes=2))
    index.add([vectors[:120], vectors[120:]])
    return index


def test_an_index_finds_the_same_where_it_was_sent(vectors: Singles) -> None:
    index = made_of(vectors)
    sent = pickle.loads(pickle.dumps(index))
    found = index.search(vectors, slice(0, 50), n_best=3)
    np.testing.assert_array_equal(sent.search(vectors, slice(0, 50), n_best=3), found)
    # those of the gallery itself are left out, and the others are most like themselves
    assert found[50:, 0].tolist() == list(range(50, 200))
    assert not np.isin(found, range(50)).any()


def test_a_machine_that_cannot_read_an_index_says_what_to_install(
    vectors: Singles, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = pickle.dumps(made_of(vectors))
    monkeypatch.setitem(sys.modules, "faiss", None)
    with pytest.raises(UsageError, match=r"200 photos .*coincide\[cluster\]"):
        pickle.loads(sent)
