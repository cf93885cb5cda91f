"""What is clearly wrong is moved; what is not, is left as it is, and says why."""

from dataclasses import replace

from coincide.model import Estimate, Jump, Offsets, Placement
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
    def told(offset_s: float, basis: str) -> Placement:
        return Placement("Anna", Estimate(offset_s, offset_s - 1, offset_s + 1, 1.0, basis=basis))

    assert decided(told(8.0, "true time by its own clock"))[0] == "right"
    assert decided(told(20.0, "true time by its own clock"))[0] == "moved"
    assert decided(told(8.0, "pinned by a person"))[0] == "moved"


def test_what_is_only_assumed_causes_no_write() -> None:
    assumed = Estimate(500.0, 400.0, 600.0, 0.98, assumed="a phone, set by the network")
    state, why = decided(Placement("Anna", assumed), Caution(unsure=True, slight=True))
    assert (state, why) == ("right", "assumed right: a phone, set by the network")


def test_a_clock_that_jumped_moves_though_its_first_photo_does_not() -> None:
    assert decided(placed("Anna", 0.0, jumps=(Jump(3, 3600.0),))) == (
        "moved",
        "0 s (99.9 % sure); its clock was set anew 1 time",
    )


def test_the_anchor_and_the_unplaced_stay() -> None:
    assert decided(placed("Anna", 0.0), anchor="Anna") == (
        "right",
        "the clock the others are brought to",
    )
    assert decided(Placement("Anna", None, reasons=("no link",))) == ("unplaced", "no link")


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
    assert "time zone: −1 h; its clock was set anew 2 times" in why


def test_what_a_person_said_is_told_as_such() -> None:
    pinned = Placement("Anna", Estimate(60.0, 60.0, 60.0, 1.0, basis="pinned by hand"))
    assert decided(pinned) == ("moved", "+1 min 00 s (pinned by hand)")


def test_what_is_not_certain_is_not_called_right_where_it_stays() -> None:
    unsure = decided(placed("Anna", 0.0, probability=0.77))
    assert unsure == ("right", "its clock seems to be right (77 % sure)")
    assert decided(placed("Anna", 0.0, probability=0.999)) == ("right", "its clock is right")
