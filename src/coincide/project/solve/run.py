"""What a run works with, and what it finds."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property

from coincide.engine import Engine, LocalEngine
from coincide.model import Event, Explanation, GalleryGraph, Guess, Offsets, Timeline
from coincide.model.places import shared_place
from coincide.model.progress import StageProgress
from coincide.project.clips.ties import HeardPair
from coincide.project.costs import Meter
from coincide.project.options import SyncOptions
from coincide.project.read.objectstorage import photos_at
from coincide.project.read.ondisk import PhotoSource, Run
from coincide.project.solve.joint import (
    JointProblem,
)
from coincide.project.solve.tasks import PairTasks, photos_digest
from coincide.solver.joint import AskAhead, JointSolution
from coincide.storage.projectstore import ProjectStore
from coincide.timeline import build_timeline


@dataclass(frozen=True)
class Trace:
    """How the joint method came to a result, for whoever wants to know why."""

    problem: JointProblem
    solution: JointSolution


@dataclass(frozen=True)
class SyncResult:
    """What a sync found: the event as used, the offsets, and what they rest on.

    ``graph`` is of the paper's methods, ``why`` of the joint one; each is None of all others.
    ``trace`` is of the joint method alone, where it placed all galleries together.
    """

    event: Event
    offsets: Offsets
    graph: GalleryGraph | None
    why: Explanation | None
    features: str  # which network and layers, in words
    n_embedded: int  # photos embedded in this run; the others were in the store
    seconds: Mapping[str, float]  # wall time per stage
    guesses: tuple[Guess, ...] = ()  # where photos without a time belong
    clocks: Mapping[str, str] = field(default_factory=dict)  # what is believed of each clock
    heard: tuple[HeardPair, ...] = ()  # clips that heard the same
    shapes: Mapping[str, str] = field(default_factory=dict)  # how sounds are drawn, by key
    trace: Trace | None = field(default=None, compare=False, repr=False)

    @cached_property
    def timeline(self) -> Timeline:
        """All photos by event time."""
        return build_timeline(self.event, self.offsets, self.guesses)


@dataclass(frozen=True)
class Work:
    """One run's store, options and callback, and the wall time of its stages so far.

    Without a store nothing can be embedded, or looked at closer.
    """

    kept: ProjectStore | None
    options: SyncOptions
    tell: StageProgress
    engine: Engine = field(default_factory=LocalEngine)
    meter: Meter = field(default_factory=Meter)
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def store(self) -> ProjectStore:
        """The project folder's store."""
        if self.kept is None:
            raise ValueError("this is solved by what is in memory alone")
        return self.kept

    @property
    def photos(self) -> PhotoSource:
        """How photos are dealt with where they lie."""
        return photos_at(self.store.folder, Run(self.engine, self.meter))

    def ahead(self, problem: JointProblem) -> AskAhead | None:
        """Return where pairs of galleries are compared; None: here, one after the other."""
        if self.engine.in_process or self.kept is None or shared_place(self.kept.folder) is None:
            return None
        frames = () if problem.frames is None else (problem.frames.digest,)
        digest = photos_digest([problem.look, problem.colours], problem.rejected, *frames)
        return PairTasks(self.engine, self.meter, self.kept, digest)

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Count the time that the block takes to a stage."""
        start = time.perf_counter()
        with self.meter.timed(stage):
            yield
        self.seconds[stage] = self.seconds.get(stage, 0.0) + time.perf_counter() - start
