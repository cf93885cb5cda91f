"""GPX tracks that a person names: the clocks of photos whose places lie on them are measured."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from coincide.errors import UsageError
from coincide.media.gpx import MOST_BYTES, parse_gpx
from coincide.model import Event, ExactTime, Gallery
from coincide.model.arrays import Track
from coincide.solver.clocks.track import NoFit, TrackFit, fit_track


def load_tracks(paths: Sequence[str]) -> tuple[Track, ...]:
    """Read the tracks of some files; raise UsageError for one that is none."""
    return tuple(_load(Path(path)) for path in paths)


def _load(path: Path) -> Track:
    try:
        with path.open("rb") as file:
            return parse_gpx(file.read(MOST_BYTES + 1))
    except ValueError as error:
        raise UsageError(
            f"--gpx {path}: {error}. Give a GPX file with a recorded track."
        ) from error
    except OSError as error:
        raise UsageError(
            f"--gpx {path}: {(error.strerror or str(error)).lower()}. Give another file, or sync"
            " with --no-gpx."
        ) from error


def with_tracks(event: Event, tracks: Sequence[Track]) -> Event:
    """Return an event whose photos have an exact time where they lie on a track.

    All that one clock took counts together: a gallery's photos are where one offset puts most of
    them. Of a gallery with places that a track tells nothing of, its notes say why.
    """
    if not tracks:
        return event
    galleries = tuple(_measured(gallery, tracks) for gallery in event.galleries)
    return replace(event, galleries=galleries)


def _measured(gallery: Gallery, tracks: Sequence[Track]) -> Gallery:
    places = [photo.position for photo in gallery.photos]
    if not any(places):
        return gallery
    nowhere = (np.nan, np.nan)
    position_deg = np.array(
        [
            nowhere if place is None else (place.latitude_deg, place.longitude_deg)
            for place in places
        ]
    )
    camera_time_s = np.array([photo.camera_time_s for photo in gallery.photos])
    found = [fit_track(camera_time_s, position_deg, track) for track in tracks]
    fits = [track_fit for track_fit in found if isinstance(track_fit, TrackFit)]
    if fits:
        return _placed(gallery, max(fits, key=lambda fit: len(fit.rows)))
    whys = dict.fromkeys(track_fit.reason for track_fit in found if isinstance(track_fit, NoFit))
    note = f"the GPX track does not measure its clock: {'; '.join(whys)}"
    return replace(gallery, notes=(*gallery.notes, note))


def _placed(gallery: Gallery, fit: TrackFit) -> Gallery:
    """Return a gallery with the exact times of those photos that have none of their own."""
    photos = list(gallery.photos)
    for row in fit.rows:
        if photos[row].exact is None:
            utc_s = photos[row].camera_time_s + fit.to_utc_s
            photos[row] = replace(photos[row], exact=ExactTime(utc_s, fit.sd_s, "gpx"))
    return replace(gallery, photos=tuple(photos))
