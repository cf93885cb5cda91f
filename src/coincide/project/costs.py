"""What a run costs, stage by stage: time, cores, photos, bytes, tasks and what went wrong."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace

from coincide.engine import Done, Engine
from coincide.storage.objects import Traffic

SCHEMA = "coincide.costs/1"


@dataclass(frozen=True, slots=True)
class StageCost:
    """The cost of one stage. ``cpu_s`` is of all machines; ``retries`` of requests and tasks."""

    stage: str
    wall_s: float = 0.0
    cpu_s: float = 0.0
    photos: int = 0
    bytes_read: int = 0
    bytes_written: int = 0
    requests: int = 0
    tasks: int = 0
    retries: int = 0
    failures: int = 0

    @property
    def photos_per_s(self) -> float | None:
        """How fast photos went through; None for a stage that does not count any."""
        return self.photos / self.wall_s if self.photos and self.wall_s else None


_AMOUNTS = tuple(field.name for field in fields(StageCost) if field.name != "stage")


class Meter:
    """The costs of a run so far. Safe to read from other threads while it goes on."""

    def __init__(self) -> None:
        self._costs: dict[str, StageCost] = {}
        self._lock = threading.Lock()

    @property
    def costs(self) -> tuple[StageCost, ...]:
        """The stages in the order in which they began."""
        with self._lock:
            return tuple(self._costs.values())

    def add(self, stage: str, **amounts: float) -> None:
        """Add amounts to a stage, by the names of StageCost."""
        with self._lock:
            cost = self._costs.get(stage, StageCost(stage))
            grown = {name: getattr(cost, name) + amount for name, amount in amounts.items()}
            self._costs[stage] = replace(cost, **grown)

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Add the time that the block takes, and that of this process's cores."""
        self.add(stage)
        wall_s, cpu_s = time.perf_counter(), time.process_time()
        try:
            yield
        finally:
            self.add(
                stage,
                wall_s=time.perf_counter() - wall_s,
                cpu_s=time.process_time() - cpu_s,
            )

    def photos(self, stage: str) -> int:
        """Return the photos that went through a stage so far."""
        return self._costs.get(stage, StageCost(stage)).photos

    def add_task(self, stage: str, engine: Engine, done: Done[object]) -> None:
        """Add a task; its cores are this process's own where it ran here."""
        cpu_s = 0.0 if engine.in_process else done.cpu_s
        self.add(stage, tasks=1, retries=done.retries, cpu_s=cpu_s)

    def add_traffic(self, stage: str, traffic: Traffic) -> None:
        """Add what was moved to and from object storage."""
        self.add(stage, **asdict(traffic))


def costs_json(meter: Meter) -> str:
    """Return the costs as a document; unlike a result's, its numbers differ from run to run."""
    stages = {
        cost.stage: {name: getattr(cost, name) for name in _AMOUNTS}
        | {"photos_per_s": cost.photos_per_s}
        for cost in meter.costs
    }
    return json.dumps({"schema": SCHEMA, "stages": stages}, indent=1) + "\n"
