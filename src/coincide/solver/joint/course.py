"""How one clock went: a hidden Markov model over the photos of a gallery.

Hidden is the offset that the clock had at each photo, one of a few candidates. Photos speak for
offsets by what they show. Between two photos a clock is rarely set anew: to the right time, by
whole hours, or by anything, and never so that photos change their order. Another model stands
against it: two devices in one folder, whose photos take turns. Both give the probability of each
offset for each photo, and are averaged by their evidence.

Numbers in, posteriors out; who is asked, and what follows, is in ``courses``.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from coincide.model import Floats, Indices
from coincide.model.times import DAY_S, HOUR_S
from coincide.model.verdicts import is_likely
from coincide.solver.clocks.zones import MAX_ZONE_S
from coincide.solver.joint.pauses import Pauses
from coincide.solver.options import CourseOptions

# offsets nearer than this are one place, and a smaller step is none
ONE_PLACE_S = 300.0
# of wrong clocks that are set anew, so many are set right: that is why they are set
_TO_RIGHT = 0.75
# so many are set by whole hours, n of them 1/n as often as one; the rest are set by anything
_BY_HOURS = 0.23
# a clock that is right is set anew so much less often
_FROM_RIGHT = 0.3
# how often a photo's likeness misleads: without it one look-alike makes a jump, and with 0.05 true
# jumps vanish
_STRAY = 0.01
# photos are in order whatever the clock does, as far as offsets are exact
_ORDER_S = 120.0
# of two devices, the one that was used last is likelier to be used again within this
_RUN_S = 60.0
# the logarithm of what cannot be: finite, so that sums of it are numbers
_NEVER = -1e9
# a step counts as whole hours or days, and a clock as right, to within this
_EXACT_S = 120.0
# shares of whole hours fall with 1/h; this normalises the sum over both signs up to the widest zone
_HOURS_NORM = 2.0 * float(np.sum(1.0 / np.arange(1, 15)))
# "anything" is spread over so many distinguishable places within a zone's reach
_PLACES = 40.0
# beyond a zone's reach a hand sets whole days; anything else is as good as excluded
_DAYS_SHARE, _FAR_SHARE = 1e-3, 1e-7
# what a pause may say against a step and for it (nats): every pause may be the one, and every event
# has its breaks
_PAUSE_NATS = (-6.0, 3.0)
# a pause of days is one occasion to set a clock, as a night is
_NIGHT_S = 12 * HOUR_S
# from so many photos on two devices can be told from one that was set anew
_LEAST_OF_TWO = 6
# chance that the same device took the next photo at once; it falls to a half with the pause
_SAME_AT_ONCE = 0.95
# a stretch of photos that prefers an offset by less than this is no reason to think of it (nats)
_LEAST_STRETCH = 0.5
# a person who says that a clock was wrong until a photo may err
_WRONG_WORD = 0.02
# of the pairs of offsets that two devices may have, those below this share are left out
_LEAST_MASS = 1e-6


@dataclass(frozen=True)
class CourseEvidence:
    """What the photos of a gallery say of k offsets.

    ``odds`` (k, n): log-odds by photo; ``prior`` (k,): before any photo is asked, unnormalised.
    """

    times_s: Floats
    offsets_s: Floats
    odds: Floats
    prior: Floats

    def only(self, states: Indices) -> "CourseEvidence":
        """Return what they say of some of the offsets."""
        return replace(
            self,
            offsets_s=self.offsets_s[states],
            odds=self.odds[states],
            prior=self.prior[states],
        )

    @property
    def pauses_s(self) -> Floats:
        """The pauses between the photos."""
        return np.maximum(np.diff(self.times_s), 0.0)


@dataclass(frozen=True)
class ClockPrior:
    """What is known of a clock before its photos are asked.

    ``placed`` and ``right``: indices of the offset where the gallery as a whole was placed, and of
    the one where the clock is right, if that is known. ``set_share``: the probability that such a
    clock is set anew during an event. ``set_right_row``: a person says that it was, before this
    photo. ``two_share``: the probability that its photos are of two devices. ``jumped``: it is
    known that the clock was set anew, at whichever photo.
    """

    placed: int
    right: int | None
    set_share: float
    two_share: float
    set_right_row: int | None = None
    jumped: bool = False


@dataclass(frozen=True)
class CoursePosterior:
    """The posterior of a clock's course.

    ``gamma`` (k, n): the probability of each offset for each photo. ``path`` (n,): the likeliest
    course, by index; ``gain``: by how much it fits better than any single offset. ``two``: the
    probability of two devices, ``two_nats`` its log-odds, ``apart_s`` what they likely differ by.
    """

    offsets_s: Floats
    gamma: Floats
    path: Indices
    gain: float
    two: float = 0.0
    two_nats: float = _NEVER
    apart_s: float = 0.0

    def chance(self, course_s: Floats, same_s: float) -> Floats:
        """Return the probability of each photo that its offset is as in some course, (n,)."""
        near = np.abs(self.offsets_s[:, None] - course_s[None, :]) <= same_s
        chance: Floats = (self.gamma * near).sum(axis=0)
        return chance

    def rival_s(self, row: int, course_s: Floats, same_s: float) -> float:
        """Return the likeliest other offset of a photo."""
        elsewhere = np.abs(self.offsets_s - course_s[row]) > same_s
        return float(self.offsets_s[np.argmax(np.where(elsewhere, self.gamma[:, row], -1.0))])


def read_course(
    seen: CourseEvidence, clock: ClockPrior, pauses: Pauses, options: CourseOptions
) -> CoursePosterior:
    """Return the posterior of a clock's course."""
    # a photo's likeness may mislead: none says more than the odds of that
    highest = seen.odds.max(axis=0)
    odds = np.logaddexp(np.log1p(-_STRAY) + seen.odds, np.log(_STRAY) + highest)
    seen = replace(seen, odds=odds)
    keep = [clock.placed] if clock.right is None else [clock.placed, clock.right]
    if clock.jumped:  # between just these
        keep = [*range(len(seen.offsets_s))]
    states = best_states(seen, keep, options)
    seen = seen.only(states)
    seen = replace(seen, prior=seen.prior - np.logaddexp.reduce(seen.prior))
    right = None if clock.right is None else int(np.flatnonzero(states == clock.right)[0])
    placed = int(np.flatnonzero(states == clock.placed)[0])
    clock = replace(clock, placed=placed, right=right)
    single = _one_clock(seen, _moves(seen, clock, pauses), clock)
    return _with_two(single, seen, clock)


