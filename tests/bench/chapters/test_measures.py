"""F1, mutual information and borders, on parts whose figures are known by hand."""

import numpy as np
import pytest

from coincide_bench.chapters.measures import Borders, Table, border_share, match_borders


def table(true: list[int], found: list[int]) -> Table:
    return Table.of(np.array(true), np.array(found))


def test_the_truth_is_perfect_whatever_its_numbers() -> None:
    same = table([0, 0, 1, 2], [5, 5, 9, 7])
    assert same.f1() == same.nmi() == pytest.approx(1.0)


def test_one_part_for_all_has_a_poor_precision_and_tells_nothing() -> None:
    all_in_one = table([0, 0, 1, 1], [0, 0, 0, 0])
    assert all_in_one.f1() == pytest.approx(2 * 0.5 / 1.5)
    assert all_in_one.nmi() == pytest.approx(0.0)


def test_what_is_left_out_is_alone() -> None:
    left_out = table([0, 0, 0, 0], [0, 0, -1, -1])
    # recall 2/4 of the two, 1/4 of each of the others
    assert left_out.f1() == pytest.approx(2 * 0.375 / 1.375)


def test_drawing_every_chapter_once_changes_nothing() -> None:
    some = table([0, 0, 1, 1, 2], [0, 1, 1, 1, 2])
    ones = np.ones(3)
    assert some.f1(ones) == pytest.approx(some.f1())
    assert some.nmi(ones) == pytest.approx(some.nmi())


def test_a_border_is_right_near_a_pause_and_each_pause_is_found_once() -> None:
    pauses_s = np.array([[1000.0, 2000.0], [9000.0, 9500.0]])
    found_s = np.array([1500.0, 1600.0, 9790.0, 9900.0, 20_000.0])
    assert match_borders(found_s, pauses_s) == Borders(5, 2, 2)
    assert match_borders(np.zeros(0), pauses_s) == Borders(0, 2, 0)
    assert border_share([Borders(5, 2, 2), Borders(3, 2, 2)], "found") == 0.5
    assert border_share([Borders(5, 2, 2), Borders(3, 2, 1)], "true") == 0.75
