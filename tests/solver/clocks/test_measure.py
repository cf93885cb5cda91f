from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coincide.model import Clip, Event, Gallery, HeaderReading
from coincide.solver.clocks import BeliefOptions, ClockBelief, ClockReading, RoughWord, study_clocks
from coincide.solver.clocks.exact import WEIGHTS, photo_readings
from coincide.solver.clocks.measure import MeasuredClock, Unmeasured, measure_clock
from tests.solver.clocks.galleries import (
    CAMERA,
    NOON_S,
    PHONE,
    gallery,
    shots,
    untagged,
    with_exact,
)

FRESH = [0.4, 1.1, 0.8, 2.0, 0.5, 0.7]
PLAIN = untagged("cam", device=CAMERA)
# a phone two hours east of Greenwich tells the zone of the place
ZONED = untagged("phone", zone_s=7200)


def measured(of: Gallery, zone_s: int | None = None) -> MeasuredClock:
    clock = measure_clock(of, zone_s)
    assert isinstance(clock, MeasuredClock), clock
    return clock


def unmeasured(of: Gallery, zone_s: int | None = None) -> str:
    clock = measure_clock(of, zone_s)
    assert isinstance(clock, Unmeasured), clock
    return clock.reason


def belief_of(name: str, *galleries: Gallery) -> ClockBelief:
    study = study_clocks(Event("e", galleries))
    (found,) = (one for one in study.beliefs if one.gallery == name)
    return found


def person(to_true_s: float, sd_s: float = 3.0) -> ClockReading:
    return ClockReading("person", to_true_s, sd_s, True, WEIGHTS["person"])


def test_one_exact_time_is_enough() -> None:
    clock = measured(with_exact(PLAIN, [-3600.0]))
    assert (clock.to_true_s, clock.sd_s, clock.zone_s) == (-3600.0, 1.0, 3600)
    assert clock.weight == pytest.approx(0.98)


def test_it_measures_a_clock_as_gps_does() -> None:
    exact = with_exact(PLAIN, [-10795.0])
    belief = belief_of("cam", exact, ZONED)
    assert belief.offset_s == pytest.approx(-3595.0)
    assert not belief.assumed
    assert belief.keeps_itself
    assert belief.is_known
    assert belief.reason == "measured by the satellites that 1 clip recorded: UTC+3, 5 s slow"
    assert belief_of("cam", PLAIN, ZONED).assumed


def test_it_can_be_switched_off() -> None:
    event = Event("e", (with_exact(PLAIN, [-10795.0]), ZONED))
    assert study_clocks(event, BeliefOptions(use_exact=False)).beliefs[0].assumed


def test_most_words_of_one_source_outweigh_few() -> None:
    many = gallery([(NOON_S + n, None) for n in range(7)], name="many", device=CAMERA)
    clock = measured(with_exact(many, [60.0, 61.0, 62.0, 61.0, 61.0, 9000.0, -4000.0]))
    assert clock.to_true_s == pytest.approx(61.0)
    assert clock.agreeing[0].n_photos == 5
    assert clock.weight == pytest.approx(0.98 * 5 / 7)


def test_words_of_one_source_that_disagree_are_refused() -> None:
    why = unmeasured(with_exact(PLAIN, [0.0, 3600.0]))
    assert why == (
        "the exact times of 2 photos do not agree on one clock error: from 0 s to +1 h 00 min 00 s"
    )
    study = study_clocks(Event("e", (with_exact(PLAIN, [0.0, 3600.0]), ZONED)))
    assert [one.gallery for one in study.unmeasured] == ["cam"]
    assert study.beliefs[0].assumed


def test_a_spread_is_part_of_what_the_clock_may_be_off_by() -> None:
    assert measured(with_exact(PLAIN, [0.0, 4.0, 8.0])).sd_s == pytest.approx(3.4, abs=0.1)


def test_gps_tags_and_exact_times_are_one_measurement() -> None:
    tagged = gallery(shots(-7200.0, FRESH), name="cam", device=CAMERA)
    clock = measured(with_exact(tagged, [-7200.0]), 7200)
    assert clock.to_true_s == pytest.approx(0.0, abs=0.5)
    assert {one.source for one in clock.agreeing} == {"gps", "gpmf"}
    assert clock.weight == pytest.approx(0.995)
    assert "the GPS time of 6 photos" in clock.reason


def test_of_two_that_contradict_each_other_the_likelier_counts_for_less() -> None:
    tagged = gallery(shots(-7200.0, FRESH), name="cam", device=CAMERA)
    clock = measured(with_exact(tagged, [-3600.0], "timecode"), 7200)
    assert clock.to_true_s == pytest.approx(0.0, abs=0.5)
    assert [one.source for one in clock.against] == ["timecode"]
    assert 0.9 < clock.weight < 0.98
    assert clock.reason.endswith("; contradicted by the timecode of 1 clip")


def test_a_timecode_measures_nothing() -> None:
    """It was set by something, as the timecodes of other cameras may have been."""
    belief = belief_of("cam", with_exact(PLAIN, [-3600.0], "timecode"), ZONED)
    assert (belief.assumed, belief.is_measured, belief.vouches) == (True, False, False)


