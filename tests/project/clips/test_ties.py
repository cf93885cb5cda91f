"""Ties of clips beside a result: which lag is told, what speaks against it, a person's word."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from coincide.model import Clip, Estimate, Event, Gallery, Offsets, Photo, Placement
from coincide.model.hints import ClipHint, Hints, in_words, rows_of
from coincide.project.clips.evidence import heard_ties
from coincide.project.clips.ties import as_told, heard_pairs
from coincide.sound.model import Lag, Overheard

NOON_S = datetime(2025, 8, 23, 12, tzinfo=UTC).timestamp()


def clip(name: str, at_s: float) -> Photo:
    """A clip of ten seconds that began so long after noon by its camera."""
    began_s = NOON_S + at_s
    return Photo(Path(f"/e/{name}"), name, began_s, began_s, clip=Clip(10.0, sound=True))


def lag(lag_s: float, weight: float = 5.0, *reasons: str) -> Lag:
    return Lag(lag_s, 0.03, weight, 9.0, 0.5, 0.0, 0.0, 6.0, reasons)


EVENT = Event(
    "e", (Gallery("ann", (clip("a", 0.0), clip("c", 90.0))), Gallery("bob", (clip("b", 4.0),)))
)


def offsets(of_bob_s: float | None) -> Offsets:
    found = None if of_bob_s is None else Estimate(of_bob_s, of_bob_s - 1, of_bob_s + 1, 0.999)
    ann = Placement("ann", Estimate(0.0, 0.0, 0.0, 1.0))
    return Offsets("ann", "joint", (ann, Placement("bob", found)))


def test_a_tie_supports_a_result_that_has_its_clips_so() -> None:
    (pair,) = heard_pairs(EVENT, offsets(0.2), [Overheard("a", "b", (lag(4.3),))], [])
    assert (pair.photo_a, pair.photo_b, pair.lag_s) == (0, 2, 4.3)
    assert pair.apart_s == pytest.approx(4.2)
    assert pair.sure
    assert pair.supports
    assert not pair.contradicts


def test_a_sure_tie_that_the_result_denies_is_a_contradiction_and_an_unsure_one_is_none() -> None:
    sure, unsure = Overheard("a", "b", (lag(4.3),)), Overheard("a", "b", (lag(4.3, 5.0, "music"),))
    (pair,) = heard_pairs(EVENT, offsets(7.0), [sure], [])
    assert pair.contradicts
    assert pair.off_s == pytest.approx(6.7)
    (pair,) = heard_pairs(EVENT, offsets(7.0), [unsure], [])
    assert not pair.contradicts
    assert not pair.supports
    (pair,) = heard_pairs(EVENT, offsets(None), [sure], [])
    assert pair.apart_s is None
    assert not pair.contradicts


def test_of_lags_that_are_not_sure_the_one_of_the_result_is_told() -> None:
    tie = Overheard("a", "b", (lag(-7.0, 3.0, "music"), lag(4.3, 1.0, "music")))
    (pair,) = heard_pairs(EVENT, offsets(0.0), [tie], [])
    assert pair.lag_s == 4.3
    (pair,) = heard_pairs(EVENT, offsets(100.0), [tie], [])
    assert pair.lag_s == -7.0


def test_what_a_person_heard_is_the_only_lag_and_surer_than_sound() -> None:
    tie = Overheard("a", "b", (lag(4.3), lag(-2.0)))
    told = as_told([tie], [ClipHint("b", "a", -4.31)])
    (heard,) = heard_ties(EVENT, told)
    assert heard.told
    assert heard.sure
    assert (heard.photo_a, heard.photo_b) == (2, 0)
    assert [one.apart_s for one in heard.lags] == [-4.31]
    (pair,) = heard_pairs(EVENT, offsets(0.0), [tie], [ClipHint("b", "a", -4.31)])
    assert (pair.lag_s, pair.answer, pair.sure) == (4.31, "heard", True)


def test_a_rejected_tie_is_left_out_and_still_told() -> None:
    ties = [Overheard("a", "b", (lag(4.3),)), Overheard("c", "b", (lag(1.0),))]
    told = as_told(ties, [ClipHint("a", "b")])
    assert [(one.first, one.second) for one in told] == [("c", "b")]
    pair = heard_pairs(EVENT, offsets(7.0), ties, [ClipHint("a", "b")])[0]
    assert pair.answer == "not-heard"
    assert not pair.sure
    assert not pair.contradicts


def test_a_tie_by_hand_needs_no_sound() -> None:
    hint = ClipHint("c", "b", 2.5)
    (tie,) = heard_ties(EVENT, as_told([], [hint]))
    assert tie.told
    assert tie.lags[0].apart_s == 2.5
    (pair,) = heard_pairs(EVENT, offsets(0.0), [], [hint])
    assert (pair.photo_a, pair.photo_b, pair.answer) == (1, 2, "heard")


def test_what_is_said_of_sounds_stands_beside_what_is_said_of_looks() -> None:
    hints = Hints.empty.adding(ClipHint("a", "b", 4.3)).adding(ClipHint("b", "a"))
    assert hints.heard == (ClipHint("b", "a"),)
    rows = rows_of(hints.adding(ClipHint("a", "gone", 1.0)).adding(ClipHint("a", "c", 1.0)), EVENT)
    assert rows.heard == (ClipHint("b", "a"),)
    assert set(rows.missing) == {ClipHint("a", "gone", 1.0), ClipHint("a", "c", 1.0)}
    names = {"a": "Ann", "b": "Bob"}
    assert in_words(ClipHint("a", "b", -4.3), names) == "same sound: Ann began 4.30 s after Bob"
    assert in_words(ClipHint("a", "b"), names) == "not the same sound: Ann and Bob"
