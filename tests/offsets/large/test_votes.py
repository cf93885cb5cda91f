from dataclasses import replace

import numpy as np

from coincide.model import Neighbours
from coincide.offsets.joint.told import NO_HINTS
from coincide.offsets.large.votes import ANSWER, gallery_votes
from tests.conftest import make_table

TABLE = make_table([0.0, 1.0], [0.0], [0.0], [0.0])
NEIGHBOURS = Neighbours(
    rows=np.array([[2, -1], [2, 3], [0, -1], [-1, -1], [-1, -1]], np.int32),
    similarity=np.array([[1.0, 0], [0.75, 0.75], [1.0, 0], [0, 0], [0, 0]], np.float32),
    floor=0.5,
)


def test_photos_vote_by_weight_and_by_how_far_above_chance_they_are() -> None:
    weights = np.array([1.0, 0.5, 1.0, 1.0, 1.0])
    votes = gallery_votes(TABLE, NEIGHBOURS, weights, NO_HINTS)
    expected = np.zeros((4, 4))
    # photo 0 → b in full, photo 1 → b and c by half of its half, photo 2 → a in full
    expected[0, 1] = expected[1, 0] = 1.0 + 0.25 + 1.0
    expected[0, 2] = expected[2, 0] = 0.25
    np.testing.assert_allclose(votes.toarray(), expected)
    assert votes.nnz == 4


def test_an_answer_is_a_strong_vote() -> None:
    hints = replace(NO_HINTS, same=np.array([[0, 4]]))
    votes = gallery_votes(TABLE, NEIGHBOURS, np.ones(5), hints)
    assert votes[0, 3] == votes[3, 0] == ANSWER
