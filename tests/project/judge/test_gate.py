"""What no evidence may make certain, and what waits while it is open whose clock is right."""

from dataclasses import replace

import pytest

from coincide.model import (
    Basis,
    Dispute,
    Estimate,
    Event,
    Finding,
    FindingKind,
    Gallery,
    Jump,
    Offsets,
    Photo,
    Placement,
    Position,
)
from coincide.model.findings import PINNED, THE_ANCHOR
from coincide.model.times import DAY_S, HOUR_S
from coincide.model.words import reasons_in_words
from coincide.project.judge.gate import Gated, gated, is_no_clock
from coincide.project.judge.reference import Reference
from coincide.project.judge.truetime import event_time
from coincide.solver.clocks import clock_beliefs
from tests.solver.clocks.galleries import CAMERA, NOON_S, PHONE, gallery, shots, untagged

YEAR_S = 365 * DAY_S
LOOK = Basis("evidence", ("look",))


def estimate(offset_s: float, **more: object) -> Estimate:
    found = Estimate(offset_s, offset_s - 10.0, offset_s + 10.0, 0.999, LOOK)
    return replace(found, **more)  # type: ignore[arg-type]


def gate(
    galleries: list[Gallery],
    *placements: Placement,
    final: bool = False,
    anchor: str = "a",
) -> Gated:
    event = Event("e", tuple(galleries))
    beliefs = {belief.gallery: belief for belief in clock_beliefs(event)}
    own = Placement(anchor, Estimate(0.0, 0.0, 0.0, 1.0, THE_ANCHOR))
    by_name = {one.gallery: one for one in (own, *placements)}
    offsets = Offsets(anchor, "joint", tuple(by_name[one.name] for one in galleries))
    time = event_time(event, offsets, beliefs)
    return gated(event, offsets, Reference(anchor, "why", is_final=final), beliefs, time)


def judged(
    galleries: list[Gallery], *placements: Placement, final: bool = False, anchor: str = "a"
) -> dict[str, Placement]:
    found = gate(galleries, *placements, final=final, anchor=anchor).offsets
    return {one.gallery: one for one in found.placements}


def is_certain(placement: Placement) -> bool:
    """Tell whether a place would be written."""
    return placement.certain and placement.whose_clock is None


def whose(*galleries: str) -> Finding:
    return Finding(FindingKind.WHOSE_CLOCK, galleries=galleries)


def assert_held_back(placement: Placement, *findings: Finding) -> None:
    """Check that a place is not certain for just these, and as probable as it was."""
    assert placement.findings == findings
    assert placement.verdict.held_back
    assert (placement.verdict.state, placement.verdict.probability) == ("likely", 0.999)


def test_a_camera_that_pictures_place_stays_certain() -> None:
    pair = [untagged("a"), untagged("b", device=CAMERA)]
    placement = Placement("b", estimate(HOUR_S))
    found = judged(pair, placement)
    assert (found["b"].findings, found["b"].verdict.state) == ((), "certain")
    assert found["a"].right is not None
    assert found["b"].right is not None
    assert found["a"].right > 0.99 > 0.01 > found["b"].right


@pytest.mark.parametrize("by_s", [60 * YEAR_S, -60 * YEAR_S])
def test_no_photo_is_taken_to_where_none_can_be(by_s: float) -> None:
    pair = [untagged("a"), untagged("b", device=CAMERA)]
    found = judged(pair, Placement("b", estimate(by_s)))["b"]
    assert not is_certain(found)
    there_s = pair[1].photos[0].camera_time_s + by_s
    assert found.findings[0] == Finding(FindingKind.IMPOSSIBLE_DATE, seconds=there_s)


