"""What pages are told of what a person said and the photos deny, and how an interval reads."""

from dataclasses import replace
from pathlib import Path

import pytest

from coincide.app.review.planview import plan_view
from coincide.app.review.questions import questions_view
from coincide.app.review.shapes import WaitingView
from coincide.app.review.views import event_view
from coincide.model import (
    Basis,
    Contradicted,
    Dispute,
    Estimate,
    Explanation,
    Finding,
    FindingKind,
    Offsets,
    OverruledAnswer,
    Placement,
)
from coincide.model.findings import PINNED
from coincide.project import Known, Solution, SolutionStatus, load_event
from coincide.project.solutions.inputs import Inputs
from coincide.timeline import build_timeline
from coincide.writing.apply.filereader import read_file_times
from coincide.writing.plan import Files, build_plan
from tests.drawn import write_event

TOLD = Contradicted(-3600.0, -3608.0, -3595.0, 120)


@pytest.fixture(scope="module")
def solution(tmp_path_factory: pytest.TempPathFactory) -> Solution:
    event = load_event(write_event(tmp_path_factory.mktemp("told") / "party", {"ann": 2, "bob": 3}))
    said = Estimate(3600.0, 3600.0, 3600.0, 1.0, PINNED)
    placements = (
        Placement("ann", Estimate(0.0, -40.0, 32.0, 1.0)),
        Placement("bob", said, contradicted=TOLD),
    )
    why = Explanation(overruled=(OverruledAnswer(0, 3, 4000.004),))
    return Solution(Inputs(*"abcdef"), event, Offsets("ann", "joint", placements), "net", why=why)


def test_what_is_contradicted_is_unsure_until_confirmed(solution: Solution) -> None:
    ann, bob = event_view(SolutionStatus(solution, Known()), 1).galleries
    assert (bob.sure, bob.confirmed) == ("unsure", False)
    assert bob.contradicted.startswith("120 pairs of photos contradict what you said")
    assert (ann.contradicted, ann.interval) == ("", "± 40 s")  # the wider side, as everywhere
    ann_too, bob_too = solution.offsets.placements
    confirmed = replace(bob_too, contradicted=replace(TOLD, confirmed=True))
    offsets = replace(solution.offsets, placements=(ann_too, confirmed))
    bob = event_view(SolutionStatus(replace(solution, offsets=offsets), Known()), 1).galleries[1]
    assert (bob.sure, bob.confirmed) == ("certain", True)


def test_what_is_outweighed_and_what_to_ask_is_told(solution: Solution) -> None:
    (one,) = event_view(SolutionStatus(solution, Known()), 1).overruled
    assert (one.rows, one.apart_s) == ((0, 3), 4000.0)
    asked = questions_view(solution, settled=True)
    assert asked.questions == ()
    (clock,) = asked.clocks
    assert (clock.gallery, clock.row) == ("bob", 2)
    assert event_view(SolutionStatus(solution, Known()), 1).waiting == WaitingView(1, 3)
    assert "contradict what you said" in clock.why


def test_whose_clock_is_asked_by_a_photo_of_each_of_one_time(solution: Solution) -> None:
    assert solution.why is not None
    assert questions_view(solution, settled=True).whose == ()
    times_s = solution.event.table.camera_time_s
    off_s = float(times_s[2] - times_s[1])  # by the other clock bob's first is ann's second
    why = replace(solution.why, disputes=(Dispute("ann", "bob", off_s),))
    (one,) = questions_view(replace(solution, why=why), settled=True).whose
    assert (one.galleries, one.rows, one.off_s) == (("ann", "bob"), (1, 2), off_s)


