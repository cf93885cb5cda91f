"""Part an event into chapters: neighbouring parts are joined while nothing speaks for a border.

A border's evidence is a sum of log-odds: the pause, by itself and beside the usual one around;
whether both sides look alike, as photos of one minute do; how far apart they are, how much
brighter the one; and how few photos the smaller has. The weakest border goes first, and those
beside it are weighed anew with all that the joined part shows.
"""

import numpy as np
import scipy  # its parts are loaded where they are first used: looking needs none

from coincide.album.model import Shots
from coincide.album.options import AlbumOptions
from coincide.album.parts import Parts, border_evidence, parts_of
from coincide.model import Floats, Indices


def find_chapters(shots: Shots, options: AlbumOptions = AlbumOptions()) -> Indices:
    """Return the number of each shot's chapter, by time; −1 where its clock leaves it open.

    Shots whose clock is not known well enough make no border.
    """
    numbers = np.full(len(shots), -1, dtype=np.int64)
    sure = np.flatnonzero(shots.sd_s <= options.sure_sd_s)
    if not len(sure):
        return numbers
    starts = _joined(parts_of(shots.of(sure), options), options)
    numbers[sure] = np.searchsorted(starts, np.arange(len(sure)), side="right") - 1
    unsure = np.flatnonzero(shots.sd_s > options.sure_sd_s)
    if len(unsure):
        edges_s = _edges_s(shots.event_time_s[sure], starts)
        numbers[unsure] = _likely(shots.of(unsure), edges_s, options.open_share)
    return numbers


def _joined(parts: Parts, options: AlbumOptions) -> Indices:
    """Return the first shot of each chapter, after all joining; the sums are used up."""
    n = len(parts.starts)
    before, after, gone = np.arange(n) - 1, np.arange(n) + 1, np.zeros(n, dtype=bool)
    # by the later part of each border; nothing is before the first
    evidence = np.full(n, np.inf)

    def weigh(part: int) -> None:
        if 0 < part < n:
            evidence[part] = border_evidence(parts, int(before[part]), part, options)

    for part in range(1, n):
        weigh(part)
    while evidence[part := int(np.argmin(evidence))] < 0.0:
        one, later = int(before[part]), int(after[part])
        _carry_pause(parts, one, part, later, options.stray_photos)
        parts.join(one, part)
        evidence[part], gone[part] = np.inf, True
        after[one] = later
        if later < n:
            before[later] = one
        weigh(one)
        weigh(later)
    return parts.starts[~gone]


def _carry_pause(parts: Parts, one: int, other: int, later: int, stray: int) -> None:
    """Let a stray photo's pause count on its other side, before it is joined to a part.

    Who photographs a cat while all others walk does not end their pause.
    """
    few_one, few_other = parts.n[one] <= stray, parts.n[other] <= stray
    if few_one and not few_other:
        parts.pause_s[one] += parts.pause_s[other]
    elif few_other and not few_one and later < len(parts.starts):
        parts.pause_s[later] += parts.pause_s[other]


def _edges_s(times_s: Floats, starts: Indices) -> Floats:
    """Return where chapters meet: half-way through the pauses; nothing bounds the outermost."""
    inner = starts[1:]
    return np.concatenate([[-np.inf], (times_s[inner - 1] + times_s[inner]) / 2, [np.inf]])


def _likely(shots: Shots, edges_s: Floats, share: float) -> Indices:
    """Return the one chapter that holds enough of the probability of each; −1 where none does."""
    apart = (edges_s[None, :] - shots.event_time_s[:, None]) / shots.sd_s[:, None]
    held = np.diff(scipy.special.ndtr(apart), axis=1)
    best: Indices = np.argmax(held, axis=1)
    return np.where(held.max(axis=1) >= share, best, -1)
