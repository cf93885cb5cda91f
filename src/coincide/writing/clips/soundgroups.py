"""Clips that certain sounds join: beside each other they are right, whatever time it was.

An editor needs clips beside each other. So a gallery whose clock is not certain is put in all the
same where clips of it and of others heard the same, and the result has them so. What nothing but
sound places begins as far from the others as sound says; where no tie leads to what has a place,
such clips are an island of their own.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from coincide.model import Event

# the result has two clips where a tie has them: to this, no ear and no frame tells the difference
HELD_S = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class ClipTie:
    """Two clips, by their keys, that heard the same: the second began so much later."""

    first: str
    second: str
    lag_s: Fraction


@dataclass(frozen=True, slots=True)
class Joined:
    """What ties say of clips: ``start_s`` of those that are placed by them, by key.

    ``keys``: all clips that a tie which holds joins with another camera's. ``beside``: the
    galleries that each gallery is joined with. ``island``: of clips that are joined with each
    other and with nothing that has a place, by key, the number of theirs; each begins at 0.
    """

    start_s: Mapping[str, Fraction]
    keys: frozenset[str]
    beside: Mapping[str, tuple[str, ...]]
    island: Mapping[str, int]


def join(event: Event, placed_s: Mapping[str, Fraction], ties: Iterable[ClipTie]) -> Joined:
    """Return which clips ties join, and where that puts those that have no place.

    ``placed_s``: when clips begin by the result, by key, of galleries that are placed.
    """
    owner = {photo.key: gallery.name for gallery in event.galleries for photo in gallery.photos}
    known = [clip_tie for clip_tie in ties if clip_tie.first in owner and clip_tie.second in owner]
    start_s = dict(placed_s)
    _reach(start_s, known, list(placed_s))
    island: dict[str, int] = {}
    for tie in known:
        if tie.first not in start_s:
            start_s[tie.first] = Fraction(0)
            reached = _reach(start_s, known, [tie.first])
            begins_s = min(start_s[key] for key in reached)
            start_s.update({key: start_s[key] - begins_s for key in reached})
            island |= dict.fromkeys(reached, len(set(island.values())))
    held = [
        clip_tie
        for clip_tie in known
        if abs(start_s[clip_tie.second] - start_s[clip_tie.first] - clip_tie.lag_s) <= HELD_S
    ]
    beside: dict[str, set[str]] = {}
    for tie in held:
        first, second = owner[tie.first], owner[tie.second]
        beside.setdefault(first, set()).add(second)
        beside.setdefault(second, set()).add(first)
    return Joined(
        start_s,
        frozenset(key for clip_tie in held for key in (clip_tie.first, clip_tie.second)),
        {name: tuple(sorted(others)) for name, others in beside.items()},
        island,
    )


def _reach(start_s: dict[str, Fraction], ties: Iterable[ClipTie], begun: Iterable[str]) -> set[str]:
    """Place what ties lead to from clips that have a place; return all of these."""
    near: dict[str, list[tuple[str, Fraction]]] = {}
    for tie in ties:
        near.setdefault(tie.first, []).append((tie.second, tie.lag_s))
        near.setdefault(tie.second, []).append((tie.first, -tie.lag_s))
    todo, reached = deque(begun), set(begun)
    while todo:
        here = todo.popleft()
        for there, lag_s in near.get(here, ()):
            if there not in start_s:
                start_s[there] = start_s[here] + lag_s
                reached.add(there)
                todo.append(there)
    return reached


def names_in_words(names: Iterable[str]) -> str:
    """Return names as words of a sentence.

    >>> names_in_words(["Ann", "Ben", "Cyd"]), names_in_words(["Ann"])
    ('Ann, Ben and Cyd', 'Ann')
    """
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
