"""A person's choices, applied to the event as found."""

from dataclasses import replace
from pathlib import Path

from coincide.model import Doubt, Event, Gallery, Photo
from coincide.project import (
    Anchor,
    Choices,
    Merge,
    Rename,
    Split,
    Trust,
    UserInput,
    change_said,
    chosen,
    load_said,
)
from coincide.project.userinput.choices import ANOTHER_CLOCK, ONE_CLOCK, Choice
from coincide.storage.store import Store


def photo(key: str, time_s: float, zone_s: int | None = None) -> Photo:
    return Photo(Path(f"{key}.jpg"), key, time_s, time_s, zone_s=zone_s)


EVENT = Event(
    "party",
    (
        Gallery("ann", (photo("a", 0.0), photo("b", 10.0), photo("c", 20.0))),
        Gallery("bob", (photo("d", 5.0), photo("e", 15.0)), trusted=True, notes=("a note",)),
        Gallery("cyd", (photo("f", 7.0),)),
    ),
    anchor="bob",
)


def after(*steps: Choice) -> Event:
    return chosen(EVENT, Choices(steps))


def held(event: Event) -> dict[str, str]:
    return {one.name: "".join(item.key for item in one.photos) for one in event.galleries}


def test_without_choices_nothing_changes() -> None:
    assert after() is EVENT


def test_clocks_are_trusted_or_no_longer() -> None:
    event = after(Trust("ann", trusted=True), Trust("bob", trusted=False))
    assert [one.trusted for one in event.galleries] == [True, False, False]


def test_a_new_name_goes_in_order_and_stays_the_anchor() -> None:
    event = after(Rename("bob", "Zoe"))
    assert held(event) == {"Zoe": "de", "ann": "abc", "cyd": "f"}
    assert [*held(event)] == sorted(held(event))
    assert event.anchor == "Zoe"
    assert after(Anchor("cyd")).anchor == "cyd"


def test_one_clock_of_two_by_camera_time() -> None:
    event = after(Merge("ann", "bob"))
    assert held(event) == {"ann": "adbec", "cyd": "f"}
    assert event.anchor == "ann"
    assert event.galleries[0].trusted
    assert event.galleries[0].notes == ("a note", ONE_CLOCK)


def test_a_clock_that_was_set_anew_is_two() -> None:
    event = after(Split("ann", "b", "ann (2)"))
    assert held(event) == {"ann": "a", "ann (2)": "bc", "bob": "de", "cyd": "f"}
    assert ANOTHER_CLOCK in event.galleries[1].notes
    assert held(chosen(event, Choices((Merge("ann", "ann (2)"),)))) == held(EVENT)


def test_merged_photos_of_two_zones_are_on_one_clock() -> None:
    zoned = Event(
        "trip",
        (
            Gallery("a", (photo("a", 3600.0, 3600), photo("b", 4000.0, 3600))),
            Gallery("b", (photo("c", 7300.0, 7200),)),
        ),
    )
    (merged,) = chosen(zoned, Choices((Merge("a", "b"),))).galleries
    assert [(one.key, one.camera_time_s) for one in merged.photos] == [
        ("a", 3600.0),
        ("c", 3700.0),
        ("b", 4000.0),
    ]


def test_what_no_longer_fits_says_nothing() -> None:
    steps = (
        Rename("dan", "x"),
        Rename("ann", "bob"),
        Merge("ann", "dan"),
        Merge("ann", "ann"),
        Split("ann", "a", "ann (2)"),
        Split("ann", "zzz", "ann (2)"),
        Anchor("dan"),
        Trust("dan", trusted=True),
    )
    assert held(after(*steps)) == held(EVENT)
    assert after(*steps).anchor == "bob"


def test_choices_build_on_each_other() -> None:
    event = after(Rename("ann", "eve"), Split("eve", "c", "eve (2)"), Merge("bob", "eve (2)"))
    assert held(event) == {"bob": "dec", "cyd": "f", "eve": "ab"}


def test_they_are_kept_and_come_back_as_they_were(tmp_path: Path) -> None:
    choices = Choices(
        (
            *(Trust("a", trusted=True), Rename("a", "b"), Anchor("b")),
            *(Merge("b", "c"), Split("b", "key", "d")),
        )
    )
    change_said(tmp_path / "p", lambda _: UserInput(choices=choices))
    assert load_said(tmp_path / "p").choices == choices
    with Store(tmp_path / "p") as store:
        document = store.load_hints()
    assert document is not None
    assert document["choices"][0] == {"kind": "trust", "gallery": "a", "trusted": True}


def test_changing_ones_mind_does_not_pile_up() -> None:
    choices = Choices()
    for name in ("a", "b", "c"):
        choices = choices.adding(Anchor(name))
    for trusted in (True, False, True):
        choices = choices.adding(Trust("a", trusted))
    choices = choices.adding(Trust("b", trusted=True))
    assert choices.steps == (Anchor("c"), Trust("a", True), Trust("b", True))


def test_photos_are_never_lost() -> None:
    event = after(Merge("cyd", "ann"), Split("cyd", "f", "x"), Rename("x", "bob2"))
    assert sorted(one.key for one in event.photos) == sorted(one.key for one in EVENT.photos)
    assert replace(event, galleries=(), anchor=None) == replace(EVENT, galleries=(), anchor=None)


def test_doubts_are_gone_once_a_person_has_decided() -> None:
    doubts = (Doubt("ann", "bob", "one model"), Doubt("cyd", None, "numbers"))
    event = replace(EVENT, doubts=doubts)
    merged = chosen(event, Choices((Merge("ann", "bob"),)))
    assert merged.doubts == (Doubt("cyd", None, "numbers"),)
    split = chosen(event, Choices((Split("cyd", "f", "dan"),)))
    assert split.doubts == (Doubt("ann", "bob", "one model"),)
    renamed = chosen(event, Choices((Rename("bob", "Zoe"),)))
    assert renamed.doubts[0].question == (
        "may be one device with Zoe (one model): merge them if so"
    )
