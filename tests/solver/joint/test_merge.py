from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from coincide.model import Floats, PhotoTable
from coincide.solver.joint.board import shifted_overlap
from coincide.solver.joint.merge import MergeResult, merge_galleries
from coincide.solver.joint.pairs import CELL_S, Candidates
from coincide.solver.options import JointOptions
from tests.conftest import make_table

# of bare modes nothing is known of overlap
ALONE = JointOptions(priors=())
TRUE_CELLS = np.array([0, 40, -700, 25, 3000])


def table_of(n_galleries: int = 5) -> PhotoTable:
    return make_table(*[[0.0, 7200.0]] * n_galleries)


def true_modes(odds: float = 6.0) -> dict[tuple[int, int], Candidates]:
    """Return what all pairs say: the truth, and a little of something else."""
    rng = np.random.default_rng(0)
    found = {}
    for a, b in combinations(range(5), 2):
        cells = np.array([TRUE_CELLS[b] - TRUE_CELLS[a], rng.integers(-5000, 5000)])
        order = np.argsort(cells)
        found[a, b] = Candidates(cells[order], np.array([odds + 0.1 * a + 0.01 * b, 2.0])[order])
    return found


def relative_s(merged: MergeResult) -> Floats:
    return merged.offset_s - merged.offset_s[0]


def test_offsets_are_recovered_from_what_pairs_say() -> None:
    merged = merge_galleries(table_of(), true_modes(), ALONE)
    assert len(merged.clusters) == 1
    assert sorted(merged.clusters[0]) == [0, 1, 2, 3, 4]
    assert len(merged.merges) == 4
    np.testing.assert_allclose(relative_s(merged), TRUE_CELLS * CELL_S)


def test_a_loud_wrong_pair_is_outvoted_by_the_others() -> None:
    """The wrong pair is louder than any other, but not than three that agree."""
    modes = true_modes()
    wrong = int(TRUE_CELLS[4] - TRUE_CELLS[3] + 500)
    modes[3, 4] = Candidates(np.array([wrong]), np.array([6.2]))
    # the galleries it joins know the others better than each other
    for pair in modes:
        if pair != (3, 4) and 4 not in pair:
            modes[pair] = Candidates(modes[pair].cells, modes[pair].odds * 2)
    for a in (0, 1, 2):
        modes[a, 4] = Candidates(modes[a, 4].cells, modes[a, 4].odds * 0.8)
    pooled = merge_galleries(table_of(), modes, ALONE)
    np.testing.assert_allclose(relative_s(pooled), TRUE_CELLS * CELL_S)
    fooled = merge_galleries(table_of(), modes, replace(ALONE, pooling=False))
    found = relative_s(fooled)
    np.testing.assert_allclose(found[:4], TRUE_CELLS[:4] * CELL_S)
    assert found[4] == (TRUE_CELLS[4] + 500) * CELL_S


def test_offsets_a_cell_off_still_add_up() -> None:
    modes = true_modes()
    for (a, b), one in modes.items():
        modes[a, b] = one.shifted((-1) ** (a + b))
    found = relative_s(merge_galleries(table_of(), modes, ALONE))
    np.testing.assert_allclose(found, TRUE_CELLS * CELL_S, atol=2 * CELL_S)


def test_the_clearest_come_first_and_two_equal_places_are_not_clear() -> None:
    modes = {
        (0, 1): Candidates(np.array([0, 400]), np.array([9.0, 9.0])),
        (0, 2): Candidates(np.array([10]), np.array([7.0])),
        (1, 2): Candidates(np.array([10]), np.array([3.0])),
    }
    merged = merge_galleries(table_of(3), modes, ALONE)
    first, second = merged.merges
    assert (first.a, first.b) == ((0,), (2,))
    assert first.clarity > second.clarity
    # by then the third has something to say about the two places
    assert sorted((*second.a, *second.b)) == [0, 1, 2]
    assert relative_s(merged).tolist() == [0.0, 0.0, 10 * CELL_S]


def test_two_joins_three_as_well_as_three_joins_two() -> None:
    loud = {(2, 3): 20.0, (3, 4): 18.0, (0, 1): 16.0, (1, 2): 6.0}
    modes = {
        (a, b): Candidates(np.array([TRUE_CELLS[b] - TRUE_CELLS[a]]), np.array([odds]))
        for (a, b), odds in loud.items()
    }
    merged = merge_galleries(table_of(), modes, ALONE)
    last = merged.merges[-1]
    assert (len(last.a), sorted(last.b)) == (3, [0, 1])
    np.testing.assert_allclose(relative_s(merged), TRUE_CELLS * CELL_S)


def test_what_no_pair_connects_stays_apart() -> None:
    modes = {(0, 1): Candidates.only(60.0, 5.0), (2, 3): Candidates.only(-60.0, 5.0)}
    merged = merge_galleries(table_of(), modes, ALONE)
    assert sorted(tuple(sorted(one)) for one in merged.clusters) == [(0, 1), (2, 3), (4,)]
    alone = merge_galleries(table_of(), {}, ALONE)
    assert (len(alone.clusters), alone.merges) == (5, ())


def test_overlap_decides_between_places_that_pairs_cannot_tell_apart() -> None:
    table = make_table([0.0, 7200.0], [100_000.0, 107_200.0])
    here, elsewhere = round(-100_000.0 / CELL_S), round(-30_000.0 / CELL_S)
    modes = {(0, 1): Candidates(np.array([here, elsewhere]), np.array([5.0, 5.5]))}
    found = merge_galleries(table, modes, JointOptions())
    assert relative_s(found)[1] == pytest.approx(-100_000.0, abs=CELL_S)
    without = merge_galleries(table, modes, ALONE)
    assert relative_s(without)[1] == pytest.approx(-30_000.0, abs=CELL_S)


