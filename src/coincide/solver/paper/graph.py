"""The gallery graph: links → edges → spanning tree (the paper, section III-D)."""

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from coincide.model import Edge, GalleryGraph, Links, PhotoTable


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
