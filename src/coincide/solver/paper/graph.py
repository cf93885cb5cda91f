"""The gallery graph: links → edges → spanning tree (the paper, section III-D)."""

import math
from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

import numpy as np

from coincide.model import (
    Edge,
    Estimate,
    Finding,
    FindingKind,
    GalleryGraph,
    Links,
    Offsets,
    PhotoTable,
    Placement,
)
from coincide.solver.paper.edge import EdgeEstimate


@dataclass(frozen=True)
class TreeStep:
    """One step of the walk over the tree: ``child`` is placed against ``parent`` by ``edge``."""

    parent: int
    child: int
    edge: Edge


def build_graph(table: PhotoTable, links: Links) -> GalleryGraph:
    """Group links by gallery pair; an edge weighs the median similarity of its links."""
    gallery_a, gallery_b = table.gallery_of(links.photo_a), table.gallery_of(links.photo_b)
    turned = gallery_a > gallery_b
    photo_a = np.where(turned, links.photo_b, links.photo_a)
    photo_b = np.where(turned, links.photo_a, links.photo_b)
    pair = np.minimum(gallery_a, gallery_b) * table.n_galleries + np.maximum(gallery_a, gallery_b)
    # best first inside each pair
    order = np.lexsort((photo_b, photo_a, -links.similarity, pair))
    pair = pair[order]
    bounds = np.flatnonzero(np.diff(pair, prepend=-1, append=-1))
    edges = []
    for start, stop in pairwise(bounds):
        a, b = divmod(int(pair[start]), table.n_galleries)
        if a == b:
            continue  # photos of one clock say nothing about another
        rows = order[start:stop]
        of_pair = Links(photo_a[rows], photo_b[rows], links.similarity[rows])
        edges.append(Edge(a, b, of_pair, float(np.median(of_pair.similarity))))
    return GalleryGraph(table.n_galleries, tuple(edges))


def spanning_forest(graph: GalleryGraph) -> tuple[Edge, ...]:
    """Return the edges that reach every gallery with the greatest total similarity (Kruskal).

    The paper's *minimum* spanning tree is over a distance, 1 − weight: the
    most similar edges are kept. Galleries of separate components stay apart.
    """
    leader = list(range(graph.n_galleries))

    def find(gallery: int) -> int:
        while leader[gallery] != gallery:
            leader[gallery] = leader[leader[gallery]]
            gallery = leader[gallery]
        return gallery

    kept = []
    for edge in sorted(graph.edges, key=lambda edge: (-edge.weight, edge.a, edge.b)):
        a, b = find(edge.a), find(edge.b)
        if a != b:
            leader[a] = b
            kept.append(edge)
    return tuple(kept)


def walk_tree(forest: tuple[Edge, ...], anchor: int) -> tuple[TreeStep, ...]:
    """Return the steps from the anchor to every gallery of its component, parents first."""
    neighbours: dict[int, list[tuple[int, Edge]]] = defaultdict(list)
    for edge in forest:
        neighbours[edge.a].append((edge.b, edge))
        neighbours[edge.b].append((edge.a, edge))
    steps: list[TreeStep] = []
    reached, frontier = {anchor}, [anchor]
    for parent in frontier:
        for child, edge in sorted(neighbours[parent], key=lambda item: item[0]):
            if child not in reached:
                reached.add(child)
                frontier.append(child)
                steps.append(TreeStep(parent, child, edge))
    return tuple(steps)


# Walk the spanning tree from the anchor and sum the offsets of its edges (section III-E).
#
# A gallery that the tree does not reach is unplaced: never guessed.

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
