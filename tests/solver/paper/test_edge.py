"""What links say of an offset: how many agree, and when that is too little."""

import numpy as np
import pytest

from coincide.model import Edge, Links
from coincide.solver.options import AgreementOptions
from coincide.solver.paper.edge import Agreement, agreement, linked_photos
from coincide.solver.paper.median import estimate_edge_median
from tests.conftest import make_table


def edge_of(*difference_s: float) -> tuple:
    """Return a table and an edge whose links speak for these offsets of the second gallery."""
    table = make_table(sorted(difference_s), [0.0])
    n_links = len(difference_s)
    links = Links(np.arange(n_links), np.full(n_links, n_links), np.ones(n_links))
    return table, Edge(0, 1, links, 0.5)


def said(offset_s: float, *difference_s: float) -> Agreement:
    table, edge = edge_of(*difference_s)
    return agreement(linked_photos(table, edge, 0), offset_s, AgreementOptions())


def test_links_within_five_minutes_agree() -> None:
    found = said(0.0, -301.0, -300.0, 0.0, 300.0, 301.0)
    assert found == Agreement("3 of 5 links agree within 5 min", ())


@pytest.mark.parametrize(
    ("differences", "reasons"),
    [
        ((0.0,), ("only 1 link",)),
        ((0.0, 1.0), ("only 2 links",)),
        ((0.0, 1.0, 2.0), ()),
        ((0.0, 9e3, 9e4), ()),  # one of three is no minority
        ((0.0, 9e3, 9e4, 9e5), ("only 1 of 4 links agree within 5 min",)),
        ((9e3, 9e4), ("only 2 links", "only 0 of 2 links agree within 5 min")),
    ],
)
def test_few_links_and_a_minority_are_reasons_to_doubt(
    differences: tuple[float, ...], reasons: tuple[str, ...]
) -> None:
    assert said(0.0, *differences).reasons == reasons


@pytest.mark.parametrize(
    ("n_links", "low", "high"),
    # ranks of the 90 % interval of a median, n/2 ± 1.645 √n / 2, and never beyond the ends
    [(1, 0, 0), (2, 0, 1), (5, 0, 4), (10, 2, 7), (25, 8, 16), (100, 41, 58)],
)
def test_the_interval_of_a_median_is_that_of_its_ranks(n_links: int, low: int, high: int) -> None:
    ranks = np.arange(n_links) * 10.0
    estimate = estimate_edge_median(*edge_of(*ranks), 0)
    assert estimate.offset_s == np.median(ranks)
    assert (estimate.low_s, estimate.high_s) == (10.0 * low, 10.0 * high)
    assert estimate.probability is None
