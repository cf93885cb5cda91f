"""What was said as one list: by the names galleries have now, and forgotten by number."""

import pytest

from coincide.errors import UsageError
from coincide.model.hints import Hints, NoJump, Pin, SetRight
from coincide.project import Anchor, Choices, Merge, Rename, Trust, UserInput
from coincide.project.userinput.statements import anchor_of, forget_all, forgotten, listed


def said(*steps: Anchor | Merge | Rename | Trust) -> UserInput:
    return UserInput(Hints.empty, Choices(steps))


def test_choices_are_told_by_the_names_of_now() -> None:
    told = said(Trust("a", trusted=True), Anchor("b"), Rename("a", "x"), Rename("b", "y"))
    assert listed(told) == (Trust("x", trusted=True), Anchor("y"))
    assert anchor_of(told.choices) == "y"


def test_of_two_merged_clocks_one_trusted_is_enough() -> None:
    one = said(Trust("a", trusted=True), Trust("b", trusted=False), Merge("b", "a"), Anchor("c"))
    assert listed(one) == (Trust("b", trusted=True), Anchor("c"))
    assert listed(said(Anchor("a"), Merge("b", "a"))) == (Anchor("b"),)


def test_each_is_forgotten_by_its_number() -> None:
    told = UserInput(
        Hints(pins=(Pin("a", 1.0),), steady=(NoJump("a"),)),
        Choices((Trust("b", trusted=True), Rename("b", "z"), Anchor("a"))),
    )
    assert listed(forgotten(told, 2)) == (Pin("a", 1.0), Trust("z", trusted=True), Anchor("a"))
    assert listed(forgotten(told, 3)) == (Pin("a", 1.0), NoJump("a"), Anchor("a"))
    assert listed(forgotten(told, 4)) == (Pin("a", 1.0), NoJump("a"), Trust("z", trusted=True))
    left = forget_all(told)
    assert listed(left) == ()
    assert Rename("b", "z") in left.choices.steps
    for number in (0, 5):
        with pytest.raises(UsageError, match="go from 1 to 4"):
            forgotten(told, number)
    with pytest.raises(UsageError, match="there are no hints yet"):
        forgotten(UserInput(), 1)


def test_what_is_said_of_a_course_goes_with_the_gallery() -> None:
    told = UserInput(Hints(steady=(NoJump("a"), NoJump("b"))))
    assert told.choosing(Rename("a", "x")).hints.steady == (NoJump("x"), NoJump("b"))
    assert told.choosing(Merge("a", "b")).hints.steady == (NoJump("a"),)
    told = UserInput(Hints(set_right=(SetRight("a", "p"), SetRight("b", "q"))))
    renamed = (SetRight("x", "p"), SetRight("b", "q"))
    assert told.choosing(Rename("a", "x")).hints.set_right == renamed
    assert told.choosing(Merge("a", "b")).hints.set_right == (SetRight("a", "p"),)
