"""Find a photo in clips: which of them shows what it shows, and when.

By vectors first: the few frames of all clips that look most like the photo. Those are compared
closer, by local features under one geometry; then the frames around the two best, one each
second, further on while they get no worse. What a camera that stands still sees is of one place
for long: who stands where is told by laying each frame over the photo. Where many frames in a
row agree about as well, the photo is of their middle.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from coincide.features.frames import ClipFrames
from coincide.features.images import DECODE_ERRORS
from coincide.features.options import FrameOptions
from coincide.features.verify.features import VerifyOptions
from coincide.features.verify.match import count_inliers
from coincide.features.verify.overlay import Picture, agreement, picture_of
from coincide.features.verify.pictures import Grey, grey_of, read_grey
from coincide.features.vlad import normalise
from coincide.media.isolated import isolated
from coincide.media.video.frames import frames_near
from coincide.model import Singles

# two frames nearer than this are one
_SAME_S = 0.01
# of how many frames the surroundings are looked at, and how far on at most
_PEAKS, _FURTHER = 2, 4
_Place = tuple[str, float]


@dataclass(frozen=True, slots=True)
class Sighting:
    """One frame that was compared closer with a photo: points that agree, and how much of it."""

    time_s: float
    n_inliers: int
    agreement: float = 0.0


@dataclass(frozen=True, slots=True)
class FoundIn:
    """Where a photo was found: a clip, and when in it, counted from its start.

    The photo's moment lies between ``from_s`` and ``to_s``, where frames agree with it about as
    well as the best. ``sightings`` are all frames of the clip that were compared, in order;
    ``elsewhere`` the best of each other clip that shows its place.
    """

    clip: str
    time_s: float
    from_s: float
    to_s: float
    n_inliers: int
    sightings: tuple[Sighting, ...]
    elsewhere: tuple[tuple[str, Sighting], ...] = ()


class ClipLook:
    """Clips to look for photos in: their files and frames by key, and features once computed."""

    def __init__(
        self,
        files: Mapping[str, Path],
        frames: Mapping[str, ClipFrames],
        options: FrameOptions = FrameOptions(),
        verify: VerifyOptions = VerifyOptions(),
    ) -> None:
        self.options, self.verify = options, verify
        self._files = files
        seen = [(key, frames[key]) for key in sorted(frames) if len(frames[key].times_s)]
        self._places = [
            _place(key, time_s) for key, clip_seen in seen for time_s in clip_seen.times_s
        ]
        self._mean: Singles = np.zeros(0, np.float32)
        self._vectors: Singles = np.zeros((0, 0), np.float32)
        if seen:
            vectors = np.concatenate([_pooled(clip_seen.vectors) for _, clip_seen in seen])
            # what all frames share tells none apart
            self._mean = vectors.mean(axis=0)
            self._vectors = normalise(vectors - self._mean)
        self._pictures: dict[_Place, Picture] = {}

    def find(self, photo: Path, vector: Singles) -> FoundIn | None:
        """Return where a photo, of which the vector is given, was taken; None: in no clip.

        Raises one of DECODE_ERRORS for a photo that cannot be decoded.
        """
        best = self._most_alike(vector)
        if not best:
            return None
        asked = picture_of(read_grey(photo, self.verify.long_side_px), self.verify)
        compared = {place: self._compare(asked, place) for place in best}
        for clip, time_s in self._peaks(compared):
            self._look_around(asked, clip, time_s, compared)
        seen = {place: sighting for place, sighting in compared.items() if self._is_seen(sighting)}
        return _found(seen, compared, self.options) if seen else None

    def _is_seen(self, one: Sighting) -> bool:
        return one.n_inliers >= self.options.min_inliers

    def _peaks(self, compared: Mapping[_Place, Sighting]) -> list[_Place]:
        """Return the frames that agree best, none beside another one."""
        peaks: list[_Place] = []
        for place in sorted(compared, key=lambda one: _rank(compared[one]), reverse=True):
            beside = any(
                clip == place[0] and abs(time_s - place[1]) <= self._within_s(clip, time_s)
                for clip, time_s in peaks
            )
            if self._is_seen(compared[place]) and not beside:
                peaks.append(place)
        return peaks[:_PEAKS]

    def _look_around(
        self, asked: Picture, clip: str, time_s: float, compared: dict[_Place, Sighting]
    ) -> None:
        """Compare the frames around one, further on while the best is at the edge of them."""
        for _ in range(_FURTHER):
            around = self._read(clip, time_s, self._within_s(clip, time_s))
            for place in around:
                if place not in compared:
                    compared[place] = self._compare(asked, place)
            if not around:
                return
            best = max(around, key=lambda one: _rank(compared[one]))
            at_edge = best in (around[0], around[-1]) and best[1] > _SAME_S
            if not at_edge or abs(best[1] - time_s) <= self.options.step_s / 2:
                return
            time_s = best[1]

    def _most_alike(self, vector: Singles) -> list[_Place]:
        if not self._places:
            return []
        alike = self._vectors @ normalise(_pooled(vector[None]) - self._mean)[0]
        order = np.argsort(-alike, kind="stable")[: self.options.n_best]
        return [self._places[row] for row in order]

    def _within_s(self, clip: str, time_s: float) -> float:
        """Return how far it is to the key frames before and after a moment, or further."""
        others = [at_s for key, at_s in self._places if key == clip]
        before_s = max((value for value in others if value < time_s - _SAME_S), default=0.0)
        after_s = min((value for value in others if value > time_s + _SAME_S), default=time_s)
        return max(time_s - before_s, after_s - time_s, self.options.every_s)

    def _read(self, clip: str, time_s: float, within_s: float) -> list[_Place]:
        try:
            found = greys_near(
                self._files[clip], time_s, within_s, self.options.step_s, self.verify.long_side_px
            )
        except DECODE_ERRORS:
            return []
        places = [_place(clip, at_s) for at_s, _ in found]
        for place, (_, grey) in zip(places, found, strict=True):
            if place not in self._pictures:
                self._pictures[place] = picture_of(grey, self.verify)
        return places

    def _compare(self, asked: Picture, place: _Place) -> Sighting:
        if place not in self._pictures:
            self._read(*place, 0.0)
        seen = self._pictures.get(place)
        if seen is None:
            return Sighting(place[1], 0)
        n_inliers = count_inliers(asked.features, seen.features, self.verify).n_inliers
        if n_inliers < self.options.min_inliers:
            return Sighting(place[1], n_inliers)
        return Sighting(place[1], n_inliers, agreement(asked, seen, self.verify))


@isolated
def greys_near(
    path: Path, time_s: float, within_s: float, step_s: float, long_side_px: int
) -> list[tuple[float, Grey]]:
    """Return the frames around a moment of a clip in grey, each with its time."""
    found = frames_near(path, time_s, within_s, step_s, long_side_px=long_side_px)
    return [(frame.time_s, grey_of(frame.image, long_side_px)) for frame in found]


def _rank(one: Sighting) -> tuple[float, int]:
    """Return by what frames are told apart: how much of the photo they show, then points."""
    return one.agreement, one.n_inliers


def _place(clip: str, time_s: float) -> _Place:
    """Return a frame's clip and its time to the thousandth, as times are kept."""
    return clip, round(float(time_s), 3)


