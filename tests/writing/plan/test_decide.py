"""What is clearly wrong is moved; what is not, is left as it is, and says why."""

from dataclasses import replace

from coincide.model import Basis, Estimate, Finding, FindingKind, Jump, Offsets, Placement
from coincide.model.findings import BY_HAND as SAID_BY_HAND
from coincide.model.findings import PINNED
from coincide.timeline.localtime import BY_HAND
from coincide.writing.plan.decide import Caution, decide
from tests.writing.plan.events import gallery, placed

ONE = gallery("Anna", ["2024:05:04 14:00:00"])


def decided(
    placement: Placement, caution: Caution = Caution(), anchor: str = "Ben"
) -> tuple[str, str]:
    plan = decide(ONE, Offsets(anchor, "joint", (placement,)), caution)
    assert (plan.state == "moved") or plan.shift_s == 0.0
    return plan.state, plan.why


def test_a_certain_offset_moves() -> None:
    state, why = decided(placed("Anna", -3600.0))
    assert state == "moved"
    assert "-1 h 00 min 00 s" in why
    assert "99.9 % sure" in why


def test_an_uncertain_one_stays_unless_asked_for() -> None:
    assert decided(placed("Anna", -3600.0, probability=0.9))[0] == "unsure"
    assert decided(placed("Anna", -3600.0, probability=0.9), Caution(unsure=True))[0] == "moved"


def test_a_clock_that_may_be_right_stays_unless_asked_for() -> None:
    state, why = decided(placed("Anna", 3.0, width_s=10.0))
    assert state == "right"
    assert "--slight" in why
    assert decided(placed("Anna", 3.0, width_s=10.0), Caution(slight=True))[0] == "moved"
    # pictures tell no seconds, however sure they are
    assert decided(placed("Anna", 3.0, width_s=2.0))[0] == "right"
    assert decided(placed("Anna", 75.0, width_s=20.0))[0] == "right"
    assert decided(placed("Anna", 150.0, width_s=20.0))[0] == "moved"


def test_satellites_tell_seconds_and_a_person_each_of_them() -> None:
    def told(offset_s: float, basis: Basis) -> Placement:
        return Placement("Anna", Estimate(offset_s, offset_s - 1, offset_s + 1, 1.0, basis))

    true_time = Basis("true-time", clock="GPS")
    assert decided(told(8.0, true_time))[0] == "right"
    assert decided(told(20.0, true_time))[0] == "moved"
    assert decided(told(8.0, PINNED))[0] == decided(told(8.0, SAID_BY_HAND))[0] == "moved"
    # what files were corrected by is nobody's word for each second
    assert decided(told(8.0, Basis("corrected", said=True)))[0] == "right"
    assert decided(told(20.0, Basis("corrected", said=True)))[0] == "moved"
    # by pictures alone, as probable as that, less than a minute is slight
    assert decided(told(20.0, Basis("evidence", ("look",))))[0] == "right"


def test_what_is_only_assumed_causes_no_write() -> None:
    phone = Finding(FindingKind.ASSUMED, text="a phone, set by the network")
    assumed = replace(placed("Anna", 500.0, width_s=100.0), findings=(phone,))
    state, why = decided(assumed, Caution(unsure=True, slight=True))
    assert (state, why) == ("right", "assumed right: a phone, set by the network")


def test_a_clock_that_jumped_moves_though_its_first_photo_does_not() -> None:
    assert decided(placed("Anna", 0.0, jumps=(Jump(3, 3600.0),))) == (
        "moved",
        "0 s (99.9 % sure); its clock was changed 1 time",
    )


def test_the_anchor_and_the_unplaced_stay() -> None:
    assert decided(placed("Anna", 0.0), anchor="Anna") == (
        "right",
        "the clock that the others are aligned to",
    )
    nowhere = Placement("Anna", None, findings=(Finding(FindingKind.STATED, text="no link"),))
    assert decided(nowhere) == ("unplaced", "no link")
    assert decided(Placement("Anna", None)) == ("unplaced", "its offset is unknown")


def test_a_method_without_figures_moves_only_when_asked() -> None:
    bare = Placement("Anna", Estimate(600.0, 590.0, 610.0, None))
    assert decided(bare)[0] == "unsure"
    assert decided(bare, Caution(unsure=True))[0] == "moved"


def test_the_device_is_noted_to_be_known_again() -> None:
    plan = decide(ONE, Offsets("Ben", "joint", (placed("Anna", 60.0),)))
    assert plan.device == ("Canon", "EOS", "Anna")


def test_a_clock_that_nobody_asked_to_move_is_not_called_right() -> None:
    asked = Offsets("Ben", BY_HAND, (placed("Anna", 0.0),))
    plan = decide(ONE, asked)
    assert (plan.state, plan.why) == ("right", "not asked for")


def test_what_is_wrong_with_a_clock_is_told_and_how_often_it_was_set() -> None:
    jumps = (Jump(3, 3600.0), Jump(5, -3600.0))
    wrong = replace(placed("Anna", -3600.0, jumps=jumps), error="time zone: −1 h")
    state, why = decided(wrong)
    assert state == "moved"
    assert "time zone: −1 h; its clock was changed 2 times" in why


def test_what_a_person_said_is_told_as_such() -> None:
    pinned = Placement("Anna", Estimate(60.0, 60.0, 60.0, 1.0, PINNED))
    assert decided(pinned) == ("moved", "+1 min 00 s (pinned by a person)")


def test_what_is_not_certain_is_not_called_right_where_it_stays() -> None:
    unsure = decided(placed("Anna", 0.0, probability=0.77))
    assert unsure == ("right", "its clock seems to be right (77 % sure)")
    assert decided(placed("Anna", 0.0, probability=0.999)) == ("right", "its clock is right")
    torn = placed("Anna", 0.0).doubted(Finding(FindingKind.TORN))
    why = "two offsets fit its photos better than one: was its clock changed?"
    assert decided(torn) == ("right", f"its clock seems to be right ({why})")


def test_what_is_held_back_stays_and_says_what_speaks_against_it_instead_of_a_figure() -> None:
    thin, torn = Finding(FindingKind.THIN), Finding(FindingKind.TORN)
    held_back = placed("Anna", -3600.0).doubted(thin, torn)
    why = "not certain (the evidence is thin): --unsure corrects it anyway"
    assert decided(held_back) == ("unsure", why)
    assert decided(held_back, Caution(unsure=True))[0] == "moved"
    # where its own figure is too low, that is told
    likely = placed("Anna", -3600.0, probability=0.9).with_findings(thin)
    assert decided(likely)[1] == "not certain (90 % sure): --unsure corrects it anyway"


def test_what_satellites_tell_moves_though_pictures_leave_it_open() -> None:
    likely = placed("Anna", -3600.0, probability=0.7)
    assert decided(likely)[0] == "unsure"
    assert decided(likely.with_findings(Finding(FindingKind.MEASURED)))[0] == "moved"
