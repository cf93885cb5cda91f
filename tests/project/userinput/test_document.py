"""Hints and choices in one history: undone and made again in turn."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from coincide.errors import StoreError, UsageError
from coincide.model.hints import Answer, ClipHint, Hints, Lock, Pin, Rejection
from coincide.model.knowntimes import KnownClock, KnownTime
from coincide.project import (
    Anchor,
    Choices,
    Rename,
    UserInput,
    change_hints,
    change_said,
    hints_for,
    load_event,
    load_hints,
    load_said,
    redo_said,
    save_hints,
    undo_hints,
    undo_said,
)
from coincide.project.userinput.choices import Merge
from coincide.project.userinput.document import said_document
from coincide.storage import store as store_module
from coincide.storage.store import Store
from tests.drawn import write_event
from tests.model.test_hints import all_of, make_event


def states(project: Path) -> list[UserInput]:
    """Say four things of both kinds, and return what was said after each."""
    said = [UserInput()]
    said.append(change_said(project, lambda now: now.choosing(Rename("ann", "Anna"))))
    change_hints(project, lambda hints: hints.adding(Pin("Anna", 5.0)))
    said.append(load_said(project))
    said.append(change_said(project, lambda now: now.choosing(Anchor("Anna"))))
    said.append(change_said(project, lambda now: now.choosing(Rename("Anna", "A."))))
    return said


def test_one_history_for_hints_and_choices(tmp_path: Path) -> None:
    said = states(tmp_path / "p")
    assert said[-1].hints.pins == (Pin("A.", 5.0),)
    for before in reversed(said[:-1]):
        assert undo_said(tmp_path / "p") == before
    with pytest.raises(UsageError):
        undo_said(tmp_path / "p")
    for after in said[1:]:
        assert redo_said(tmp_path / "p") == after
        assert load_said(tmp_path / "p") == after
    with pytest.raises(UsageError):
        redo_said(tmp_path / "p")


def test_undo_on_the_command_line_is_the_same(tmp_path: Path) -> None:
    said = states(tmp_path / "p")
    assert undo_hints(tmp_path / "p") == said[-2].hints
    assert redo_said(tmp_path / "p") == said[-1]


def test_a_new_change_ends_what_could_be_made_again(tmp_path: Path) -> None:
    states(tmp_path / "p")
    undo_said(tmp_path / "p")
    with Store(tmp_path / "p") as store:
        assert store.can_undo_hints() == (True, True)
    change_hints(tmp_path / "p", lambda hints: hints.adding(Pin("bob", 1.0)))
    with Store(tmp_path / "p") as store:
        assert store.can_undo_hints() == (True, False)
    with pytest.raises(UsageError, match="to redo"):
        redo_said(tmp_path / "p")


def test_nothing_said_is_nothing_to_undo(tmp_path: Path) -> None:
    assert load_said(tmp_path / "p") == UserInput()
    assert not (tmp_path / "p").exists()
    with Store(tmp_path / "p") as store:
        assert store.can_undo_hints() == (False, False)


def test_asking_what_was_said_changes_nothing(tmp_path: Path) -> None:
    folder = write_event(tmp_path / "party", {"ann": 2, "bob": 2})
    event, project = load_event(folder), folder / ".coincide"
    states(project)

    def files() -> dict[Path, tuple[bytes, int]]:
        found = [path for path in project.rglob("*") if path.is_file()]
        return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in found}

    before = files()
    assert load_said(project).hints.pins == (Pin("A.", 5.0),)
    assert hints_for(event).missing == (Pin("A.", 5.0),)
    assert files() == before


def test_documents_from_before_there_were_choices_are_read(tmp_path: Path) -> None:
    document = {"schema": "coincide.hints/1", "answers": [], "rejected": [], "locks": []}
    with Store(tmp_path / "p") as store:
        store.save_hints({**document, "pins": [{"gallery": "ann", "offset_s": 1.0}]})
    assert load_said(tmp_path / "p") == UserInput(Hints(pins=(Pin("ann", 1.0),)), Choices())


def test_answers_that_were_yes_or_no_are_read(tmp_path: Path) -> None:
    answers = [
        {"photo_a": "a", "photo_b": "b", "same": True},
        {"photo_a": "a", "photo_b": "c", "same": False},
    ]
    old = {"answers": answers, "pins": [], "rejected": [], "locks": [], "choices": []}
    with Store(tmp_path / "p") as store:
        store.save_hints({"schema": "coincide.hints/1", **old})
    read = Answer("a", "b", "same"), Answer("a", "c", "different")
    assert load_said(tmp_path / "p").hints.answers == read
    more = Answer("b", "c", "about")
    change_said(tmp_path / "p", lambda said: UserInput(said.hints.adding(more), said.choices))
    assert load_said(tmp_path / "p").hints.answers == (*read, more)
    assert undo_said(tmp_path / "p").hints.answers == read


def test_answers_of_which_nobody_kept_who_chose_the_photos_are_read(tmp_path: Path) -> None:
    answers = [{"photo_a": "a", "photo_b": "b", "moment": "about"}]
    old = {"answers": answers, "pins": [], "rejected": [], "locks": [], "choices": []}
    with Store(tmp_path / "p") as store:
        store.save_hints({"schema": "coincide.hints/2", **old})
    read = Answer("a", "b", "about", named=False)
    assert load_said(tmp_path / "p").hints.answers == (read,)
    named = Answer("a", "c", "before", named=True)
    change_said(tmp_path / "p", lambda said: UserInput(said.hints.adding(named), said.choices))
    assert load_said(tmp_path / "p").hints.answers == (read, named)


def test_old_answers_that_are_damaged_are_told(tmp_path: Path) -> None:
    old = {"answers": [{"photo_a": "a", "photo_b": "b", "same": "so"}], "pins": []}
    with Store(tmp_path / "p") as store:
        store.save_hints({"schema": "coincide.hints/1", **old, "rejected": [], "locks": []})
    with pytest.raises(StoreError, match=r"damaged .*\$\.answers\[0\]\.same"):
        load_said(tmp_path / "p")


@pytest.mark.parametrize(
    ("key", "value", "where"),
    [
        ("pins", [{"gallery": "ann"}], r"\$\.pins\[0\]"),
        ("pins", [{"gallery": "ann", "offset_s": "soon"}], r"\$\.pins\[0\]\.offset_s"),
        ("choices", [{"kind": "paint", "gallery": "ann"}], r"\$\.choices\[0\]\.kind"),
        ("choices", [{"kind": "trust", "gallery": "ann"}], "trusted"),
        ("surprise", 1, "surprise"),
    ],
)
def test_damaged_documents_are_told_and_can_be_taken_back(
    tmp_path: Path, key: str, value: object, where: str
) -> None:
    change_hints(tmp_path / "p", lambda hints: hints.adding(Pin("ann", 1.0)))
    with Store(tmp_path / "p") as store:
        document = store.load_hints()
        assert document is not None
        store.save_hints({**document, key: value})
    with pytest.raises(StoreError, match=where):
        load_said(tmp_path / "p")
    assert undo_said(tmp_path / "p").hints.pins == (Pin("ann", 1.0),)


def test_events_are_loaded_as_they_were_chosen(tmp_path: Path) -> None:
    folder = write_event(tmp_path / "party", {"ann": 2, "bob": 2})
    load_event(folder)
    change_said(folder / ".coincide", lambda said: said.choosing(Rename("ann", "Zoe")))
    change_said(folder / ".coincide", lambda said: said.choosing(Anchor("Zoe")))
    event = load_event(folder)
    assert [gallery.name for gallery in event.galleries] == ["Zoe", "bob"]
    assert event.anchor == "Zoe"


def test_known_times_are_kept_and_go_with_their_gallery(tmp_path: Path) -> None:
    before = change_hints(tmp_path / "p", lambda hints: hints.adding(Pin("ann", 5.0)))
    assert not {"times", "clocks"} & set(said_document(load_said(tmp_path / "p")))
    taken = KnownTime("k", 1714770900.0, 300.0)
    clock = KnownClock("ann", 180.0, zone_s=-18_000, zone="America/New_York")
    change_hints(tmp_path / "p", lambda hints: hints.adding(taken).adding(clock))
    said = load_said(tmp_path / "p")
    assert (said.hints.times, said.hints.clocks) == ((taken,), (clock,))
    assert said.choosing(Rename("ann", "Anna")).hints.clocks[0].gallery == "Anna"
    assert said.choosing(Merge("bob", "ann")).hints.clocks == ()
    assert undo_hints(tmp_path / "p") == before


EVERY_KIND = all_of(
    Answer("a", "b", "same"),
    Answer("c", "b", "different"),
    Pin("anna \ud800 ü", -3610.25),
    Rejection("a", "c"),
    Answer("b", "d", "other-day", named=True),
    Lock("bob", 0.1 + 0.2),
    ClipHint("a", "b", -4.325),
    ClipHint("a", "c"),
)


def test_every_kind_comes_back_as_it_was(tmp_path: Path) -> None:
    save_hints(tmp_path / "p", EVERY_KIND)
    assert load_hints(tmp_path / "p") == EVERY_KIND


def test_reading_makes_no_project_folder(tmp_path: Path) -> None:
    assert load_hints(tmp_path / "p") is Hints.empty
    assert not (tmp_path / "p").exists()


def test_undo_goes_back_change_by_change_to_nothing(tmp_path: Path) -> None:
    states = [Hints.empty]
    for hint in EVERY_KIND:
        states.append(change_hints(tmp_path, lambda hints, hint=hint: hints.adding(hint)))
    save_hints(tmp_path, Hints.empty)  # forgetting is a change like any other
    for state in reversed(states):
        assert undo_hints(tmp_path) == state
        assert load_hints(tmp_path) == state
    with pytest.raises(UsageError, match="no change"):
        undo_hints(tmp_path)
    save_hints(tmp_path, EVERY_KIND)
    assert load_hints(tmp_path) == EVERY_KIND


def test_saying_the_same_again_is_no_change(tmp_path: Path) -> None:
    save_hints(tmp_path, EVERY_KIND)
    save_hints(tmp_path, EVERY_KIND)
    assert undo_hints(tmp_path) == Hints.empty


def test_the_end_of_the_history_is_not_taken_for_nothing_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "MAX_HINT_STATES", 3)
    for offset_s in range(5):
        save_hints(tmp_path, Hints(pins=(Pin("ann", offset_s),)))
    assert undo_hints(tmp_path).pins[0].offset_s == 3
    assert undo_hints(tmp_path).pins[0].offset_s == 2
    with pytest.raises(UsageError, match="no change"):
        undo_hints(tmp_path)
    assert load_hints(tmp_path).pins[0].offset_s == 2


def test_changes_at_the_same_time_are_all_kept(tmp_path: Path) -> None:
    save_hints(tmp_path, Hints.empty)
    pins = [Pin(f"g{number}", 1.0) for number in range(24)]
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda pin: change_hints(tmp_path, lambda hints: hints.adding(pin)), pins))
    assert set(load_hints(tmp_path)) == set(pins)


def test_a_change_that_fails_leaves_everything_as_it_was(tmp_path: Path) -> None:
    save_hints(tmp_path, EVERY_KIND)

    def broken(_: Hints) -> Hints:
        raise UsageError("no")

    with pytest.raises(UsageError):
        change_hints(tmp_path, broken)
    assert load_hints(tmp_path) == EVERY_KIND
    save_hints(tmp_path, Hints.empty)  # and the folder is free for the next


def test_hints_of_another_version_are_refused_and_kept(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.save_hints({"schema": "coincide.hints/4"})
    with pytest.raises(StoreError, match=r"coincide\.hints/4"):
        load_hints(tmp_path)
    with pytest.raises(StoreError, match=r"coincide\.hints/4"):
        save_hints(tmp_path, EVERY_KIND)


def test_hints_for_an_event_are_its_rows(tmp_path: Path) -> None:
    event = make_event(ann="a", bob="b")
    assert hints_for(event).answered.size == 0
    save_hints(tmp_path, all_of(Answer("b", "a", "same"), Pin("cyd", 1.0)))
    rows = hints_for(replace(event, project=tmp_path))
    assert rows.pairs("same").tolist() == [[0, 1]]
    assert rows.missing == (Pin("cyd", 1.0),)
