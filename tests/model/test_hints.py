from itertools import count
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coincide.model import Event, Gallery, Photo
from coincide.model.hints import (
    Answer,
    AnswerKind,
    ClipHint,
    Hint,
    Hints,
    Lock,
    Moment,
    NoJump,
    Pin,
    Rejection,
    SetRight,
    in_words,
    rows_of,
)
from coincide.model.knowntimes import KnownClock, KnownTime

MOMENTS: tuple[Moment, ...] = get_args(Moment)
keys = st.sampled_from("abcdef")
pairs = st.tuples(keys, keys).filter(lambda pair: pair[0] != pair[1])
galleries = st.sampled_from(["ann", "bob", "cyd"])
offsets = st.integers(-9999, 9999).map(float)
some_hint = st.one_of(
    st.builds(lambda pair, moment: Answer(*pair, moment), pairs, st.sampled_from(MOMENTS)),
    pairs.map(lambda pair: Rejection(*pair)),
    st.builds(Pin, galleries, offsets),
    st.builds(Lock, galleries, offsets),
    st.builds(NoJump, galleries),
    st.builds(SetRight, galleries, keys),
    st.builds(KnownTime, keys, offsets, st.just(60.0)),
    st.builds(KnownClock, galleries, st.just(60.0), ahead_s=offsets),
)


def make_event(**contents: str) -> Event:
    """Return galleries of photos whose keys are the letters given."""
    numbers = count()
    return Event(
        "party",
        tuple(
            Gallery(
                name,
                tuple(Photo(Path(f"{name}/{next(numbers)}.jpg"), key, 0.0, 0.0) for key in held),
            )
            for name, held in contents.items()
        ),
    )


def all_of(*hints: Hint) -> Hints:
    known = Hints.empty
    for hint in hints:
        known = known.adding(hint)
    return known


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (Answer("a", "b", "same"), Answer("b", "a", "different")),
        (Answer("a", "b", "same"), Rejection("b", "a")),
        (Rejection("a", "b"), Answer("a", "b", "same")),
        (Pin("ann", 1.0), Pin("ann", 2.0)),
        (Pin("ann", 1.0), Lock("ann", 2.0)),
        (Lock("ann", 1.0), Pin("ann", 1.0)),
        (NoJump("ann"), SetRight("ann", "b")),
        (SetRight("ann", "b"), SetRight("ann", "c")),
    ],
)
def test_the_newer_word_on_one_thing_replaces_the_older(older: Hint, newer: Hint) -> None:
    assert list(all_of(older, newer)) == [newer]


def test_different_things_stand_beside_each_other() -> None:
    said = [
        Answer("a", "b", "same"),
        Answer("a", "c", "different"),
        Pin("ann", 1.0),
        Rejection("b", "c"),
        Lock("bob", 2.0),
    ]
    known = all_of(*reversed(said))
    assert set(known) == set(said)
    assert known.pins == (Pin("ann", 1.0),)
    assert known.locks == (Lock("bob", 2.0),)
    assert known.rejected == (Rejection("b", "c"),)
    assert set(known.answers) == set(said[:2])


@given(st.lists(some_hint, max_size=20))
def test_one_hint_for_each_thing_and_the_last_word_stays(said: list[Hint]) -> None:
    known = all_of(*said)
    last_words = {hint.subject: hint for hint in said}
    assert {hint.subject: hint for hint in known} == last_words
    assert len(known) == len(last_words)


@given(st.lists(some_hint, max_size=10), some_hint)
def test_adding_twice_is_adding_once_and_removing_takes_it_back(
    said: list[Hint], hint: Hint
) -> None:
    once = all_of(*said, hint)
    assert once.adding(hint) is once
    assert set(once.removing(hint)) == {other for other in once if other != hint}


def test_hints_become_rows_of_the_table() -> None:
    event = make_event(ann="ab", bob="cd", cyd="e")
    hints = all_of(
        Answer("c", "a", "same"),
        Answer("b", "e", "different"),
        Answer("d", "a", "about"),
        Answer("b", "c", "unclear"),
        Answer("e", "a", "before", named=True),
        Rejection("d", "e"),
        Pin("cyd", -60.0),
        Lock("ann", 5.0),
    )
    rows = rows_of(hints, event)
    assert rows.pairs("same").tolist() == [[0, 2]]
    assert rows.pairs("about").tolist() == [[0, 3]]
    assert rows.pairs("unclear").tolist() == [[1, 2]]
    # the smaller row is first, so the order is the other one
    assert rows.answers[AnswerKind("after", named=True)].tolist() == [[0, 4]]
    # who cannot tell has said nothing of when they were taken
    assert rows.answered.tolist() == [[0, 2], [1, 4], [0, 3], [0, 4]]
    assert rows.n_said == 7
    assert rows.pairs("different").tolist() == [[1, 4]]
    assert rows.rejected.tolist() == [[3, 4]]
    assert rows.pinned == ((2, -60.0), (0, 5.0))
    assert rows.missing == ()


