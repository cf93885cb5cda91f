"""The event's feature arrays: from the store where they are, computed where they are not."""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from coincide.errors import UsageError
from coincide.features import colour, vlad
from coincide.features.backbones import Backbone, Preprocess, Tap
from coincide.features.clockcode.payload import CodeReading
from coincide.features.frames import ClipFrames
from coincide.features.options import EmbedOptions, VladOptions
from coincide.features.run import Embedded, embed
from coincide.features.session import BackboneSession
from coincide.model import Event, Gallery, Photo, Singles, SkippedPhoto
from coincide.model.progress import StageProgress
from coincide.project.options import SyncOptions
from coincide.solver.links import Features, Vectors
from coincide.solver.options import TREE_METHODS
from coincide.sound.model import Overheard
from coincide.storage.projectstore import ProjectStore

# as embed_missing, for photos that lie elsewhere
Embedder = Callable[
    [Event, Backbone, Sequence[Tap], ProjectStore, EmbedOptions, StageProgress],
    tuple[int, tuple[SkippedPhoto, ...]],
]

POOLED = "pooled"  # the network's own average of its last map, where it has one
FUSION = "fusion"  # the paper's late fusion: all of its maps together


@dataclass(frozen=True)
class EventFeatures:
    """The event without the photos that could not be decoded, and one (N, D) array per tap.

    colours: (N, D) descriptors of length one, whatever the network and its layers. ``overheard``:
    which clips have heard the same; ``shapes``: how their sounds are drawn, ``frames``: what clips
    show, ``clocks``: what photos of the clock page tell, all three by key.
    """

    event: Event
    taps: tuple[str, ...]
    arrays: Features
    colours: Singles
    n_embedded: int
    overheard: tuple[Overheard, ...] = ()
    shapes: Mapping[str, str] = field(default_factory=dict)
    frames: Mapping[str, ClipFrames] = field(default_factory=dict)
    clocks: Mapping[str, CodeReading] = field(default_factory=dict)


def chosen_taps(backbone: Backbone, features: str | None, method: str = "joint") -> tuple[Tap, ...]:
    """Return the taps that ``--features`` names; several, or "fusion", mean late fusion.

    None names the method's own: the paper's want regions, all others whole photos.
    """
    if features is None:
        has_pooled = any(tap.name == POOLED for tap in backbone.taps)
        names: Sequence[str] = (
            (POOLED,) if method not in TREE_METHODS and has_pooled else backbone.default_taps
        )
    elif features == FUSION:
        names = backbone.paper_taps[1:]
        if not names:
            raise UsageError(f"The backbone {backbone.name} does not define a fusion; give layers.")
    else:
        names = [name.strip() for name in features.split(",")]
        if len(set(names)) < len(names):
            raise UsageError(f"--features {features} names a layer twice.")
    return tuple(backbone.tap(name) for name in names)


def compute_features(
    event: Event,
    backbone: Backbone,
    store: ProjectStore,
    options: SyncOptions,
    progress: StageProgress,
    embedder: Embedder | None = None,
) -> EventFeatures:
    """Embed what is missing, drop what cannot be decoded, and return the arrays of the rest."""
    embed_all = embedder or embed_missing
    taps = chosen_taps(backbone, options.features, options.method)
    n_embedded, failed = embed_all(event, backbone, taps, store, options.embed, progress)
    event = without(event, failed)
    keys = [photo.key for photo in event.photos]
    arrays = [_feature_array(backbone, tap, keys, store, options.vlad, progress) for tap in taps]
    return EventFeatures(
        event=event,
        taps=tuple(tap.name for tap in taps),
        arrays=arrays,
        # normalised again, because the store keeps half precision
        colours=vlad.normalise(store.load_vectors(colour_key(backbone.preprocess), keys)),
        n_embedded=n_embedded,
    )


def embed_missing(
    event: Event,
    backbone: Backbone,
    taps: Sequence[Tap],
    store: ProjectStore,
    options: EmbedOptions,
    progress: StageProgress,
) -> tuple[int, tuple[SkippedPhoto, ...]]:
    """Embed the photos the store lacks, shard by shard; return how many, and which failed."""
    by_key = {photo.key: photo for photo in event.photos}
    colours = _Shard(colour_key(backbone.preprocess), store, by_key)
    all_shards = {tap.name: _Shard(feature_key(backbone, tap), store, by_key) for tap in taps}
    shards = {name: shard for name, shard in all_shards.items() if shard.wanted}
    for_network = set[str]().union(*(shard.wanted for shard in shards.values()))
    n_todo = len(for_network | colours.wanted)
    failed: list[SkippedPhoto] = []
    n_done = 0
    if n_todo:
        progress("embed", 0, n_todo)
    for batch in _batches(by_key, for_network, colours.wanted, backbone, [*shards], options):
        colours.add(batch.photos, batch.colours, options.shard)
        for name, responses in batch.responses.items():
            shards[name].add(batch.photos, responses, options.shard)
        failed.extend(batch.failed)
        n_done += len(batch.photos) + len(batch.failed)
        progress("embed", n_done, n_todo)
    for shard in (colours, *shards.values()):
        shard.save()
    return n_done - len(failed), tuple(failed)


