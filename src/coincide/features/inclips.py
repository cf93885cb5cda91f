"""Find a photo in clips: which of them shows what it shows, and when.

By vectors first: the few frames of all clips that look most like the photo. Those are compared
closer, by local features under one geometry; then the frames around the best, one each second.
A camera that moved was where the photo was taken for a moment; one that stood still sees the
same for long, and then the moment is only known to lie where frames agree about as well.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from coincide.features.frames import ClipFrames
from coincide.features.images import DECODE_ERRORS
from coincide.features.options import FrameOptions
from coincide.features.verify.features import LocalFeatures, local_features
from coincide.features.verify.match import count_inliers
from coincide.features.verify.options import VerifyOptions
from coincide.features.verify.pictures import grey_of, read_grey
from coincide.features.vlad import normalise
from coincide.media.video.frames import frames_near
from coincide.model import Singles

# two frames nearer than this are one
_SAME_S = 0.01


@dataclass(frozen=True, slots=True)
class Sighting:
    """One frame that was compared closer with a photo, and how many points agree."""

    time_s: float
    n_inliers: int


@dataclass(frozen=True, slots=True)
class FoundIn:
    """Where a photo was found: a clip, and when in it, counted from its start.

    The photo's moment lies between ``from_s`` and ``to_s``, where frames agree with it about as
    well as at ``time_s``. ``sightings`` are all frames of the clip that were compared, in order.
    """

    clip: str
    time_s: float
    from_s: float
    to_s: float
    n_inliers: int
    sightings: tuple[Sighting, ...]


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
        self._places = [_place(key, time_s) for key, one in seen for time_s in one.times_s]
        self._mean: Singles = np.zeros(0, np.float32)
        self._vectors: Singles = np.zeros((0, 0), np.float32)
        if seen:
            vectors = np.concatenate([_pooled(one.vectors) for _, one in seen])
            # what all frames share tells none apart
            self._mean = vectors.mean(axis=0)
            self._vectors = normalise(vectors - self._mean)
        self._features: dict[tuple[str, float], LocalFeatures] = {}

    def find(self, photo: Path, vector: Singles) -> FoundIn | None:
        """Return where a photo, of which the vector is given, was taken; None: in no clip.

        Raises one of DECODE_ERRORS for a photo that cannot be decoded.
        """
        best = self._most_alike(vector)
        if not best:
            return None
        asked = local_features(read_grey(photo, self.verify.long_side_px), self.verify)
        compared = {place: self._n_inliers(asked, place) for place in best}
        clip, time_s = max(compared, key=lambda place: compared[place])
        if compared[clip, time_s] < self.options.min_inliers:
            return None
        for place in self._around(clip, time_s):
            compared.setdefault(place, self._n_inliers(asked, place))
        return _found(clip, compared, self.options)

    def _most_alike(self, vector: Singles) -> list[tuple[str, float]]:
        if not self._places:
            return []
        alike = self._vectors @ normalise(_pooled(vector[None]) - self._mean)[0]
        order = np.argsort(-alike, kind="stable")[: self.options.n_best]
        return [self._places[row] for row in order]

    def _around(self, clip: str, time_s: float) -> list[tuple[str, float]]:
        """Return the frames between the key frames before and after one, and keep them."""
        others = [at_s for key, at_s in self._places if key == clip]
        before_s = max((one for one in others if one < time_s - _SAME_S), default=0.0)
        after_s = min((one for one in others if one > time_s + _SAME_S), default=time_s)
        within_s = max(time_s - before_s, after_s - time_s, self.options.every_s)
        return self._read(clip, time_s, within_s)

    def _read(self, clip: str, time_s: float, within_s: float) -> list[tuple[str, float]]:
        try:
            found = frames_near(
                self._files[clip],
                time_s,
                within_s,
                self.options.step_s,
                long_side_px=self.verify.long_side_px,
            )
        except DECODE_ERRORS:
            return []
        places = [_place(clip, frame.time_s) for frame in found]
        for place, frame in zip(places, found, strict=True):
            if place not in self._features:
                self._features[place] = self._describe(frame.image)
        return places

    def _describe(self, image: Image.Image) -> LocalFeatures:
        return local_features(grey_of(image, self.verify.long_side_px), self.verify)

    def _n_inliers(self, asked: LocalFeatures, place: tuple[str, float]) -> int:
        if place not in self._features:
            self._read(*place, 0.0)
        features = self._features.get(place)
        return 0 if features is None else count_inliers(asked, features, self.verify).n_inliers


def _place(clip: str, time_s: float) -> tuple[str, float]:
    """Return a frame's clip and its time to the thousandth, as times are kept."""
    return clip, round(float(time_s), 3)


def _pooled(vectors: Singles) -> Singles:
    """Return one vector per picture, (n, D): of a map, the mean of its regions."""
    pooled: Singles = vectors.reshape(len(vectors), -1, vectors.shape[-1]).mean(axis=1)
    return normalise(pooled)


def _found(clip: str, compared: Mapping[tuple[str, float], int], options: FrameOptions) -> FoundIn:
    sightings = tuple(
        Sighting(time_s, n_inliers)
        for (key, time_s), n_inliers in sorted(compared.items())
        if key == clip
    )
    best = max(sightings, key=lambda one: one.n_inliers)
    as_good = [one.time_s for one in sightings if one.n_inliers >= options.as_good * best.n_inliers]
    return FoundIn(clip, best.time_s, min(as_good), max(as_good), best.n_inliers, sightings)
