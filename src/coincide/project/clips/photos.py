"""Photos without a time in clips that are placed: which shows what they show, and when."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np

from coincide.features.frames import ClipFrames
from coincide.features.images import DECODE_ERRORS
from coincide.features.inclips import ClipLook, FoundIn
from coincide.model import Floats, Guess, Photo, Place, Singles, Timeless
from coincide.model.places import file_of
from coincide.timeline.moment import on_days_around
from coincide.timeline.options import GuessOptions


@dataclass(frozen=True)
class PlacedClips:
    """Clips with an event time, by key: when each begins, where it lies, and what it shows.

    ``event_time_s``: of all that is placed, which tells the days that the event has.
    """

    event_time_s: Floats
    begins_s: Mapping[str, float]
    paths: Mapping[str, Place]
    look: ClipLook

    @staticmethod
    def of(
        photos: Sequence[Photo],
        event_time_s: Floats,
        frames: Mapping[str, ClipFrames] | None,
    ) -> "PlacedClips | None":
        """Return the clips among placed photos; None where none can be looked into."""
        placed = dict(zip((photo.key for photo in photos), event_time_s.tolist(), strict=True))
        clips = {photo.key: photo for photo in photos if frames and photo.key in frames}
        if not clips or frames is None or find_spec("cv2") is None:
            return None
        shown = {key: frames[key] for key in clips}
        files = {key: clip.file for key, clip in clips.items()}
        paths = {key: clip.path for key, clip in clips.items()}
        begins_s = {key: placed[key] for key in clips}
        return PlacedClips(event_time_s, begins_s, paths, ClipLook(files, shown))

    def guess(self, photo: Timeless, vector: Singles, options: GuessOptions) -> Guess | None:
        """Return the moment of the clip that shows a photo, unless another shows it as well."""
        try:
            found = self.look.find(file_of(photo.path), vector)
        except DECODE_ERRORS:
            return None
        if found is None or found.n_inliers < options.least_points:
            return None
        moment_s = self.begins_s[found.clip] + found.time_s
        all_s = np.append(self.event_time_s, moment_s)
        on_its_day = len(self.event_time_s) in on_days_around(all_s, photo.day_s, options)
        if not on_its_day or self._has_rival(found, moment_s, options):
            return None
        spread_s = max((found.to_s - found.from_s) / 2, options.sharpest_in_clip_s)
        return Guess(photo, moment_s, "look", self.paths[found.clip], spread_s)

    def _has_rival(self, found: FoundIn, moment_s: float, options: GuessOptions) -> bool:
        """Tell whether a clip of another moment shows about as much of a photo."""
        best = max(sighting.agreement for sighting in found.sightings)
        return any(
            other.agreement >= options.as_much * best
            and abs(self.begins_s[clip] + other.time_s - moment_s) > options.same_moment_s
            for clip, other in found.elsewhere
        )
