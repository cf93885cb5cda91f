"""A store that is left open between a word and the solve after it."""

import threading
from pathlib import Path

import pytest

from coincide.project.folder.sharedstore import AtHand, opened
from coincide.storage.store import Store


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders of all stores that are opened from now on."""
    folders: list[Path] = []
    init = Store.__init__

    def note(store: Store, folder: Path, *, readonly: bool = False) -> None:
        folders.append(folder)
        init(store, folder, readonly=readonly)

    monkeypatch.setattr(Store, "__init__", note)
    return folders


def test_words_and_the_solve_after_them_open_it_once(tmp_path: Path, counted: list[Path]) -> None:
    hand = AtHand(tmp_path / "project")
    hand.leave_open()
    for said in ({"n": 1}, {"n": 2}):
        hand.leave_open()
        with hand.changed() as store:
            store.save_hints(said)
    with hand.taken_over() as left, opened(left, hand.folder) as store:
        assert store is left
        assert store.load_hints() == {"n": 2}
    assert len(counted) == 1


def test_what_is_said_during_a_solve_has_a_store_of_its_own(
    tmp_path: Path, counted: list[Path]
) -> None:
    hand = AtHand(tmp_path / "project")
    hand.leave_open()
    with hand.taken_over() as left:
        assert left is not None
        hand.leave_open()
        with hand.changed() as other:
            assert other is not left
            other.save_hints({"n": 3})
        assert left.load_hints() == {"n": 3}
    with hand.taken_over() as next_left:
        assert next_left is other
    assert len(counted) == 2


def test_nothing_is_taken_over_or_left_unless_somebody_asked(
    tmp_path: Path, counted: list[Path]
) -> None:
    hand = AtHand(tmp_path / "project")
    with hand.changed() as store:
        store.save_hints({"n": 4})
    with hand.taken_over() as left:
        assert left is None
        with opened(left, hand.folder) as store:
            assert store.load_hints() == {"n": 4}
    assert len(counted) == 2


def test_let_go_twice_and_it_is_opened_anew(tmp_path: Path, counted: list[Path]) -> None:
    hand = AtHand(tmp_path / "project")
    hand.leave_open()
    hand.let_go()
    hand.let_go()
    with hand.taken_over() as left:
        assert left is None
    hand.leave_open()
    hand.let_go()
    assert len(counted) == 2


def test_whoever_solves_waits_for_a_word_that_is_being_said(tmp_path: Path) -> None:
    hand = AtHand(tmp_path / "project")
    hand.leave_open()
    found: list[object] = []

    def solve() -> None:
        with hand.taken_over() as left:
            assert left is not None
            found.append(left.load_hints())

    with hand.changed() as store:
        solver = threading.Thread(target=solve)
        solver.start()
        solver.join(0.05)
        assert not found
        store.save_hints({"n": 5})
    solver.join()
    assert found == [{"n": 5}]
