"""Join clusters that were solved apart: each speaks as if it were one gallery.

All its photos are on one clock by then. Those most alike to photos of other clusters are put
together as a gallery, and the joint solver places these as it does any others.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

import numpy as np

from coincide.model import (
    Estimate,
    Finding,
    FindingKind,
    Floats,
    Indices,
    Neighbours,
    Offsets,
    PhotoTable,
    Placement,
)
from coincide.model.hints import RowHints
from coincide.model.times import PPM
from coincide.model.verdicts import is_sure_to
from coincide.solver.clocks import ClockBelief
from coincide.solver.evidence import EvidenceInputs
from coincide.solver.joint.placements import NOT_CONNECTED
from coincide.solver.large.material import EventPart, LargeMaterial, hints_of, take
from coincide.solver.large.subsample import strengths, subsample
from coincide.solver.options import JointOptions, LargeOptions


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
        return estimate is not None and is_sure_to(estimate.probability, options.sure)

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

    material: EvidenceInputs
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
    asked = hints.answered.ravel()
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
    rows = np.concatenate([np.arange(table.n_photos)[table.rows(gallery)] for gallery in galleries])
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
    of_gallery = {item.gallery: item for item in beliefs}
    names, of_clusters = placed.table.names, []
    for root, galleries in zip(placed.roots, sure, strict=True):
        known = [gallery for gallery in galleries if names[gallery] in of_gallery]
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
    by_root = {placement.gallery: placement for placement in ties.placements}
    placements: dict[int, Placement] = {}
    for root, members in zip(placed.roots, placed.clusters, strict=True):
        tie = by_root[placed.table.names[root]]
        # what a person pinned is told against the anchor's clock, however that is connected
        known = anchor in members or root in pinned
        limit = None if known else _surest(placed, anchor)
        for member in members:
            own = placed.placements[member]
            placements[member] = own if root == anchor else _moved(own, tie, limit)
    return tuple(placements[number] for number in range(placed.table.n_galleries))


def _surest(placed: ClusterPlacements, anchor: int) -> Placement | None:
    """Return the surest of the anchor's own cluster, as sure as which the anchor's place is.

    None where the anchor has no cluster.
    """
    members = next(members for members in placed.clusters if anchor in members)
    others = [placed.placements[member] for member in members if member != anchor]
    return max(others, key=lambda one: one.verdict.sureness, default=None)


def _moved(own: Placement, tie: Placement, limit: Placement | None) -> Placement:
    """Return a gallery against the anchor, no surer than its cluster is, nor than the anchor.

    ``limit``: what tells where the anchor is in its own cluster; None: nothing needs to.
    """
    if own.estimate is None:
        return own
    if tie.estimate is None:
        alone = tie.findings == (NOT_CONNECTED,)
        loose = () if alone else (Finding(FindingKind.LOOSE_GROUP),)
        findings = (*loose, *tie.findings)
        return replace(
            own, estimate=None, jumps=(), drift_ppm=0.0, findings=findings, row_chances=()
        )
    # what is usual of its clock was held against its cluster's, which is elsewhere itself
    seen = tuple(finding for finding in own.findings if finding.kind != FindingKind.ASSUMED)
    least = min(_sure(placement) for placement in (tie, limit) if placement is not None)
    moved = replace(own, estimate=_added(own.estimate, tie.estimate, least), findings=seen)
    if not tie.certain and not own.has(FindingKind.LOOSE_GROUP):
        moved = moved.with_findings(Finding(FindingKind.LOOSE_GROUP))
    if limit is not None and not limit.certain and not own.has(FindingKind.LOOSE_ANCHOR):
        moved = moved.with_findings(Finding(FindingKind.LOOSE_ANCHOR))
    return moved


def _sure(placement: Placement) -> float:
    """Return how sure a place is: by its evidence, or by what measured it where that is more."""
    verdict = placement.verdict
    return max(verdict.probability or 0.0, verdict.sureness)


def _added(own: Estimate, tie: Estimate, least: float) -> Estimate:
    """Return the offset of a gallery in a cluster that has one itself; errors add as squares.

    ``least``: how sure it can be at most.
    """
    offset_s = own.offset_s + tie.offset_s
    below_s = float(np.hypot(own.offset_s - own.low_s, tie.offset_s - tie.low_s))
    above_s = float(np.hypot(own.high_s - own.offset_s, tie.high_s - tie.offset_s))
    return Estimate(
        offset_s,
        offset_s - below_s,
        offset_s + above_s,
        probability=min(own.probability or 0.0, least),
        basis=own.basis if own.basis.source != "anchor" else tie.basis,
    )
