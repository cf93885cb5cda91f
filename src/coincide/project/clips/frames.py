"""The frames of an event's clips: from the store where they are, embedded where they are not.

A frame is kept under its clip's content hash and its time in it, to the thousandth of a second,
all of one clip in one shard. So whatever is there of a clip is all of it, a run that is killed
loses the clip it was at, and a second one looks at nothing again.
"""

import hashlib
from collections.abc import Mapping, Sequence
from importlib.util import find_spec

import numpy as np

from coincide.features.backbones import Backbone, Tap
from coincide.features.frames import ClipFrames, embed_clips
from coincide.features.options import EmbedOptions, FrameOptions
from coincide.features.session import BackboneSession
from coincide.features.vlad import normalise
from coincide.model import Event, Floats, Indices, Photo
from coincide.model.progress import StageProgress
from coincide.project.clips.evidence import Meanings, late_s
from coincide.project.read.features import feature_key
from coincide.solver.evidence import FrameRows
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
    progress: StageProgress = lambda _stage, _done, _total: None,
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
        session = BackboneSession(backbone, [tap.name], threads=embed.threads, batch=embed.batch)
        files = [clips[key].file for key in todo]
        found = embed_clips(files, session, tap.name, options, decoders=embed.decoders)
        for number, (key, frames) in enumerate(zip(todo, found, strict=True), start=1):
            _save(store, feature, key, frames)
            progress("frames", number, len(todo))
        kept = _kept(store, feature)
    return {key: _load(store, feature, key, kept[key]) for key in sorted(clips)}


def can_look_into(event: Event, tap: Tap) -> bool:
    """Tell whether an event has clips whose frames can be compared with others' photos."""
    has_clips = any(
        photo.clip is not None for shown in (event.photos, event.timeless) for photo in shown
    )
    # what a map says of a photo rests on the words of all photos
    return has_clips and len(event.galleries) > 1 and tap.kind != "map" and bool(find_spec("av"))


def frame_rows(
    event: Event,
    frames: Mapping[str, ClipFrames],
    meant: Meanings | None = None,
    options: FrameOptions = FrameOptions(),
) -> FrameRows | None:
    """Return frames of an event's clips as the solver takes them; None where there are none.

    Fewer than are kept: what a clip shows changes slowly. ``meant``: what the headers of a
    gallery mean, where that is settled, and so when its clips began.
    """
    settled, clips, within, looks = meant or {}, [], [], []
    names = event.table.names
    photos = list(event.photos)
    galleries = event.table.gallery_of(np.arange(len(photos))).tolist()
    for row, photo in enumerate(photos):
        seen = frames.get(photo.key)
        if photo.clip is None or seen is None:
            continue
        kept = _apart(seen.times_s, options.ask_every_s)
        late = late_s(photo, settled.get(names[galleries[row]])) or 0.0
        clips.append(np.full(len(kept), row))
        within.append(seen.times_s[kept] + late)
        looks.append(seen.vectors[kept])
    if not sum(map(len, clips)):
        return None
    look = normalise(np.concatenate([array for array in looks if len(array)]))
    return FrameRows(np.concatenate(clips), np.concatenate(within), look)


def _apart(times_s: Floats, every_s: float) -> Indices:
    """Return which frames to ask: some time from each other, and from the clip's beginning."""
    kept, last_s = [], 0.0
    for number, time_s in enumerate(times_s.tolist()):
        # key frames lie where the camera put them, about as far apart as was asked for
        if time_s - last_s >= 0.9 * every_s:
            kept.append(number)
            last_s = time_s
    return np.array(kept, np.int64)


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
