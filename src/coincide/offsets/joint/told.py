"""What is known besides the photos' likeness: clocks, and what a person said.

Unlike the photos' evidence this is not tempered: every sentence is news.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from coincide.clocks import ClockBelief
from coincide.hints import RowHints
from coincide.model import Floats, Indices, PhotoTable
from coincide.times import DAY_S

# photos that a person says show the same moment were taken this close together
SAME_SD_S = 20.0
# people err: of answers so many are wrong
WRONG_ANSWERS = 0.02
# two people may look different ways in one moment: "not the same" rules it out only so far
LOOKING_AWAY = 0.2
# evidence is looked at in steps of seconds; a sharper belief would fall between them
LEAST_SD_S = 3.0

NO_PAIRS = np.zeros((0, 2), np.int64)
NO_HINTS = RowHints(NO_PAIRS, NO_PAIRS, NO_PAIRS)


@dataclass(frozen=True)
class Told:
    """Answers as rows of the table, and beliefs about clocks by gallery."""

    table: PhotoTable
    hints: RowHints = NO_HINTS
    beliefs: Sequence[ClockBelief] = ()
    _belief_of: dict[int, ClockBelief] = field(default_factory=dict)

    def __post_init__(self) -> None:
        number = {name: g for g, name in enumerate(self.table.names)}
        self._belief_of.update({number[b.gallery]: b for b in self.beliefs if b.gallery in number})

    def belief(self, gallery: int) -> ClockBelief | None:
        """Return what is believed of a gallery's clock."""
        return self._belief_of.get(gallery)

    def relative_s(self, a: int, b: int) -> Floats:
        """Return the relative offsets of two galleries that were told in any way."""
        found = [self._apart_s(self.hints.same, a, b)]
        believed = self._believed(a, b)
        if believed is not None:
            found.append(np.array([believed[0]]))
        return np.concatenate(found)

    def pair_odds(self, a: int, b: int, relative_s: Floats) -> Floats:
        """Return the log-odds of relative offsets of two galleries by what was told."""
        total = self.answer_odds(a, b, relative_s)
        believed = self._believed(a, b)
        if believed is not None:
            total += mixture_odds(relative_s - believed[0], believed[1], believed[2])
        return total

    def answer_odds(self, a: int, b: int, relative_s: Floats) -> Floats:
        """Return the log-odds of relative offsets by a person's answers alone."""
        total = np.zeros(len(relative_s))
        for apart_s in self._apart_s(self.hints.same, a, b):
            total += mixture_odds(relative_s - apart_s, SAME_SD_S, 1 - WRONG_ANSWERS)
        for apart_s in self._apart_s(self.hints.different, a, b):
            likely = np.exp(-(((relative_s - apart_s) / (2 * SAME_SD_S)) ** 2) / 2)
            total += np.log(1 - (1 - LOOKING_AWAY) * likely)
        return total

    def clock_odds(self, gallery: int, true_s: Floats) -> Floats:
        """Return the log-odds of a gallery's offsets to true time by its own clock."""
        believed = self.belief(gallery)
        if believed is None:
            return np.zeros(len(true_s))
        return mixture_odds(true_s - believed.offset_s, believed.sd_s, believed.weight)

    def _believed(self, a: int, b: int) -> tuple[float, float, float] | None:
        """Return relative offset, spread and weight of two galleries by their clocks."""
        of_a, of_b = self.belief(a), self.belief(b)
        if of_a is None or of_b is None:
            return None
        spread_s = float(np.hypot(of_a.sd_s, of_b.sd_s))
        return of_b.offset_s - of_a.offset_s, spread_s, of_a.weight * of_b.weight

    def _apart_s(self, pairs: Indices, a: int, b: int) -> Floats:
        """Return by how much pairs of photos of a and b are apart: the relative offsets."""
        if not len(pairs):
            return np.zeros(0)
        galleries = self.table.gallery_of(pairs.ravel()).reshape(-1, 2)
        times_s = self.table.camera_time_s
        forth = pairs[(galleries[:, 0] == a) & (galleries[:, 1] == b)]
        back = pairs[(galleries[:, 0] == b) & (galleries[:, 1] == a)]
        first, second = np.concatenate([forth, back[:, ::-1]]).T
        apart_s: Floats = times_s[first] - times_s[second]
        return apart_s


def mixture_odds(off_s: Floats, sd_s: float, weight: float) -> Floats:
    """Return the log-odds of being so far off: near with a probability, else anywhere in a day."""
    sd_s = max(sd_s, LEAST_SD_S)
    near = np.exp(-((off_s / sd_s) ** 2) / 2) * DAY_S / (sd_s * np.sqrt(2 * np.pi))
    odds: Floats = np.log((1 - weight) + weight * near)
    return odds
