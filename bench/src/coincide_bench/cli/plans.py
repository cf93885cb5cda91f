"""``coincide bench as-is | mess``: what the default plan does to each photo."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from coincide.app.cli.progress import Bars
from coincide.errors import UsageError
from coincide_bench.cli.figures import save_figures
from coincide_bench.cli.run import Cache, Datasets, named, photo_sets, print_table

if TYPE_CHECKING:
    from coincide_bench.figures.tables import Table

JsonFile = Annotated[
    Path | None,
    typer.Option("--json", help="Write every figure and what was said here.", show_default=False),
]
Write = Annotated[
    Path | None,
    typer.Option(
        help="A page whose marked tables are written anew, such as docs/lab.md.",
        show_default=False,
        exists=True,
        dir_okay=False,
        writable=True,
    ),
]


def as_is(
    datasets: Datasets = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            help="Only this event, e.g. met_2017; repeatable. Default: all.", show_default=False
        ),
    ] = None,
    cache: Cache = None,
    json_file: JsonFile = None,
    write: Write = None,
) -> None:
    """Sync real events as they are, and tell what the default plan would do to each photo.

    Every event keeps its tags, and no offset is hidden: it is copied, synced and planned with all
    defaults, as a user would. A photo is wrong when its clock is more than a minute off; harmed
    when the plan leaves it worse, or writes it more than five minutes off; mended when it was wrong
    and is written right. Events that a website named are run with neutral names, and as named.
    Example: coincide bench as-is --datasets PHOTOSETS --only met_2017
    """
    from coincide_bench.asis.document import as_is_document
    from coincide_bench.asis.run import run_as_is
    from coincide_bench.asis.tables import bar_table, clock_table, event_table
    from coincide_bench.suites.context import BenchContext, default_cache
    from coincide_bench.suites.realevents import EVENTS

    photos = datasets or photo_sets()
    if photos is None:
        raise UsageError("as-is needs real photos: name their folder with --datasets.")
    for name in only or ():
        named({event.folder: event for event in EVENTS}, name, "event")
    with Bars() as bars:
        context = BenchContext(cache or default_cache(), photos, True, bars)
        found = list(run_as_is(context, only or ()))
    save_figures(json_file, as_is_document(found))
    tables = {"as-is": event_table(found), "as-is/bars": bar_table(found)}
    _deliver({**tables, "as-is/clocks": clock_table(found)}, write)


def _deliver(tables: Mapping[str, "Table"], page: Path | None) -> None:
    """Print tables, and write them into a page where one is named."""
    from coincide_bench.wholeplan.page import update_page

    for table in tables.values():
        print_table(table)
    if page is not None:
        page.write_text(update_page(page.read_text(encoding="utf-8"), tables), encoding="utf-8")
        typer.echo(f"wrote {page}")
