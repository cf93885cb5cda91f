"""The joint method on events in memory: true time, what a person said, errors in words."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coincide.model import Estimate, Explanation, Offsets, Placement
from coincide.model.findings import PINNED
from coincide.model.hints import Answer, Hints, Pin
from coincide.model.times import DAY_S, HOUR_S
from coincide.project import choose_anchor, save_hints
from coincide.project.options import SyncOptions
from coincide.project.read.features import EventFeatures
from coincide.project.solve.joint import (
    in_round_numbers,
    read_solution,
    solve_problem,
    state_problem,
)
from coincide.solver.joint import told_against
from coincide.solver.options import EvidenceOptions, JointOptions
from tests.scenes import PHONE, Shots, afternoon, make_features, seen_by


def solved(
    features: EventFeatures, options: SyncOptions = SyncOptions()
) -> tuple[Offsets, Explanation]:
    anchor = choose_anchor(features.event, options.anchor)
    problem = state_problem(features, anchor, options)
    return read_solution(problem, solve_problem(problem))


def three(**ann: object) -> EventFeatures:
    """Ann as asked for, Bob an hour ahead of everything, Cyd a phone and right."""
    rng = np.random.default_rng(10_003)
    at_s = afternoon(rng, 30)
    galleries = {
        "ann": seen_by(rng, at_s, **ann),
        "bob": seen_by(rng, at_s, ahead_s=HOUR_S),
        "cyd": seen_by(rng, at_s, device=PHONE),
    }
    return make_features(rng, galleries)


def test_a_phone_is_the_anchor_and_errors_are_against_it() -> None:
    offsets, why = solved(three(ahead_s=200.0))
    assert offsets.anchor == "cyd"
    assert offsets.event_time == "anchor"
    assert offsets["cyd"].offset_s == 0.0
    assert offsets["cyd"].error == ""
    assert offsets["bob"].offset_s == pytest.approx(-HOUR_S, abs=30.0)
    assert offsets["bob"].error.startswith("time zone or daylight saving: −1 h")
    assert offsets["ann"].error.startswith("clock: 3 min")
    assert why.n_hints_missing == 0


def by_gps() -> EventFeatures:
    """Ann's camera is 50 s ahead of true time, UTC+2, as her GPS times tell."""
    return three(ahead_s=50.0, to_utc_s=-7250.0)


def test_a_clock_confirmed_by_gps_tells_true_time() -> None:
    offsets, _ = solved(by_gps())
    assert offsets.anchor == "ann"
    assert offsets.event_time == "true"
    assert offsets["ann"].offset_s == pytest.approx(-50.0, abs=2.0)
    assert offsets["ann"].estimate is not None
    assert offsets["ann"].estimate.basis.source == "true-time"
    assert "GPS" in offsets["ann"].estimate.basis.clock
    assert offsets["ann"].error.startswith("clock: 5")
    assert offsets["cyd"].offset_s == pytest.approx(0.0, abs=15.0)
    assert offsets["bob"].offset_s == pytest.approx(-HOUR_S, abs=30.0)


def test_a_trusted_clock_without_a_certain_place_tells_nobody_elses_time() -> None:
    """A scanner's clock is right when it scans, months after what its pictures show."""
    rng = np.random.default_rng(10_004)
    at_s = afternoon(rng, 30)
    galleries = {
        "ann": seen_by(rng, at_s, ahead_s=50.0, to_utc_s=-7250.0),
        "bob": seen_by(rng, at_s, ahead_s=HOUR_S),
        "scans": seen_by(rng, at_s[::10], ahead_s=200 * DAY_S),
    }
    features = make_features(rng, galleries)
    event = features.event
    trusted = tuple(replace(item, trusted=item.name == "scans") for item in event.galleries)
    features = replace(features, event=replace(event, galleries=trusted))
    # the trusted clock is tried as the reference first, so that it is asked about the others
    first = solve_problem(state_problem(features, "scans", SyncOptions()))
    by_ann = told_against(first.found, event.table.names.index("ann"))
    offsets, _ = read_solution(state_problem(features, "ann", SyncOptions()), by_ann)
    assert offsets["scans"].offset_s is not None
    assert not offsets["scans"].certain
    assert offsets.event_time == "true"
    assert offsets["ann"].offset_s == pytest.approx(-50.0, abs=2.0)
    assert offsets["bob"].offset_s == pytest.approx(-HOUR_S, abs=30.0)


