from dataclasses import replace

import pytest

from coincide.model import Basis, Contradicted, Estimate, Finding, FindingKind, Offsets, Placement
from coincide.model.findings import PINNED

SURE = Placement("bob", Estimate(60.0, 50.0, 70.0, 0.999))
THIN, TORN = Finding(FindingKind.THIN), Finding(FindingKind.TORN)


def test_a_placement_is_found_by_its_gallery() -> None:
    placed = Placement("bob", Estimate(60.0, 50.0, 70.0))
    offsets = Offsets("ann", "joint", (Placement("ann", Estimate(0.0, 0.0, 0.0)), placed))
    assert offsets["bob"] is placed
    with pytest.raises(KeyError, match="cyd"):
        offsets["cyd"]


def test_an_estimate_is_moved_with_its_interval_and_stays_what_else_it_is() -> None:
    found = Estimate(60.0, 50.0, 90.0, 0.7, Basis("evidence", ("look",)))
    assert found.shifted(-100.0) == Estimate(-40.0, -50.0, -10.0, 0.7, found.basis)
    assert found.reach_s == found.shifted(-100.0).reach_s == 30.0
    assert Estimate(60.0, 20.0, 90.0).reach_s == 40.0


def test_what_was_found_is_added_and_the_probability_stays() -> None:
    doubted = SURE.doubted(THIN, TORN)
    assert doubted.findings == (THIN, TORN)
    assert doubted.estimate == SURE.estimate
    assert (SURE.certain, doubted.certain) == (True, False)
    assert doubted.verdict.state == "likely"
    assert doubted.has(FindingKind.TORN)
    assert not doubted.has(FindingKind.MEASURED)
    assert SURE.with_findings(THIN).with_findings(TORN) == doubted


@pytest.mark.parametrize(
    "placement",
    [
        Placement("bob", None, findings=(THIN,)),
        Placement("bob", Estimate(60.0, 50.0, 70.0)),
        Placement("bob", Estimate(60.0, 50.0, 70.0, 0.9)),
        SURE.with_findings(THIN),
        SURE.with_findings(Finding(FindingKind.ASSUMED)),
        Placement("bob", SURE.estimate, contradicted=Contradicted(0.0, 0.0, 0.0, 9)),
    ],
)
def test_who_was_not_certain_is_not_doubted_once_more(placement: Placement) -> None:
    assert not placement.certain
    assert placement.doubted(TORN) == placement


def test_what_is_asked_of_a_clock_goes_by_what_was_found() -> None:
    two = SURE.with_findings(Finding(FindingKind.TWO_DEVICES, seconds=60.0))
    assert (SURE.of_two, two.of_two) == (False, True)
    assert not SURE.with_findings(Finding(FindingKind.ANCHOR_OF_TWO)).of_two
    assumed = Finding(FindingKind.ASSUMED, text="a phone")
    assert SURE.assumed is None
    assert SURE.with_findings(THIN, assumed).assumed == assumed


def test_from_where_a_clock_may_be_right_is_asked_only_of_a_certain_one() -> None:
    waits = Finding(FindingKind.MAYBE_SET_RIGHT, count=3)
    opened = Placement("bob", SURE.estimate, findings=(waits,), row_chances=(1, 1, 1, 0.5, 0.5))
    assert (opened.certain, opened.maybe_set_right) == (True, 3)
    assert opened.with_findings(THIN).maybe_set_right is None
    assert [opened.leaves_open(row) for row in (2, 3, 4, 5)] == [False, True, True, False]


def test_photos_are_as_open_as_their_gallery_and_event_time_leave_them() -> None:
    found = Placement("bob", Estimate(60.0, 50.0, 70.0, 0.996), row_chances=(1.0, 0.995, 0.9, 1.0))
    assert found.harm == pytest.approx(0.004)
    assert found.open_spans == ((2, 3),)
    assert replace(found, worse=0.003).open_spans == ((1, 3),)
    # whose clock is right is asked then, and says nothing of single photos
    assert replace(found, worse=0.3).open_spans == ((2, 3),)
    assert Placement("bob", None).harm is None
    # a fact speaks against it, or a person gave it: no probability tells
    assert found.with_findings(THIN).harm is None
    assert Placement("bob", Estimate(60.0, 60.0, 60.0, 1.0, PINNED)).harm is None
