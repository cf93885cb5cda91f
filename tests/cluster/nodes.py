"""A Ray cluster on this machine: a head and worker nodes, each a group of processes."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

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
        self.workers.append(self.cluster.add_node(num_cpus=1, **LOOPBACK))

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
    from ray.cluster_utils import Cluster

    head = {"num_cpus": 0, **LOOPBACK}
    nodes = Nodes(Cluster(initialize_head=True, head_node_args=head))
    try:
        for _ in range(n_workers):
            nodes.add()
        yield nodes
    finally:
        nodes.cluster.shutdown()
