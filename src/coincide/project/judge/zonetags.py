"""Phones whose zone tags differ at the same moments: nothing in the pictures tells which is right.

A phone that is set to another zone writes a right instant and a wrong wall time. Tags that change
together, as on a journey, are no conflict.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from coincide.model import Gallery
from coincide.model.times import HOUR_S

# photos of two phones this near in time were taken in one place
_TOGETHER_S = 3 * HOUR_S


def zone_conflicts(galleries: Sequence[Gallery]) -> frozenset[frozenset[str]]:
    """Return the pairs of galleries whose zone tags mostly differ where they follow each other.

    Photos are put in order by instant (recorded time minus zone), and those next to each other
    are compared, so the cost grows with the number of photos and not of pairs of galleries.
    """
    tagged = sorted(
        (photo.recorded_time_s - photo.zone_s, photo.zone_s, gallery.name)
        for gallery in galleries
        for photo in gallery.photos
        if photo.zone_s is not None
    )
    differing: Counter[frozenset[str]] = Counter()
    agreeing: Counter[frozenset[str]] = Counter()
    for (before_s, zone_a_s, a), (after_s, zone_b_s, b) in pairwise(tagged):
        if a != b and after_s - before_s <= _TOGETHER_S:
            counts = differing if zone_a_s != zone_b_s else agreeing
            counts[frozenset((a, b))] += 1
    return frozenset(pair for pair, n in differing.items() if n > agreeing[pair])
