"""Whose clock was set anew, where two drift apart in the middle of an event."""

from collections.abc import Collection
from dataclasses import replace

import pytest

from coincide.model import (
    Basis,
    Device,
    Estimate,
    Event,
    Finding,
    FindingKind,
    Gallery,
    Jump,
    Offsets,
    Placement,
)
from coincide.model.times import HOUR_S
from coincide.model.words import finding_in_words
from coincide.project.judge.gate import gated
from coincide.project.judge.reference import Reference
from coincide.project.judge.steps import OpenStep, open_steps
from coincide.project.judge.truetime import event_time
from coincide.solver.clocks import clock_beliefs
from tests.solver.clocks.galleries import CAMERA, NOON_S, PHONE, gallery

OTHER = Device("NIKON CORPORATION", "NIKON D5300")
THIRD = Device("SONY", "DSC-RX100M3")
SAME = replace(CAMERA, serial="1")
HOURS = tuple(range(8))
STEP = Jump(4, -2 * HOUR_S)
LOOK = Basis("evidence", ("look",))


def camera(name: str, device: Device, hours: Collection[float] = HOURS) -> Gallery:
    return gallery([(NOON_S + hour * HOUR_S, None) for hour in hours], name=name, device=device)


def offsets_of(
    galleries: list[Gallery], jumps: dict[str, tuple[Jump, ...]], unsure: Collection[str] = ()
) -> Offsets:
    placements = tuple(
        Placement(
            one.name,
            Estimate(0.0, -5.0, 5.0, 0.7 if one.name in unsure else 0.999, LOOK),
            jumps=jumps.get(one.name, ()),
        )
        for one in galleries
    )
    return Offsets("a", "joint", placements)


def found(
    galleries: list[Gallery],
    jumps: dict[str, tuple[Jump, ...]],
    *,
    told: Collection[str] = (),
    unsure: Collection[str] = (),
) -> tuple[OpenStep, ...]:
    event = Event("e", tuple(galleries))
    beliefs = {belief.gallery: belief for belief in clock_beliefs(event)}
    return open_steps(event, offsets_of(galleries, jumps, unsure), beliefs, told)


def finding(step: OpenStep) -> Finding:
    return Finding(FindingKind.OPEN_STEP, galleries=(step.gallery, *step.others))


def words(step: OpenStep) -> str:
    return finding_in_words(finding(step))


def test_whoever_depends_on_an_open_step_is_not_certain() -> None:
    three = [camera("a", SAME), camera("b", OTHER), camera("c", SAME)]
    (step,) = found(three, {"b": (STEP,)})
    event, offsets = Event("e", tuple(three)), offsets_of(three, {"b": (STEP,)})
    beliefs = {belief.gallery: belief for belief in clock_beliefs(event)}
    doubted = gated(
        event, offsets, Reference("a", "why"), beliefs, event_time(event, offsets, beliefs)
    ).offsets
    assert step.doubted == {"a", "b", "c"}
    for one in doubted.placements:
        assert one.findings == (finding(step),)
        assert (one.verdict.state, one.verdict.probability) == ("likely", 0.999)


def test_between_two_cameras_it_may_be_either() -> None:
    pair = [camera("a", CAMERA), camera("b", OTHER)]
    (of_a,) = found(pair, {"a": (STEP,)})
    assert (of_a.gallery, of_a.others, of_a.doubted) == ("a", ("b",), {"a", "b"})
    assert words(of_a) == "the clock of a or of b was changed: which one?"
    (of_b,) = found(pair, {"b": (STEP,)})
    assert (of_b.gallery, of_b.others, of_b.doubted) == ("b", ("a",), {"a", "b"})


def test_a_third_device_that_spans_it_tells() -> None:
    three = [camera("a", CAMERA), camera("b", OTHER), camera("c", THIRD)]
    assert not found(three, {"b": (STEP,)})
    assert found(three, {"b": (STEP,)}, unsure=["c"])


def test_a_further_folder_of_the_same_device_does_not() -> None:
    again = [camera("a", SAME), camera("b", OTHER), camera("c", SAME)]
    (step,) = found(again, {"b": (STEP,)})
    assert step.others == ("a", "c")


def test_a_clock_that_sets_itself_tells() -> None:
    assert not found([camera("a", PHONE), camera("b", OTHER)], {"b": (STEP,)})


def test_so_does_a_person() -> None:
    pair = [camera("a", CAMERA), camera("b", OTHER)]
    assert not found(pair, {"b": (STEP,)}, told=["b"])
    assert not found(pair, {"b": (STEP,)}, told=["a"])
    assert not found([replace(pair[0], trusted=True), pair[1]], {"b": (STEP,)})


@pytest.mark.parametrize(("hours", "is_doubted"), [((0, 1, 2), False), ((5, 6), True)])
def test_who_is_only_where_the_reference_mostly_is_depends_on_nothing(
    hours: tuple[int, ...], is_doubted: bool
) -> None:
    # a has most of its photos before the step, b sees both sides
    most_before = camera("a", CAMERA, [0, 0.5, 1, 1.5, 2, 5])
    three = [most_before, camera("b", OTHER), camera("c", THIRD, hours)]
    (step,) = found(three, {"b": (Jump(4, 60.0),)})
    assert ("c" in step.doubted) is is_doubted


def test_a_step_that_nobody_else_spans_is_open() -> None:
    apart = [camera("a", CAMERA, [0, 1, 2]), camera("b", OTHER), camera("c", THIRD, [6, 7])]
    (step,) = found(apart, {"b": (Jump(4, 60.0),)})
    assert step.others == ()
    assert step.doubted == {"b", "c"}
    assert words(step) == "b's clock seems to have been changed, and no other clock can confirm it"
