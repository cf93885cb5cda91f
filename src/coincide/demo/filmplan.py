"""Who films what, when, and what time their phone writes into the file."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import floor
from typing import Literal

import numpy as np

from coincide.demo.exif import PHONE_ZONE_S
from coincide.demo.schedule.plan import DemoPlan, PhotographerPlan, PlannedShot
from coincide.errors import UsageError
from coincide.model.times import to_datetime
from coincide.storage.documents import Closed

# as many as a demo event has where nobody says how many: two pairs that heard the same, two alone
FEW_FILMS = 6
# a film begins this long after a photo, and no photo follows until it is over
FILM_AFTER_S = 15.0
SHORTEST_S, LONGEST_S = 8.0, 15.0
# somebody else begins to film so long after the first, and takes no photo so long before
SECOND_AFTER_S = (1.5, 5.0)
SPARE_S = 3.0
# the phone nearest to what happens, and how much farther one is that shows more, or stands aside
NEAREST_M, PER_HEIGHT_M, PER_STAND_M = 2.0, 0.008, 3.0


@dataclass(frozen=True, slots=True)
class HeaderTime:
    """What the time in a film's header means: when filming began or ended, and by which clock."""

    of: Literal["start", "end"]
    clock: Literal["utc", "local"]


# what phones of different makers write, one after another
HEADER_TIMES = (
    HeaderTime("end", "utc"),
    HeaderTime("start", "utc"),
    HeaderTime("start", "local"),
    HeaderTime("end", "local"),
)


@dataclass(frozen=True, slots=True)
class Film:
    """Some seconds filmed with a phone, of the moment and from the spot of one of its photos."""

    gallery: PhotographerPlan
    shot: PlannedShot
    event_time_s: float  # of its first frame
    length_s: float
    file_name: str
    header: HeaderTime
    seed: int

    @property
    def end_s(self) -> float:
        """When it is over."""
        return self.event_time_s + self.length_s

    @property
    def distance_m(self) -> float:
        """How far the phone is from what is heard."""
        view = self.shot.view
        return NEAREST_M + PER_HEIGHT_M * view.height + PER_STAND_M * abs(view.stand)

    @property
    def header_s(self) -> float:
        """The time in the film's header, in whole seconds, as if it were UTC."""
        of_s = self.event_time_s if self.header.of == "start" else self.end_s
        zone_s = PHONE_ZONE_S if self.header.clock == "utc" else 0.0
        return float(floor(of_s - self.gallery.offset_s - zone_s))


class FilmTruth(Closed, frozen=True):
    """What is true of one film."""

    start_s: float  # when its first frame was filmed, in seconds since 1970 by the place's clock
    length_s: float  # how long it is
    offset_s: float  # what to add to its camera's times to make them true
    header: Literal["start", "end"]  # what the time in its header is of
    clock: Literal["utc", "local"]  # and by which clock
    moment: str  # what was filmed
    distance_m: float  # how far the phone was from what is heard


# truth-clips.json: every film by its path below the event's folder
FilmTruths = dict[str, FilmTruth]


def film_truths(films: Sequence[Film]) -> FilmTruths:
    """Return what is true of films, by their paths."""
    return {
        f"{film.gallery.name}/{film.file_name}": FilmTruth(
            start_s=film.event_time_s,
            length_s=film.length_s,
            offset_s=film.gallery.offset_s,
            header=film.header.of,
            clock=film.header.clock,
            moment=film.shot.moment or "",
            distance_m=round(film.distance_m, 3),
        )
        for film in films
    }


def plan_films(plan: DemoPlan) -> tuple[Film, ...]:
    """Return the films, no two of one moment by one phone; some by two phones at once.

    Of three films two are of the same half minute, by two phones, as long as there are such.
    """
    rng = np.random.default_rng([plan.options.seed, 5])
    phones = [gallery for gallery in plan.galleries if gallery.camera.phone]
    chances = [(gallery, shot) for gallery in phones for shot in _before_a_pause(gallery)]
    order = [chances[index] for index in rng.permutation(len(chances)).tolist()]
    asked = plan.options.n_films
    wanted = FEW_FILMS if asked is None else asked
    films = _drawn(plan, phones, order, wanted)
    if asked is not None and len(films) < asked:
        raise UsageError(
            f"the phones have time for {len(films)} films, not {asked}: ask for"
            " fewer, or for more phones or photos"
        )
    return tuple(sorted(films, key=lambda film: (film.gallery.name, film.event_time_s)))


def _drawn(
    plan: DemoPlan,
    phones: Sequence[PhotographerPlan],
    chances: Sequence[tuple[PhotographerPlan, PlannedShot]],
    wanted: int,
) -> list[Film]:
    """Return films by chance: first those that somebody else films as well, then the others."""
    rng = np.random.default_rng([plan.options.seed, 6])
    n_pairs = (wanted + 1) // 3
    films: list[Film] = []
    for gallery, shot in chances if n_pairs else ():
        first = _film(rng, phones, gallery, shot, shot.event_time_s + FILM_AFTER_S)
        second = _second(rng, phones, first)
        if second is not None and not {_what(first), _what(second)} & set(map(_what, films)):
            films += [first, second]
        if len(films) == 2 * n_pairs:
            break
    for gallery, shot in chances:
        if len(films) >= wanted:
            break
        film = _film(rng, phones, gallery, shot, shot.event_time_s + FILM_AFTER_S)
        if _what(film) not in map(_what, films):
            films.append(film)
    return films


def _what(film: Film) -> tuple[str, str | None]:
    return film.gallery.name, film.shot.moment


def _before_a_pause(gallery: PhotographerPlan) -> list[PlannedShot]:
    """Return the last photo of each moment, where there is time to film before the next photo."""
    last = {shot.moment: shot for shot in gallery.shots if shot.moment is not None}
    until_s = FILM_AFTER_S + LONGEST_S + SPARE_S
    return [
        shot
        for shot in last.values()
        if _is_free(gallery, shot.event_time_s, shot.event_time_s + until_s)
    ]


def _is_free(gallery: PhotographerPlan, after_s: float, until_s: float) -> bool:
    return not any(after_s < shot.event_time_s < until_s for shot in gallery.shots)


def _film(
    rng: np.random.Generator,
    phones: Sequence[PhotographerPlan],
    gallery: PhotographerPlan,
    shot: PlannedShot,
    event_time_s: float,
) -> Film:
    shown = to_datetime(event_time_s - gallery.offset_s)
    return Film(
        gallery=gallery,
        shot=replace(shot, orientation=1),
        event_time_s=event_time_s,
        length_s=round(float(rng.uniform(SHORTEST_S, LONGEST_S)), 1),
        file_name=f"VID_{shown.year:04d}{shown:%m%d_%H%M%S}.mp4",
        header=HEADER_TIMES[phones.index(gallery) % len(HEADER_TIMES)],
        seed=int(rng.integers(2**31)),
    )


def _second(
    rng: np.random.Generator, phones: Sequence[PhotographerPlan], first: Film
) -> Film | None:
    """Return a film of the same half minute by somebody else who is there, if anybody is."""
    start_s = round(first.event_time_s + float(rng.uniform(*SECOND_AFTER_S)), 3)
    for gallery in phones:
        there = [shot for shot in gallery.shots if shot.moment == first.shot.moment]
        free = _is_free(gallery, start_s - SPARE_S, start_s + LONGEST_S + SPARE_S)
        if gallery is not first.gallery and there and free:
            nearest = min(there, key=lambda shot: abs(shot.event_time_s - start_s))
            return _film(rng, phones, gallery, nearest, start_s)
    return None
