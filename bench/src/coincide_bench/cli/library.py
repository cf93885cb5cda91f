"""``coincide bench library``: histories of clocks of simulated families, and what they cost."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Literal

import typer

from coincide.app.cli.progress import Bars
from coincide.errors import UsageError
from coincide_bench.cli.figures import save_figures
from coincide_bench.cli.run import Cache, Datasets, photo_sets, print_table
from coincide_bench.cli.sound import JsonFile


def library(
    families: Annotated[int, typer.Option(help="Families of five people.", min=1)] = 1,
    evidence: Annotated[
        Literal["drawn", "real"],
        typer.Option(
            help="Of occasions: drawn by shares that were fixed beforehand, or what the real"
            " matcher found of real photos."
        ),
    ] = "real",
    seeds: Annotated[
        Literal["tune", "report"],
        typer.Option(help="Seeds to develop on; report seeds only to report."),
    ] = "tune",
    shared: Annotated[
        float, typer.Option(help="Of camera sessions so many are shared.", min=0.0, max=1.0)
    ] = 0.35,
    questions: Annotated[
        list[int] | None,
        typer.Option(help="Score after so many answers; repeatable. Default: 0.", min=0),
    ] = None,
    first: Annotated[int, typer.Option(help="The first of the seeds.", min=0)] = 0,
    json_file: JsonFile = None,
) -> None:
    """Simulate families of ten years and say what becomes of their cameras' photos.

    People are at home, at work and on journeys; cameras are set by hand, miss summer time, are
    reset and drift. Beside histories it shows single events. Example: coincide bench library
    --families 2 --evidence drawn
    """
    from coincide_bench.library.run import (
        LibraryRun,
        library_table,
        reliability_table,
        run_families,
        total_of,
        with_shared,
    )

    run = with_shared(
        LibraryRun(families, evidence, seeds, tuple(questions or (0,)), first), shared
    )
    scores = []
    for name, score in run_families(run):
        scores.append((name, score))
        totals = total_of(scores)
        save_figures(
            json_file, {"run": asdict(run), **{key: asdict(totals[key]) for key in totals}}
        )
    print_table(library_table(total_of(scores), run))
    print_table(reliability_table(total_of(scores)))


def library_draws(
    out: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write what was found.")],
    trials: Annotated[int, typer.Option(help="Seeds that photos are dealt by.", min=1)] = 2,
    datasets: Datasets = None,
    cache: Cache = None,
) -> None:
    """Place real photos by the real matcher, for coincide bench library --evidence real.

    Example: coincide bench library-draws draws.json --datasets photos
    """
    from coincide_bench.library.occasions import as_document, occasion_draws
    from coincide_bench.suites.context import BenchContext, default_cache
    from coincide_bench.suites.registry import DEV_SEEDS

    with Bars() as bars:
        context = BenchContext(cache or default_cache(), datasets or photo_sets(), False, bars)
        draws = list(occasion_draws(DEV_SEEDS[:trials], context, bars))
    save_figures(out, as_document(draws))


def library_scale(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new folder for the files.")],
    files: Annotated[int, typer.Option(help="Photos that are written and scanned.", min=1)] = 1000,
    records: Annotated[int, typer.Option(help="Records that are solved.", min=1)] = 20_000,
    json_file: JsonFile = None,
) -> None:
    """Measure scanning generated files, and sessions and histories of generated records.

    Example: coincide bench library-scale /tmp/large --files 100000 --records 1000000
    """
    import numpy as np

    from coincide.library.scan.store import LibraryStore
    from coincide_bench.library.scale import (
        measure_scan,
        measure_solving,
        write_library,
        write_records,
    )

    write_library(folder / "photos", files)
    found: dict[str, object] = {
        "scan": asdict(measure_scan(folder / "photos", folder / "scanned")),
        "scan again": asdict(measure_scan(folder / "photos", folder / "scanned")),
    }
    with LibraryStore(folder / "records") as store:
        write_records(store, records, np.random.default_rng(0))
        solved, sessions = measure_solving(store)
    found["solve"] = {**asdict(solved), "sessions": sessions}
    save_figures(json_file, found)
    for name, figures in found.items():
        typer.echo(f"{name}: {figures}")


def library_bodies(datasets: Datasets = None, json_file: JsonFile = None) -> None:
    """Show how the clocks of real bodies were off that measure it by their own GPS times.

    Example: coincide bench library-bodies --datasets photos
    """
    import tempfile

    from coincide_bench.library.bodies import bodies_table, measured_bodies, rates_table

    sets = datasets or photo_sets()
    if sets is None:
        raise UsageError("Name the folder of photo sets: --datasets DIR.")
    with tempfile.TemporaryDirectory() as folder:
        bodies = measured_bodies(sets, Path(folder) / "store")
    save_figures(json_file, {"bodies": [asdict(one) for one in bodies]})
    print_table(bodies_table(bodies))
    print_table(rates_table(bodies))