def test_galleries_overlap_by_all_their_photos_from_the_first_to_the_last() -> None:
    """Two offsets that pairs like as much: the one that puts middle on middle is taken."""
    table = make_table([0.0, 60.0, 60_000.0], [0.0, 60.0])
    cells = np.array([0, round(30_000.0 / CELL_S)])
    modes = {(0, 1): Candidates(cells, np.array([5.0, 5.0]))}
    merged = merge_galleries(table, modes, JointOptions(priors=("overlap",)))
    assert merged.offset_s[1] - merged.offset_s[0] == pytest.approx(30_000.0, abs=3 * CELL_S)
    turned = make_table([0.0, 60.0], [0.0, 60.0, 60_000.0])
    back = {(0, 1): Candidates(-cells[::-1], np.array([5.0, 5.0]))}
    merged = merge_galleries(turned, back, JointOptions(priors=("overlap",)))
    assert merged.offset_s[1] - merged.offset_s[0] == pytest.approx(-30_000.0, abs=3 * CELL_S)


def clarities(modes: dict[tuple[int, int], Candidates], n_galleries: int = 2) -> list[float]:
    return [one.clarity for one in merge_galleries(table_of(n_galleries), modes, ALONE).merges]


def test_clear_is_what_is_likelier_than_all_that_is_further_than_ten_cells_away() -> None:
    """An offset reaches two cells either way, there with 0.6 of its odds."""
    near = {(0, 1): Candidates(np.array([0, 8]), np.array([9.0, 5.0]))}
    assert clarities(near) == [pytest.approx(9.0)]
    beyond = {(0, 1): Candidates(np.array([0, 9]), np.array([9.0, 5.0]))}
    assert clarities(beyond) == [pytest.approx(9.0 - np.log(1 + np.exp(3.0)))]
    before = {(0, 1): Candidates(np.array([-9, 0]), np.array([5.0, 9.0]))}
    assert clarities(before) == clarities(beyond)


def test_sixty_cells_are_kept_for_two_clusters() -> None:
    odds = 1.0 + 0.1 * np.arange(13)
    modes = {(0, 1): Candidates(100 * np.arange(13), odds)}
    cells = np.concatenate([share * odds[:12] for share in (1.0, 0.9, 0.9, 0.6, 0.6)])
    # five of the best one's own are not against it; of the others' sixty five are too many
    kept = np.sort(cells)[5:]
    assert clarities(modes) == [pytest.approx(odds[12] - np.log(1 + np.exp(kept).sum()))]


@pytest.mark.parametrize("turned", [False, True])
def test_what_was_merged_overlaps_from_its_first_photo_to_its_last(turned: bool) -> None:
    """Two galleries become one of 0 to 13,000 s, of which one says something of a third."""
    table = make_table([0.0, 1000.0], [7000.0, 8000.0], [50_000.0, 56_000.0])
    cell, third = round(5000.0 / CELL_S), round(-48_000.0 / CELL_S)
    options = JointOptions(priors=("overlap",))
    modes = {
        (0, 1): Candidates.only(cell * CELL_S, 90.0),
        (0, 2): Candidates.only(third * CELL_S, 9.0),
    }
    merged_s, back_s = (0.0, 8000.0 + cell * CELL_S), 0.0
    if turned:
        # the other of the two knows the third, and the first comes to its clock
        table = make_table([7000.0, 8000.0], [0.0, 1000.0], [50_000.0, 56_000.0])
        modes = {
            (0, 1): Candidates.only(-cell * CELL_S, 90.0),
            (1, 2): Candidates.only(third * CELL_S, 9.0),
        }
        merged_s, back_s = (-cell * CELL_S, 8000.0), -cell * CELL_S
    found = merge_galleries(table, modes, options)
    shifts_s = (third + np.array([-2, -1, 0, 1, 2])) * CELL_S + back_s
    odds = np.array([5.4, 8.1, 9.0, 8.1, 5.4]) + shifted_overlap(
        (50_000.0, 56_000.0), merged_s, shifts_s, options
    )
    assert found.merges[1].a == (0, 1)
    assert found.merges[1].clarity == pytest.approx(odds.max())
    assert found.offset_s[2] - found.offset_s[0] == pytest.approx(shifts_s[np.argmax(odds)])


def test_as_many_join_in_the_order_of_their_numbers_and_more_take_in_fewer() -> None:
    modes = {(0, 1): Candidates.only(0.0, 5.0), (2, 3): Candidates.only(0.0, 9.0)}
    modes |= {(1, 3): Candidates.only(0.0, 1.0), (3, 4): Candidates.only(0.0, 8.0)}
    merges = merge_galleries(table_of(), modes, ALONE).merges
    assert [(one.a, one.b) for one in merges] == [
        *(((2,), (3,)), ((2, 3), (4,)), ((0,), (1,)), ((2, 3, 4), (0, 1)))
    ]


def test_without_pooling_the_louder_of_two_pairs_is_believed_by_its_best_offset() -> None:
    """However much it says against another."""
    modes = {
        (0, 1): Candidates.only(0.0, 90.0),
        (1, 2): Candidates(np.array([20]), np.array([8.0])),
    }
    modes[0, 2] = Candidates(np.array([10, 500]), np.array([9.0, -5.0]))
    merged = merge_galleries(table_of(3), modes, replace(ALONE, pooling=False))
    assert relative_s(merged).tolist() == [0.0, 0.0, 10 * CELL_S]
