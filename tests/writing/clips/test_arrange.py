"""From offsets to tracks: who is certain, who is left out, and what is said of a clock."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from coincide.media.video.streams import Streams
from coincide.model import (
    Clip,
    Contradicted,
    Estimate,
    Event,
    Finding,
    FindingKind,
    Gallery,
    Guess,
    Jump,
    Offsets,
    Photo,
    Placement,
    Timeless,
)
from coincide.timeline import build_timeline
from coincide.writing.clips import Arranged, arrange
from coincide.writing.clips.arrange import doubt_of
from coincide.writing.clips.soundgroups import ClipTie
from tests.writing.plan.events import at, gallery, placed

FILM = Streams(Fraction(0), Fraction(10), Fraction(25), (640, 360), 48_000, 2)
ADA = gallery("Ada", ["2024:05:04 14:00:00", "2024:05:04 14:00:30", "2024:05:04 14:05:00"])
BEN = gallery("Ben", ["2024:05:04 15:00:05", "2024:05:04 15:10:00"])


def arranged(
    ben: Placement,
    *,
    filmed: tuple[Gallery, ...] = (ADA, BEN),
    unsure: bool = False,
    ties: tuple[ClipTie, ...] = (),
) -> Arranged:
    """Arrange clips of Ada, whose clock the others are brought to, and of Ben."""
    event = Event("party", (ADA, BEN))
    offsets = Offsets("Ada", "joint", (placed("Ada", 0.0), ben))
    streams = {photo.path: FILM for one in filmed for photo in one.photos}
    return arrange(
        event, offsets, build_timeline(event, offsets), streams, unsure=unsure, ties=ties
    )


def test_each_gallery_is_a_track_and_clips_lie_by_event_time() -> None:
    made = arranged(placed("Ben", -3600.25)).clips
    assert made is not None
    assert made.begins_s == at("2024:05:04 14:00:00")
    assert [track.name for track in made.tracks] == ["Ada", "Ben"]
    starts_s = [[clip.start_s for clip in track.clips] for track in made.tracks]
    assert starts_s == [[0, 30, 300], [Fraction(19, 4), Fraction(2399, 4)]]
    assert made.notes == ("It begins at 2024-05-04 14:00:00.000, the time of Ada's clock.",)
    assert (made.rate, made.size_px) == (25, (640, 360))
    assert made.tracks[0].notes == ("The clock that the others are aligned to.",)
    assert made.tracks[1].notes == ("Clock -1 h 00 min 00 s, ± 4 s: certain.",)
    assert made.tracks[1].clips[0].notes == ("Begins at 2024-05-04 14:00:04.750.",)


def test_what_is_not_certain_is_left_out_unless_asked_for_and_then_said_so() -> None:
    likely = placed("Ben", -3600.0, probability=0.8)
    found = arranged(likely)
    assert found.clips is not None
    assert [track.name for track in found.clips.tracks] == ["Ada"]
    assert [(one.gallery, one.n_clips, one.why) for one in found.left] == [
        ("Ben", 2, "likely (80 %)")
    ]
    found = arranged(likely, unsure=True)
    assert found.clips is not None
    assert found.left == ()
    assert "NOT CERTAIN, likely (80 %)" in found.clips.tracks[1].notes[0]


@pytest.mark.parametrize("unsure", [False, True])
def test_what_has_no_place_is_never_put_in(unsure: bool) -> None:
    nowhere = Placement("Ben", None, findings=(Finding(FindingKind.NO_PAIR),))
    found = arranged(nowhere, unsure=unsure, filmed=(BEN,))
    assert found.clips is None
    assert [one.why for one in found.left] == [
        "none of its photos resembles a photo of the same moment in another gallery"
    ]


def tie(first: Photo, second: Photo, lag_s: float) -> ClipTie:
    return ClipTie(first.key, second.key, Fraction(round(lag_s * 1000), 1000))


def test_what_certain_sounds_join_goes_in_whatever_is_known_of_its_clock() -> None:
    likely = placed("Ben", -3600.25, probability=0.8)
    held = tie(ADA.photos[0], BEN.photos[0], 4.75)
    # ± 4 s: only the clip that is tied lies where it belongs, to the frame
    found = arranged(likely, ties=(held,))
    assert found.clips is not None
    assert [len(track.clips) for track in found.clips.tracks] == [3, 1]
    assert found.clips.tracks[1].clips[0].start_s == Fraction(19, 4)
    assert found.clips.tracks[1].notes[0] == "Aligned by sound with Ada."
    assert [(one.gallery, one.n_clips, one.unsure) for one in found.left] == [("Ben", 1, True)]
    # a clock that sound has told has all of its clips where they belong
    told = replace(likely, estimate=Estimate(-3600.25, -3601.25, -3599.25, 0.8))
    found = arranged(told, ties=(held,))
    assert found.clips is not None
    assert [len(track.clips) for track in found.clips.tracks] == [3, 2]
    assert found.left == ()


def test_where_an_unsure_place_denies_a_tie_the_clip_lies_by_sound() -> None:
    likely = placed("Ben", -3600.25, probability=0.8)
    found = arranged(likely, ties=(tie(ADA.photos[0], BEN.photos[0], 60.0),))
    assert found.clips is not None
    assert [clip.start_s for clip in found.clips.tracks[1].clips] == [60]
    assert [(one.gallery, one.n_clips, one.unsure) for one in found.left] == [("Ben", 1, False)]
    # a certain one stays where it is
    made = arranged(placed("Ben", -3600.25), ties=(tie(ADA.photos[0], BEN.photos[0], 60.0),)).clips
    assert made is not None
    assert [float(clip.start_s) for clip in made.tracks[1].clips] == [4.75, 599.75]


def test_a_gallery_without_a_place_lies_where_sound_has_it_beside_others() -> None:
    nowhere = Placement("Ben", None, findings=(Finding(FindingKind.NO_PAIR),))
    found = arranged(nowhere, ties=(tie(BEN.photos[1], ADA.photos[1], -2.5),))
    assert found.clips is not None
    assert [len(track.clips) for track in found.clips.tracks] == [3, 1]
    assert found.clips.tracks[1].clips[0].start_s == Fraction(65, 2)
    assert len(found.clips.notes) == 1  # it does not come last
    assert [(one.n_clips, one.unsure) for one in found.left] == [(1, False)]


def test_what_sound_joins_with_nothing_that_has_a_place_comes_last() -> None:
    cyd = gallery("Cyd", ["2024:05:04 09:00:00"])
    event = Event("party", (ADA, BEN, cyd))
    nowhere = tuple(Placement(name, None) for name in ("Ben", "Cyd"))
    offsets = Offsets("Ada", "joint", (placed("Ada", 0.0), *nowhere))
    streams = {photo.path: FILM for one in event.galleries for photo in one.photos}
    made = arrange(
        *(event, offsets, build_timeline(event, offsets), streams),
        ties=(tie(BEN.photos[0], cyd.photos[0], -3.0),),
    )
    assert made.clips is not None
    starts_s = {track.name: [clip.start_s for clip in track.clips] for track in made.clips.tracks}
    # ten seconds after the last one began it was over, and a minute later the next begin
    assert starts_s == {"Ada": [0, 30, 300], "Ben": [373], "Cyd": [370]}
    assert made.clips.notes[1].startswith("Ben and Cyd: aligned with each other by sound")
    assert made.clips.tracks[2].clips[0].notes == ()


def test_clips_without_a_time_that_sound_has_placed_have_a_track_of_their_own() -> None:
    lost = Timeless(
        Path("/event/VID-1.mp4"), "lost", "Dan", "no capture time", clip=Clip(9.0, True)
    )
    event = replace(Event("party", (ADA,)), timeless=(lost,))
    offsets = Offsets("Ada", "joint", (placed("Ada", 0.0),))
    began_s = at("2024:05:04 14:00:12") + 0.5
    guess = Guess(lost, began_s, "sound", ADA.photos[0].path, 0.1)
    streams = {one.path: FILM for one in (*ADA.photos, lost)}
    made = arrange(event, offsets, build_timeline(event, offsets, [guess]), streams).clips
    assert made is not None
    assert [track.name for track in made.tracks] == ["Ada", "Dan (without a time)"]
    assert made.tracks[1].clips[0].start_s == Fraction(25, 2)
    assert "it has no time of its own" in made.tracks[1].clips[0].notes[1]


def test_an_event_without_clips_has_nothing_to_leave_out() -> None:
    assert arranged(placed("Ben", 5.0), filmed=()) == Arranged(None, ())


def test_a_drift_is_worked_in_and_noted() -> None:
    drifting = replace(placed("Ben", -3600.0), drift_ppm=-500.0)
    made = arranged(drifting).clips
    assert made is not None
    first, last = made.tracks[1].clips
    assert float(last.start_s - first.start_s) == pytest.approx(595 * (1 - 500e-6))
    assert "drifts by -500.0 ppm" in made.tracks[1].notes[1]
    assert "1800 ms" in made.tracks[1].notes[1]


def test_a_clip_beside_a_clock_set_anew_is_left_out() -> None:
    jumpy = placed("Ben", -3600.0, jumps=(Jump(1, 60.0),), row_chances=(1.0, 0.5))
    found = arranged(jumpy)
    assert found.clips is not None
    assert [len(track.clips) for track in found.clips.tracks] == [3, 1]
    assert [one.n_clips for one in found.left] == [1]
    assert "changed about here" in found.left[0].why
    found = arranged(jumpy, unsure=True)
    assert found.clips is not None
    assert found.clips.tracks[1].clips[1].notes[1].startswith("NOT CERTAIN: its clock was changed")


def test_a_clip_whose_clock_may_have_been_set_right_is_left_out() -> None:
    waits = Finding(FindingKind.MAYBE_SET_RIGHT, count=1)
    ben = replace(placed("Ben", -3600.0).with_findings(waits), row_chances=(1.0, 0.5))
    found = arranged(ben)
    assert found.clips is not None
    assert [len(track.clips) for track in found.clips.tracks] == [3, 1]
    assert "may have been corrected" in found.left[0].why


def test_a_camera_that_films_twice_at_once_gets_a_second_track() -> None:
    both = gallery("Ada", ["2024:05:04 14:00:00", "2024:05:04 14:00:09", "2024:05:04 14:00:10"])
    event = Event("party", (both,))
    offsets = Offsets("Ada", "joint", (placed("Ada", 0.0),))
    streams = {photo.path: FILM for photo in both.photos}
    made = arrange(event, offsets, build_timeline(event, offsets), streams).clips
    assert made is not None
    assert [(track.name, len(track.clips)) for track in made.tracks] == [("Ada", 2), ("Ada (2)", 1)]
    assert made.tracks[0].clips[1].start_s == 10


def test_names_that_no_file_could_hold_are_made_plain() -> None:
    odd = gallery("A\ndb", ["2024:05:04 14:00:00"])
    event = Event("par\tty", (odd,))
    offsets = Offsets("A\ndb", "joint", (placed("A\ndb", 0.0),))
    found = arrange(
        event, offsets, build_timeline(event, offsets), {odd.photos[0].path: FILM}
    ).clips
    assert found is not None
    assert (found.name, found.tracks[0].name) == ("par_ty", "A_db")


def test_why_a_place_is_not_certain() -> None:
    sure = placed("Ben", 5.0)
    assert doubt_of(sure, is_anchor=False) == ""
    assert doubt_of(placed("Ben", 0.0, probability=0.5), is_anchor=True) == ""
    silent = replace(sure, estimate=Estimate(5.0, 5.0, 5.0))
    assert "does not say" in doubt_of(silent, is_anchor=False)
    phone = Finding(FindingKind.ASSUMED, text="it is a phone's")
    assumed = replace(sure, findings=(Finding(FindingKind.NOT_SEEN), phone))
    assert doubt_of(assumed, is_anchor=False) == "assumed right: it is a phone's"
    # where something else than its probability is the reason, no figure is told
    held_back = sure.doubted(Finding(FindingKind.TORN))
    assert doubt_of(held_back, is_anchor=False) == "likely"
    assert doubt_of(placed("Ben", 5.0, probability=0.3), is_anchor=False) == "unsure (30 %)"
    measured = placed("Ben", 5.0, probability=0.7).with_findings(Finding(FindingKind.MEASURED))
    assert doubt_of(measured, is_anchor=False) == ""
    denied = Contradicted(9.0, 8.0, 10.0, 7)
    assert "contradict" in doubt_of(replace(sure, contradicted=denied), is_anchor=False)
    confirmed = replace(denied, confirmed=True)
    assert doubt_of(replace(sure, contradicted=confirmed), is_anchor=False) == ""
