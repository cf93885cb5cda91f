"""What a person knows of times: it moves clocks, it can lose, and it is never silent."""

from dataclasses import replace

import numpy as np
import pytest

from coincide.model import Gallery, Offsets, WithoutEffect
from coincide.model.hints import Hints, Pin, RowHints, rows_of
from coincide.model.knowntimes import KnownClock, KnownTime
from coincide.model.times import HOUR_S, MINUTE_S, to_text
from coincide.project.judge.gate import gated
from coincide.project.judge.reference import choose_reference, likelier_references
from coincide.project.judge.truetime import event_time
from coincide.project.options import SyncOptions
from coincide.project.read.features import EventFeatures
from coincide.project.solve.joint import read_solution, solve_problem, state_problem
from coincide.project.solve.knowntimes import without_effect
from coincide.solver.clocks import known_clocks
from coincide.solver.options import JointOptions
from tests.scenes import PHONE, afternoon, make_features, seen_by

PLAIN = SyncOptions()


def solved(
    features: EventFeatures, hints: RowHints, options: SyncOptions = PLAIN
) -> tuple[Offsets, tuple[WithoutEffect, ...]]:
    """Return an event's result by the clock that is likeliest right."""
    event = features.event
    known = known_clocks(event, hints)
    tried, reference = set[str](), choose_reference(event, options.anchor, known=known)
    while True:
        tried.add(reference.gallery)
        problem = state_problem(features, reference.gallery, options, hints=hints)
        offsets, _ = read_solution(problem, solve_problem(problem))
        beliefs = {belief.gallery: belief for belief in problem.beliefs}
        time = event_time(event, offsets, beliefs)
        best = likelier_references(event, offsets, reference, beliefs, time)[0]
        if best.gallery in tried:
            offsets = gated(event, offsets, reference, beliefs, time).offsets
            return offsets, without_effect(problem, offsets)
        reference = best


def cameras(**more: object) -> EventFeatures:
    """Ann an hour ahead of true time, Bob 200 s, Cyd as asked for, right else."""
    rng = np.random.default_rng(10_003)
    at_s = afternoon(rng, 30)
    galleries = {
        "ann": seen_by(rng, at_s, ahead_s=HOUR_S),
        "bob": seen_by(rng, at_s, ahead_s=200.0),
        "cyd": seen_by(rng, at_s, **more),
    }
    return make_features(rng, galleries)


def known(features: EventFeatures, *hints: KnownTime | KnownClock | Pin) -> RowHints:
    said = Hints.empty
    for hint in hints:
        said = said.adding(hint)
    return rows_of(said, features.event)


def gallery(features: EventFeatures, name: str) -> Gallery:
    return next(one for one in features.event.galleries if one.name == name)


def truly(features: EventFeatures, name: str, nth: int, ahead_s: float) -> float:
    """When a photo was taken truly, by a clock that is so far ahead."""
    return gallery(features, name).photos[nth].camera_time_s - ahead_s


def at(features: EventFeatures, name: str, nth: int, time_s: float, within_s: float) -> KnownTime:
    return KnownTime(gallery(features, name).photos[nth].key, time_s, within_s)


def test_one_known_time_puts_the_whole_event_in_true_time() -> None:
    features = cameras(ahead_s=-900.0)
    taken = at(features, "bob", 3, truly(features, "bob", 3, 200.0), 5.0)
    offsets, silent = solved(features, known(features, taken))
    assert (offsets.event_time, silent) == ("true", ())
    assert offsets["bob"].offset_s == pytest.approx(-200.0, abs=5.0)
    assert offsets["ann"].offset_s == pytest.approx(-HOUR_S, abs=30.0)
    assert offsets["cyd"].offset_s == pytest.approx(900.0, abs=30.0)
    told = next(
        one.estimate.basis.clock
        for one in offsets.placements
        if one.gallery == "bob" and one.estimate
    )
    assert told == "measured by your known times of 1 photo: 3 min 20 s fast"


def test_an_hour_is_known_and_the_minutes_are_found() -> None:
    features = cameras(device=PHONE)
    about = KnownClock("ann", 3 * MINUTE_S, ahead_s=HOUR_S + 150.0)
    offsets, silent = solved(features, known(features, about))
    assert offsets["ann"].offset_s == pytest.approx(-HOUR_S, abs=20.0)
    assert silent == ()


def test_of_cameras_alone_a_clock_that_is_known_tells_the_time() -> None:
    features = cameras()
    offsets, silent = solved(features, known(features, KnownClock("ann", 180.0, ahead_s=HOUR_S)))
    assert (offsets.event_time, silent) == ("true", ())
    assert offsets["ann"].offset_s == pytest.approx(-HOUR_S, abs=180.0)
    assert offsets["bob"].estimate is not None
    assert 170.0 < offsets["bob"].estimate.reach_s < 240.0  # which is told of everybody


