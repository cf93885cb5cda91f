"""``coincide bench chapters``: how an event is parted, against truth."""

from typing import Annotated, Literal

import typer

from coincide.app.cli.output.progress import Bars
from coincide_bench.cli.checks import JsonFile
from coincide_bench.cli.figures import save_figures
from coincide_bench.cli.run import Cache, Datasets, MarkedPage, photo_sets, print_table


def chapters(
    seeds: Annotated[
        Literal["dev", "report"],
        typer.Option(help="Sets and seeds to develop on; report ones only to report."),
    ] = "dev",
    n: Annotated[int, typer.Option("--n", help="Demo events, minutes each.", min=1, max=20)] = 5,
    datasets: Datasets = None,
    cache: Cache = None,
    json_file: JsonFile = None,
    write: MarkedPage = None,
) -> None:
    """Part events whose chapters are known, by clocks as found and by true ones.

    Beside it: gaps alone, and time with place, fitted on the same sets with as many tries. Events
    are synced once with all defaults and kept in the cache. Example: coincide bench chapters --n 2
    """
    from coincide_bench.chapters.material import known_chapters
    from coincide_bench.chapters.run import judge_all
    from coincide_bench.chapters.tables import difference_table, document_of, set_table
    from coincide_bench.suites.context import BenchContext, default_cache
    from coincide_bench.suites.registry import DEV_SEEDS, REPORT_SEEDS
    from coincide_bench.wholeplan.page import update_page

    used = (DEV_SEEDS if seeds == "dev" else REPORT_SEEDS)[:n]
    with Bars() as bars:
        where = datasets or photo_sets()
        context = BenchContext(cache or default_cache(), where, seeds == "report", bars)
        found = judge_all(list(known_chapters(context, used)))
    save_figures(json_file, document_of(found, seeds))
    tables = {
        f"chapters/{seeds}": set_table(found, seeds),
        f"chapters/{seeds}/gain": difference_table(found, seeds),
    }
    for table in tables.values():
        print_table(table)
    if write is not None:
        write.write_text(update_page(write.read_text(encoding="utf-8"), tables), encoding="utf-8")
        typer.echo(f"wrote {write}")
