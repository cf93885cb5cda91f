from dataclasses import replace

import numpy as np
import pytest

from coincide.model import Estimate, Floats, Links, Placement
from coincide.model.times import HOUR_S
from coincide.solver.joint import JointSolution, explain, solve_joint, telling_links
from coincide.solver.joint.explain import contradictions
from coincide.solver.joint.knowledge import NO_HINTS, PriorKnowledge
from coincide.solver.joint.support import contradicting_links
from tests.conftest import make_table
from tests.scenes import Shots, afternoon, make_features, make_material
from tests.solver.joint.planted import Planted, board_of, solution_of


def solved(n_again: int = 0):
    """Ann and Bob see thirty scenes; Bob comes back to the first ones a day later, alone."""
    rng = np.random.default_rng(10_002)
    at_s = afternoon(rng, 30)
    bob_s = np.concatenate([at_s, at_s[:n_again] + 24 * HOUR_S])
    galleries = {
        "ann": Shots(range(30), at_s),
        "bob": Shots([*range(30), *range(n_again)], bob_s, ahead_s=HOUR_S),
    }
    return solve_joint(make_material(make_features(rng, galleries)), anchor="ann")


def test_photos_alike_a_day_apart_are_named() -> None:
    (found,) = contradictions(solved(6))
    assert (found.gallery_a, found.gallery_b) == ("ann", "bob")
    assert 3 <= found.n_pairs <= 6
    assert found.photo_a < 30 <= found.photo_b
    assert found.photo_b >= 60
    assert abs(found.apart_s - 24 * HOUR_S) < 120.0


def test_where_nothing_contradicts_nothing_is_named() -> None:
    assert explain(solved()).contradictions == ()


def test_links_worth_a_closer_look_are_for_and_against_and_not_too_many() -> None:
    solution = solved(6)
    links = telling_links(solution)
    pairs = set(zip(links.photo_a.tolist(), links.photo_b.tolist(), strict=True))
    assert len(pairs) == len(links)
    assert all(a < 30 <= b for a, b in pairs)
    assert sum((n, 30 + n) in pairs for n in range(30)) >= 20
    (against,) = contradictions(solution)
    assert (against.photo_a, against.photo_b) in pairs
    few = telling_links(solution, per_pair=5)
    assert len(few) == 5
    assert few.similarity.min() >= np.sort(links.similarity)[-5]


def with_zoe(scenes: list[int], times_s: Floats) -> JointSolution:
    """Ann and Bob see thirty scenes; Zoe has photos of some scenes as well."""
    rng = np.random.default_rng(10_003)
    at_s = afternoon(rng, 30)
    galleries = {
        "ann": Shots(range(30), at_s),
        "bob": Shots(range(30), at_s, ahead_s=HOUR_S),
        "zoe": Shots(scenes, at_s[0] + times_s),
    }
    return solve_joint(make_material(make_features(rng, galleries)), anchor="ann")


def test_a_gallery_without_a_place_contradicts_nobody() -> None:
    twice = [*range(0, 24, 4), *range(0, 24, 4)]
    once_s = np.arange(6) * 1700.0
    solution = with_zoe(twice, np.concatenate([once_s, once_s + 30 * HOUR_S]))
    assert not solution.offsets["zoe"].placed
    assert len(contradicting_links(solution.board, 2)) > 0
    assert contradictions(solution) == ()


def test_of_the_uncertain_the_most_alike_are_looked_at_closer() -> None:
    solution = with_zoe(list(range(30, 42)), np.arange(12) * 1000.0)
    assert not solution.offsets["zoe"].placed
    links = telling_links(solution)
    galleries = solution.board.evidence.table.gallery_of(
        np.column_stack([links.photo_a, links.photo_b])
    )
    assert {(0, 1), (0, 2), (1, 2)} == {tuple(pair) for pair in galleries.tolist()}


def planted(
    ratios: dict[tuple[int, int], Floats],
    *,
    sizes: tuple[int, ...],
    chances: tuple[float | None, ...],
    offset_s: tuple[float, ...] | None = None,
) -> JointSolution:
    """Return galleries placed with some chance, or not at all, whose photos say just this.

    Photo n of every gallery is taken 10,000 s after photo n − 1.
    """
    table = make_table(*([1e4 * n for n in range(size)] for size in sizes))
    partners = {one: tuple(b for a, b in ratios if a == one) for one in range(len(sizes))}
    placements = tuple(
        Placement(name, None if chance is None else Estimate(0.0, 0.0, 0.0, chance))
        for name, chance in zip(table.names, chances, strict=True)
    )
    board = board_of(table, Planted(ratios), partners=partners, offset_s=offset_s)
    return solution_of(placements, board)


