"""Presentation times of every container, and that no file crashes, hangs or is read whole."""

import random
import time
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from coincide.media.exiftool import find_exiftool
from coincide.media.records import read_file
from coincide.media.video import reel as reel_module
from coincide.media.video.frames import frames_near, key_frames, key_times
from tests.media.clip_files import number_of, steady, write_clip

SUFFIXES = [".mp4", ".mov", ".3gp", ".avi", ".mts", ".mkv"]
NEAR_S = 0.01
needs_exiftool = pytest.mark.skipif(find_exiftool() is None, reason="ExifTool is not installed")


def uneven(length_s: float, seed: int = 0) -> list[float]:
    """Return the times of frames as a phone makes them in the dark, and when it is busy."""
    rng, times = random.Random(seed), [0.0]
    while times[-1] < length_s:
        times.append(round(times[-1] + rng.choice([0.02, 0.033, 0.05, 0.3]), 3))
    return times


def worst_s(path: Path, times_s: list[float]) -> float:
    """Return how far the times of a clip's frames are from what they show, at most."""
    found = [*key_frames(path), *frames_near(path, 3.0, 1.0, 0.5)]
    assert len(found) >= 6
    return max(abs(one.time_s - times_s[number_of(one.image)]) for one in found)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_times_of_each_container(tmp_path: Path, suffix: str) -> None:
    path = write_clip(tmp_path / f"a{suffix}", steady(6.0), sound=suffix in {".mp4", ".mts"})
    assert worst_s(path, steady(6.0)) <= NEAR_S


@pytest.mark.parametrize("suffix", [".mp4", ".mov", ".mts", ".mkv"])
def test_a_variable_rate(tmp_path: Path, suffix: str) -> None:
    path = write_clip(tmp_path / f"a{suffix}", uneven(6.0))
    assert worst_s(path, uneven(6.0)) <= NEAR_S


@pytest.mark.parametrize("suffix", [".mp4", ".mov", ".mts", ".mkv"])
def test_a_start_that_is_not_zero(tmp_path: Path, suffix: str) -> None:
    path = write_clip(tmp_path / f"a{suffix}", steady(6.0), start_s=2000.0)
    assert worst_s(path, steady(6.0)) <= NEAR_S


@pytest.mark.parametrize("codec", ["mjpeg", "mpeg4"])
def test_old_cameras_avi(tmp_path: Path, codec: str) -> None:
    path = write_clip(tmp_path / "a.avi", steady(6.0, 15.0), codec=codec)
    assert worst_s(path, steady(6.0, 15.0)) <= NEAR_S


def test_a_movie_in_pieces(tmp_path: Path) -> None:
    pieces = {"movflags": "frag_keyframe+empty_moov"}
    path = write_clip(tmp_path / "a.mp4", steady(6.0), muxing=pieces)
    assert worst_s(path, steady(6.0)) <= NEAR_S
    assert read_file(path).duration_s == pytest.approx(6.0, abs=0.05)


def test_a_trimmed_movie_begins_where_its_edit_list_says(tmp_path: Path) -> None:
    whole = write_clip(tmp_path / "whole.mp4", steady(6.0), key_every=50)
    path = tmp_path / "trimmed.mp4"
    cut_s = 1.4
    options = {"avoid_negative_ts": "disabled"}
    with av.open(str(whole)) as source, av.open(str(path), "w", options=options) as target:
        stream = source.streams.video[0]
        copy = target.add_stream_from_template(stream)
        for packet in source.demux(stream):
            if packet.dts is None:
                continue
            packet.pts -= int(cut_s / stream.time_base)
            packet.dts -= int(cut_s / stream.time_base)
            packet.stream = copy
            target.mux(packet)
    shown = [time_s - cut_s for time_s in steady(6.0)]
    assert worst_s(path, shown) <= NEAR_S
    assert min(one.time_s for one in key_frames(path)) == pytest.approx(0.0, abs=NEAR_S)
    assert read_file(path).duration_s == pytest.approx(6.0 - cut_s, abs=0.05)


# muxers of AVI and 3GP begin at 0
STARTS = [*((suffix, 0.0) for suffix in SUFFIXES), *((one, 3.0) for one in SUFFIXES[:2])]


@pytest.mark.parametrize(("suffix", "start_s"), [*STARTS, (".mts", 3.0), (".mkv", 3.0)])
@needs_exiftool
def test_length_and_sound(tmp_path: Path, suffix: str, start_s: float) -> None:
    heard = suffix not in {".avi", ".3gp"}
    path = write_clip(tmp_path / f"a{suffix}", steady(6.0), sound=heard, start_s=start_s)
    record = read_file(path)
    # the last frame's length is unknown, and AAC's first block is before the start
    assert record.duration_s == pytest.approx(6.0, abs=0.2)
    assert record.sound == heard