def test_nor_by_a_jump() -> None:
    pair = [untagged("a"), untagged("b", device=CAMERA)]
    jumped = Placement("b", estimate(0.0), jumps=(Jump(2, 60 * YEAR_S),))
    found = judged(pair, jumped)["b"]
    assert not is_certain(found)
    assert [one.kind for one in found.findings] == [
        FindingKind.IMPOSSIBLE_DATE,
        FindingKind.OPEN_STEP,
    ]


@pytest.mark.parametrize(("chance", "waits"), [(0.9999, False), (0.992, True), (0.98, True)])
def test_photos_that_wait_by_all_doubts_together_are_asked_about(
    chance: float, waits: bool
) -> None:
    # 0.9 % by itself would be written; not with what is open of the gallery and of event time
    pair = [untagged("a"), untagged("b", device=CAMERA)]
    n_photos = len(pair[1].photos)
    chances = (*[1.0] * (n_photos - 1), chance)
    placement = Placement(
        "b", estimate(HOUR_S, probability=0.997), row_chances=chances, ends_right=True
    )
    found = judged(pair, placement)["b"]
    assert (found.open_spans != (), found.maybe_set_right is not None) == (waits, waits)
    assert found.maybe_set_right in (None, n_photos - 1)
    other = judged(pair, replace(placement, ends_right=False))["b"]
    assert (other.open_spans != (), other.maybe_set_right) == (waits, None)


def test_times_of_one_second_are_no_clock() -> None:
    noon_s = untagged("a").photos[0].camera_time_s
    equal = gallery([(noon_s, None)] * 3, name="b", device=CAMERA)
    assert is_no_clock(equal)
    assert not is_no_clock(gallery([(noon_s, None)] * 2, name="b"))
    # dates whose times were lost
    days = [(noon_s + day * DAY_S, None) for day in (0, 0, 1, 3)]
    assert is_no_clock(gallery(days, name="b"))
    assert not is_no_clock(gallery([*days, (noon_s + 2 * DAY_S + 60, None)], name="b"))
    found = judged([untagged("a"), equal], Placement("b", estimate(HOUR_S)))["b"]
    assert_held_back(found, Finding(FindingKind.ONE_SECOND))


def test_one_phone_is_not_moved_by_another() -> None:
    pair = [untagged("a"), untagged("b")]
    found = judged(pair, Placement("b", estimate(450.0)))["b"]
    assert found.findings == (whose("a"),)
    # how far they are apart is certain all the same
    assert found.certain
    assert found.right == pytest.approx(1 / 2, abs=0.02)
    assert is_certain(judged(pair, Placement("b", estimate(450.0)), final=True)["b"])
    assert is_certain(judged(pair, Placement("b", estimate(20.0)))["b"])


def test_but_by_two_that_agree() -> None:
    three = [untagged("a"), untagged("b"), untagged("c")]
    late, fine = Placement("b", estimate(450.0)), Placement("c", estimate(1.0))
    assert is_certain(judged(three, late, fine)["b"])
    phone = Finding(FindingKind.ASSUMED, text="a phone")
    only_assumed = Placement("c", estimate(1.0), findings=(phone,))
    assert not is_certain(judged(three, late, only_assumed)["b"])


def test_what_satellites_confirm_no_picture_moves() -> None:
    by_gps = gallery(shots(-7200.0, [0.0, 1.0, 0.5, 1.5, 0.3, 0.7]), name="b", device=PHONE)
    pair = [untagged("a", zone_s=7200), by_gps]
    (found,) = judged(pair, Placement("b", estimate(900.0)))["b"].findings
    assert found.kind == FindingKind.OWN_CLOCK
    assert found.text.startswith("confirmed by the GPS time of 6 photos")
    assert is_certain(judged(pair, Placement("b", estimate(0.0)))["b"])


def test_what_a_person_pinned_is_theirs() -> None:
    pair = [untagged("a"), untagged("b")]
    pinned = Placement("b", estimate(60 * YEAR_S, basis=PINNED))
    assert judged(pair, pinned)["b"].findings == ()


