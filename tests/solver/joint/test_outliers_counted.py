"""Who is an outlier, against what a count by hand gives."""

from collections.abc import Sequence
from dataclasses import replace
from statistics import median
from typing import cast

import numpy as np
import pytest

from coincide.model import Singles
from coincide.solver.evidence import EvidenceInputs
from coincide.solver.joint.board import Board
from coincide.solver.joint.knowledge import PriorKnowledge
from coincide.solver.joint.outliers import (
    doubtful,
    odd_galleries,
    place_outliers,
    solve_with_outliers,
    unsure,
)
from tests.conftest import make_table
from tests.solver.joint.planted import board_of
from tests.solver.joint.simulated import STEADY
from tests.solver.joint.test_outliers import (
    BOARD,
    NOBODY,
    PlannedSolution,
    offsets_of,
    posterior_by,
)


def odd(galleries: Sequence[Singles], anchor: int = 0) -> frozenset[int]:
    """Return who looks odd of galleries whose photos look like that."""
    table = make_table(*(60.0 * np.arange(len(photos)) for photos in galleries))
    material = EvidenceInputs(table, {"look": np.concatenate(galleries).astype(np.float32)})
    return odd_galleries(material, anchor, PriorKnowledge(table), STEADY)


def like(unlike: Sequence[Sequence[float]]) -> list[Singles]:
    """Return galleries of one photo each that are just so unlike each other."""
    root = np.linalg.cholesky(1.0 - np.array(unlike))
    return [3.0 * row[None, :] for row in root]


def one_apart(among: float, apart: float, n_galleries: int = 6) -> list[Singles]:
    """Return galleries that are so unlike each other, and the last so unlike all others."""
    unlike = np.full((n_galleries, n_galleries), among)
    unlike[-1], unlike[:, -1] = apart, apart
    np.fill_diagonal(unlike, 0.0)
    return like(unlike)


@pytest.mark.parametrize(
    ("among", "apart", "is_odd"),
    [
        (0.5, 0.5 * 1.14, False),
        (0.5, 0.5 * 1.16, True),
        # copies of one folder are as unlike as a fifth at the least
        (0.1, 0.2 * 1.14, False),
        (0.1, 0.2 * 1.16, True),
    ],
)
def test_odd_is_who_is_fifteen_in_a_hundred_more_unlike_than_others_are(
    among: float, apart: float, is_odd: bool
) -> None:
    assert odd(one_apart(among, apart)) == ({5} if is_odd else NOBODY)
    assert odd(one_apart(among, apart), anchor=5) == NOBODY


def unlikeness(one: Singles, other: Singles) -> float:
    """Return how unlike each photo's best match is, of the one's photos and of the other's."""
    one, other = (photos / np.linalg.norm(photos, axis=1)[:, None] for photos in (one, other))
    forth = sum(max(float(a @ b) for b in other) for a in one) / len(one)
    back = sum(max(float(a @ b) for a in one) for b in other) / len(other)
    return 1 - (forth + back) / 2


def odd_by_hand(galleries: Sequence[Singles]) -> set[int]:
    """Return who is odd one after the other, measured by all that are left but themselves."""
    unlike = {
        (a, b): unlikeness(galleries[a], galleries[b])
        for a in range(len(galleries))
        for b in range(len(galleries))
        if a != b
    }
    left, found = set(range(len(galleries))), set[int]()
    while len(left) > 2:
        oddness = {}
        for one in left - {0}:
            own = median(unlike[one, other] for other in left - {one})
            usual = median(unlike[a, b] for a in left - {one} for b in left - {one} if a != b)
            oddness[one] = own / max(usual, 0.2)
        oddest = max(oddness, key=lambda one: oddness[one])
        if oddness[oddest] < 1.15:
            break
        left.remove(oddest)
        found.add(oddest)
    return found


@pytest.mark.parametrize("seed", range(8))
def test_the_odd_are_found_as_a_count_has_it(seed: int) -> None:
    """Galleries of few photos around a place of their own, which may be further off."""
    rng = np.random.default_rng(seed)
    galleries = [
        np.array([4.0, 0.0, 0.0, 0.0]) + rng.normal(0.0, rng.choice([0.8, 3.0]), (n_photos, 4))
        for n_photos in rng.integers(2, 6, 7)
    ]
    by_hand = odd_by_hand(galleries)
    assert odd(galleries) == by_hand


def test_some_of_the_counted_are_odd() -> None:
    rng = np.random.default_rng(10_013)
    usual = [np.array([4.0, 0, 0, 0]) + rng.normal(0.0, 0.8, (4, 4)) for _ in range(5)]
    far = [np.array([0, 0, 4.0, 0]) + rng.normal(0.0, 0.8, (4, 4)) for _ in range(1)]
    assert odd([*usual, *far]) == odd_by_hand([*usual, *far]) == {5}


