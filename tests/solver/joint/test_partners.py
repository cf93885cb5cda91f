from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from coincide.model import Floats, PhotoTable, Singles
from coincide.model.soundlags import HeardLag, HeardTie
from coincide.solver.evidence import EvidenceInputs, gather_evidence
from coincide.solver.joint.knowledge import PriorKnowledge
from coincide.solver.joint.partners import VOTE_DIRECTIONS, main_directions, worth_comparing
from coincide.solver.joint.soundties import SoundTies
from coincide.solver.options import HeardOptions, JointOptions
from coincide_bench.event import BenchEvent, keep_photos
from coincide_bench.methods import material_of
from coincide_bench.suites.simulated.events import WORLDS, bench_event
from coincide_bench.suites.simulated.world import World, draw_world
from tests.conftest import make_table
from tests.scenes import answered
from tests.solver.joint.simulated import STEADY

FEW = replace(STEADY, max_partners=5)


@pytest.fixture(scope="module")
def crowd() -> tuple[World, BenchEvent]:
    """Twenty-four galleries of two groups that never photograph the same moment."""
    options = replace(WORLDS["groups"], n_photos=700, n_galleries=24, seed=10_000)
    world = draw_world(options)
    event = bench_event(world, suite="simulated", name="groups", seed=10_000)
    # a part of what the vectors say is enough here, and much cheaper
    return world, replace(event, features={"pooled": event.features["pooled"][:, :320]})


def chosen(
    event: BenchEvent, knowledge: PriorKnowledge | None = None, options: JointOptions = FEW
) -> set[tuple[int, int]]:
    evidence = gather_evidence(material_of(event))
    found = worth_comparing(evidence, knowledge or PriorKnowledge(event.table), options)
    assert found == sorted(set(found))
    assert all(a < b for a, b in found)
    return set(found)


def test_chosen_pairs_are_those_that_share_moments(crowd: tuple[World, BenchEvent]) -> None:
    world, event = crowd
    moments = world.moments_of()
    shared = {
        (a, b): len(moments[event.table.names[a]] & moments[event.table.names[b]])
        for a, b in combinations(range(24), 2)
    }
    found = chosen(event)
    # far fewer than all, and at least as many as everybody's partners
    assert 24 * 5 / 2 <= len(found) <= 24 * 5
    by_chance = np.mean([n > 0 for n in shared.values()])
    assert np.mean([shared[pair] > 0 for pair in found]) > 0.7 > by_chance + 0.2
    left_out = [n for pair, n in shared.items() if pair not in found]
    assert np.mean([shared[pair] for pair in found]) > 3 * np.mean(left_out)
    # of the pairs with most in common most are there, where chance would have six
    most = sorted(shared, key=lambda pair: -shared[pair])[:20]
    assert len(found.intersection(most)) >= 14


def test_every_gallery_has_partners(crowd: tuple[World, BenchEvent]) -> None:
    _, event = crowd
    found = chosen(event)
    for one in range(24):
        assert sum(one in pair for pair in found) >= 5


def test_what_a_person_answered_is_compared_in_any_case(crowd: tuple[World, BenchEvent]) -> None:
    _, event = crowd
    table = event.table
    left_out = sorted(set(combinations(range(24), 2)) - chosen(event))
    (a, b), (c, d) = left_out[0], left_out[-1]
    hints = answered(
        same=np.array([[table.starts[a], table.starts[b]]]),
        different=np.array([[table.starts[c], table.starts[d]]]),
    )
    assert {(a, b), (c, d)} <= chosen(event, PriorKnowledge(table, hints))


def test_galleries_that_heard_the_same_are_compared_in_any_case(
    crowd: tuple[World, BenchEvent],
) -> None:
    _, event = crowd
    table = event.table
    left_out = sorted(set(combinations(range(24), 2)) - chosen(event))
    (a, b), (c, d) = left_out[0], left_out[-1]
    lags = (HeardLag(0.0, 0.05, 9.0),)
    ties = tuple(
        HeardTie(int(table.starts[one]), int(table.starts[other]), lags, sure=True)
        for one, other in ((a, b), (d, c))
    )
    heard = SoundTies(table, ties, HeardOptions())
    assert {(a, b), (c, d)} <= chosen(event, PriorKnowledge(table, heard=heard))


