"""``coincide bench scale --large | recall``: events of up to a million photos."""

import dataclasses
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from coincide.app.cli.output.progress import Bars
from coincide_bench.cli.figures import saving
from coincide_bench.cli.run import Cache, Datasets, photo_sets, print_table

if TYPE_CHECKING:
    from coincide_bench.large_events import Accuracy
    from coincide_bench.large_scale import LargeSettings, LargeTime
    from coincide_bench.recall import Recall

PROBES = (1, 4, 16)


def scale_large(
    sizes: list[int], json_file: Path | None, bridges: float, *, part: bool, workers: int | None
) -> None:
    """Measure links, clusters and joint solve; figures are written after every step."""
    from coincide_bench.large_scale import LargeSettings, compare_part, growth, measure_large
    from coincide_bench.suites.registry import DEV_SEEDS

    tell = saving(json_file)
    with tempfile.TemporaryDirectory(prefix="coincide-scale-") as scratch:
        settings = LargeSettings(
            folder=Path(scratch),
            seed=DEV_SEEDS[0],
            workers=workers or os.cpu_count() or 1,
            bridge_share=bridges,
        )
        _warm(settings)
        times = [measure_large(n_photos, settings, tell) for n_photos in sizes]
        exponent = growth(times)
        tell("exponent", exponent)
        compared = compare_part(max(sizes), settings, tell) if part else {}
    _print_times(times, exponent)
    if compared:
        _print_part(compared)


def _warm(settings: "LargeSettings") -> None:
    """Pay for imports and threads before anything is measured."""
    from coincide_bench.large_scale import measure_large

    measure_large(1000, settings, lambda _what, _figures: None)


def _print_times(times: "list[LargeTime]", exponent: float | None) -> None:
    from coincide_bench.figures.tables import Table, seconds

    rows = tuple(
        (
            f"{time.n_photos:,}",
            f"{time.n_galleries:,}",
            f"{time.n_clusters:,}",
            *("–" if way_s is None else seconds(way_s) for way_s in (time.exact_s, time.index_s)),
            seconds(time.cut_s + time.clusters_s),
            seconds(time.join_s),
            seconds(time.total_s),
            f"{time.peak_gb:.1f}",
            f"{time.accuracy.precision_1800:.3f}",
            f"{time.accuracy.n_certain_wrong} of {time.accuracy.n_certain:,}",
        )
        for time in times
    )
    grows = "" if exponent is None else f"From first to last, time grows as N^{exponent:.2f}. "
    sizes = ("photos", "galleries", "clusters")
    times_s = ("exact s", "index s", "clusters s", "join s", "total s")
    heads = (*sizes, *times_s, "GB", "P", "certain and wrong")
    caption = f"{grows}Simulated events, vectors to offsets; P of the recoverable at 1800 s."
    print_table(Table("Large events", heads, rows, caption))


def _print_part(compared: "dict[str, Accuracy]") -> None:
    from coincide_bench.figures.tables import Table

    rows = tuple(
        (
            way,
            f"{one.precision_1800:.3f}",
            f"{one.precision_300:.3f}",
            f"{one.certain:.3f}",
            f"{one.n_certain_wrong} of {one.n_certain:,}",
        )
        for way, one in compared.items()
    )
    heads = ("way", "P 1800 s", "P 300 s", "certain", "certain and wrong")
    print_table(Table("A part of the largest, each way", heads, rows, "Of the recoverable."))


def recall(
    photos: Annotated[int, typer.Option(help="Photos of the simulated event.", min=1000)] = 100_000,
    datasets: Datasets = None,
    cache: Cache = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write all figures here.", show_default=False)
    ] = None,
) -> None:
    """Tell how many of each photo's best matches the index finds, on real photos and simulated."""
    from coincide.solver.options import NeighbourOptions
    from coincide_bench.recall import measure_recall, real_photos, simulated_photos
    from coincide_bench.suites.context import BenchContext, default_cache
    from coincide_bench.suites.registry import DEV_SEEDS

    options, tell, found = NeighbourOptions(), saving(json_file), list["Recall"]()
    probes = (*PROBES, options.probes)
    with tempfile.TemporaryDirectory(prefix="coincide-recall-") as scratch, Bars() as bars:
        where = datasets or photo_sets()
        if where:
            context = BenchContext(cache or default_cache(), where, False, bars)
            table, vectors = real_photos(context, DEV_SEEDS[0])
            found += measure_recall("real", table, vectors, options, probes)
        made = simulated_photos(photos, DEV_SEEDS[0], Path(scratch))
        found += measure_recall("simulated", *made, options, probes)
    tell("recall", [dataclasses.asdict(one) for one in found])
    _print_recall(found)


def _print_recall(found: "list[Recall]") -> None:
    from coincide_bench.figures.tables import Table

    rows = tuple(
        (
            one.name,
            f"{one.n_photos:,}",
            one.search if one.search == "exact" else f"{one.probes} of {one.lists:,} lists",
            f"{one.recall:.3f}",
            f"{one.of_all:.3f}",
            f"{one.used:.2f}",
        )
        for one in found
    )
    heads = ("photos of", "photos", "searched", "recall", "of all", "above chance")
    caption = (
        "Recall of each photo's 12 best in other galleries by whole vectors, of those that are more"
        " alike than chance gives, which are used, and of all."
    )
    print_table(Table("Neighbours found", heads, rows, caption))
