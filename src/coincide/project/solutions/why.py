"""What a result rests on, read from how it was found: pairs, profiles, edges."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from coincide.model import Floats, Indices, Links
from coincide.model.explanation import Moment
from coincide.model.hints import AnswerKind
from coincide.project.solve.run import SyncResult, Trace
from coincide.solver.joint.pairs import CELL_S
from coincide.solver.joint.support import contradicting_links, log_ratio, supporting_links

# what a person said of a pair
Told = Moment | Literal["rejected"]

# pairs of one gallery that are shown: for it, against it, and all that a person spoke of
MOST_FOR, MOST_AGAINST, MOST_PAIRS = 40, 20, 60
# one pair for two bursts: the next photo of either shows the same once more
BURST_S = 30.0
# a pair speaks for an offset when it is as near as this by it
NEAR_S = 300.0
# points of a profile, peaks that are listed, and how far apart they are at least
N_POINTS, N_PEAKS, PEAK_S = 241, 12, 90.0
# where a peak is looked for around what a pair of galleries proposes
AROUND_S = np.arange(-60.0, 61.0, 5.0)
# what a person pinned is beyond all evidence; a graph shows no more than this
MOST_STRENGTH = 99.0


@dataclass(frozen=True, slots=True)
class EvidencePair:
    """Two photos as rows, the gallery's own first; ``score`` in nats, for one moment."""

    mine: int
    theirs: int
    other: str
    score: float
    apart_s: float
    answer: Told | None = None

    @property
    def supports(self) -> bool:
        """Whether they look alike and are near in time."""
        return self.apart_s <= NEAR_S


@dataclass(frozen=True, slots=True)
class Peak:
    """An offset that fits better than those around it, and its log-odds."""

    offset_s: float
    score: float


@dataclass(frozen=True)
class Strength:
    """Log-odds by offset to event time, and the best offsets."""

    offset_s: Floats
    score: Floats
    peaks: tuple[Peak, ...]


@dataclass(frozen=True, slots=True)
class EdgeView:
    """Two galleries: pairs that speak for where they are, and what they alone would say."""

    a: int
    b: int
    n_links: int
    strength: float
    disagreement_s: float | None  # how far their own best offset is from the result's


def _trace(result: SyncResult) -> Trace:
    if result.trace is None:
        raise ValueError(
            f"the method {result.offsets.method} does not store how it came to its result"
        )
    return result.trace


def pairs_of(result: SyncResult, gallery: str) -> tuple[EvidencePair, ...]:
    """Return the pairs behind a gallery's place, strongest first, with those against it."""
    board = _trace(result).solution.board
    number = board.evidence.table.names.index(gallery)
    told = list(_told_pairs(result, number))
    if number not in board.partners:
        return tuple(told)
    known = {(pair.mine, pair.theirs) for pair in told}
    found = [
        pair
        for links, most in (
            (supporting_links(board, number), MOST_FOR),
            (contradicting_links(board, number), MOST_AGAINST),
        )
        for pair in _each_burst_once(result, _pairs(result, links), most)
        if (pair.mine, pair.theirs) not in known
    ]
    found.sort(key=lambda pair: (-pair.score, pair.mine, pair.theirs))
    shown = [*told, *found][:MOST_PAIRS]
    return tuple(sorted(shown, key=lambda pair: (-pair.score, pair.mine, pair.theirs)))


def _pairs(result: SyncResult, links: Links) -> Iterator[EvidencePair]:
    table = _trace(result).solution.board.evidence.table
    apart_s = np.abs(_times_s(result)[links.photo_a] - _times_s(result)[links.photo_b])
    others = table.gallery_of(links.photo_b)
    for i in range(len(links)):
        mine, theirs = int(links.photo_a[i]), int(links.photo_b[i])
        other = table.names[others[i]]
        yield EvidencePair(mine, theirs, other, float(links.similarity[i]), float(apart_s[i]))


def _times_s(result: SyncResult) -> Floats:
    """Return the time of every photo on the board's clock, jumps taken off."""
    board = _trace(result).solution.board
    table = board.evidence.table
    times_s: Floats = table.camera_time_s + np.repeat(board.offset_s, np.diff(table.starts))
    return times_s


def _each_burst_once(
    result: SyncResult, pairs: Iterator[EvidencePair], most: int
) -> list[EvidencePair]:
    """Return the strongest pairs, of two bursts one."""
    camera_s = _trace(result).solution.board.evidence.table.camera_time_s
    kept: list[EvidencePair] = []
    for pair in pairs:
        times_s = camera_s[[pair.mine, pair.theirs]]
        if not any(
            pair.other == item.other
            and np.all(np.abs(camera_s[[item.mine, item.theirs]] - times_s) <= BURST_S)
            for item in kept
        ):
            kept.append(pair)
        if len(kept) == most:
            break
    return kept


