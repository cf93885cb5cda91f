import numpy as np

from coincide.model import Floats
from coincide.offsets.joint import Solution, explain, solve_joint, telling_links
from coincide.offsets.joint.explain import contradictions
from coincide.offsets.joint.reading import contradicting_links
from coincide.times import HOUR_S
from tests.scenes import Shots, afternoon, make_features, make_material


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


def with_zoe(scenes: list[int], times_s: Floats) -> Solution:
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
