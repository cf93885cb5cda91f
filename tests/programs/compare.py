"""What a program shows, against what it is to show."""

from collections.abc import Collection, Mapping
from pathlib import Path

from tests.programs.events import Expected
from tests.programs.held import Held


def wrong_times(held: Mapping[Path, Held], expected: Expected) -> dict[Path, str]:
    """Return the corrected files that a program has, and shows at another second."""
    return {
        path: f"{held[path].time} instead of {time}"
        for path, time in expected.times.items()
        if path in held and held[path].time != time
    }


def kinds(paths: Collection[Path]) -> set[str]:
    """Return the kinds of some files, by their names."""
    return {path.suffix.lower() for path in paths}


def lost(held: Mapping[Path, Held], expected: Expected, *, unrated: int) -> dict[Path, str]:
    """Return the files whose stars or keywords are not those inside; of imported ones.

    ``unrated``: what the program says of a photo that has no stars.
    """
    found = {}
    for path, said in expected.said.items():
        rating = unrated if said.rating is None else said.rating
        if path in held and (held[path].rating, held[path].keywords) != (rating, said.keywords):
            found[path] = f"{held[path]} instead of {said}"
    return found
