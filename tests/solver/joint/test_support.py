from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from coincide.model import Basis, Floats, Links
from coincide.model.words import basis_in_words
from coincide.solver.clocks import ClockBelief
from coincide.solver.evidence import Crowd
from coincide.solver.joint.knowledge import PriorKnowledge
from coincide.solver.joint.support import (
    Elsewhere,
    basis_of,
    best_links,
    contradicting_links,
    elsewhere,
    log_ratio,
    supporting_links,
)
from tests.conftest import make_table
from tests.solver.joint.planted import BARE, Planted, board_of

# rows 0 to 2, 3 to 5 and 6 to 7
TABLE = make_table([0.0, 1000.0, 9000.0], [0.0, 1000.0, 9000.0], [0.0, 5000.0])


def pairs_of(links: Links) -> list[tuple[int, int, float]]:
    return list(
        zip(links.photo_a.tolist(), links.photo_b.tolist(), links.similarity.tolist(), strict=True)
    )


def test_what_speaks_for_a_place_is_alike_and_within_five_minutes() -> None:
    """Of the second gallery each photo's best match, its clock five minutes behind the first."""
    to_first = np.array([[1.5, 0.0, -1.0], [0.0, 1.49, -1.0], [0.0, 1.0, 4.0]])
    to_third = np.array([[2.0, 0.0], [0.0, 2.25], [9.0, 0.0]])
    board = board_of(
        TABLE,
        Planted({(1, 0): to_first, (1, 2): to_third}),
        offset_s=[300.0, 0.0, 299.0],
    )
    assert pairs_of(supporting_links(board, 1)) == [(5, 2, 4.0), (3, 6, 2.0), (3, 0, 1.5)]
    later = replace(board, offset_s=np.array([300.0, 600.0, 299.0]))
    assert pairs_of(supporting_links(later, 1)) == [(5, 2, 4.0), (3, 0, 1.5)]
    too_late = replace(board, offset_s=np.array([300.0, 600.5, 299.0]))
    assert pairs_of(supporting_links(too_late, 1)) == []


def test_what_contradicts_a_place_is_more_alike_and_beyond_half_an_hour() -> None:
    to_first = np.array([[2.0, 0.0, 2.5], [0.0, 5.0, 0.0], [0.0, 3.0, 0.0]])
    to_third = np.array([[0.0, 2.49], [3.5, 0.0], [0.0, 4.0]])
    board = board_of(
        TABLE, Planted({(1, 0): to_first, (1, 2): to_third}), offset_s=[0.0, 2801.0, 2001.0]
    )
    # apart by 6199, 2801 and 10,801 s from the first; by 4200, just 1800 and 4800 s from the third
    assert pairs_of(contradicting_links(board, 1)) == [
        *((4, 1, 5.0), (5, 7, 4.0), (5, 1, 3.0), (3, 2, 2.5))
    ]
    nearer = replace(board, offset_s=np.array([1001.0, 2801.0, 2000.0]))
    assert (4, 6, 3.5) in pairs_of(contradicting_links(nearer, 1))
    assert (4, 1, 5.0) not in pairs_of(contradicting_links(nearer, 1))


def test_the_best_links_are_of_any_distance_and_say_anything() -> None:
    to_first = np.array([[-2.0, -3.0, -4.0], [0.0, 5.0, 0.0], [0.0, 3.0, 0.5]])
    board = board_of(TABLE, Planted({(1, 0): to_first}), partners={1: (0,)})
    assert pairs_of(best_links(board, 1)) == [(4, 1, 5.0), (5, 1, 3.0), (3, 0, -2.0)]


def test_no_more_than_two_hundred_links_are_kept_the_best_of_them() -> None:
    table = make_table([0.0] * 150, [0.0], [0.0])
    ratio = 2.0 + np.arange(150.0)[:, None]
    board = board_of(table, Planted({(0, 1): ratio, (0, 2): ratio - 0.5}))
    found = pairs_of(supporting_links(board, 0))
    assert len(found) == 200
    assert found[:3] == [(149, 150, 151.0), (149, 151, 150.5), (148, 150, 150.0)]
    assert found[-1] == (50, 151, 51.5)


def test_without_likeness_there_are_no_links() -> None:
    board = board_of(TABLE, Planted(says_anything=False))
    assert log_ratio(board, 2, 0).tolist() == [[0.0] * 3] * 2
    for links in (supporting_links, contradicting_links, best_links):
        assert pairs_of(links(board, 1)) == []


def test_likeness_is_told_on_the_second_scale_or_the_only_one() -> None:
    ratio = np.ones((3, 2))
    for scales_s in ((15.0,), (15.0, 60.0), (15.0, 60.0, 240.0, 960.0)):
        board = board_of(TABLE, Planted({(0, 2): ratio}, scales_s=scales_s))
        assert log_ratio(board, 0, 2).tolist() == ratio.tolist()


class Kinds:
    """Kinds of evidence that say something of where a gallery is, and nothing elsewhere."""

    def __init__(self, here: Mapping[str, float]) -> None:
        self.here = here
        self.asked_s = np.zeros(0)

    def __call__(self, _gallery: int, _crowd: Crowd, offsets_s: Floats) -> dict[str, Floats]:
        self.asked_s = offsets_s
        first = np.arange(len(offsets_s)) == 0
        # elsewhere twice this and nothing by turns, one on average
        elsewhere = 2.0 * (np.arange(len(offsets_s)) % 2)
        return {kind: np.where(first, 1.0 + odds, elsewhere) for kind, odds in self.here.items()}


