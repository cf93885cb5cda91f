"""Links, graph and joint solve of events of up to a million photos: time, memory, accuracy."""

import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import numpy as np

from coincide.model import Neighbours
from coincide.solver.large import LargeMaterial, LargeSolution, counted, in_processes, solve_large
from coincide.solver.links.neighbours import find_neighbours
from coincide.solver.options import JointOptions, NeighbourOptions
from coincide_bench.figures.tables import Table
from coincide_bench.figures.tables import seconds as told_s
from coincide_bench.memory import PeakMemory
from coincide_bench.speed import timing
from coincide_bench.speed.large_events import (
    BRIDGE_SHARE,
    Accuracy,
    LargeEvent,
    accuracy_of,
    make_large_event,
)
from coincide_bench.speed.solve import SIZES

# an event that pays for imports and threads before anything is measured
WARM_PHOTOS = 1000
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


def run(settings: timing.SpeedSettings, _tell: timing.Tell) -> timing.Measured:
    """Measure links, clusters and joint solve of events of any size, writing after each step."""
    figures: dict[str, object] = {}

    def tell(what: str, found: object) -> None:
        figures[what] = found
        sys.stderr.write(f"{what}: {found}\n")
        settings.keep(figures)

    how = LargeSettings(
        folder=settings.folder,
        seed=settings.seed,
        workers=settings.workers or os.cpu_count() or 1,
        bridge_share=BRIDGE_SHARE if settings.bridges is None else settings.bridges,
    )
    sizes = settings.sizes or SIZES
    measure_large(WARM_PHOTOS, how, lambda _what, _figures: None)
    times = [measure_large(n_photos, how, tell) for n_photos in sizes]
    tell("exponent", growth(times))
    return timing.Measured(figures, (large_table(times),))


def large_table(times: Sequence[LargeTime]) -> Table:
    """One line for each size: seconds of each step, memory, accuracy."""
    rows = tuple(
        (
            *(f"{n:,}" for n in (time.n_photos, time.n_galleries, time.n_clusters)),
            *map(told_s, (time.exact_s, time.index_s, time.cut_s + time.clusters_s)),
            *map(told_s, (time.join_s, time.total_s)),
            f"{time.peak_gb:.1f}",
            f"{time.accuracy.precision_1800:.3f}",
            f"{time.accuracy.n_certain_wrong} of {time.accuracy.n_certain:,}",
        )
        for time in times
    )
    exponent = growth(times)
    grows = "" if exponent is None else f"From first to last, time grows as N^{exponent:.2f}. "
    heads = (
        *("photos", "galleries", "clusters", "exact s", "index s", "clusters s", "join s"),
        *("total s", "GB", "P", "certain and wrong"),
    )
    caption = f"{grows}Simulated events, vectors to offsets; P of the recoverable at 1800 s."
    return Table("Large events", heads, rows, caption)


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
