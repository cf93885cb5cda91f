"""Reading the board: which photos and which kinds of evidence speak for a placement."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from coincide.model import Basis, Floats, Links
from coincide.model.findings import UNKNOWN
from coincide.model.heard import HeardTie
from coincide.solver.joint.board import Board
from coincide.solver.options import ReadingOptions


def supporting_links(board: Board, gallery: int) -> Links:
    """Return the pairs with other galleries that speak for where a gallery is, best first.

    A clip speaks by any of its frames.
    """
    framed, least = board.evidence.framed, board.options.reading.supports
    if framed is None:
        return _links(board, gallery, least, near=True)
    whole = _links(board, gallery, least, near=True, framed=True)
    photo = framed.layout.photo
    return _each_once(Links(photo[whole.photo_a], photo[whole.photo_b], whole.similarity))


def contradicting_links(board: Board, gallery: int) -> Links:
    """Return the pairs that look like one moment but are far apart in the result, best first."""
    return _links(board, gallery, board.options.reading.contradicts, near=False)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Another place that photos of a gallery agree on: how far from where it is, and how many."""

    away_s: float
    n_photos: int


def elsewhere(board: Board, gallery: int, supporting: Links) -> Elsewhere | None:
    """Return the place that contradicting pairs agree on, if they are many beside the others.

    What looks alike by chance lies anywhere; photos of a second clock all lie in one place. Those
    that have a match where they are, too, show what was there twice.
    """
    options, table = board.options.reading, board.evidence.table
    against = contradicting_links(board, gallery)
    alone = ~np.isin(against.photo_a, supporting.photo_a)
    own, theirs = against.photo_a[alone], against.photo_b[alone]
    there_s = table.camera_time_s[theirs] + board.offset_s[table.gallery_of(theirs)]
    away_s = there_s - table.camera_time_s[own] - board.offset_s[gallery]
    same_day = np.abs(away_s) <= options.agree_no_further_s
    own, away_s = own[same_day], away_s[same_day]
    if not len(own):
        return None
    near = np.abs(away_s[:, None] - away_s[None, :]) <= options.agree_within_s
    n_photos = np.array([len(np.unique(own[one])) for one in near])
    best = int(np.argmax(n_photos))
    n_for = len(np.unique(supporting.photo_a))
    least = max(options.least_agreeing, options.agreeing_share * n_for)
    return Elsewhere(float(away_s[best]), int(n_photos[best])) if n_photos[best] >= least else None


def best_links(board: Board, gallery: int) -> Links:
    """Return each photo's most telling pair with every partner, wherever it lies, best first."""
    return _links(board, gallery, -np.inf, near=None)


def basis_of(board: Board, gallery: int) -> Basis:
    """Return the kinds of evidence that speak for where a gallery is."""
    crowd = board.crowd_of(gallery, frozenset())
    if not len(crowd.time_s):
        return Basis("clock-alone") if board.knowledge.belief(gallery) else UNKNOWN
    here_s, options = board.offset_s[gallery], board.options
    span_s = max(float(crowd.time_s[-1] - crowd.time_s[0]), options.reading.basis_span_s)
    n_away = options.confidence.n_anywhere
    away_s = here_s + span_s * (np.arange(n_away) + 1 / 2 - n_away / 2) / n_away
    offsets_s = np.concatenate([[here_s], away_s])
    gains = {}
    for kind, odds in board.evidence.by_kind(gallery, crowd, offsets_s).items():
        gain = options.mode_temper * float(odds[0] - odds[1:].mean())
        if gain > options.reading.basis_gain:
            gains[kind] = gain
    kinds = [kind for kind, _ in sorted(gains.items(), key=lambda item: -item[1])]
    if ties_of(board, gallery):
        kinds.insert(0, "sound")
    believed = board.knowledge.belief(gallery)
    agrees = believed is not None and _clock_agrees(board, gallery)
    clock = believed.reason if agrees and believed is not None else ""
    return Basis("evidence", tuple(kinds), clock)


def ties_of(board: Board, gallery: int) -> list[HeardTie]:
    """Return the ties of sound that a gallery's place fulfils."""
    heard = board.knowledge.heard
    if heard is None:
        return []
    others = [one for one in board.members if one != gallery]
    return heard.supporting(gallery, others, board.offset_s)


def _clock_agrees(board: Board, gallery: int) -> bool:
    """Return whether a gallery is where its own clock, by the clocks of the others, has it."""
    true_s = board.true_s([one for one in board.members if one != gallery])
    if true_s is None:
        return False
    here_s = np.array([board.offset_s[gallery] + true_s])
    return bool(board.knowledge.right_odds(gallery, here_s)[0] > 0)


def log_ratio(board: Board, gallery: int, other: int) -> Floats:
    """Return how much likelier each pair's likeness is near in time, (n, m); 0: says nothing."""
    return board.evidence.log_ratio(gallery, other)


def _links(
    board: Board,
    gallery: int,
    least: float,
    *,
    near: bool | None,
    framed: bool = False,
) -> Links:
    """Return each photo's best pair in each partner gallery, if it says enough and lies so.

    ``framed``: frames of clips have rows of their own.
    """
    if not board.evidence.measured.says_anything:
        return Links.joined([])
    table = board.evidence.seen_table if framed else board.evidence.table
    parts = []
    for other in board.partners[gallery]:
        columns, ratio = board.evidence.best_matches(gallery, other, framed=framed)
        own = np.arange(len(columns)) + table.rows(gallery).start
        theirs = table.rows(other).start + columns
        apart_s = np.abs(
            table.camera_time_s[own]
            + board.offset_s[gallery]
            - table.camera_time_s[theirs]
            - board.offset_s[other]
        )
        fits = (
            np.full(len(own), True)
            if near is None
            else _lies(apart_s, board.options.reading, near=near)
        )
        use = fits & (ratio >= least)
        parts.append(Links(own[use], theirs[use], ratio[use]))
    links = Links.joined(parts)
    best = np.argsort(-links.similarity, kind="stable")[: board.options.reading.most_links]
    return Links(links.photo_a[best], links.photo_b[best], links.similarity[best])


def _each_once(links: Links) -> Links:
    """Return each pair of photos once, as it is told first."""
    pairs = np.column_stack([links.photo_a, links.photo_b])
    first = np.sort(np.unique(pairs, axis=0, return_index=True)[1])
    return Links(links.photo_a[first], links.photo_b[first], links.similarity[first])


def _lies(apart_s: Floats, options: ReadingOptions, *, near: bool) -> NDArray[np.bool_]:
    if near:
        return apart_s <= options.supports_within_s
    return apart_s > options.contradicts_beyond_s
