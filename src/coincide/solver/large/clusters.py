"""One cluster of galleries: a small event, solved by the joint solver as any other."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import overload

import numpy as np
import scipy  # its parts are loaded where they are first used: looking needs none
from numpy.typing import NDArray

from coincide.model import (
    Explanation,
    Floats,
    Indices,
    Jump,
    Offsets,
    PhotoTable,
    Placement,
)
from coincide.model.hints import RowHints
from coincide.solver.clocks import ClockBelief
from coincide.solver.evidence import EvidenceInputs
from coincide.solver.joint import explain, solve_joint
from coincide.solver.joint.courses import rounded
from coincide.solver.large.material import EventPart, LargeMaterial, hints_of, take
from coincide.solver.large.subsample import subsample
from coincide.solver.options import JointOptions

# a gallery was with others as well when so many of its photos are of their moments
_ROAMING_PHOTOS = 3
# these must also be such a share of its photos
_ROAMING_SHARE = 0.05


@dataclass(frozen=True)
class ClusterTask:
    """All that it takes to solve a cluster, anywhere.

    ``root``: the gallery that offsets are told against. ``explained``: whether to say what speaks
    against the result, and what to ask. ``steady``: galleries whose clocks are taken to go on as
    they began.
    """

    material: EvidenceInputs
    root: str
    beliefs: tuple[ClockBelief, ...]
    hints: RowHints
    explained: bool
    steady: frozenset[str] = frozenset()


@dataclass(frozen=True)
class ClusterResult:
    """Where the galleries of a cluster are against its root, by rows of the cluster."""

    offsets: Offsets
    why: Explanation


def solve_cluster(options: JointOptions, task: ClusterTask) -> ClusterResult:
    """Return what the joint solver makes of a cluster."""
    solve = partial(
        solve_joint, task.material, anchor=task.root, beliefs=task.beliefs, hints=task.hints
    )
    solution = solve(options=options)
    offsets = solution.offsets
    split = {placement.gallery for placement in offsets.placements if placement.jumps}
    if not split.isdisjoint(task.steady):
        again = solve(options=replace(options, jumps=False)).offsets
        both = zip(offsets.placements, again.placements, strict=True)
        placements = (new if new.gallery in task.steady else old for old, new in both)
        offsets = replace(offsets, placements=tuple(placements))
    return ClusterResult(offsets, explain(solution) if task.explained else Explanation())


@dataclass(frozen=True)
class Clusters:
    """An event cut into clusters: what each consists of, and what its galleries are told against.

    ``galleries`` of each, ascending; ``strength``: of each photo, how alike it is to the best in
    its cluster, 0: to none; ``foreign``: whether what it is like is in other clusters.
    """

    material: LargeMaterial
    galleries: tuple[tuple[int, ...], ...]
    roots: tuple[int, ...]
    strength: Floats
    foreign: NDArray[np.bool_]
    beliefs: tuple[ClockBelief, ...]
    hints: RowHints
    options: JointOptions

    def part(self, number: int) -> EventPart:
        """Return the photos that speak in a cluster."""
        rows = [self._subsample(gallery) for gallery in self.galleries[number]]
        return EventPart.of_galleries(self.material.table, self.galleries[number], rows)

    def task(self, number: int, *, explained: bool) -> ClusterTask:
        """Return what it takes to solve a cluster."""
        table, part = self.material.table, self.part(number)
        local = {gallery: nth for nth, gallery in enumerate(self.galleries[number])}
        hints = hints_of(self.hints, part, self._pinned(number, local))
        told = {gallery for gallery, _ in self.hints.set_right}
        return ClusterTask(
            material=take(self.material, part, table.camera_time_s[part.rows]),
            root=table.names[self.roots[number]],
            beliefs=tuple(belief for belief in self.beliefs if belief.gallery in part.names),
            hints=replace(hints, set_right=tuple(self._set_right(part, local))),
            explained=explained,
            steady=frozenset(
                table.names[item]
                for item in self.galleries[number]
                if item in self.hints.steady or (self._roams(item) and item not in told)
            ),
        )

    def _set_right(self, part: EventPart, local: Mapping[int, int]) -> Iterator[tuple[int, int]]:
        """Yield clocks that were set right, and before which of the photos that speak."""
        for gallery, row in self.hints.set_right:
            if gallery in local:
                own = part.rows[slice(*part.starts[local[gallery] : local[gallery] + 2])]
                nth = int(np.searchsorted(own, self.material.table.starts[gallery] + row))
                if len(own) > 1:
                    yield local[gallery], min(max(nth, 1), len(own) - 1)

    def _roams(self, gallery: int) -> bool:
        """Tell whether a gallery was with others as well: what is left of it looks like a jump."""
        foreign = self.foreign[self.material.table.rows(gallery)]
        enough = foreign.sum() >= _ROAMING_PHOTOS
        return bool(enough and foreign.mean() >= _ROAMING_SHARE)

    def _subsample(self, gallery: int) -> Indices:
        """Return the photos of a gallery that speak in its cluster, by row.

        Those of moments that only others photographed are no news here, and would look as if
        the clock had jumped to whatever is least unlike them.
        """
        table, own = self.material.table, self.material.table.rows(gallery)
        asked = self.hints.answered.ravel()
        here = ~self.foreign[own]
        here[asked[(asked >= own.start) & (asked < own.stop)] - own.start] = True
        # the first and the last tell when the gallery began and ended
        here[[0, -1]] = True
        rows: Indices = own.start + np.flatnonzero(here)
        chosen = subsample(
            table.camera_time_s[rows],
            self.strength[rows],
            n_most=self.options.large.speaking,
            burst_s=self.options.evidence.burst_s,
            always=np.flatnonzero(np.isin(rows, asked)),
        )
        spoken: Indices = rows[chosen]
        return spoken

    def _pinned(self, number: int, local: Mapping[int, int]) -> dict[int, float]:
        """Return what a person pinned, against the root: it is pinned too, or the anchor."""
        pinned = {one: at_s for one, at_s in self.hints.pinned if one in local}
        root_s = pinned.get(self.roots[number], 0.0)
        return {local[one]: at_s - root_s for one, at_s in pinned.items()}


class Tasks(Sequence[ClusterTask]):
    """The tasks of some clusters, each made when it is asked for: together they are the event."""

    def __init__(self, clusters: Clusters, numbers: Sequence[int], *, explained: bool) -> None:
        self._clusters, self._numbers, self._explained = clusters, numbers, explained

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, nth: int) -> ClusterTask: ...
    @overload
    def __getitem__(self, nth: slice) -> "Tasks": ...
    def __getitem__(self, nth: int | slice) -> "ClusterTask | Tasks":
        """Return one task, or some."""
        if isinstance(nth, slice):
            return Tasks(self._clusters, self._numbers[nth], explained=self._explained)
        return self._clusters.task(self._numbers[nth], explained=self._explained)

    def __iter__(self) -> Iterator[ClusterTask]:
        return (self[nth] for nth in range(len(self)))


def choose_roots(
    votes: "scipy.sparse.csr_array",
    galleries: Sequence[Sequence[int]],
    anchor: int,
    pinned: Mapping[int, float],
) -> tuple[int, ...]:
    """Return what the galleries of each cluster are told against.

    The anchor, else one that a person pinned, else the one with most in common with the others.
    """
    roots = []
    for members in galleries:
        own = np.asarray(members)
        known = (
            [anchor] if anchor in members else [member for member in members if member in pinned]
        )
        in_common = np.asarray(votes[own][:, own].sum(axis=1)).ravel()
        roots.append(known[0] if known else int(own[np.argmax(in_common)]))
    return tuple(roots)


def whole_placement(
    table: PhotoTable, gallery: int, rows: Indices, placement: Placement
) -> Placement:
    """Return a placement of a gallery's speaking photos as one of the gallery.

    ``rows``: of the photos that spoke. Between the two that a jump was found between, it was in
    the longest pause.
    """
    own, times_s = table.rows(gallery), table.camera_time_s
    # photos that did not speak are as open as what is between those that did
    chances = np.ones(own.stop - own.start)
    edges = np.array([own.start - 1, *rows.tolist(), own.stop]) - own.start
    for number, chance in enumerate(placement.row_chances):
        around = chances[edges[number] + 1 : edges[number + 2]]
        np.minimum(around, chance, out=around)
    jumps = []
    for jump in placement.jumps:
        before, after = int(rows[jump.row - 1]), int(rows[jump.row])
        row = before + int(np.argmax(np.diff(times_s[before : after + 1]))) + 1
        jumps.append(Jump(row - own.start, jump.step_s))
        chances[before + 1 - own.start : after - own.start] = 0.0
    return replace(placement, jumps=tuple(jumps), row_chances=rounded(chances))


def whole_rows(part: EventPart, why: Explanation) -> Explanation:
    """Return what speaks against a cluster's result, by rows of the event."""
    return replace(
        why,
        contradictions=tuple(
            replace(
                contradiction,
                photo_a=int(part.rows[contradiction.photo_a]),
                photo_b=int(part.rows[contradiction.photo_b]),
            )
            for contradiction in why.contradictions
        ),
        questions=tuple(
            replace(
                question,
                photo_a=int(part.rows[question.photo_a]),
                photo_b=int(part.rows[question.photo_b]),
            )
            for question in why.questions
        ),
    )
