"""``coincide bench library``: histories of clocks of simulated families, and what they cost."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from coincide.app.cli.output.progress import Bars
from coincide.errors import UsageError
from coincide_bench.cli.figures import save_figures
from coincide_bench.cli.run import (
    Cache,
    Datasets,
    JsonFile,
    PlanSeeds,
    context_of,
    photo_sets,
    print_table,
    seeds_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from coincide_bench.library.realfamily import FamilyKind, Material
    from coincide_bench.library.run import LibraryRun


def library(
    families: Annotated[int, typer.Option(help="Families of five people.", min=1)] = 1,
    evidence: Annotated[
        Literal["drawn", "real"],
        typer.Option(
            help="Of occasions: drawn by shares that were fixed beforehand, or what the real"
            " matcher found of real photos."
        ),
    ] = "real",
    seeds: PlanSeeds = "tune",
    shared: Annotated[
        float,
        typer.Option(
            help="Share of camera sessions that are shared with others.", min=0.0, max=1.0
        ),
    ] = 0.35,
    questions: Annotated[
        list[int] | None,
        typer.Option(help="Score after this many answers; repeatable. Default: 0.", min=0),
    ] = None,
    first: Annotated[int, typer.Option(help="The first of the seeds.", min=0)] = 0,
    draws: Annotated[
        int | None,
        typer.Option(
            help="Place real photos, dealt by so many seeds, by the real matcher, and write what"
            " --evidence real draws from to --json.",
            min=1,
        ),
    ] = None,
    scale: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Measure scanning files generated in this new folder, and sessions and histories"
            " of generated records.",
        ),
    ] = None,
    bodies: Annotated[
        bool,
        typer.Option(
            "--bodies",
            help="Show how the clocks of real bodies were off that measure it by their own GPS"
            " times.",
        ),
    ] = False,
    negative: Annotated[
        bool,
        typer.Option(
            "--negative",
            help="Search the cameras of all photo sets, moved to the same weeks, for occasions:"
            " each that is found is false.",
        ),
    ] = False,
    positive: Annotated[
        bool,
        typer.Option(
            "--positive",
            help="Search sets of several cameras whose truth is known, beside people who show the"
            " same places on other days.",
        ),
    ] = False,
    files: Annotated[int, typer.Option(help="Of --scale: photos that are scanned.", min=1)] = 1000,
    records: Annotated[
        int, typer.Option(help="Of --scale: records that are solved.", min=1)
    ] = 20_000,
    datasets: Datasets = None,
    cache: Cache = None,
    json_file: JsonFile = None,
) -> None:
    """Simulate families over ten years, and report what becomes of their cameras' photos.

    People are at home, at work and on journeys; cameras are set by hand, miss summer time, are
    reset and drift. Beside histories it shows single events. Examples: coincide bench library
    --families 2 --evidence drawn; coincide bench library --scale /tmp/large --files 100000
    """
    from coincide_bench.library.run import LibraryRun, with_shared

    if draws is not None:
        save_figures(json_file, _draws(draws, datasets, cache))
    elif bodies:
        _bodies(datasets, json_file)
    elif negative or positive:
        kinds = [kind for kind, is_asked in _asked_kinds(negative, positive) if is_asked]
        numbers = range(first, first + families)
        _search(kinds, seeds, numbers, datasets, cache, json_file)
    elif scale is not None:
        figures = _scale(scale, files, records)
        save_figures(json_file, figures)
        for name, found in figures.items():
            typer.echo(f"{name}: {found}")
    else:
        asked = LibraryRun(families, evidence, seeds, tuple(questions or (0,)), first)
        _families(with_shared(asked, shared), json_file)


def _asked_kinds(negative: bool, positive: bool) -> "tuple[tuple[FamilyKind, bool], ...]":
    return ("negative", negative), ("positive", positive)


def _search(
    kinds: "Sequence[FamilyKind]",
    material: "Material",
    numbers: range,
    datasets: Path | None,
    cache: Path | None,
    json_file: Path | None,
) -> None:
    """Find occasions in families of real photos, and print what of them is false."""
    from coincide_bench.library.realsearch import run_search, search_table
    from coincide_bench.suites.context import default_cache

    sets = datasets or photo_sets()
    if sets is None:
        raise UsageError("Name the folder of photo sets: --datasets DIR.")
    with Bars() as bars:
        kept = cache or default_cache()
        scores = {kind: run_search(kind, sets, material, numbers, kept, bars) for kind in kinds}
    save_figures(json_file, {kind: asdict(score) for kind, score in scores.items()})
    print_table(search_table(scores))


def _families(run: "LibraryRun", json_file: Path | None) -> None:
    from coincide_bench.library.run import (
        library_table,
        reliability_table,
        run_families,
        total_of,
        waiting_table,
    )

    scores = []
    for name, score in run_families(run):
        scores.append((name, score))
        totals = total_of(scores)
        figures = {"run": asdict(run), **{key: asdict(totals[key]) for key in totals}}
        save_figures(json_file, figures)
    print_table(library_table(total_of(scores), run))
    print_table(reliability_table(total_of(scores)))
    print_table(waiting_table(total_of(scores)))


def _draws(trials: int, datasets: Path | None, cache: Path | None) -> "Mapping[str, object]":
    from coincide_bench.library.occasions import as_document, occasion_draws

    with Bars() as bars:
        context = context_of(datasets, cache, bars, report=False)
        return as_document(list(occasion_draws(seeds_of("dev", trials), context, bars)))


def _bodies(datasets: Path | None, json_file: Path | None) -> None:
    import tempfile

    from coincide_bench.library.bodies import bodies_table, measured_bodies, rates_table

    sets = datasets or photo_sets()
    if sets is None:
        raise UsageError("Name the folder of photo sets: --datasets DIR.")
    with tempfile.TemporaryDirectory() as folder:
        found = measured_bodies(sets, Path(folder) / "store")
    save_figures(json_file, {"bodies": [asdict(body) for body in found]})
    print_table(bodies_table(found))
    print_table(rates_table(found))


def _scale(folder: Path, files: int, records: int) -> dict[str, object]:
    import numpy as np

    from coincide.library.scan.store import LibraryStore
    from coincide_bench.library import scale

    scale.write_library(folder / "photos", files)
    found: dict[str, object] = {
        what: asdict(scale.measure_scan(folder / "photos", folder / "scanned"))
        for what in ("scan", "scan again")
    }
    with LibraryStore(folder / "records") as store:
        scale.write_records(store, records, np.random.default_rng(0))
        solved, sessions = scale.measure_solving(store)
        found["solve"] = {**asdict(solved), "sessions": sessions}
        found["solve again"] = asdict(scale.measure_solving(store)[0])
        found["add a night"] = asdict(scale.measure_night(store))
    return found
