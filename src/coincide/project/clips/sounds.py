"""The sounds of an event's clips: heard once, kept, and compared with all others once.

Of each clip its features are kept, and of all clips that were compared which have heard the same.
So a second run hears nothing again, a new clip is compared with those that are there, and a run
that is killed loses the batch it was at.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from coincide.features.session import usable_cores
from coincide.media.sound import SOUND_RATE, Samples, read_sound
from coincide.model import Event, Photo
from coincide.model.progress import StageProgress
from coincide.sound.features import Features, sound_features, sound_shape
from coincide.sound.model import Lag, LagTie, Overheard
from coincide.sound.options import SoundOptions
from coincide.sound.repetition import mark_repeats
from coincide.sound.search import EVERY_LAG, Gate, find_candidates
from coincide.sound.ties import verify_candidates
from coincide.storage.projectstore import ProjectStore

# raised whenever the same sounds may give other ties than before, because of other code or another
# constant in coincide.sound; options are part of the names
_VERSION = 1
KIND = "heard"
# what is drawn of each clip's sound, one small document for each
SHAPES = "shapes"
# rows of features kept together: half a minute
_ROWS = 1500
# clips that are compared with all before them, then kept
_BATCH = 100
# how far off a clip's time may be beside others of its clock, whatever it means
_HEADER_S = 3.0
# decoded sound held at a time: some hundred clips of half a minute
_MOST_BYTES = 400_000_000


def can_listen(event: Event) -> bool:
    """Tell whether clips have sound, and this machine can hear it."""
    return any(True for _ in _sounding(event)) and find_spec("av") is not None


def _sounding(event: Event) -> Iterator[tuple[str, Photo]]:
    """Yield what has sound, with the gallery it is of.

    Who filmed a clip without a time, and with what, nobody knows: it is compared with all.
    """
    for gallery in event.galleries:
        yield from ((gallery.name, item) for item in gallery.photos if _has_sound(item))
    for photo in event.timeless:
        if photo.clip is not None and photo.clip.sound:
            yield f"\0{photo.key}", photo.as_photo


def listen(
    event: Event,
    store: ProjectStore,
    tell: StageProgress,
    options: SoundOptions = SoundOptions(),
) -> tuple[Overheard, ...]:
    """Return which clips of different galleries have heard the same, and how far apart.

    A clip whose sound cannot be read has heard nothing. Where one gallery alone has sound it is
    heard too: its shape is shown, and whoever joins later is compared with what is kept.
    """
    clips = {clip.key: clip for _, clip in _sounding(event)}
    gallery = {clip.key: name for name, clip in _sounding(event)}
    features = hear(event, store, tell, options)
    keys = sorted(key for key in clips if len(features[key]))
    if len({gallery[key] for key in keys}) < 2:
        return ()
    kept = _Kept.load(store, options)
    todo = [key for key in keys if key not in kept.clips]
    sounds = _Sounds([clips[key].file for key in keys])
    number = {key: nth for nth, key in enumerate(keys)}
    for first in range(0, len(todo), _BATCH):
        batch = todo[first : first + _BATCH]
        gate = partial(_compared, keys, frozenset(batch), frozenset((*kept.clips, *batch)))
        found = _compare(sounds, [features[key] for key in keys], gate, options)
        kept = kept.adding(
            batch, [Overheard(keys[tie.first], keys[tie.second], tie.lags) for tie in found]
        )
        kept.save(store, options)
        tell("listen", first + len(batch), len(todo))
    there = [
        LagTie(number[tie.first], number[tie.second], tie.lags)
        for tie in kept.ties
        if tie.first in number and tie.second in number
    ]
    owner = [gallery[key] for key in keys]
    between = [tie for tie in there if owner[tie.first] != owner[tie.second]]
    proofs = [
        tie
        for tie in there
        if _filmed_apart(clips[keys[tie.first]], clips[keys[tie.second]], tie)
        and owner[tie.first] == owner[tie.second]
    ]
    # which sounds come again shows only when all are there
    marked = mark_repeats(between, proofs=proofs)
    return tuple(Overheard(keys[tie.first], keys[tie.second], tie.lags) for tie in marked)


def _compared(
    keys: Sequence[str], new: frozenset[str], known: frozenset[str], one: int, other: int
) -> tuple[float, float] | None:
    """Return the lags to look at: all, of a new clip and one that is known by now."""
    pair = {keys[one], keys[other]}
    return EVERY_LAG if pair <= known and not pair.isdisjoint(new) else None


def _filmed_apart(one: Photo, other: Photo, tie: LagTie) -> bool:
    """Tell whether two clips of one clock were filmed at other times than their sounds say.

    So near as a header's start and end are apart, that is not known.
    """
    lengths_s = [
        0.0 if photo.clip is None else photo.clip.duration_s or 0.0 for photo in (one, other)
    ]
    apart_s = other.camera_time_s - one.camera_time_s
    return all(abs(apart_s - lag.lag_s) > max(lengths_s) + _HEADER_S for lag in tie.lags)


def _has_sound(photo: Photo) -> bool:
    return photo.clip is not None and photo.clip.sound


def _compare(
    sounds: "_Sounds", features: Sequence[Features], gate: Gate, options: SoundOptions
) -> list[LagTie]:
    threads = usable_cores()
    candidates = find_candidates(
        features,
        options=options.search,
        feature_options=options.features,
        gate=gate,
        threads=threads,
    )
    return verify_candidates(sounds, features, candidates, options=options, threads=threads)


def _feature_name(options: SoundOptions) -> str:
    what = repr(options.features)
    return f"sound-{_VERSION}-{hashlib.sha256(what.encode()).hexdigest()[:8]}"


def hear(
    event: Event, store: ProjectStore, tell: StageProgress, options: SoundOptions = SoundOptions()
) -> dict[str, Features]:
    """Return the features of all clips by key, hearing those that the store lacks."""
    clips = {clip.key: clip for _, clip in _sounding(event)}
    name, width = _feature_name(options), options.features.n_kept
    kept = _pieces(store, name)
    drawn = frozenset(store.document_names(SHAPES))
    todo = sorted(clips.keys() - (kept.keys() & drawn))
    for done, key in enumerate(todo, start=1):
        samples = _heard_now(clips[key].file)
        store.save_document(SHAPES, key, {"shape": sound_shape(_as_long_as(samples, clips[key]))})
        if key in kept:  # by a version that drew nothing
            continue
        features = sound_features(samples, options.features)
        n_pieces = max(1, -(-len(features) // _ROWS))
        whole = np.zeros((n_pieces * _ROWS, width), np.float16)
        whole[: len(features)] = features
        names = [f"{key} {len(features)} {nth}" for nth in range(n_pieces)]
        store.save_vectors(name, names, whole.reshape(n_pieces, -1).astype(np.float32))
        tell("hear", done, len(todo))
    if todo:
        kept = _pieces(store, name)
    return {
        key: store.load_halves(name, kept[key]).reshape(-1, width)[: int(kept[key][0].split()[1])]
        for key in clips
    }


def sound_shapes(event: Event, store: ProjectStore) -> dict[str, str]:
    """Return how the sounds of clips are drawn, by key, as far as they were heard."""
    drawn = frozenset(store.document_names(SHAPES))
    keys = [clip.key for _, clip in _sounding(event) if clip.key in drawn]
    documents = {key: store.load_document(SHAPES, key) for key in keys}
    return {
        key: str(document["shape"]) for key, document in documents.items() if document is not None
    }


def _as_long_as(samples: Samples, photo: Photo) -> Samples:
    """Return a clip's sound as long as its pictures: where there is none, silence."""
    length_s = None if photo.clip is None else photo.clip.duration_s
    if length_s is None or not len(samples):
        return samples
    n = max(round(length_s * SOUND_RATE), 1)
    return np.pad(samples[:n], (0, max(n - len(samples), 0)))


