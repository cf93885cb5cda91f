"""``coincide bench run | compare | report``: the benchmark and its result files."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

import typer
from rich.table import Table
from rich.text import Text

from coincide.app.cli.output import tables
from coincide.app.cli.output.progress import Bars
from coincide.errors import UsageError

if TYPE_CHECKING:
    from coincide_bench.figures.tables import Table as BenchTable
    from coincide_bench.suites.context import BenchContext
    from coincide_bench.suites.registry import Suite

T = TypeVar("T")
# seeds of either kind
N_SEEDS = 20
Seeds = Literal["dev", "report"]
Subset = Literal["all", "recoverable"]

SeedsOption = Annotated[
    Seeds, typer.Option(help="Development seeds to tune on; report seeds only to report.")
]
SeedCount = Annotated[int, typer.Option(help="Use only this many seeds, from the first.", min=1)]
FirstSeed = Annotated[
    int, typer.Option(help="Skip this many seeds, which were looked at before.", min=0)
]
Datasets = Annotated[
    Path | None,
    typer.Option(
        help="Folder of the real photo sets. Default: $COINCIDE_DATASETS.", show_default=False
    ),
]
Cache = Annotated[
    Path | None,
    typer.Option(
        help="Where vectors and rendered events are kept between runs."
        " Default: the user's cache folder.",
        show_default=False,
    ),
]
JsonFile = Annotated[
    Path | None, typer.Option("--json", help="Write all figures here.", show_default=False)
]
PlanSeeds = Annotated[
    Literal["tune", "report"],
    typer.Option(help="Seeds to develop on; report seeds only to report."),
]
MarkedPage = Annotated[
    Path | None,
    typer.Option(
        help="A page whose marked tables are updated, such as docs/lab.md.",
        show_default=False,
        exists=True,
        dir_okay=False,
        writable=True,
    ),
]
Suites = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[SUITE]...",
        help="real, inferred, splits, splits-gps, tagged, rendered, rendered-gps, simulated,"
        " negative, negative-simulated, jumps, sem. Default: all that can run here.",
        show_default=False,
    ),
]
Methods = Annotated[
    list[str] | None,
    typer.Option(
        help="Only these methods, those of other packages, or the paths of Python files;"
        " repeatable. Default: all ours.",
        show_default=False,
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(help="Processes. Default: one for each core.", min=1, show_default=False),
]


def run(
    suites: Suites = None,
    seeds: SeedsOption = "dev",
    n_seeds: SeedCount = 20,
    method: Methods = None,
    json_file: JsonFile = None,
    datasets: Datasets = None,
    cache: Cache = None,
    workers: Workers = None,
) -> None:
    """Run methods on suites of events whose truth is known, and print how they did."""
    from coincide.features.session import usable_cores
    from coincide_bench.figures.document import save_document
    from coincide_bench.figures.report import tables_at_hand
    from coincide_bench.figures.results import build_document
    from coincide_bench.methods import METHODS, find_method
    from coincide_bench.run import run_suites

    chosen = chosen_suites(suites, datasets or photo_sets())
    methods = {name: find_method(name) for name in method or METHODS}
    used = seeds_of(seeds, n_seeds)
    with Bars() as bars:
        context = context_of(datasets, cache, bars, report=seeds == "report")
        outcomes = run_suites(chosen, methods, used, context, workers=workers or usable_cores())
    document = build_document(outcomes, seeds_kind=seeds, seeds=used)
    if json_file is not None:
        save_document(json_file, document)
    for name, suite in chosen.items():
        names = [name, *(f"{name}/{words}" for words in suite.tables)]
        for table in tables_at_hand(document, names):
            print_table(table)


def compare(
    one: Annotated[Path, typer.Argument(metavar="A.json", help="Results of one run.")],
    other: Annotated[
        Path | None,
        typer.Argument(
            metavar="[B.json]",
            help="Results of another. Without it, the methods of the one run are compared.",
            show_default=False,
        ),
    ] = None,
    method_a: Annotated[
        str | None, typer.Option(help="Compare this method of A …", show_default=False)
    ] = None,
    method_b: Annotated[
        str | None,
        typer.Option(
            help="… with this method of B; of one run alone, with every other method.",
            show_default=False,
        ),
    ] = None,
    events: Annotated[
        str,
        typer.Option(help="all, or a group: long or short, with an attendance: long/a0.6."),
    ] = "all",
    subset: Annotated[
        Subset, typer.Option(help="All galleries, or those that could be recovered.")
    ] = "all",
    offsets: Annotated[
        str, typer.Option(help="all, or one kind of hidden offsets: continuous, hours, reset.")
    ] = "all",
    by_event: Annotated[
        bool, typer.Option("--by-event", help="One line for each event instead of each suite.")
    ] = False,
) -> None:
    """Show which differences between two runs, or the methods of one run, are significant."""
    from coincide_bench.figures.compare import Scope, compare_within
    from coincide_bench.figures.compare import compare as compare_documents
    from coincide_bench.figures.comparison import comparison_table
    from coincide_bench.figures.document import ALL, load_document

    total = ALL if events == ALL else f"{ALL}/{events}"
    scope = Scope(subset=subset, offsets=offsets, events=total, by_event=by_event)
    first = load_document(one)
    if other is None and method_a is None:
        if method_b is None:
            raise UsageError("Which method of the run is compared with the others? --method-b")
        differences = compare_within(first, method_b, scope=scope)
    else:
        second = first if other is None else load_document(other)
        differences = compare_documents(
            first, second, method_a=method_a, method_b=method_b, scope=scope
        )
    print_table(comparison_table(differences))


def report(
    results: Annotated[Path, typer.Argument(metavar="RESULTS.json", help="From bench run.")],
    page: Annotated[Path, typer.Option(help="The page whose marked tables are updated.")] = Path(
        "docs/lab.md"
    ),
    plots: Annotated[
        Path,
        typer.Option(
            help="The folder for the plots that the page shows, or for all if it shows none."
        ),
    ] = Path("docs/images"),
) -> None:
    """Write the benchmark's tables and plots into the documentation."""
    from coincide_bench.figures.document import load_document
    from coincide_bench.figures.plots import write_plots
    from coincide_bench.figures.report import update_page

    document = load_document(results)
    text = update_page(page.read_text(encoding="utf-8"), document)
    page.write_text(text, encoding="utf-8")
    for path in (page, *write_plots(document, plots, text)):
        typer.echo(f"wrote {path}")


