"""What is believed of a trial, beside what is believed of its decoys."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from coincide.library.occasions.companions import companions_of
from coincide.library.occasions.decoys import recurrence
from coincide.library.occasions.looks import Halves, Looks
from coincide.library.occasions.occasion import FoundOccasion, OccasionSession
from coincide.library.occasions.trials import TrialResult, solve_trial
from coincide.library.occasions.windows import SessionWindow, Span
from coincide.library.photos import ClockId
from coincide.model.times import to_text
from coincide.project.options import SyncOptions
from coincide.solver.options import CourseOptions, JointOptions

# galleries of fewer photos are placed, but how sure that is nobody has measured
_LEAST_PHOTOS = 4
# what a decoy's probability takes away begins here: of other days of a place one in ten is placed
_USUAL_DECOY = 0.1
# no occasion is believed more, as no event that was synced is
_MOST = 0.97
# what is less likely says too little to be kept
_LEAST = 0.2
# pictures of each session that are kept to be shown
_PICTURES = 4
# a session and its companions are between two settings of their clock
_NOT_SET = CourseOptions(set_share=0.0, two_share=0.0)
# what is known of clocks is the history's to count, and would count twice: by what clocks usually
# show alone, a stranger's camera has a place here with 0.6
_JOINT = JointOptions(priors=("overlap", "hours"), courses=_NOT_SET)
# a first look costs a tenth of a closer one
_FIRST = SyncOptions(verify=False, joint=_JOINT)
_CLOSER = SyncOptions(joint=_JOINT)


def judged(
    looks: Looks,
    windows: Sequence[SessionWindow],
    group: Sequence[int],
    days: Sequence[int],
    vectors: Mapping[int, Halves],
) -> FoundOccasion | None:
    """Return the occasion that some sessions were, None where they were none.

    ``days``: other days of their owners. ``vectors``: of all these sessions.
    """
    # other days help to place a clock, and in some events hide what one day shows by itself
    for companions in dict.fromkeys((tuple(companions_of(windows, group)), ())):
        found = _judged(looks, windows, group, days, vectors, companions)
        if found is not None:
            return found
    return None


def _judged(
    looks: Looks,
    windows: Sequence[SessionWindow],
    group: Sequence[int],
    days: Sequence[int],
    vectors: Mapping[int, Halves],
    companions: Sequence[int],
) -> FoundOccasion | None:
    """Return the occasion that some sessions were by a trial beside some companions."""
    numbers, tried = _placed(looks, windows, _large_enough(windows, group, companions), companions)
    if tried is None or not tried.others:
        return None
    decoys = recurrence(looks, windows, numbers, days, vectors, _FIRST)
    if not any(_weights(tried, decoys).values()):
        return None
    closer = solve_trial(looks, _together(windows, numbers, companions), _CLOSER)
    sessions = [windows[number] for number in numbers]
    return None if closer is None else _occasion(closer, sessions, decoys)


def _placed(
    looks: Looks,
    windows: Sequence[SessionWindow],
    numbers: Sequence[int],
    companions: Sequence[int],
) -> tuple[Sequence[int], TrialResult | None]:
    """Return the trial of sessions without those that were on another day, and its sessions.

    Who photographed the same places on another day is placed there, and draws others along.
    """
    if len({windows[number].clock.key for number in numbers}) < 2:
        return numbers, None
    tried = solve_trial(looks, _together(windows, numbers, companions), _FIRST)
    strays = set[ClockId]() if tried is None else _strays(tried, windows, numbers)
    if not strays:
        return numbers, tried
    left = [number for number in numbers if windows[number].clock.key not in strays]
    return _placed(looks, windows, left, companions)


def _large_enough(
    windows: Sequence[SessionWindow], group: Sequence[int], companions: Sequence[int]
) -> list[int]:
    """Return the sessions of clocks that have enough photos of these days."""
    counts = Counter[ClockId]()
    for one in _together(windows, group, companions):
        counts[one.clock.key] += one.n_photos
    return [number for number in group if counts[windows[number].clock.key] >= _LEAST_PHOTOS]


def _together(
    windows: Sequence[SessionWindow], numbers: Sequence[int], companions: Sequence[int]
) -> list[SessionWindow]:
    """Return sessions with those companions that are of the same clocks."""
    clocks = {windows[number].clock.key for number in numbers}
    near = [number for number in companions if windows[number].clock.key in clocks]
    return [windows[number] for number in (*numbers, *near)]


def _strays(
    tried: TrialResult, windows: Sequence[SessionWindow], numbers: Sequence[int]
) -> set[ClockId]:
    """Return the clocks that are placed where they cannot have been beside the first clock."""
    sessions = [windows[number] for number in numbers]
    placed = {one.clock.key for one in sessions if one.clock.key in tried.others}
    return placed - _plausible(tried, sessions)


def _plausible(tried: TrialResult, sessions: Sequence[SessionWindow]) -> set[ClockId]:
    """Return the clocks that are where they and the first clock may have been."""
    placed = [one for one in sessions if one.key in tried.seen]
    anchor = [_shifts(tried, one) for one in placed if one.clock.key == tried.anchor_clock]
    strays = {
        one.clock.key
        for one in placed
        if not any(_meet(_shifts(tried, one), shifts) for shifts in anchor)
    }
    return {one.clock.key for one in placed} - strays - {tried.anchor_clock}


def _shifts(tried: TrialResult, window: SessionWindow) -> list[Span]:
    """Return what may take event time to UTC, by when a session may have been."""
    to_event_s, material = tried.seen[window.key].to_event_s, window.solved.material
    first_s = float(material.first_s[window.session]) + to_event_s
    last_s = float(material.last_s[window.session]) + to_event_s
    return [(low_s - first_s, high_s - last_s) for low_s, high_s in window.spans]


def _meet(one: Sequence[Span], other: Sequence[Span]) -> bool:
    return any(a[0] <= b[1] and b[0] <= a[1] for a in one for b in other)


def _weights(tried: TrialResult, decoys: Mapping[ClockId, float]) -> dict[ClockId, float]:
    """Return how likely each clock but the first was there, where the solver has it.

    A decoy that is placed takes away what its log-odds are beyond those of a usual one: its own,
    and that of the clock that all are told against.
    """
    against = decoys.get(tried.anchor_clock, _USUAL_DECOY)
    weights = {
        key: weight_beside(probability, max(decoys.get(key, _USUAL_DECOY), against))
        for key, probability in tried.others.items()
    }
    return {key: weight for key, weight in weights.items() if weight >= _LEAST}


def weight_beside(probability: float, decoy: float) -> float:
    """Return what is believed of a place that the solver gives so much, and a decoy so much."""
    taken = max(float(_log_odds(decoy) - _log_odds(_USUAL_DECOY)), 0.0)
    believed = 1.0 / (1.0 + np.exp(taken - _log_odds(probability)))
    return min(float(believed), _MOST)


def _log_odds(probability: float) -> float:
    bounded = float(np.clip(probability, 1e-4, 1.0 - 1e-4))
    return float(np.log(bounded) - np.log1p(-bounded))


def _occasion(
    tried: TrialResult, sessions: Sequence[SessionWindow], decoys: Mapping[ClockId, float]
) -> FoundOccasion | None:
    plausible = _plausible(tried, sessions)
    weights = {key: one for key, one in _weights(tried, decoys).items() if key in plausible}
    if not weights:
        return None
    weights[tried.anchor_clock] = 1.0
    kept = tuple(_sessions(tried, sessions, weights))
    if len({one.clock for one in kept}) < 2:
        return None
    first_s, last_s = _utc_of(kept, sessions)
    name = _name_of(kept[0])
    weight = max(weights[key] for key in weights if key != tried.anchor_clock)
    return FoundOccasion(name, kept, first_s, last_s, weight)


def _sessions(
    tried: TrialResult, sessions: Sequence[SessionWindow], weights: Mapping[ClockId, float]
) -> Iterator[OccasionSession]:
    """Yield the sessions that were placed, in the order in which they were."""
    pictures = tried.pictures(_PICTURES)
    placed = [one for one in sessions if one.key in tried.seen and one.clock.key in weights]
    placed.sort(key=lambda one: (_at_s(tried, one), one.key))
    for one in placed:
        seen = tried.seen[one.key]
        yield OccasionSession(
            *(one.clock.key, one.session, one.shown_s, one.n_photos),
            pictures=pictures.get(one.key, ()),
            to_event_s=seen.to_event_s,
            sd_s=seen.sd_s,
            weight=weights[one.clock.key],
        )


def _at_s(tried: TrialResult, window: SessionWindow) -> float:
    """Return when a session began, in the time of the event."""
    return float(window.solved.material.first_s[window.session]) + tried.seen[window.key].to_event_s


def _utc_of(
    kept: Sequence[OccasionSession], sessions: Sequence[SessionWindow]
) -> tuple[float | None, float | None]:
    """Return when an occasion began and ended, by the surest clock of those that are known."""
    by_key = {one.key: one for one in sessions}
    known = [one for one in kept if by_key[one.clock, one.session].sure]
    if not known:
        return None, None
    surest = max(known, key=lambda one: _certain(by_key[one.clock, one.session]))
    window = by_key[surest.clock, surest.session]
    true_s = float(window.solved.history.to_utc_s[window.session]) - surest.to_event_s
    spans = [(by_key[one.clock, one.session], one.to_event_s + true_s) for one in kept]
    first_s = [float(one.solved.material.first_s[one.session]) + to_s for one, to_s in spans]
    last_s = [float(one.solved.material.last_s[one.session]) + to_s for one, to_s in spans]
    return min(first_s), max(last_s)


def _certain(window: SessionWindow) -> float:
    return float(window.solved.history.certain[window.session])


def _name_of(first: OccasionSession) -> str:
    digest = hashlib.sha256(f"{first.clock.text} {first.shown_s}".encode()).hexdigest()
    return f"occasion {to_text(first.shown_s)[:10]} {digest[:8]}"
