"""OpenTimelineIO's JSON, read back with OpenTimelineIO itself."""

from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from coincide.writing.clips import clip_texts
from coincide.writing.clips.otio import otio_text
from tests.writing.clips.arranged import PARTY

otio = pytest.importorskip("opentimelineio", reason="opentimelineio is not installed")


@pytest.fixture(scope="module")
def timeline() -> "otio.schema.Timeline":
    return otio.adapters.read_from_string(otio_text(PARTY), "otio_json")


def test_each_camera_is_a_track_of_picture_and_of_sound_if_it_has_any(timeline) -> None:
    assert timeline.name == PARTY.name
    assert [track.name for track in timeline.video_tracks()] == [one.name for one in PARTY.tracks]
    assert [track.name for track in timeline.audio_tracks()] == ["Ada"]
    assert list(timeline.metadata["coincide"]["notes"]) == ["It begins at 15:00:00."]


def test_clips_are_read_back_where_they_were_put_to_the_microsecond(timeline) -> None:
    for track, wanted in zip(timeline.video_tracks(), PARTY.tracks, strict=True):
        found = list(track.find_clips())
        assert len(found) == len(wanted.clips)
        for clip, one in zip(found, wanted.clips, strict=True):
            within = clip.range_in_parent()
            assert within.start_time.to_seconds() == pytest.approx(float(one.start_s), abs=1e-6)
            assert within.duration.to_seconds() == pytest.approx(float(one.duration_s), abs=1e-6)
            assert within.start_time.rate == float(PARTY.rate)


def test_files_have_their_own_rate_and_time_code(timeline) -> None:
    found = [clip for track in timeline.video_tracks() for clip in track.find_clips()]
    for clip, one in zip(found, PARTY.clips, strict=True):
        media = clip.media_reference
        assert Path(unquote(urlsplit(media.target_url).path)) == one.path
        assert media.available_range.start_time.rate == float(one.rate)
        assert media.available_range.start_time.to_seconds() == float(one.timecode_s)
        assert clip.source_range.start_time.to_seconds() == pytest.approx(float(one.timecode_s))
        assert not clip.source_range.duration.is_invalid_time()


def test_what_is_read_back_is_written_the_same(timeline) -> None:
    again = otio.adapters.read_from_string(timeline.to_json_string(), "otio_json")
    assert again.is_equivalent_to(timeline)
    assert timeline.duration().to_seconds() == pytest.approx(65.7345)


def test_notes_are_on_markers(timeline) -> None:
    (ben,) = timeline.video_tracks()[1].find_clips()
    (marker,) = ben.markers
    assert marker.comment == "Its clock drifts by +12.0 ppm. Begins at 15:00:03.333."
    assert marker.marked_range.start_time.to_seconds() == pytest.approx(3600.0)
    assert clip_texts(PARTY, "otio") == {"": otio_text(PARTY)}