def test_a_basis_is_what_speaks_for_a_place_loudest_first() -> None:
    kinds = Kinds({"look": 3.0, "light": 2.0, "rhythm": 8.0, "place": 2.1})
    board = board_of(TABLE, Planted(by_kind=kinds))
    # with half of each counting, what says two says one, which is not enough
    assert basis_of(board, 1) == Basis("evidence", ("rhythm", "look", "place"))
    nothing = board_of(TABLE, Planted(by_kind=Kinds({"look": 1.9})))
    assert basis_of(nothing, 1) == Basis("evidence")


@pytest.mark.parametrize(
    ("others_s", "span_s"), [([0.0, 1000.0], 3600.0), ([0.0, 100.0, 6400.0], 6400.0)]
)
def test_a_place_is_compared_with_all_around_it(others_s: list[float], span_s: float) -> None:
    kinds = Kinds({})
    board = board_of(make_table(others_s, [0.0, 60.0]), Planted(by_kind=kinds), offset_s=[0.0, 77])
    basis_of(board, 1)
    assert kinds.asked_s[0] == 77.0
    # the middles of 32 stretches of the span, which has the place amid it
    edges_s = 77.0 + np.linspace(-span_s / 2, span_s / 2, 33)
    np.testing.assert_allclose(kinds.asked_s[1:], (edges_s[1:] + edges_s[:-1]) / 2)


def clocks(**offset_s: float) -> PriorKnowledge:
    beliefs = [ClockBelief(name, at_s, 2.0, 0.9, "a phone") for name, at_s in offset_s.items()]
    return PriorKnowledge(TABLE, beliefs=beliefs)


def test_a_clock_is_a_basis_where_the_others_clocks_agree_with_it() -> None:
    kinds = Planted(by_kind=Kinds({"look": 3.0}))
    agreeing = board_of(
        TABLE, kinds, knowledge=clocks(g0=100.0, g1=150.0), offset_s=[0.0, 50.0, 0.0]
    )
    assert basis_of(agreeing, 1) == Basis("evidence", ("look",), clock="a phone")
    off = board_of(TABLE, kinds, knowledge=clocks(g0=100.0, g1=150.0), offset_s=[0.0, -50.0, 0.0])
    assert basis_of(off, 1) == Basis("evidence", ("look",))
    alone = board_of(TABLE, kinds, knowledge=clocks(g1=150.0), offset_s=[0.0, 50.0, 0.0])
    assert basis_of(alone, 1) == Basis("evidence", ("look",))
    others = board_of(TABLE, kinds, knowledge=clocks(g0=100.0, g2=100.0))
    assert basis_of(others, 1) == Basis("evidence", ("look",))


def test_a_gallery_that_nobody_shares_anything_with_has_its_clock_or_nothing() -> None:
    nobody = {0: (), 1: (), 2: ()}
    own = board_of(TABLE, partners=nobody, knowledge=clocks(g1=0.0))
    assert basis_of(own, 1) == Basis("clock-alone")
    assert basis_in_words(basis_of(own, 1)) == "its clock alone"
    anothers = board_of(TABLE, partners=nobody, knowledge=clocks(g0=0.0))
    assert basis_of(anothers, 1) == Basis()


def test_half_of_what_kinds_say_counts_as_tempered() -> None:
    board = board_of(TABLE, Planted(by_kind=Kinds({"look": 1.1})), options=BARE)
    assert basis_of(board, 1) == Basis("evidence")
    whole = replace(BARE, mode_temper=1.0)
    board = board_of(TABLE, Planted(by_kind=Kinds({"look": 1.1})), options=whole)
    assert basis_of(board, 1) == Basis("evidence", ("look",))


def test_photos_that_agree_on_another_place_are_told_of() -> None:
    """Eight photos of the second gallery, of which some look like ones an hour away."""
    times_s = [1000.0 * row for row in range(12)]
    table = make_table([time_s + 3600.0 for time_s in times_s], times_s[:8])
    ratio = np.zeros((8, 12))
    ratio[range(7), range(7)] = 4.0  # all an hour later than where the gallery is
    board = board_of(table, Planted({(1, 0): ratio, (0, 1): ratio.T}))
    found = elsewhere(board, 1, supporting_links(board, 1))
    assert found == Elsewhere(3600.0, 7)
    # fewer are chance, and who has a match in its own place has seen something twice
    few = np.where(np.arange(8)[:, None] < 5, ratio, 0.0)
    assert (
        elsewhere(board_of(table, Planted({(1, 0): few, (0, 1): few.T})), 1, Links.joined([]))
        is None
    )
    twice = Links(np.arange(12, 19), np.arange(7), np.ones(7))
    assert elsewhere(board, 1, twice) is None
    # another day at the same place is none of this one's clocks
    far = replace(board, offset_s=board.offset_s + np.array([44_000.0, 0.0]))
    assert elsewhere(far, 1, supporting_links(far, 1)) is None


def test_photos_that_look_like_others_here_and_there_agree_on_nothing() -> None:
    times_s = [5000.0 * row for row in range(6)]
    table = make_table([time_s + 3600.0 for time_s in times_s], times_s)
    ratio = np.zeros((6, 6))
    ratio[range(6), [3, 5, 1, 0, 2, 4]] = 4.0
    board = board_of(table, Planted({(1, 0): ratio, (0, 1): ratio.T}))
    assert elsewhere(board, 1, supporting_links(board, 1)) is None
