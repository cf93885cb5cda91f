"""Where sound ties clocks that are placed: to a tenth of a second, by all ties at once.

A clip began when its header says, give or take what whole seconds and a slow start leave open,
on its gallery's clock; two tied clips began as far apart as their sounds say. All that together
is one system of equations, solved by least squares, in which ties that do not fit count less.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import scipy  # its parts are loaded where they are first used: looking needs none

from coincide.model import Finding, FindingKind, Floats, Offsets
from coincide.solver.joint.board import Board
from coincide.solver.joint.soundties import AGREES_S, SoundTies
from coincide.solver.units import NORMAL_90

# a header tells whole seconds, and recording begins a moment after
_HEADER_SD_S = 0.6
# a tie holds whose clips are so near to where it says, once clocks are told to a tenth of a second:
# two headers of whole seconds, each of a clip that began a moment later
_EXACTLY_S = 3.0
# sound takes a tenth of a second for 35 m: no clock is told closer
_LEAST_CLOCK_SD_S = 0.1
# ties that are off by more than so many standard deviations count less
_OUTLIER = 3.0
# rounds of weighing ties anew: more change nothing
_ROUNDS = 10


@dataclass(frozen=True)
class Tuned:
    """What ties say once galleries are placed, all on the board's clock.

    ``offset_s`` and ``sd_s`` by gallery, of those that ties reach from the anchor; ``start_s``
    by row: when each tied clip began. ``true_s``: what takes the board's clock to true time by
    clocks that keep themselves, where these are among them.
    """

    offset_s: dict[int, float]
    sd_s: dict[int, float]
    start_s: dict[int, float]
    true_s: float | None = None


@dataclass(frozen=True, slots=True)
class _Equation:
    """A weighted sum of unknowns that should be a number: ``unknowns`` and their signs."""

    unknowns: tuple[tuple[int, float], ...]
    value_s: float
    sd_s: float


def tune(board: Board) -> Tuned | None:
    """Return the clocks of tied galleries to a tenth of a second, and when tied clips began.

    None where no clip has heard what another has. Places are known to ten seconds at first, and a
    beat or an echo is nearer than that; so ties are asked once more where they have led to.
    """
    heard = board.knowledge.heard
    if heard is None:
        return None
    first = _tune(board, heard, board.offset_s, AGREES_S)
    if first is None:
        return None
    closer_s = board.offset_s.copy()
    closer_s[list(first.offset_s)] = list(first.offset_s.values())
    again = _tune(board, heard, closer_s, _EXACTLY_S)
    same = again is not None and again.offset_s.keys() == first.offset_s.keys()
    return again if same else first


def _tune(board: Board, heard: SoundTies, offset_s: Floats, within_s: float) -> Tuned | None:
    """Return the same by the ties that hold to some seconds with galleries where they are."""
    ties = _fulfilled(board, heard, offset_s, within_s)
    tied = _reached(board.anchor, [(one, other) for one, other, *_ in ties])
    ties = [tie for tie in ties if tie[0] in tied]
    if not ties:
        return None
    table = heard.table
    galleries = sorted(tied - {board.anchor})
    rows = sorted({row for *_, a, b, _, _ in ties for row in (a, b)})
    number = {("gallery", one): nth for nth, one in enumerate(galleries)}
    number |= {("clip", row): len(galleries) + nth for nth, row in enumerate(rows)}
    equations = []
    for row in rows:
        gallery = int(table.gallery_of(np.array([row]))[0])
        unknowns = [(number["clip", row], 1.0)]
        if gallery != board.anchor:
            unknowns.append((number["gallery", gallery], -1.0))
        told_s = float(table.camera_time_s[row])
        equations.append(_Equation(tuple(unknowns), told_s, _HEADER_SD_S))
    n_headers = len(equations)
    for *_, a, b, apart_s, sd_s in ties:
        unknowns = [(number["clip", b], 1.0), (number["clip", a], -1.0)]
        equations.append(_Equation(tuple(unknowns), apart_s, sd_s))
    found, sds = _least_squares(equations, len(number), first_tie=n_headers)
    return Tuned(
        {one: float(found[nth]) for nth, one in enumerate(galleries)},
        {one: float(max(sds[nth], _LEAST_CLOCK_SD_S)) for nth, one in enumerate(galleries)},
        {row: float(found[number["clip", row]]) for row in rows},
    )


def with_sound(board: Board, offsets: Offsets, tuned: Tuned) -> Offsets:
    """Return offsets in which tied galleries are where sound has them, to the tenth of a second."""
    pinned = dict(board.knowledge.hints.pinned)
    placements = list(offsets.placements)
    for gallery, offset_s in tuned.offset_s.items():
        estimate = placements[gallery].estimate
        if estimate is None or gallery in pinned or placements[gallery].jumps:
            continue
        reach_s = NORMAL_90 * tuned.sd_s[gallery]
        # photos may have it closer than a single whole second does
        if reach_s >= (estimate.high_s - estimate.low_s) / 2:
            continue
        exact = replace(
            estimate, offset_s=offset_s, low_s=offset_s - reach_s, high_s=offset_s + reach_s
        )
        placements[gallery] = replace(placements[gallery], estimate=exact)
    return replace(offsets, placements=tuple(placements))


def without_hearsay(board: Board, offsets: Offsets, tuned: Tuned | None) -> Offsets:
    """Return offsets of which none is certain by ties that do not hold where it is.

    Records that were played elsewhere, too, say a little each, of about the same place; of dozens
    of phones that is much. Whoever was there has a clip that fits to seconds, or a photo.
    """
    heard = board.knowledge.heard
    if heard is None:
        return offsets
    known = {board.anchor, *dict(board.knowledge.hints.pinned)}
    held = known if tuned is None else known | tuned.offset_s.keys()
    placements = list(offsets.placements)
    for gallery in set(heard.galleries.ravel().tolist()) - held:
        if not placements[gallery].n_links:
            placements[gallery] = placements[gallery].doubted(Finding(FindingKind.HEARSAY))
    return replace(offsets, placements=tuple(placements))


def _fulfilled(
    board: Board, heard: SoundTies, offset_s: Floats, within_s: float
) -> list[tuple[int, int, int, int, float, float]]:
    """Return the ties that hold: galleries, rows, how far apart, how exactly.

    Of several lags the one that says most, the further off the less. What a person has heard
    holds wherever it is, and between such galleries only what agrees with that.
    """
    placed = frozenset(board.members) | frozenset(board.outliers)
    table, ties = heard.table, []
    owned = list(zip(heard.galleries.tolist(), heard.ties, strict=True))
    told = {frozenset(pair) for pair, tie in owned if tie.told}
    for (a, b), tie in owned:
        if not {a, b} <= placed:
            continue
        most_s = min(within_s, _EXACTLY_S) if {a, b} in told else within_s
        most_s = np.inf if tie.told else most_s
        begun_s = table.camera_time_s[[tie.photo_a, tie.photo_b]] + offset_s[[a, b]]
        off_s = np.array([begun_s[0] + lag.apart_s - begun_s[1] for lag in tie.lags])
        says = np.array([lag.nats for lag in tie.lags]) - (2 * off_s / within_s) ** 2 / 2
        best = int(np.argmax(np.where(np.abs(off_s) <= most_s, says, -np.inf)))
        if abs(off_s[best]) <= most_s:
            lag = tie.lags[best]
            ties.append((a, b, tie.photo_a, tie.photo_b, lag.apart_s, lag.sd_s))
    return ties


def _reached(anchor: int, pairs: Sequence[tuple[int, int]]) -> frozenset[int]:
    """Return the galleries that ties connect with the anchor, itself too."""
    reached, grown = frozenset({anchor}), True
    while grown:
        more = {number for pair in pairs if not reached.isdisjoint(pair) for number in pair}
        grown = not more <= reached
        reached |= more
    return reached


def _least_squares(
    equations: Sequence[_Equation], n_unknowns: int, *, first_tie: int
) -> tuple[Floats, Floats]:
    """Return the unknowns that fit best, and how exactly each is known."""
    entries = [
        (row, unknown, sign)
        for row, equation in enumerate(equations)
        for unknown, sign in equation.unknowns
    ]
    rows, columns, signs = (np.array(entry) for entry in zip(*entries, strict=True))
    # of a large event nearly all of it is 0
    matrix = scipy.sparse.csr_matrix((signs, (rows, columns)), shape=(len(equations), n_unknowns))
    value_s = np.array([equation.value_s for equation in equations])
    sd_s = np.array([equation.sd_s for equation in equations])
    # numbers of the size of a date leave few digits for tenths of a second
    origin_s = float(np.median(value_s[:first_tie]))
    value_s[:first_tie] -= origin_s
    weight = 1 / sd_s
    found: Floats = np.zeros(n_unknowns)
    for _ in range(_ROUNDS):
        normal = (matrix.T @ matrix.multiply(weight[:, None] ** 2)).tocsc()
        found = np.asarray(
            scipy.sparse.linalg.spsolve(normal, matrix.T @ (value_s * weight**2)), np.float64
        )
        off = np.abs(matrix @ found - value_s) / sd_s
        # what is far off is pulled less: Huber's weights
        weight = np.sqrt(_OUTLIER / np.maximum(off, _OUTLIER)) / sd_s
    spread = np.linalg.inv((matrix.T @ matrix.multiply(weight[:, None] ** 2)).toarray())
    is_clip = np.zeros(n_unknowns, bool)
    for equation in equations[:first_tie]:
        is_clip[equation.unknowns[0][0]] = True
    return found + np.where(is_clip, origin_s, 0.0), np.sqrt(np.maximum(np.diag(spread), 0.0))