def _heard_now(file: Path) -> Samples:
    """Return a clip's sound; none where it cannot be read."""
    try:
        return read_sound(file)
    except (OSError, ValueError):
        return np.zeros(0, np.float32)


def _pieces(store: ProjectStore, name: str) -> dict[str, list[str]]:
    """Return under which names the pieces of each clip are kept, in their order."""
    kept: dict[str, list[str]] = {}
    for piece in store.kept_keys(name):
        kept.setdefault(piece.split()[0], []).append(piece)
    return {key: sorted(names, key=lambda one: int(one.split()[2])) for key, names in kept.items()}


@dataclass(frozen=True)
class _Kept:
    """Which clips were compared with each other, and all that they have heard together."""

    clips: dict[str, None]
    ties: tuple[Overheard, ...]

    @staticmethod
    def load(store: ProjectStore, options: SoundOptions) -> "_Kept":
        document = store.load_document(KIND, _name(options))
        if document is None:
            return _Kept({}, ())
        ties = tuple(
            Overheard(item["first"], item["second"], tuple(map(_lag, item["lags"])))
            for item in document["ties"]
        )
        return _Kept(dict.fromkeys(document["clips"]), ties)

    def adding(self, clips: Sequence[str], ties: Sequence[Overheard]) -> "_Kept":
        return _Kept(self.clips | dict.fromkeys(clips), (*self.ties, *ties))

    def save(self, store: ProjectStore, options: SoundOptions) -> None:
        ties = [asdict(tie) for tie in self.ties]
        store.save_document(KIND, _name(options), {"clips": [*self.clips], "ties": ties})


def _lag(document: dict[str, Any]) -> Lag:
    return Lag(**document | {"reasons": tuple(document["reasons"])})


def _name(options: SoundOptions) -> str:
    return hashlib.sha256(f"{_VERSION} {options!r}".encode()).hexdigest()[:16]


@dataclass(frozen=True)
class _Sounds(Sequence[Samples]):
    """The samples of clips, decoded when asked for; the last ones are held."""

    files: Sequence[Path]
    _held: dict[int, Samples] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.files)

    def __getitem__(self, clip: Any) -> Any:
        held = self._held.get(clip)
        if held is None:
            held = _heard_now(self.files[clip])
            while self._held and sum(map(_bytes, [*self._held.values()])) > _MOST_BYTES:
                self._held.pop(next(iter([*self._held])), None)
            self._held[clip] = held
        return held


def _bytes(samples: Samples) -> int:
    return samples.nbytes
