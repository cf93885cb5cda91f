"""Whole solves: what they find, and what must change nothing."""

import math
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from coincide.model import Offsets
from coincide.model.times import DAY_S, HOUR_S
from coincide.model.words import reasons_in_words
from coincide.solver.evidence import EvidenceInputs
from coincide.solver.joint import solve_joint
from coincide.solver.joint.pairs import CELL_S
from coincide.solver.options import EvidenceKind
from coincide_bench.event import BenchEvent
from coincide_bench.methods import material_of
from tests.conftest import make_table
from tests.scenes import afternoon, make_features, make_material, seen_by
from tests.solver.joint.simulated import (
    SEEDS,
    STEADY,
    error_s,
    offsets_by_name,
    reordered,
    shifted,
    simulated,
    with_stranger,
)

# whole hours are told by clocks as they are, so shifting one is no invariance with them
NO_HOURS = replace(STEADY, priors=("overlap",))


AHEAD_S = {"a": 0.0, "b": 5432.0, "c": -2 * DAY_S, "d": 77.0}


@pytest.fixture(scope="module")
def walk() -> EvidenceInputs:
    """Four cameras that see the same thirty scenes, each by its own clock."""
    rng = np.random.default_rng(10_008)
    at_s = afternoon(rng, 30)
    galleries = {name: seen_by(rng, at_s, ahead_s=ahead_s) for name, ahead_s in AHEAD_S.items()}
    return make_material(make_features(rng, galleries))


@pytest.fixture(scope="module", params=SEEDS)
def easy(request: pytest.FixtureRequest) -> tuple[BenchEvent, Offsets]:
    event = simulated("easy", request.param, n_photos=400, n_galleries=8)
    return event, solve_joint(material_of(event), anchor=event.anchor, options=STEADY).offsets


def test_simulated_galleries_are_placed_to_within_five_minutes(
    easy: tuple[BenchEvent, Offsets],
) -> None:
    event, offsets = easy
    assert len(event.recoverable) >= 6
    for gallery in event.recoverable:
        assert abs(error_s(event, offsets, gallery)) <= 300.0


def test_estimates_are_whole(easy: tuple[BenchEvent, Offsets]) -> None:
    event, offsets = easy
    assert [one.gallery for one in offsets.placements] == list(event.table.names)
    assert (offsets.anchor, offsets.method) == (event.anchor, "joint")
    assert offsets[event.anchor].offset_s == 0.0
    assert_sound(offsets)
    for one in offsets.placements:
        assert one.estimate is not None
        assert one.estimate.basis.source == (
            "anchor" if one.gallery == event.anchor else "evidence"
        )
        # certain is what nothing speaks against, and nothing else
        assert (one.findings == ()) == one.certain
        assert one.certain == ((one.estimate.probability or 0.0) >= 0.99)


def assert_sound(offsets: Offsets) -> None:
    """Check that every gallery has a finite offset in its interval, or a reason for none."""
    for one in offsets.placements:
        if one.estimate is None:
            assert one.verdict.against
            continue
        found = one.estimate
        assert found.probability is not None
        assert 0.0 <= found.probability <= 1.0
        assert all(map(math.isfinite, (found.low_s, found.offset_s, found.high_s)))
        assert found.low_s <= found.offset_s <= found.high_s


def test_clear_galleries_are_found_to_seconds_and_certain(walk: EvidenceInputs) -> None:
    offsets = solve_joint(walk, anchor="a", options=STEADY).offsets
    for name, ahead_s in AHEAD_S.items():
        assert offsets[name].offset_s == pytest.approx(-ahead_s, abs=10.0)
        assert offsets[name].findings == ()
        assert offsets[name].certain


@pytest.mark.parametrize("anchor", ["b", "d"])
def test_another_anchor_moves_all_alike(walk: EvidenceInputs, anchor: str) -> None:
    by_a = offsets_by_name(solve_joint(walk, anchor="a", options=NO_HOURS).offsets)
    by_other = offsets_by_name(solve_joint(walk, anchor=anchor, options=NO_HOURS).offsets)
    for name in AHEAD_S:
        assert by_other[name] == pytest.approx(by_a[name] - by_a[anchor], abs=3.0)


