"""Each thing once: groups of shots that show the same, and which of them stands for the others.

A shot is in one group at most. A group is *same* if all of it is one picture, *burst* if it is of
one camera within seconds, *alike* if shots of several people are in it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import numpy as np

from coincide.album.model import Group, Shots
from coincide.album.options import GroupOptions
from coincide.features.same import Sameness
from coincide.model import Indices, Singles

Kind = Literal["same", "burst", "alike"]
Pair = tuple[int, int]
# a group is of the last kind among its links
_KINDS: tuple[Kind, ...] = ("same", "burst", "alike")
_BLOCK = 1024


def near_pairs(shots: Shots, options: GroupOptions = GroupOptions()) -> tuple[Pair, ...]:
    """Return which rows to compare by their pixels: few for each, near in time or alike.

    Clips are left out: one frame of them says little.
    """
    still = np.flatnonzero(shots.length_s <= 0.0)
    pairs = {*_of_one_camera(shots, still, options), *_alike(shots, still, options)}
    return tuple(sorted(pairs))


def _of_one_camera(shots: Shots, still: Indices, options: GroupOptions) -> Iterator[Pair]:
    for gallery in np.unique(shots.gallery[still]):
        rows = still[shots.gallery[still] == gallery]
        near = np.diff(shots.event_time_s[rows]) <= options.burst_gap_s
        yield from zip(rows[:-1][near].tolist(), rows[1:][near].tolist(), strict=True)


def _alike(shots: Shots, still: Indices, options: GroupOptions) -> Iterator[Pair]:
    """Yield each shot with those that look most like it."""
    if not shots.look.shape[1] or len(still) < 2 or len(still) ** 2 > options.most_alike:
        return
    about = looks_about(shots.look[still])
    n_wanted = min(options.candidates, len(still) - 1)
    for start in range(0, len(still), _BLOCK):
        block = about[start : start + _BLOCK] @ about.T
        rows = np.arange(len(block))
        block[rows, start + rows] = -1.0
        best = np.argpartition(-block, n_wanted - 1, axis=1)[:, :n_wanted]
        for row, others in zip(rows.tolist(), best.tolist(), strict=True):
            for other in others:
                if block[row, other] >= options.candidate_look:
                    one, two = sorted((int(still[start + row]), int(still[other])))
                    yield one, two


def looks_about(look: Singles) -> Singles:
    """Return looks about their mean, of length one: what all share tells none apart."""
    about = look - look.mean(axis=0)
    length = np.linalg.norm(about, axis=1, keepdims=True)
    unit: Singles = about / np.maximum(length, 1e-12)
    return unit


def find_groups(
    shots: Shots, found: Mapping[Pair, Sameness], options: GroupOptions = GroupOptions()
) -> tuple[Group, ...]:
    """Return the groups of shots that show the same, by their first row.

    ``found``: what was seen of pairs, as ``near_pairs`` names them.
    """
    about = looks_about(shots.look) if shots.look.shape[1] else None
    links = {
        pair: kind
        for pair, seen in sorted(found.items())
        if (kind := _link(shots, about, pair, seen, options)) is not None
    }
    owner = list(range(len(shots)))
    for one, other in links:
        first, second = sorted((_root(owner, one), _root(owner, other)))
        owner[second] = first
    kinds: dict[int, Kind] = {}
    for (one, _), kind in links.items():
        root = _root(owner, one)
        kinds[root] = max(kinds.get(root, "same"), kind, key=_KINDS.index)
    members: dict[int, list[int]] = {root: [] for root in kinds}
    for row in sorted({row for pair in links for row in pair}):
        members[_root(owner, row)].append(row)
    return tuple(
        Group(tuple(rows), best_of(rows, shots), kinds[root])
        for root, rows in sorted(members.items())
    )


def best_of(rows: Sequence[int], shots: Shots) -> int:
    """Return the row that stands for some: what came out best, of equals the first."""
    if shots.worth is None:
        return rows[0]
    known = shots.worth
    return max(rows, key=lambda row: (known[row], -row))


def _link(
    shots: Shots, about: Singles | None, pair: Pair, seen: Sameness, options: GroupOptions
) -> Kind | None:
    one, other = pair
    apart_s = abs(float(shots.event_time_s[other] - shots.event_time_s[one]))
    if seen.is_one:
        return "same"
    if shots.gallery[one] == shots.gallery[other]:
        near = apart_s <= options.burst_gap_s
        return "burst" if near and seen.grey >= options.burst_grey else None
    spread_s = float(shots.sd_s[one] + shots.sd_s[other])
    gap_s = min(options.alike_gap_s + spread_s, options.alike_most_s)
    if about is None or apart_s > gap_s or seen.grey < options.alike_grey:
        return None
    return "alike" if float(about[one] @ about[other]) >= options.alike_look else None


def _root(owner: list[int], row: int) -> int:
    while owner[row] != row:
        owner[row] = owner[owner[row]]
        row = owner[row]
    return row