def best_states(seen: CourseEvidence, keep: list[int], options: CourseOptions) -> Indices:
    """Return the offsets worth a state: some in any case, and what a stretch of photos prefers."""
    gain = seen.odds - seen.odds[keep[0]]
    run, best = np.zeros(len(gain)), np.zeros(len(gain))
    for row in range(gain.shape[1]):  # the best stretch of each offset, all at once
        run = np.maximum(run + gain[:, row], 0.0)
        best = np.maximum(best, run)
    chosen = list(dict.fromkeys(keep))
    for state in np.argsort(-best, kind="stable"):
        if len(chosen) >= options.states or best[state] <= _LEAST_STRETCH:
            break
        if np.abs(seen.offsets_s[state] - seen.offsets_s[chosen]).min() > ONE_PLACE_S / 2:
            chosen.append(int(state))
    return np.array(chosen, dtype=np.int64)


def step_prior(offsets_s: Floats, right: int | None) -> Floats:
    """Return the log-probability of each offset after each, (k, k), given that a clock is set.

    A wrong clock is set right, or by whole hours, or to anything; a right one is rarely touched.
    """
    step_s = offsets_s[None, :] - offsets_s[:, None]
    hours = np.round(np.abs(step_s) / HOUR_S)
    is_whole = (np.abs(np.abs(step_s) - hours * HOUR_S) <= _EXACT_S) & (hours >= 1)
    whole = np.where(is_whole, 1.0 / np.maximum(hours, 1.0) / _HOURS_NORM, 0.0)
    anything = (1 - _TO_RIGHT - _BY_HOURS) / _PLACES
    share = _BY_HOURS * whole + anything
    if right is not None:
        is_right = np.abs(offsets_s - offsets_s[right]) <= _EXACT_S / 2
        share = np.where(
            is_right[:, None],
            _FROM_RIGHT * share,
            share + _TO_RIGHT * is_right[None, :],
        )
    days_s = np.round(step_s / DAY_S) * DAY_S
    far = np.where(np.abs(step_s - days_s) <= _EXACT_S, _DAYS_SHARE, _FAR_SHARE)
    share = np.where(np.abs(step_s) > MAX_ZONE_S, far, share)
    return np.where(np.abs(step_s) < ONE_PLACE_S, _NEVER, np.log(share))


