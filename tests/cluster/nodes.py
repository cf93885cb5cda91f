"""A Ray cluster on this machine: a head and worker nodes, each a group of processes."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

N_STARTS = 4
LOOPBACK = {"node_ip_address": "127.0.0.1", "include_dashboard": False}


@dataclass
class Nodes:
    """A cluster, and the worker nodes of it that are alive."""

    cluster: Any
    workers: list[Any] = field(default_factory=list)

    @property
    def address(self) -> str:
        return str(self.cluster.address)

    def add(self) -> None:
        self.workers.append(_patiently(lambda: self.cluster.add_node(num_cpus=1, **LOOPBACK)))

    def kill_one(self) -> None:
        """End a worker node's processes with SIGKILL, as when its machine loses power."""
        node = self.workers.pop()
        pids = [info.process.pid for infos in node.all_processes.values() for info in infos]
        assert pids
        for pid in pids:
            os.kill(pid, signal.SIGKILL)


@contextmanager
def ray_nodes(n_workers: int) -> Iterator[Nodes]:
    """Start a head that runs no tasks, and workers of one core each."""
    nodes = Nodes(_patiently(_head))
    try:
        for _ in range(n_workers):
            nodes.add()
        yield nodes
    finally:
        nodes.cluster.shutdown()


def _head() -> Any:
    from ray.cluster_utils import Cluster

    return Cluster(initialize_head=True, head_node_args={"num_cpus": 0, **LOOPBACK})


def _patiently(start: Callable[[], Any]) -> Any:
    """Start a node, anew where a loaded machine took Ray's half minute, which is fixed, for itself.

    What a start left behind ends with this process, as Ray arranges.
    """
    for _ in range(N_STARTS - 1):
        # Ray raises Exception itself, with these words, and TimeoutError
        try:
            return start()
        except Exception as error:
            if "timed out" not in str(error).lower():
                raise
    return start()
