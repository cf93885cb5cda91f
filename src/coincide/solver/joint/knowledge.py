"""What is known besides the photos' likeness: clocks, and what a person said.

Unlike the photos' evidence this is not tempered: every sentence is news.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from coincide.model import Floats, Indices, PhotoTable
from coincide.model.hints import AnswerKind, RowHints
from coincide.model.times import DAY_S, HOUR_S
from coincide.solver.clocks import ClockBelief, RoughWord
from coincide.solver.joint.answers import answer_odds, is_near
from coincide.solver.joint.soundties import SoundTies
from coincide.solver.units import normal_density

# evidence is looked at in steps of seconds; a sharper belief would fall between them
_LEAST_SD_S = 3.0
# of clocks that are whole hours off so many missed a change of summer time, or are one zone away;
# the others are any number of hours off
_ONE_HOUR_SHARE = 0.5
# no clock is more hours off than this: zones do not lie wider apart
_FURTHEST_HOURS = 14

NO_PAIRS = np.zeros((0, 2), np.int64)
NO_HINTS = RowHints()

# what was answered about two galleries, and how much earlier the second shows by its clock
_Answers = list[tuple[AnswerKind, float]]


@dataclass(frozen=True, slots=True)
class Told:
    """True time as some clocks tell it: what takes event time there, and how far to believe it.

    They are right with probability ``weight``, to ``sd_s``, and with ``hours_weight`` whole hours
    off.
    """

    true_s: float
    sd_s: float = 0.0
    weight: float = 1.0
    hours_weight: float = 0.0


@dataclass(frozen=True)
class PriorKnowledge:
    """Answers as rows of the table, beliefs about clocks by gallery, and what clips have heard."""

    table: PhotoTable
    hints: RowHints = NO_HINTS
    beliefs: Sequence[ClockBelief] = ()
    heard: SoundTies | None = None
    _belief_of: dict[int, ClockBelief] = field(default_factory=dict)
    _answers: dict[tuple[int, int], _Answers] = field(default_factory=dict)

    def __post_init__(self) -> None:
        number = {name: g for g, name in enumerate(self.table.names)}
        self._belief_of.update({number[b.gallery]: b for b in self.beliefs if b.gallery in number})
        for kind, pairs in self.hints.answers.items():
            if kind.moment != "unclear":
                self._add_answers(kind, pairs)

    def seen(self) -> "PriorKnowledge":
        """Return the same without what is only assumed of clocks, because most are so."""
        measured = [item for item in (belief.as_measured for belief in self.beliefs) if item]
        return PriorKnowledge(self.table, self.hints, measured, self.heard)

    def belief(self, gallery: int) -> ClockBelief | None:
        """Return what is believed of a gallery's clock."""
        return self._belief_of.get(gallery)

    def relative_s(self, a: int, b: int) -> Floats:
        """Return the relative offsets of two galleries that are known in any way."""
        near_s = [at_s for kind, at_s in self._answers.get((a, b), []) if is_near(kind.moment)]
        answers_s, believed = np.array(near_s), self._believed(a, b)
        if self.heard is not None:
            answers_s = np.append(answers_s, self.heard.relative_s(a, b))
        answers_s = np.append(answers_s, [word.offset_s for word in self._rough(a, b)])
        return answers_s if believed is None else np.append(answers_s, believed[0])

    def pair_odds(self, a: int, b: int, relative_s: Floats) -> Floats:
        """Return the log-odds of relative offsets of two galleries by what is known."""
        total = self.answer_odds(a, b, relative_s)
        if self.heard is not None:
            total += self.heard.pair_odds(a, b, relative_s)
        believed = self._believed(a, b)
        if believed is not None:
            total += mixture_odds(relative_s - believed[0], believed[1], believed[2])
        return total + _rough_odds(self._rough(a, b), relative_s)

    def has_answer(self, a: int, b: int) -> bool:
        """Return whether a person said anything of photos of two galleries."""
        return (a, b) in self._answers

    def answer_odds(self, a: int, b: int, relative_s: Floats) -> Floats:
        """Return the log-odds of relative offsets by a person's answers alone."""
        total = np.zeros(len(relative_s))
        for kind, apart_s in self._answers.get((a, b), []):
            total += answer_odds(kind, relative_s - apart_s)
        return total

    def clock_odds(self, gallery: int, true_s: Floats) -> Floats:
        """Return the log-odds of a gallery's offsets to true time by its own clock."""
        believed = self.belief(gallery)
        if believed is None:
            return np.zeros(len(true_s))
        odds: Floats = self.clocks_odds(np.array([gallery]), true_s[None, :])[0]
        return odds

    def odds_by(self, gallery: int, event_s: Floats, told: Told) -> Floats:
        """Return the same of offsets to event time, by what others tell of true time.

        Held against a clock that may be wrong itself, the best one says no more than that.
        """
        believed = self.belief(gallery)
        if believed is None:
            return np.zeros(len(event_s))
        sd_s = max(float(self.believed_sd_s[gallery]), told.sd_s)
        off_s = event_s + told.true_s - believed.offset_s
        worse = told if told.weight < believed.weight else believed
        near = worse.weight * _peak(off_s, np.float64(sd_s))
        hours = worse.hours_weight * self._near_hours(off_s, np.float64(sd_s))
        odds: Floats = np.log((1 - worse.weight - worse.hours_weight) + near + hours)
        rough = [
            RoughWord(word.offset_s, np.hypot(word.sd_s, told.sd_s), word.weight * told.weight)
            for word in believed.rough
        ]
        return odds + _rough_odds(rough, event_s + told.true_s)

    def told(self, galleries: Indices, placed_s: Floats) -> Told:
        """Return true time as the clocks of some galleries tell it, all of them believed in a way.

        Where several devices agree, they are wrong only if each of them is.
        """
        tried_s = self.believed_s[galleries] - placed_s
        # all clocks at once: this is asked whenever a block is
        odds = self.clocks_odds(galleries, placed_s[:, None] + tried_s)
        best = int(np.argmax(np.sum(self._by_device(odds, galleries), axis=0)))
        off_s = placed_s + tried_s[best] - self.believed_s[galleries]
        agreeing = galleries[np.abs(off_s) <= self.believed_sd_s[galleries]]
        surest = agreeing[np.argmax(self._weight[agreeing])]
        wrong = float(np.prod(1 - self._by_device(self._weight[agreeing], agreeing)))
        hours = self._hours_weight[surest] * wrong / (1 - self._weight[surest])
        sd_s = float(self.believed_sd_s[surest])
        return Told(float(tried_s[best]), sd_s, 1 - wrong, float(hours))

    def of_other_devices(self, galleries: Sequence[int], block: Sequence[int]) -> Sequence[int]:
        """Return those of some galleries that no gallery of a block shares its device with."""
        if not self._shares_devices:
            return galleries
        own = set(self._device[list(block)].tolist())
        return [gallery for gallery in galleries if self._device[gallery] not in own]

    def _by_device(self, values: Floats, galleries: Indices) -> Floats:
        """Return values by device instead of by gallery: the largest of the galleries of each."""
        if len(galleries) < 2 or not self._shares_devices:
            return values
        order = np.argsort(self._device[galleries])
        _, starts = np.unique(self._device[galleries][order], return_index=True)
        largest: Floats = np.maximum.reduceat(values[order], starts, axis=0)
        return largest

    @cached_property
    def _device(self) -> Indices:
        """The device of each gallery, as a number."""
        names = [
            belief.witness or belief.gallery
            if (belief := self._belief_of.get(gallery)) is not None
            else f"\0{gallery}"
            for gallery in range(self.table.n_galleries)
        ]
        return np.unique(names, return_inverse=True)[1].astype(np.int64)

    @cached_property
    def _shares_devices(self) -> bool:
        return len(np.unique(self._device)) < self.table.n_galleries

    def right_odds(self, gallery: int, true_s: Floats) -> Floats:
        """Return the log-odds that a gallery's clock is right, and not whole hours off."""
        believed = self.belief(gallery)
        if believed is None:
            return np.zeros(len(true_s))
        off_s = true_s - believed.offset_s
        odds = mixture_odds(off_s, believed.sd_s, believed.weight)
        return odds + _rough_odds(believed.rough, true_s)

    def believed_among(self, galleries: Sequence[int]) -> Indices:
        """Return those of some galleries of whose clocks something is believed."""
        known = [gallery for gallery in galleries if gallery in self._belief_of]
        return np.array(known, dtype=np.int64)

    @cached_property
    def believed_s(self) -> Floats:
        """What takes each gallery's clock to true time by what is believed of it, NaN of others."""
        return self._of_beliefs(lambda belief: belief.offset_s)

    @cached_property
    def believed_sd_s(self) -> Floats:
        """How exactly each clock is believed to show that, no closer than is looked at."""
        return self._of_beliefs(lambda belief: max(belief.sd_s, _LEAST_SD_S))

    @cached_property
    def _weight(self) -> Floats:
        return self._of_beliefs(lambda belief: belief.weight)

    @cached_property
    def _hours_weight(self) -> Floats:
        return self._of_beliefs(lambda belief: belief.hours_weight)

    def _of_beliefs(self, value: Callable[[ClockBelief], float]) -> Floats:
        values = np.full(self.table.n_galleries, np.nan)
        for gallery, belief in self._belief_of.items():
            values[gallery] = value(belief)
        return values

    def clocks_odds(self, galleries: Indices, true_s: Floats) -> Floats:
        """Return clock_odds of several galleries with beliefs at once, (k, m) both."""
        sd_s, weight = self.believed_sd_s[galleries][:, None], self._weight[galleries][:, None]
        hours = self._hours_weight[galleries][:, None]
        off_s = true_s - self.believed_s[galleries][:, None]
        near = _peak(off_s, sd_s)
        odds: Floats = np.log(
            (1 - weight - hours) + weight * near + hours * self._near_hours(off_s, sd_s)
        )
        if self._knows_roughly:  # all clocks are asked whenever a block is
            for row, gallery in enumerate(galleries.tolist()):
                odds[row] += _rough_odds(self._belief_of[gallery].rough, true_s[row])
        return odds

    def _near_hours(self, off_s: Floats, sd_s: Floats | np.float64) -> Floats:
        """Return how much denser than anywhere in a day errors of whole hours are, so far off."""
        hours = np.round(off_s / HOUR_S)
        one, most = _ONE_HOUR_SHARE, _FURTHEST_HOURS
        share = np.where(np.abs(hours) == 1, one / 2, (1 - one) / (2 * (most - 1)))
        told = (hours != 0) & (np.abs(hours) <= most)
        near: Floats = np.where(told, share, 0.0) * _peak(off_s - hours * HOUR_S, sd_s)
        return near

    def _believed(self, a: int, b: int) -> tuple[float, float, float] | None:
        """Return relative offset, spread and weight of two galleries by their clocks."""
        of_a, of_b = self.belief(a), self.belief(b)
        if of_a is None or of_b is None:
            return None
        spread_s = float(np.hypot(of_a.sd_s, of_b.sd_s))
        return of_b.offset_s - of_a.offset_s, spread_s, of_a.weight * of_b.weight

    @cached_property
    def _knows_roughly(self) -> bool:
        return any(belief.rough for belief in self._belief_of.values())

    def _rough(self, a: int, b: int) -> list[RoughWord]:
        """Return what is known roughly of either clock, as words about their relative offset."""
        of_a, of_b = self.belief(a), self.belief(b)
        if not self._knows_roughly or of_a is None or of_b is None:
            return []
        words = [_apart(_as_word(of_a), word) for word in of_b.rough]
        words += [_apart(word, _as_word(of_b)) for word in of_a.rough]
        return words + [_apart(word, other) for word in of_a.rough for other in of_b.rough]

    def _add_answers(self, kind: AnswerKind, pairs: Indices) -> None:
        """Add what was said of pairs of photos by their galleries, both ways."""
        galleries = self.table.gallery_of(pairs.ravel()).reshape(-1, 2)
        times_s = self.table.camera_time_s[pairs]
        for (a, b), (one_s, other_s) in zip(galleries.tolist(), times_s.tolist(), strict=True):
            self._answers.setdefault((a, b), []).append((kind, one_s - other_s))
            self._answers.setdefault((b, a), []).append((kind.swapped, other_s - one_s))


def _as_word(belief: ClockBelief) -> RoughWord:
    return RoughWord(belief.offset_s, belief.sd_s, belief.weight)


def _apart(first: RoughWord, second: RoughWord) -> RoughWord:
    """Return what words about two clocks say of how much more the second has to be moved."""
    sd_s = float(np.hypot(first.sd_s, second.sd_s))
    return RoughWord(second.offset_s - first.offset_s, sd_s, first.weight * second.weight)


def _rough_odds(words: Sequence[RoughWord], offset_s: Floats) -> Floats:
    total = np.zeros_like(offset_s)
    for word in words:
        total += mixture_odds(offset_s - word.offset_s, word.sd_s, word.weight)
    return total


def mixture_odds(off_s: Floats, sd_s: float, weight: float) -> Floats:
    """Return the log-odds of being so far off: near with a probability, else anywhere in a day."""
    sd_s = max(sd_s, _LEAST_SD_S)
    odds: Floats = np.log((1 - weight) + weight * _peak(off_s, np.float64(sd_s)))
    return odds


def _peak(off_s: Floats, sd_s: Floats | np.float64) -> Floats:
    """Return how much denser than anywhere in a day a normal distribution is, so far off."""
    return DAY_S * normal_density(off_s, sd_s)
