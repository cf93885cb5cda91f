from dataclasses import replace

import numpy as np
import pytest

from coincide.model.times import HOUR_S
from coincide.solver.evidence import Material, gather_evidence, make_crowd
from coincide.solver.evidence.gather import ladder_s
from coincide.solver.options import EvidenceOptions
from tests.conftest import make_table
from tests.scenes import afternoon, make_features, make_material, seen_by

OPTIONS = EvidenceOptions()
TRIED_S = np.array([-5000.0, -HOUR_S, 0.0])


@pytest.fixture(scope="module")
def walk() -> Material:
    """Three cameras that see the same scenes; the second's clock is an hour ahead."""
    rng = np.random.default_rng(10_002)
    at_s = afternoon(rng, 20)
    galleries = {name: seen_by(rng, at_s, ahead_s=HOUR_S * (name == "b")) for name in "abc"}
    return make_material(make_features(rng, galleries))


@pytest.mark.parametrize(
    ("span_s", "rungs"), [(10.0, 1), (239.0, 1), (240.0, 2), (3600.0, 3), (14_400.0, 5), (1e6, 5)]
)
def test_scales_longer_than_a_quarter_of_the_galleries_are_left_out(
    span_s: float, rungs: int
) -> None:
    table = make_table([0.0, span_s], [0.0, span_s / 2])
    assert ladder_s(table, [0, 1], OPTIONS) == OPTIONS.scales_s[:rungs]


def test_the_ladder_is_of_the_galleries_that_teach() -> None:
    table = make_table([0.0, 3600.0], [0.0, 1e6])
    assert ladder_s(table, [0], OPTIONS) == (15.0, 60.0, 240.0)


def test_coarse_to_fine_off_leaves_one_scale() -> None:
    table = make_table([0.0, 1e6])
    off = replace(OPTIONS, coarse_to_fine=False, one_scale_s=90.0)
    assert ladder_s(table, [0], off) == (90.0,)
    assert gather_evidence(Material(table, {}), off).measured.scales_s == (90.0,)


def test_kinds_add_up_with_rhythm_by_its_share(walk: Material) -> None:
    evidence = gather_evidence(walk)
    crowd = make_crowd(walk.table, evidence.weights, [0, 2], np.zeros(3))
    assert evidence.rhythm is not None
    by_hand = evidence.measured.against(1, crowd, TRIED_S)
    by_hand = by_hand + OPTIONS.rhythm_share * evidence.rhythm.against(1, crowd, TRIED_S)
    np.testing.assert_allclose(evidence.against(1, crowd, TRIED_S), by_hand)
    np.testing.assert_allclose(evidence.asking(1, crowd)(TRIED_S), by_hand)
    by_kind = evidence.by_kind(1, crowd, TRIED_S)
    assert list(by_kind) == ["look", "rhythm"]
    np.testing.assert_allclose(sum(by_kind.values()), by_hand)
    assert TRIED_S[np.argmax(by_kind["look"])] == -HOUR_S


def test_kinds_that_are_off_are_not_asked(walk: Material) -> None:
    crowd = make_crowd(walk.table, np.ones(60), [0], np.zeros(3))

    def kinds(*asked: str) -> list[str]:
        options = replace(OPTIONS, kinds=asked)  # type: ignore[arg-type]
        return list(gather_evidence(walk, options).by_kind(1, crowd, TRIED_S))

    assert kinds("look") == ["look"]
    assert kinds("rhythm") == ["rhythm"]
    assert kinds("place", "light") == []
    nothing = gather_evidence(walk, replace(OPTIONS, kinds=()))
    assert nothing.against(1, crowd, TRIED_S).tolist() == [0.0] * 3


def test_galleries_apart_teach_nothing(walk: Material) -> None:
    """However strange a guest's photos are, those of others mean the same."""
    strange = walk.vectors["look"].copy()
    strange[40:] = np.random.default_rng(0).standard_normal((20, strange.shape[1]))
    late = walk.table.camera_time_s.copy()
    late[40:] += np.linspace(0.0, 1e6, 20)
    other = Material(replace(walk.table, camera_time_s=late), {"look": strange})
    crowd = make_crowd(walk.table, gather_evidence(walk).weights, [0], np.zeros(3))
    found = [
        gather_evidence(one, apart=frozenset({2})).against(1, crowd, TRIED_S)
        for one in (walk, other)
    ]
    np.testing.assert_array_equal(*found)
    asked = [gather_evidence(one).against(1, crowd, TRIED_S) for one in (walk, other)]
    assert not np.array_equal(*asked)
