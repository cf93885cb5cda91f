"""Give photos without a time a place on the timeline, by what they look like.

A copy of a photo that is there in full has its time; any other photo is of about the moment of
those that look like it, or nobody knows. A clip that shows it at about that moment tells it closer.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from coincide.features import vlad
from coincide.features.backbones import Backbone
from coincide.features.frames import ClipFrames
from coincide.features.same import compare_files
from coincide.features.same.compare import Compare
from coincide.model import Event, Floats, Gallery, Guess, Photo, Singles, Timeless, Timeline
from coincide.model.progress import StageProgress
from coincide.project.clips.photos import PlacedClips
from coincide.project.options import SyncOptions
from coincide.project.read.features import (
    Embedder,
    chosen_taps,
    colour_key,
    embed_missing,
    feature_key,
)
from coincide.storage.projectstore import ProjectStore
from coincide.timeline.moment import guess_moment, on_days_around, without_crowds
from coincide.timeline.options import GuessOptions

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Placed:
    """The photos that have an event time, by event time."""

    photos: tuple[Photo, ...]
    event_time_s: Floats


@dataclass(frozen=True)
class _Likeness:
    """Vectors of length one, about the mean of the placed photos: (N, D) and (n, D).

    ``asking``: how photos without a time look, as the network saw them.
    """

    look: Singles
    colour: Singles
    asking_look: Singles
    asking_colour: Singles
    asking: Singles

    def look_of(self, number: int) -> Floats:
        """Return how much each placed photo looks like one without a time, (N,)."""
        return np.asarray(self.look @ self.asking_look[number], dtype=np.float64)

    def mood_of(self, number: int, colour_share: float) -> Floats:
        """Return the same with colours, which tell the hour of a place, (N,)."""
        colour = np.asarray(self.colour @ self.asking_colour[number], dtype=np.float64)
        return (self.look_of(number) + colour_share * colour) / (1.0 + colour_share)


def place_timeless(
    event: Event,
    timeline: Timeline,
    backbone: Backbone,
    store: ProjectStore,
    options: SyncOptions,
    progress: StageProgress,
    *,
    embedder: Embedder = embed_missing,
    frames: Mapping[str, ClipFrames] | None = None,
) -> Timeline:
    """Return the timeline with a guess for each photo without a time that allows one.

    The photos on the timeline must have been embedded by the same network and options.
    ``frames``: what clips show, by their key, where that is known. Guesses of the timeline, of
    clips that sound has placed, stay: those clips tell of photos as all others do.
    """
    entries = [(entry.photo, entry.event_time_s) for entry in timeline]
    known = [(photo, time_s) for photo, time_s in entries if time_s is not None]
    heard = timeline.guesses
    by_sound = {guess.photo.key for guess in heard}
    left = [photo for photo in event.timeless if photo.key not in by_sound]
    if not left or not known:
        return timeline
    placed = _Placed(tuple(photo for photo, _ in known), np.array([time_s for _, time_s in known]))
    asking, likeness = _compare(left, placed, backbone, store, options, progress, embedder)
    clips = PlacedClips.of(
        [*placed.photos, *(guess.photo.as_photo for guess in heard)],
        np.append(placed.event_time_s, [guess.event_time_s for guess in heard]),
        frames,
    )
    compare, guesses, guessing = compare_files(), list[Guess](), GuessOptions()
    for number, photo in enumerate(asking):
        progress("timeless", number, len(asking))
        guess = _copy_guess(photo, placed, likeness.look_of(number), compare, guessing)
        if guess is None:
            mood = likeness.mood_of(number, guessing.colour_share)
            guess = _look_guess(photo, placed, mood, guessing)
            if guess is not None and clips is not None:
                guess = closer(guess, clips.guess(photo, likeness.asking[number], guessing))
        guesses += [] if guess is None else [guess]
    progress("timeless", len(asking), len(asking))
    return replace(timeline, guesses=_in_order([*heard, *without_crowds(guesses, guessing)]))


def _in_order(guesses: Sequence[Guess]) -> tuple[Guess, ...]:
    return tuple(sorted(guesses, key=lambda guess: (guess.event_time_s, guess.photo.path)))


def closer(look: Guess, shown: Guess | None) -> Guess:
    """Return the moment at which a clip shows a photo, if that is about when it was by its look.

    A clip alone tells the place: of photos that one shows some were taken there hours later.
    """
    if shown is None or abs(shown.event_time_s - look.event_time_s) > look.spread_s:
        return look
    return shown if shown.spread_s < look.spread_s else look


def _compare(
    timeless: Sequence[Timeless],
    placed: _Placed,
    backbone: Backbone,
    store: ProjectStore,
    options: SyncOptions,
    progress: StageProgress,
    embedder: Embedder,
) -> tuple[list[Timeless], _Likeness]:
    """Embed the photos without a time; return those that can be decoded, and their likeness."""
    taps = chosen_taps(backbone, options.features, options.method)
    photos = tuple(Photo(photo.path, photo.key, 0.0, 0.0) for photo in timeless)
    unplaced = Event("timeless", (Gallery("timeless", photos),))
    _, failed = embedder(unplaced, backbone, taps, store, options.embed, progress)
    for skipped in failed:
        logger.warning("%s cannot be placed on the timeline: %s", skipped.path, skipped.reason)
    bad = {skipped.path for skipped in failed}
    bad_keys = {photo.key for photo in timeless if photo.path in bad}
    asking = [photo for photo in timeless if photo.key not in bad_keys]
    keys = [photo.key for photo in placed.photos], [photo.key for photo in asking]
    looks = [_vectors(feature_key(backbone, taps[0]), some, store) for some in keys]
    colours = [_vectors(colour_key(backbone.preprocess), some, store) for some in keys]
    return asking, _Likeness(
        _centred(looks[0], looks[0]),
        _centred(colours[0], colours[0]),
        _centred(looks[1], looks[0]),
        _centred(colours[1], colours[0]),
        looks[1],
    )


def _vectors(feature: str, keys: Sequence[str], store: ProjectStore) -> Singles:
    """Return one vector per key, (len(keys), D): of a map, the mean of its regions."""
    whole = np.zeros((0, 0), np.float32)
    for where, vectors in store.iter_vectors(feature, keys):
        pooled = vectors.reshape(len(vectors), -1, vectors.shape[-1]).mean(axis=1)
        if not whole.size:
            whole = np.zeros((len(keys), pooled.shape[1]), np.float32)
        whole[where] = pooled
    return whole


def _centred(vectors: Singles, about: Singles) -> Singles:
    """Return vectors of length one about a mean: what all photos share tells none apart."""
    if not len(vectors):
        return vectors
    return vlad.normalise(vectors - about.mean(axis=0))


def _copy_guess(
    photo: Timeless, placed: _Placed, look: Floats, compare: Compare, options: GuessOptions
) -> Guess | None:
    """Return the time of the photo that this one is a copy of, if there is one."""
    rows = np.argsort(-look, kind="stable")[: options.candidates]
    rows = rows[look[rows] >= options.least_similarity]
    same: list[tuple[float, int]] = []
    for row in rows.tolist():
        found = compare(photo.path, placed.photos[row].path)
        if found is not None and found.is_one:
            same.append((found.edges, row))
    best = _clearly_best(same, placed.event_time_s, options)
    if best is None:
        return None
    return Guess(photo, float(placed.event_time_s[best]), "copy", placed.photos[best].path)


def _clearly_best(
    same: Sequence[tuple[float, int]], event_time_s: Floats, options: GuessOptions
) -> int | None:
    """Return the row that is most the same, unless one of another moment is as much so."""
    if not same:
        return None
    most, best = max(same, key=lambda item: (item[0], -item[1]))
    rivals = [row for edges, row in same if edges > most - options.clear_edges]
    apart_s = np.abs(event_time_s[rivals] - event_time_s[best])
    return None if (apart_s > options.same_moment_s).any() else best


def _look_guess(
    photo: Timeless, placed: _Placed, mood: Floats, options: GuessOptions
) -> Guess | None:
    """Return the moment that the photos which look like this one agree on, if they do."""
    rows = on_days_around(placed.event_time_s, photo.day_s, options)
    moment = guess_moment(mood[rows], placed.event_time_s[rows], options)
    if moment is None:
        return None
    like = placed.photos[int(rows[moment.row])].path
    return Guess(photo, moment.event_time_s, "look", like, moment.spread_s)