def test_a_silent_clip_has_no_sound(tmp_path: Path) -> None:
    assert not read_file(write_clip(tmp_path / "a.mp4", steady(2.0))).sound


def test_key_frames_too_far_apart_are_filled_in(tmp_path: Path) -> None:
    path = write_clip(tmp_path / "a.mp4", steady(8.0), key_every=1000)
    assert [one.time_s for one in key_frames(path)] == pytest.approx([0.0, 2.0, 4.0, 6.0], abs=0.1)


def test_what_is_decoded_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_clip(tmp_path / "a.mp4", steady(8.0), key_every=1000)
    monkeypatch.setattr(reel_module, "MOST_PIXELS", 30 * 160 * 96)
    assert len(key_frames(path)) == 1
    assert len(frames_near(path, 4.0, 4.0, 0.04)) <= 30


def test_a_film_that_does_not_tell_its_length_is_looked_at_to_its_end(tmp_path: Path) -> None:
    path = write_clip(tmp_path / "a.mkv", steady(6.0), muxing={"live": "1"})
    first, *_, last = key_frames(path)
    assert (first.time_s, read_file(path).duration_s) == (0.0, None)
    assert 4.0 <= last.time_s < 6.0
    assert worst_s(path, steady(6.0)) <= NEAR_S


def test_the_next_key_frame_is_not_looked_for_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_clip(tmp_path / "a.mts", steady(6.0), key_every=1000)
    monkeypatch.setattr(reel_module, "_MOST_PACKETS", 20)
    assert [one.time_s for one in key_frames(path)] == pytest.approx([0.0, 2.0, 4.0], abs=0.1)
    assert worst_s(path, steady(6.0)) <= NEAR_S


def test_an_hour(tmp_path: Path) -> None:
    path = write_clip(tmp_path / "a.mp4", steady(3600.0, 2.0), key_every=8, size_px=(64, 48))
    began = time.monotonic()
    found = key_frames(path)
    assert time.monotonic() - began < 10.0
    assert len(found) == 60
    assert found[-1].time_s > 3500
    assert read_file(path).duration_s == pytest.approx(3600.0, abs=1.0)


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("kind", ["half", "scrambled", "empty", "head", "tail", "noise"])
def test_damaged_files_neither_crash_nor_hang(tmp_path: Path, suffix: str, kind: str) -> None:
    path = write_clip(tmp_path / f"a{suffix}", steady(6.0), sound=suffix == ".mp4")
    path.write_bytes(damaged(path.read_bytes(), kind))
    began = time.monotonic()
    for look in (lambda: key_frames(path), lambda: frames_near(path, 3.0, 1.0, 0.5)):
        try:
            found = look()
        except ValueError:
            continue
        assert all(np.isfinite(one.time_s) for one in found)
        assert len(found) <= 60
    record = read_file(path)
    assert record.duration_s is None or record.duration_s >= 0
    assert time.monotonic() - began < 20.0


def damaged(data: bytes, kind: str) -> bytes:
    """Return a file's bytes as trouble leaves them."""
    rng = random.Random(len(data))
    if kind == "scrambled":
        spoiled = bytearray(data)
        for _ in range(200):
            spoiled[rng.randrange(64, len(data))] = rng.randrange(256)
        return bytes(spoiled)
    noise = data[:64] + rng.randbytes(len(data) - 64)
    half = len(data) // 2
    kinds = {"half": data[:half], "empty": b"", "head": data[:100], "tail": data[half:]}
    return kinds.get(kind, noise)


def test_a_length_that_cannot_be(tmp_path: Path) -> None:
    path = write_clip(tmp_path / "a.mp4", steady(6.0))
    data = bytearray(path.read_bytes())
    at = data.index(b"mvhd") + 4 + 16
    data[at : at + 4] = b"\x7f\xff\xff\xff"
    path.write_bytes(bytes(data))
    assert key_frames(path)[0].time_s == 0.0


def test_past_the_end_there_is_nothing(tmp_path: Path) -> None:
    path = write_clip(tmp_path / "a.mp4", steady(2.0))
    assert frames_near(path, 50.0, 1.0, 0.5) == []


def test_frames_are_made_small(tmp_path: Path) -> None:
    path = write_clip(tmp_path / "a.mp4", steady(2.0), size_px=(640, 360))
    assert key_frames(path, long_side_px=320)[0].image.size == (320, 180)


def test_times_are_spread_over_a_long_clip() -> None:
    times_s = key_times(3600.0)
    assert (len(times_s), times_s[0], times_s[-1]) == (60, 0.0, 3540.0)
    assert float(Fraction(times_s[1])) == 60.0