def _moves(seen: CourseEvidence, clock: ClockPrior, pauses: Pauses) -> Floats:
    """Return the log-probabilities of going from offset to offset in each pause, (n − 1, k, k)."""
    k, pauses_s = len(seen.offsets_s), seen.pauses_s
    rates = clock.set_share * _shares(pauses_s)
    steps = step_prior(seen.offsets_s, clock.right)
    moves = np.full((len(pauses_s), k, k), _NEVER)
    if clock.set_share > 0.0 and len(pauses_s):
        for a, b in zip(*np.nonzero(steps > _NEVER), strict=True):
            step_s = float(seen.offsets_s[b] - seen.offsets_s[a])
            in_order = pauses_s + step_s >= -_ORDER_S
            fits = _fit(np.where(in_order, pauses.ratio(pauses_s, step_s), _NEVER))
            moves[:, a, b] = np.maximum(np.log(rates) + steps[a, b] + fits, _NEVER)
    moves[:, np.arange(k), np.arange(k)] = np.log1p(-rates)[:, None]
    if clock.set_right_row is not None and clock.right is not None:
        # a person's word: from there on right, before that wrong, and which offset it had is free
        moves[clock.set_right_row - 1 :] = _NEVER
        moves[clock.set_right_row - 1, :, clock.right] = 0.0
        moves[clock.set_right_row - 1, clock.right, clock.right] = np.log(_WRONG_WORD)
        moves[clock.set_right_row :, clock.right, clock.right] = 0.0
    return moves


def _shares(pauses_s: Floats) -> Floats:
    """Return in which pause a clock is set, if it is: half by their number, half by their length.

    Some notice it when they photograph, others in the evening, but not on each of eight days.
    """
    even = np.full(len(pauses_s), 1.0 / max(len(pauses_s), 1))
    within_s = np.minimum(pauses_s, _NIGHT_S)
    total_s = float(within_s.sum())
    return even if total_s == 0.0 else (even + within_s / total_s) / 2


def _fit(ratios: Floats) -> Floats:
    """Return how well a step fits into each pause; all together say nothing for a step.

    Every event has its breaks: a long pause tells where a clock was set anew, not whether.
    """
    fits = np.where(ratios > _NEVER, np.clip(ratios, *_PAUSE_NATS), _NEVER)
    mean = float(np.logaddexp.reduce(fits)) - np.log(len(fits))
    normalised: Floats = fits - max(mean, 0.0)
    return normalised


@dataclass(frozen=True)
class _Chain:
    """The answer of one model: the posterior by photo, the log evidence, the likeliest path."""

    gamma: Floats
    evidence: float
    path: Indices


def _one_clock(seen: CourseEvidence, moves: Floats, clock: ClockPrior) -> _Chain:
    """Return the posterior of one clock's course, given that it is nowhere else as a whole.

    Where a gallery is as a whole is told by more than its photos one by one, and was decided
    before. So each offset is two states, before and after any change, and a clock that never
    changed ends only where it was placed. A person who says that it changed is not second-guessed.
    """
    k = len(seen.offsets_s)
    doubled = np.full((len(moves), 2 * k, 2 * k), _NEVER)
    same = np.arange(k)
    doubled[:, same, same] = moves[:, same, same]
    doubled[:, :k, k:] = moves
    doubled[:, same, k + same] = _NEVER
    doubled[:, k:, k:] = moves
    end = np.zeros(2 * k)
    if clock.set_right_row is None:
        end[:k] = _NEVER
        end[clock.placed] = _NEVER if clock.jumped else 0.0
    prior = np.concatenate([seen.prior, np.full(k, _NEVER)])
    chain = _chain(prior, np.vstack([seen.odds, seen.odds]), doubled, end)
    return replace(chain, gamma=chain.gamma[:k] + chain.gamma[k:], path=chain.path % k)


