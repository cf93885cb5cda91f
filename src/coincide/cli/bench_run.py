"""``coincide bench run | compare | report``: the benchmark and its result files."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

import typer
from rich.table import Table
from rich.text import Text

from coincide.cli import tables
from coincide.cli.progress import Bars
from coincide.errors import UsageError

if TYPE_CHECKING:
    from coincide.bench.figures.tables import Table as BenchTable

T = TypeVar("T")
Seeds = Literal["dev", "report"]


def run(
    suites: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[SUITE]...",
            help="real, inferred, splits, splits-gps, rendered, rendered-gps, simulated,"
            " negative, negative-simulated. Default: all that can run here.",
            show_default=False,
        ),
    ] = None,
    seeds: Annotated[
        Seeds,
        typer.Option(help="Development seeds to tune on; report seeds only to report."),
    ] = "dev",
    n_seeds: Annotated[int, typer.Option(help="Use only the first so many seeds.", min=1)] = 20,
    method: Annotated[
        list[str] | None,
        typer.Option(help="Only these methods; repeatable. Default: all.", show_default=False),
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write all results here.", show_default=False)
    ] = None,
    datasets: Annotated[
        Path | None,
        typer.Option(
            help="Folder of the real photo sets. Default: $COINCIDE_DATASETS.", show_default=False
        ),
    ] = None,
    cache: Annotated[
        Path | None,
        typer.Option(
            help="Where vectors and rendered events are kept between runs."
            " Default: the user's cache folder.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Run methods on suites of events whose truth is known, and print how they did."""
    from coincide.bench.figures.document import save_document
    from coincide.bench.figures.report import named_table
    from coincide.bench.figures.results import build_document
    from coincide.bench.methods import METHODS
    from coincide.bench.run import run_suites
    from coincide.bench.suites.context import BenchContext, default_cache
    from coincide.bench.suites.registry import DEV_SEEDS, REPORT_SEEDS, SUITES

    photos = datasets or _from_environment()
    wanted = suites or [name for name, suite in SUITES.items() if photos or not suite.needs_photos]
    chosen = {name: _named(SUITES, name, "suite") for name in wanted}
    methods = {name: _named(METHODS, name, "method") for name in method or METHODS}
    if photos is None and (stuck := [n for n, suite in chosen.items() if suite.needs_photos]):
        raise UsageError(f"{', '.join(stuck)}: name the folder of photo sets with --datasets.")
    used = (DEV_SEEDS if seeds == "dev" else REPORT_SEEDS)[:n_seeds]
    with Bars() as bars:
        context = BenchContext(cache or default_cache(), photos, seeds == "report", bars)
        outcomes = run_suites(chosen, methods, used, context)
    document = build_document(outcomes, seeds_kind=seeds, seeds=used)
    if json_file is not None:
        save_document(json_file, document)
    for suite in chosen:
        if document.select(suite=suite):
            _print_table(named_table(document, suite))


def compare(
    one: Annotated[Path, typer.Argument(metavar="A.json", help="Results of one run.")],
    other: Annotated[Path, typer.Argument(metavar="B.json", help="Results of another.")],
    method_a: Annotated[
        str | None, typer.Option(help="Compare this method of A …", show_default=False)
    ] = None,
    method_b: Annotated[
        str | None, typer.Option(help="… with this method of B.", show_default=False)
    ] = None,
) -> None:
    """Say which differences between two runs are beyond noise."""
    from coincide.bench.figures.compare import compare as compare_documents
    from coincide.bench.figures.document import load_document
    from coincide.bench.figures.tables import comparison_table

    differences = compare_documents(
        load_document(one), load_document(other), method_a=method_a, method_b=method_b
    )
    _print_table(comparison_table(differences))


def report(
    results: Annotated[Path, typer.Argument(metavar="RESULTS.json", help="From bench run.")],
    page: Annotated[
        Path, typer.Option(help="The page whose marked tables are written anew.")
    ] = Path("docs/bench.md"),
    plots: Annotated[Path, typer.Option(help="The folder for the plots.")] = Path("docs/images"),
) -> None:
    """Write the benchmark's tables and plots into the documentation."""
    from coincide.bench.figures.document import load_document
    from coincide.bench.figures.plots import write_plots
    from coincide.bench.figures.report import update_page

    document = load_document(results)
    page.write_text(update_page(page.read_text(encoding="utf-8"), document), encoding="utf-8")
    for path in (page, *write_plots(document, plots)):
        typer.echo(f"wrote {path}")


def _print_table(table: "BenchTable") -> None:
    drawn = Table(
        title=Text(table.title),
        caption=Text(table.caption),
        title_justify="left",
        caption_justify="left",
    )
    for number, heading in enumerate(table.header):
        drawn.add_column(Text(heading), justify="right" if number else "left")
    for row in table.rows:
        drawn.add_row(*(Text(cell) for cell in row))
    tables.console().print(drawn)


def _from_environment() -> Path | None:
    named = os.environ.get("COINCIDE_DATASETS")
    return Path(named) if named else None


def _named(known: Mapping[str, T], name: str, kind: str) -> T:
    if name not in known:
        raise UsageError(f"There is no {kind} {name!r}; there are: {', '.join(known)}.")
    return known[name]