@pytest.mark.parametrize("where", ["option", "event file"])
def test_whoever_names_an_anchor_gets_its_clock(where: str) -> None:
    features, options = by_gps(), SyncOptions()
    if where == "option":
        options = SyncOptions(anchor="ann")
    else:
        features = replace(features, event=replace(features.event, anchor="ann"))
    offsets, _ = solved(features, options)
    assert offsets.event_time == "anchor"
    assert offsets["ann"].offset_s == 0.0
    assert offsets["cyd"].offset_s == pytest.approx(50.0, abs=15.0)


def test_without_the_prior_of_clocks_no_gps_tells_true_time() -> None:
    options = SyncOptions(joint=JointOptions(priors=("overlap", "hours")))
    offsets, _ = solved(by_gps(), options)
    assert offsets.event_time == "anchor"


@pytest.mark.parametrize("gps", [False, True])
def test_a_pin_is_kept_to_the_second_in_either_time(tmp_path: Path, gps: bool) -> None:
    features = by_gps() if gps else three()
    save_hints(tmp_path, Hints(pins=(Pin("bob", -3456.0),)))
    features = replace(features, event=replace(features.event, project=tmp_path))
    offsets, _ = solved(features)
    assert offsets.event_time == ("true" if gps else "anchor")
    bob = offsets["bob"].estimate
    assert bob is not None
    assert (bob.low_s, bob.offset_s, bob.high_s) == pytest.approx((-3456.0,) * 3)
    assert bob.basis == PINNED
    assert offsets["bob"].certain


def test_a_pin_of_the_anchor_says_what_event_time_is(tmp_path: Path) -> None:
    features = three()
    save_hints(tmp_path, Hints(pins=(Pin("cyd", 600.0),)))
    features = replace(features, event=replace(features.event, project=tmp_path))
    offsets, _ = solved(features)
    assert offsets["cyd"].offset_s == 600.0
    assert offsets["ann"].offset_s == pytest.approx(600.0, abs=15.0)


def test_hints_that_say_nothing_are_counted(tmp_path: Path) -> None:
    features = three()
    save_hints(tmp_path, Hints(answers=(Answer("x", "y", "same"),), pins=(Pin("eve", 0.0),)))
    features = replace(features, event=replace(features.event, project=tmp_path))
    assert solved(features)[1].n_hints_missing == 2


def test_evidence_that_is_switched_off_is_no_basis() -> None:
    look = SyncOptions(joint=JointOptions(evidence=EvidenceOptions(kinds=("look",))))
    offsets, _ = solved(three(), look)
    assert offsets["bob"].estimate is not None
    assert offsets["bob"].estimate.basis.source == "evidence"
    assert "look" in offsets["bob"].estimate.basis.kinds
    assert "rhythm" not in offsets["bob"].estimate.basis.kinds
    nothing = SyncOptions(joint=JointOptions(evidence=EvidenceOptions(kinds=())))
    offsets, why = solved(three(), nothing)
    assert all(
        "look" not in (one.estimate.basis.kinds if one.estimate else ())
        for one in offsets.placements
    )
    assert why.contradictions == ()


def test_a_clock_that_is_no_ones_says_nothing_of_the_error() -> None:
    """A gallery that cannot be placed has no error to name."""
    rng = np.random.default_rng(10_004)
    at_s = afternoon(rng, 20)
    galleries = {
        "ann": seen_by(rng, at_s),
        "bob": Shots(range(20, 28), at_s[:8] + 3 * 24 * HOUR_S),
    }
    offsets, _ = solved(make_features(rng, galleries))
    for one in offsets.placements:
        assert one.placed or one.error == ""


def rough(name: str, offset_s: float, reach_s: float) -> Placement:
    return Placement(name, Estimate(offset_s, offset_s - reach_s, offset_s + reach_s, 0.999))


def test_errors_are_round_beside_the_time_that_sound_has_told_and_not_beside_the_anchor() -> None:
    found = Offsets("ann", "joint", (rough("bob", 3612.0, 20.0), rough("cyd", 3600.4, 0.6)))
    alone = in_round_numbers(found)
    assert [one.offset_s for one in alone.placements] == [HOUR_S, HOUR_S]
    # the anchor is an hour and 14 s behind phones, of which cyd's was told by sound
    told = in_round_numbers(found, -14.0, frozenset({"cyd"}))
    assert told["bob"].offset_s == HOUR_S + 14.0
    assert told["cyd"] == found["cyd"]
    # so far off it is no whole hour any more
    assert in_round_numbers(found, -50.0)["bob"].offset_s == 3612.0