def _chain(prior: Floats, odds: Floats, moves: Floats, end: Floats) -> _Chain:
    """Return the posterior by forward and backward passes, all in logarithms, and the best path."""
    n = odds.shape[1]
    alpha, beta = np.zeros_like(odds.T), np.zeros_like(odds.T)
    best, back = np.zeros_like(alpha), np.zeros(alpha.shape, dtype=np.int64)
    alpha[0] = best[0] = prior + odds[:, 0]
    for row in range(1, n):
        into = moves[row - 1]
        alpha[row] = np.logaddexp.reduce(alpha[row - 1][:, None] + into, axis=0) + odds[:, row]
        reach = best[row - 1][:, None] + into
        back[row] = np.argmax(reach, axis=0)
        best[row] = reach.max(axis=0) + odds[:, row]
    beta[-1] = end
    for row in range(n - 2, -1, -1):
        after = odds[:, row + 1] + beta[row + 1]
        beta[row] = np.logaddexp.reduce(moves[row] + after[None, :], axis=1)
    evidence = float(np.logaddexp.reduce(alpha[-1] + end))
    gamma = np.exp((alpha + beta).T - evidence)
    path = np.zeros(n, dtype=np.int64)
    path[-1] = int(np.argmax(best[-1] + end))
    for row in range(n - 1, 0, -1):
        path[row - 1] = back[row, path[row]]
    return _Chain(gamma / gamma.sum(axis=0), evidence, path)


def _with_two(single: _Chain, seen: CourseEvidence, clock: ClockPrior) -> CoursePosterior:
    """Return the average of one clock and of two devices, by how likely each is."""
    fit = seen.odds[single.path, np.arange(len(single.path))].sum()
    gain = float(fit - seen.odds.sum(axis=1).max())
    steady = np.full_like(single.path, clock.placed)
    # where a single offset elsewhere fits better than any course from here, there is none
    is_none = gain < 0.0 and clock.set_right_row is None
    path = steady if is_none else single.path
    alone = CoursePosterior(seen.offsets_s, single.gamma, path, gain)
    found = _two_devices(seen, clock.placed) if clock.two_share > 0.0 else None
    if found is None:
        return alone
    gamma_of_two, evidence, apart_s = found
    nats = float(np.log(clock.two_share) - np.log1p(-clock.two_share))
    nats += evidence - single.evidence
    two = float(np.exp(-np.logaddexp(0.0, -nats)))
    gamma = (1 - two) * single.gamma + two * gamma_of_two
    path = steady if is_likely(two) else path
    return replace(alone, gamma=gamma, path=path, two=two, two_nats=nats, apart_s=apart_s)


def _two_devices(seen: CourseEvidence, placed: int) -> tuple[Floats, float, float] | None:
    """Return the posterior if two devices took the photos, each in no order of its own.

    One is where the gallery was placed; summed over the offsets of the other, each with a chain of
    two states that forgets within a minute which device was used last. With it: the log evidence,
    and how far apart the likeliest two are.
    """
    apart_s = np.abs(seen.offsets_s - seen.offsets_s[placed])
    second = np.flatnonzero((apart_s > ONE_PLACE_S) & (apart_s <= MAX_ZONE_S))
    if seen.odds.shape[1] < _LEAST_OF_TWO or not len(second):
        return None
    odds = np.stack(
        [np.broadcast_to(seen.odds[placed], seen.odds[second].shape), seen.odds[second]]
    )
    alpha, beta = _by_turns(odds, seen.pauses_s)
    each = np.logaddexp.reduce(alpha[-1], axis=0)
    logs = seen.prior[placed] + seen.prior[second] + each
    evidence = float(np.logaddexp.reduce(logs))
    mass = np.exp(logs - evidence)
    gamma = np.zeros_like(seen.odds)
    for pair in np.flatnonzero(mass > _LEAST_MASS):
        of_first = np.exp(alpha[:, 0, pair] + beta[:, 0, pair] - each[pair])
        gamma[placed] += mass[pair] * of_first
        gamma[second[pair]] += mass[pair] * (1 - of_first)
    return gamma / gamma.sum(axis=0), evidence, float(apart_s[second[np.argmax(mass)]])


def _by_turns(odds: Floats, pauses_s: Floats) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return forward and backward passes of two-state chains, (n, 2, pairs) each."""
    n = odds.shape[2]
    memory = (_SAME_AT_ONCE - 1 / 2) * np.exp(-pauses_s / _RUN_S)
    same, other = np.log(1 / 2 + memory), np.log(1 / 2 - memory)
    alpha, beta = np.zeros((n, 2, odds.shape[1])), np.zeros((n, 2, odds.shape[1]))
    alpha[0] = odds[:, :, 0] - np.log(2.0)
    for row in range(1, n):
        stay, turn = alpha[row - 1] + same[row - 1], alpha[row - 1][::-1] + other[row - 1]
        alpha[row] = np.logaddexp(stay, turn) + odds[:, :, row]
    for row in range(n - 2, -1, -1):
        after = beta[row + 1] + odds[:, :, row + 1]
        beta[row] = np.logaddexp(after + same[row], after[::-1] + other[row])
    return alpha, beta
