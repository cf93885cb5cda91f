"""The frames of an event's clips: from the store where they are, embedded where they are not.

A frame is kept under its clip's content hash and its time in it, to the thousandth of a second,
all of one clip in one shard. So whatever is there of a clip is all of it, a run that is killed
loses the clip it was at, and a second one looks at nothing again.
"""

import hashlib
from collections.abc import Sequence

import numpy as np

from coincide.features.backbones import Backbone, Tap
from coincide.features.frames import ClipFrames, embed_clips
from coincide.features.options import EmbedOptions, FrameOptions
from coincide.features.session import Session
from coincide.model import Photo
from coincide.project.features import Progress, feature_key
from coincide.storage.projectstore import ProjectStore

# in place of a time, of a clip that cannot be decoded
_NOTHING = "nothing"
_TICKS = 1000


def frames_key(backbone: Backbone, tap: Tap, options: FrameOptions) -> str:
    """Return the name under which the store keeps frames: by the network, and by which they are."""
    what = f"{options.every_s}\n{options.at_most}"
    return f"frames-{feature_key(backbone, tap)}-{hashlib.sha256(what.encode()).hexdigest()[:8]}"


def frames_of_clips(
    photos: Sequence[Photo],
    backbone: Backbone,
    tap: Tap,
    store: ProjectStore,
    *,
    options: FrameOptions = FrameOptions(),
    embed: EmbedOptions = EmbedOptions(),
    progress: Progress = lambda _stage, _done, _total: None,
) -> dict[str, ClipFrames]:
    """Return the frames of the clips among some photos, by the key of each.

    What the store lacks is embedded and kept, clip by clip. Of a clip that cannot be decoded
    there are none, and that is kept as well.
    """
    clips = {photo.key: photo for photo in photos if photo.clip is not None}
    feature = frames_key(backbone, tap, options)
    kept = _kept(store, feature)
    todo = sorted(key for key in clips if key not in kept)
    if todo:
        progress("frames", 0, len(todo))
        session = Session(backbone, [tap.name], threads=embed.threads, batch=embed.batch)
        files = [clips[key].file for key in todo]
        found = embed_clips(files, session, tap.name, options, decoders=embed.decoders)
        for number, (key, frames) in enumerate(zip(todo, found, strict=True), start=1):
            _save(store, feature, key, frames)
            progress("frames", number, len(todo))
        kept = _kept(store, feature)
    return {key: _load(store, feature, key, kept[key]) for key in sorted(clips)}


def _kept(store: ProjectStore, feature: str) -> dict[str, list[str]]:
    """Return what is kept of each clip: the times of its frames, as they are written."""
    kept: dict[str, list[str]] = {}
    for key in store.kept_keys(feature):
        clip, _, time = key.partition(" ")
        kept.setdefault(clip, []).append(time)
    return kept


def _save(store: ProjectStore, feature: str, key: str, frames: ClipFrames) -> None:
    if not len(frames.times_s):
        store.save_vectors(feature, [f"{key} {_NOTHING}"], np.zeros((1, 1), np.float32))
        return
    ticks = np.rint(frames.times_s * _TICKS).astype(np.int64).tolist()
    store.save_vectors(feature, [f"{key} {tick}" for tick in ticks], frames.vectors)


def _load(store: ProjectStore, feature: str, key: str, times: Sequence[str]) -> ClipFrames:
    if _NOTHING in times:
        return ClipFrames(np.zeros(0), np.zeros((0, 1), np.float32), "cannot be decoded")
    ticks = sorted(map(int, times))
    vectors = store.load_vectors(feature, [f"{key} {tick}" for tick in ticks])
    return ClipFrames(np.array(ticks) / _TICKS, vectors)
