"""Reading the board: which photos and which kinds of evidence speak for a placement."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from coincide.model import Basis, Floats, Links
from coincide.model.findings import UNKNOWN
from coincide.model.soundlags import HeardTie
from coincide.solver.joint.board import Board

# a pair speaks for an offset when its likeness is this much likelier near in time (nats)
_SUPPORTS = 1.5
# such a pair must be as near in time as this by the offset
_SUPPORTS_WITHIN_S = 300.0
# a pair contradicts an offset when its likeness is this much likelier near in time (nats)
_CONTRADICTS = 2.5
# such a pair is further apart in time than this by the offset
_CONTRADICTS_BEYOND_S = 1800.0
# contradicting pairs agree when the places that they name are so near to each other
_AGREE_WITHIN_S = 150.0
# another place is named when so many photos agree on it: a few do by chance
_LEAST_AGREEING = 6
# these must also be at least this share of the photos that speak for where the gallery is
_AGREEING_SHARE = 0.5
# places further away are not looked at: another day at the same place looks alike, too
_AGREE_NO_FURTHER_S = 43_200.0
# links told of a gallery, the best first
_MOST_LINKS = 200
# a kind of evidence is named when it says this much more for here than for elsewhere (nats)
_BASIS_GAIN = 1.0
# elsewhere is what lies around, at least so wide, however short the event
_BASIS_SPAN_S = 3600.0
# offsets spread over that, to see what no place in particular would score
_N_AWAY = 32


def supporting_links(board: Board, gallery: int) -> Links:
    """Return the pairs with other galleries that speak for where a gallery is, best first.

    A clip speaks by any of its frames.
    """
    framed = board.evidence.framed
    if framed is None:
        return _links(board, gallery, _SUPPORTS, near=True)
    whole = _links(board, gallery, _SUPPORTS, near=True, framed=True)
    photo = framed.layout.photo
    return _each_once(Links(photo[whole.photo_a], photo[whole.photo_b], whole.similarity))


def contradicting_links(board: Board, gallery: int) -> Links:
    """Return the pairs that look like one moment but are far apart in the result, best first."""
    return _links(board, gallery, _CONTRADICTS, near=False)


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
    table = board.evidence.table
    against = contradicting_links(board, gallery)
    alone = ~np.isin(against.photo_a, supporting.photo_a)
    own, theirs = against.photo_a[alone], against.photo_b[alone]
    there_s = table.camera_time_s[theirs] + board.offset_s[table.gallery_of(theirs)]
    away_s = there_s - table.camera_time_s[own] - board.offset_s[gallery]
    same_day = np.abs(away_s) <= _AGREE_NO_FURTHER_S
    own, away_s = own[same_day], away_s[same_day]
    if not len(own):
        return None
    near = np.abs(away_s[:, None] - away_s[None, :]) <= _AGREE_WITHIN_S
    n_photos = np.array([len(np.unique(own[item])) for item in near])
    best = int(np.argmax(n_photos))
    n_for = len(np.unique(supporting.photo_a))
    least = max(_LEAST_AGREEING, _AGREEING_SHARE * n_for)
    return Elsewhere(float(away_s[best]), int(n_photos[best])) if n_photos[best] >= least else None


def best_links(board: Board, gallery: int) -> Links:
    """Return each photo's most telling pair with every partner, wherever it lies, best first."""
    return _links(board, gallery, -np.inf, near=None)


def basis_of(board: Board, gallery: int) -> Basis:
    """Return the kinds of evidence that speak for where a gallery is."""
    crowd = board.crowd_of(gallery, frozenset())
    if not len(crowd.time_s):
        return Basis("clock-alone") if board.knowledge.belief(gallery) else UNKNOWN
    here_s = board.offset_s[gallery]
    span_s = max(float(crowd.time_s[-1] - crowd.time_s[0]), _BASIS_SPAN_S)
    away_s = here_s + span_s * (np.arange(_N_AWAY) + 1 / 2 - _N_AWAY / 2) / _N_AWAY
    offsets_s = np.concatenate([[here_s], away_s])
    gains = {}
    for kind, odds in board.evidence.by_kind(gallery, crowd, offsets_s).items():
        gain = board.options.mode_temper * float(odds[0] - odds[1:].mean())
        if gain > _BASIS_GAIN:
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
    others = [member for member in board.members if member != gallery]
    return heard.supporting(gallery, others, board.offset_s)


def _clock_agrees(board: Board, gallery: int) -> bool:
    """Return whether a gallery is where its own clock, by the clocks of the others, has it."""
    true_s = board.true_s([member for member in board.members if member != gallery])
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
        fits = np.full(len(own), True) if near is None else _lies(apart_s, near=near)
        use = fits & (ratio >= least)
        parts.append(Links(own[use], theirs[use], ratio[use]))
    links = Links.joined(parts)
    best = np.argsort(-links.similarity, kind="stable")[:_MOST_LINKS]
    return Links(links.photo_a[best], links.photo_b[best], links.similarity[best])


def _each_once(links: Links) -> Links:
    """Return each pair of photos once, as it is told first."""
    pairs = np.column_stack([links.photo_a, links.photo_b])
    first = np.sort(np.unique(pairs, axis=0, return_index=True)[1])
    return Links(links.photo_a[first], links.photo_b[first], links.similarity[first])


def _lies(apart_s: Floats, *, near: bool) -> NDArray[np.bool_]:
    if near:
        return apart_s <= _SUPPORTS_WITHIN_S
    return apart_s > _CONTRADICTS_BEYOND_S
