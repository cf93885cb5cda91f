"""Offsets: from the gallery graph to one offset per gallery."""

from functools import partial

from coincide.config import Method, MrfOptions
from coincide.model import GalleryGraph, Offsets, PhotoTable
from coincide.offsets.median import estimate_edge_median
from coincide.offsets.mrf import estimate_edge_mrf
from coincide.offsets.tree import EdgeEstimator, solve_tree

__all__ = ["solve_offsets"]


def solve_offsets(
    table: PhotoTable,
    graph: GalleryGraph,
    *,
    anchor: str,
    method: Method = "paper",
    mrf: MrfOptions = MrfOptions(),
) -> Offsets:
    """Return one placement per gallery, by the method named."""
    estimators: dict[Method, EdgeEstimator] = {
        "paper": partial(estimate_edge_mrf, options=mrf),
        "median": estimate_edge_median,
    }
    return solve_tree(table, graph, anchor=anchor, method=method, estimate=estimators[method])