def test_of_photos_that_show_nothing_nobody_is_told() -> None:
    """A black photo has no direction, and is as unlike as can be."""
    galleries = one_apart(0.5, 0.5)
    galleries[3] = 0 * galleries[3]
    assert odd(galleries) == {3}


def test_forty_eight_photos_from_all_over_a_gallery_are_looked_at() -> None:
    """Of the last gallery's 480 photos those show what all do, and the rest nothing of it."""
    *usual, last = one_apart(0.5, 0.5)
    photos = np.tile(-last, (480, 1))
    photos[[round(n * 479 / 47) for n in range(48)]] = last
    assert odd([*usual, photos]) == NOBODY
    assert odd([*usual, photos[1:]]) == {5}


@pytest.mark.parametrize(("half_s", "is_doubtful"), [(1800.0, True), (1799.9, False)])
def test_twice_what_a_gallery_is_placed_within_is_doubtful(
    half_s: float, is_doubtful: bool
) -> None:
    assert STEADY.placed_within_s == 1800.0
    offsets = offsets_of(0.0, half_s, 60.0, 60.0, 60.0)
    assert doubtful(offsets, BOARD, NOBODY) == ({1} if is_doubtful else NOBODY)


@pytest.mark.parametrize(("chance", "is_unsure"), [(0.9919, True), (0.9922, False)])
def test_sure_is_who_turns_out_right_nineteen_times_of_twenty(
    chance: float, is_unsure: bool
) -> None:
    alone = {(one,): posterior_by(0.9999) for one in range(1, 5)}
    assert unsure(BOARD, {**alone, (2,): posterior_by(chance)}, NOBODY) == (
        {2} if is_unsure else NOBODY
    )


def test_three_in_five_must_be_left_to_ask() -> None:
    sure, loose = posterior_by(0.9999), posterior_by(0.5)
    some = {(1,): loose, (2,): loose, (3,): sure, (4,): sure}
    assert unsure(BOARD, some, NOBODY) == {1, 2}
    assert unsure(BOARD, {**some, (3,): loose}, NOBODY) == NOBODY
    # of three hosts two are enough, and of two both
    assert unsure(BOARD, some, frozenset({1, 3})) == {2}
    assert unsure(BOARD, some, frozenset({1, 3, 4})) == NOBODY


def test_half_of_the_galleries_are_a_small_block() -> None:
    alone = {(one,): posterior_by(0.9999) for one in range(1, 5)}
    four = replace(BOARD, members=(0, 1, 2, 3))
    loose = {**alone, (1, 2): posterior_by(0.5)}
    assert unsure(four, loose, NOBODY) == {1, 2}
    assert unsure(replace(BOARD, members=(0, 1, 2)), loose, NOBODY) == NOBODY
    # two who know each other are looked at, each as a block of its own
    two = replace(BOARD, members=(0, 1))
    assert unsure(two, {**alone, (2,): posterior_by(0.5)}, NOBODY) == {2}


def test_outliers_are_moved_twice_each(monkeypatch: pytest.MonkeyPatch) -> None:
    moved: list[tuple[int, ...]] = []
    monkeypatch.setattr(
        "coincide.solver.joint.outliers.move", lambda _board, block: moved.append(block)
    )
    place_outliers(board_of(make_table([0.0], [0.0], [0.0]), members=(0,), outliers=(1, 2)))
    assert moved == [(1,), (1,), (2,), (2,)]


def rounds(
    monkeypatch: pytest.MonkeyPatch, n_doubtful: int, n_unsure: int
) -> list[tuple[int, ...]]:
    """Return with which outliers it is solved if each time one more is doubtful, then unsure."""
    solved: list[tuple[int, ...]] = []

    def solve(outliers: frozenset[int]) -> PlannedSolution:
        solved.append(tuple(sorted(outliers)))
        return PlannedSolution(offsets_of(*[0.0] * 5), cast("Board", None), {})

    def one_more(n_times: int, *outliers: int) -> frozenset[int]:
        return frozenset({len(outliers)}) if len(outliers) < n_times else NOBODY

    monkeypatch.setattr(
        "coincide.solver.joint.outliers.doubtful",
        lambda _offsets, _board, outliers: one_more(n_doubtful, *outliers),
    )
    monkeypatch.setattr(
        "coincide.solver.joint.outliers.unsure",
        lambda *_: one_more(n_unsure, *solved[-1]) | frozenset(solved[-1]),
    )
    solve_with_outliers(solve, NOBODY)
    return solved


def test_more_outliers_are_looked_for_three_times(monkeypatch: pytest.MonkeyPatch) -> None:
    assert rounds(monkeypatch, 9, 0) == [(), (0,), (0, 1), (0, 1, 2)]
    assert rounds(monkeypatch, 2, 0) == [(), (0,), (0, 1)]
    assert rounds(monkeypatch, 0, 9) == [(), (0,), (0, 1), (0, 1, 2)]
    assert rounds(monkeypatch, 1, 3) == [(), (0,), (0, 1), (0, 1, 2)]
