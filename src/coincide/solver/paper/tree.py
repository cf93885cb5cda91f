"""Walk the spanning tree from the anchor and sum the offsets of its edges (section III-E).

A gallery that the tree does not reach is unplaced: never guessed.
"""

import math
from typing import Protocol

from coincide.model import (
    Edge,
    Estimate,
    Finding,
    FindingKind,
    GalleryGraph,
    Offsets,
    PhotoTable,
    Placement,
)
from coincide.solver.paper.edge import EdgeEstimate
from coincide.solver.paper.graph import TreeStep, spanning_forest, walk_tree

NOT_REACHED = Finding(FindingKind.NOT_REACHED)


class EdgeEstimator(Protocol):
    """Any function that estimates the relative offset (reference, other) of an edge."""

    def __call__(self, table: PhotoTable, edge: Edge, reference: int) -> EdgeEstimate:
        """Return the estimate of one edge."""
        ...


def solve_tree(
    table: PhotoTable,
    graph: GalleryGraph,
    *,
    anchor: str,
    method: str,
    estimate: EdgeEstimator,
) -> Offsets:
    """Return the placements that the spanning tree gives, the anchor's own being 0."""
    root = table.names.index(anchor)
    placed = {root: Placement(anchor, Estimate(0.0, 0.0, 0.0))}
    for step in walk_tree(spanning_forest(graph), root):
        placed[step.child] = _place(table, step, placed[step.parent], estimate)
    unreached = [Placement(name, None, findings=(NOT_REACHED,)) for name in table.names]
    placements = tuple(placed.get(g, unreached[g]) for g in range(table.n_galleries))
    return Offsets(anchor=anchor, method=method, placements=placements)


def _place(
    table: PhotoTable, step: TreeStep, parent: Placement, estimate: EdgeEstimator
) -> Placement:
    if parent.estimate is None:
        raise ValueError("the walk places parents first")
    edge = estimate(table, step.edge, step.parent)
    findings = edge.findings
    if parent.findings:
        doubtful = Finding(FindingKind.DOUBTFUL_PARENT, galleries=(parent.gallery,))
        findings = (*findings, doubtful)
    return Placement(
        gallery=table.names[step.child],
        estimate=_chain(parent.estimate, edge.estimate),
        n_links=len(step.edge.links),
        via=parent.gallery,
        findings=findings,
    )


def _chain(parent: Estimate, edge: Estimate) -> Estimate:
    """Add an edge to its parent's offset; independent errors add as root of squares."""
    offset_s = parent.offset_s + edge.offset_s
    below = math.hypot(parent.offset_s - parent.low_s, edge.offset_s - edge.low_s)
    above = math.hypot(parent.high_s - parent.offset_s, edge.high_s - edge.offset_s)
    return Estimate(offset_s, offset_s - below, offset_s + above, basis=edge.basis)
