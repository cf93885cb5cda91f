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
from coincide.model.verdicts import is_sure_to
from coincide.solver.evidence import EvidenceInputs
from coincide.solver.evidence.shelf import Itself
from coincide.solver.joint.board import Board
from coincide.solver.joint.confidence import Posterior, calibrated
from coincide.solver.joint.knowledge import PriorKnowledge
from coincide.solver.joint.refine import move
from coincide.solver.options import JointOptions

# who is asked must be this sure (P(|error| ≤ 300 s))
_INLIER_PROBABILITY = 0.95
# nobody is left out for being less sure where fewer than this share of the galleries would be left
_INLIER_SHARE = 0.6
# how often more outliers are looked for: one misleads the search for others
_OUTLIER_ROUNDS = 3
# how often an outlier is moved: to its place, then to the second
_OUTLIER_MOVES = 2
# a gallery is odd when it is this much less like the others than they are among themselves: of the
# galleries that belong one in thirty is, of those from other places nine in ten
_ODDNESS = 1.15
# photos of each gallery that are looked at: bounds the work
_PHOTOS_SEEN = 48
# galleries that each is compared with: bounds the work
_PANEL = 32
# galleries of one event are hardly less unlike than this: beside copies of one folder all would be
# odd
_LEAST_UNLIKENESS = 0.2
# a photo of nothing has no direction
_LEAST_LENGTH = 1e-6


class SolutionView(Protocol):
    """What a solution tells of who may be an outlier."""

    @property
    def offsets(self) -> Offsets:
        """Where everybody is."""
        ...

    @property
    def board(self) -> Board:
        """What that was read from."""
        ...

    @property
    def posteriors(self) -> Mapping[tuple[int, ...], Posterior]:
        """How sure the place of each gallery is, and of each block."""
        ...


S = TypeVar("S", bound=SolutionView)


def solve_with_outliers(solve: Callable[[frozenset[int]], S], odd: frozenset[int]) -> S:
    """Return a solution in which nobody who may not belong is asked about the others.

    ``solve`` places all with some as outliers; ``odd`` are outliers in any case.
    """
    solve = cache(solve)
    outliers, solution = odd, solve(odd)
    for _ in range(_OUTLIER_ROUNDS):
        more = doubtful(solution.offsets, solution.board, outliers)
        if not more:
            break
        outliers = outliers | more
        solution = solve(outliers)
    return _asking_the_sure(solve, solution, outliers)


def _asking_the_sure(
    solve: Callable[[frozenset[int]], S], solution: S, outliers: frozenset[int]
) -> S:
    """Return a solution with those as inliers who are sure by the word of just these inliers.

    So a stranger who is unsure leaves no trace: who became unsure by it is asked again.
    """
    tried = [outliers]
    for _ in range(_OUTLIER_ROUNDS):
        now = outliers | unsure(solution.board, solution.posteriors, outliers)
        if now == tried[-1]:
            break
        if now in tried:
            # who comes and goes is an outlier
            return solve(frozenset().union(*tried[tried.index(now) :]))
        tried.append(now)
        solution = solve(now)
    return solution


def odd_galleries(
    material: EvidenceInputs, anchor: int, knowledge: PriorKnowledge, options: JointOptions
) -> frozenset[int]:
    """Return the galleries that look like none of the others, whatever their clocks show."""
    vectors = material.vectors.get("look")
    if vectors is None or "look" not in options.evidence.kinds:
        return frozenset()
    known = {anchor, *dict(knowledge.hints.pinned)}
    panel, unlike = _known_unlikeness(material, vectors)
    left = [number for number in range(material.table.n_galleries) if number not in known]
    odd: list[int] = []
    # one at a time: beside an odd one nobody else looks odd, and two of them hide each other
    while left and material.table.n_galleries - len(odd) > 2:
        oddness = _oddness(unlike, panel, left)
        oddest = int(np.argmax(oddness))
        if oddness[oddest] < _ODDNESS:
            break
        odd.append(left.pop(oddest))
        unlike[:, panel == odd[-1]] = np.nan
        unlike[odd[-1]] = np.nan
    return frozenset(odd)


