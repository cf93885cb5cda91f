"""How long everything after the features takes: as events grow, and beside embedding them."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import numpy as np

from coincide.features.options import EmbedOptions
from coincide_bench.event import BenchEvent
from coincide_bench.figures.tables import Table
from coincide_bench.figures.tables import seconds as told_s
from coincide_bench.methods import BenchMethod, find_method
from coincide_bench.speed.material import write_photos
from coincide_bench.speed.timing import Measured, SpeedSettings, Tell, measured, seconds
from coincide_bench.speed.vectors import pipeline_seconds
from coincide_bench.suites.simulated import big_world
from coincide_bench.suites.simulated.events import bench_event

# the event that is measured beside embedding, and how many photos are embedded for the rate
PHOTOS, GALLERIES, N_EMBEDDED = 2500, 35, 200
PHOTOS_PER_GALLERY = 70  # as in the paper's sets
SIZES = (1_000, 3_000, 10_000, 30_000)
# the machine has other things to do: short runs are repeated, and the fastest counts
REPEATS, LONG_ENOUGH_S = 3, 5.0


@dataclass(frozen=True)
class SolveTime:
    """The time of one event, from vectors to offsets."""

    n_photos: int
    n_galleries: int
    solve_s: float


@dataclass(frozen=True)
class AfterFeatures:
    """The time of one event beside that of embedding its photos, in the same run.

    ``embed_s`` is of ``n_photos`` photos, at the rate of the ``n_embedded`` that were.
    """

    n_photos: int
    n_galleries: int
    n_embedded: int
    embed_s: float
    solve_s: float

    @property
    def share(self) -> float:
        """Everything after the features, as a share of the features."""
        return self.solve_s / self.embed_s


def run_scale(settings: SpeedSettings, tell: Tell) -> Measured:
    """Measure how the time of everything after the features grows with the event."""
    sizes, times = settings.sizes or SIZES, []
    for time in solve_times(find_method(settings.method), sizes, seed=settings.seed):
        times.append(time)
        tell(len(times), len(sizes))
    exponent = growth_exponent(times)
    grows = "" if exponent is None else f"Time grows as N^{exponent:.2f}. "
    rows = tuple((f"{t.n_photos:,}", str(t.n_galleries), told_s(t.solve_s)) for t in times)
    caption = f"{grows}Simulated events, vectors to offsets; of three short runs the fastest."
    title = f"{settings.method}: time by size"
    table = Table(title, ("photos", "galleries", "seconds"), rows, caption)
    kept = [asdict(time) for time in times]
    return Measured({"method": settings.method, "exponent": exponent, "times": kept}, (table,))


def run_after_features(settings: SpeedSettings, tell: Tell) -> Measured:
    """Measure everything after the features against embedding the photos, in the same run."""
    found = measure_after_features(
        settings.folder,
        find_method(settings.method),
        n_photos=settings.photos or PHOTOS,
        n_galleries=settings.galleries or GALLERIES,
        n_embedded=settings.number or N_EMBEDDED,
        seed=settings.seed,
        tell=tell,
    )
    rows = {
        "everything after the features, s": f"{found.solve_s:.1f}",
        f"embedding, at the rate of {found.n_embedded} of 12 MP": f"{found.embed_s:.0f}",
        "share": f"{100 * found.share:.1f} %",
    }
    figures = {"method": settings.method, **asdict(found), "share": found.share}
    title = f"{settings.method}: {found.n_photos} photos in {found.n_galleries} galleries"
    return measured(title, rows, figures)


def solve_times(
    method: BenchMethod, sizes: Sequence[int] = SIZES, *, seed: int
) -> Iterator[SolveTime]:
    """Yield the time of simulated events of several sizes, galleries as large in each."""
    method(sized_event(min(sizes), seed))  # warm: the first call pays for imports and threads
    for n_photos in sizes:
        event = sized_event(n_photos, seed)
        yield SolveTime(n_photos, event.table.n_galleries, fastest_s(method, event))


def sized_event(n_photos: int, seed: int, n_galleries: int | None = None) -> BenchEvent:
    """Return a simulated event of that size; by default with galleries of 70 photos."""
    galleries = n_galleries or max(2, round(n_photos / PHOTOS_PER_GALLERY))
    world = big_world(n_photos, galleries, seed)
    return bench_event(world, suite="scale", name=f"scale/{n_photos}", seed=seed)


def fastest_s(method: BenchMethod, event: BenchEvent) -> float:
    """Return the time of the fastest of some runs; a long run is not repeated."""
    times_s: list[float] = []
    while len(times_s) < REPEATS and sum(times_s) < LONG_ENOUGH_S:
        times_s.append(seconds(partial(method, event)))
    return min(times_s)


def growth_exponent(times: Sequence[SolveTime]) -> float | None:
    """Return x of time ∝ N^x, by least squares of the logarithms; None of fewer than two sizes."""
    if len({time_.n_photos for time_ in times}) < 2:
        return None
    n_photos = np.log([time_.n_photos for time_ in times])
    solve_s = np.log([time_.solve_s for time_ in times])
    return float(np.polyfit(n_photos, solve_s, 1)[0])


def measure_after_features(
    folder: Path,
    method: BenchMethod,
    *,
    n_photos: int,
    n_galleries: int,
    n_embedded: int,
    seed: int,
    tell: Tell,
) -> AfterFeatures:
    """Embed some 12 MP photos and solve a simulated event, one after the other."""
    photos = write_photos(folder / "photos", n_embedded, tell=tell)
    embed_s = pipeline_seconds(photos, folder, EmbedOptions())
    event = sized_event(n_photos, seed, n_galleries)
    return AfterFeatures(
        n_photos=n_photos,
        n_galleries=n_galleries,
        n_embedded=n_embedded,
        embed_s=embed_s * n_photos / n_embedded,
        solve_s=fastest_s(method, event),
    )
