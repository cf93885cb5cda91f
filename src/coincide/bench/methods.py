"""The methods under test: each turns a trial into offsets, and never sees the truth."""

from collections.abc import Callable, Mapping
from functools import partial

from coincide.bench.baselines import align_midpoints
from coincide.bench.event import BenchEvent
from coincide.config import LinkOptions, Method
from coincide.graph import build_graph
from coincide.link import find_links
from coincide.model import Offsets
from coincide.offsets import solve_offsets

BenchMethod = Callable[[BenchEvent], Offsets]


def run_midpoints(event: BenchEvent) -> Offsets:
    """Lay the galleries' middles on top of each other; no picture is looked at."""
    return align_midpoints(event.table, anchor=event.anchor)


def run_tree(event: BenchEvent, method: Method) -> Offsets:
    """Run the paper's links, graph and tree, with its MRF or the median on each edge."""
    features = event.features["vlad"] if "vlad" in event.features else event.features["pooled"]
    links = find_links(event.table, [features], LinkOptions())
    graph = build_graph(event.table, links)
    return solve_offsets(event.table, graph, anchor=event.anchor, method=method)


METHODS: Mapping[str, BenchMethod] = {
    "paper": partial(run_tree, method="paper"),
    "median": partial(run_tree, method="median"),
    "midpoints": run_midpoints,
}
