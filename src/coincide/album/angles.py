"""Films in step: which clips recorded the same sounds, and when each of them began.

Sound tells that to hundredths of a second. Times of files do not: most headers count whole seconds.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce

from coincide.album.model import Angles

# ties of a set that disagree by more are not all right; a tenth of a second is seen and heard
MOST_OFF_S = 0.1


@dataclass(frozen=True, slots=True)
class SoundTie:
    """Two clips, by row, that recorded the same sounds: the second began ``lag_s`` later.

    ``z``: how far its match stands out; larger is surer.
    """

    first: int
    second: int
    lag_s: float
    z: float


def find_angles(ties: Iterable[SoundTie]) -> tuple[Angles, ...]:
    """Return the sets of clips that ties join, each by when its clips began; by their first rows.

    A set whose ties contradict each other is left out: which of them is wrong is not known.
    """
    by_z = sorted(ties, key=lambda tie: (-tie.z, tie.first, tie.second))
    none: dict[int, dict[int, float]] = {}
    sets = {id(item): item for item in reduce(_joined, by_z, none).values()}.values()
    agreeing = [item for item in sets if all(_agrees(item, tie) for tie in by_z)]
    return tuple(sorted(map(_angles, agreeing), key=lambda one: one.rows))


def _joined(starts_s: dict[int, dict[int, float]], tie: SoundTie) -> dict[int, dict[int, float]]:
    """Return the set of each row, with when its clips began, after one more tie."""
    first = starts_s.get(tie.first, {tie.first: 0.0})
    second = starts_s.get(tie.second, {tie.second: 0.0})
    if tie.second in first:
        return starts_s
    later_s = first[tie.first] + tie.lag_s - second[tie.second]
    both = first | {row: start_s + later_s for row, start_s in second.items()}
    return starts_s | dict.fromkeys(both, both)


def _agrees(starts_s: dict[int, float], tie: SoundTie) -> bool:
    if tie.first not in starts_s:
        return True
    off_s = starts_s[tie.second] - starts_s[tie.first] - tie.lag_s
    return abs(off_s) <= MOST_OFF_S


def _angles(starts_s: dict[int, float]) -> Angles:
    rows = sorted(starts_s, key=lambda row: (starts_s[row], row))
    first_s = starts_s[rows[0]]
    return Angles(tuple(rows), tuple(starts_s[row] - first_s for row in rows))
