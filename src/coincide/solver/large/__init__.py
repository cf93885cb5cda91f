"""Events too large to be solved at once: cut into clusters, solved apart, and joined."""

from coincide.solver.large.clusters import ClusterResult, ClusterTask, solve_cluster
from coincide.solver.large.material import LargeMaterial
from coincide.solver.large.processes import TaskRunner, counted, in_processes, in_turn
from coincide.solver.large.solve import LargeSolution, is_large, solve_large

__all__ = [
    "ClusterResult",
    "ClusterTask",
    "LargeMaterial",
    "LargeSolution",
    "TaskRunner",
    "counted",
    "in_processes",
    "in_turn",
    "is_large",
    "solve_cluster",
    "solve_large",
]
