"""Where people are: positions in a crowd, as functions of time."""

import math

import numpy as np

from coincide.demo.draw.canvas import Point
from coincide.demo.draw.people import PersonLook


def choose(people: tuple[PersonLook, ...], seed: int, n: int) -> list[PersonLook]:
    """Return the people who take part in something; the same ones every time."""
    order = np.random.default_rng(seed).permutation(len(people))[:n]
    return [people[k] for k in order.tolist()]


def wander(person: PersonLook, x: float, y: float, time_s: float, reach: float = 30.0) -> Point:
    """Return where somebody is who stands about at (x, y) and does not stand still."""
    turn = 2 * math.pi * (time_s / (110 + 90 * person.phase) + 7 * person.phase)
    return x + reach * math.sin(turn), y + 0.25 * reach * math.sin(1.7 * turn + person.phase)


def passing(person: PersonLook, time_s: float, x0: float, x1: float, period_s: float) -> float:
    """Return the x of somebody who walks from x0 to x1, again and again."""
    share = (time_s / period_s + person.phase) % 1.0
    return x0 + (x1 - x0) * share


def in_row(n: int, x0: float, x1: float, nth: int) -> float:
    """Return the x of the nth of n who stand in a row."""
    return x0 + (x1 - x0) * (nth + 0.5) / n


def around(nth: int, n: int, x: float, inner: float, outer: float) -> tuple[float, float]:
    """Return the x of the nth of n people around something at x, and how near us, 0 to 1.

    Those nearer to us stand farther to the sides, so that nobody stands in the way.
    """
    side = -1 if nth % 2 else 1
    share = (nth // 2 + 0.5) / ((n + 1) // 2)
    return x + side * (inner + (outer - inner) * share), share
