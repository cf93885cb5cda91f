"""Join clusters that were solved apart: each speaks as if it were one gallery.

All its photos are on one clock by then. Those most alike to photos of other clusters are put
together as a gallery, and the joint solver places these as it does any others.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

import numpy as np

from coincide.model import Estimate, Floats, Indices, Neighbours, Offsets, PhotoTable, Placement
from coincide.model.certainty import CERTAIN
from coincide.model.hints import RowHints
from coincide.model.times import PPM
from coincide.solver.clocks import ClockBelief
from coincide.solver.evidence import Material
from coincide.solver.joint.placements import NOT_CONNECTED
from coincide.solver.large.material import EventPart, LargeMaterial, hints_of, take
from coincide.solver.large.subsample import strengths, subsample
from coincide.solver.options import JointOptions, LargeOptions

LOOSE = "the galleries it goes with are loosely connected to the rest"
LOOSE_ANCHOR = "the anchor itself is loosely connected"


@dataclass(frozen=True)
class ClusterPlacements:
    """The galleries of all clusters, each against its cluster's root.

    ``clusters``: their galleries; ``roots``: whom these are told against; ``placements`` by
    gallery.
    """

    table: PhotoTable
    clusters: tuple[tuple[int, ...], ...]
    roots: tuple[int, ...]
    placements: tuple[Placement, ...]

    def is_sure(self, gallery: int, options: LargeOptions) -> bool:
        """Tell whether a gallery is sure enough in its cluster to speak for it."""
        estimate = self.placements[gallery].estimate
        return estimate is not None and (estimate.probability or 0.0) >= options.sure

    def time_s(self, gallery: int) -> Floats:
        """Return the photos' times of a placed gallery on its root's clock."""
        placement = self.placements[gallery]
        times_s = self.table.camera_time_s[self.table.rows(gallery)].copy()
        since_s = times_s - times_s[0]
        times_s += (placement.offset_s or 0.0) + placement.drift_ppm * PPM * since_s
        for jump in placement.jumps:
            times_s[jump.row :] += jump.step_s
        return times_s


@dataclass(frozen=True)
class JoinProblem:
    """The clusters as an event of their own: what speaks for each, as one gallery by its root."""

    material: Material
    part: EventPart
    beliefs: tuple[ClockBelief, ...]
    hints: RowHints


def join_problem(
    material: LargeMaterial,
    placed: ClusterPlacements,
    neighbours: Neighbours,
    options: JointOptions,
    beliefs: Sequence[ClockBelief],
    hints: RowHints,
) -> JoinProblem:
    """Return an event in which each cluster is a gallery."""
    table = placed.table
    cluster = np.full(table.n_photos, -1)
    time_s = np.zeros(table.n_photos)
    sure = [
        [member for member in members if placed.is_sure(member, options.large)]
        for members in placed.clusters
    ]
    for number, galleries in enumerate(sure):
        for gallery in galleries:
            cluster[table.rows(gallery)] = number
            time_s[table.rows(gallery)] = placed.time_s(gallery)
    strength = strengths(neighbours, cluster, inside=False)
    asked = np.concatenate([hints.same, hints.different]).ravel()
    rows = [_rows_of(table, galleries, time_s, strength, asked, options) for galleries in sure]
    part = EventPart(
        names=tuple(table.names[root] for root in placed.roots),
        starts=np.concatenate([[0], np.cumsum([len(own) for own in rows])]).astype(np.int64),
        rows=np.concatenate(rows),
    )
    pinned = dict(hints.pinned)
    held = {n: pinned[root] for n, root in enumerate(placed.roots) if root in pinned}
    return JoinProblem(
        material=take(material, part, time_s[part.rows]),
        part=part,
        beliefs=_beliefs(placed, sure, beliefs),
        hints=hints_of(hints, part, held),
    )


def join_options(options: JointOptions) -> JointOptions:
    """Return how clusters are placed: their clocks neither jump nor drift, nor keep zones.

    Nor have they a rhythm, since only some of their photos speak.
    """
    kinds = tuple(kind for kind in options.evidence.kinds if kind != "rhythm")
    share = options.large.join_temper
    return replace(
        options,
        temper=share * options.temper,
        interval_temper=share * options.interval_temper,
        mode_temper=share * options.mode_temper,
        evidence=replace(options.evidence, kinds=kinds),
        priors=tuple(prior for prior in options.priors if prior != "hours"),
        jumps=False,
        drift=False,
    )


def _rows_of(
    table: PhotoTable,
    galleries: Sequence[int],
    time_s: Floats,
    strength: Floats,
    asked: Indices,
    options: JointOptions,
) -> Indices:
    """Return the photos that speak for a cluster, by their time on its clock."""
    rows = np.concatenate([np.arange(table.n_photos)[table.rows(one)] for one in galleries])
    order = np.argsort(time_s[rows], kind="stable")
    rows = rows[order]
    # who is like nobody elsewhere says nothing here; the first and last tell how long it was
    says = (strength[rows] > 0) | np.isin(rows, asked)
    says[[0, -1]] = True
    rows = rows[says]
    chosen = subsample(
        time_s[rows],
        strength[rows],
        n_most=options.large.cluster_speaking,
        burst_s=options.evidence.burst_s,
        always=np.flatnonzero(np.isin(rows, asked)),
    )
    spoken: Indices = rows[chosen]
    return spoken


def _beliefs(
    placed: ClusterPlacements, sure: Sequence[Sequence[int]], beliefs: Sequence[ClockBelief]
) -> tuple[ClockBelief, ...]:
    """Return what is believed of each cluster's clock: by the one believed most, the sharpest."""
    of_gallery = {one.gallery: one for one in beliefs}
    names, of_clusters = placed.table.names, []
    for root, galleries in zip(placed.roots, sure, strict=True):
        known = [one for one in galleries if names[one] in of_gallery]
        if not known:
            continue
        best = max(known, key=lambda one: _worth(of_gallery[names[one]]))
        belief = of_gallery[names[best]]
        inner_s = placed.placements[best].offset_s or 0.0
        of_clusters.append(replace(belief, gallery=names[root], offset_s=belief.offset_s - inner_s))
    return tuple(of_clusters)


