"""Walk the spanning tree from the anchor and sum the offsets of its edges (section III-E).

A gallery that the tree does not reach is unplaced: never guessed.
"""

import math
from typing import Protocol

from coincide.model import Edge, Estimate, GalleryGraph, Offsets, PhotoTable, Placement
from coincide.solver.paper.graph import TreeStep, spanning_forest, walk_tree

NOT_REACHED = "no links lead from the anchor to this gallery"


class EdgeEstimator(Protocol):
    """Any function that estimates the relative offset (reference, other) of an edge."""

    def __call__(self, table: PhotoTable, edge: Edge, reference: int) -> Estimate:
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
    unreached = [Placement(name, None, reasons=(NOT_REACHED,)) for name in table.names]
    placements = tuple(placed.get(g, unreached[g]) for g in range(table.n_galleries))
    return Offsets(anchor=anchor, method=method, placements=placements)


def _place(
    table: PhotoTable, step: TreeStep, parent: Placement, estimate: EdgeEstimator
) -> Placement:
    if parent.estimate is None:
        raise ValueError("the walk places parents first")
    edge = estimate(table, step.edge, step.parent)
    reasons = edge.reasons
    if parent.reasons:
        reasons = (*reasons, f"placed against {parent.gallery}, which is doubtful itself")
    return Placement(
        gallery=table.names[step.child],
        estimate=_chain(parent.estimate, edge, reasons),
        n_links=len(step.edge.links),
        via=parent.gallery,
        reasons=reasons,
    )


def _chain(parent: Estimate, edge: Estimate, reasons: tuple[str, ...]) -> Estimate:
    """Add an edge to its parent's offset; independent errors add as root of squares."""
    offset_s = parent.offset_s + edge.offset_s
    below = math.hypot(parent.offset_s - parent.low_s, edge.offset_s - edge.low_s)
    above = math.hypot(parent.high_s - parent.offset_s, edge.high_s - edge.offset_s)
    return Estimate(offset_s, offset_s - below, offset_s + above, reasons=reasons, basis=edge.basis)