@pytest.mark.parametrize("jumps", [False, True])
def test_the_same_input_gives_the_same_answer(walk: EvidenceInputs, jumps: bool) -> None:
    options = replace(STEADY, jumps=jumps)
    one, two = (solve_joint(walk, anchor="a", options=options).offsets for _ in range(2))
    assert one == two


@given(st.permutations(range(4)))
@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_order_of_galleries_does_not_matter(walk: EvidenceInputs, order: list[int]) -> None:
    before = offsets_by_name(solve_joint(walk, anchor="a", options=STEADY).offsets)
    after = offsets_by_name(solve_joint(reordered(walk, order), anchor="a", options=STEADY).offsets)
    for name in AHEAD_S:
        assert after[name] == pytest.approx(before[name], abs=3.0)


@given(st.integers(-(10**9), 10**9))
@settings(max_examples=10)
def test_a_common_shift_of_all_clocks_changes_nothing(walk: EvidenceInputs, shift_s: int) -> None:
    before = solve_joint(walk, anchor="a", options=STEADY).offsets
    after = solve_joint(shifted(walk, float(shift_s)), anchor="a", options=STEADY).offsets
    for one, other in zip(before.placements, after.placements, strict=True):
        assert other.offset_s == pytest.approx(one.offset_s, abs=1e-3)
        assert [found.kind for found in other.findings] == [found.kind for found in one.findings]
        assert reasons_in_words(other) == reasons_in_words(one)
        assert other.verdict.state == one.verdict.state


@given(st.integers(-(10**8), 10**8))
@settings(max_examples=10)
def test_a_clock_put_forward_moves_its_own_offset_back(walk: EvidenceInputs, shift_s: int) -> None:
    """To seconds, because offsets are first looked for in cells of half a minute."""
    before = offsets_by_name(solve_joint(walk, anchor="a", options=NO_HOURS).offsets)
    moved = shifted(walk, float(shift_s), gallery=2)
    after = offsets_by_name(solve_joint(moved, anchor="a", options=NO_HOURS).offsets)
    before["c"] -= shift_s
    for name in AHEAD_S:
        assert after[name] == pytest.approx(before[name], abs=5.0)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_clock_put_forward_by_whole_cells_changes_nothing_else(seed: int) -> None:
    event = simulated("default", seed)
    material, name = material_of(event), event.table.names[2]
    before = offsets_by_name(solve_joint(material, anchor=event.anchor, options=NO_HOURS).offsets)
    moved = shifted(material, 1234 * CELL_S, gallery=2)
    after = offsets_by_name(solve_joint(moved, anchor=event.anchor, options=NO_HOURS).offsets)
    if before[name] is not None:
        before[name] -= 1234 * CELL_S
    for gallery, found_s in before.items():
        assert after[gallery] == pytest.approx(found_s, abs=1e-3)


@pytest.mark.parametrize("seed", SEEDS)
def test_other_order_and_other_cells_stay_within_what_was_left_open(seed: int) -> None:
    """Where photos leave minutes open another start may end there, but not beyond."""
    event = simulated("easy", seed)
    material = material_of(event)
    before = solve_joint(material, anchor=event.anchor, options=NO_HOURS).offsets
    turned = solve_joint(
        reordered(material, [3, 1, 4, 0, 2]), anchor=event.anchor, options=NO_HOURS
    ).offsets
    between = shifted(material, 777.0, gallery=2)
    moved = solve_joint(between, anchor=event.anchor, options=NO_HOURS).offsets
    for number, name in enumerate(event.table.names):
        one = before[name].estimate
        for other, added_s in ((turned, 0.0), (moved, 777.0 * (number == 2))):
            found = other[name].estimate
            assert one is not None
            assert found is not None
            assert found.low_s + added_s <= one.high_s
            assert one.low_s <= found.high_s + added_s


