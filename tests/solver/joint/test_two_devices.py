"""Photos of two devices in one gallery, in whole solves: told, and never certain."""

from dataclasses import replace

import numpy as np

from coincide.model import FindingKind, Floats, Offsets
from coincide.model.hints import RowHints
from coincide.model.words import finding_in_words
from coincide.solver.joint import solve_joint
from coincide.solver.joint.knowledge import NO_HINTS
from tests.scenes import Shots, afternoon, make_features, make_material, seen_by


def merged(one: Shots, other: Shots, other_ahead_s: float) -> Shots:
    """Return two galleries in one folder: by the times their clocks show."""
    times_s: Floats = np.concatenate([one.times_s, np.asarray(other.times_s) + other_ahead_s])
    order = np.argsort(times_s)
    scenes = np.array([*one.scenes, *other.scenes])[order]
    return Shots(scenes.tolist(), times_s[order])


def solved(mixed: str | None, hints: RowHints = NO_HINTS) -> Offsets:
    rng = np.random.default_rng(15)
    at_s = afternoon(rng, 24)
    galleries = {name: seen_by(rng, at_s) for name in ("ann", "bob", "cyd")}
    if mixed is not None:
        galleries[mixed] = merged(galleries[mixed], seen_by(rng, at_s), 40 * 60.0)
    features = make_features(rng, galleries)
    return solve_joint(make_material(features), anchor="ann", hints=hints).offsets


def test_a_folder_of_two_phones_is_not_certain_and_says_so() -> None:
    offsets = solved("bob")
    bob, cyd = offsets["bob"], offsets["cyd"]
    assert not bob.certain
    assert bob.of_two
    (two,) = (one for one in bob.findings if one.kind == FindingKind.TWO_DEVICES)
    words = "its photos alternate between two times 40 min apart: are they from two devices?"
    assert finding_in_words(two) == words
    # it is what two places would ask
    assert not bob.has(FindingKind.TWO_PLACES)
    # who saw the same fits at two times as well, and is told nothing
    assert not cyd.of_two
    assert not cyd.has(FindingKind.ANCHOR_OF_TWO)


def test_whoever_is_held_against_two_phones_is_not_certain() -> None:
    offsets = solved("ann")
    assert offsets["ann"].of_two
    for name in ("bob", "cyd"):
        assert not offsets[name].certain


def test_a_person_may_say_that_it_is_one_clock() -> None:
    assert not solved("bob", replace(NO_HINTS, steady=frozenset({1})))["bob"].of_two


def test_a_wrong_pin_makes_nobody_two() -> None:
    offsets = solved(None, replace(NO_HINTS, pinned=((2, 40 * 60.0),)))
    assert not any(one.of_two for one in offsets.placements)
