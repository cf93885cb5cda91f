"""Which question helps most, shown by answering it."""

from dataclasses import replace
from functools import partial
from itertools import product

import numpy as np
import pytest

from coincide.model import Indices
from coincide.model.hints import AnswerKind, RowHints
from coincide.model.times import DAY_S, HOUR_S
from coincide.solver.evidence import Shelf
from coincide.solver.joint import JointSolution, best_questions, solve_joint
from coincide.solver.joint.confidence import Posterior
from coincide.solver.joint.explain import telling_links
from coincide.solver.joint.knowledge import NO_HINTS
from coincide.solver.joint.questions import answers_by_place, information, is_certain
from coincide_bench.event import BenchEvent
from coincide_bench.methods import material_of
from coincide_bench.suites.simulated.events import WORLDS, bench_event
from coincide_bench.suites.simulated.world import World, draw_world
from tests.scenes import Shots, afternoon, answered, make_features, make_material, said_of
from tests.solver.joint.planted import NEAR_S
from tests.solver.joint.simulated import STEADY

SEEDS = range(10_000, 10_016)


def twice_round(rng: np.random.Generator) -> dict[str, Shots]:
    """Ann goes round the same scenes on two days; Bob only on the second, 3 h ahead."""
    at_s = afternoon(rng)
    ann = np.concatenate([at_s, at_s + DAY_S])
    n = len(at_s)
    bob_s = np.round(at_s + DAY_S + rng.uniform(-5.0, 5.0, n))
    return {
        "ann": Shots([*range(n), *range(n)], ann),
        "bob": Shots(range(n), bob_s, ahead_s=3 * HOUR_S),
    }


def test_a_few_answers_settle_a_gallery_that_fits_in_two_places() -> None:
    """On two days the same was seen; who was there says which day it was, and may be wrong once."""
    rng = np.random.default_rng(10_000)
    galleries = twice_round(rng)
    material = make_material(make_features(rng, galleries))
    true_s = np.concatenate([galleries["ann"].times_s, galleries["bob"].times_s])
    hints, chances = NO_HINTS, list[float]()
    for _ in range(4):
        solution = solve_joint(material, anchor="ann", hints=hints)
        found = solution.offsets["bob"].estimate
        chances.append(0.0 if found is None else found.probability or 0.0)
        if chances[-1] >= 0.99:
            break
        first = best_questions(solution)[0]
        pair = np.array([sorted((first.photo_a, first.photo_b))])
        apart_s = abs(float(np.diff(true_s[pair[0]])[0]))
        kind = AnswerKind("same" if apart_s < 60.0 else "other-day")
        said = dict(hints.answers)
        said[kind] = np.concatenate([said.get(kind, np.zeros((0, 2), np.int64)), pair])
        hints = RowHints(said)
    assert chances[0] < 0.9
    assert chances[-1] >= 0.99
    assert len(chances) <= 4
    assert solution.offsets["bob"].offset_s == pytest.approx(-3 * HOUR_S, abs=60.0)


def test_nothing_is_asked_where_all_is_certain() -> None:
    rng = np.random.default_rng(10_001)
    at_s = afternoon(rng, 30)
    galleries = {name: Shots(range(30), at_s, ahead_s=n) for n, name in enumerate("abc")}
    solution = solve_joint(make_material(make_features(rng, galleries)), anchor="a")
    assert all(one.estimate and one.estimate.probability for one in solution.offsets.placements)
    assert best_questions(solution) == ()


def test_answered_and_rejected_moments_are_not_asked_again() -> None:
    rng = np.random.default_rng(10_000)
    material = make_material(make_features(rng, twice_round(rng)))
    first = best_questions(solve_joint(material, anchor="ann"))[0]
    rows = np.array([sorted((first.photo_a, first.photo_b))])
    for hints in (
        replace(NO_HINTS, rejected=rows),
        answered(different=rows),
        answered(same=rows),
        answered(about=rows),
        answered(unclear=rows),
    ):
        asked = best_questions(solve_joint(material, anchor="ann", hints=hints))
        pairs = {frozenset((one.photo_a, one.photo_b)) for one in asked}
        assert frozenset((first.photo_a, first.photo_b)) not in pairs


def test_a_burst_is_asked_about_once() -> None:
    rng = np.random.default_rng(10_000)
    one_each = twice_round(rng)
    bursts = {
        name: Shots(
            np.repeat(shots.scenes, 4),
            np.repeat(shots.times_s, 4) + np.tile(2.0 * np.arange(4), len(shots.times_s)),
            ahead_s=shots.ahead_s,
        )
        for name, shots in one_each.items()
    }
    features = make_features(rng, bursts)
    asked = best_questions(solve_joint(make_material(features), anchor="ann"))
    assert len(asked) > 1
    camera_s = features.event.table.camera_time_s
    moments = {
        (
            round(camera_s[min(q.photo_a, q.photo_b)] / 60),
            round(camera_s[max(q.photo_a, q.photo_b)] / 60),
        )
        for q in asked
    }
    assert len(moments) == len(asked)