def test_a_wrong_word_loses_against_pictures_and_phones() -> None:
    rng = np.random.default_rng(10_007)
    at_s = afternoon(rng, 30)
    phones = {name: seen_by(rng, at_s, device=PHONE) for name in ("pia", "pit", "pam")}
    features = make_features(rng, {"ann": seen_by(rng, at_s, ahead_s=HOUR_S), **phones})
    for number, one in enumerate(features.event.galleries):  # three phones, not one thrice
        assert one.name == ("ann", "pia", "pit", "pam")[number]
    wrong = at(features, "ann", 3, truly(features, "ann", 3, -2 * HOUR_S), 60.0)
    offsets, (silent,) = solved(features, known(features, wrong))
    assert offsets["pia"].offset_s == pytest.approx(0.0, abs=30.0)
    assert offsets["ann"].offset_s == pytest.approx(-HOUR_S, abs=30.0)
    assert (silent.gallery, silent.photo) == ("ann", wrong.photo)
    assert silent.reason.startswith(f"you said that 003.jpg was taken at {to_text(wrong.time_s)};")


def test_two_that_contradict_each_other_are_both_shown() -> None:
    features = cameras()
    right = at(features, "ann", 3, truly(features, "ann", 3, HOUR_S), 5.0)
    wrong = at(features, "ann", 5, truly(features, "ann", 5, 0.0), 5.0)
    offsets, silent = solved(features, known(features, right, wrong))
    assert offsets.event_time == "anchor"
    assert {one.photo for one in silent} == {right.photo, wrong.photo}
    assert {one.reason for one in silent} == {
        "its exact times contradict each other: your known times of 1 photo: -1 h 00 min 00 s;"
        " your known times of 1 photo: 0 s"
    }


def test_a_pin_goes_before_what_is_known_and_that_is_told() -> None:
    features = cameras()
    taken = at(features, "ann", 3, truly(features, "ann", 3, HOUR_S), 5.0)
    clock = KnownClock("bob", 60.0, ahead_s=HOUR_S)
    hints = known(features, taken, clock, Pin("ann", 0.0), Pin("bob", 0.0))
    _, silent = solved(features, hints)
    assert [one.gallery for one in silent] == ["ann", "bob"]
    assert all("its offset is pinned, which takes precedence" in one.reason for one in silent)


def test_the_anchor_that_is_named_stays_where_it_is_and_that_is_told() -> None:
    features = cameras()
    taken = at(features, "ann", 3, truly(features, "ann", 3, HOUR_S), 5.0)
    offsets, (silent,) = solved(features, known(features, taken), replace(PLAIN, anchor="ann"))
    assert (offsets.event_time, offsets["ann"].offset_s) == ("anchor", 0.0)
    assert "event times are those of ann, by which it is at" in silent.reason


def test_left_out_clocks_leave_out_what_is_known_of_them() -> None:
    features = cameras()
    taken = at(features, "ann", 3, truly(features, "ann", 3, HOUR_S), 5.0)
    clock = KnownClock("bob", 60.0, ahead_s=200.0)
    for priors in ((), ("overlap", "clocks")):
        without = replace(PLAIN, joint=JointOptions(priors=priors))  # type: ignore[arg-type]
        offsets, silent = solved(features, known(features, taken, clock), without)
        assert offsets.event_time == "anchor"
        assert [(one.gallery, one.photo) for one in silent] == [("ann", taken.photo), ("bob", "")]
    assert {one.reason for one in silent} == {"not used, since exact times are left out"}


def test_a_zone_needs_the_events_own() -> None:
    features = cameras()
    abroad = KnownClock("ann", 180.0, zone_s=10_800, zone="+03:00")
    offsets, (silent,) = solved(features, known(features, abroad))
    assert "the event's zone is not known" in silent.reason
    zoned = [
        replace(one, photos=tuple(replace(photo, zone_s=7200) for photo in one.photos))
        if one.name == "cyd"
        else one
        for one in cameras(device=PHONE).event.galleries
    ]
    told = cameras(device=PHONE)
    told = replace(told, event=replace(told.event, galleries=tuple(zoned)))
    offsets, silent_now = solved(told, known(told, abroad))
    assert offsets["ann"].offset_s == pytest.approx(-HOUR_S, abs=30.0)
    assert silent_now == ()


def test_a_day_moves_a_clock_that_was_reset() -> None:
    features = cameras(ahead_s=-4000 * 86400.0)
    noon_s = truly(features, "cyd", 0, -4000 * 86400.0) // 86400 * 86400 + 43200
    day = at(features, "cyd", 0, noon_s, 43200.0)
    offsets, silent = solved(features, known(features, day))
    assert offsets["cyd"].offset_s is not None
    apart_s = offsets["cyd"].offset_s - (offsets["bob"].offset_s or 0.0)
    assert apart_s == pytest.approx(4000 * 86400.0 + 200.0, abs=60.0)
    assert silent == ()
