"""Whose time an event is told in: by what clocks are and show, whatever folders are called."""

from dataclasses import replace

import pytest

from coincide.model import Estimate, Event, Gallery, Offsets, Photo, Placement
from coincide.model.times import DAY_S, HOUR_S, from_clock
from coincide.project.reference import (
    Reference,
    agreed_reference,
    choose_reference,
    equal_references,
)
from tests.solver.clocks.galleries import CAMERA, PHONE, gallery, shots, untagged

NO_WITNESS = "no clock here is known to set itself, so nothing tells which is right"
NOON_2006_S = from_clock(2006, 1, 1, 12, 0, 0)


def moved(one: Gallery, by_s: float) -> Gallery:
    """Return a gallery whose clock shows so much more."""

    def later(photo: Photo) -> Photo:
        shown_s = photo.camera_time_s + by_s
        return replace(photo, camera_time_s=shown_s, recorded_time_s=shown_s)

    return replace(one, photos=tuple(map(later, one.photos)))


def larger(name: str, n_photos: int) -> Gallery:
    first = untagged(name, device=CAMERA).photos[0].camera_time_s
    return gallery([(first + n, None) for n in range(n_photos)], name=name, device=CAMERA)


def event(*galleries: Gallery) -> Event:
    return Event("e", tuple(sorted(galleries, key=lambda one: one.name)))


def test_what_is_known_of_a_clock_counts_before_anything_else() -> None:
    camera, phone = larger("a", 9), untagged("b", device=PHONE)
    by_gps = gallery(shots(-7200.0, [0.0, 1.0, 0.5, 1.5, 0.3, 0.7]), name="c", device=CAMERA)
    trusted = untagged("d", device=CAMERA, trusted=True)
    kinds = [
        (choose_reference(event(*some)).gallery, choose_reference(event(*some)).kind)
        for some in ((camera, phone, by_gps, trusted), (camera, phone, by_gps), (camera, phone))
    ]
    assert kinds == [("d", "trusted"), ("c", "gps"), ("b", "phone")]
    assert choose_reference(event(camera, phone), "a") == Reference("a", "named", "as you said")


def test_a_clock_that_was_reset_is_nobodys_reference() -> None:
    reset = gallery([(NOON_2006_S + n, None) for n in range(20)], name="a", device=CAMERA)
    other = untagged("b", device=CAMERA)
    chosen = choose_reference(event(reset, other))
    assert (chosen.gallery, chosen.kind) == ("b", "camera")
    assert "a's dates cannot be: 2006-01-01 is before the NIKON D80 was sold" in chosen.reason
    sold_then = replace(CAMERA, model="COOLPIX", serial="of a")
    reset = gallery([(NOON_2006_S + n, None) for n in range(20)], name="a", device=sold_then)
    chosen = choose_reference(event(reset, other))
    assert (chosen.gallery, chosen.kind) == ("b", "camera")
    assert "a begins on 2006-01-01, as a clock does that was reset" in chosen.reason


@pytest.mark.parametrize("by_s", [-60 * 365 * DAY_S, 40 * 365 * DAY_S])
def test_nor_is_one_whose_dates_cannot_be(by_s: float) -> None:
    assert choose_reference(event(moved(larger("a", 9), by_s), larger("b", 3))).gallery == "b"


def test_a_phone_on_another_day_gives_way_to_phones_that_agree() -> None:
    alone = moved(gallery([(0.0, None)], name="a"), untagged("x").photos[0].camera_time_s)
    alone = moved(alone, 30 * DAY_S)
    assert choose_reference(event(alone, untagged("b"), untagged("c"))).gallery in {"b", "c"}


def test_names_decide_nothing() -> None:
    some, more = larger("a", 5), larger("b", 7)
    swapped = replace(some, name="b"), replace(more, name="a")
    assert choose_reference(event(some, more)).gallery == "b"
    assert choose_reference(event(*swapped)).gallery == "a"


def found(**offsets_s: float | None) -> Offsets:
    placements = tuple(
        Placement(name, None if at_s is None else Estimate(at_s, at_s, at_s, 0.995))
        for name, at_s in offsets_s.items()
    )
    return Offsets("a", "joint", placements)


def test_clocks_that_agree_tell_where_nothing_else_does() -> None:
    three = event(larger("a", 9), larger("b", 5), larger("c", 7))
    first = choose_reference(three)
    assert (first.gallery, first.kind) == ("a", "camera")
    agreed = agreed_reference(three, found(a=0.0, b=HOUR_S, c=HOUR_S + 30.0), first)
    assert agreed == Reference("c", "agreement", f"{NO_WITNESS}; this one agrees with b's")
    kept = agreed_reference(three, found(a=0.0, b=HOUR_S, c=10.0), first)
    assert kept == Reference("a", "agreement", f"{NO_WITNESS}; this one agrees with c's")
    assert agreed_reference(three, found(a=0.0, b=HOUR_S, c=-HOUR_S), first) is first
    assert agreed_reference(three, found(a=0.0, b=None, c=None), first) is first


def test_a_group_that_is_wrong_alike_outvotes_no_phone() -> None:
    three = event(untagged("a", device=PHONE), larger("b", 5), larger("c", 7))
    first = choose_reference(three)
    assert agreed_reference(three, found(a=0.0, b=HOUR_S, c=HOUR_S), first) is first


def test_what_a_person_pinned_is_no_reference_while_there_are_others() -> None:
    pair = event(larger("a", 9), larger("b", 3))
    assert choose_reference(pair).gallery == "a"
    assert choose_reference(pair, pinned=["a"]).gallery == "b"
    assert choose_reference(pair, pinned=["a", "b"]).gallery == "a"


def test_of_phones_that_disagree_the_one_that_most_agree_with_is_believed() -> None:
    four = event(untagged("a"), untagged("b"), larger("c", 5), larger("d", 7))
    first = Reference("a", "phone", "why")
    at_b = found(a=0.0, b=HOUR_S, c=HOUR_S + 20.0, d=HOUR_S - 30.0)
    agreed = agreed_reference(four, at_b, first)
    assert (agreed.gallery, agreed.kind) == ("b", "phone")
    assert agreed.reason.endswith("and agrees with c and d's")
    # two cameras that are wrong alike are no reason to leave a phone that a third agrees with
    at_a = found(a=0.0, b=None, c=HOUR_S, d=5.0)
    assert agreed_reference(four, at_a, first).gallery == "a"


def test_phones_that_are_believed_alike_may_stand_in_for_each_other() -> None:
    four = event(untagged("a"), untagged("b"), untagged("c"), larger("d", 7))
    first = Reference("a", "phone", "why")
    others = equal_references(four, found(a=0.0, b=20.0, c=HOUR_S, d=0.0), first)
    assert [one.gallery for one in others] == ["b"]
    assert (
        equal_references(four, found(a=0.0, b=20.0, c=HOUR_S, d=0.0), replace(first, kind="gps"))
        == ()
    )


def test_cameras_that_agree_may_stand_in_for_each_other_the_one_of_most_photos_first() -> None:
    four = event(larger("a", 4), larger("b", 5), larger("c", 7), larger("d", 9))
    agreed = Reference("a", "agreement", "why")
    others = equal_references(four, found(a=0.0, b=20.0, c=-30.0, d=HOUR_S), agreed)
    assert [one.gallery for one in others] == ["c", "b"]
    reason = f"{NO_WITNESS}; this one agrees with a and b's"
    assert others[0] == Reference("c", "agreement", reason)
