"""A clock's course over years: a hidden Markov model over its sessions.

The state of a session is which of some offsets its clock had, or none of them. How clocks are set
is in ``steps``, what speaks for an offset in ``witnesses``. A clock's drift is one number, found by
how well it explains all readings. How its owner treats it is averaged over.
"""

from bisect import bisect
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Self

import numpy as np

from coincide.library.history.levels import Levels, levels_of
from coincide.library.history.material import ClockHistory, ClockMaterial
from coincide.library.history.steps import HABITS, Habits, Settings, settings_of
from coincide.library.history.witnesses import Reading
from coincide.model import Floats, Indices
from coincide.model.offsets import AGREE_S
from coincide.model.times import DAY_S, HOUR_S, PPM

# quartzes are fast or slow by so many millionths
_DRIFT_PPM = 10.0
_DRIFTS_PPM = np.arange(-24.0, 25.0, 4.0)
# a drift that was found is known to so much
_TOLD_PPM = 3.0
# levels that no session is at with more than this are not followed for other habits: these make
# steps some twenty times likelier, and a hundredth is what decides
_FOLLOWED = 1e-6
# a stretch whose own level nothing speaks for has a level all the same
_LEAST_WEIGHT = 1e-9
# nobody minds an error of less
_NO_MATTER_S = 60.0
# how far readings reach to either side of their session
_MONTHS_S = 60 * DAY_S
# readings that are wrong as often as not place nothing
_LIKELY = 0.5
# a reading is of its stretch within so many standard deviations
_SDS = 3.0
# one that is off by no more than this contradicts the minutes of an offset, and not its hours
_MINUTES_OFF_S = HOUR_S / 2
# of two photographers' occasions the mean error was a fifth of what each is said to err by; twice
# that and more, since they were two
_TOGETHER = 0.5
# readings this close, over so many days, tell a drift: 10 ppm are 26 s in 30 days
_CLOSE_SD_S, _DRIFT_DAYS, _DRIFT_READINGS = 30.0, 30.0, 3


def history_of(material: ClockMaterial) -> ClockHistory:
    """Return the course that explains best what all witnesses say of a clock."""
    if len(material) == 0:
        none = np.zeros(0)
        return ClockHistory(none, none, none, (), none, none, none)
    return _averaged(courses_of(material))


