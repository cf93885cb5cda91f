from dataclasses import replace

import pytest

from coincide.model import Basis, Estimate, Event, Finding, FindingKind, Offsets, Placement
from coincide.model.findings import PINNED, THE_ANCHOR
from coincide.project import choose_anchor
from coincide.project.judge.anchor import in_event_time, pinned_against
from coincide.solver.clocks import ClockBelief
from coincide.solver.joint.knowledge import NO_HINTS
from tests.solver.clocks.galleries import CAMERA, PHONE, gallery, shots, untagged

CLOCK = ClockBelief("ann", 905.0, 3.0, 0.98, "confirmed by the GPS time of 8 photos")
OFFSETS = Offsets(
    "ann",
    "joint",
    (
        Placement("ann", Estimate(0.0, 0.0, 0.0, 1.0, THE_ANCHOR)),
        Placement("bob", Estimate(-60.0, -64.0, -57.0, 0.995)),
        Placement("cyd", Estimate(10.0, 10.0, 10.0, 1.0, PINNED)),
        Placement("dan", None, findings=(Finding(FindingKind.NOT_CONNECTED),)),
    ),
)


def test_the_clock_believed_most_is_the_anchor() -> None:
    camera, phone = untagged("a", device=CAMERA), untagged("b", device=PHONE)
    by_gps = gallery(shots(-7200.0, [0.0, 1.0, 0.5, 1.5, 0.3, 0.7]), name="c", device=CAMERA)
    trusted = untagged("d", device=CAMERA, trusted=True)
    assert choose_anchor(Event("e", (camera, phone, by_gps, trusted))) == "d"
    assert choose_anchor(Event("e", (camera, phone, by_gps))) == "c"
    assert choose_anchor(Event("e", (camera, phone))) == "b"
    assert choose_anchor(Event("e", (camera, phone, trusted), anchor="a")) == "a"
    assert choose_anchor(Event("e", (camera, phone, trusted), anchor="a"), "b") == "b"


def test_true_time_moves_all_and_widens_but_what_is_pinned() -> None:
    moved = in_event_time(OFFSETS, 905.0, CLOCK, {"cyd"})
    assert moved.event_time == "true"
    assert [one.offset_s for one in moved.placements] == [905.0, 845.0, 915.0, None]
    ann, bob, cyd = (one.estimate for one in moved.placements[:3])
    assert ann is not None
    assert bob is not None
    assert cyd is not None
    assert ann.basis == Basis("true-time", clock="confirmed by the GPS time of 8 photos")
    assert ann.basis.is_given
    # what the others rest on stays, and how sure they are
    assert (bob.basis, cyd.basis) == (Basis(), PINNED)
    states = [one.verdict.state for one in moved.placements]
    assert states == ["certain", "certain", "certain", "unplaced"]
    assert ann.high_s - ann.offset_s == pytest.approx(1.645 * 3.0)
    assert bob.offset_s - bob.low_s == pytest.approx((4.0**2 + 4.935**2) ** 0.5)
    assert (cyd.low_s, cyd.high_s) == (915.0, 915.0)
    assert moved["dan"] == OFFSETS["dan"]


def test_without_a_known_clock_event_time_is_the_anchors() -> None:
    assert in_event_time(OFFSETS, 0.0, None, ()) == OFFSETS


def test_pins_are_told_against_the_anchors_clock() -> None:
    hints = pinned_against(
        replace(NO_HINTS, pinned=((0, 905.0), (2, 915.0))),
        0,
        905.0,
    )
    assert hints.pinned == ((2, 10.0),)
