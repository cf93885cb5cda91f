from dataclasses import replace

import numpy as np
import pytest

from coincide.model import Indices
from coincide.model.times import HOUR_S
from coincide.solver.evidence import EvidenceInputs, Shelf, gather_evidence, make_crowd
from coincide.solver.evidence.shelf import Itself
from coincide.solver.options import ShelfOptions
from tests.conftest import full_columns
from tests.scenes import afternoon, make_features, make_material, seen_by

TRIED_S = np.arange(-5000.0, 1.0, 250.0)
NONE = np.zeros((0, 2), np.int64)


@pytest.fixture
def walk() -> EvidenceInputs:
    """Three cameras that see the same scenes, and a shelf."""
    rng = np.random.default_rng(10_002)
    at_s = afternoon(rng, 20)
    galleries = {name: seen_by(rng, at_s, ahead_s=HOUR_S * (name == "b")) for name in "abc"}
    return replace(make_material(make_features(rng, galleries)), shelf=Shelf())


def test_what_was_not_used_for_longest_makes_room() -> None:
    shelf = Shelf(ShelfOptions(most_photos=30))
    for name in "abc":
        shelf.put(name, name.upper(), 10)
    assert shelf.find("a") == "A"
    shelf.put("d", "D", 10)
    assert [shelf.find(name) for name in "abcd"] == ["A", None, "C", "D"]
    shelf.put("large", "L", 100)
    assert (len(shelf), shelf.find("large")) == (1, "L")


def test_a_value_put_again_counts_once() -> None:
    shelf = Shelf(ShelfOptions(most_photos=25))
    for value in range(5):
        shelf.put("a", value, 10)
        shelf.put("b", value, 10)
    assert (shelf.find("a"), shelf.find("b")) == (4, 4)


def test_an_object_is_itself_alone() -> None:
    one, other = np.zeros(3), np.zeros(3)
    assert Itself(one) == Itself(one)
    assert Itself(one) != Itself(other)
    assert Itself(one) != one.tolist()
    assert len({Itself(one), Itself(one), Itself(other)}) == 2


def test_the_same_question_has_the_same_evidence(walk: EvidenceInputs) -> None:
    assert gather_evidence(walk) is gather_evidence(replace(walk, table=replace(walk.table)))


def test_whatever_evidence_depends_on_makes_it_another(walk: EvidenceInputs) -> None:
    first = gather_evidence(walk)
    later = replace(walk.table, camera_time_s=walk.table.camera_time_s + 1.0)
    vectors = {name: found.copy() for name, found in walk.vectors.items()}
    others = [
        gather_evidence(replace(walk, table=later)),
        gather_evidence(replace(walk, table=replace(walk.table, names=("x", "y", "z")))),
        gather_evidence(replace(walk, vectors=vectors)),
        gather_evidence(walk, apart=frozenset({2})),
    ]
    assert not any(other is first for other in others)
    assert gather_evidence(walk) is first


def test_no_column_of_the_table_is_forgotten(walk: EvidenceInputs) -> None:
    first = gather_evidence(walk)
    for name, column in full_columns(walk.table).items():
        ordered = np.sort(column) if name == "camera_time_s" else column
        other = gather_evidence(replace(walk, table=replace(walk.table, **{name: ordered})))
        assert other is not first, name


@pytest.mark.parametrize("then", [NONE, np.array([[0, 25]]), np.array([[25, 1], [3, 45]])])
def test_rejected_pairs_come_and_go_as_if_nothing_were_kept(
    walk: EvidenceInputs, then: Indices
) -> None:
    for rejected in (then, np.array([[0, 25], [2, 22]]), then):
        kept = gather_evidence(replace(walk, rejected=rejected))
        cold = gather_evidence(replace(walk, rejected=rejected, shelf=None))
        for gallery in range(3):
            others = [one for one in range(3) if one != gallery]
            crowd = make_crowd(walk.table, cold.weights, others, np.zeros(3))
            asked = [one.against(gallery, crowd, TRIED_S) for one in (kept, cold)]
            assert np.array_equal(*asked)


def test_what_rejected_pairs_do_not_touch_is_kept(walk: EvidenceInputs) -> None:
    first = gather_evidence(walk)
    found = [np.array([1.0]), np.array([2.0]), np.array([3.0])]
    for key, value in zip([(0, 1, "x"), (1, 2, "x"), ("votes",)], found, strict=True):
        assert first.once(key, lambda value=value: value) is value
    again = gather_evidence(replace(walk, rejected=np.array([[0, 25]])))
    assert again is not first
    assert set(again.asked) == {(1, 2, "x"), ("votes",)}
    assert set(first.asked) == {(0, 1, "x"), (1, 2, "x"), ("votes",)}
    with pytest.raises(ValueError, match="read-only"):
        first.asked["votes",][0] = 5.0