def test_what_is_not_certain_or_not_placed_stays_as_it_is() -> None:
    pair = [untagged("a"), untagged("b", device=CAMERA)]
    likely = Placement("b", estimate(60 * YEAR_S, probability=0.7))
    assert judged(pair, likely)["b"].findings == ()
    nowhere = Placement("b", None, findings=(Finding(FindingKind.NOT_CONNECTED),))
    found = judged(pair, nowhere)["b"]
    assert (found.findings, found.right) == (nowhere.findings, None)


def test_minutes_are_not_taken_from_a_camera_on_one_phones_word() -> None:
    pair = [untagged("a"), untagged("b", device=CAMERA)]
    assert judged(pair, Placement("b", estimate(640.0)))["b"].findings == (whose("a"),)
    # nobody sets a phone whole hours or days off by hand
    for by_s in (HOUR_S, -7 * HOUR_S + 20.0, 9.7 * HOUR_S, 400 * DAY_S):
        assert is_certain(judged(pair, Placement("b", estimate(by_s)))["b"]), by_s


def test_a_clock_that_shows_the_same_time_stands_behind_a_phone() -> None:
    cameras = [untagged(name, device=replace(CAMERA, serial=name)) for name in "bc"]
    three = [untagged("a"), *cameras]
    late, fine = Placement("b", estimate(640.0)), Placement("c", estimate(5.0))
    assert is_certain(judged(three, late, fine)["b"])
    unlikely = Placement("c", estimate(5.0, probability=0.4))
    assert not is_certain(judged(three, late, unlikely)["b"])


def test_a_device_counts_once_however_many_galleries_it_has() -> None:
    """Stretches, folders and copies of one phone are one witness."""
    ann, ben = replace(PHONE, serial="ann"), replace(PHONE, serial="ben")
    rival = Placement("b", estimate(640.0))
    folders = [untagged("a", device=ann), untagged("b", device=ben), untagged("c", device=ann)]
    found = judged(folders, rival, Placement("c", estimate(1.0)))
    assert not is_certain(found["b"])
    # nothing in the files tells two phones of one model apart
    alike = replace(PHONE, serial="")
    unknown = [untagged("a", device=alike), untagged("b", device=ben), untagged("c", device=alike)]
    assert not is_certain(judged(unknown, rival, Placement("c", estimate(1.0)))["b"])


def assert_disputes(found: Gated, *expected: Dispute) -> None:
    """Hold what is asked against what is expected, whatever is said of who is right."""
    told = [(one.reference, one.rival, one.off_s, one.moves) for one in found.disputes]
    assert told == [(one.reference, one.rival, one.off_s, one.moves) for one in expected]


def test_zone_tags_that_differ_without_gps_are_a_question() -> None:
    ann, ben = untagged("a", zone_s=9 * 3600), untagged("b", zone_s=8 * 3600)
    ben = replace(ben, photos=tuple(_shown(photo, -HOUR_S) for photo in ben.photos))
    camera = untagged("c", device=CAMERA)
    placed = Placement("b", estimate(HOUR_S)), Placement("c", estimate(HOUR_S))
    found = gate([ann, ben, camera], *placed)
    assert_disputes(found, Dispute("a", "b", -HOUR_S, (6, 3)))
    assert not any(is_certain(one) for one in found.offsets.placements if one.gallery != "a")


def test_where_gps_confirms_a_phone_its_zone_is_the_places() -> None:
    ann = gallery(shots(-9 * HOUR_S, [0.0, 1.0, 0.5, 1.5, 0.3, 0.7]), name="a", zone_s=9 * 3600)
    ben = untagged("b", zone_s=8 * 3600)
    ben = replace(ben, photos=tuple(_shown(photo, -HOUR_S) for photo in ben.photos))
    found = gate([ann, ben], Placement("b", estimate(HOUR_S)))
    assert found.disputes == ()
    assert is_certain(found.offsets["b"])