def _told_pairs(result: SyncResult, gallery: int) -> Iterator[EvidencePair]:
    """Yield the pairs of a gallery that a person spoke of."""
    board, hints = _trace(result).solution.board, _trace(result).problem.hints
    table, times_s = board.evidence.table, _times_s(result)
    said: list[tuple[AnswerKind | None, Indices]] = [*hints.answers.items()]
    for kind, rows in [*said, (None, hints.rejected)]:
        for pair in rows.tolist():
            a, b = table.gallery_of(np.array(pair)).tolist()
            if gallery not in (a, b):
                continue
            mine, theirs = pair if a == gallery else pair[::-1]
            other = b if a == gallery else a
            answer = _told(kind, in_order=a == gallery)
            ratio = log_ratio(board, gallery, other)
            score = ratio[mine - table.rows(gallery).start, theirs - table.rows(other).start]
            apart_s = float(abs(times_s[mine] - times_s[theirs]))
            yield EvidencePair(mine, theirs, table.names[other], float(score), apart_s, answer)


def _told(kind: AnswerKind | None, *, in_order: bool) -> Told:
    if kind is None:
        return "rejected"
    return (kind if in_order else kind.swapped).moment


def strength_of(
    result: SyncResult, gallery: str, around_s: float | None = None, span_s: float = 3600.0
) -> Strength:
    """Return how well offsets fit a gallery, by all evidence, against where the others are.

    Around an offset: evenly over the span. Without one: where the galleries could overlap, and
    the best offsets anywhere.
    """
    board = _trace(result).solution.board
    number = board.evidence.table.names.index(gallery)
    nothing = np.zeros(0)
    if not board.partners.get(number):
        return Strength(nothing, nothing, ())
    at_s = float(board.offset_s[number])
    # event time is the board's clock shifted as a whole
    event_s = result.offsets[board.evidence.table.names[board.anchor]].offset_s or 0.0
    ask = board.asking((number,))
    if around_s is None:
        shifts_s = _overlapping_s(result, number)
        tried_s = _proposed_s(result, number)
    else:
        centre_s = around_s - event_s - at_s
        shifts_s = tried_s = centre_s + np.linspace(-span_s / 2, span_s / 2, N_POINTS)
    score = ask(shifts_s)
    tried = score if tried_s is shifts_s else ask(tried_s)
    peaks = tuple(Peak(at_s + event_s + shift_s, odds) for shift_s, odds in _peaks(tried_s, tried))
    return Strength(shifts_s + at_s + event_s, score, peaks)


def _overlapping_s(result: SyncResult, gallery: int) -> Floats:
    board = _trace(result).solution.board
    first_s, last_s = board.span([gallery])
    others_first_s, others_last_s = board.span(
        [member for member in board.members if member != gallery]
    )
    return np.linspace(others_first_s - last_s, others_last_s - first_s, N_POINTS)


def _proposed_s(result: SyncResult, gallery: int) -> Floats:
    """Return the shifts that other galleries propose, and finer steps around each."""
    proposed_s = np.concatenate([[0.0], _trace(result).solution.board.alternatives_s((gallery,))])
    return np.unique((proposed_s[:, None] + AROUND_S[None, :]).ravel())


def _peaks(shifts_s: Floats, score: Floats) -> list[tuple[float, float]]:
    """Return the best shifts that are not on the slope of a better one, best first."""
    inner = np.concatenate([[-np.inf], score, [-np.inf]])
    tops = np.flatnonzero((score >= inner[:-2]) & (score >= inner[2:]))
    found: list[tuple[float, float]] = []
    for top in tops[np.argsort(-score[tops], kind="stable")].tolist():
        if all(abs(shifts_s[top] - other_s) >= PEAK_S for other_s, _ in found):
            found.append((float(shifts_s[top]), float(score[top])))
    return found[:N_PEAKS]


def edges_of(result: SyncResult) -> tuple[EdgeView, ...]:
    """Return what every two galleries that were compared say of each other."""
    board, placements = _trace(result).solution.board, result.offsets.placements
    n_links = _n_links(result)
    found = []
    for (a, b), candidates in sorted(board.candidates.items()):
        if a > b or not (a in board.partners.get(b, ()) or b in board.partners.get(a, ())):
            continue
        apart_s = None
        if placements[a].placed and placements[b].placed:
            own_s = float(candidates.offset_s[np.argmax(candidates.odds)])
            off_s = abs(own_s - (board.offset_s[b] - board.offset_s[a]))
            apart_s = 0.0 if off_s < CELL_S else off_s  # cells are no finer
        strength = min(float(candidates.odds.max()), MOST_STRENGTH)
        found.append(EdgeView(a, b, n_links[a, b], strength, apart_s))
    return tuple(found)


def _n_links(result: SyncResult) -> Counter[tuple[int, int]]:
    """Return how many pairs of photos speak for where two galleries are, each pair once."""
    board = _trace(result).solution.board
    links = Links.joined([supporting_links(board, partner) for partner in sorted(board.partners)])
    rows = np.sort(np.column_stack([links.photo_a, links.photo_b]), axis=1)
    rows = np.unique(rows, axis=0)
    galleries = board.evidence.table.gallery_of(rows.ravel()).reshape(-1, 2)
    return Counter((a, b) for a, b in galleries.tolist())
