from dataclasses import replace

import numpy as np

from coincide.model import Neighbours
from coincide.solver.joint.knowledge import NO_HINTS
from coincide.solver.large.solve import gallery_votes
from coincide.solver.options import LargeOptions
from tests.conftest import make_table
from tests.scenes import answered

OPTIONS = LargeOptions()
TABLE = make_table([0.0, 1.0], [0.0], [0.0], [0.0])
NEIGHBOURS = Neighbours(
    rows=np.array([[2, -1], [2, 3], [0, -1], [-1, -1], [-1, -1]], np.int32),
    similarity=np.array([[1.0, 0], [0.75, 0.75], [1.0, 0], [0, 0], [0, 0]], np.float32),
    floor=0.5,
)


def test_photos_vote_by_weight_and_by_how_far_above_chance_they_are() -> None:
    weights = np.array([1.0, 0.5, 1.0, 1.0, 1.0])
    votes = gallery_votes(TABLE, NEIGHBOURS, weights, NO_HINTS, OPTIONS)
    expected = np.zeros((4, 4))
    # photo 0 → b in full, photo 1 → b and c by half of its half, photo 2 → a in full
    expected[0, 1] = expected[1, 0] = 1.0 + 0.25 + 1.0
    expected[0, 2] = expected[2, 0] = 0.25
    np.testing.assert_allclose(votes.toarray(), expected)
    assert votes.nnz == 4


def test_an_answer_is_a_strong_vote() -> None:
    hints = answered(same=np.array([[0, 4]]))
    votes = gallery_votes(TABLE, NEIGHBOURS, np.ones(5), hints, OPTIONS)
    assert votes[0, 3] == votes[3, 0] == OPTIONS.answer_votes


def test_an_answer_counts_as_much_as_twenty_photos_whatever_it_is() -> None:
    """Both ways at once, on top of what photos vote, and as often as people answered."""
    hints = answered(same=np.array([[2, 3]]), different=np.array([[0, 2], [1, 2]]))
    votes = gallery_votes(TABLE, NEIGHBOURS, np.ones(5), hints, OPTIONS).toarray()
    assert votes[1, 2] == votes[2, 1] == 20.0
    assert votes[0, 1] == votes[1, 0] == 40.0 + 1.0 + 0.5 + 1.0
    assert votes[0, 3] == 0.0


def test_entries_are_in_the_order_of_galleries() -> None:
    hints = answered(same=np.array([[0, 4], [0, 2], [0, 3]]))
    votes = gallery_votes(TABLE, NEIGHBOURS, np.ones(5), hints, OPTIONS)
    assert votes.shape == (4, 4)
    assert votes.indices[: votes.indptr[1]].tolist() == [1, 2, 3]


def test_matches_that_are_no_better_than_chance_count_nothing() -> None:
    """Even where chance gives all there is."""
    certain = replace(NEIGHBOURS, similarity=np.ones((5, 2), np.float32), floor=1.0)
    assert not gallery_votes(TABLE, certain, np.ones(5), NO_HINTS, OPTIONS).toarray().any()