def test_no_hints_are_empty_columns() -> None:
    rows = rows_of(Hints.empty, make_event(ann="a", bob="b"))
    assert not rows.answers
    for pairs_of_rows in (rows.pairs(*MOMENTS), rows.answered, rows.rejected):
        assert pairs_of_rows.shape == (0, 2)
        assert pairs_of_rows.dtype.kind == "i"
    assert rows.pinned == ()


def test_copies_of_one_file_all_stand_for_it() -> None:
    event = make_event(ann="aa", bob="ba", cyd="b")
    rows = rows_of(all_of(Answer("a", "b", "same")), event)
    # row 3 is a copy of a beside b in one gallery: that pair says nothing
    assert sorted(map(tuple, rows.pairs("same").tolist())) == [
        (0, 2),
        (0, 4),
        (1, 2),
        (1, 4),
        (3, 4),
    ]
    assert rows.missing == ()


@pytest.mark.parametrize(
    "hint",
    [
        Answer("a", "gone", "same"),
        Rejection("gone", "c"),
        Pin("dan", 1.0),
        Lock("dan", 1.0),
        Answer("a", "b", "same"),
        SetRight("ann", "gone"),
        SetRight("ann", "c"),  # a photo of bob
        SetRight("ann", "a"),  # its first: then it was right all along
        SetRight("dan", "b"),
    ],
)
def test_what_the_event_does_not_hold_is_set_apart(hint: Hint) -> None:
    rows = rows_of(all_of(hint, Answer("b", "c", "same")), make_event(ann="ab", bob="c"))
    assert rows.missing == (hint,)
    assert rows.pairs("same").tolist() == [[1, 2]]
    assert rows.rejected.size == 0
    assert rows.pinned == ()


def test_a_clock_is_set_right_before_a_photo_of_its_gallery() -> None:
    said = all_of(SetRight("bob", "e"), Pin("ann", 1.0), NoJump("cyd"))
    rows = rows_of(said, make_event(ann="ab", bob="cde", cyd="f"))
    assert rows.set_right == ((1, 2),)
    assert rows.told == {0, 1, 2}
    assert rows.missing == ()
    assert in_words(SetRight("bob", "e"), {"e": "bob/5.jpg"}) == (
        "corrected: the clock of bob, before bob/5.jpg"
    )


@pytest.mark.parametrize(
    ("lag_s", "words"),
    [
        (2.5, "same sound: b.mp4 began 2.50 s after a.mp4"),
        (-2.5, "same sound: a.mp4 began 2.50 s after b.mp4"),
        (None, "not the same sound: a.mp4 and b.mp4"),
    ],
)
def test_clips_are_named_in_the_order_they_began(lag_s: float | None, words: str) -> None:
    hint = ClipHint("a", "b", lag_s)
    assert in_words(hint, {"a": "a.mp4", "b": "b.mp4"}) == words


def test_times_and_clocks_are_told_by_rows_and_galleries() -> None:
    event = make_event(ann="abc", bob="dea")
    taken, gone = KnownTime("a", 12.0, 60.0), KnownTime("z", 12.0, 60.0)
    clock, nobodys = KnownClock("bob", 60.0, ahead_s=5.0), KnownClock("eve", 60.0, ahead_s=5.0)
    rows = rows_of(Hints(times=(taken, gone), clocks=(clock, nobodys)), event)
    assert rows.times == ((0, taken), (5, taken))  # copies of one file all stand for it
    assert rows.clocks == ((1, clock),)
    assert set(rows.missing) == {gone, nobodys}
    assert rows.n_said == 3
    assert in_words(taken, {"a": "a.jpg"}).startswith("known time: a.jpg was taken at 1970")
    assert in_words(gone, {}).startswith("known time: photo z was")
    zone = KnownClock("bob", 180.0, zone_s=-18_000, zone="America/New_York")
    told = "known clock: that of bob showed the time of America/New_York, give or take 3 min 00 s"
    assert in_words(zone, {}) == told