def _batches(
    by_key: Mapping[str, Photo],
    for_network: set[str],
    for_colours: set[str],
    backbone: Backbone,
    taps: Sequence[str],
    options: EmbedOptions,
) -> Iterator[Embedded]:
    """Yield what is missing, one after the other: the network is not run for colours alone."""
    photos = [by_key[key] for key in sorted(for_network)]
    if photos:
        session = BackboneSession(backbone, taps, threads=options.threads, batch=options.batch)
        yield from embed(photos, session, backbone.preprocess, options)
    photos = [by_key[key] for key in sorted(for_colours - for_network)]
    yield from embed(photos, None, backbone.preprocess, options)


class _Shard:
    """Vectors of one feature that wait until there are enough of them to save."""

    def __init__(self, feature: str, store: ProjectStore, keys: Iterable[str]) -> None:
        self.feature, self.store = feature, store
        self.wanted = set(store.missing(feature, [*keys]))
        self.keys: list[str] = []
        self.rows: list[Singles] = []

    def add(self, photos: Sequence[Photo], vectors: Singles, save_at: int) -> None:
        """Take the vectors that are wanted, and save all that wait if there are enough."""
        for photo, vector in zip(photos, vectors, strict=True):
            if photo.key in self.wanted:
                self.keys.append(photo.key)
                self.rows.append(vector)
        if len(self.keys) >= save_at:
            self.save()

    def save(self) -> None:
        """Save what waits, if anything does."""
        if self.keys:
            self.store.save_vectors(self.feature, self.keys, np.stack(self.rows))
            self.keys, self.rows = [], []


def without(event: Event, failed: Sequence[SkippedPhoto]) -> Event:
    """Return the event without some of its photos; a gallery with none left goes too."""
    if not failed:
        return event
    bad = {skipped.path for skipped in failed}
    bad_keys = {photo.key: photo.path for photo in event.photos if photo.path in bad}
    reasons = {skipped.path: skipped.reason for skipped in failed}
    galleries: list[Gallery] = []
    skipped = list(event.skipped)
    for gallery in event.galleries:
        kept = tuple(photo for photo in gallery.photos if photo.key not in bad_keys)
        gone = [photo for photo in gallery.photos if photo.key in bad_keys]
        skipped += [SkippedPhoto(photo.path, reasons[bad_keys[photo.key]]) for photo in gone]
        if kept:
            galleries.append(replace(gallery, photos=kept))
    return replace(event, galleries=tuple(galleries), skipped=tuple(skipped))


def feature_key(backbone: Backbone, tap: Tap) -> str:
    """Return the name under which the store keeps a layer's responses.

    It changes with the network, its layers and the preprocessing: old vectors never mix in.
    """
    what = f"{backbone.digest}\n{backbone.preprocess}\n{tap.name}\n{tap.tensor}"
    readable = re.sub(r"[^A-Za-z0-9]+", "-", f"{backbone.name}-{tap.name}").strip("-")
    return f"{readable}-{hashlib.sha256(what.encode()).hexdigest()[:16]}"


def colour_key(preprocess: Preprocess) -> str:
    """Return the name under which the store keeps colours: no network has a part in them."""
    what = f"{colour.RECIPE}\n{preprocess.size_px}\n{preprocess.resize}"
    return f"colour-{hashlib.sha256(what.encode()).hexdigest()[:16]}"


def _feature_array(
    backbone: Backbone,
    tap: Tap,
    keys: Sequence[str],
    store: ProjectStore,
    options: VladOptions,
    progress: StageProgress,
) -> Vectors:
    """Return the (N, D) array of one tap: VLAD of a map; a vector of length one; raw scores.

    Scores of a classifier are used as they are, as in the paper.
    """
    raw = feature_key(backbone, tap)
    if tap.kind == "map":
        return _vlad_array(raw, keys, store, options, progress)
    vectors = store.load_vectors(raw, keys)
    return vectors if tap.name in backbone.paper_taps else vlad.normalise(vectors)


def _vlad_array(
    raw: str,
    keys: Sequence[str],
    store: ProjectStore,
    options: VladOptions,
    progress: StageProgress,
) -> NDArray[np.float16]:
    """Return VLAD vectors, from the store when the event and the options are unchanged."""
    # the words must not depend on the order of galleries, nor on what was embedded when
    everyone = sorted(set(keys))
    what = "\n".join([*everyone, repr(options)])
    feature = f"{raw}-vlad-{hashlib.sha256(what.encode()).hexdigest()[:16]}"
    if store.missing(feature, everyone):
        progress("vlad", 0, len(everyone))
        maps = store.iter_in_order(raw, everyone)
        words = vlad.learn_words(vlad.sample_regions(maps, len(everyone), options), options)
        n_done = 0
        for where, block in store.iter_vectors(raw, everyone):
            store.save_vectors(feature, [everyone[i] for i in where], vlad.encode(block, words))
            n_done += len(where)
            progress("vlad", n_done, len(everyone))
        store.drop_features(f"{raw}-vlad-", keep=feature)
    return store.load_halves(feature, keys)
