"""What links say of an offset: how many agree, and when that is too little."""

import numpy as np
import pytest

from coincide.model import Basis, Edge, Finding, FindingKind, Links
from coincide.solver.options import AgreementOptions
from coincide.solver.paper.edge import Agreement, agreement, estimate_edge_median, linked_photos
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
    assert found == Agreement(Basis("stated", text="3 of 5 links agree within 5 min"), ())


def few(n_links: int) -> Finding:
    return Finding(FindingKind.FEW_LINKS, count=n_links)


def minority(words: str) -> Finding:
    return Finding(FindingKind.FEW_AGREE, text=f"{words} links agree within 5 min")


@pytest.mark.parametrize(
    ("differences", "findings"),
    [
        ((0.0,), (few(1),)),
        ((0.0, 1.0), (few(2),)),
        ((0.0, 1.0, 2.0), ()),
        ((0.0, 9e3, 9e4), ()),  # one of three is no minority
        ((0.0, 9e3, 9e4, 9e5), (minority("1 of 4"),)),
        ((9e3, 9e4), (few(2), minority("0 of 2"))),
    ],
)
def test_few_links_and_a_minority_are_reasons_to_doubt(
    differences: tuple[float, ...], findings: tuple[Finding, ...]
) -> None:
    assert said(0.0, *differences).findings == findings
    assert all(finding.against for finding in findings)
    # of an estimate as well, which has its own offset
    found = estimate_edge_median(*edge_of(*differences), 0)
    assert found.findings == said(found.estimate.offset_s, *differences).findings
    assert found.estimate.basis == said(found.estimate.offset_s, *differences).basis


@pytest.mark.parametrize(
    ("n_links", "low", "high"),
    # ranks of the 90 % interval of a median, n/2 ± 1.645 √n / 2, and never beyond the ends
    [(1, 0, 0), (2, 0, 1), (5, 0, 4), (10, 2, 7), (25, 8, 16), (100, 41, 58)],
)
def test_the_interval_of_a_median_is_that_of_its_ranks(n_links: int, low: int, high: int) -> None:
    ranks = np.arange(n_links) * 10.0
    estimate = estimate_edge_median(*edge_of(*ranks), 0).estimate
    assert estimate.offset_s == np.median(ranks)
    assert (estimate.low_s, estimate.high_s) == (10.0 * low, 10.0 * high)
    assert estimate.probability is None