def doubtful(offsets: Offsets, board: Board, outliers: frozenset[int]) -> frozenset[int]:
    """Return who had better be an outlier too; none where too few would be left to ask."""
    options, known = board.options, _known(board)
    inliers = [gallery for gallery in range(len(offsets.placements)) if gallery not in outliers]
    enough = max(2.0, options.least_hosts * len(inliers))
    # if most may be elsewhere it is the anchor that hangs loose: then only the unplaced
    for limit_s in (2 * options.placed_within_s, np.inf):
        wide = frozenset(
            gallery
            for gallery in inliers
            if gallery not in known and _width_s(offsets.placements[gallery]) >= limit_s
        )
        if len(inliers) - len(wide) >= enough:
            return wide
    return frozenset()


def unsure(
    board: Board, posteriors: Mapping[tuple[int, ...], Posterior], outliers: frozenset[int]
) -> frozenset[int]:
    """Return who is not sure enough to be asked; none where too few would be left.

    Who is an outlier in any case is not looked at. Neither that the anchor is loosely connected,
    nor that the larger part of the galleries is to the smaller, is held against anybody.
    """
    if len(board.members) < 2:
        return frozenset()
    inliers = [
        gallery for gallery in range(board.evidence.table.n_galleries) if gallery not in outliers
    ]
    log_odds = {
        block: posterior.log_odds
        for block, posterior in posteriors.items()
        if len(block) == 1 or 2 * len(block) <= len(board.members)
    }
    loose = set[int]()
    for gallery in sorted(frozenset(inliers) - _known(board)):
        way = [odds for block, odds in log_odds.items() if gallery in block]
        known = (gallery,) in log_odds
        if not known or not is_sure_to(calibrated(min(way)), _INLIER_PROBABILITY):
            loose.add(gallery)
    enough = max(2.0, _INLIER_SHARE * len(inliers))
    return frozenset(loose) if len(inliers) - len(loose) >= enough else frozenset()


def place_outliers(board: Board) -> None:
    """Place each outlier against those who are none."""
    for outlier in board.outliers:
        for _ in range(_OUTLIER_MOVES):
            move(board, (outlier,))


def _known_unlikeness(material: EvidenceInputs, vectors: Singles) -> tuple[Indices, Floats]:
    """Return _unlikeness, found once for the same vectors in the same galleries."""
    if material.shelf is None:
        return _unlikeness(material.table, vectors)
    key = ("unlikeness", Itself(vectors), material.table.starts.tobytes())
    kept = material.shelf.find(key)
    panel, unlike = kept if isinstance(kept, tuple) else _unlikeness(material.table, vectors)
    material.shelf.put(key, (panel, unlike), 0)
    return panel, unlike.copy()  # who is odd is struck out of it


def _unlikeness(table: PhotoTable, vectors: Singles) -> tuple[Indices, Floats]:
    """Return a panel of galleries (p,), and how unlike each gallery is to each of them (k, p).

    The mean of 1 − the likeness of each photo's best match, both ways; NaN with itself.
    """
    n_galleries = table.n_galleries
    n_panel = min(n_galleries, _PANEL)
    panel = np.linspace(0, n_galleries - 1, n_panel).round().astype(np.int64)
    photos = [_some_photos(vectors[table.rows(item)]) for item in range(n_galleries)]
    unlike = np.full((n_galleries, len(panel)), np.nan)
    for number in range(n_galleries):
        for nth, other in enumerate(panel):
            if number != other:
                alike = photos[number] @ photos[other].T
                unlike[number, nth] = 1 - (alike.max(axis=0).mean() + alike.max(axis=1).mean()) / 2
    return panel, unlike


def _some_photos(vectors: Singles) -> Singles:
    """Return the vectors, of length one, of photos from all over a gallery."""
    n_seen = min(len(vectors), _PHOTOS_SEEN)
    rows = np.linspace(0, len(vectors) - 1, n_seen).round().astype(np.int64)
    seen: Singles = vectors[rows].astype(np.float32)
    seen /= np.maximum(np.linalg.norm(seen, axis=1, keepdims=True), _LEAST_LENGTH)
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
        usual[galleries], _LEAST_UNLIKENESS
    )
    return oddness


def _known(board: Board) -> frozenset[int]:
    """Return who is never an outlier: the anchor, and what a person pinned."""
    return frozenset({board.anchor, *dict(board.knowledge.hints.pinned)})


def _width_s(placement: Placement) -> float:
    """Return the width of a gallery's interval, endless where it is unplaced."""
    estimate = placement.estimate
    return np.inf if estimate is None else estimate.high_s - estimate.low_s
