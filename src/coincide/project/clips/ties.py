"""Ties of clips as people see them: what two have heard, beside the result and a person's word."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from coincide.model import Event, Offsets
from coincide.model.hints import ClipHint
from coincide.sound.model import Lag, Overheard
from coincide.timeline import build_timeline

HeardAnswer = Literal["heard", "not-heard"]
# clips that a result has so near to where their sounds do are where they should be
AGREES_S = 2.0
# what sound vouches for, and a result has further off, is a contradiction worth a name
CONTRADICTS_S = 5.0
# a person hears, and nudges to the hundredth: as exact as the sound's way to both phones
_TOLD_SIGMA_S = 0.03
# beyond what any tie may say: the solver bounds it
_TOLD_NATS = 100.0


@dataclass(frozen=True, slots=True)
class HeardPair:
    """Two clips that heard the same, by rising rows; the second began ``lag_s`` after the first.

    ``apart_s``: how much later it began in the result, None where one of them is not placed.
    ``sure``: sound alone vouches for it, or a person does; else ``reasons`` say why not.
    """

    photo_a: int
    photo_b: int
    lag_s: float
    apart_s: float | None
    shared_s: float
    z: float
    sure: bool
    reasons: tuple[str, ...] = ()
    answer: HeardAnswer | None = None

    @property
    def off_s(self) -> float | None:
        """How far the result is from what the sounds say."""
        return None if self.apart_s is None else abs(self.apart_s - self.lag_s)

    @property
    def supports(self) -> bool:
        """Whether the result has them where their sounds do."""
        return self.off_s is not None and self.off_s <= AGREES_S

    @property
    def contradicts(self) -> bool:
        """Whether sound vouches for what the result denies."""
        off_s = self.off_s
        return self.sure and off_s is not None and off_s > CONTRADICTS_S


def as_told(overheard: Sequence[Overheard], told: Sequence[ClipHint]) -> tuple[Overheard, ...]:
    """Return what clips have heard with a person's word on it, which is final for a pair."""
    spoken = {frozenset((hint.photo_a, hint.photo_b)) for hint in told}
    left = [item for item in overheard if frozenset((item.first, item.second)) not in spoken]
    said = [
        Overheard(hint.photo_a, hint.photo_b, (_told_lag(hint.lag_s),), told=True)
        for hint in told
        if hint.lag_s is not None
    ]
    return (*left, *said)


def _told_lag(lag_s: float) -> Lag:
    return Lag(lag_s, _TOLD_SIGMA_S, _TOLD_NATS, 0.0, 1.0, 0.0, max(lag_s, 0.0), max(lag_s, 0.0))


def heard_pairs(
    event: Event, offsets: Offsets, overheard: Sequence[Overheard], told: Sequence[ClipHint]
) -> tuple[HeardPair, ...]:
    """Return the ties of clips of different galleries beside a result, by rows."""
    if not overheard and not told:
        return ()
    event_s = {entry.photo.path: entry.event_time_s for entry in build_timeline(event, offsets)}
    clips = {
        photo.key: _Clip(row, number, event_s[photo.path])
        for row, (number, photo) in enumerate(
            (number, photo) for number, one in enumerate(event.galleries) for photo in one.photos
        )
    }
    answers = {frozenset((hint.photo_a, hint.photo_b)): hint for hint in told}
    found = list(_heard(clips, overheard, answers))
    known = {frozenset((item.first, item.second)) for item in overheard}
    found += _by_hand(clips, [one for pair, one in answers.items() if pair not in known])
    in_order = map(_earlier_row_first, found)
    return tuple(sorted(in_order, key=lambda one: (one.photo_a, one.photo_b)))


def _earlier_row_first(pair: HeardPair) -> HeardPair:
    if pair.photo_a < pair.photo_b:
        return pair
    apart_s = None if pair.apart_s is None else -pair.apart_s
    a, b = pair.photo_b, pair.photo_a
    return replace(pair, photo_a=a, photo_b=b, lag_s=-pair.lag_s, apart_s=apart_s)


@dataclass(frozen=True, slots=True)
class _Clip:
    row: int
    gallery: int
    event_time_s: float | None


def _apart_s(clips: Mapping[str, _Clip], first: str, second: str) -> float | None:
    """Return how much later the second began by the result."""
    from_s, to_s = clips[first].event_time_s, clips[second].event_time_s
    return None if from_s is None or to_s is None else to_s - from_s


def _are_two(clips: Mapping[str, _Clip], first: str, second: str) -> bool:
    there = first in clips and second in clips
    return there and clips[first].gallery != clips[second].gallery


def _heard(
    clips: Mapping[str, _Clip],
    overheard: Sequence[Overheard],
    answers: Mapping[frozenset[str], ClipHint],
) -> Iterator[HeardPair]:
    for item in overheard:
        if not item.lags or not _are_two(clips, item.first, item.second):
            continue
        apart_s = _apart_s(clips, item.first, item.second)
        lag = _shown_lag(item.lags, apart_s)
        said = answers.get(frozenset((item.first, item.second)))
        lag_s, answer = lag.lag_s, _answer(said)
        if said is not None and said.lag_s is not None:
            lag_s = said.lag_s if said.photo_a == item.first else -said.lag_s
        sure = answer == "heard" or (answer is None and lag.certain)
        rows = clips[item.first].row, clips[item.second].row
        shared_s = lag.end_s - lag.start_s
        yield HeardPair(*rows, lag_s, apart_s, shared_s, lag.z, sure, lag.reasons, answer)


def _by_hand(clips: Mapping[str, _Clip], told: Sequence[ClipHint]) -> Iterator[HeardPair]:
    """Yield what only a person has heard."""
    for hint in told:
        if hint.lag_s is None or not _are_two(clips, hint.photo_a, hint.photo_b):
            continue
        rows = clips[hint.photo_a].row, clips[hint.photo_b].row
        apart_s = _apart_s(clips, hint.photo_a, hint.photo_b)
        yield HeardPair(*rows, hint.lag_s, apart_s, 0.0, 0.0, True, (), "heard")


def _answer(said: ClipHint | None) -> HeardAnswer | None:
    if said is None:
        return None
    return "not-heard" if said.lag_s is None else "heard"


def _shown_lag(lags: Sequence[Lag], apart_s: float | None) -> Lag:
    """Return the lag that is told of two clips: the sure one, the result's, or the likeliest."""
    best = max(lags, key=lambda lag: (lag.certain, lag.weight))
    if best.certain or apart_s is None:
        return best
    nearest = min(lags, key=lambda lag: abs(lag.lag_s - apart_s))
    return nearest if abs(nearest.lag_s - apart_s) <= AGREES_S else best
