"""Clips without a time, as messengers send them: placed by what they have heard with others."""

from collections.abc import Iterator, Mapping, Sequence

from coincide.model import Event, Guess, Place, Timeless, Timeline
from coincide.sound.model import Overheard

# ties of one clip agree that put it so near to each other
_AGREE_S = 0.5
# sound takes a tenth of a second for 35 m
_SPREAD_S = 0.1

_Moments = Mapping[str, tuple[float, Place]]


def place_by_sound(
    event: Event, timeline: Timeline, overheard: Sequence[Overheard]
) -> tuple[Guess, ...]:
    """Return a guess for each clip without a time that certain ties put where others are.

    One tie is enough; of several that contradict each other most must agree. A clip that is placed
    so places others in turn.
    """
    todo = {timeless.key: timeless for timeless in event.timeless if timeless.clip is not None}
    known: dict[str, tuple[float, Place]] = {
        entry.photo.key: (entry.event_time_s, entry.photo.path)
        for entry in timeline
        if entry.event_time_s is not None
    }
    guesses: list[Guess] = []
    while True:
        found = [*_placed(todo, known, overheard)]
        if not found:
            return tuple(guesses)
        for guess in found:
            del todo[guess.photo.key]
            known[guess.photo.key] = guess.event_time_s, guess.photo.path
        guesses += found


def _placed(
    todo: Mapping[str, Timeless], known: _Moments, overheard: Sequence[Overheard]
) -> Iterator[Guess]:
    """Yield the clips that ties put beside what is known by now."""
    said: dict[str, list[tuple[float, Place]]] = {}
    for tie in overheard:
        certain = next((lag for lag in tie.lags if lag.certain), None)
        if certain is None:
            continue
        for key, other, late_s in (
            (tie.second, tie.first, certain.lag_s),
            (tie.first, tie.second, -certain.lag_s),
        ):
            if key in todo and other in known:
                at_s, path = known[other]
                said.setdefault(key, []).append((at_s + late_s, path))
    for key, moments in said.items():
        agreeing = max(
            (
                [moment for moment in moments if abs(moment[0] - at_s) <= _AGREE_S]
                for at_s, _ in moments
            ),
            key=len,
        )
        if 2 * len(agreeing) > len(moments):
            at_s, path = sorted(agreeing)[len(agreeing) // 2]
            yield Guess(todo[key], at_s, "sound", path, _SPREAD_S)
