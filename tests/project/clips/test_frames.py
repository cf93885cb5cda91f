import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from coincide.features import frames as frames_module
from coincide.features.backbones import Backbone, open_backbone
from coincide.features.options import FrameOptions
from coincide.model import Clip, Photo
from coincide.project.clips.frames import frames_key, frames_of_clips
from coincide.storage.store import Store
from tests.media.clip_files import steady, write_clip
from tests.media_files import write_mp4


@pytest.fixture(scope="module")
def backbone() -> Backbone:
    return open_backbone("efficientnet-lite0")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "project") as opened:
        yield opened


def photo(path: Path) -> Photo:
    key = hashlib.sha256(path.read_bytes()).hexdigest()
    return Photo(path, key, 0.0, 0.0, clip=Clip(None, sound=False))


def clips(folder: Path) -> list[Photo]:
    """Return a clip of 5 s, one of 2 s, and one that is damaged."""
    long = write_clip(folder / "a.mp4", steady(5.0))
    short = write_mp4(folder / "b.mp4", seed=3)
    (folder / "c.mp4").write_bytes(long.read_bytes()[:200])
    return [photo(long), photo(short), photo(folder / "c.mp4")]


def test_frames_are_kept_by_clip_and_time(tmp_path: Path, backbone: Backbone, store: Store) -> None:
    photos = clips(tmp_path)
    found = frames_of_clips(photos, backbone, backbone.tap("pooled"), store)
    long, short, damaged = (found[one.key] for one in photos)
    assert long.times_s[0] == 0.0
    assert len(long.times_s) == len(long.vectors) == 3
    assert len(short.times_s) == 1
    assert (len(damaged.times_s), damaged.reason) == (0, "cannot be decoded")
    feature = frames_key(backbone, backbone.tap("pooled"), FrameOptions())
    assert f"{photos[0].key} 0" in store.kept_keys(feature)


@pytest.mark.usefixtures("decode_here")
def test_nothing_is_done_twice(
    tmp_path: Path, backbone: Backbone, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    photos = clips(tmp_path)
    first = frames_of_clips(photos, backbone, backbone.tap("pooled"), store)

    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("a clip was opened again")

    monkeypatch.setattr(frames_module, "key_frames", forbidden)
    again = frames_of_clips(photos, backbone, backbone.tap("pooled"), store)
    for key, one in first.items():
        assert np.array_equal(again[key].times_s, one.times_s)
        assert np.array_equal(again[key].vectors, one.vectors)


@pytest.mark.usefixtures("decode_here")
def test_what_was_done_before_a_kill_is_kept(
    tmp_path: Path, backbone: Backbone, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    photos, seen = clips(tmp_path), list[Path]()
    real = frames_module.key_frames

    def counted(path: Path, *args: object, **options: object) -> object:
        seen.append(path)
        return real(path, *args, **options)  # type: ignore[arg-type]

    def killed(_stage: str, done: int, _total: int) -> None:
        if done == 1:
            raise KeyboardInterrupt

    tap = backbone.tap("pooled")
    with pytest.raises(KeyboardInterrupt):
        frames_of_clips(photos, backbone, tap, store, progress=killed)
    monkeypatch.setattr(frames_module, "key_frames", counted)
    assert len(frames_of_clips(photos, backbone, tap, store)) == 3
    assert len(seen) == 2


def test_other_frames_have_other_keys(backbone: Backbone) -> None:
    tap = backbone.tap("pooled")
    denser = FrameOptions(every_s=1.0)
    assert frames_key(backbone, tap, denser) != frames_key(backbone, tap, FrameOptions())


def test_photos_are_no_clips(tmp_path: Path, backbone: Backbone, store: Store) -> None:
    still = Photo(tmp_path / "a.jpg", "ab", 0.0, 0.0)
    assert frames_of_clips([still], backbone, backbone.tap("pooled"), store) == {}