def likely(at_mode: float, *others: tuple[float, float]) -> Posterior:
    """Return a block that is where it is to a few seconds, or at other shifts with a chance."""
    local = np.exp(-((NEAR_S / 10.0) ** 2) / 2)
    local /= local.sum()
    shift_s, mass = np.array(others).reshape(-1, 2).T
    return Posterior(
        local=local,
        at_mode=at_mode,
        other_s=shift_s,
        other=mass,
        anywhere=1.0 - at_mode - float(mass.sum()),
        range_s=(-DAY_S, DAY_S),
    )


def test_an_answer_tells_most_where_it_parts_equal_places() -> None:
    here, shown = np.array([0.0]), np.array([1.0])
    even = information(answers_by_place(likely(0.5, (3600.0, 0.5)), here), shown)[0]
    # an answer would settle it, but many cannot tell, and some err
    assert 0.25 * np.log(2) < even < 0.75 * np.log(2)
    assert even > information(answers_by_place(likely(0.9, (3600.0, 0.1)), here), shown)[0]
    # it tells the same of either place, and hardly anything where both are as far
    at_other = information(
        answers_by_place(likely(0.5, (3600.0, 0.5)), np.array([-3600.0])), shown
    )[0]
    assert at_other == pytest.approx(even, rel=0.15)
    assert (
        information(answers_by_place(likely(0.5, (3600.0, 0.5)), np.array([-1800.0])), shown)[0]
        < 0.01
    )


def test_photos_that_need_not_show_the_same_tell_less() -> None:
    here = np.zeros(3)
    told_s = information(
        answers_by_place(likely(0.5, (3600.0, 0.5)), here), np.array([1.0, 0.5, 0.0])
    )
    assert told_s[0] > told_s[1] > told_s[2]
    assert told_s[2] == pytest.approx(0.0, abs=1e-9)


def rightness(solution: JointSolution, event: BenchEvent) -> float:
    """Return the probabilities of the right placements, less those of the wrong ones."""
    total = 0.0
    for one in solution.offsets.placements:
        if one.estimate is not None and one.gallery != event.anchor:
            error_s = one.estimate.offset_s - event.truth[one.gallery] + event.truth[event.anchor]
            total += (one.estimate.probability or 0.0) * (1 if abs(error_s) <= 300.0 else -1)
    return total


def by_who_was_there(world: World, a: int, b: int) -> RowHints:
    """Return what somebody who was there says: the same scene, within three minutes."""
    near = abs(world.event_time_s[a] - world.event_time_s[b]) <= 180.0
    same = bool(near and world.moment[a] == world.moment[b] >= 0)
    return said_of((a, b), "same" if same else "different", named=False)


def other_ways_to_ask(solution: JointSolution, seed: int) -> dict[str, list[tuple[int, int]]]:
    """Return pairs of photos that somebody without the gain might be asked about.

    All know the result, and ask about a gallery that is uncertain.
    """
    rng = np.random.default_rng(seed)
    table, offset_s = solution.board.evidence.table, solution.board.offset_s
    time_s = table.camera_time_s + np.repeat(offset_s, np.diff(table.starts))
    gallery = table.gallery_of(np.arange(table.n_photos))
    unsure = [g for g in range(table.n_galleries) if not is_certain(solution, g)]
    cross = np.isin(gallery, unsure)[:, None] & np.not_equal.outer(gallery, gallery)
    near = cross & (np.abs(np.subtract.outer(time_s, time_s)) <= 60.0)
    links = telling_links(solution)
    rows = np.column_stack([links.photo_a, links.photo_b])
    shown = np.flatnonzero(np.isin(gallery[rows], unsure).any(axis=1))
    most_alike = shown[np.argmax(links.similarity[shown])]
    return {
        "any two": _some_of(np.argwhere(cross), rng),
        "near as placed": _some_of(np.argwhere(near), rng),
        "a link that is shown": _some_of(rows[shown], rng),
        "the most alike": _some_of(rows[[most_alike]], rng),
    }


def _some_of(pairs: Indices, rng: np.random.Generator) -> list[tuple[int, int]]:
    return [(int(a), int(b)) for a, b in rng.permutation(pairs)[:2]]


@pytest.mark.slow
def test_the_first_question_helps_more_than_others_would() -> None:
    """Somebody who was there answers; what counts is the right probability of all galleries."""
    gained: dict[str, list[float]] = {}
    for world_name, seed in product(("default", "hard"), SEEDS):
        options = replace(WORLDS[world_name], seed=seed, n_photos=150, n_galleries=4)
        world = draw_world(options)
        event = bench_event(world, suite="simulated", name=world_name, seed=seed)
        # what pairs of galleries say is kept from solve to solve, which changes no answer
        material = replace(material_of(event), shelf=Shelf())
        solve = partial(solve_joint, material, anchor=event.anchor, options=STEADY)
        before = solve()
        first = best_questions(before)[:1]
        if not first:
            continue
        asked = {"first": [(first[0].photo_a, first[0].photo_b)], **other_ways_to_ask(before, seed)}
        for way, pairs in asked.items():
            after = [
                rightness(solve(hints=by_who_was_there(world, *pair)), event) for pair in pairs
            ]
            gained.setdefault(way, []).append(float(np.mean(after)) - rightness(before, event))
    means = {way: float(np.mean(gains)) for way, gains in gained.items()}
    assert len(gained["first"]) >= 20
    assert means["first"] > 0.2, means
    others = {way: mean for way, mean in means.items() if way != "first"}
    assert means["first"] > max(others.values()) + 0.1, means