def test_a_gallery_that_shares_nothing_is_unplaced_with_a_reason() -> None:
    event = simulated("default", 10_001)
    material = material_of(event)
    rng = np.random.default_rng(10_001)
    times_s = material.table.camera_time_s[0] + np.sort(rng.uniform(0.0, event.span_s, 40))
    vectors = rng.standard_normal((40, material.vectors["look"].shape[1])).astype(np.float32)
    joined = with_stranger(material, times_s, vectors)
    offsets = solve_joint(joined, anchor=event.anchor, options=STEADY).offsets
    assert not offsets["stranger"].placed
    assert offsets["stranger"].verdict.against
    assert all(offsets[name].placed for name in event.recoverable)


def test_without_pooling_a_pair_alone_decides(walk: EvidenceInputs) -> None:
    alone = solve_joint(walk, anchor="a", options=replace(STEADY, pooling=False))
    for name, ahead_s in AHEAD_S.items():
        assert alone.offsets[name].offset_s == pytest.approx(-ahead_s, abs=2 * CELL_S)


@pytest.mark.parametrize("kinds", [("look",), ("rhythm",), ("look", "rhythm"), ()])
@pytest.mark.parametrize("priors", [(), ("overlap", "hours", "clocks")])
def test_kinds_and_priors_may_be_switched_off(
    walk: EvidenceInputs, kinds: tuple[EvidenceKind, ...], priors: tuple[str, ...]
) -> None:
    evidence = replace(STEADY.evidence, kinds=kinds)
    options = replace(STEADY, evidence=evidence, priors=priors)  # type: ignore[arg-type]
    offsets = solve_joint(walk, anchor="a", options=options).offsets
    assert_sound(offsets)
    if "look" in kinds:
        assert offsets["b"].offset_s == pytest.approx(-AHEAD_S["b"], abs=10.0)


NOISE = np.random.default_rng(0).standard_normal((64, 16)).astype(np.float32)


SAME = np.ones((64, 16), np.float32)


EVEN = [300.0 * n for n in range(12)]


DEGENERATE = {
    "one gallery": [EVEN],
    "one gallery of one photo": [[0.0]],
    "one photo each": [[0.0], [HOUR_S]],
    "one photo and many": [EVEN, [9e8]],
    "two photos each": [[0.0, 60.0], [5.0, 70.0], [-1e6, -1e6 + 50.0]],
    "all of one second": [[7.0] * 5, [7.0] * 6],
    "all of one second, years apart": [[7.0] * 5, [7e8] * 6, [3e8]],
    "two galleries": [EVEN, [t + 7.0 for t in EVEN]],
    "a second and an hour": [[0.0] * 4, EVEN],
    "three days and a minute": [[0.0, DAY_S, 3 * DAY_S], [0.0, 30.0, 60.0]],
}


@pytest.mark.parametrize("vectors", [NOISE, SAME, None], ids=["noise", "same", "none"])
@pytest.mark.parametrize("times_s", DEGENERATE.values(), ids=DEGENERATE.keys())
def test_events_of_next_to_nothing_are_sound(times_s: list[list[float]], vectors: object) -> None:
    table = make_table(*times_s)
    known = {} if vectors is None else {"look": np.asarray(vectors)[: table.n_photos]}
    solution = solve_joint(EvidenceInputs(table, known), anchor="g0")
    assert_sound(solution.offsets)
    assert len(solution.offsets.placements) == table.n_galleries
    assert solution.offsets["g0"].offset_s == 0.0
    for one in solution.offsets.placements[1:]:
        assert one.estimate is None or (one.estimate.probability or 0.0) < 0.99


def test_asking_ahead_names_every_pair_and_changes_nothing(walk: EvidenceInputs) -> None:
    asked: list[tuple[int, int]] = []
    ahead = solve_joint(
        walk,
        anchor="a",
        options=STEADY,
        ahead=lambda _evidence, _told, pairs, _options: asked.extend(pairs),
    )
    assert set(asked) == set(combinations(range(4), 2))
    assert ahead.offsets == solve_joint(walk, anchor="a", options=STEADY).offsets