def test_in_a_small_event_or_one_without_pictures_all_are_compared(
    crowd: tuple[World, BenchEvent],
) -> None:
    _, event = crowd
    everything = set(combinations(range(24), 2))
    assert chosen(event, options=replace(STEADY, max_partners=12)) == everything
    blind = gather_evidence(EvidenceInputs(event.table, {}))
    assert set(worth_comparing(blind, PriorKnowledge(event.table), FEW)) == everything


def test_a_gallery_is_never_its_own_partner() -> None:
    """With so few photos, each has all of them among its best matches."""
    rng = np.random.default_rng(0)
    table = make_table([0.0, 60.0, 120.0], [0.0], [30.0])
    vectors = rng.standard_normal((5, 8)).astype(np.float32)
    evidence = gather_evidence(EvidenceInputs(table, {"look": vectors}))
    found = worth_comparing(evidence, PriorKnowledge(table), replace(STEADY, max_partners=1))
    assert found
    assert all(a < b for a, b in found)


def test_main_directions_keep_who_is_like_whom() -> None:
    rng = np.random.default_rng(1)
    scenes = rng.standard_normal((50, 40)).astype(np.float32)
    basis = rng.standard_normal((40, 300)).astype(np.float32)
    vectors = np.repeat(scenes, 3, axis=0) @ basis
    vectors += rng.standard_normal(vectors.shape).astype(np.float32)
    reduced = main_directions(vectors, np.full(150, True))
    assert reduced.shape == (150, VOTE_DIRECTIONS)
    np.testing.assert_allclose(np.linalg.norm(reduced, axis=1), 1.0, rtol=1e-4)
    alike = reduced @ reduced.T
    np.fill_diagonal(alike, -1.0)
    best = np.argsort(-alike, axis=1)[:, :2]
    assert (best // 3 == np.arange(150)[:, None] // 3).all()


def test_vectors_of_few_numbers_have_few_directions() -> None:
    vectors = np.random.default_rng(2).standard_normal((30, 8)).astype(np.float32)
    everybody = np.full(30, True)
    assert main_directions(vectors, everybody).shape == (30, 8)
    assert np.isfinite(main_directions(np.zeros((30, 8), np.float32), everybody)).all()


def test_who_is_apart_chooses_and_changes_nobody_elses_choice(
    crowd: tuple[World, BenchEvent],
) -> None:
    _, event = crowd
    known = PriorKnowledge(event.table)
    evidence = gather_evidence(material_of(event), apart=frozenset({3, 7}))
    found = set(worth_comparing(evidence, known, FEW))
    assert (3, 7) not in found
    for outlier in (3, 7):
        assert sum(outlier in pair for pair in found) == FEW.max_partners
    gallery = event.table.gallery_of(np.arange(event.table.n_photos))
    without = keep_photos(event, np.flatnonzero(~np.isin(gallery, [3, 7])))
    left = [one for one in range(24) if one not in (3, 7)]
    alone = {(left[a], left[b]) for a, b in chosen(without)}
    assert {pair for pair in found if not {3, 7}.intersection(pair)} == alone


def test_in_a_small_event_only_those_apart_are_not_compared_with_each_other() -> None:
    table = make_table([0.0, 60.0], [0.0], [30.0], [90.0])
    evidence = gather_evidence(EvidenceInputs(table, {}), apart=frozenset({1, 3}))
    assert set(worth_comparing(evidence, PriorKnowledge(table), STEADY)) == {
        *((0, 1), (0, 2), (0, 3), (1, 2), (2, 3))
    }


def chosen_by_hand(
    table: PhotoTable, vectors: Singles, weights: Floats, n_partners: int, apart: frozenset[int]
) -> set[tuple[int, int]]:
    """Return who is compared with whom: every photo votes for where its twelve best matches are."""
    gallery = table.gallery_of(np.arange(table.n_photos)).tolist()
    votes = np.zeros((table.n_galleries, table.n_galleries))
    for row in range(table.n_photos):
        others = [
            other
            for other in range(table.n_photos)
            if gallery[other] != gallery[row] and gallery[other] not in apart
        ]
        others.sort(key=lambda other: -float(vectors[row] @ vectors[other]))
        for other in others[:12]:
            votes[gallery[row], gallery[other]] += weights[row]
            votes[gallery[other], gallery[row]] += weights[row]
    found = set()
    for one in range(table.n_galleries):
        hosts = [a for a in range(table.n_galleries) if a not in apart and votes[one, a] > 0]
        for other in sorted(hosts, key=lambda a: -votes[one, a])[:n_partners]:
            found.add((min(one, other), max(one, other)))
    return found


@pytest.mark.parametrize("apart", [frozenset[int](), frozenset({2, 5})])
@pytest.mark.parametrize("seed", range(3))
def test_partners_are_who_a_count_of_votes_has_most(seed: int, apart: frozenset[int]) -> None:
    """Photos of a burst share one vote."""
    rng = np.random.default_rng(seed)
    times_s = [np.cumsum(rng.choice([5.0, 500.0], n)).tolist() for n in rng.integers(3, 7, 9)]
    table = make_table(*times_s)
    vectors = rng.standard_normal((table.n_photos, 6)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    evidence = gather_evidence(EvidenceInputs(table, {"look": vectors}), apart=apart)
    seen = evidence.measured.look_vectors
    assert seen is not None
    by_hand = chosen_by_hand(table, seen, evidence.weights, 2, apart)
    options = replace(STEADY, max_partners=2)
    assert worth_comparing(evidence, PriorKnowledge(table), options) == sorted(by_hand)


@pytest.mark.parametrize(("n_galleries", "n_pairs"), [(4, 6), (5, None)])
def test_up_to_twice_the_partners_all_are_compared(n_galleries: int, n_pairs: int | None) -> None:
    """The first gallery is like the second and nobody else, so that few are chosen of five."""
    rng = np.random.default_rng(3)
    table = make_table(*[[1000.0 * n for n in range(14)]] * n_galleries)
    scenes = np.repeat(np.eye(8)[[0, 0, 1, 1, 1][:n_galleries]], 14, axis=0)
    vectors = (scenes + 0.05 * rng.standard_normal(scenes.shape)).astype(np.float32)
    evidence = gather_evidence(EvidenceInputs(table, {"look": vectors}))
    found = worth_comparing(evidence, PriorKnowledge(table), replace(STEADY, max_partners=2))
    assert len(found) == n_pairs if n_pairs else (0, 4) not in found


def test_the_directions_of_most_difference_are_kept() -> None:
    """Vectors that differ in a hundred numbers, of which four hardly."""
    rng = np.random.default_rng(4)
    scale = np.where(np.arange(100) < 96, 1.0, 0.01)
    vectors = (5.0 * (np.arange(100) == 99) + scale * rng.standard_normal((400, 100))).astype(
        np.float32
    )
    reduced = main_directions(vectors, np.full(400, True))
    assert reduced.shape == (400, 96)
    kept = vectors[:, :96] / np.linalg.norm(vectors[:, :96], axis=1, keepdims=True)
    np.testing.assert_allclose(reduced @ reduced.T, kept @ kept.T, atol=0.05)
    # who is not asked does not teach
    vectors[300:, :96] *= 0.01
    vectors[300:, 96:] *= 1000.0
    again = main_directions(vectors, np.arange(400) < 300)
    np.testing.assert_allclose(again[:300] @ again[:300].T, kept[:300] @ kept[:300].T, atol=0.05)


def test_who_is_apart_is_chosen_by_nobody_who_has_no_other_choice() -> None:
    """The first two galleries are like each other alone; the last, like the others, is apart."""
    rng = np.random.default_rng(3)
    table = make_table(*[[1000.0 * n for n in range(14)]] * 6)
    scenes = np.repeat(np.eye(8)[[0, 0, 1, 1, 1, 1]], 14, axis=0)
    vectors = (scenes + 0.05 * rng.standard_normal(scenes.shape)).astype(np.float32)
    evidence = gather_evidence(EvidenceInputs(table, {"look": vectors}), apart=frozenset({5}))
    found = worth_comparing(evidence, PriorKnowledge(table), replace(STEADY, max_partners=2))
    assert (0, 1) in found
    assert [a for a, b in found if b == 5 and a < 2] == []
