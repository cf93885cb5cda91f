from collections.abc import Callable

import numpy as np
import pytest

from coincide.model import Floats
from coincide.solver.evidence import make_crowd
from coincide.solver.evidence.form import Crowd
from coincide.solver.evidence.recall import Recall
from coincide.solver.options import RecallOptions
from tests.conftest import make_table

TABLE = make_table([0.0, 100.0], [50.0], [7.0], [9.0])


def crowd_of(*galleries: int, by_s: float = 0.0) -> Crowd:
    return make_crowd(TABLE, np.ones(TABLE.n_photos), galleries, np.full(4, by_s))


class Finding:
    """Counts how often something had to be found."""

    def __init__(self) -> None:
        self.n_found = 0

    def __call__(self, value: float = 1.0, size: int = 1) -> Callable[[], Floats]:
        def find() -> Floats:
            self.n_found += 1
            return np.full(size, value)

        return find


def test_what_was_asked_before_is_not_found_again() -> None:
    recall, finding = Recall(), Finding()
    first = recall.once(0, crowd_of(1, 2), b"asked", finding())
    assert recall.once(0, crowd_of(1, 2), b"asked", finding(2.0)) is first
    assert finding.n_found == 1


@pytest.mark.parametrize(
    ("gallery", "crowd", "asked"),
    [
        (3, crowd_of(1, 2), b"asked"),
        (0, crowd_of(2, 1), b"asked"),
        (0, crowd_of(1), b"asked"),
        (0, crowd_of(1, 2, by_s=1e-9), b"asked"),
        (0, crowd_of(1, 2), b"other"),
    ],
    ids=["who asks", "whose photos come first", "whom", "where they are", "what"],
)
def test_all_that_it_follows_from_tells_it_apart(gallery: int, crowd: Crowd, asked: bytes) -> None:
    recall, finding = Recall(), Finding()
    recall.once(0, crowd_of(1, 2), b"asked", finding())
    assert recall.once(gallery, crowd, asked, finding(2.0)).tolist() == [2.0]
    assert finding.n_found == 2


def test_where_a_gallery_is_that_nobody_asks_does_not_matter() -> None:
    recall, finding = Recall(), Finding()
    recall.once(0, crowd_of(1, 2), b"asked", finding())
    moved = make_crowd(TABLE, np.ones(TABLE.n_photos), (1, 2), np.array([7.0, 0.0, 0.0, 8.0]))
    recall.once(0, moved, b"asked", finding())
    assert finding.n_found == 1


def test_nobody_may_change_what_is_kept() -> None:
    kept = Recall().once(0, crowd_of(1), b"asked", Finding()())
    with pytest.raises(ValueError, match="read-only"):
        kept[0] = 5.0


def test_what_was_asked_longest_ago_makes_room() -> None:
    recall, finding = Recall(RecallOptions(most_numbers=10)), Finding()
    for asked in (b"one", b"two", b"one", b"three"):
        recall.once(0, crowd_of(1), asked, finding(size=4))
    assert (len(recall), finding.n_found) == (2, 3)
    recall.once(0, crowd_of(1), b"one", finding(size=4))
    assert finding.n_found == 3
    recall.once(0, crowd_of(1), b"two", finding(size=4))
    assert finding.n_found == 4
    # the latest is kept however large it is
    recall.once(0, crowd_of(1), b"large", finding(size=40))
    assert len(recall) == 1


def test_what_a_rejected_pair_touches_is_forgotten() -> None:
    recall, finding = Recall(), Finding()
    for gallery, crowd in ((0, crowd_of(1, 2)), (1, crowd_of(3, 0)), (2, crowd_of(0, 1))):
        recall.once(gallery, crowd, b"asked", finding())
    left = recall.without({(0, 1)})
    assert (len(recall), len(left)) == (3, 1)
    left.once(2, crowd_of(0, 1), b"asked", finding())
    assert finding.n_found == 3