def test_two_as_likely_that_contradict_each_other_are_both_named_and_neither_used() -> None:
    clock = measure_clock(PLAIN, 7200, [person(0.0), person(3600.0)])
    assert isinstance(clock, Unmeasured)
    assert clock.reason == (
        "its exact times contradict each other: your known times of 1 photo: 0 s;"
        " your known times of 1 photo: +1 h 00 min 00 s"
    )


def test_local_times_need_no_zone_and_utc_needs_one() -> None:
    on_wall = with_exact(PLAIN, [120.0], "clock-photo", local=True)
    belief = belief_of("cam", on_wall)
    assert belief.offset_s == 120.0
    assert belief.reason == "measured by the clock that 1 photo shows: 2 min slow"
    # further from UTC than any zone: nothing tells the event's
    reset = with_exact(PLAIN, [3e8])
    study = study_clocks(Event("e", (reset,)))
    assert study.beliefs[0].assumed
    assert study.unmeasured[0].reason.startswith("not used, since the event's zone is not known")


def test_a_clock_that_is_trusted_needs_no_exact_time_and_says_so() -> None:
    trusted = replace(with_exact(PLAIN, [-3600.0]), trusted=True)
    study = study_clocks(Event("e", (trusted, ZONED)))
    assert study.beliefs[0].reason == "marked as trusted"
    assert "marked as trusted" in study.unmeasured[0].reason


def test_what_a_person_says_of_a_clock_tells_no_zone() -> None:
    clock = measure_clock(PLAIN, None, [ClockReading("statement", 14400.0, 100.0, False, 0.95)])
    assert isinstance(clock, MeasuredClock)
    assert clock.zone_s is None


def test_a_rough_word_is_evidence_beside_what_is_usual_of_a_clock() -> None:
    phone = untagged("p", device=PHONE)
    rough = person(100.0, 180.0)
    event = Event("e", (phone, PLAIN))
    before = study_clocks(event).beliefs
    after = study_clocks(event, known={"p": (rough,), "cam": (rough,)}).beliefs
    word = RoughWord(100.0, 180.0, pytest.approx(0.97))
    for usual, belief in zip(before, after, strict=True):
        assert belief == replace(usual, rough=(word,), reason=belief.reason)
        assert belief.reason == f"{usual.reason}, and measured by your known times of 1 photo"
        assert not belief.is_measured
        assert not belief.is_known
    # what is not assumed of it is the word alone
    found = after[0].as_measured
    assert found is not None
    assert (found.weight, found.hours_weight, found.rough) == (0.0, 0.0, after[0].rough)
    assert before[0].as_measured is None


def test_a_rough_word_is_all_that_is_known_where_nothing_is_usual() -> None:
    options = BeliefOptions(use_cameras=False)
    known = {"cam": (person(3600.0, 180.0),)}
    (belief,) = study_clocks(Event("e", (PLAIN,)), options, known).beliefs
    assert (belief.weight, belief.assumed) == (0.0, True)
    assert belief.rough == (RoughWord(3600.0, 180.0, pytest.approx(0.97)),)


def test_where_a_clip_begins_is_as_open_as_its_header() -> None:
    ends = HeaderReading("end", "local", NOON_S - 300.0, -1.0)
    clip = Clip(300.0, True, (HeaderReading("start", "local", NOON_S, -0.5), ends))
    first, *others = with_exact(PLAIN, [5.0]).photos
    (open_,), _ = photo_readings([replace(first, clip=clip), *others])
    assert open_.sd_s == pytest.approx(300.0, rel=0.01)
    sure = Clip(300.0, True, (clip.readings[0], replace(ends, log_prior=-9.0)))
    (told,), _ = photo_readings([replace(first, clip=sure), *others])
    assert told.sd_s == 1.0


def test_clips_that_may_tell_utc_measure_no_photos() -> None:
    first, *others = with_exact(PLAIN, [5.0, 4.0]).photos
    in_utc = HeaderReading("start", "utc", first.camera_time_s, -1.0)
    clip = Clip(300.0, True, (HeaderReading("start", "local", first.camera_time_s, -0.5), in_utc))
    mixed = replace(PLAIN, photos=(replace(first, clip=clip), *others[1:]))
    assert unmeasured(mixed) == "the times of 1 clip may be UTC, which those of its photos are not"
    alone = replace(PLAIN, photos=(replace(first, clip=clip),))
    assert measured(alone).to_true_s == 5.0
    photo_too = replace(PLAIN, photos=(replace(first, clip=clip), *others))
    assert measured(photo_too).to_true_s == 4.0


def test_thousands_of_exact_times_are_no_surer_than_one() -> None:
    many = gallery([(NOON_S + n, None) for n in range(3000)], name="many", device=CAMERA)
    clock = measured(with_exact(many, [0.5] * 3000, "gpx"))
    assert (clock.agreeing[0].n_photos, clock.sd_s) == (3000, 1.0)


@given(moved_s=st.integers(-400, 400))
def test_moving_a_measured_clock_moves_its_offset_back(moved_s: int) -> None:
    moved = gallery([(NOON_S + moved_s, None)], name="cam", device=CAMERA)
    clock = measured(with_exact(moved, [-10795.0 - moved_s]), 7200)
    assert clock.to_true_s == pytest.approx(-3595.0 - moved_s, abs=1e-3)


def test_every_weight_is_below_one() -> None:
    assert all(0 < weight < 1 for weight in WEIGHTS.values())
