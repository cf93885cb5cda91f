"""The chapter that each photo is of, by what its name or its position tells and no method sees."""

import re
from collections.abc import Sequence

import numpy as np
from scipy.sparse.csgraph import connected_components
from scipy.spatial.distance import cdist

from coincide.album.places import points_m
from coincide.model import Floats
from coincide.model.times import DAY_S, HOUR_S

# names of one place: what is misspelt, and what is part of another
ALIASES = {
    "lomard": "lombard",
    "seal": "pier39",
    "seals": "pier39",
    "cave_rock_park": "cave_rock",
    "cave_rock_trail": "cave_rock",
}
# positions nearer than this to each other are of one place
PLACE_M = 500.0
DAY_ENDS_S = 4 * HOUR_S
_NUMBER = re.compile(r"\s*\(\d+\)")
_DAY = re.compile(r"(\d{8})_")


def place_named(name: str) -> str:
    """Return the place that a file's name tells.

    >>> place_named("seals (3).jpg"), place_named("aquarium (2)_thumbnail.jpg")
    ('pier39', 'aquarium')
    """
    stem = _NUMBER.sub("", name.rsplit(".", 1)[0]).removesuffix("_thumbnail").strip()
    return ALIASES.get(stem, stem)


def day_named(name: str) -> str | None:
    """Return the day that a file's name tells.

    >>> day_named("20181001_8.jpg"), day_named("group.jpg")
    ('20181001', None)
    """
    found = _DAY.match(name)
    return None if found is None else found[1]


def places_at(position_deg: Floats) -> list[str | None]:
    """Return places by positions, (N, 2): those that are near each other, or near one between."""
    known = np.flatnonzero(~np.isnan(position_deg[:, 0]))
    at = points_m(position_deg[known])
    _, numbers = connected_components(cdist(at, at) <= PLACE_M, directed=False)
    places: list[str | None] = [None] * len(position_deg)
    for row, number in zip(known.tolist(), numbers.tolist(), strict=True):
        places[row] = str(number)
    return places


def stays(places: Sequence[str | None], wall_s: Floats) -> list[int]:
    """Return the number of each photo's stay, −1 where its place is not known."""
    numbers = [-1] * len(places)
    last: tuple[str, int] | None = None
    number = -1
    for row in np.argsort(wall_s, kind="stable").tolist():
        place = places[row]
        if place is None:
            continue
        now = (place, int((wall_s[row] - DAY_ENDS_S) // DAY_S))
        number += now != last
        last = now
        numbers[row] = number
    return numbers


def once(cameras: Sequence[str], recorded_s: Floats) -> list[bool]:
    """Tell of each photo whether it is the first of its camera and second; copies are not."""
    seen: set[tuple[str, int]] = set()
    first = []
    for camera, time_s in zip(cameras, recorded_s.tolist(), strict=True):
        first.append((camera, int(time_s)) not in seen)
        seen.add((camera, int(time_s)))
    return first
