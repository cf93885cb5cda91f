"""Whose time an event is told in: by what clocks are and show, whatever folders are called."""

from dataclasses import replace

import pytest

from coincide.model import (
    Estimate,
    Event,
    Finding,
    FindingKind,
    Gallery,
    Offsets,
    Photo,
    Placement,
)
from coincide.model.findings import PINNED
from coincide.model.times import DAY_S, HOUR_S, from_clock
from coincide.project.judge.reference import Reference, choose_reference, likelier_references
from coincide.project.judge.truetime import event_time
from coincide.solver.clocks import clock_beliefs
from tests.solver.clocks.galleries import CAMERA, PHONE, gallery, shots, untagged

NO_WITNESS = "no clock here is known to set itself, so it is unknown which is right"
NOON_2006_S = from_clock(2006, 1, 1, 12, 0, 0)


def moved(one: Gallery, by_s: float) -> Gallery:
    """Return a gallery whose clock shows so much more."""

    def later(photo: Photo) -> Photo:
        shown_s = photo.camera_time_s + by_s
        return replace(photo, camera_time_s=shown_s, recorded_time_s=shown_s)

    return replace(one, photos=tuple(map(later, one.photos)))


def larger(name: str, n_photos: int) -> Gallery:
    first = untagged(name, device=CAMERA).photos[0].camera_time_s
    device = replace(CAMERA, serial=f"of {name}")
    return gallery([(first + n, None) for n in range(n_photos)], name=name, device=device)


def event(*galleries: Gallery) -> Event:
    return Event("e", tuple(sorted(galleries, key=lambda one: one.name)))


def test_what_is_known_of_a_clock_counts_before_anything_else() -> None:
    camera, phone = larger("a", 9), untagged("b", device=PHONE)
    by_gps = gallery(shots(-7200.0, [0.0, 1.0, 0.5, 1.5, 0.3, 0.7]), name="c", device=CAMERA)
    trusted = untagged("d", device=CAMERA, trusted=True)
    chosen = [
        choose_reference(event(*some))
        for some in ((camera, phone, by_gps, trusted), (camera, phone, by_gps), (camera, phone))
    ]
    assert [(one.gallery, one.is_final) for one in chosen] == [
        ("d", True),
        ("c", False),
        ("b", False),
    ]
    assert choose_reference(event(camera, phone), "a") == Reference("a", "as you said", True)


def test_a_clock_that_was_reset_is_nobodys_reference() -> None:
    reset = gallery([(NOON_2006_S + n, None) for n in range(20)], name="a", device=CAMERA)
    other = untagged("b", device=CAMERA)
    chosen = choose_reference(event(reset, other))
    assert (chosen.gallery, chosen.is_final) == ("b", False)
    assert (
        "the dates of a are impossible: 2006-01-01 is before the NIKON D80 was sold"
        in chosen.reason
    )
    sold_then = replace(CAMERA, model="COOLPIX", serial="of a")
    reset = gallery([(NOON_2006_S + n, None) for n in range(20)], name="a", device=sold_then)
    chosen = choose_reference(event(reset, other))
    assert (chosen.gallery, chosen.is_final) == ("b", False)
    assert "a begins on 2006-01-01, like a clock that was reset" in chosen.reason


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


def likelier(some: Event, offsets: Offsets, first: Reference | None = None) -> list[Reference]:
    beliefs = {belief.gallery: belief for belief in clock_beliefs(some)}
    time = event_time(some, offsets, beliefs)
    return [*likelier_references(some, offsets, first or choose_reference(some), beliefs, time)]


def test_clocks_that_agree_tell_where_nothing_else_does() -> None:
    three = event(larger("a", 9), larger("b", 5), larger("c", 7))
    first = choose_reference(three)
    assert (first.gallery, first.is_final) == ("a", False)
    agreed = likelier(three, found(a=0.0, b=HOUR_S, c=HOUR_S + 30.0))
    assert agreed[0] == Reference("c", f"{NO_WITNESS}; it agrees with b")
    assert [one.gallery for one in agreed] == ["c", "b"]
    # who agrees with the reference may stand in for it, the one of most photos first
    kept = likelier(three, found(a=0.0, b=HOUR_S, c=10.0))
    assert [one.gallery for one in kept] == ["a", "c"]
    assert kept[0] == Reference("a", f"{NO_WITNESS}; it agrees with c")
    assert likelier(three, found(a=0.0, b=HOUR_S, c=-HOUR_S))[0] == first
    assert likelier(three, found(a=0.0, b=None, c=None)) == [first]


