"""Hints in the project folder: kept at once, undone in turn, never lost to another's change."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from coincide.errors import StoreError, UsageError
from coincide.model.hints import Answer, ClipHint, Hints, Lock, Pin, Rejection
from coincide.project import change_hints, hints_for, load_hints, save_hints, undo_hints
from coincide.storage import store as store_module
from coincide.storage.store import Store
from tests.model.test_hints import all_of, make_event

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
