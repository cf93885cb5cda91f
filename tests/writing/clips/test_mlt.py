"""MLT: blanks and clips in frames; and what melt makes of it."""

import shutil
import subprocess
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import av
import numpy as np
import pytest

from coincide.media.video.streams import read_streams
from coincide.writing.clips import Arrangement, ClipTrack, PlacedClip, clip_texts
from coincide.writing.clips.mlt import mlt_text
from tests.writing.clips.arranged import PARTY
from tests.writing.clips.filmed import write_clip

needs_melt = pytest.mark.skipif(shutil.which("melt") is None, reason="melt is not installed")


def properties(element: ElementTree.Element) -> dict[str | None, str | None]:
    return {one.get("name"): one.text for one in element.findall("property")}


def test_blanks_and_clips_add_up_to_where_they_belong() -> None:
    root = ElementTree.fromstring(mlt_text(PARTY))
    files = {one.get("id"): properties(one)["resource"] for one in root.findall("producer")}
    playlists = {one.get("id"): one for one in root.findall("playlist")}
    for number, track in enumerate(PARTY.tracks, start=1):
        at, found = 0, []
        for one in playlists[f"track{number}"]:
            if one.tag == "blank":
                at += int(one.get("length") or "")
            if one.tag == "entry":
                found.append((files[one.get("producer")], at))
                at += int(one.get("out") or "") - int(one.get("in") or "") + 1
        assert [path for path, _ in found] == [str(clip.path) for clip in track.clips]
        for clip, (_, start) in zip(track.clips, found, strict=True):
            assert abs(start / PARTY.rate - clip.start_s) <= 1 / PARTY.rate / 2


def test_tracks_are_named_and_all_are_heard() -> None:
    root = ElementTree.fromstring(mlt_text(PARTY))
    names = [properties(one).get("shotcut:name") for one in root.findall("playlist")]
    assert names == [None, "Ada", 'Ben <"Canon">']
    (tractor,) = root.findall("tractor")
    assert tractor.get("id") == root.get("producer")
    tracks = [one.get("producer") for one in tractor.findall("track")]
    assert tracks == ["background", "track1", "track2"]
    mixed = [properties(one) for one in tractor.findall("transition")]
    heard = [one["b_track"] for one in mixed if one["mlt_service"] == "mix"]
    assert heard == ["1", "2"]
    profile = root.find("profile")
    assert profile is not None
    assert (profile.get("frame_rate_num"), profile.get("frame_rate_den")) == ("30000", "1001")
    assert clip_texts(PARTY, "mlt") == {"": mlt_text(PARTY)}


FLASHES = {  # the clip: frames a second, frame that flashes, colour, track, start
    "red.mp4": (Fraction(25), 10, (255, 0, 0), 0, Fraction(0)),
    "blue.mov": (Fraction(25), 5, (0, 0, 255), 0, Fraction(4_013, 1000)),
    "green.mp4": (Fraction(25), 21, (0, 255, 0), 1, Fraction(1_237, 1000)),
    "white.mkv": (Fraction(25), 30, (255, 255, 255), 1, Fraction(6_999, 1000)),
}


def arranged(folder: Path) -> Arrangement:
    tracks: list[list[PlacedClip]] = [[], []]
    for name, (rate, flash, colour, track, start_s) in FLASHES.items():
        path = write_clip(folder / name, rate=rate, flash=flash, colour=colour)
        told = read_streams(path)
        tracks[track].append(
            PlacedClip(path, start_s, told.duration_s, told.rate, told.size_px, 48_000, 1)
        )
    return Arrangement(
        "flashes",
        Fraction(0),
        tuple(ClipTrack(f"camera {nth}", tuple(clips)) for nth, clips in enumerate(tracks)),
    )


def seen_s(path: Path) -> list[float]:
    """Return when the frames are shown that flash."""
    with av.open(str(path)) as container:
        return [
            float(frame.time)
            for frame in container.decode(video=0)
            if frame.to_ndarray(format="rgb24").mean(axis=(0, 1)).max() > 100
        ]


def heard_s(path: Path) -> list[float]:
    """Return when the beeps begin."""
    with av.open(str(path)) as container:
        rate = container.streams.audio[0].rate
        parts = [frame.to_ndarray().reshape(-1) for frame in container.decode(audio=0)]
        n_channels = container.streams.audio[0].channels
    sound = np.abs(np.concatenate(parts).astype(float)).reshape(-1, n_channels).max(axis=1)
    loud = np.flatnonzero(sound > 0.2 * sound.max())
    return list(loud[np.flatnonzero(np.diff(loud, prepend=-rate) > rate // 50)] / rate)


@needs_melt
@pytest.mark.slow
def test_melt_shows_and_plays_clips_where_they_belong(tmp_path: Path) -> None:
    made = arranged(tmp_path)
    (tmp_path / "flashes.mlt").write_text(mlt_text(made), encoding="utf-8")
    consumer = [f"avformat:{tmp_path / 'out.mkv'}", "vcodec=ffv1", "acodec=pcm_s16le"]
    subprocess.run(
        ["melt", str(tmp_path / "flashes.mlt"), "-consumer", *consumer, "real_time=-1"],
        check=True,
        capture_output=True,
        timeout=120,
    )
    true_s = sorted(float(start + flash / rate) for rate, flash, _, _, start in FLASHES.values())
    most_s = float(1 / made.rate / 2) + 0.002
    for measured_s in (seen_s(tmp_path / "out.mkv"), heard_s(tmp_path / "out.mkv")):
        assert len(measured_s) == len(true_s)
        errors_s = [abs(a - b) for a, b in zip(measured_s, true_s, strict=True)]
        assert max(errors_s) <= most_s, errors_s