def test_what_a_person_pinned_does_not_become_the_reference() -> None:
    three = event(larger("a", 3), larger("b", 9), larger("c", 7))
    offsets = found(a=0.0, b=HOUR_S, c=HOUR_S)
    pinned = replace(offsets.placements[1], estimate=Estimate(HOUR_S, HOUR_S, HOUR_S, 1.0, PINNED))
    offsets = replace(offsets, placements=(offsets.placements[0], pinned, offsets.placements[2]))
    assert "b" not in [one.gallery for one in likelier(three, offsets, Reference("a", "why"))]


def test_only_a_few_of_many_that_agree_are_named() -> None:
    six = event(*(larger(name, 5) for name in "abcdef"))
    best = likelier(six, found(a=0.0, b=1.0, c=2.0, d=3.0, e=4.0, f=5.0), Reference("a", "why"))[0]
    assert best == Reference("a", "why; it agrees with b and c and d and 2 more")


def test_who_is_as_likely_to_be_right_at_another_time_does_not_agree() -> None:
    pair = event(larger("a", 9), larger("b", 7))
    alike = likelier(pair, found(a=0.0, b=HOUR_S))
    assert [one.gallery for one in alike] == ["a", "b"]
    assert [one.reason for one in alike] == [NO_WITNESS, NO_WITNESS]


def test_a_group_that_is_wrong_alike_outvotes_no_phone() -> None:
    three = event(untagged("a", device=PHONE), larger("b", 5), larger("c", 7))
    first = choose_reference(three)
    assert likelier(three, found(a=0.0, b=HOUR_S, c=HOUR_S))[0] == first


def test_who_is_named_or_trusted_is_the_reference_whatever_others_show() -> None:
    three = event(larger("a", 9), untagged("b"), untagged("c"))
    first = Reference("a", "as you said", is_final=True)
    assert likelier(three, found(a=0.0, b=HOUR_S, c=HOUR_S), first) == [first]


def test_what_a_person_pinned_is_no_reference_while_there_are_others() -> None:
    pair = event(larger("a", 9), larger("b", 3))
    assert choose_reference(pair).gallery == "a"
    assert choose_reference(pair, pinned=["a"]).gallery == "b"
    assert choose_reference(pair, pinned=["a", "b"]).gallery == "a"


def test_of_phones_that_disagree_the_one_that_most_agree_with_is_believed() -> None:
    ben = untagged("b", device=replace(PHONE, serial="ben"))
    four = event(untagged("a"), ben, larger("c", 5), larger("d", 7))
    first = Reference("a", "why")
    alike = likelier(four, found(a=0.0, b=640.0, c=660.0, d=610.0), first)
    assert [one.gallery for one in alike] == ["b"]
    assert alike[0].reason.endswith("; it agrees with c and d")
    # two cameras that are wrong alike are no reason to leave a phone
    at_a = found(a=0.0, b=None, c=HOUR_S, d=5.0)
    assert likelier(four, at_a, first)[0].gallery == "a"


def test_phones_that_are_believed_alike_may_stand_in_for_each_other() -> None:
    four = event(untagged("a"), untagged("b"), untagged("c"), larger("d", 7))
    first = Reference("a", "why")
    offsets = found(a=0.0, b=20.0, c=HOUR_S, d=HOUR_S)
    assert [one.gallery for one in likelier(four, offsets, first)] == ["a", "b"]
    # pictures need not tell it: such clocks usually are so
    phone = Finding(FindingKind.ASSUMED, text="a phone")
    assumed = replace(
        offsets,
        placements=tuple(
            replace(one, findings=(phone,)) if one.gallery == "b" else one
            for one in offsets.placements
        ),
    )
    assert [one.gallery for one in likelier(four, assumed, first)] == ["a", "b"]
