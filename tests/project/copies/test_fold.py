from dataclasses import replace
from pathlib import Path

from coincide.model import Companion, Doubt, Event, Gallery, Photo
from coincide.project.copies import fold_copies, fold_like


def photo(path: str, *companions: Companion) -> Photo:
    return Photo(Path(path), path, 0.0, 0.0, companions=companions)


RAW = Companion(Path("ben/1.dng"), "raw", "raw")
EVENT = Event(
    "party",
    (
        Gallery("anna", (photo("anna/1.jpg"), photo("anna/2.jpg"))),
        Gallery("ben", (photo("ben/1.jpg", RAW), photo("ben/3.jpg")), notes=("a note",)),
        Gallery("chat", (photo("chat/2.jpg"),)),
    ),
    anchor="chat",
    doubts=(Doubt("anna", "chat", "x"), Doubt("anna", "ben", "y")),
)
ORIGINALS = {
    Path("ben/1.jpg"): Path("anna/1.jpg"),
    Path("chat/2.jpg"): Path("anna/2.jpg"),
}


def test_copies_move_with_their_original_and_it_is_said() -> None:
    event = fold_copies(EVENT, ORIGINALS)
    assert {one.name: [str(p.path) for p in one.photos] for one in event.galleries} == {
        "anna": ["anna/1.jpg", "anna/2.jpg"],
        "ben": ["ben/3.jpg"],
    }
    first = event.galleries[0].photos[0]
    assert first.companions == (RAW, Companion(Path("ben/1.jpg"), "ben/1.jpg", "copy", 0.0))
    assert event.galleries[0].notes == (
        "1 picture of it also in ben, as a copy: counted here",
        "1 picture of it also in chat, as a copy: counted here",
    )
    assert event.galleries[1].notes[1] == "1 picture of anna here too, as a copy: counted there"


def test_what_a_gallery_of_copies_was_named_in_is_gone_with_it() -> None:
    event = fold_copies(EVENT, ORIGINALS)
    assert event.anchor is None
    assert event.doubts == (Doubt("anna", "ben", "y"),)


def test_without_copies_nothing_changes() -> None:
    assert fold_copies(EVENT, {}) is EVENT
    assert fold_like(EVENT, EVENT) == EVENT


def test_what_was_found_is_folded_again_as_far_as_it_is_there() -> None:
    before = fold_copies(EVENT, ORIGINALS)
    assert fold_like(EVENT, before) == before
    without_chat = replace(EVENT, galleries=EVENT.galleries[:2], anchor=None, doubts=())
    again = fold_like(without_chat, before)
    assert [len(one.photos) for one in again.galleries] == [2, 1]
    assert again.galleries[0].photos[1].companions == ()
