"""EDL: fields and time codes as CMX 3600 has them, one file a track."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from coincide.errors import UsageError
from coincide.writing.clips import Arrangement, ClipTrack, clip_texts
from coincide.writing.clips.edl import edl_text
from coincide.writing.clips.frames import timecode_s
from tests.writing.clips.arranged import NTSC, PARTY, clip

CODE = r"(\d\d:[0-5]\d:[0-5]\d:[0-2]\d)"
EVENT = re.compile(
    rf"(\d{{3}})  (\S{{1,8}}) +(V|B|A|AA|A2|AA/V|A2/V) +(C) +{CODE} {CODE} {CODE} {CODE}"
)
COMMENT = re.compile(r"\* .+")


def events(text: str) -> list[re.Match[str]]:
    """Return the events of a list, and see that there is nothing else."""
    title, mode, *rest = text.splitlines()
    assert re.fullmatch(r"TITLE: .{1,70}", title)
    assert mode == "FCM: NON-DROP FRAME"
    found = [match for line in rest if (match := EVENT.fullmatch(line))]
    others = [line for line in rest if line and not EVENT.fullmatch(line)]
    assert all(COMMENT.fullmatch(line) for line in others)
    return found


def test_each_track_is_a_file_with_its_name() -> None:
    texts = clip_texts(PARTY, "edl")
    assert list(texts) == ["-Ada", "-Ben_Canon_"]
    assert [len(events(text)) for text in texts.values()] == [2, 1]


def test_tracks_that_would_share_a_file_get_numbers() -> None:
    tracks = [ClipTrack(name, (clip("a.mp4", 0, 1),)) for name in ("a b", "a/b", "A_B")]
    assert list(clip_texts(Arrangement("x", Fraction(0), tuple(tracks)), "edl")) == [
        "-a_b",
        "-a_b-2",
        "-A_B-3",
    ]


def test_clips_lie_where_they_belong_and_are_numbered() -> None:
    for track in PARTY.tracks:
        for number, (event, one) in enumerate(
            zip(events(edl_text(PARTY, track)), track.clips, strict=True), start=1
        ):
            times = [timecode_s(event[group], NTSC) for group in (5, 6, 7, 8)]
            assert int(event[1]) == number
            assert abs(times[2] - one.start_s) <= 1 / NTSC / 2
            assert times[1] - times[0] == times[3] - times[2]
            assert 0 <= one.duration_s - (times[3] - times[2]) < 1 / NTSC
            assert abs(times[0] - one.timecode_s) <= 1 / NTSC / 2


def test_names_sound_and_notes_are_told() -> None:
    text = edl_text(PARTY, PARTY.tracks[1])
    (event,) = events(text)
    assert event[3] == "V"
    assert "* FROM CLIP NAME: b1.MOV\n* SOURCE FILE: /event/ä ö/b1.MOV\n" in text
    assert "* Its clock drifts by +12.0 ppm.\n" in text
    assert "* COMMENT: Begins at 15:00:03.333." in text
    assert [event[3] for event in events(edl_text(PARTY, PARTY.tracks[0]))] == ["AA/V", "AA/V"]


def test_what_it_has_no_room_for_is_refused() -> None:
    many = tuple(clip(f"{number}.mp4", number, "0.5") for number in range(1000))
    crowd = replace(PARTY, tracks=(ClipTrack("Ada", many),))
    with pytest.raises(UsageError, match="999"):
        clip_texts(crowd, "edl")
    late = replace(PARTY, tracks=(ClipTrack("Ada", (clip("a.mp4", 86_500, 5),)),))
    with pytest.raises(UsageError, match="24 hours"):
        clip_texts(late, "edl")
    assert clip_texts(late, "mlt")
    never = replace(PARTY, tracks=(ClipTrack("Ada", (clip("a.mp4", 10**9, 5),)),))
    with pytest.raises(UsageError, match="another year"):
        clip_texts(never, "otio")
