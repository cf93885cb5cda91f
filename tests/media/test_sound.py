from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from coincide.media.sound import SOUND_RATE, read_sound
from tests.media_files import box, jpeg_bytes, scene

RATE = 44_100
CODERS = {
    "clip.mp4": ("aac", "mpeg4"),
    "clip.mov": ("aac", "mpeg4"),
    "clip.mkv": ("flac", "mpeg4"),
    "clip.avi": ("pcm_s16le", "mpeg4"),
    "clip.mts": ("mp2", "mpeg2video"),
}


def beeps(length_s: float, at_s: list[float]) -> np.ndarray:
    """Return silence with short tones of 1 kHz."""
    sound = np.zeros(int(length_s * RATE), np.float32)
    tone = 0.5 * np.sin(2 * np.pi * 1000 * np.arange(int(0.05 * RATE)) / RATE)
    for start in at_s:
        sound[int(start * RATE) : int(start * RATE) + len(tone)] = tone
    return sound


def write_clip(path: Path, sound: np.ndarray, *, late_s: float = 0.0, shown: bool = True) -> Path:
    """Write a clip of small grey pictures; ``late_s``: how long after them the sound begins."""
    audio_codec, video_codec = CODERS.get(path.name, ("aac", "mpeg4"))
    with av.open(str(path), "w", format="mpegts" if path.suffix == ".mts" else None) as out:
        pictures = out.add_stream(video_codec, rate=25) if shown else None
        stream = out.add_stream(audio_codec, rate=RATE)
        stream.layout = "mono"
        if pictures is not None:
            pictures.width, pictures.height, pictures.pix_fmt = 64, 48, "yuv420p"
            grey = np.full((48, 64, 3), 90, np.uint8)
            for number in range(int((len(sound) / RATE + late_s) * 25)):
                frame = av.VideoFrame.from_ndarray(grey, format="rgb24")
                frame.pts, frame.time_base = number, Fraction(1, 25)
                out.mux(pictures.encode(frame))
            out.mux(pictures.encode(None))
        size = stream.codec_context.frame_size or 1024
        form = stream.codec_context.format.name
        resampler = av.AudioResampler(format=form, layout="mono", rate=RATE)
        for at in range(0, len(sound), size):
            part = av.AudioFrame.from_ndarray(sound[None, at : at + size], "flt", "mono")
            part.sample_rate, part.time_base = RATE, Fraction(1, RATE)
            part.pts = at + round(late_s * RATE)
            for ready in resampler.resample(part):
                out.mux(stream.encode(ready))
        out.mux(stream.encode(None))
    return path


def onsets(sound: np.ndarray) -> list[float]:
    """Return when tones begin, in seconds."""
    loud = np.abs(sound) > 0.15
    starts = [n for n in np.flatnonzero(loud) if not loud[max(0, n - 400) : n].any()]
    return [n / SOUND_RATE for n in starts]


@pytest.mark.parametrize("name", CODERS)
def test_sound_is_where_the_pictures_are(tmp_path: Path, name: str) -> None:
    path = write_clip(tmp_path / name, beeps(3.0, [0.5, 2.25]))
    assert onsets(read_sound(path)) == pytest.approx([0.5, 2.25], abs=0.03)


@pytest.mark.parametrize("name", ["clip.mp4", "clip.mkv", "clip.mts"])
def test_sound_that_begins_late_has_silence_in_front(tmp_path: Path, name: str) -> None:
    path = write_clip(tmp_path / name, beeps(2.0, [0.5]), late_s=0.7)
    assert onsets(read_sound(path)) == pytest.approx([1.2], abs=0.03)


def test_a_clip_without_sound_has_no_samples(tmp_path: Path) -> None:
    path = tmp_path / "clip.mp4"
    with av.open(str(path), "w") as out:
        stream = out.add_stream("mpeg4", rate=25)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        out.mux(stream.encode(av.VideoFrame(64, 48, "yuv420p")))
        out.mux(stream.encode(None))
    assert len(read_sound(path)) == 0