def _pooled(vectors: Singles) -> Singles:
    """Return one vector per picture, (n, D): of a map, the mean of its regions."""
    pooled: Singles = vectors.reshape(len(vectors), -1, vectors.shape[-1]).mean(axis=1)
    return normalise(pooled)


def _found(
    seen: Mapping[_Place, Sighting], compared: Mapping[_Place, Sighting], options: FrameOptions
) -> FoundIn:
    clip = max(seen, key=lambda place: _rank(seen[place]))[0]
    sightings = tuple(sighting for (key, _), sighting in sorted(compared.items()) if key == clip)
    at = max(range(len(sightings)), key=lambda nth: _rank(sightings[nth]))
    best = sightings[at]
    first = last = at
    while first > 0 and _as_good(sightings[first - 1], best, options):
        first -= 1
    while last + 1 < len(sightings) and _as_good(sightings[last + 1], best, options):
        last += 1
    from_s, to_s = sightings[first].time_s, sightings[last].time_s
    others = {key for key, _ in seen} - {clip}
    elsewhere = tuple(
        (other, max((sighting for (key, _), sighting in seen.items() if key == other), key=_rank))
        for other in sorted(others)
    )
    middle_s = (from_s + to_s) / 2
    return FoundIn(clip, middle_s, from_s, to_s, best.n_inliers, sightings, elsewhere)


def _as_good(one: Sighting, best: Sighting, options: FrameOptions) -> bool:
    return one.agreement >= options.as_good * best.agreement and one.n_inliers > 0
