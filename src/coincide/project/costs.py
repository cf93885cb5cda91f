"""What a run costs, stage by stage: time, cores, photos, bytes, tasks and what went wrong."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from coincide.engine import Done, Engine
from coincide.storage.documents import to_text
from coincide.storage.objects import Traffic

SCHEMA = "coincide.costs/1"


class Amounts(Struct, frozen=True, kw_only=True):
    """What is counted of a stage."""

    wall_s: float  # seconds by the clock
    cpu_s: float  # seconds of all cores, of all machines
    photos: int  # photos that went through
    bytes_read: int  # bytes that were read
    bytes_written: int  # bytes that were written to object storage
    requests: int  # requests to object storage
    tasks: int  # tasks of an engine
    retries: int  # requests and tasks that were begun again
    failures: int  # photos that could not be used


class StageCost(Amounts, frozen=True, kw_only=True):
    """The cost of one stage."""

    stage: str

    @property
    def photos_per_s(self) -> float | None:
        """How fast photos went through; None for a stage that does not count any."""
        return self.photos / self.wall_s if self.photos and self.wall_s else None


def _nothing(stage: str) -> StageCost:
    return StageCost(
        stage=stage,
        wall_s=0.0,
        cpu_s=0.0,
        photos=0,
        bytes_read=0,
        bytes_written=0,
        requests=0,
        tasks=0,
        retries=0,
        failures=0,
    )


class StageEntry(Amounts, frozen=True, kw_only=True):
    """A stage in the document, by whose name it goes there."""

    photos_per_s: float | None  # null of a stage that counts none


class CostsDocument(Struct, frozen=True, tag_field="schema", tag=SCHEMA):
    """What a run cost."""

    stages: dict[str, StageEntry]  # what each stage cost, in the order they began


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
            cost = self._costs.get(stage) or _nothing(stage)
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
        return (self._costs.get(stage) or _nothing(stage)).photos

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
        cost.stage: msgspec.convert(cost, StageEntry, from_attributes=True) for cost in meter.costs
    }
    return to_text(CostsDocument(stages), indent=1)