def _shown(photo: Photo, by_s: float) -> Photo:
    shown_s = photo.camera_time_s + by_s
    return replace(photo, camera_time_s=shown_s, recorded_time_s=shown_s)


@pytest.mark.parametrize("by_s", [HOUR_S, -HOUR_S, 3 * HOUR_S, 3.5 * HOUR_S])
def test_by_hours_those_who_know_their_zone_are_believed(by_s: float) -> None:
    """A whole group may be on home time."""
    group = [untagged("a"), untagged("b"), untagged("e")]
    alike, other = Placement("b", estimate(1.0)), Placement("e", estimate(by_s))
    found = judged(group, alike, other)
    assert not any(is_certain(found[name]) for name in "be")
    found = judged([group[0], untagged("b", zone_s=3600), group[2]], alike, other)
    assert all(is_certain(found[name]) for name in "be")


@pytest.mark.parametrize(
    ("by_s", "can_be"), [(2.6 * HOUR_S, False), (2.5 * HOUR_S, True), (1.6 * HOUR_S, True)]
)
def test_no_phone_is_hours_off_but_by_a_zone(by_s: float, can_be: bool) -> None:
    pair = [untagged("a"), untagged("b")]
    moved = Placement("b", estimate(by_s))
    found = judged(pair, moved, final=True)["b"]
    assert is_certain(found) is can_be
    assert found.findings == (() if can_be else (Finding(FindingKind.NO_CAUSE),))
    camera = [untagged("a"), untagged("b", device=CAMERA)]
    assert is_certain(judged(camera, moved, final=True)["b"])


def test_what_is_known_to_minutes_only_is_not_certain() -> None:
    pair = [untagged("a"), untagged("b", device=CAMERA)]
    loose = replace(estimate(HOUR_S), low_s=HOUR_S - 280.0)
    found = judged(pair, Placement("b", loose))["b"]
    assert_held_back(found, Finding(FindingKind.WIDE, seconds=280.0))
    assert reasons_in_words(found) == ("it is only known to within 5 min",)
    narrow = Placement("b", replace(estimate(HOUR_S), low_s=HOUR_S - 200.0))
    assert judged(pair, narrow)["b"].findings == ()


def test_two_phones_an_hour_apart_are_a_dispute_of_theirs() -> None:
    three = [untagged("a"), untagged("b"), untagged("c", device=CAMERA)]
    found = gate(three, Placement("b", estimate(HOUR_S)), Placement("c", estimate(5.0)))
    assert_disputes(found, Dispute("a", "b", -HOUR_S, (3, 6)))
    # whoever shows the reference's time waits for the same answer
    assert found.offsets["b"].findings == (whose("a"),)
    # two against one, but one of them is a camera
    ((of_reference, of_rival),) = (one.right for one in found.disputes)
    assert 0.2 < of_reference < of_rival
    assert 0.98 < of_reference + of_rival <= 1.0
    assert [of_reference, of_rival] == [found.offsets[name].right for name in "ab"]
    assert found.offsets["c"].findings == (whose("a", "b"),)


def test_of_cameras_alone_one_that_differs_is_in_dispute_and_certain_to_be_off_from_it() -> None:
    three = [untagged(name, device=replace(CAMERA, serial=name)) for name in "abc"]
    found = gate(three, Placement("b", estimate(2 * HOUR_S)), Placement("c", estimate(20.0)))
    assert_disputes(found, Dispute("a", "b", -2 * HOUR_S, (3, 6)))
    assert all(one.certain for one in found.offsets.placements)
    assert not any(is_certain(found.offsets[name]) for name in "bc")


def test_what_was_not_certain_before_is_no_dispute() -> None:
    pair = [untagged("a"), untagged("b")]
    assert gate(pair, Placement("b", estimate(HOUR_S, probability=0.7))).disputes == ()


