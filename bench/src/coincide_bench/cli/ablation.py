"""``coincide bench ablation``: what each part of the joint method is worth."""

from typing import Annotated

import typer

from coincide.app.cli.output.progress import Bars
from coincide.errors import UsageError
from coincide_bench.cli.run import (
    Cache,
    Datasets,
    JsonFile,
    MarkedPage,
    SeedCount,
    SeedsOption,
    context_of,
    photo_sets,
    print_table,
    seeds_of,
)


def ablation(
    seeds: SeedsOption = "dev",
    n_seeds: SeedCount = 20,
    datasets: Datasets = None,
    cache: Cache = None,
    json_file: JsonFile = None,
    suite: Annotated[
        list[str] | None,
        typer.Option(
            help="Only this suite, and only its tables of the page; repeatable.",
            show_default=False,
        ),
    ] = None,
    write: MarkedPage = None,
) -> None:
    """Run the joint method without each of its parts, and mark significant differences."""
    from coincide_bench.ablation.run import ABLATED, run_ablation
    from coincide_bench.ablation.tables import (
        ablation_tables,
        beliefs_table,
        update_page,
        update_suites,
    )
    from coincide_bench.figures.document import save_document
    from coincide_bench.suites.tags import believed_sets

    photos = datasets or photo_sets()
    unknown = sorted({*(suite or ())} - {*ABLATED})
    if unknown:
        raise UsageError(f"No suite is called {unknown[0]!r}; there are: {', '.join(ABLATED)}.")
    chosen = {name: suites for name, suites in ABLATED.items() if not suite or name in suite}
    if write is not None and photos is None and not suite:
        raise UsageError("The page has tables of real photos: name their folder with --datasets.")
    used = seeds_of(seeds, n_seeds)
    with Bars() as bars:
        context = context_of(photos, cache, bars, report=seeds == "report")
        document = run_ablation(used, context, seeds_kind=seeds, suites=chosen)
        believed = [] if photos is None or suite else list(believed_sets(context))
    if json_file is not None:
        save_document(json_file, document)
    for table in ablation_tables(document):
        print_table(table)
    if believed:
        print_table(beliefs_table(believed))
    if write is not None:
        page = write.read_text(encoding="utf-8")
        text = update_suites(page, document) if suite else update_page(page, document, believed)
        write.write_text(text, encoding="utf-8")
        typer.echo(f"wrote {write}")