def courses_of(material: ClockMaterial) -> list["ClockCourse"]:
    """Return what a clock did by each of the habits that its owner may have."""
    habits = HABITS[material.kind]
    drifts = _DRIFTS_PPM if _tells_drift(material) else np.zeros(1)
    # the middle of all habits is no worse at telling a drift
    middle = habits[len(habits) // 2]
    tried = (ClockCourse.of(material, float(drift), middle) for drift in drifts)
    best = max(tried, key=lambda one: one.score).followed
    return [best if one == middle else best.by(one) for one in habits]


def likeliest_course(material: ClockMaterial) -> "ClockCourse":
    """Return what a clock did by the habits that explain it best."""
    return max(courses_of(material), key=lambda one: one.evidence)


def _tells_drift(material: ClockMaterial) -> bool:
    if material.kind != "camera":
        return False
    close = [session for session, one in material.readings if one.sd_s <= _CLOSE_SD_S]
    if len(close) < _DRIFT_READINGS:
        return False
    return bool(material.first_s[close[-1]] - material.first_s[close[0]] >= _DRIFT_DAYS * DAY_S)


@dataclass(frozen=True)
class ClockCourse:
    """A clock's course if it were fast by so much and its owner had such habits."""

    material: ClockMaterial
    every: Levels
    kept: Indices
    emission: Floats
    settings: Settings
    gamma: Floats
    stays: Floats
    evidence: float

    @classmethod
    def of(cls, material: ClockMaterial, drift_ppm: float, habits: Habits) -> Self:
        """Find it."""
        levels = levels_of(material, drift_ppm)
        offsets_s = levels.at(material.first_s)
        emission = np.column_stack(
            [material.log_likelihood(offsets_s, levels.sd_s), _elsewhere(material)]
        )
        return cls._of(material, levels, np.arange(len(levels) + 1), emission, habits)

    def by(self, habits: Habits) -> Self:
        """Find it for an owner of other habits."""
        return self._of(self.material, self.every, self.kept, self.emission, habits)

    @classmethod
    def _of(
        cls,
        material: ClockMaterial,
        levels: Levels,
        kept: Indices,
        emission: Floats,
        habits: Habits,
    ) -> Self:
        settings = settings_of(material, levels, habits, kept)
        found = forward_backward(emission, settings)
        return cls(material, levels, kept, emission, settings, *found)

    @property
    def followed(self) -> "ClockCourse":
        """The same with the levels alone that the clock may have had, which are few of all."""
        may_be = self.gamma.max(axis=0) >= _FOLLOWED
        may_be[-1] = True
        rows = np.flatnonzero(may_be)
        moves = self.settings.moves[:, rows[:, None], rows]
        return ClockCourse(
            *(self.material, self.every, self.kept[rows], self.emission[:, rows]),
            Settings(self.settings.begins[rows], moves),
            *(self.gamma[:, rows], self.stays, self.evidence),
        )

    @cached_property
    def levels(self) -> Levels:
        """The offsets of its states but the last."""
        return self.every.of(self.kept[:-1])

    @property
    def errors_s(self) -> Floats:
        """What each session is off from the time of the place by each level, (n, k)."""
        errors: Floats = self.levels.at(self.material.first_s) + self.material.zone_s[:, None]
        return errors

    @property
    def score(self) -> float:
        """How well it explains everything, in logarithms."""
        return self.evidence - (self.levels.drift_ppm / _DRIFT_PPM) ** 2 / 2


def _averaged(tried: Sequence[ClockCourse]) -> ClockHistory:
    """Return the course over all habits, each by how well it explains everything.

    The path is that of the likeliest habits, its certainty that of all.
    """
    best = max(tried, key=lambda one: one.evidence)
    weights = np.exp([one.evidence - best.evidence for one in tried])
    gamma, stays = (
        np.average(parts, axis=0, weights=weights)
        for parts in ([one.gamma for one in tried], [one.stays for one in tried])
    )
    return _history(best, gamma, stays, viterbi(best.emission, best.settings))


def _elsewhere(material: ClockMaterial) -> Floats:
    """Return what witnesses say of an offset that is none of the levels."""
    found = np.zeros(len(material))
    for session, one in material.each_witness:
        found[session] += one.unknown * material.share[one.occasion]
    return found


def forward_backward(emission: Floats, settings: Settings) -> tuple[Floats, Floats, float]:
    """Return the probability of each state at each session, that it stays, and the log evidence.

    The first is (n, k), the second (n − 1,). ``emission`` is in logarithms. Every session is
    scaled to 1: witnesses are bounded, so no state that matters is lost to rounding.
    """
    n, size = emission.shape
    highest = emission.max(axis=1)
    likely = np.exp(emission - highest[:, None])
    ahead, behind, scale = np.zeros((n, size)), np.ones((n, size)), np.zeros(n)
    for i in range(n):
        into = settings.begins if i == 0 else ahead[i - 1] @ settings.moves[i - 1]
        ahead[i] = into * likely[i]
        scale[i] = ahead[i].sum()
        ahead[i] /= scale[i]
    for i in range(n - 2, -1, -1):
        behind[i] = settings.moves[i] @ (likely[i + 1] * behind[i + 1]) / scale[i + 1]
    gamma = ahead * behind
    same = np.diagonal(settings.moves, axis1=1, axis2=2)
    stays = (ahead[:-1] * same * likely[1:] * behind[1:]).sum(axis=1) / scale[1:]
    evidence = float((np.log(scale) + highest).sum())
    return gamma / gamma.sum(axis=1, keepdims=True), stays, evidence


def viterbi(emission: Floats, settings: Settings) -> Indices:
    """Return the likeliest course, (n,)."""
    n, size = emission.shape
    with np.errstate(divide="ignore"):
        begins, moves = np.log(settings.begins), np.log(settings.moves)
    best, back = begins + emission[0], np.zeros((n, size), dtype=np.int64)
    for i in range(1, n):
        reach = best[:, None] + moves[i - 1]
        back[i] = np.argmax(reach, axis=0)
        best = reach[back[i], np.arange(size)] + emission[i]
    path = np.zeros(n, dtype=np.int64)
    path[-1] = int(np.argmax(best))
    for i in range(n - 1, 0, -1):
        path[i - 1] = back[i, path[i]]
    return path


def _history(tried: ClockCourse, gamma: Floats, stays: Floats, path: Indices) -> ClockHistory:
    levels, material = tried.levels, tried.material
    n, known = len(path), path < len(levels)
    rows, at = np.arange(n), np.minimum(path, max(len(levels) - 1, 0))
    starts = _starts(material, path)
    if not len(levels):
        unknown, zero = np.full(n, np.nan), np.zeros(n)
        return ClockHistory(unknown, zero, unknown, starts, zero, zero, stays, 0.0, tried.evidence)
    offsets_s = levels.at(material.first_s)
    near = levels.together[at]
    shows_zone = np.abs(tried.errors_s) <= AGREE_S
    found_s, found_sd_s = _among_near(tried, gamma, path, starts)
    to_utc_s, sd_s = refined(
        material,
        starts,
        np.where(known, offsets_s[rows, at] + found_s, np.nan),
        np.where(known, found_sd_s, np.nan),
        PPM * (_TOLD_PPM if _tells_drift(material) else _DRIFT_PPM),
    )
    return ClockHistory(
        to_utc_s=to_utc_s,
        certain=np.where(known, (gamma[:, :-1] * near).sum(axis=1), 0.0),
        sd_s=sd_s,
        starts=starts,
        right=(gamma[:, :-1] * shows_zone).sum(axis=1),
        harm=_harm(tried, gamma, to_utc_s),
        stays=stays,
        drift_ppm=levels.drift_ppm,
        evidence=tried.evidence,
    )


def _starts(material: ClockMaterial, path: Indices) -> tuple[int, ...]:
    """Return where the clock was set, by its course or by a person, who may set it by seconds."""
    stated = {session for session, was_set in material.stated.items() if was_set}
    return tuple(sorted({0, *(np.flatnonzero(np.diff(path)) + 1).tolist(), *stated}))


def _among_near(
    tried: ClockCourse, gamma: Floats, path: Indices, starts: Sequence[int]
) -> tuple[Floats, Floats]:
    """Return what is added to the level of each session, and how well that is known, (n,) each.

    Levels that cannot be told apart are one offset, in between by how likely each is.
    """
    levels = tried.levels
    added_s, sds = np.zeros(len(path)), np.zeros(len(path))
    for first, end in pairwise([*starts, len(path)]):
        level = int(path[first])
        if level < len(levels):
            weights = gamma[first:end, :-1].mean(axis=0) * levels.together[level]
            weights[level] += _LEAST_WEIGHT
            apart_s = levels.to_utc_s - levels.to_utc_s[level]
            mean_s = float(np.average(apart_s, weights=weights))
            variance = (apart_s - mean_s) ** 2 + levels.sd_s**2
            added_s[first:end] = mean_s
            sds[first:end] = np.sqrt(np.average(variance, weights=weights))
    return added_s, sds


def _harm(tried: ClockCourse, gamma: Floats, to_utc_s: Floats) -> Floats:
    """Return how likely it takes each session further from right to set it to its offset."""
    before_s = np.abs(tried.errors_s)
    after_s = np.abs(tried.levels.at(tried.material.first_s) - to_utc_s[:, None])
    worse = (after_s > before_s + _NO_MATTER_S) | np.isnan(after_s) | np.isnan(before_s)
    harm: Floats = (gamma[:, :-1] * worse).sum(axis=1) + gamma[:, -1]
    return harm


def refined(
    material: ClockMaterial,
    starts: Sequence[int],
    to_utc_s: Floats,
    sd_s: Floats,
    drift_sd: float,
) -> tuple[Floats, Floats]:
    """Return the offset of each session, ± its standard deviation, by its stretch's own readings.

    A level may be of several stretches, between which the clock was set anew, a minute apart.
    ``drift_sd``: how well a drift is known, as seconds a second; far from all readings that counts.
    """
    offsets_s, sds = to_utc_s.copy(), sd_s.copy()
    by_stretch = defaultdict[int, list[tuple[float, int, Reading]]](list)
    disputed = defaultdict[int, list[tuple[float, Reading]]](list)
    for session, one in material.readings:
        by_s, stretch = one.to_utc_s - float(to_utc_s[session]), bisect(starts, session) - 1
        if one.weight >= _LIKELY and abs(by_s) <= max(_SDS * one.sd_s, AGREE_S):
            by_stretch[stretch].append((by_s, session, one))
        elif one.weight >= _LIKELY and abs(by_s) <= _MINUTES_OFF_S:
            disputed[stretch].append((by_s, one))
    for number, (first, end) in enumerate(pairwise([*starts, len(to_utc_s)])):
        near = by_stretch[number]
        if near:
            times_s = material.first_s[first:end]
            read_s = material.first_s[[session for _, session, _ in near]]
            far_s = np.abs(times_s[:, None] - read_s[None, :])
            # those of other months count less: a drift that was found is not quite that of all
            sure = np.array([one.sd_s**-2.0 for *_, one in near]) * np.exp(-far_s / _MONTHS_S)
            # the level itself is as good as it is known: a clock that is right, as rights go
            total = sure.sum(axis=1) + float(sd_s[first]) ** -2.0
            shift_s = (sure * [by_s for by_s, *_ in near]).sum(axis=1) / total
            offsets_s[first:end] += shift_s
            # readings of one matcher err together by a part of what they err
            shared_s = _TOGETHER * min(one.sd_s for *_, one in near)
            known_s = np.hypot(total**-0.5, shared_s)
            sds[first:end] = np.hypot(known_s, drift_sd * far_s.min(axis=1))
            sds[first:end] = np.hypot(sds[first:end], _spread_s(disputed[number], total))
            tension_s = _tension_s(sure, np.array([by_s for by_s, *_ in near]), shift_s)
            sds[first:end] = np.hypot(sds[first:end], tension_s)
    return offsets_s, sds


def _tension_s(sure: Floats, by_s: Floats, shift_s: Floats) -> Floats:
    """Return by how much readings, all together, are off from what was found with the level, (m,).

    A level that draws them away from where they agree is not theirs, or they err together.
    """
    precision = sure.sum(axis=1)
    mean_s = (sure * by_s).sum(axis=1) / precision
    excess: Floats = np.sqrt(np.maximum((mean_s - shift_s) ** 2 - 1.0 / precision, 0.0))
    return excess


def _spread_s(disputed: Sequence[tuple[float, Reading]], precision: Floats) -> Floats:
    """Return how uncertain readings make an offset that they contradict by minutes, (m,).

    ``precision`` (m,): of the offset by the readings that agree. One of both is wrong, and nothing
    tells which.
    """
    variance = np.zeros(len(precision))
    for by_s, one in disputed:
        sure = one.weight * one.sd_s**-2.0
        variance += by_s**2 * sure / (sure + precision)
    spread_s: Floats = np.sqrt(variance)
    return spread_s