@pytest.mark.parametrize("by_s", [20 * 60.0, 200 * DAY_S, -9 * YEAR_S])
def test_of_cameras_alone_months_and_years_are_asked_about_like_minutes(by_s: float) -> None:
    pair = [untagged(name, device=replace(CAMERA, serial=name)) for name in "ab"]
    found = gate(pair, Placement("b", estimate(by_s)))
    assert [dispute.off_s for dispute in found.disputes] == [-by_s]
    assert not is_certain(found.offsets["b"])


def test_a_date_that_cannot_be_needs_no_answer() -> None:
    before_it_was_sold = _shown_of(untagged("b", device=CAMERA), -25 * YEAR_S)
    pair = [untagged("a", device=replace(CAMERA, serial="a")), before_it_was_sold]
    found = gate(pair, Placement("b", estimate(25 * YEAR_S)))
    assert found.disputes == ()
    assert is_certain(found.offsets["b"])
    # but it waits where those that can be right disagree
    three = [*pair, untagged("c", device=replace(CAMERA, serial="c"))]
    rival = Placement("c", estimate(640.0))
    found = gate(three, Placement("b", estimate(25 * YEAR_S)), rival)
    assert not is_certain(found.offsets["c"])
    assert "c" in {dispute.rival for dispute in found.disputes}


def test_clocks_that_show_one_time_are_asked_about_once() -> None:
    four = [untagged(name, device=replace(CAMERA, serial=name)) for name in "abcd"]
    rivals = [
        Placement(name, estimate(at_s)) for name, at_s in (("b", 640.0), ("c", -90.0), ("d", 700.0))
    ]
    found = gate(four, *rivals)
    assert sorted(dispute.rival for dispute in found.disputes) == ["b", "c"]


def _shown_of(shifted: Gallery, by_s: float) -> Gallery:
    return replace(shifted, photos=tuple(_shown(photo, by_s) for photo in shifted.photos))


def test_a_clock_that_is_later_than_its_files_moves_the_others_no_more() -> None:
    """Two cameras a year apart: the one that is ahead has files from before its dates."""
    base = untagged("a", device=CAMERA)
    photos = tuple(
        replace(photo, camera_time_s=photo.camera_time_s + YEAR_S)
        for photo in untagged("b", device=CAMERA).photos
    )
    ahead = Gallery("b", photos)
    placed = Placement("b", estimate(-YEAR_S))
    plain = judged([base, ahead], placed)
    written = tuple(replace(one, written_s=base.photos[0].camera_time_s) for one in photos)
    told = judged([base, replace(ahead, photos=written)], placed)
    right = [(one["a"].right or 0.0, one["b"].right or 0.0) for one in (plain, told)]
    assert right[1][0] > 2 * right[0][0]
    assert right[1][1] < 0.2 * right[0][1]


def test_daylight_at_night_is_no_clock_that_is_right() -> None:
    """Two cameras half a day apart, a zone, and photos in the sun of who is right."""
    noon = [(NOON_S + 60.0 * n, None) for n in range(4)]
    munich = Position(48.1, 11.6)
    right, lit = (
        replace(
            one,
            photos=tuple(
                replace(photo, scene_ev=14.0, position=munich, zone_s=7200) for photo in one.photos
            ),
        )
        for one in (
            gallery(noon, name="a", device=CAMERA),
            gallery([(at_s + 12 * HOUR_S, None) for at_s, _ in noon], name="b", device=CAMERA),
        )
    )
    dull = [
        replace(one, photos=tuple(replace(photo, scene_ev=3.0) for photo in one.photos))
        for one in (right, lit)
    ]
    placed = Placement("b", estimate(-12 * HOUR_S))
    told, untold = judged([right, lit], placed), judged(dull, placed)
    assert (told["a"].right or 0.0) > (untold["a"].right or 0.0)
    assert (told["b"].right or 0.0) < 0.1 * (untold["b"].right or 0.0)
