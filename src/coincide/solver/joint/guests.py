"""Galleries that may not belong: placed after all others, and asked about none of them.

Whoever mixes in a folder of another day must not move anybody's photos by it. So galleries
that look like nobody else's, those that are doubtful once all were asked, and, where most are
sure, those that are not, are left out of everything, what likeness means included, and then
placed alone against those who are left.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Protocol, TypeVar

import numpy as np

from coincide.model import Floats, Indices, Offsets, PhotoTable, Placement, Singles
from coincide.solver.evidence import Material
from coincide.solver.joint.board import Board
from coincide.solver.joint.calibration import calibrated, log_odds_of
from coincide.solver.joint.confidence import WITHIN_S, Profile
from coincide.solver.joint.refine import move
from coincide.solver.joint.told import Told
from coincide.solver.options import JointOptions

# who is asked must be this sure (P(|error| ≤ 300 s)), as long as this share of the galleries is
SURE, LEAST_SURE = 0.95, 0.6
# a guest misleads the search for others: this often more are looked for
ROUNDS = 3
# how often a guest is moved: to its place, then there to the second
MOVES = 2
# a gallery is odd when it is this much less like the others than they are among themselves:
# of the galleries that belong one in thirty is, of those from other places nine in ten
ODD = 1.15
# photos of each gallery that are looked at, and galleries that each is compared with
SEEN, PANEL = 48, 32
# galleries of one event are hardly less unlike: beside copies of one folder all would be odd
LEAST_UNLIKE = 0.2
# a photo of nothing has no direction
LEAST_LENGTH = 1e-6


class Solved(Protocol):
    """What a solution tells of who may be a guest."""

    @property
    def offsets(self) -> Offsets:
        """Where everybody is."""
        ...

    @property
    def board(self) -> Board:
        """What that was read from."""
        ...

    @property
    def profiles(self) -> Mapping[tuple[int, ...], Profile]:
        """How sure the place of each gallery is, and of each block."""
        ...


S = TypeVar("S", bound=Solved)


def solve_with_guests(solve: Callable[[frozenset[int]], S], odd: frozenset[int]) -> S:
    """Return a solution in which nobody who may not belong is asked about the others.

    ``solve`` places all with some as guests; ``odd`` are guests in any case.
    """
    solve = cache(solve)
    guests, solution = odd, solve(odd)
    for _ in range(ROUNDS):
        more = doubtful(solution.offsets, solution.board, guests)
        if not more:
            break
        guests = guests | more
        solution = solve(guests)
    return _asking_the_sure(solve, solution, guests)


def _asking_the_sure(
    solve: Callable[[frozenset[int]], S], solution: S, guests: frozenset[int]
) -> S:
    """Return a solution with those as hosts who are sure by the word of just these hosts.

    So a stranger who is unsure leaves no trace: who became unsure by it is asked again.
    """
    tried = [guests]
    for _ in range(ROUNDS):
        found = guests | unsure(solution.board, solution.profiles, guests)
        if found == tried[-1]:
            break
        if found in tried:
            # who comes and goes is a guest
            return solve(frozenset().union(*tried[tried.index(found) :]))
        tried.append(found)
        solution = solve(found)
    return solution


def outsiders(material: Material, anchor: int, told: Told, options: JointOptions) -> frozenset[int]:
    """Return the galleries that look like none of the others, whatever their clocks show."""
    vectors = material.vectors.get("look")
    if vectors is None or "look" not in options.evidence.kinds:
        return frozenset()
    known = {anchor, *dict(told.hints.pinned)}
    panel, unlike = _unlikeness(material.table, vectors)
    left = [one for one in range(material.table.n_galleries) if one not in known]
    found: list[int] = []
    # one at a time: beside an odd one nobody else looks odd, and two of them hide each other
    while left and material.table.n_galleries - len(found) > 2:
        oddness = _oddness(unlike, panel, left)
        oddest = int(np.argmax(oddness))
        if oddness[oddest] < ODD:
            break
        found.append(left.pop(oddest))
        unlike[:, panel == found[-1]] = np.nan
        unlike[found[-1]] = np.nan
    return frozenset(found)


def doubtful(offsets: Offsets, board: Board, guests: frozenset[int]) -> frozenset[int]:
    """Return who had better be a guest too; none where too few would be left to ask."""
    options, known = board.options, _known(board)
    hosts = [one for one in range(len(offsets.placements)) if one not in guests]
    enough = max(2.0, options.least_hosts * len(hosts))
    # if most may be elsewhere it is the anchor that hangs loose: then only the unplaced
    for limit_s in (2 * options.placed_within_s, np.inf):
        found = frozenset(
            one
            for one in hosts
            if one not in known and _width_s(offsets.placements[one]) >= limit_s
        )
        if len(hosts) - len(found) >= enough:
            return found
    return frozenset()


def unsure(
    board: Board, profiles: Mapping[tuple[int, ...], Profile], guests: frozenset[int]
) -> frozenset[int]:
    """Return who is not sure enough to be asked; none where too few would be left.

    Who is a guest in any case is not looked at. Neither that the anchor is loosely connected,
    nor that the larger part of the galleries is to the smaller, is held against anybody.
    """
    if len(board.members) < 2:
        return frozenset()
    hosts = [one for one in range(board.evidence.table.n_galleries) if one not in guests]
    log_odds = {
        block: log_odds_of(found.within(WITHIN_S))
        for block, found in profiles.items()
        if len(block) == 1 or 2 * len(block) <= len(board.members)
    }
    found = set[int]()
    for one in sorted(frozenset(hosts) - _known(board)):
        way = [odds for block, odds in log_odds.items() if one in block]
        if (one,) not in log_odds or calibrated(min(way)) < SURE:
            found.add(one)
    enough = max(2.0, LEAST_SURE * len(hosts))
    return frozenset(found) if len(hosts) - len(found) >= enough else frozenset()


def seat(board: Board) -> None:
    """Place each guest against those who are not guests."""
    for guest in board.guests:
        for _ in range(MOVES):
            move(board, (guest,))


def _unlikeness(table: PhotoTable, vectors: Singles) -> tuple[Indices, Floats]:
    """Return a panel of galleries (p,), and how unlike each gallery is to each of them (k, p).

    The mean of 1 − the likeness of each photo's best match, both ways; NaN with itself.
    """
    n_galleries = table.n_galleries
    panel = np.linspace(0, n_galleries - 1, min(n_galleries, PANEL)).round().astype(np.int64)
    photos = [_some_photos(vectors[table.rows(one)]) for one in range(n_galleries)]
    unlike = np.full((n_galleries, len(panel)), np.nan)
    for one in range(n_galleries):
        for nth, other in enumerate(panel):
            if one != other:
                alike = photos[one] @ photos[other].T
                unlike[one, nth] = 1 - (alike.max(axis=0).mean() + alike.max(axis=1).mean()) / 2
    return panel, unlike


def _some_photos(vectors: Singles) -> Singles:
    """Return the vectors, of length one, of photos from all over a gallery."""
    rows = np.linspace(0, len(vectors) - 1, min(len(vectors), SEEN)).round().astype(np.int64)
    seen: Singles = vectors[rows].astype(np.float32)
    seen /= np.maximum(np.linalg.norm(seen, axis=1, keepdims=True), LEAST_LENGTH)
    return seen


def _oddness(unlike: Floats, panel: Indices, galleries: Sequence[int]) -> Floats:
    """Return how unlike galleries are to the panel, 1 if as the panel without it is to itself."""
    among = unlike[panel]
    usual = np.full(len(unlike), np.nanmedian(among))
    for nth, one in enumerate(panel):
        others = np.delete(np.delete(among, nth, axis=0), nth, axis=1)
        usual[one] = np.nanmedian(others)
    # medians: a stranger among the others must not make them look odd
    oddness: Floats = np.nanmedian(unlike[galleries], axis=1) / np.maximum(
        usual[galleries], LEAST_UNLIKE
    )
    return oddness


def _known(board: Board) -> frozenset[int]:
    """Return who is never a guest: the anchor, and what a person pinned."""
    return frozenset({board.anchor, *dict(board.told.hints.pinned)})


def _width_s(placement: Placement) -> float:
    """Return the width of a gallery's interval, endless where it is unplaced."""
    estimate = placement.estimate
    return np.inf if estimate is None else estimate.high_s - estimate.low_s