def context_of(
    datasets: Path | None, cache: Path | None, bars: Bars, *, report: bool
) -> "BenchContext":
    """Return where the material of a run is: photo sets named here or by the environment."""
    from coincide_bench.suites.context import BenchContext, default_cache

    return BenchContext(cache or default_cache(), datasets or photo_sets(), report, bars)


def seeds_of(kind: str, n_seeds: int, first: int = 0) -> tuple[int, ...]:
    """Return so many seeds to develop on, or to report, from the ``first`` on."""
    from coincide_bench.suites.registry import DEV_SEEDS, REPORT_SEEDS

    seeds = (REPORT_SEEDS if kind == "report" else DEV_SEEDS)[first : first + n_seeds]
    if not seeds:
        raise UsageError(
            f"There are {len(REPORT_SEEDS)} seeds of a kind: --first {first} is too many."
        )
    return seeds


def chosen_suites(wanted: Sequence[str] | None, photos: Path | None) -> dict[str, "Suite"]:
    """Return the suites of those names, or all that can run here; say which need photo sets."""
    from coincide_bench.suites.registry import SUITES

    at_hand = (name for name, suite in SUITES.items() if photos or not suite.needs_photos)
    names = wanted or [name for name in at_hand if not SUITES[name].named_only]
    chosen = {name: named(SUITES, name, "suite") for name in names}
    if photos is None and (stuck := [n for n, suite in chosen.items() if suite.needs_photos]):
        raise UsageError(f"{', '.join(stuck)}: name the folder of photo sets with --datasets.")
    return chosen


def print_table(table: "BenchTable") -> None:
    """Print a table of figures."""
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


def photo_sets() -> Path | None:
    """Return the folder of photo sets that the environment names."""
    named = os.environ.get("COINCIDE_DATASETS")
    return Path(named) if named else None


def named(known: Mapping[str, T], name: str, kind: str) -> T:
    """Return what goes by that name, or say which names there are."""
    if name not in known:
        raise UsageError(f"There is no {kind} {name!r}; there are: {', '.join(known)}.")
    return known[name]
