"""``coincide bench as-is | mess``: what the default plan does to each photo."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from coincide.app.cli.output.progress import Bars
from coincide.errors import UsageError
from coincide_bench.cli.figures import save_figures
from coincide_bench.cli.run import (
    Cache,
    Datasets,
    FirstSeed,
    JsonFile,
    MarkedPage,
    PlanSeeds,
    context_of,
    named,
    photo_sets,
    print_table,
    seeds_of,
)

if TYPE_CHECKING:
    from coincide_bench.figures.tables import Table


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
    write: MarkedPage = None,
) -> None:
    """Sync real events as they are, and report what the default plan would do to each photo.

    Every event keeps its tags, and no offset is hidden: it is copied, synced and planned with all
    defaults, as a user would. A photo is wrong when its clock is more than a minute off; harmed
    when the plan leaves it worse, or writes it more than five minutes off; mended when it was wrong
    and is written right. Events that a website named are run with neutral names, and as named.
    Example: coincide bench as-is --datasets PHOTOSETS --only met_2017
    """
    from coincide_bench.asis.document import as_is_document
    from coincide_bench.asis.run import run_as_is
    from coincide_bench.asis.tables import bar_table, clock_table, event_table
    from coincide_bench.suites.realevents import EVENTS

    photos = datasets or photo_sets()
    if photos is None:
        raise UsageError("as-is needs real photos: name their folder with --datasets.")
    for name in only or ():
        named({event.folder: event for event in EVENTS}, name, "event")
    with Bars() as bars:
        context = context_of(photos, cache, bars, report=True)
        found = list(run_as_is(context, only or ()))
    save_figures(json_file, as_is_document(found))
    tables = {"as-is": event_table(found), "as-is/bars": bar_table(found)}
    _deliver(tables, write)
    print_table(clock_table(found))


def mess(
    datasets: Datasets = None,
    seeds: PlanSeeds = "tune",
    kinds: Annotated[
        str | None,
        typer.Option(help="Only these kinds, with commas. Default: all.", show_default=False),
    ] = None,
    n: Annotated[int, typer.Option("--n", help="Use only this many seeds.", min=1)] = 20,
    first: FirstSeed = 0,
    jobs: Annotated[int, typer.Option(help="Processes.", min=1)] = 1,
    answers: Annotated[
        int,
        typer.Option(
            help="Answer this many questions truthfully, each time the first one asked.",
            min=0,
        ),
    ] = 0,
    list_kinds: Annotated[
        bool, typer.Option("--list", help="List the kinds of faults, and run nothing.")
    ] = False,
    cache: Cache = None,
    json_file: JsonFile = None,
    write: MarkedPage = None,
) -> None:
    """Write common faults into events, and report what the default plan would do to each photo.

    A case is real files in a folder of its own: a camera reset, a zone crossed, copies, strangers,
    folders that say nothing. It is read, synced and planned with all defaults. Without photo sets
    trouble comes to rendered events alone. What harmed and mended mean: coincide bench as-is
    --help. Examples: coincide bench mess --list · coincide bench mess --kinds battery-died --n 3
    """
    from coincide_bench.mess.cases import run_cases
    from coincide_bench.mess.kinds import KINDS
    from coincide_bench.mess.run import Material, run_mess
    from coincide_bench.mess.tables import (
        answer_table,
        bar_table,
        case_table,
        harm_table,
        kind_table,
        mess_document,
        right_table,
        rule_table,
    )

    if list_kinds:
        for kind in KINDS.values():
            typer.echo(f"{kind.name:24} {kind.what}")
        return
    wanted = [name.strip() for name in kinds.split(",")] if kinds else list(KINDS)
    chosen = {name: named(KINDS, name, "kind") for name in wanted}
    used, report = seeds_of(seeds, n, first), seeds == "report"
    with Bars() as bars:
        context = context_of(datasets, cache, bars, report=report)
        found = list(run_mess(context, chosen, used, jobs=jobs, answers=answers))
        whole = kinds is None
        cases = list(run_cases(Material(context.datasets, context.cache, report))) if whole else []
    save_figures(json_file, mess_document(found, cases, seeds))
    tables = {"mess": kind_table(found, seeds), "mess/bars": bar_table(found, cases)}
    tables |= {"mess/harm": harm_table(found), "mess/right": right_table(found)}
    tables["mess/rules"] = rule_table(found)
    if cases:
        tables["mess/cases"] = case_table(cases)
    if answers:
        tables["mess/answers"] = answer_table(found)
    _deliver(tables, write)


def person(
    datasets: Datasets = None,
    seeds: PlanSeeds = "tune",
    n: Annotated[int, typer.Option("--n", help="Draw each event this many times.", min=1)] = 3,
    first: FirstSeed = 0,
    questions: Annotated[int, typer.Option(help="Ask this many questions.", min=1)] = 10,
    remembers: Annotated[
        float,
        typer.Option(
            help="Of this share of the galleries that are asked about the person knows when a "
            "photo was taken, give or take half an hour.",
            min=0.0,
            max=1.0,
        ),
    ] = 0.0,
    jobs: Annotated[int, typer.Option(help="Processes.", min=1)] = 1,
    cache: Cache = None,
    json_file: JsonFile = None,
    write: MarkedPage = None,
) -> None:
    """Ask a simulated person about real events with wrong clocks, and report what is corrected.

    Each event of several cameras comes into some trouble with its clocks, and is synced and
    planned with all defaults. Then the question that is asked first is answered, again and again,
    as readers answered of whom a record was made: often nobody can tell, and one answer in twenty
    is careless. Example: coincide bench person --datasets PHOTOSETS --n 1 --questions 3
    """
    from coincide_bench.mess.person import event_table, person_document, person_table, run_person
    from coincide_bench.mess.run import Material
    from coincide_bench.suites.context import default_cache

    photos, report = datasets or photo_sets(), seeds == "report"
    if photos is None:
        raise UsageError("person needs real photos: name their folder with --datasets.")
    material = Material(photos, cache or default_cache(), report, questions)
    used = seeds_of(seeds, n, first)
    with Bars() as bars:
        found = list(run_person(material, used, jobs=jobs, remembers=remembers, progress=bars))
    save_figures(json_file, person_document(found, seeds))
    _deliver({"person": person_table(found), "person/events": event_table(found)}, write)


def _deliver(tables: Mapping[str, "Table"], page: Path | None) -> None:
    """Print tables, and write them into a page where one is named."""
    from coincide_bench.wholeplan.tables import update_page

    for table in tables.values():
        print_table(table)
    if page is not None:
        page.write_text(update_page(page.read_text(encoding="utf-8"), tables), encoding="utf-8")
        typer.echo(f"wrote {page}")
