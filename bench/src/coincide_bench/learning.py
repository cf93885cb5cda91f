"""Learn the MRF's weights from whole events whose true offsets are known."""

from collections.abc import Sequence
from dataclasses import replace

from coincide.model.progress import StageProgress
from coincide.project import sync
from coincide.project.options import SyncOptions
from coincide.solver.options import MrfOptions
from coincide.solver.paper.mrf import learn_weights, training_edge
from coincide_bench.folders import KnownEvent


def learn_from_events(
    events: Sequence[KnownEvent], options: SyncOptions, *, progress: StageProgress
) -> tuple[MrfOptions, int]:
    """Return the weights learned from every edge of every event, and the number of edges.

    They are the paper's, and so are the edges, whatever method the options name.
    """
    edges = []
    for known in events:
        result = sync(known.event, replace(options, method="paper"), progress=progress)
        table = result.event.table
        for edge in result.graph.edges if result.graph is not None else ():
            true_s = known.truth[table.names[edge.b]] - known.truth[table.names[edge.a]]
            edges.append(training_edge(table, edge, edge.a, true_s))
    return learn_weights(edges), len(edges)
