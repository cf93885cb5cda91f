"""Links, graph and joint solve of events of up to a million photos: time, memory, accuracy."""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import numpy as np

from coincide.model import Neighbours
from coincide.solver.evidence import EvidenceInputs
from coincide.solver.joint import solve_joint
from coincide.solver.large import LargeMaterial, LargeSolution, counted, in_processes, solve_large
from coincide.solver.links.neighbours import find_neighbours
from coincide.solver.options import JointOptions, NeighbourOptions
from coincide_bench.large_events import (
    BRIDGE_SHARE,
    Accuracy,
    LargeEvent,
    accuracy_of,
    make_large_event,
    part_of,
)
from coincide_bench.memory import PeakMemory

# of the largest event, the part that exact search and the direct solve are tried on as well
PART_PHOTOS = 30_000
# figures so far, by what they are of; called after every step, so that a cut run says something
Tell = Callable[[str, object], None]


@dataclass(frozen=True)
class LargeTime:
    """One event: seconds of each step, memory, and how good the answer is.

    ``exact_s``, ``index_s``: of finding neighbours either way, where that was tried.
    ``peak_gb``: the most that this process and all workers had at one time.
    """

    n_photos: int
    n_galleries: int
    n_clusters: int
    search: str
    neighbours_s: float
    exact_s: float | None
    index_s: float | None
    cut_s: float
    clusters_s: float
    join_s: float
    peak_gb: float
    accuracy: Accuracy

    @property
    def total_s(self) -> float:
        """From vectors to offsets."""
        return self.neighbours_s + self.cut_s + self.clusters_s + self.join_s


@dataclass(frozen=True)
class LargeSettings:
    """How large events are measured: options, processes, and where vectors are written."""

    folder: Path
    seed: int
    workers: int
    bridge_share: float = BRIDGE_SHARE
    neighbours: NeighbourOptions = field(default_factory=NeighbourOptions)
    joint: JointOptions = field(default_factory=JointOptions)


def measure_large(n_photos: int, settings: LargeSettings, tell: Tell) -> LargeTime:
    """Return the figures of one size; up to the limit of exact search both ways are timed."""
    start = time.perf_counter()
    event = make_large_event(
        n_photos, settings.seed, settings.folder, bridge_share=settings.bridge_share
    )
    tell(f"{n_photos} generated", {"seconds": time.perf_counter() - start})
    with PeakMemory() as memory:
        neighbours, times_s = _search_both(event, settings, tell)
        solution = _solve(event, neighbours, settings, tell)
    found = LargeTime(
        n_photos=n_photos,
        n_galleries=event.trial.table.n_galleries,
        n_clusters=len(solution.clusters),
        search=_search_name(n_photos, settings.neighbours),
        neighbours_s=times_s[_search_name(n_photos, settings.neighbours)],
        exact_s=times_s.get("exact"),
        index_s=times_s.get("index"),
        cut_s=solution.seconds["cut"],
        clusters_s=solution.seconds["clusters"],
        join_s=solution.seconds["join"],
        peak_gb=memory.peak_gb,
        accuracy=accuracy_of(event, solution.offsets),
    )
    tell(f"{n_photos} solved", {**asdict(found), "total_s": found.total_s})
    return found


def compare_part(n_photos: int, settings: LargeSettings, tell: Tell) -> dict[str, Accuracy]:
    """Return how good each way is on a part of an event: direct, clusters, clusters by index."""
    whole = make_large_event(
        n_photos, settings.seed, settings.folder, bridge_share=settings.bridge_share
    )
    part = part_of(whole, PART_PHOTOS)
    found = {}
    for search in ("index", "exact"):
        neighbours = find_neighbours(
            part.trial.table, part.vectors, forced(settings.neighbours, search)
        )
        solution = _solve(part, neighbours, settings, lambda _what, _figures: None)
        found[f"clusters, {search}"] = accuracy_of(part, solution.offsets)
        tell(f"part, clusters, {search}", asdict(found[f"clusters, {search}"]))
    look = {"look": np.asarray(part.vectors, np.float32)}
    direct = solve_joint(
        EvidenceInputs(part.trial.table, look), anchor=part.trial.anchor, options=settings.joint
    )
    found["all at once"] = accuracy_of(part, direct.offsets)
    tell("part, all at once", asdict(found["all at once"]))
    return found


def forced(options: NeighbourOptions, search: str) -> NeighbourOptions:
    """Return options that search all photos, or by an index, whatever the event's size."""
    return replace(options, exact_photos=2**62 if search == "exact" else 0)


def growth(times: Sequence[LargeTime]) -> float | None:
    """Return x of time ∝ N^x from the smallest event to the largest; None of one size."""
    smallest, largest = (pick(times, key=lambda one: one.n_photos) for pick in (min, max))
    if smallest.n_photos == largest.n_photos:
        return None
    return float(
        np.log(largest.total_s / smallest.total_s) / np.log(largest.n_photos / smallest.n_photos)
    )


def _search_name(n_photos: int, options: NeighbourOptions) -> str:
    return "index" if n_photos > options.exact_photos else "exact"


def _search_both(
    event: LargeEvent, settings: LargeSettings, tell: Tell
) -> tuple[Neighbours, dict[str, float]]:
    """Return the neighbours as the options have it, and the time of each way that was tried."""
    n_photos = event.trial.table.n_photos
    used = _search_name(n_photos, settings.neighbours)
    times_s, found = {}, {}
    for search in ("index",) if used == "index" else ("index", "exact"):
        start = time.perf_counter()
        found[search] = find_neighbours(
            event.trial.table, event.vectors, forced(settings.neighbours, search)
        )
        times_s[search] = time.perf_counter() - start
        tell(f"{n_photos} {search}", {"seconds": times_s[search]})
    return found[used], times_s


def _solve(
    event: LargeEvent, neighbours: Neighbours, settings: LargeSettings, tell: Tell
) -> LargeSolution:
    """Solve in clusters; every tenth of them is told."""
    start = time.perf_counter()

    def progress(done: int, total: int) -> None:
        if done * 10 // total > (done - 1) * 10 // total:
            figures = {"done": done, "of": total, "seconds": time.perf_counter() - start}
            tell(f"{event.trial.table.n_photos} clusters", figures)

    return solve_large(
        LargeMaterial(event.trial.table, {"look": event.vectors}),
        neighbours,
        anchor=event.trial.anchor,
        options=settings.joint,
        run=counted(in_processes(settings.workers), progress),
        explained=False,
    )
