"""What a page asks for becomes what a person said, or is refused with a reason."""

import pytest

from coincide.errors import UsageError
from coincide.model import Estimate, Offsets, Placement
from coincide.model.hints import Answer, Lock, Pin, Rejection, SetRight
from coincide.model.knowntimes import KnownClock, KnownTime
from coincide.model.times import from_clock
from coincide.project import Merge, Rename, Split, UserInput, chosen
from coincide.project.userinput import changes
from tests.model.test_hints import make_event

EVENT = make_event(ann="abc", bob="de", cyd="f")
OFFSETS = Offsets(
    "ann",
    "joint",
    (
        Placement("ann", Estimate(0.0, 0.0, 0.0)),
        Placement("bob", Estimate(12.5, 10.0, 15.0)),
        Placement("cyd", None),
    ),
)


def test_pairs_are_said_by_content() -> None:
    said = changes.say_pair(EVENT, "same", [0, 3])(UserInput())
    assert list(said.hints) == [Answer("a", "d", "same")]
    said = changes.say_pair(EVENT, "different", [3, 0])(said)
    assert list(said.hints) == [Answer("d", "a", "different")]
    said = changes.say_pair(EVENT, "reject", [0, 3])(said)
    assert list(said.hints) == [Rejection("a", "d")]


@pytest.mark.parametrize("rows", [[0, 2], [0, 6], [-1, 3], [0, 0]])
def test_pairs_of_one_clock_or_of_no_photo_are_refused(rows: list[int]) -> None:
    with pytest.raises(UsageError):
        changes.say_pair(EVENT, "same", rows)


def test_a_gallery_is_locked_where_it_is_and_let_go() -> None:
    said = changes.lock(EVENT, OFFSETS, "bob")(UserInput())
    assert list(said.hints) == [Lock("bob", 12.5)]
    said = changes.pin(EVENT, "bob", 7.0)(said)
    assert list(said.hints) == [Pin("bob", 7.0)]
    said = changes.pin(EVENT, "ann", 1.0)(said)
    assert list(changes.unlock(EVENT, "bob")(said).hints) == [Pin("ann", 1.0)]
    with pytest.raises(UsageError, match="not placed yet"):
        changes.lock(EVENT, OFFSETS, "cyd")
    with pytest.raises(UsageError, match="No gallery"):
        changes.unlock(EVENT, "dan")


def test_a_clock_is_set_right_before_a_photo_that_is_not_its_first() -> None:
    said = changes.set_right(EVENT, 4)(UserInput())
    assert list(said.hints) == [SetRight("bob", "e")]
    with pytest.raises(UsageError, match="first photo of bob"):
        changes.set_right(EVENT, 3)
    for row in (-1, 6):
        with pytest.raises(UsageError, match="rows go from 0 to 5"):
            changes.set_right(EVENT, row)


def test_a_new_name_takes_what_was_said_along() -> None:
    said = changes.pin(EVENT, "bob", 7.0)(UserInput())
    said = changes.rename(EVENT, "bob", "  Robert   B. ")(said)
    assert said.hints.pins == (Pin("Robert B.", 7.0),)
    assert said.choices.steps == (Rename("bob", "Robert B."),)
    assert changes.rename(EVENT, "bob", "bob")(UserInput()) == UserInput()


@pytest.mark.parametrize("name", ["ann", "", "  ", "x" * 81, "a\u202eb", "a\x00b"])
def test_names_are_visible_and_nobody_elses(name: str) -> None:
    with pytest.raises(UsageError):
        changes.rename(EVENT, "bob", name)


def test_one_clock_is_made_of_two_but_not_of_all() -> None:
    said = changes.merge(EVENT, ["bob", "cyd"])(changes.pin(EVENT, "cyd", 1.0)(UserInput()))
    assert said.choices.steps == (Merge("bob", "cyd"),)
    assert not said.hints.pins
    with pytest.raises(UsageError, match="nothing left to compare"):
        changes.merge(chosen(EVENT, said.choices), ["ann", "bob"])


def test_a_split_names_the_later_part() -> None:
    said = changes.split(EVENT, EVENT, "ann", 1)(UserInput())
    assert said.choices.steps == (Split("ann", "b", "ann (2)"),)
    after = chosen(EVENT, said.choices)
    again = changes.split(after, after, "ann (2)", 2)(said)
    assert again.choices.steps[-1] == Split("ann (2)", "c", "ann (2) (2)")
    for row in (0, 3, 6):
        with pytest.raises(UsageError):
            changes.split(EVENT, EVENT, "ann", row)


def test_forgetting_goes_by_the_list() -> None:
    said = changes.pin(EVENT, "ann", 1.0)(changes.pin(EVENT, "bob", 2.0)(UserInput()))
    number = list(said.hints).index(Pin("bob", 2.0)) + 1
    assert list(changes.forget(number)(said).hints) == [Pin("ann", 1.0)]
    with pytest.raises(UsageError):
        changes.forget(3)(said)


def test_when_a_photo_was_taken_is_known() -> None:
    time_s = from_clock(2024, 5, 3, 21, 15, 0)
    said = changes.known_time(EVENT, 4, time_s, 300.0)(UserInput())
    assert list(said.hints) == [KnownTime("e", time_s, 300.0)]
    newer = changes.known_time(EVENT, 4, time_s + 60, 5.0)(said)
    assert list(newer.hints) == [KnownTime("e", time_s + 60, 5.0)]
    for wrong_s in (from_clock(1950, 5, 3, 21, 15, 0), 1e15, float("nan")):
        with pytest.raises(UsageError, match=r"(have been|photo was) taken"):
            changes.known_time(EVENT, 4, wrong_s, 300.0)
    for within_s in (0.0, -5.0, 1e9, float("nan")):
        with pytest.raises(UsageError, match="at most 31 days"):
            changes.known_time(EVENT, 4, time_s, within_s)
    with pytest.raises(UsageError, match=r"write it like"):
        changes.typed_time("half past nine", time_s)


def test_how_far_a_clock_was_off_is_known() -> None:
    said = changes.known_clock(EVENT, "bob", -7200.0)(UserInput())
    assert list(said.hints) == [KnownClock("bob", 180.0, ahead_s=-7200.0)]
    by_zone = changes.known_zone(EVENT, "bob", "+09:00", 60.0)(said)
    assert list(by_zone.hints) == [KnownClock("bob", 60.0, zone_s=32_400, zone="+09:00")]
    (utc,) = changes.known_zone(EVENT, "bob", "UTC")(said).hints
    (abroad,) = changes.known_zone(EVENT, "bob", "America/New_York")(said).hints
    assert isinstance(utc, KnownClock)
    assert isinstance(abroad, KnownClock)
    assert (utc.zone_s, abroad.zone_s) in {(0, -18_000), (0, -14_400)}
    for zone in ("Mars/Olympus", "../../etc/passwd", "+25:00", ""):
        with pytest.raises(UsageError, match="not a time zone"):
            changes.known_zone(EVENT, "bob", zone)
    with pytest.raises(UsageError, match="that far off"):
        changes.known_clock(EVENT, "bob", float("inf"))
    with pytest.raises(UsageError, match="No gallery is named"):
        changes.known_clock(EVENT, "nobody", 60.0)