def _worth(belief: ClockBelief) -> tuple[float, float]:
    return belief.weight, -belief.sd_s


def joined(
    placed: ClusterPlacements, ties: Offsets, anchor: int, pinned: Container[int]
) -> tuple[Placement, ...]:
    """Return all galleries against the anchor: where each is in its cluster, and where that is."""
    by_root = {one.gallery: one for one in ties.placements}
    placements: dict[int, Placement] = {}
    for root, members in zip(placed.roots, placed.clusters, strict=True):
        tie = by_root[placed.table.names[root]]
        # what a person pinned is told against the anchor's clock, however that is connected
        known = anchor in members or root in pinned
        limit = 1.0 if known else _anchor_tie(placed, anchor)
        for one in members:
            own = placed.placements[one]
            placements[one] = own if root == anchor else _moved(own, tie, limit)
    return tuple(placements[one] for one in range(placed.table.n_galleries))


def _anchor_tie(placed: ClusterPlacements, anchor: int) -> float:
    """Return how sure the anchor's place in its own cluster is: as sure as the surest there."""
    members = next(members for members in placed.clusters if anchor in members)
    others = [placed.placements[one].estimate for one in members if one != anchor]
    sure = [one.probability or 0.0 for one in others if one is not None]
    return max(sure, default=0.0) if others else 1.0


def _moved(own: Placement, tie: Placement, limit: float) -> Placement:
    """Return a gallery against the anchor, no surer than its cluster is, nor than the anchor."""
    if own.estimate is None:
        return own
    if tie.estimate is None:
        reasons = (LOOSE, *tie.reasons) if tie.reasons != (NOT_CONNECTED,) else tie.reasons
        return replace(own, estimate=None, jumps=(), drift_ppm=0.0, reasons=reasons, open_from=None)
    estimate = _added(own.estimate, tie.estimate, limit)
    return replace(own, estimate=estimate, reasons=estimate.reasons)


def _added(own: Estimate, tie: Estimate, limit: float) -> Estimate:
    """Return the offset of a gallery in a cluster that has one itself; errors add as squares."""
    offset_s = own.offset_s + tie.offset_s
    below_s = float(np.hypot(own.offset_s - own.low_s, tie.offset_s - tie.low_s))
    above_s = float(np.hypot(own.high_s - own.offset_s, tie.high_s - tie.offset_s))
    tie_sure = tie.probability if tie.probability is not None else 0.0
    probability = min(own.probability or 0.0, tie_sure, limit)
    reasons = list(own.reasons)
    if tie_sure < CERTAIN and LOOSE not in reasons:
        reasons.append(LOOSE)
    if limit < CERTAIN and LOOSE_ANCHOR not in reasons:
        reasons.append(LOOSE_ANCHOR)
    return Estimate(
        offset_s,
        offset_s - below_s,
        offset_s + above_s,
        probability=probability,
        reasons=tuple(reasons),
        basis=own.basis if own.basis != "the anchor" else tie.basis,
    )
