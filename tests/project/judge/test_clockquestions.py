"""Who is asked about a clock: whoever is not certain, where an answer would be heard."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coincide.model import (
    Contradicted,
    Device,
    Dispute,
    Estimate,
    Event,
    Explanation,
    Finding,
    FindingKind,
    Offsets,
    Placement,
    Question,
)
from coincide.model.hints import AnswerKind, RowHints
from coincide.model.knowntimes import KnownTime
from coincide.project.judge.clockquestions import (
    Waiting,
    asked_in_order,
    asked_of_clock,
    mended_by_whose,
    open_galleries,
    photo_asked_about,
    waiting,
    with_answers_counted,
    worth_asking,
)
from tests.scenes import make_event, seen_by


def offsets(*placements: Placement) -> Offsets:
    return Offsets("ann", "joint", placements)


def event_of(found: Offsets, **n_photos: int) -> Event:
    """Return an event of these galleries, of three photos each unless it is said otherwise."""
    rng = np.random.default_rng(1)
    names = [one.gallery for one in found.placements]
    return make_event(
        {name: seen_by(rng, np.arange(n_photos.get(name, 3)) * 60.0) for name in names}
    )


def placed(gallery: str, probability: float | None) -> Placement:
    return Placement(gallery, Estimate(5.0, 4.0, 6.0, probability))


def test_who_is_asked_about_already_is_not_asked_about_again() -> None:
    found = offsets(
        placed("ann", 1.0),
        placed("bob", 0.8),
        Placement("cyd", None),
        placed("dan", 0.995),
        placed("eve", 0.6),
    )
    event = event_of(found)
    assert open_galleries(event, found, None) == ("cyd", "eve", "bob")
    why = Explanation(questions=(Question("eve", 0, 1, 0.3),))
    assert open_galleries(event, found, why) == ("cyd", "bob")


def test_of_as_many_photos_the_least_sure_are_asked_about_first() -> None:
    thin, phone = Finding(FindingKind.THIN), Finding(FindingKind.ASSUMED, text="a phone")
    denied = Contradicted(0.0, -5.0, 5.0, 9)
    found = offsets(
        placed("ann", 1.0),
        placed("bob", 0.999).doubted(thin),  # as if 0.98
        placed("cyd", 0.985),
        replace(placed("dan", 1.0), contradicted=denied),  # as if 0.5
        placed("eve", 0.6).with_findings(thin, phone),
        placed("fay", 0.7).with_findings(Finding(FindingKind.MEASURED)),  # certain
        replace(placed("gil", 1.0), contradicted=replace(denied, confirmed=True)),
        placed("hal", 0.4),
    )
    assert open_galleries(event_of(found), found, None) == ("hal", "dan", "eve", "bob", "cyd")


def test_the_clock_is_asked_about_first_whose_answer_mends_most_photos() -> None:
    two, ended = FindingKind.TWO_DEVICES, Finding(FindingKind.MAYBE_SET_RIGHT, count=18)
    found = offsets(
        placed("ann", 1.0),
        placed("unsure", 0.6),  # 8: of every fourth such camera somebody remembers enough
        placed("two", 0.9).with_findings(Finding(two)),  # 10, if they are of one device
        placed("ended", 0.995).with_findings(ended),  # 2 of 20
        Placement("unplaced", None),
    )
    event = event_of(found, unsure=30, two=10, ended=20)
    assert open_galleries(event, found, None) == ("two", "unsure", "ended", "unplaced")


def test_who_is_certain_but_for_the_last_photos_is_asked_about() -> None:
    ended = placed("bob", 0.995).with_findings(Finding(FindingKind.MAYBE_SET_RIGHT, count=2))
    found = offsets(placed("ann", 1.0), ended)
    assert open_galleries(event_of(found), found, None) == ("bob",)


def test_a_method_that_states_no_probability_asks_about_no_clock() -> None:
    found = offsets(placed("ann", None), placed("bob", None), Placement("cyd", None))
    assert open_galleries(event_of(found), found, None) == ()


def test_nobody_is_asked_about_a_picture_of_a_screen() -> None:
    rng, at_s = np.random.default_rng(1), np.arange(3) * 60.0
    event = make_event({name: seen_by(rng, at_s) for name in ("ann", "bob")})
    ann = event.galleries[0]
    screen = replace(ann.photos[1], path=Path("/party/ann/Screenshot_20240504-140000.png"))
    photos = (ann.photos[0], screen, *ann.photos[2:])
    event = replace(event, galleries=(replace(ann, photos=photos), event.galleries[1]))
    first = len(photos)
    asked = [Question("ann", row, first, 0.3) for row in range(2)]
    asked += [Question("bob", first, 1, 0.3), Question("bob", first + 1, 0, 0.3)]
    assert worth_asking(event, asked) == (asked[0], asked[3])


def test_of_a_camera_it_is_asked_when_a_photo_was_taken_and_of_a_phone_whether_it_was_right() -> (
    None
):
    rng, at_s = np.random.default_rng(1), np.arange(3) * 60.0
    camera = make_event({"bob": seen_by(rng, at_s)})
    phone = make_event({"bob": replace(seen_by(rng, at_s), device=Device("Apple", "iPhone 12"))})
    assert asked_of_clock(camera, placed("bob", 0.7)) == "time"
    assert asked_of_clock(phone, placed("bob", 0.7)) == "phone"
    wrong = replace(placed("bob", 0.7), right=0.1)  # then its owner may know when a photo was taken
    assert asked_of_clock(phone, wrong) == "time"


def test_what_mends_most_photos_is_asked_first() -> None:
    found = offsets(placed("ann", 1.0), placed("bob", 0.7))
    event = event_of(found)  # of bob's three photos 0.75, if somebody remembers
    little, much = (Question("ann", 0, 3, 0.5, mends) for mends in (1.0, 9.0))
    dispute = Dispute("ann", "bob", 60.0, (40, 3), (0.1, 0.9))  # 0.1 × 40 + 0.9 × 3: 6.7
    assert asked_in_order(event, found, None) == ("clock",)
    why = Explanation(questions=(little,))
    assert asked_in_order(event, found, why) == ("photos", "clock")
    why = replace(why, disputes=(dispute,))
    assert asked_in_order(event, found, why) == ("whose", "photos", "clock")
    why = replace(why, questions=(much, little))
    assert asked_in_order(event, found, why) == ("photos", "whose", "clock")


def test_after_cannot_tell_another_kind_of_question_comes_first() -> None:
    found = offsets(placed("ann", 1.0), placed("bob", 0.7), placed("cyd", 0.7))
    event = event_of(found)
    unclear, other = Question("bob", 3, 0, 0.5, 9.0, unclear=1), Question("cyd", 43, 0, 0.1, 0.5)
    assert asked_in_order(event, found, Explanation(questions=(unclear,))) == ("clock", "photos")
    why = Explanation(questions=(other, unclear))  # of cyd nobody was asked yet
    assert asked_in_order(event, found, why) == ("photos",)
    dispute = Dispute("ann", "bob", 60.0, (40, 3), (0.1, 0.9))
    why = Explanation(questions=(unclear,), disputes=(dispute,))
    assert asked_in_order(event, found, why) == ("whose", "clock", "photos")


def test_nothing_is_asked_where_nothing_is_open() -> None:
    found = offsets(placed("ann", 1.0), placed("bob", 0.999))
    assert asked_in_order(event_of(found), found, Explanation()) == ()
    assert waiting(event_of(found), found, Explanation()) == Waiting(0, 0)


def test_photos_wait_that_are_not_certain_and_those_that_another_clock_would_move() -> None:
    found = offsets(placed("ann", 1.0), placed("bob", 0.7), placed("cyd", 0.6), placed("dan", 1.0))
    event = event_of(found, ann=7, bob=40, cyd=5, dan=60)
    assert waiting(event, found, None) == Waiting(2, 45)
    twice = tuple(Question("bob", row, 0, 0.5, 9.0) for row in (7, 9))
    assert waiting(event, found, Explanation(questions=twice)) == Waiting(2, 45)
    dispute = Dispute("ann", "dan", 60.0, (60, 7), (0.1, 0.9))
    why = Explanation(questions=twice, disputes=(dispute,))
    assert waiting(event, found, why) == Waiting(3, 105)
    more = replace(why, disputes=(dispute, replace(dispute, moves=(90, 7))))
    assert waiting(event, found, more) == Waiting(3, 112)  # there are no more


def test_one_answer_settles_all_disputes() -> None:
    first = Dispute("ann", "bob", 60.0, (40, 3), (0.2, 0.5))
    second = Dispute("ann", "cyd", 3600.0, (40, 10), (0.2, 0.3))
    assert mended_by_whose((first, second)) == pytest.approx(0.2 * 40 + 0.5 * 3 + 0.3 * 10)


def test_pairs_that_do_not_suffice_are_counted() -> None:
    rng, at_s = np.random.default_rng(1), np.arange(3) * 60.0
    event = make_event({name: seen_by(rng, at_s) for name in ("ann", "bob", "cyd")})
    starts = event.table.starts.tolist()
    same = np.array([[starts[1], starts[0]], [starts[1] + 1, starts[2]]])
    found = offsets(placed("ann", 1.0), Placement("bob", None), placed("cyd", 0.7))
    hints = RowHints({AnswerKind("same"): same})
    told = with_answers_counted(found, event, hints)
    assert [one.findings for one in told.placements] == [
        (),
        (Finding(FindingKind.PAIRS_COUNTED, count=2),),
        (Finding(FindingKind.PAIRS_COUNTED, count=1),),
    ]
    # that makes nothing surer or less sure, and is told beside what else was found
    assert [one.verdict.state for one in told.placements] == ["certain", "unplaced", "likely"]
    thin = Finding(FindingKind.THIN)
    doubted = offsets(*(one.with_findings(thin) for one in found.placements))
    counted = with_answers_counted(doubted, event, hints)["cyd"]
    assert counted.findings == (thin, Finding(FindingKind.PAIRS_COUNTED, count=1))
    sure = offsets(placed("ann", 1.0), placed("bob", 0.995), placed("cyd", 0.995))
    assert with_answers_counted(sure, event, hints) == sure


def test_a_photo_is_dated_once_and_a_third_time_is_not_asked_for() -> None:
    found = offsets(placed("ann", 1.0), placed("bob", 0.7))
    event = event_of(found, bob=5)
    start = int(event.table.starts[1])

    def after(*photos: int) -> Offsets:
        times = tuple((start + photo, KnownTime("", 0.0, 60.0)) for photo in photos)
        return with_answers_counted(found, event, RowHints(times=times))

    assert photo_asked_about(event, found["bob"]) == 0
    for dated, asked in ((0, 4), (1, 4), (3, 0), (4, 0)):
        bob = after(dated)["bob"]
        assert bob.findings == (Finding(FindingKind.TIMES_COUNTED, count=1, photo=asked),)
        assert photo_asked_about(event, bob) == asked
        assert open_galleries(event, after(dated), None) == ("bob",)
    assert open_galleries(event, after(0, 4), None) == ()


def test_of_a_single_photo_the_time_is_asked_once() -> None:
    found = offsets(placed("ann", 1.0), placed("bob", 0.7))
    event = event_of(found, bob=1)
    times = ((int(event.table.starts[1]), KnownTime("", 0.0, 60.0)),)
    assert open_galleries(event, found, None) == ("bob",)
    assert (
        open_galleries(event, with_answers_counted(found, event, RowHints(times=times)), None) == ()
    )
