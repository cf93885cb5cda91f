"""The methods under test: each turns a trial into offsets, and never sees the truth."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from coincide.model import Offsets
from coincide.project.solve.verify import all_certain, verify_solutions
from coincide.solver.evidence import EvidenceInputs
from coincide.solver.joint import solve_joint
from coincide.solver.links import find_links
from coincide.solver.methods import Problem, open_method
from coincide.solver.options import JointOptions, LinkOptions, TreeMethod
from coincide.solver.paper import solve_offsets
from coincide.solver.paper.graph import build_graph
from coincide.storage.store import Store
from coincide_bench.baselines import align_midpoints
from coincide_bench.event import BenchEvent

BenchMethod = Callable[[BenchEvent], Offsets]


def run_midpoints(event: BenchEvent) -> Offsets:
    """Lay the galleries' middles on top of each other; no picture is looked at."""
    return align_midpoints(event.table, anchor=event.anchor)


def run_tree(event: BenchEvent, method: TreeMethod) -> Offsets:
    """Run the paper's links, graph and tree, with its MRF or the median on each edge."""
    features = event.features["vlad"] if "vlad" in event.features else event.features["pooled"]
    links = find_links(event.table, [features], LinkOptions())
    graph = build_graph(event.table, links)
    return solve_offsets(event.table, graph, anchor=event.anchor, method=method)


def material_of(event: BenchEvent) -> EvidenceInputs:
    """Return what the joint solver may see of a trial."""
    vectors = {"look": event.features["pooled"]}
    if "colour" in event.features:
        vectors["colour"] = event.features["colour"]
    return EvidenceInputs(event.table, vectors, heard=event.heard, frames=event.frames)


def run_joint(event: BenchEvent, options: JointOptions = JointOptions()) -> Offsets:
    """Run the joint solver on everything a trial has.

    Where its photos are at hand and not all is certain, those that matter are looked at closer,
    as ``sync`` does.
    """
    material = material_of(event)
    solve = partial(solve_joint, anchor=event.anchor, options=options, beliefs=event.beliefs)
    solution = solve(material)
    if event.at_hand is None or all_certain(solution.offsets):
        return solution.offsets
    with Store(event.at_hand.store) as store:
        closer = verify_solutions(event.at_hand.photos, [solution], store, _say_nothing)
    return solve(replace(material, verified=closer)).offsets


def _say_nothing(_stage: str, _done: int, _total: int) -> None:
    pass


def run_added(event: BenchEvent, name: str) -> Offsets:
    """Run a method of another package, which is told what the joint solver is."""
    material = material_of(event)
    problem = Problem(event.table, material.vectors, event.anchor, event.beliefs)
    return open_method(name)(problem)


METHODS: Mapping[str, BenchMethod] = {
    "joint": run_joint,
    "paper": partial(run_tree, method="paper"),
    "median": partial(run_tree, method="median"),
    "midpoints": run_midpoints,
}


def find_method(name: str) -> BenchMethod:
    """Return the method of that name, ours or another package's."""
    if name in METHODS:
        return METHODS[name]
    open_method(name, known=tuple(METHODS))  # a mistake is told before the long work
    return partial(run_added, name=name)
