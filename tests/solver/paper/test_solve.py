"""From graph to offsets: the tree, both methods, and what must not change the answer."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coincide.model import Basis, Edge, Finding, FindingKind, Links, Offsets, PhotoTable
from coincide.solver.options import AgreementOptions, Method
from coincide.solver.paper import solve_offsets
from coincide.solver.paper.edge import estimate_edge_median, linked_photos
from coincide.solver.paper.graph import build_graph
from tests.conftest import make_table

METHODS: tuple[Method, ...] = ("paper", "median")


def random_case(seed: int) -> tuple[PhotoTable, Links]:
    """Four galleries and a fifth that nothing links to; whole seconds, so shifts are exact."""
    rng = np.random.default_rng(seed)
    times = [np.sort(rng.choice(20_000, 6, replace=False)).astype(float).tolist() for _ in range(5)]
    places = [[(46 + rng.normal(0, 0.01), 11 + rng.normal(0, 0.01)) for _ in g] for g in times]
    table = make_table(*times, positions=places)
    pairs = [
        (i, j)
        for i in range(24)
        for j in range(i + 1, 24)
        if i // 6 != j // 6 and rng.random() < 0.3
    ]
    a, b = np.array(pairs).T
    return table, Links(a, b, rng.random(len(pairs)))


def solve(table: PhotoTable, links: Links, method: Method, anchor: str = "g0") -> Offsets:
    return solve_offsets(table, build_graph(table, links), anchor=anchor, method=method)


def by_name(offsets: Offsets) -> dict[str, float | None]:
    return {placement.gallery: placement.offset_s for placement in offsets.placements}


def reordered(table: PhotoTable, links: Links, order: list[int]) -> tuple[PhotoTable, Links]:
    rows = np.concatenate([np.arange(table.starts[g], table.starts[g + 1]) for g in order])
    new_row = np.argsort(rows)
    moved = PhotoTable(
        names=tuple(table.names[g] for g in order),
        starts=np.concatenate([[0], np.cumsum(np.diff(table.starts)[order])]),
        camera_time_s=table.camera_time_s[rows],
        position_deg=table.position_deg[rows],
    )
    return moved, Links(new_row[links.photo_a], new_row[links.photo_b], links.similarity)


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.permutations(range(5)), st.sampled_from(METHODS))
def test_gallery_order_changes_nothing(seed: int, order: list[int], method: Method) -> None:
    table, links = random_case(seed)
    assert by_name(solve(*reordered(table, links, order), method)) == by_name(
        solve(table, links, method)
    )


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(-(10**8), 10**8), st.sampled_from(METHODS))
def test_a_common_shift_changes_nothing(seed: int, shift_s: int, method: Method) -> None:
    table, links = random_case(seed)
    moved = PhotoTable(table.names, table.starts, table.camera_time_s + shift_s, table.position_deg)
    assert by_name(solve(moved, links, method)) == by_name(solve(table, links, method))


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(-(10**8), 10**8), st.sampled_from(METHODS))
def test_moving_one_clock_moves_its_offset_back(seed: int, k: int, method: Method) -> None:
    table, links = random_case(seed)
    times = table.camera_time_s.copy()
    times[table.rows(2)] += k
    moved = PhotoTable(table.names, table.starts, times, table.position_deg)
    before, after = by_name(solve(table, links, method)), by_name(solve(moved, links, method))
    assert before["g2"] is not None
    assert after["g2"] == before["g2"] - k
    assert {name: after[name] for name in ("g0", "g1", "g3")} == {
        name: before[name] for name in ("g0", "g1", "g3")
    }


@pytest.mark.parametrize("method", METHODS)
def test_what_the_anchor_does_not_reach_is_unplaced(method: Method) -> None:
    offsets = solve(*random_case(0), method)
    assert offsets["g4"].offset_s is None
    assert not offsets["g4"].placed
    assert offsets["g4"].findings == (Finding(FindingKind.NOT_REACHED),)
    assert offsets["g4"].verdict.state == "unplaced"
    assert all(offsets[f"g{number}"].placed for number in range(4))


@pytest.mark.parametrize("method", METHODS)
def test_offsets_add_up_along_the_tree(method: Method) -> None:
    moments = [0.0, 500.0, 2000.0, 7000.0]
    shifts = [0.0, 3600.0, -90.0]
    table = make_table(*[[moment + shift for moment in moments] for shift in shifts])
    # g0–g1 and g1–g2 alike, g0–g2 not linked at all
    a, b = np.array([(i, i + 4) for i in range(4)] + [(i + 4, i + 8) for i in range(4)]).T
    offsets = solve(table, Links(a, b, np.ones(8)), method)
    assert by_name(offsets) == {"g0": 0.0, "g1": -3600.0, "g2": 90.0}
    assert offsets["g2"].via == "g1"
    assert offsets["g1"].estimate is not None
    assert offsets["g1"].estimate.basis == Basis("stated", text="4 of 4 links agree within 5 min")


@pytest.mark.parametrize("method", METHODS)
def test_how_many_links_are_few_is_an_option_of_either_method(method: Method) -> None:
    moments = [0.0, 500.0, 2000.0, 7000.0]
    table = make_table(moments, moments)
    graph = build_graph(table, Links(np.arange(4), np.arange(4, 8), np.ones(4)))
    usual = solve_offsets(table, graph, anchor="g0", method=method)
    strict = AgreementOptions(few_links=5)
    strictly = solve_offsets(table, graph, anchor="g0", method=method, trust=strict)
    assert usual["g1"].findings == ()
    assert strictly["g1"].findings == (Finding(FindingKind.FEW_LINKS, count=4),)
    # it states no probability, so neither is more than placed
    assert usual["g1"].verdict.state == strictly["g1"].verdict.state == "placed"


def test_a_doubtful_parent_makes_its_children_doubtful() -> None:
    table = make_table([0.0, 9000.0], [100.0], [200.0])
    links = Links(np.array([0, 1, 2]), np.array([2, 2, 3]), np.array([0.9, 0.9, 0.8]))
    offsets = solve(table, links, "median")
    assert offsets["g1"].findings
    assert offsets["g2"].findings[-1] == Finding(FindingKind.DOUBTFUL_PARENT, galleries=("g1",))
    assert not offsets["g1"].has(FindingKind.DOUBTFUL_PARENT)  # the anchor is not doubtful


def test_median_is_not_moved_by_one_false_link() -> None:
    table = make_table([0.0, 1000.0, 2000.0], [60.0, 1060.0, 2060.0])
    links = Links(np.array([0, 1, 2, 0]), np.array([3, 4, 5, 5]), np.ones(4))
    estimate = estimate_edge_median(table, Edge(0, 1, links, 1.0), 0).estimate
    assert estimate.offset_s == -60.0
    assert estimate.low_s <= -60.0 <= estimate.high_s


def test_an_edge_is_seen_from_one_of_its_own_galleries() -> None:
    table = make_table([0.0], [10.0], [20.0])
    edge = Edge(0, 1, Links(np.array([0]), np.array([1]), np.ones(1)), 0.5)
    assert linked_photos(table, edge, 0).difference_s.tolist() == [-10.0]
    assert linked_photos(table, edge, 1).difference_s.tolist() == [10.0]
    with pytest.raises(ValueError, match="gallery 2 is not on the edge 0–1"):
        linked_photos(table, edge, 2)


def test_errors_along_the_tree_add_as_the_root_of_squares() -> None:
    # five links each: their median's interval is from the first to the last of them
    by_b = [0.0, 30.0, 60.0, 90.0, 180.0]
    by_c = [0.0, 40.0, 80.0, 120.0, 240.0]
    table = make_table(by_b, [0.0] * 5, [-one for one in reversed(by_c)])
    a = np.array([*range(5), *range(5, 10)])
    b = np.array([*range(5, 10), *reversed(range(10, 15))])
    offsets = solve(table, Links(a, b, np.ones(10)), "median")
    first, second = offsets["g1"].estimate, offsets["g2"].estimate
    assert first is not None
    assert second is not None
    assert (first.low_s, first.offset_s, first.high_s) == (0.0, 60.0, 180.0)
    assert second.offset_s == 60.0 + 80.0
    assert second.offset_s - second.low_s == pytest.approx(100.0)  # of 60 and 80
    assert second.high_s - second.offset_s == pytest.approx(200.0)  # of 120 and 160
    assert offsets["g2"].n_links == 5