def test_photos_of_two_devices_are_asked_about_as_such(solution: Solution) -> None:
    ann, bob = solution.offsets.placements
    assert questions_view(solution, settled=True).clocks[0].asks == "said"
    findings = (Finding(FindingKind.TWO_DEVICES, seconds=2400.0),)
    unsure = replace(bob, estimate=Estimate(5.0, 4.0, 6.0, 0.9), findings=findings)
    offsets = replace(solution.offsets, placements=(ann, replace(unsure, contradicted=None)))
    (clock,) = questions_view(replace(solution, offsets=offsets), settled=True).clocks
    assert (clock.gallery, clock.asks) == ("bob", "devices")
    assert clock.why == (
        "bob is 90 % sure: its photos alternate between two times 40 min apart:"
        " are they from two devices?"
    )


def test_a_figure_is_shown_where_it_is_what_keeps_a_place_from_being_certain(
    solution: Solution,
) -> None:
    ann, bob = solution.offsets.placements
    basis = Basis("evidence", ("look", "rhythm"))
    sure = replace(bob, estimate=Estimate(5.0, 4.0, 6.0, 0.99912, basis), contradicted=None)
    thin, phone = Finding(FindingKind.THIN), Finding(FindingKind.ASSUMED, text="a phone")
    fair = replace(sure, estimate=Estimate(5.0, 4.0, 6.0, 0.87123, basis), findings=(thin,))
    for placement, expected in (
        (sure, ("certain", "certain", ())),
        (sure.doubted(thin), ("likely", "likely", ("the evidence is thin",))),
        (sure.with_findings(thin, phone), ("assumed", "assumed right", ("the evidence is thin",))),
        (fair, ("likely", "likely (87 %)", ("the evidence is thin",))),
        (replace(sure, contradicted=TOLD), ("unsure", "unsure", ())),
        (replace(fair, contradicted=TOLD), ("unsure", "unsure", ("the evidence is thin",))),
    ):
        offsets = replace(solution.offsets, placements=(ann, placement))
        shown = event_view(
            SolutionStatus(replace(solution, offsets=offsets), Known()), 1
        ).galleries[1]
        assert (shown.sure, shown.how_sure, shown.reasons) == expected
        assert shown.basis == "look, rhythm"
    doubted = replace(solution.offsets, placements=(ann, sure.doubted(thin)))
    (clock,) = questions_view(replace(solution, offsets=doubted), settled=True).clocks
    assert clock.why == "bob is not certain: the evidence is thin"


def test_a_clock_that_may_have_been_set_right_is_asked_about_by_that_photo(
    solution: Solution,
) -> None:
    ann, bob = solution.offsets.placements
    waits = Finding(FindingKind.MAYBE_SET_RIGHT, count=1)
    sure = replace(
        bob, estimate=Estimate(5.0, 4.0, 6.0, 0.995), contradicted=None, findings=(waits,)
    )
    offsets = replace(solution.offsets, placements=(ann, sure))
    (clock,) = questions_view(replace(solution, offsets=offsets), settled=True).clocks
    first = int(solution.event.table.starts[1])
    assert (clock.gallery, clock.row, clock.asks) == ("bob", first + 1, "set-right")
    assert "certain up to here" in clock.why
    # of a camera that is not certain at all it is asked when a photo was taken
    unsure = replace(sure, estimate=Estimate(5.0, 4.0, 6.0, 0.9))
    offsets = replace(solution.offsets, placements=(ann, unsure))
    (clock,) = questions_view(replace(solution, offsets=offsets), settled=True).clocks
    assert (clock.row, clock.asks) == (first, "time")


def test_a_plan_shows_examples(solution: Solution) -> None:
    event = solution.event
    moved = replace(solution.offsets.placements[1], contradicted=None)
    offsets = replace(solution.offsets, placements=(solution.offsets.placements[0], moved))
    root = next(event.photos).file.parents[1]
    plan = build_plan(
        event, offsets, build_timeline(event, offsets), Files([root], read_file_times)
    )
    view = plan_view(plan, Path("/plan.json"))
    assert [one.gallery for one in view.examples] == ["bob"] * 3
    assert all(one.before < one.after for one in view.examples)
