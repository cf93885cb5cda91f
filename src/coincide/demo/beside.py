"""What lies beside the photos of an event: films of phones, and copies that were forwarded."""

from dataclasses import dataclass

import numpy as np

from coincide.demo.plan import DemoPlan, GalleryPlan, Shot
from coincide.errors import UsageError
from coincide.model.times import to_datetime

CHAT = "Chat"  # the folder of forwarded copies
# of every so many forwarded photos, one whose photographer has kept no original
GONE_EVERY = 3
# a film begins this long after a photo, and no photo follows until it is over
FILM_AFTER_S = 15.0
FILM_LENGTH_S = 3.0


@dataclass(frozen=True, slots=True)
class Forwarded:
    """A copy sent through a messenger: smaller, without tags, named by the day it came."""

    gallery: str
    shot: Shot
    file_name: str
    original_kept: bool


@dataclass(frozen=True, slots=True)
class Film:
    """A few seconds filmed with a phone, shortly after a photo from the same spot."""

    gallery: GalleryPlan
    shot: Shot
    event_time_s: float  # of its first frame
    file_name: str


def plan_forwarded(plan: DemoPlan) -> tuple[Forwarded, ...]:
    """Return the forwarded copies, in the order they were sent: not that of their times."""
    rng = np.random.default_rng([plan.options.seed, 4])
    shots = [
        (gallery.name, shot)
        for gallery in plan.galleries
        for shot in gallery.shots
        if shot.moment is not None
    ]
    sent = rng.permutation(len(shots))[: plan.options.n_forwarded]
    if len(sent) < plan.options.n_forwarded:
        raise UsageError(
            f"only {len(shots)} photos are of moments, so {plan.options.n_forwarded} cannot be"
            " forwarded: ask for fewer, or for more photos"
        )
    return tuple(
        _forwarded(gallery, shot, nth + 1)
        for nth, (gallery, shot) in enumerate(shots[int(index)] for index in sent)
    )


def _forwarded(gallery: str, shot: Shot, number: int) -> Forwarded:
    day = f"{to_datetime(shot.event_time_s):%Y%m%d}"
    return Forwarded(gallery, shot, f"IMG-{day}-WA{number:04d}.jpg", number % GONE_EVERY != 0)


def plan_films(plan: DemoPlan) -> tuple[Film, ...]:
    """Return the films, no two of one moment by one phone."""
    rng = np.random.default_rng([plan.options.seed, 5])
    chances = [
        (gallery, shot)
        for gallery in plan.galleries
        if gallery.camera.phone
        for shot in _before_a_pause(gallery)
    ]
    taken = sorted(rng.permutation(len(chances))[: plan.options.n_films].tolist())
    if len(taken) < plan.options.n_films:
        raise UsageError(
            f"the phones have time for {len(chances)} films, not {plan.options.n_films}: ask for"
            " fewer, or for more phones or photos"
        )
    return tuple(_film(gallery, shot) for gallery, shot in (chances[index] for index in taken))


def _before_a_pause(gallery: GalleryPlan) -> list[Shot]:
    """Return the last photo of each moment, where there is time to film before the next photo."""
    last = {shot.moment: shot for shot in gallery.shots if shot.moment is not None}
    times_s = [shot.event_time_s for shot in gallery.shots]
    until_s = 2 * FILM_AFTER_S + FILM_LENGTH_S
    return [
        shot
        for shot in last.values()
        if not any(0.0 < time_s - shot.event_time_s < until_s for time_s in times_s)
    ]


def _film(gallery: GalleryPlan, shot: Shot) -> Film:
    event_time_s = shot.event_time_s + FILM_AFTER_S
    shown = to_datetime(event_time_s - gallery.offset_s)
    return Film(gallery, shot, event_time_s, f"VID_{shown.year:04d}{shown:%m%d_%H%M%S}.mp4")
