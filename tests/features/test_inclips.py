from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image

from coincide.features.backbones import open_backbone
from coincide.features.frames import ClipFrames, embed_clips
from coincide.features.images import decode
from coincide.features.inclips import ClipLook, FoundIn
from coincide.features.options import FrameOptions
from coincide.features.session import BackboneSession
from tests.media_files import scene

pytest.importorskip("cv2")
SHOWN_PX = (320, 240)
LENGTH_S, RATE = 12.0, 10


@pytest.fixture(scope="module")
def session() -> BackboneSession:
    return BackboneSession(open_backbone("efficientnet-lite0"), ["pooled"])


def canvas(seed: int) -> Image.Image:
    """Return a wide picture full of detail, which a camera is moved over."""
    rng = np.random.default_rng(seed)
    whole = np.zeros((240, 1500, 3), np.float32)
    for cells in (6, 30, 110):
        coarse = rng.uniform(0, 255, (cells, 4 * cells, 3)).astype(np.uint8)
        resized = Image.fromarray(coarse).resize((1500, 240), Image.Resampling.BICUBIC)
        whole += np.asarray(resized, np.float32) / 3
    return Image.fromarray(whole.astype(np.uint8))


def seen_at(whole: Image.Image, time_s: float) -> Image.Image:
    left = (whole.width - SHOWN_PX[0]) * time_s / LENGTH_S
    return whole.resize(SHOWN_PX, box=(left, 0, left + SHOWN_PX[0], 240))


def write_pan(path: Path, seed: int) -> Path:
    whole = canvas(seed)
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=RATE)
        stream.width, stream.height, stream.pix_fmt = *SHOWN_PX, "yuv420p"
        stream.gop_size = RATE
        for number in range(int(LENGTH_S * RATE)):
            frame = av.VideoFrame.from_image(seen_at(whole, number / RATE))
            frame.pts, frame.time_base = number, Fraction(1, RATE)
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return path


def looked(
    session: BackboneSession,
    clips: Sequence[Path],
    photo: Path,
    options: FrameOptions = FrameOptions(),
) -> FoundIn | None:
    embedded = embed_clips(clips, session, "pooled", options)
    frames = {path.name: one for path, one in zip(clips, embedded, strict=True)}
    look = ClipLook({path.name: path for path in clips}, frames, options)
    pixels = decode(photo, session.backbone.preprocess)
    return look.find(photo, session.run(pixels[None])["pooled"][0])


@pytest.mark.parametrize("true_s", [0.4, 5.3, 11.2])
def test_a_photo_is_found_in_the_right_clip_at_the_right_moment(
    tmp_path: Path, session: BackboneSession, true_s: float
) -> None:
    clips = [write_pan(tmp_path / f"{seed}.mp4", seed) for seed in (1, 2)]
    photo = tmp_path / "photo.jpg"
    seen_at(canvas(2), true_s).resize((400, 300)).save(photo, quality=85)
    found = looked(session, clips, photo)
    assert found is not None
    assert found.clip == "2.mp4"
    assert abs(found.time_s - true_s) <= 1.0
    assert found.from_s <= found.time_s <= found.to_s
    times_s = [one.time_s for one in found.sightings]
    assert times_s == sorted(times_s)


def test_a_photo_of_something_else_is_in_none(tmp_path: Path, session: BackboneSession) -> None:
    photo = tmp_path / "photo.jpg"
    scene((400, 300), seed=9).save(photo)
    assert looked(session, [write_pan(tmp_path / "1.mp4", 1)], photo) is None


def test_a_clip_that_cannot_be_decoded_is_looked_into_in_vain(
    tmp_path: Path, session: BackboneSession
) -> None:
    clip, photo = tmp_path / "a.mp4", tmp_path / "photo.jpg"
    clip.write_bytes(b"\0\0\0\x18ftypisom" + bytes(100))
    scene((400, 300)).save(photo)
    assert looked(session, [clip], photo) is None


def test_a_clip_that_went_away_is_looked_into_in_vain(
    tmp_path: Path, session: BackboneSession
) -> None:
    photo = tmp_path / "photo.jpg"
    scene((400, 300)).save(photo)
    frames = {"gone": ClipFrames(np.zeros(1), np.ones((1, 1280), np.float32))}
    look = ClipLook({"gone": tmp_path / "gone.mp4"}, frames)
    assert look.find(photo, np.ones(1280, np.float32)) is None


def test_frames_come_in_the_order_of_their_clips(tmp_path: Path, session: BackboneSession) -> None:
    clips = [write_pan(tmp_path / f"{seed}.mp4", seed) for seed in (1, 2, 3)]
    found = list(embed_clips(clips, session, "pooled", decoders=2))
    alone = [next(iter(embed_clips([clip], session, "pooled"))) for clip in clips]
    for one, other in zip(found, alone, strict=True):
        assert np.array_equal(one.vectors, other.vectors)
        assert one.times_s.tolist() == pytest.approx([0, 2, 4, 6, 8, 10], abs=0.2)
