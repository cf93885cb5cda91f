"""Offsets: from the gallery graph to one offset per gallery."""

from functools import partial

from coincide.model import GalleryGraph, Offsets, PhotoTable
from coincide.solver.options import AgreementOptions, MrfOptions, TreeMethod
from coincide.solver.paper.edge import estimate_edge_median
from coincide.solver.paper.graph import EdgeEstimator, solve_tree
from coincide.solver.paper.mrf import estimate_edge_mrf

__all__ = ["solve_offsets"]


def solve_offsets(
    table: PhotoTable,
    graph: GalleryGraph,
    *,
    anchor: str,
    method: TreeMethod = "paper",
    mrf: MrfOptions = MrfOptions(),
    trust: AgreementOptions = AgreementOptions(),
) -> Offsets:
    """Return one placement per gallery, by walking the tree; see ``joint`` for all at once."""
    estimators: dict[TreeMethod, EdgeEstimator] = {
        "paper": partial(estimate_edge_mrf, options=mrf, trust=trust),
        "median": partial(estimate_edge_median, trust=trust),
    }
    return solve_tree(table, graph, anchor=anchor, method=method, estimate=estimators[method])
