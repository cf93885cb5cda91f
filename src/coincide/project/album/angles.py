"""The clips of an album that can be played in step, from the sounds that they share."""

from collections.abc import Sequence

from coincide.album import Angles
from coincide.album.angles import SoundTie, find_angles
from coincide.project.album.items import Item
from coincide.project.solutions.solutions import Solution

# what a person has heard outranks every match
_TOLD_Z = float("inf")


def angles_in(solution: Solution, items: Sequence[Item]) -> tuple[Angles, ...]:
    """Return the sets of an album's clips that certain ties join and the result does not deny."""
    row_of = {item.photo.path: row for row, item in enumerate(items)}
    photos = list(solution.event.photos)
    ties = []
    for pair in solution.heard:
        first, second = (row_of.get(photos[at].path) for at in (pair.photo_a, pair.photo_b))
        if first is not None and second is not None and pair.sure and not pair.contradicts:
            z = _TOLD_Z if pair.answer == "heard" else pair.z
            ties.append(SoundTie(first, second, pair.lag_s, z))
    return find_angles(ties)