def pairs_of(links: Links) -> list[tuple[int, int, float]]:
    return list(
        zip(links.photo_a.tolist(), links.photo_b.tolist(), links.similarity.tolist(), strict=True)
    )


def test_photos_that_chose_each_other_are_one_link_in_order_of_their_rows() -> None:
    ratio = np.array([[0.0, 3.0, 0.0], [2.0, 0.0, 0.0], [0.0, 0.0, 4.0]])
    solution = planted(
        {(0, 1): ratio, (1, 0): ratio.T}, sizes=(3, 3), chances=(1.0, 0.99), offset_s=(0.0, 0.0)
    )
    # of one moment, and two that are alike and hours apart; one of them not enough to contradict
    assert pairs_of(telling_links(solution)) == [(0, 4, 3.0), (2, 5, 4.0)]


@pytest.mark.parametrize(("chance", "n_links"), [(0.99, 0), (0.989, 2), (None, 2)])
def test_links_that_say_little_are_looked_at_of_the_uncertain_alone(
    chance: float | None, n_links: int
) -> None:
    ratio = np.array([[1.0, 0.5], [0.5, 1.0]])
    solution = planted({(1, 0): ratio}, sizes=(2, 2), chances=(1.0, chance))
    assert len(telling_links(solution)) == n_links


def test_of_two_galleries_the_forty_most_alike_are_looked_at() -> None:
    """Of two other galleries, all that they have."""
    many, few = np.diag(100.0 + np.arange(45.0)[::-1]), np.full((45, 1), 0.1)
    few[7] = 50.0
    solution = planted({(0, 1): many, (0, 2): few}, sizes=(45, 45, 1), chances=(1.0, 1.0, 1.0))
    found = pairs_of(telling_links(solution))
    assert [(a, b) for a, b, _ in found if b < 90] == [(n, 45 + n) for n in range(40)]
    assert [one for one in found if one[1] == 90] == [(7, 90, 50.0)]
    assert found == sorted(found)


def test_contradictions_name_the_most_alike_and_come_most_first() -> None:
    """The second gallery is a thousand seconds later than its clock; the third is not placed."""
    second = np.array([[0.0, 0.0, 6.0], [5.0, 0.0, 0.0], [0.0, 7.0, 0.0]])
    third, fourth = np.full((3, 3), 9.0), np.array([[0.0, 8.0, 0.0]] * 2 + [[0.0] * 3])
    solution = planted(
        {(0, 1): second, (0, 2): third, (0, 3): fourth, (2, 0): third},
        sizes=(3, 3, 3, 3),
        chances=(1.0, 0.7, None, 0.7),
        offset_s=(0.0, 1000.0, 0.0, 0.0),
    )
    most, least = contradictions(solution)
    assert (most.gallery_a, most.gallery_b, most.n_pairs) == ("g0", "g1", 3)
    assert (most.photo_a, most.photo_b, most.apart_s) == (2, 4, 9000.0)
    assert (least.gallery_b, least.n_pairs, least.photo_a, least.photo_b) == ("g3", 1, 0, 10)


def test_more_pairs_come_first_whichever_gallery_they_are_of() -> None:
    one, two = np.array([[0.0, 8.0], [0.0, 0.0]]), np.array([[0.0, 8.0], [7.0, 0.0]])
    solution = planted({(0, 1): one, (0, 2): two}, sizes=(2, 2, 2), chances=(1.0, 1.0, 1.0))
    assert [(found.gallery_b, found.n_pairs) for found in contradictions(solution)] == [
        *(("g2", 2), ("g1", 1))
    ]


def test_hints_of_photos_that_are_gone_are_counted() -> None:
    solution = planted({}, sizes=(1, 1), chances=(1.0, 1.0))
    told = PriorKnowledge(solution.board.evidence.table, replace(NO_HINTS, missing=("x", "y")))
    assert explain(solution).n_hints_missing == 0
    told_of_more = replace(solution, board=replace(solution.board, knowledge=told))
    assert explain(told_of_more).n_hints_missing == 2
