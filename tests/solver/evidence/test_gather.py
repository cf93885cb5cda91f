from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from coincide.model import Floats
from coincide.model.times import HOUR_S
from coincide.solver.evidence import EvidenceInputs, gather_evidence, make_crowd
from coincide.solver.evidence.form import Crowd
from coincide.solver.evidence.gather import Recall, ladder_s
from coincide.solver.options import EvidenceOptions, RecallOptions
from tests.conftest import make_table
from tests.scenes import afternoon, make_features, make_material, seen_by

OPTIONS = EvidenceOptions()
TRIED_S = np.array([-5000.0, -HOUR_S, 0.0])


@pytest.fixture(scope="module")
def walk() -> EvidenceInputs:
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
    assert gather_evidence(EvidenceInputs(table, {}), off).measured.scales_s == (90.0,)


def test_kinds_add_up_with_rhythm_by_its_share(walk: EvidenceInputs) -> None:
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


def test_kinds_that_are_off_are_not_asked(walk: EvidenceInputs) -> None:
    crowd = make_crowd(walk.table, np.ones(60), [0], np.zeros(3))

    def kinds(*asked: str) -> list[str]:
        options = replace(OPTIONS, kinds=asked)  # type: ignore[arg-type]
        return list(gather_evidence(walk, options).by_kind(1, crowd, TRIED_S))

    assert kinds("look") == ["look"]
    assert kinds("rhythm") == ["rhythm"]
    assert kinds("place", "light") == []
    nothing = gather_evidence(walk, replace(OPTIONS, kinds=()))
    assert nothing.against(1, crowd, TRIED_S).tolist() == [0.0] * 3


def test_galleries_apart_teach_nothing(walk: EvidenceInputs) -> None:
    """However strange a guest's photos are, those of others mean the same."""
    strange = walk.vectors["look"].copy()
    strange[40:] = np.random.default_rng(0).standard_normal((20, strange.shape[1]))
    late = walk.table.camera_time_s.copy()
    late[40:] += np.linspace(0.0, 1e6, 20)
    other = EvidenceInputs(replace(walk.table, camera_time_s=late), {"look": strange})
    crowd = make_crowd(walk.table, gather_evidence(walk).weights, [0], np.zeros(3))
    found = [
        gather_evidence(one, apart=frozenset({2})).against(1, crowd, TRIED_S)
        for one in (walk, other)
    ]
    np.testing.assert_array_equal(*found)
    asked = [gather_evidence(one).against(1, crowd, TRIED_S) for one in (walk, other)]
    assert not np.array_equal(*asked)


TABLE = make_table([0.0, 100.0], [50.0], [7.0], [9.0])


def crowd_of(*galleries: int, by_s: float = 0.0) -> Crowd:
    return make_crowd(TABLE, np.ones(TABLE.n_photos), galleries, np.full(4, by_s))


class Finding:
    """Counts how often something had to be found."""

    def __init__(self) -> None:
        self.n_found = 0

    def __call__(self, value: float = 1.0, size: int = 1) -> Callable[[], Floats]:
        def find() -> Floats:
            self.n_found += 1
            return np.full(size, value)

        return find


def test_what_was_asked_before_is_not_found_again() -> None:
    recall, finding = Recall(), Finding()
    first = recall.once(0, crowd_of(1, 2), b"asked", finding())
    assert recall.once(0, crowd_of(1, 2), b"asked", finding(2.0)) is first
    assert finding.n_found == 1


@pytest.mark.parametrize(
    ("gallery", "crowd", "asked"),
    [
        (3, crowd_of(1, 2), b"asked"),
        (0, crowd_of(2, 1), b"asked"),
        (0, crowd_of(1), b"asked"),
        (0, crowd_of(1, 2, by_s=1e-9), b"asked"),
        (0, crowd_of(1, 2), b"other"),
    ],
    ids=["who asks", "whose photos come first", "whom", "where they are", "what"],
)
def test_all_that_it_follows_from_tells_it_apart(gallery: int, crowd: Crowd, asked: bytes) -> None:
    recall, finding = Recall(), Finding()
    recall.once(0, crowd_of(1, 2), b"asked", finding())
    assert recall.once(gallery, crowd, asked, finding(2.0)).tolist() == [2.0]
    assert finding.n_found == 2


def test_where_a_gallery_is_that_nobody_asks_does_not_matter() -> None:
    recall, finding = Recall(), Finding()
    recall.once(0, crowd_of(1, 2), b"asked", finding())
    moved = make_crowd(TABLE, np.ones(TABLE.n_photos), (1, 2), np.array([7.0, 0.0, 0.0, 8.0]))
    recall.once(0, moved, b"asked", finding())
    assert finding.n_found == 1


def test_nobody_may_change_what_is_kept() -> None:
    kept = Recall().once(0, crowd_of(1), b"asked", Finding()())
    with pytest.raises(ValueError, match="read-only"):
        kept[0] = 5.0


def test_what_was_asked_longest_ago_makes_room() -> None:
    recall, finding = Recall(RecallOptions(most_numbers=10)), Finding()
    for asked in (b"one", b"two", b"one", b"three"):
        recall.once(0, crowd_of(1), asked, finding(size=4))
    assert (len(recall), finding.n_found) == (2, 3)
    recall.once(0, crowd_of(1), b"one", finding(size=4))
    assert finding.n_found == 3
    recall.once(0, crowd_of(1), b"two", finding(size=4))
    assert finding.n_found == 4
    # the latest is kept however large it is
    recall.once(0, crowd_of(1), b"large", finding(size=40))
    assert len(recall) == 1


def test_what_a_rejected_pair_touches_is_forgotten() -> None:
    recall, finding = Recall(), Finding()
    for gallery, crowd in ((0, crowd_of(1, 2)), (1, crowd_of(3, 0)), (2, crowd_of(0, 1))):
        recall.once(gallery, crowd, b"asked", finding())
    left = recall.without({(0, 1)})
    assert (len(recall), len(left)) == (3, 1)
    left.once(2, crowd_of(0, 1), b"asked", finding())
    assert finding.n_found == 3
