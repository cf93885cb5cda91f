"""Offsets: from the gallery graph to one offset per gallery."""

from functools import partial

from coincide.config import MrfOptions, TreeMethod
from coincide.model import GalleryGraph, Offsets, PhotoTable
from coincide.offsets.added import OUR_METHODS, Problem, Solve, open_method
from coincide.offsets.median import estimate_edge_median
from coincide.offsets.mrf import estimate_edge_mrf
from coincide.offsets.tree import EdgeEstimator, solve_tree

__all__ = ["OUR_METHODS", "Problem", "Solve", "open_method", "solve_offsets"]


def solve_offsets(
    table: PhotoTable,
    graph: GalleryGraph,
    *,
    anchor: str,
    method: TreeMethod = "paper",
    mrf: MrfOptions = MrfOptions(),
) -> Offsets:
    """Return one placement per gallery, by walking the tree; see ``joint`` for all at once."""
    estimators: dict[TreeMethod, EdgeEstimator] = {
        "paper": partial(estimate_edge_mrf, options=mrf),
        "median": estimate_edge_median,
    }
    return solve_tree(table, graph, anchor=anchor, method=method, estimate=estimators[method])