def test_sound_alone_begins_with_itself(tmp_path: Path) -> None:
    path = write_clip(tmp_path / "clip.m4a", beeps(2.0, [1.0]), shown=False)
    assert onsets(read_sound(path)) == pytest.approx([1.0], abs=0.03)


@pytest.mark.parametrize(("name", "codec"), [("a.mp3", "libmp3lame"), ("a.flac", "flac")])
def test_files_of_sound_are_known_by_their_first_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, codec: str
) -> None:
    monkeypatch.setitem(CODERS, name, (codec, ""))
    path = write_clip(tmp_path / name, beeps(2.0, [1.0]), shown=False)
    path = path.rename(tmp_path / "whatever")
    assert onsets(read_sound(path)) == pytest.approx([1.0], abs=0.03)


def with_cover(path: Path) -> Path:
    """Add a picture to a file of sound, as shops do; its movie box is the last."""
    data = bytearray(path.read_bytes())
    cover = box(b"data", b"\0\0\0\x0d" + bytes(4) + jpeg_bytes(scene((64, 48))))
    handler = box(b"hdlr", bytes(8) + b"mdirappl" + bytes(9))
    meta = bytes(4) + handler + box(b"ilst", box(b"covr", cover))
    user = box(b"udta", box(b"meta", meta))
    movie = data.rindex(b"moov") - 4
    data[movie : movie + 4] = (len(data) - movie + len(user)).to_bytes(4, "big")
    path.write_bytes(data + user)
    return path


def test_a_record_with_a_cover_begins_with_its_sound(tmp_path: Path) -> None:
    path = write_clip(tmp_path / "clip.m4a", beeps(2.0, [1.0]), late_s=0.4, shown=False)
    with av.open(str(with_cover(path))) as container:
        assert len(container.streams.video) == 1
    assert onsets(read_sound(path)) == pytest.approx([1.0], abs=0.03)


def test_no_more_is_read_than_asked_and_at_the_rate_asked(tmp_path: Path) -> None:
    path = write_clip(tmp_path / "clip.mkv", beeps(4.0, [0.5]))
    assert len(read_sound(path, most_s=1.5)) == 1.5 * SOUND_RATE
    assert len(read_sound(path, rate=16_000)) == pytest.approx(4 * 16_000, abs=1600)


def test_sound_that_begins_later_than_asked_for_is_not_heard(tmp_path: Path) -> None:
    path = write_clip(tmp_path / "clip.mkv", beeps(1.0, [0.1]), late_s=0.7)
    found = read_sound(path, most_s=0.5)
    assert len(found) == 0.5 * SOUND_RATE
    assert not found.any()


def test_damage_is_silence_and_the_rest_stays_in_place(tmp_path: Path) -> None:
    path = write_clip(tmp_path / "clip.mkv", beeps(6.0, [0.5, 5.25]))
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 300] = bytes(np.random.default_rng(0).integers(0, 256, 300, np.uint8))
    path.write_bytes(data)
    found = onsets(read_sound(path))
    assert found[0] == pytest.approx(0.5, abs=0.03)
    assert found[-1] == pytest.approx(5.25, abs=0.03)


def sound_or_reason(path: Path) -> np.ndarray | str:
    try:
        return read_sound(path)
    except ValueError as error:
        return str(error)


@pytest.mark.parametrize("share", [0.0, 0.05, 0.4, 0.9])
@pytest.mark.parametrize("name", ["clip.mp4", "clip.mts", "clip.avi"])
def test_a_cut_file_gives_sound_or_says_why_not(tmp_path: Path, name: str, share: float) -> None:
    path = write_clip(tmp_path / name, beeps(2.0, [0.5]))
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    found = sound_or_reason(path)
    assert found if isinstance(found, str) else len(found) <= 2.2 * SOUND_RATE


def test_a_playlist_is_not_taken_for_sound(tmp_path: Path) -> None:
    path = tmp_path / "clip.mp4"
    path.write_text("#EXTM3U\n#EXTINF:1,\nhttp://localhost/one.ts\n")
    with pytest.raises(ValueError, match=r"cannot be decoded|not known"):
        read_sound(path)


def test_what_is_no_media_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("nothing to hear")
    with pytest.raises(ValueError, match="not known"):
        read_sound(path)
